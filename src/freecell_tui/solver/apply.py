"""The node of a child: its move made, and what goes home after it gone home.

Like all that runs some ten thousand times a second, the functions are closures, whose variables are at hand.
"""

from collections.abc import Callable
from itertools import accumulate

from freecell_tui.solver.columns import (
    ALL_CARDS,
    BITS,
    CARDS,
    GROWN,
    IN_CELL,
    MASK,
    PRICES,
    TOP,
    UNDER,
    Column,
    above,
    face_of,
    top_of,
)
from freecell_tui.solver.nodes import CELL, CELLS, COLUMNS, HOME, NEEDED, VALUE, Node, Successor
from freecell_tui.solver.space import SearchSpace


def maker(ground: SearchSpace) -> Callable[[Successor], "Node | None"]:
    """The function that makes a child's node, or None where that turns out to be a position met before."""
    settled, grow = _settler(ground), ground.columns.grow

    def made(child: Successor) -> "Node | None":
        value, parent, source, target, count, key, first = child
        if not count:
            return parent
        columns, cells = parent[COLUMNS].copy(), parent[CELLS]
        if target == CELL:
            column = columns[source]
            cells |= BITS[column[TOP]]
            columns[source] = column[UNDER]
        elif source >= CELL:
            card = source - CELL
            cells ^= BITS[card]
            onto = columns[target]
            columns[target] = onto[GROWN].get(card) or grow(onto, card)
        elif target != HOME:
            column, onto = columns[source], columns[target]
            for card in column[CARDS][-count:]:
                onto = onto[GROWN].get(card) or grow(onto, card)
                column = column[UNDER]
            columns[source], columns[target] = column, onto
        if not first:
            return columns, cells, parent[NEEDED], key, value, parent, source, target, count
        return settled(child, columns, cells)

    return made


def _settler(ground: SearchSpace) -> Callable[[Successor, list[Column], int], "Node | None"]:
    seen, goes_home, steps, prices, whole_columns = (
        ground.seen,
        ground.goes_home,
        ground.cell_steps,
        ground.prices,
        ground.whole_columns,
    )
    left, needed_price, after_price = prices.left, prices.needed, prices.after
    weighs_after = after_price != 0
    totals = (0, *accumulate(steps))
    as_whole, newly_above = _summer(ground), _comparer(ground)
    last: Node | None = None
    what_stays = 0

    def settled(child: Successor, columns: list[Column], cells: int) -> "Node | None":
        """The node of a child whose move left these columns and cells, and from which cards go home."""
        nonlocal last, what_stays
        value, parent, source, target, count, key, goes = child
        value = totals[cells.bit_count()] if whole_columns else value + left
        before = needed = parent[NEEDED]
        before_after = before << 4
        tops, exposed = list(map(top_of, columns)), cells | sum(map(face_of, columns))
        while bit := goes & exposed:
            bit &= -bit
            card = bit.bit_length() - 1
            if bit & cells:
                cells ^= bit
                exposed ^= bit
                key -= IN_CELL[card]
                value -= steps[cells.bit_count()] + left
            else:
                at = tops.index(card)
                face, _, under, under_face, bare, _, _, link, cost, *_ = columns[at]
                columns[at] = under
                tops[at] = under[TOP]
                exposed += under_face - face
                key -= link
                value -= cost + left
                if bare & before:
                    value -= needed_price
                if weighs_after and bare & before_after:
                    value -= after_price
            needed ^= bit | bit << 4 & ALL_CARDS
            goes = goes_home[needed]
        # A first move may cover what lay ready to go home: then nothing goes, and the key is the one just noted.
        if needed != before:
            if key in seen:
                return None
            seen.add(key)
        if whole_columns:
            # Most children of a node come one after the other.
            if parent is not last:
                last, rest = parent, parent[CELLS]
                what_stays = parent[VALUE] - as_whole(parent[COLUMNS], rest, before) - totals[rest.bit_count()]
            value += what_stays + as_whole(columns, cells, needed)
        else:
            value += newly_above(columns, before, needed)
        return columns, cells, needed, key, value, parent, source, target, count

    return settled


def _summer(ground: SearchSpace) -> Callable[[list[Column], int, int], int]:
    in_cell = ground.in_cell

    def as_whole(columns: list[Column], cells: int, needed: int) -> int:
        """What columns add to the estimate as a whole, and cards in cells besides."""
        early = in_cell[needed]
        price = sum([column[PRICES][needed] for column in columns])
        while cells:
            card = cells.bit_length() - 1
            cells ^= BITS[card]
            price += early[card]
        return price

    return as_whole


def _comparer(ground: SearchSpace) -> Callable[[list[Column], int, int], int]:
    needed_price, after_price = ground.prices.needed, ground.prices.after
    weighs_after = after_price != 0

    def newly_above(columns: list[Column], before: int, needed: int) -> int:
        """What it adds that other cards are needed now, and what lies above them counts."""
        price, after, before_after = 0, needed << 4, before << 4
        changed = needed ^ before
        changed_after = changed << 4 if weighs_after else 0
        changed_any = changed | changed_after
        for column in columns:
            there = column[MASK]
            if there & changed_any:
                cards = column[CARDS]
                if there & changed:
                    price += needed_price * (above(cards, there & needed) - above(cards, there & before))
                if there & changed_after:
                    price += after_price * (above(cards, there & after) - above(cards, there & before_after))
        return price

    return newly_above
