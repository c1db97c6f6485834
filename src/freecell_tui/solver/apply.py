"""Turning successors into nodes: make the move, and send home what goes home.

Like everything that runs some ten thousand times a second, the functions are closures: their variables are the cheapest
to reach.
"""

from collections.abc import Callable
from itertools import accumulate
from typing import TypeAlias

from freecell_tui.solver.card_sets import ALL_CARDS, BITS, count_above
from freecell_tui.solver.columns import CARDS, MASK, POPPED, PRICES, PUSHED, TOP, Column, summary_of, top_of
from freecell_tui.solver.nodes import CELL, CELLS, COLUMNS, ESTIMATE, HOME, NEEDED, Node, Successor
from freecell_tui.solver.space import SearchSpace
from freecell_tui.solver.zobrist import ZOBRIST_IN_CELL

Applier: TypeAlias = Callable[[Successor], Node | None]
"""Returns the node of a successor; None if the position after cards have gone home was visited before."""


def make_applier(space: SearchSpace) -> Applier:
    """Return the function that makes the nodes of a search space."""
    auto_home, push = _make_auto_home(space), space.columns.push

    def apply(successor: Successor) -> Node | None:
        estimate, parent, source, target, count, key, going = successor
        if not count:
            return parent
        columns, cells = parent[COLUMNS].copy(), parent[CELLS]
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
            return columns, cells, parent[NEEDED], key, estimate, parent, source, target, count
        return auto_home(successor, columns, cells)

    return apply


def _make_auto_home(space: SearchSpace) -> Callable[[Successor, list[Column], int], Node | None]:
    visited, safe_moves, steps, prices = space.visited, space.safe_moves, space.cell_steps, space.prices
    has_column_prices = space.has_column_prices
    left, needed_price, after_price = prices.left, prices.needed, prices.after
    totals = (0, *accumulate(steps))
    column_sum, needed_delta = _make_column_sum(space), _make_needed_delta(space)
    last_parent: Node | None = None
    constant = 0

    def auto_home(successor: Successor, columns: list[Column], cells: int) -> Node | None:
        """Return the node of a successor, after cards have gone home.

        `columns` and `cells` are as its move left them, and are changed. None if the position was visited before.
        """
        nonlocal last_parent, constant
        estimate, parent, source, target, count, key, going = successor
        estimate = totals[cells.bit_count()] if has_column_prices else estimate + left
        before = needed = parent[NEEDED]
        after_before = before << 4
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
                columns[at] = under
                tops[at] = under[TOP]
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
        if needed != before:
            if key in visited:
                return None
            visited.add(key)
        if has_column_prices:
            # Most successors of a node come one after the other.
            if parent is not last_parent:
                last_parent, in_cells = parent, parent[CELLS]
                constant = parent[ESTIMATE] - column_sum(parent[COLUMNS], in_cells, before)
                constant -= totals[in_cells.bit_count()]
            estimate += constant + column_sum(columns, cells, needed)
        else:
            estimate += needed_delta(columns, before, needed)
        return columns, cells, needed, key, estimate, parent, source, target, count

    return auto_home


def _make_column_sum(space: SearchSpace) -> Callable[[list[Column], int, int], int]:
    cell_prices = space.cell_prices

    def column_sum(columns: list[Column], cells: int, needed: int) -> int:
        """Return what the columns as a whole and the cards in cells add to the estimate."""
        early = cell_prices[needed]
        price = sum([column[PRICES][needed] for column in columns])
        while cells:
            card = cells.bit_length() - 1
            cells ^= BITS[card]
            price += early[card]
        return price

    return column_sum


def _make_needed_delta(space: SearchSpace) -> Callable[[list[Column], int, int], int]:
    needed_price, after_price = space.prices.needed, space.prices.after

    def needed_delta(columns: list[Column], before: int, needed: int) -> int:
        """Return what it adds to the estimate that `needed` has changed from `before`."""
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

    return needed_delta
