"""The node of a child: its move made, and what goes home after it gone home.

Like all that runs some ten thousand times a second, the functions are closures, whose variables are at hand, and take
columns and nodes apart by place and not by name.
"""

from collections.abc import Callable
from functools import partial

from freecell_tui.solver.columns import ALL_CARDS, BITS, IN_CELL, LINKS, Column
from freecell_tui.solver.ground import Ground
from freecell_tui.solver.nodes import CELL, HOME, Child, Node

# What `Node(…)` does, in a third less time.
_new_node = partial(tuple.__new__, Node)


def maker(ground: Ground) -> Callable[[Child], Node | None]:
    """The function that makes a child's node, or None where that turns out to be a position met before."""
    settled, seen, grow = _settler(ground), ground.seen, ground.columns.grow

    def made(child: Child) -> Node | None:
        value, parent, source, target, count, key, first = child
        if not count:
            return parent
        columns, cells, needed = parent[0].copy(), parent[1], parent[2]
        if target == CELL:
            column = columns[source]
            cells |= BITS[column[1]]
            columns[source] = column[2]
        elif source >= CELL:
            card = source - CELL
            cells ^= BITS[card]
            onto = columns[target]
            columns[target] = onto[12].get(card) or grow(onto, card)
        elif target != HOME:
            column, onto = columns[source], columns[target]
            for card in column[9][-count:]:
                onto = onto[12].get(card) or grow(onto, card)
                column = column[2]
            columns[source], columns[target] = column, onto
        if not first:
            return _new_node((columns, cells, needed, key, value, parent, source, target, count))
        node = settled(child, columns, cells)
        # A first move may cover what lay ready to go home: then nothing goes, and the key is the one just noted.
        if node[3] != key or target == HOME:
            if node[3] in seen:
                return None
            seen.add(node[3])
        return node

    return made


def _settler(ground: Ground) -> Callable[[Child, list[Column], int], Node]:  # noqa: C901, PLR0915
    goes_home, steps, prices = ground.goes_home, ground.cell_steps, ground.prices
    left, needed_price, after_price = prices.left, prices.needed, prices.after

    def above(cards: tuple[int, ...], hits: int) -> int:
        """How many cards of a column lie above the deepest of the set `hits`, all of which it has."""
        deepest = len(cards)
        while hits:
            card = hits.bit_length() - 1
            hits ^= BITS[card]
            place = cards.index(card)
            if place < deepest:  # noqa: PLR1730 - a call of min takes as long as all the rest
                deepest = place
        return len(cards) - 1 - deepest

    def settled(child: Child, columns: list[Column], cells: int) -> Node:  # noqa: C901, PLR0912
        """The node of a child whose move left these columns and cells, and from which cards go home."""
        value, parent, source, target, count, key, goes = child
        value += left
        before = needed = parent[2]
        before_after = before << 4
        while goes:
            bit = goes & cells
            if bit:
                bit &= -bit
                cells ^= bit
                key -= IN_CELL[bit.bit_length() - 1]
                value -= steps[cells.bit_count()] + left
            else:
                for at, column in enumerate(columns):  # noqa: B007, it is used after the loop
                    bit = column[0] & goes
                    if bit:
                        break
                else:
                    break
                _, card, columns[at], _, bare, _, _, cost, _, cards, _, _, _ = column
                key -= LINKS[card][cards[-2]]
                value -= cost + left
                if bare & before:
                    value -= needed_price
                if bare & before_after:
                    value -= after_price
            needed ^= bit | bit << 4 & ALL_CARDS
            goes = goes_home[needed]
        # Other cards are waited for now, and what lies above them counts.
        changed, after = needed ^ before, needed << 4
        changed_after = changed << 4
        changed_any = changed | changed_after
        for column in columns:
            there = column[10]
            if there & changed_any:
                if there & changed:
                    if hits := there & before:
                        value -= needed_price * above(column[9], hits)
                    if hits := there & needed:
                        value += needed_price * above(column[9], hits)
                if there & changed_after:
                    if hits := there & before_after:
                        value -= after_price * above(column[9], hits)
                    if hits := there & after:
                        value += after_price * above(column[9], hits)
        return _new_node((columns, cells, needed, key, value, parent, source, target, count))

    return settled
