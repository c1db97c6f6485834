"""What can come of a position in one move: the inner loop of every search."""

from collections.abc import Callable
from operator import itemgetter
from typing import Final, Protocol

from freecell_tui.engine import EmptyColumn
from freecell_tui.solver.columns import (
    ALL_CARDS,
    BITS,
    BOTTOM,
    IN_CELL,
    LINKS,
    LOWER,
    LOWER_IN_SUIT,
    ONE_EMPTY,
    ONE_TANGLED,
    Column,
    card_rules,
)
from freecell_tui.solver.ground import Ground
from freecell_tui.solver.nodes import CELL, HOME, Child, Node

NO_LIMIT: Final = 1 << 62
"""More than any estimate."""


class Finder(Protocol):
    """The function that finds children."""

    def __call__(self, node: Node, limit: int = ...) -> list[Child]:
        """Those of a node that have not been met and are valued below a limit."""


_FACE = itemgetter(0)
_TOP = itemgetter(1)


def finder(ground: Ground) -> Finder:  # noqa: C901, PLR0915
    """The function that finds the children of a position that have not been met and are valued below a limit.

    What is not below it is not noted as met. The limit is not for children after which cards go home, for their true
    values are not known yet.

    It is long because a call costs as much as a third of a child. First come the moves of each column's cards: to a
    cell, to an empty column, onto a card. Then those of the cards in cells, and at last what can go home but does not
    by itself. Columns and nodes are taken apart by place, which is faster than by name.
    """
    variant, seen, won, goes_home, left = ground.variant, ground.seen, ground.won, ground.goes_home, ground.prices.left
    rules, steps, every_count = card_rules(variant), ground.cell_steps, ground.every_count
    parents, followers, fills_empty = rules.parents, rules.followers, rules.fills_empty
    on_empty = ground.prices.on_empty
    cell_count, kings_only = variant.cells, variant.empty_column is EmptyColumn.KINGS
    needed_price, after_price, depth = ground.prices.needed, ground.prices.after, ground.prices.depth
    most_wanted = max(needed_price, 0) + max(after_price, 0)
    card_price, sequence_price = _pricer(ground)
    no_column = ground.columns.empty

    def idle(column: Column, tops: int, cells: int, needed: int) -> bool:
        """Whether the top card of a column uncovers nothing that can move, or that can be moved on, with no room left.

        When it takes the last room there is, the move can then be left out, and nothing is lost. For let a win go on
        from there. Its next move, M, is not one of the uncovered card, nor one onto it. If it is one of the card just
        moved, the two are one move, which is found. If not, M could be made before as well, for it needs no room and
        takes none, and the card can still go afterwards: the same position is reached by M first, in as few moves, and
        M is not left out. So each position that is won has a child that is won in fewer moves, all the way to the win.
        11982 is proved with 28 % fewer positions so.
        """
        uncovered, others = column[9][-2], tops ^ BITS[column[1]]
        return not (BITS[uncovered] & needed or parents[uncovered] & others or followers[uncovered] & (others | cells))

    def counts_to_empty(column: Column, most: int) -> tuple[int, ...] | range:
        """How many cards to take to an empty column, where `most` may go: one and the most, or every number.

        Never a whole column: that changes nothing.
        """
        length, cards = column[5], column[9]
        if kings_only:
            whole = cards[-length - 1] == BOTTOM
            return () if whole or length > most or not fills_empty[cards[-length]] else (length,)
        count = min(length, most >> 1)
        if cards[-count - 1] == BOTTOM:
            count -= 1
        if every_count:
            return range(1, count + 1)
        return (1, count) if count > 1 else (1,) * count

    def children(node: Node, limit: int = NO_LIMIT) -> list[Child]:  # noqa: C901, PLR0912, PLR0915
        columns, cells, needed, key, value = node[0], node[1], node[2], node[3], node[4]
        faces = sum(map(_FACE, columns))
        if faces < ONE_TANGLED:
            won.append(node)
            return []
        found: list[Child] = []
        tops, empties = faces & ALL_CARDS, faces // ONE_EMPTY & 15
        goes, after = goes_home[needed], needed << 4
        # Only where the search begins can something lie ready to go home by itself; then every move sets it going.
        pending = (tops | cells) & goes
        ready = (tops | cells) & needed
        free = cell_count - cells.bit_count()
        most = free + 1 if kings_only else free + 1 << empties
        if empties:
            empty = columns.index(no_column)
        value += depth
        # A card may go to a cell only if it costs more than this where it is, or what it covers goes home.
        cell_step, bar = 0, NO_LIMIT
        if free:
            cell_step = steps[-free]
            bar = value + cell_step - most_wanted - limit
        last = free == 1 and not empties  # one cell more, and there is no room
        places = None

        for source, column in enumerate(columns):
            _, card, _, under_face, bare, length, onto, cost, to_cell, cards, _, _, _ = column
            hits = onto & tops
            uncovers = under_face & goes or pending
            if not (hits or cost > bar or empties or uncovers) or not length:
                continue
            without = value - cost
            if bare & needed:
                without -= needed_price
            if bare & after:
                without -= after_price

            if cost > bar or (uncovers and free):
                new_value = without + cell_step - left if uncovers else without + cell_step
                if new_value < limit or uncovers:
                    new_key = key + to_cell
                    if new_key not in seen and not (
                        last and bare and not uncovers and idle(column, tops, cells, needed)
                    ):
                        seen.add(new_key)
                        found.append((new_value, node, source, CELL, 1, new_key, goes if uncovers else 0))

            if empties and bare:
                for count in counts_to_empty(column, most):
                    first = cards[-count]
                    new_key = key + LINKS[first][BOTTOM] - LINKS[first][cards[-count - 1]]
                    if new_key in seen:
                        continue
                    if count == 1:
                        new_value, uncovered = without + on_empty[card], uncovers
                    else:
                        new_value = value + sequence_price(column, no_column, count, needed)
                        uncovered = pending or BITS[cards[-count - 1]] & goes
                    if uncovered:
                        new_value -= left
                    elif new_value >= limit:
                        continue
                    seen.add(new_key)
                    found.append((new_value, node, source, empty, count, new_key, goes if uncovered else 0))

            while hits:
                target_card = hits.bit_length() - 1
                hits ^= BITS[target_card]
                count = (target_card >> 2) - (card >> 2)
                if count > most:
                    continue
                first, below = cards[-count], cards[-count - 1]
                new_key = key + LINKS[first][target_card] - LINKS[first][below]
                if new_key in seen:
                    continue
                if places is None:
                    places = list(map(_TOP, columns))
                target = places.index(target_card)
                if count == 1:
                    new_value, uncovered = without + card_price(card, columns[target], needed), uncovers
                else:
                    new_value = value + sequence_price(column, columns[target], count, needed)
                    uncovered = pending or BITS[below] & goes
                if uncovered:
                    new_value -= left
                elif new_value >= limit:
                    continue
                seen.add(new_key)
                found.append((new_value, node, source, target, count, new_key, goes if uncovered else 0))

        while cells:
            card = cells.bit_length() - 1
            cells ^= BITS[card]
            hits = parents[card] & tops
            if empties and fills_empty[card]:
                hits |= ONE_EMPTY
            while hits:
                target_card = hits.bit_length() - 1
                hits ^= 1 << target_card
                new_key = key + LINKS[card][target_card] - IN_CELL[card]
                if new_key in seen:
                    continue
                new_value = value - steps[-free - 1]
                if target_card == BOTTOM:
                    target = empty
                    new_value += on_empty[card]
                else:
                    if places is None:
                        places = list(map(_TOP, columns))
                    target = places.index(target_card)
                    new_value += card_price(card, columns[target], needed)
                if pending:
                    new_value -= left
                elif new_value >= limit:
                    continue
                seen.add(new_key)
                found.append((new_value, node, CELL + card, target, 1, new_key, goes if pending else 0))

        # What can go home though it does not by itself.
        while ready:
            bit = ready & -ready
            ready ^= bit
            found.append((value - depth - left, node, 0, HOME, 1, key, bit))
        return found

    return children


def _pricer(  # noqa: C901, a sum of simple terms
    ground: Ground,
) -> tuple[Callable[[int, Column, int], int], Callable[[Column, Column, int, int], int]]:
    """The functions that say what a card, or a sequence, adds to the estimate where it goes."""
    prices = ground.prices
    suit, lower, small, on_empty = prices.suit, prices.lower, prices.small, prices.on_empty
    needed_price, after_price = prices.needed, prices.after

    def card_price(card: int, onto: Column, needed: int) -> int:
        """What `card` adds to the estimate on a column whose top card it fits."""
        there = onto[10]
        price = onto[11]
        if there & LOWER[card]:
            price += lower
            if there & LOWER_IN_SUIT[card]:
                price += suit
        if there & needed:
            price += needed_price
        if there & needed << 4:
            price += after_price
        return price

    def sequence_price(column: Column, onto: Column, count: int, needed: int) -> int:
        """What it adds to the estimate that `count` cards leave one column for another."""
        there, burden = onto[10], onto[11]
        cards = column[9][-count:]
        price = 0 if there else on_empty[cards[0]]
        for card in cards:
            price += burden - column[7]
            # The cards of a sequence are never above a lower one of its own.
            if there & LOWER[card]:
                price += lower
                if there & LOWER_IN_SUIT[card]:
                    price += suit
            burden += small[card]
            bare = column[4]
            column = column[2]
        # It is all above a card that is waited for if one lies below it, and else what lies above one of its own.
        after = needed << 4
        if there & needed:
            if not bare & needed:
                price += needed_price * (count - covered(cards, needed))
        elif bare & needed:
            price -= needed_price * (count - covered(cards, needed))
        if there & after:
            if not bare & after:
                price += after_price * (count - covered(cards, after))
        elif bare & after:
            price -= after_price * (count - covered(cards, after))
        return price

    def covered(cards: tuple[int, ...], wanted: int) -> int:
        """How many of some cards lie above the deepest of them that is in the set `wanted`."""
        for at, card in enumerate(cards, 1):
            if wanted & BITS[card]:
                return len(cards) - at
        return 0

    return card_price, sequence_price
