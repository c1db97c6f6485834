"""The expansion of a node: the inner loop of the searches for a win."""

from collections.abc import Callable
from itertools import accumulate
from typing import Final, TypeAlias

from freecell_tui.solver.cards import (
    ALL_CARDS,
    BITS,
    BOTTOM,
    LOWER,
    LOWER_IN_SUIT,
    ZOBRIST,
    ZOBRIST_IN_CELL,
    CardRules,
    count_above,
)
from freecell_tui.solver.columns import (
    BURY_PRICE,
    CARDS,
    EMPTIES,
    LENGTH,
    MASK,
    ONE_EMPTY,
    POPPED,
    PRICES,
    PUSHED,
    REMAINDERS,
    SUMMARY,
    TO_LIFT,
    TOP,
    TOTAL_PRICE,
    Column,
    summary_of,
    top_of,
)
from freecell_tui.solver.space import CELL, CELLS, COLUMNS, ESTIMATE, HOME, KEY, NEEDED, Node, SearchSpace, Successor

# Turning successors into nodes: make the move, and send cards home.
#
# Like everything that runs some ten thousand times a second, the functions are closures, whose variables are the
# cheapest to access.

Applier: TypeAlias = Callable[[Successor], Node | None]
"""Returns the node of a successor, or None.

None if the position after cards have gone home was visited before.
"""


def make_applier(space: SearchSpace) -> Applier:
    """Return the function that makes the nodes of a search space."""
    visited, safe_moves, steps, prices = space.visited, space.safe_moves, space.cell_steps, space.prices
    left, needed_price, after_price, push = prices.left, prices.needed, prices.after, space.columns.push
    has_column_prices, totals, price_rest = space.has_column_prices, (0, *accumulate(steps)), _make_rest_price(space)

    def apply(successor: Successor) -> Node | None:
        estimate, parent, source, target, count, key, going = successor
        if not count:
            return parent
        columns, cells, needed = parent[COLUMNS].copy(), parent[CELLS], parent[NEEDED]
        if target == CELL:
            column = columns[source]
            cells |= BITS[column[TOP]]
            columns[source] = column[POPPED]
        elif source >= CELL:
            card = source - CELL
            cells ^= BITS[card]
            onto = columns[target]
            columns[target] = onto[PUSHED].get(card) or push(onto, card)
        elif target != HOME:
            column, onto = columns[source], columns[target]
            for card in column[CARDS][-count:]:
                onto = onto[PUSHED].get(card) or push(onto, card)
                column = column[POPPED]
            columns[source], columns[target] = column, onto
        if not going:
            return columns, cells, needed, key, estimate, parent, source, target, count
        estimate = totals[cells.bit_count()] if has_column_prices else estimate + left
        before, after_before = needed, needed << 4
        tops, exposed = list(map(top_of, columns)), cells | sum(map(summary_of, columns))
        while bit := going & exposed:
            bit &= -bit
            card = bit.bit_length() - 1
            if bit & cells:
                cells ^= bit
                exposed ^= bit
                key -= ZOBRIST_IN_CELL[card]
                estimate -= steps[cells.bit_count()] + left
            else:
                at = tops.index(card)
                summary, _, under, under_summary, under_mask, _, _, term, price, *_ = columns[at]
                columns[at], tops[at] = under, under[TOP]
                exposed += under_summary - summary
                key -= term
                estimate -= price + left
                if under_mask & before:
                    estimate -= needed_price
                if after_price and under_mask & after_before:
                    estimate -= after_price
            needed ^= bit | bit << 4 & ALL_CARDS
            going = safe_moves[needed]
        # A first move may cover a card that was ready to go home: then none goes, and the key is the one just marked.
        if needed != before and key in visited:
            return None
        visited.add(key)
        estimate += price_rest(parent, columns, cells, needed)
        return columns, cells, needed, key, estimate, parent, source, target, count

    return apply


def _make_rest_price(space: SearchSpace) -> Callable[[Node, list[Column], int, int], int]:
    """Return the function that prices all other cards after home moves."""
    cell_prices, needed_price, after_price = space.cell_prices, space.prices.needed, space.prices.after
    totals, last_parent, constant = (0, *accumulate(space.cell_steps)), None, 0

    def column_sum(columns: list[Column], cells: int, needed: int) -> int:
        """Return the price of the whole columns and the cards in cells."""
        early = cell_prices[needed]
        price = sum([column[PRICES][needed] for column in columns])
        while cells:
            card = cells.bit_length() - 1
            cells ^= BITS[card]
            price += early[card]
        return price

    def by_column(parent: Node, columns: list[Column], cells: int, needed: int) -> int:
        nonlocal last_parent, constant
        # Most successors of a node are applied in succession.
        if parent is not last_parent:
            last_parent, in_cells = parent, parent[CELLS]
            constant = parent[ESTIMATE] - column_sum(parent[COLUMNS], in_cells, parent[NEEDED])
            constant -= totals[in_cells.bit_count()]
        return constant + column_sum(columns, cells, needed)

    def by_card(parent: Node, columns: list[Column], _: int, needed: int) -> int:
        """Return the change of the estimate when `needed` is needed next."""
        before = parent[NEEDED]
        price, after, after_before = 0, needed << 4, before << 4
        changed = needed ^ before
        changed_after = changed << 4 if after_price else 0
        changed_any = changed | changed_after
        for column in columns:
            there = column[MASK]
            if there & changed_any:
                cards = column[CARDS]
                if there & changed:
                    price += needed_price * (count_above(cards, there & needed) - count_above(cards, there & before))
                if there & changed_after:
                    price += after_price * (
                        count_above(cards, there & after) - count_above(cards, there & after_before)
                    )
        return price

    return by_column if space.has_column_prices else by_card


# What a move's cards add to the estimate, by either heuristic; closures too, made once for a search.

PriceCard: TypeAlias = Callable[[int, Column, int], int]
"""Returns the price of a card on a column whose top accepts the card.

Its arguments are the card, the column and the set of needed cards.
"""

PriceSequence: TypeAlias = Callable[[Column, Column, Column, int, int, int], int]
"""Returns what moving cards adds to the estimate, given their column, what remains of it, their target, their number,
the set of needed cards, and an allowance: the result is exact if it is below that, and otherwise only known not to be.
"""


def _make_pricers_by_column(space: SearchSpace) -> tuple[PriceCard, PriceSequence]:
    push = space.columns.push

    def price_card(card: int, onto: Column, needed: int) -> int:
        pushed = onto[PUSHED].get(card) or push(onto, card)
        return pushed[PRICES][needed] - onto[PRICES][needed]

    def price_sequence(
        column: Column, remainder: Column, onto: Column, count: int, needed: int, _allowance: int
    ) -> int:
        pushed = onto
        for card in column[CARDS][-count:]:
            pushed = pushed[PUSHED].get(card) or push(pushed, card)
        price = pushed[PRICES][needed] - onto[PRICES][needed]
        return price + remainder[PRICES][needed] - column[PRICES][needed]

    return price_card, price_sequence


def _make_pricers_by_card(space: SearchSpace) -> tuple[PriceCard, PriceSequence]:
    prices = space.prices
    suit, lower, small, on_empty = prices.suit, prices.lower, prices.small, prices.on_empty
    needed_price, after_price, least_bury = prices.needed, prices.after, sum(min(0, price) for price in small)

    def price_card(card: int, onto: Column, needed: int) -> int:
        there, price = onto[MASK], onto[BURY_PRICE]
        if there & LOWER[card]:
            price += lower
            if there & LOWER_IN_SUIT[card]:
                price += suit
        if there & needed:
            price += needed_price
        if there & needed << 4:
            price += after_price
        return price

    def price_sequence(column: Column, remainder: Column, onto: Column, count: int, needed: int, allowance: int) -> int:
        there = onto[MASK]
        cards, left = column[CARDS][-count:], remainder[MASK]
        moved = column[MASK] ^ left
        price = remainder[TOTAL_PRICE] - column[TOTAL_PRICE]
        either = left | there
        if either & needed:
            price += needed_price * _newly_above(left & needed, there & needed, moved & needed, cards)
        if after_price and either & (after := needed << 4):
            price += after_price * _newly_above(left & after, there & after, moved & after, cards)
        if not there:
            price += on_empty[cards[0]]
        # Burying low cards cannot lower the price by more than this.
        if price >= allowance - count * least_bury:
            return price
        bury = onto[BURY_PRICE]
        for card in cards:
            price += bury
            bury += small[card]
            # The cards of a sequence are never above a lower one of their own.
            if there & LOWER[card]:
                price += lower
                if there & LOWER_IN_SUIT[card]:
                    price += suit
        return price

    return price_card, price_sequence


def _newly_above(left: int, there: int, moved: int, cards: tuple[int, ...]) -> int:
    """Return the change in cards above a wanted card when `cards` move.

    The sets are of wanted cards: `left` in the column they leave, `there` in the one they go to, and `moved` among
    them. What counts is the deepest wanted card of a column. If one is below the cards, all of them count, and else
    those above a wanted one of their own.
    """
    if left:
        if there:
            return 0
        more = -len(cards)
    elif there:
        more = len(cards)
    else:
        return 0
    if moved:
        above_own = count_above(cards, moved)
        return more - above_own if more > 0 else more + above_own
    return more


NO_LIMIT: Final = 1 << 62
"""More than any estimate."""

SequenceSuccessor: TypeAlias = Callable[[Node, int, int, int, int, int, int, int], Successor | None]


Expander: TypeAlias = Callable[[Node, int], list[Successor]]
"""Returns the unvisited successors below a limit, and marks them visited.

Successors after which cards go home are returned whatever their estimate: it is not known yet, and neither is their
final key, which `make_applier` looks up. If everything can go home from the node, there are none, and the node is added
to `won` of the search space.
"""


def make_expander(space: SearchSpace) -> Expander:  # noqa: C901, PLR0915 - see below
    """Return the function that expands nodes of a search space.

    Its loops are kept in one function: a call costs a third of generating a successor. First come the moves of each
    column's cards, to a cell, to an empty column, onto a card; then those of the cards in cells; and finally the
    home moves that are not automatic.
    """
    variant, rules, prices, visited, won = space.variant, space.rules, space.prices, space.visited, space.won
    accepted_by, fills_empty, on_empty = rules.accepted_by, rules.fills_empty, prices.on_empty
    left, depth, needed_price, after_price = prices.left, prices.depth, prices.needed, prices.after
    most_wanted = max(needed_price, 0) + max(after_price, 0)
    steps, cell_prices, safe_moves = space.cell_steps, space.cell_prices, space.safe_moves
    kings_only, no_column = variant.kings_only, space.columns.empty
    cell_count, max_lifted, has_column_prices = variant.cells, space.max_lifted, space.has_column_prices
    make_pricers = _make_pricers_by_column if has_column_prices else _make_pricers_by_card
    price_card, price_sequence = make_pricers(space)
    counts_to_empty, sequence_successor = _make_counts_to_empty(space), _make_sequence_successor(space, price_sequence)

    def expand(node: Node, limit: int) -> list[Successor]:  # noqa: C901, PLR0912, PLR0915 - see above
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
        # Only at the root can a card be ready to go home automatically; then every move triggers it.
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
                        and _is_pointless(rules, under[TOP], tops ^ BITS[card], cells, needed)
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
        while ready:  # to go home, but not automatically
            bit = ready & -ready
            ready ^= bit
            found.append((estimate - depth - left, node, 0, HOME, 1, key, bit))
        return found

    return expand


def _is_pointless(rules: CardRules, uncovered: int, tops: int, cells: int, needed: int) -> bool:
    """Return whether a move to the last cell opens no move.

    The card that moves lies on `uncovered`.

    That is so when there is no empty column and the uncovered card can neither be moved nor moved onto; `tops` are
    the other top cards. The move to the cell can then be left out, and no win is lost. Suppose that a win continues
    from there. Its next move, M, is not one of the uncovered card, nor one onto it. If M moves the card in that
    cell, the two moves are one move, which is generated. If not, M could be made before as well, for it needs no
    room and takes none, and the card can still go to the cell afterwards: the same position is reached by M first,
    in as few moves, and M is not left out. So each position that is won has a successor that is won in fewer moves,
    all the way to the win. 11982 is proved with 28 % fewer positions this way.
    """
    return not (
        BITS[uncovered] & needed or rules.accepted_by[uncovered] & tops or rules.accepts[uncovered] & (tops | cells)
    )


def _make_sequence_successor(space: SearchSpace, price_sequence: PriceSequence) -> SequenceSuccessor:
    visited, left = space.visited, space.prices.left

    def sequence_successor(  # noqa: PLR0913, PLR0917 - passed on, as computing them again costs more
        node: Node, source: int, target: int, count: int, estimate: int, safe: int, pending: int, limit: int
    ) -> Successor | None:
        """Return the successor after a move of several cards. None if it is left out.

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
    kings_only = space.variant.kings_only

    def counts_to_empty(column: Column, max_count: int) -> tuple[int, ...] | range:
        """Return the numbers of cards, above one, to move to an empty column.

        That is the maximum, or every number. `max_count` may move onto a card. A whole column never moves, as that
        changes nothing.
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
