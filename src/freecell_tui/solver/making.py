"""The node of a child: its move made, and what goes home after it gone home.

Like all that runs some ten thousand times a second, the functions are closures, whose variables are at hand.
"""

from collections.abc import Callable

from freecell_tui.solver.columns import (
    ALL_CARDS,
    BITS,
    CARDS,
    GROWN,
    IN_CELL,
    MASK,
    TOP,
    UNDER,
    Column,
    above,
    face_of,
    top_of,
)
from freecell_tui.solver.ground import Ground
from freecell_tui.solver.nodes import CELL, CELLS, COLUMNS, HOME, KEY, NEEDED, Child, Node


def maker(ground: Ground) -> Callable[[Child], "Node | None"]:
    """The function that makes a child's node, or None where that turns out to be a position met before."""
    settled, seen, grow = _settler(ground), ground.seen, ground.columns.grow

    def made(child: Child) -> "Node | None":
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
        node = settled(child, columns, cells)
        # A first move may cover what lay ready to go home: then nothing goes, and the key is the one just noted.
        if node[KEY] != key or target == HOME:
            if node[KEY] in seen:
                return None
            seen.add(node[KEY])
        return node

    return made


def _settler(ground: Ground) -> Callable[[Child, list[Column], int], Node]:
    goes_home, steps, prices = ground.goes_home, ground.cell_steps, ground.prices
    left, needed_price, after_price = prices.left, prices.needed, prices.after
    weighs_after = after_price != 0

    def settled(child: Child, columns: list[Column], cells: int) -> Node:
        """The node of a child whose move left these columns and cells, and from which cards go home."""
        value, parent, source, target, count, key, goes = child
        value += left
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
                face, _, under, under_face, bare, _, _, link, cost, _, _, _, _, _, _ = columns[at]
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
        # Other cards are waited for now, and what lies above them counts.
        changed, after = needed ^ before, needed << 4
        changed_after = changed << 4 if weighs_after else 0
        changed_any = changed | changed_after
        for column in columns:
            there = column[MASK]
            if there & changed_any:
                cards = column[CARDS]
                if there & changed:
                    value += needed_price * (above(cards, there & needed) - above(cards, there & before))
                if there & changed_after:
                    value += after_price * (above(cards, there & after) - above(cards, there & before_after))
        return columns, cells, needed, key, value, parent, source, target, count

    return settled
