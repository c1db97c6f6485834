"""The expansion of a node: the inner loop of the searches for a win."""

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from freecell_tui.engine import EmptyColumn
from freecell_tui.solver.card_rules import CardRules
from freecell_tui.solver.card_sets import ALL_CARDS, BITS, BOTTOM
from freecell_tui.solver.columns import (
    CARDS,
    EMPTIES,
    LENGTH,
    ONE_EMPTY,
    PRICES,
    REMAINDERS,
    SUMMARY,
    TO_LIFT,
    TOP,
    Column,
    summary_of,
    top_of,
)
from freecell_tui.solver.nodes import CELL, COLUMNS, HOME, KEY, NEEDED, Node, Successor
from freecell_tui.solver.pricing import make_card_pricer, make_sequence_pricer
from freecell_tui.solver.space import SearchSpace
from freecell_tui.solver.zobrist import ZOBRIST, ZOBRIST_IN_CELL

NO_LIMIT: Final = 1 << 62
"""More than any estimate."""


SequenceSuccessor: TypeAlias = Callable[[Node, int, int, int, int, int, int, int], Successor | None]


class Expander(Protocol):
    """The function that expands the nodes of a search."""

    def __call__(self, node: Node, limit: int = ...) -> list[Successor]:
        """Return the unvisited successors of `node` whose estimate is below `limit`.

        They are marked visited. Successors after which cards go home are returned whatever their estimate: it is not
        known yet, and neither is their final key, which `make_applier` looks up. If everything can go home from the
        node, the result is empty and the node is added to `won` of the search space.
        """


def make_expander(space: SearchSpace) -> Expander:  # noqa: C901, PLR0915 - see below
    """Return the function that expands nodes of a search space.

    Its loops are kept in one function: a call costs a third of generating a successor. First come the moves of each
    column's cards, to a cell, to an empty column, onto a card; then those of the cards in cells; and at last those to
    the foundations that do not happen by themselves.
    """
    variant, rules, prices, visited, won = space.variant, space.rules, space.prices, space.visited, space.won
    accepted_by, fills_empty, on_empty = rules.accepted_by, rules.fills_empty, prices.on_empty
    left, depth, needed_price, after_price = prices.left, prices.depth, prices.needed, prices.after
    most_wanted = max(needed_price, 0) + max(after_price, 0)
    steps, cell_prices, safe_moves = space.cell_steps, space.cell_prices, space.safe_moves
    kings_only, no_column = variant.empty_column is EmptyColumn.KINGS, space.columns.empty
    cell_count, max_lifted, has_column_prices = variant.cells, space.max_lifted, space.has_column_prices
    price_card, is_pointless = make_card_pricer(space), _make_is_pointless(rules)
    counts_to_empty, sequence_successor = _make_counts_to_empty(space), _make_sequence_successor(space)

    def expand(node: Node, limit: int = NO_LIMIT) -> list[Successor]:  # noqa: C901, PLR0912, PLR0915 - see above
        columns, cells, needed, key, estimate, _, _, _, _ = node
        summary = sum(map(summary_of, columns))
        free = cell_count - cells.bit_count()
        if summary >> TO_LIFT <= free and summary >> TO_LIFT <= max_lifted:
            won.append(node)
            return []
        found: list[Successor] = []
        places = list(map(top_of, columns))
        tops, empties = summary & ALL_CARDS, summary >> EMPTIES & 15
        max_count = free + 1 if kings_only else free + 1 << empties
        empty = places.index(BOTTOM) if empties else -1
        safe, after = safe_moves[needed], needed << 4
        # Only at the root can a card be ready to go home by itself; then every move sets it going.
        ready = (tops | cells) & needed
        pending = ready & safe
        estimate += depth
        early = cell_prices[needed]
        # A card may go to a cell only if it costs more than the bar where it is, or if what it covers goes home.
        cell_step = steps[-free] if free else 0
        bar = estimate + cell_step - most_wanted - limit if free else NO_LIMIT
        last = free == 1 and not empties  # one cell more, and there is no room

        for source, column in enumerate(columns):
            _, card, under, under_summary, under_mask, length, targets, term, price, _, _, _, _, _, _, whole = column
            if has_column_prices and length:
                price = whole[needed] - under[PRICES][needed]
            hits = targets & tops
            uncovers = True if under_summary & safe else pending
            if not (hits or price > bar or empties or uncovers) or not length:
                continue
            without = estimate - price
            if under_mask & needed:
                without -= needed_price
            if after_price and under_mask & after:
                without -= after_price
            going = 0
            if uncovers:
                going = safe
                without -= left

            if price > bar or (uncovers and free):
                new_estimate = without + cell_step + early[card]
                if new_estimate < limit or uncovers:
                    new_key = key + ZOBRIST_IN_CELL[card] - term
                    if new_key not in visited and not (
                        last
                        and under_mask
                        and not uncovers
                        and is_pointless(under[TOP], tops ^ BITS[card], cells, needed)
                    ):
                        visited.add(new_key)
                        found.append((new_estimate, node, source, CELL, 1, new_key, going))
            if empties and under_mask and fills_empty[card]:
                new_estimate = without + on_empty[card]
                if new_estimate < limit or uncovers:
                    new_key = key + ZOBRIST[card][BOTTOM] - term
                    if new_key not in visited:
                        visited.add(new_key)
                        found.append((new_estimate, node, source, empty, 1, new_key, going))
            if length > 1 and empties and under_mask:
                for count in counts_to_empty(column, max_count):
                    successor = sequence_successor(node, source, empty, count, estimate, safe, pending, limit)
                    if successor is not None:
                        found.append(successor)
            while hits:
                target_card = hits.bit_length() - 1
                hits ^= BITS[target_card]
                count = (target_card >> 2) - (card >> 2)
                if count > max_count:
                    continue
                target = places.index(target_card)
                if count > 1:
                    successor = sequence_successor(node, source, target, count, estimate, safe, pending, limit)
                    if successor is not None:
                        found.append(successor)
                    continue
                new_key = key + ZOBRIST[card][target_card] - term
                if new_key not in visited:
                    new_estimate = without + price_card(card, columns[target], needed)
                    if new_estimate < limit or uncovers:
                        visited.add(new_key)
                        found.append((new_estimate, node, source, target, 1, new_key, going))

        while cells:
            card = cells.bit_length() - 1
            cells ^= BITS[card]
            hits = accepted_by[card] & tops
            if empties and fills_empty[card]:
                hits |= ONE_EMPTY
            while hits:
                target_card = hits.bit_length() - 1
                hits ^= BITS[target_card]
                new_key = key + ZOBRIST[card][target_card] - ZOBRIST_IN_CELL[card]
                if new_key not in visited:
                    target = places.index(target_card)
                    new_estimate = estimate - steps[-free - 1] - early[card] - (left if pending else 0)
                    onto = columns[target]
                    new_estimate += on_empty[card] if onto is no_column else price_card(card, onto, needed)
                    if new_estimate < limit or pending:
                        visited.add(new_key)
                        found.append((new_estimate, node, CELL + card, target, 1, new_key, pending and safe))
        while ready:  # to go home, though not by itself
            bit = ready & -ready
            ready ^= bit
            found.append((estimate - depth - left, node, 0, HOME, 1, key, bit))
        return found

    return expand


def _make_is_pointless(rules: CardRules) -> Callable[[int, int, int, int], bool]:
    accepted_by, accepts = rules.accepted_by, rules.accepts

    def is_pointless(uncovered: int, tops: int, cells: int, needed: int) -> bool:
        """Return whether to put the card on `uncovered` in the last cell opens no move.

        That is so when there is no empty column and the uncovered card can neither be moved nor moved onto; `tops` are
        the other top cards. The move to the cell can then be left out, and no win is lost. For suppose that a win goes
        on from there. Its next move, M, is not one of the uncovered card, nor one onto it. If M moves the card in that
        cell, the two moves are one move, which is generated. If not, M could be made before as well, for it needs no
        room and takes none, and the card can still go to the cell afterwards: the same position is reached by M first,
        in as few moves, and M is not left out. So each position that is won has a successor that is won in fewer moves,
        all the way to the win. 11982 is proved with 28 % fewer positions this way.
        """
        return not (BITS[uncovered] & needed or accepted_by[uncovered] & tops or accepts[uncovered] & (tops | cells))

    return is_pointless


def _make_sequence_successor(space: SearchSpace) -> SequenceSuccessor:
    visited, left, price_sequence = space.visited, space.prices.left, make_sequence_pricer(space)

    def sequence_successor(  # noqa: PLR0913, PLR0917 - passed on, for working them out again costs more
        node: Node, source: int, target: int, count: int, estimate: int, safe: int, pending: int, limit: int
    ) -> Successor | None:
        """Return the successor after a move of several cards; None if it is left out.

        It is marked visited. `Expander` says what is left out, and the last four arguments are variables of `expand`.
        """
        columns = node[COLUMNS]
        column, onto = columns[source], columns[target]
        remainder, terms = column[REMAINDERS][count - 1], ZOBRIST[column[CARDS][-count]]
        key = node[KEY] + terms[onto[TOP]] - terms[remainder[TOP]]
        if key in visited:
            return None
        if pending or remainder[SUMMARY] & safe:
            estimate += price_sequence(column, remainder, onto, count, node[NEEDED], NO_LIMIT) - left
        else:
            safe = 0
            estimate += price_sequence(column, remainder, onto, count, node[NEEDED], limit - estimate)
            if estimate >= limit:
                return None
        visited.add(key)
        return estimate, node, source, target, count, key, safe

    return sequence_successor


def _make_counts_to_empty(space: SearchSpace) -> Callable[[Column, int], tuple[int, ...] | range]:
    fills_empty, every_count = space.rules.fills_empty, space.every_count
    kings_only = space.variant.empty_column is EmptyColumn.KINGS

    def counts_to_empty(column: Column, max_count: int) -> tuple[int, ...] | range:
        """Return the numbers of cards, above one, to move to an empty column.

        That is the most that may go, or every number. `max_count` may move onto a card. A whole column never moves, for
        that changes nothing.
        """
        length, cards = column[LENGTH], column[CARDS]
        if kings_only:
            whole = cards[-length - 1] == BOTTOM
            return () if whole or length > max_count or not fills_empty[cards[-length]] else (length,)
        count = min(length, max_count >> 1)
        if cards[-count - 1] == BOTTOM:
            count -= 1
        if every_count:
            return range(2, count + 1)
        return (count,) if count > 1 else ()

    return counts_to_empty
