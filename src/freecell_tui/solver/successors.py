"""What can come of a position in one move: the inner loop of every search."""

from typing import Final, Protocol

from freecell_tui.engine import EmptyColumn
from freecell_tui.solver.columns import (
    ALL_CARDS,
    BASES,
    BITS,
    BOTTOM,
    BURDEN,
    CARDS,
    EMPTIES,
    FACE,
    GROWN,
    IN_CELL,
    LENGTH,
    LINKS,
    LOWER,
    LOWER_IN_SUIT,
    MASK,
    ONE_EMPTY,
    PRICES,
    TO_LIFT,
    TOP,
    TOTAL,
    Column,
    above,
    card_rules,
    face_of,
    top_of,
)
from freecell_tui.solver.nodes import CELL, COLUMNS, HOME, KEY, NEEDED, Node, Successor
from freecell_tui.solver.space import SearchSpace

NO_LIMIT: Final = 1 << 62
"""More than any estimate."""


class Expander(Protocol):
    """The function that finds children."""

    def __call__(self, node: Node, limit: int = ...) -> list[Successor]:
        """Those of a node that have not been met and are valued below a limit."""


def finder(ground: SearchSpace) -> Expander:  # noqa: C901, PLR0915
    """The function that finds the children of a position that have not been met and are valued below a limit.

    What is not below it is not noted as met. The limit is not for children after which cards go home, for their true
    values are not known yet.

    It is long because a call costs as much as a third of a child. First come the moves of each column's cards: to a
    cell, to an empty column, onto a card. Then those of the cards in cells, and at last what can go home but does not
    by itself.
    """
    variant, seen, won, goes_home, prices = ground.variant, ground.seen, ground.won, ground.goes_home, ground.prices
    rules, steps, in_cell, every_count, lifted = (
        card_rules(variant),
        ground.cell_steps,
        ground.in_cell,
        ground.every_count,
        ground.lifted,
    )
    parents, followers, fills_empty = rules.parents, rules.followers, rules.fills_empty
    on_empty, left, depth = prices.on_empty, prices.left, prices.depth
    suit, lower, small, least_burden = prices.suit, prices.lower, prices.small, prices.least_burden
    needed_price, after_price = prices.needed, prices.after
    weighs_after = after_price != 0
    most_wanted = max(needed_price, 0) + max(after_price, 0)
    cell_count, kings_only = variant.cells, variant.empty_column is EmptyColumn.KINGS
    no_column, grow, whole_columns = ground.columns.empty, ground.columns.grow, ground.whole_columns

    def idle(uncovered: int, tops: int, cells: int, needed: int) -> bool:
        """Whether a card that is uncovered can neither be moved nor moved on, with no room left; `tops` are the others.

        When the card on it takes the last room there is, the move can then be left out, and nothing is lost. For let a
        win go on from there. Its next move, M, is not one of the uncovered card, nor one onto it. If it is one of the
        card just moved, the two are one move, which is found. If not, M could be made before as well, for it needs no
        room and takes none, and the card can still go afterwards: the same position is reached by M first, in as few
        moves, and M is not left out. So each position that is won has a child that is won in fewer moves, all the way
        to the win. 11982 is proved with 28 % fewer positions so.
        """
        return not (BITS[uncovered] & needed or parents[uncovered] & tops or followers[uncovered] & (tops | cells))

    def counts_to_empty(column: Column, most: int) -> tuple[int, ...] | range:
        """How many cards, if more than one, to take to an empty column, where `most` may go: the most, or every number.

        Never a whole column: that changes nothing.
        """
        length, cards = column[LENGTH], column[CARDS]
        if kings_only:
            whole = cards[-length - 1] == BOTTOM
            return () if whole or length > most or not fills_empty[cards[-length]] else (length,)
        count = min(length, most >> 1)
        if cards[-count - 1] == BOTTOM:
            count -= 1
        if every_count:
            return range(2, count + 1)
        return (count,) if count > 1 else ()

    def card_price(card: int, onto: Column, needed: int) -> int:
        """What `card` adds to the estimate on a column whose top card it fits."""
        if whole_columns:
            grown = onto[GROWN].get(card) or grow(onto, card)
            return grown[PRICES][needed] - onto[PRICES][needed]
        there, price = onto[MASK], onto[BURDEN]
        if there & LOWER[card]:
            price += lower
            if there & LOWER_IN_SUIT[card]:
                price += suit
        if there & needed:
            price += needed_price
        if there & needed << 4:
            price += after_price
        return price

    def sequence_price(cards: tuple[int, ...], onto: Column) -> int:
        """What a sequence adds to the estimate on a column, but for cards needed there."""
        there, burden, price = onto[MASK], onto[BURDEN], 0
        for card in cards:
            price += burden
            burden += small[card]
            # The cards of a sequence are never above a lower one of its own.
            if there & LOWER[card]:
                price += lower
                if there & LOWER_IN_SUIT[card]:
                    price += suit
        return price

    def sequence_child(  # noqa: PLR0913, PLR0917
        node: Node, source: int, target: int, count: int, value: int, goes: int, pending: int, limit: int
    ) -> Successor | None:
        """The child to which some cards move together, unless it has been met or is not valued below the limit.

        `value` is the node's and the price of a move.
        """
        columns, needed = node[COLUMNS], node[NEEDED]
        column, onto = columns[source], columns[target]
        base, cards = column[BASES][count - 1], column[CARDS]
        if pending or base[FACE] & goes:
            value -= left
        else:
            goes = 0
        if whole_columns:
            grown = onto
            for card in cards[-count:]:
                grown = grown[GROWN].get(card) or grow(grown, card)
            value += base[PRICES][needed] - column[PRICES][needed] + grown[PRICES][needed] - onto[PRICES][needed]
        else:
            bare, there = base[MASK], onto[MASK]
            moved = column[MASK] ^ bare
            value += base[TOTAL] - column[TOTAL] + needed_price * shift(bare, there, moved, cards, count, needed)
            if weighs_after:
                value += after_price * shift(bare, there, moved, cards, count, needed << 4)
            if not there:
                value += on_empty[cards[-count]]
            if value >= limit - count * least_burden and not goes:
                return None
            value += sequence_price(cards[-count:], onto)
        if value >= limit and not goes:
            return None
        links = LINKS[cards[-count]]
        new_key = node[KEY] + links[onto[TOP]] - links[base[TOP]]
        if new_key in seen:
            return None
        seen.add(new_key)
        return value, node, source, target, count, new_key, goes

    def shift(bare: int, there: int, moved: int, cards: tuple[int, ...], count: int, wanted: int) -> int:
        """How many more cards lie above the deepest of the set `wanted` in their column when `count` of them move.

        It is all of them where one lies below them, and else what lies above one of their own.
        """
        if bare & wanted:
            if there & wanted:
                return 0
            more = -count
        elif there & wanted:
            more = count
        else:
            return 0
        if moved & wanted:
            above_own = above(cards[-count:], moved & wanted)
            return more - above_own if more > 0 else more + above_own
        return more

    def children(node: Node, limit: int = NO_LIMIT) -> list[Successor]:  # noqa: C901, PLR0912, PLR0915
        columns, cells, needed, key, value, _, _, _, _ = node
        faces = sum(map(face_of, columns))
        free = cell_count - cells.bit_count()
        if faces >> TO_LIFT <= free and faces >> TO_LIFT <= lifted:
            won.append(node)
            return []
        found: list[Successor] = []
        tops, empties = faces & ALL_CARDS, faces >> EMPTIES & 15
        goes, after = goes_home[needed], needed << 4
        # Only where the search begins can something lie ready to go home by itself; then every move sets it going.
        ready = (tops | cells) & needed
        pending = ready and ready & goes
        most = free + 1 if kings_only else free + 1 << empties
        has_empty = empties > 0
        if has_empty:
            empty = columns.index(no_column)
        value += depth
        # A card may go to a cell only if it costs more than this where it is, or what it covers goes home.
        cell_step, bar = 0, NO_LIMIT
        if free:
            cell_step = steps[-free]
            bar = value + cell_step - most_wanted - limit
        early = in_cell[needed]
        last = free == 1 and not empties  # one cell more, and there is no room
        places = None

        for source, column in enumerate(columns):
            _, card, under, under_face, bare, length, onto, link, cost, _, _, _, _, _, _, whole = column
            if whole_columns and length:
                cost = whole[needed] - under[PRICES][needed]
            hits = onto & tops
            uncovers = True if under_face & goes else pending
            if not (hits or cost > bar or has_empty or uncovers) or not length:
                continue
            without = value - cost
            if bare & needed:
                without -= needed_price
            if weighs_after and bare & after:
                without -= after_price
            first = 0
            if uncovers:
                first = goes
                without -= left

            if cost > bar or (uncovers and free):
                new_value = without + cell_step + early[card]
                if new_value < limit or uncovers:
                    new_key = key + IN_CELL[card] - link
                    if new_key not in seen and not (
                        last and bare and not uncovers and idle(under[TOP], tops ^ BITS[card], cells, needed)
                    ):
                        seen.add(new_key)
                        found.append((new_value, node, source, CELL, 1, new_key, first))

            if has_empty and bare:
                if fills_empty[card]:
                    new_value = without + on_empty[card]
                    if new_value < limit or uncovers:
                        new_key = key + LINKS[card][BOTTOM] - link
                        if new_key not in seen:
                            seen.add(new_key)
                            found.append((new_value, node, source, empty, 1, new_key, first))
                if length > 1:
                    for count in counts_to_empty(column, most):
                        child = sequence_child(node, source, empty, count, value, goes, pending, limit)
                        if child is not None:
                            found.append(child)

            while hits:
                target_card = hits.bit_length() - 1
                hits ^= BITS[target_card]
                count = (target_card >> 2) - (card >> 2)
                if count > most:
                    continue
                if places is None:
                    places = list(map(top_of, columns))
                target = places.index(target_card)
                if count > 1:
                    child = sequence_child(node, source, target, count, value, goes, pending, limit)
                    if child is not None:
                        found.append(child)
                    continue
                new_value = without + card_price(card, columns[target], needed)
                if new_value < limit or uncovers:
                    new_key = key + LINKS[card][target_card] - link
                    if new_key not in seen:
                        seen.add(new_key)
                        found.append((new_value, node, source, target, 1, new_key, first))

        while cells:
            card = cells.bit_length() - 1
            cells ^= BITS[card]
            hits = parents[card] & tops
            if has_empty and fills_empty[card]:
                hits |= ONE_EMPTY
            while hits:
                target_card = hits.bit_length() - 1
                hits ^= 1 << target_card
                new_value = value - steps[-free - 1] - early[card]
                if target_card == BOTTOM:
                    target = empty
                    new_value += on_empty[card]
                else:
                    if places is None:
                        places = list(map(top_of, columns))
                    target = places.index(target_card)
                    new_value += card_price(card, columns[target], needed)
                if pending:
                    new_value -= left
                elif new_value >= limit:
                    continue
                new_key = key + LINKS[card][target_card] - IN_CELL[card]
                if new_key not in seen:
                    seen.add(new_key)
                    found.append((new_value, node, CELL + card, target, 1, new_key, goes if pending else 0))

        # What can go home though it does not by itself.
        while ready:
            bit = ready & -ready
            ready ^= bit
            found.append((value - depth - left, node, 0, HOME, 1, key, bit))
        return found

    return children
