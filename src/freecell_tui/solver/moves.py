"""What can come of a position in one move: the inner loop of every search."""

from collections.abc import Callable
from operator import itemgetter

from freecell_tui.engine import Board, Build, EmptyColumn, Variant
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
    Columns,
    card_rules,
    cards_in,
    mask_of,
)
from freecell_tui.solver.homing import GoesHome, Homing, foundations
from freecell_tui.solver.nodes import CELL, HOME, Child, Node
from freecell_tui.solver.weights import Weights

_FACE = itemgetter(0)
_TOP = itemgetter(1)


class Moves:
    """The moves of one variant, valued by one set of weights, for one search.

    `seen` holds the keys of all positions met, and `won` the nodes found from which everything can go home.

    `made(child)` is a child's node; `settled(child, first)` is the same after the cards of the set `first` have gone
    home, and all that follow by themselves; `children(node)` finds what has not been seen. They are closures rather
    than methods because they run some ten thousand times a second, and a closure's variables are at hand.
    """

    def __init__(self, variant: Variant, weights: Weights, homing: Homing, *, every_count: bool = False) -> None:
        self.variant = variant
        self.columns = Columns(variant, weights)
        self.prices = weights.prices
        self.cell_steps = weights.cell_steps(variant.cells)
        self.every_count = every_count
        self.goes_home = GoesHome(everything=homing is Homing.ALL or variant.build is Build.SUIT)
        self.seen: set[int] = set()
        self.won: list[Node] = []
        self.moved = _mover(self)
        self.made = _maker(self)
        self.children = _finder(self)

    def root(self, board: Board) -> Node:
        """The node of a board, as it lies: what could go home by itself has not."""
        columns = [self.columns.of(column) for column in board.columns]
        in_cells = [card for card in board.free_cells if card is not None]
        needed = mask_of(4 * rank + suit for suit, rank in enumerate(board.foundations) if rank < 13)
        key = sum([IN_CELL[card] for card in in_cells])
        for column in columns:
            key += sum([LINKS[card][below] for below, card in zip(column.cards, column.cards[1:], strict=False)])
        self.seen.add(key)
        return Node(columns, mask_of(in_cells), needed, key, 0)


    def estimate(self, node: Node) -> int:
        """The estimate of a position from scratch, but for the moves made: what a node's value keeps up to date."""
        prices = self.prices
        total = sum(self.cell_steps[: node.cells.bit_count()])
        total -= prices.left * sum(foundations(node.needed))
        for column in node.columns:
            height = len(column.cards) - 1
            for wanted, price in ((node.needed, prices.needed), (node.needed << 4, prices.after)):
                deepest = next((at for at, card in enumerate(column.cards) if wanted & BITS[card]), height)
                total += price * (height - deepest)
            while column.cards != (BOTTOM,):
                total += column.cost
                column = column.under  # noqa: PLW2901, down to the bottom
        return total


def _mover(moves: Moves) -> Callable[[Child], tuple[list[Column], int]]:
    grow = moves.columns.grow

    def moved(child: Child) -> tuple[list[Column], int]:
        """The columns and cells after a child's move."""
        _, parent, source, target, count, _, _ = child
        columns, cells = parent[0].copy(), parent[1]
        if source >= CELL:
            card = source - CELL
            cells ^= BITS[card]
            onto = columns[target]
            columns[target] = onto[12].get(card) or grow(onto, card)
        elif target == CELL:
            column = columns[source]
            cells |= BITS[column[1]]
            columns[source] = column[2]
        elif target != HOME:
            column, onto = columns[source], columns[target]
            for card in column[9][-count:]:
                onto = onto[12].get(card) or grow(onto, card)
                column = column[2]
            columns[source], columns[target] = column, onto
        return columns, cells

    return moved


def _maker(moves: Moves) -> Callable[[Child], Node | None]:
    moved, settled, seen = moves.moved, _settler(moves), moves.seen

    def made(child: Child) -> Node | None:
        value, parent, source, target, count, key, first = child
        if not count:
            return parent
        if not first:
            columns, cells = moved(child)
            return Node(columns, cells, parent[2], key, value, parent, source, target, count)
        node = settled(child)
        if node[3] in seen:
            return None
        seen.add(node[3])
        return node

    return made


def _settler(moves: Moves) -> Callable[[Child], Node]:
    moved, goes_home, steps, left = moves.moved, moves.goes_home, moves.cell_steps, moves.prices.left
    needed_price, after_price = moves.prices.needed, moves.prices.after

    def above(column: Column, hits: int) -> int:
        """How many cards of a column lie above the deepest of the set `hits`, all of which it has."""
        cards = column[9]
        deepest = cards.index(hits.bit_length() - 1)
        hits ^= BITS[cards[deepest]]
        while hits:
            card = hits.bit_length() - 1
            hits ^= BITS[card]
            if (place := cards.index(card)) < deepest:
                deepest = place
        return len(cards) - 1 - deepest

    def settled(child: Child) -> Node:
        """The node of a child from which cards go home."""
        value, parent, source, target, count, key, goes = child
        value += left
        needed = parent[2]
        columns, cells = moved(child)
        while goes:
            bit = goes & cells
            if bit:
                bit &= -bit
                cells ^= bit
                key -= IN_CELL[bit.bit_length() - 1]
                value -= steps[cells.bit_count()] + left
            else:
                for at, column in enumerate(columns):
                    bit = column[0] & goes
                    if bit:
                        break
                else:
                    break
                _, card, columns[at], _, bare, _, _, cost, _, cards, _, _, _ = column
                key -= LINKS[card][cards[-2]]
                value -= cost + left
                if bare & needed:
                    value -= needed_price
                if bare & needed << 4:
                    value -= after_price
            # The suit's next two cards are waited for now, and what lies above them counts for more than before.
            now = needed ^ bit | bit << 4 & ALL_CARDS
            changed = bit << 4 | bit << 8
            for column in columns:
                there = column[10]
                if there & changed:
                    if hits := there & needed:
                        value -= needed_price * above(column, hits)
                    if hits := there & now:
                        value += needed_price * above(column, hits)
                    if hits := there & needed << 4:
                        value -= after_price * above(column, hits)
                    if hits := there & now << 4:
                        value += after_price * above(column, hits)
            needed = now
            goes = goes_home[needed]
        return Node(columns, cells, needed, key, value, parent, source, target, count)

    return settled


def _pricer(moves: Moves) -> tuple[Callable[[int, Column, int], int], Callable[[Column, Column, int, int], int]]:
    prices = moves.prices
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
        there, burden, after = onto[10], onto[11], needed << 4
        price = 0
        for card in column[9][-count:]:
            price += burden if there else on_empty[card]
            if there & LOWER[card]:
                price += lower
                if there & LOWER_IN_SUIT[card]:
                    price += suit
            if there & needed:
                price += needed_price
            if there & after:
                price += after_price
            there |= BITS[card]
            burden += small[card]
            price -= column[7]
            bare = column[4]
            if bare & needed:
                price -= needed_price
            if bare & after:
                price -= after_price
            column = column[2]
        return price

    return card_price, sequence_price


def _finder(moves: Moves) -> Callable[[Node], list[Child]]:  # noqa: C901, PLR0915, one long loop, to be fast
    variant, seen, won, goes_home, left = moves.variant, moves.seen, moves.won, moves.goes_home, moves.prices.left
    rules, steps, every_count = card_rules(variant), moves.cell_steps, moves.every_count
    parents, fills_empty, on_empty = rules.parents, rules.fills_empty, moves.prices.on_empty
    cell_count, kings_only = variant.cells, variant.empty_column is EmptyColumn.KINGS
    needed_price, after_price, depth = moves.prices.needed, moves.prices.after, moves.prices.depth
    card_price, sequence_price = _pricer(moves)
    no_column = moves.columns.empty
    cards_of: dict[int, tuple[int, ...]] = {}

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

    def children(node: Node) -> list[Child]:
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
        in_cells = cards_of.get(cells)
        if in_cells is None:
            in_cells = cards_of[cells] = cards_in(cells)
        free = cell_count - len(in_cells)
        most = free + 1 if kings_only else free + 1 << empties
        if empties:
            empty = columns.index(no_column)
        cell_step = steps[-free] if free else 0
        value += depth
        places = None

        for source, column in enumerate(columns):
            _, card, _, under_face, bare, length, onto, cost, to_cell, cards, _, _, _ = column
            hits = onto & tops
            if not length or not (hits or free or empties):
                continue
            uncovers = pending or under_face & goes
            without = value - cost
            if bare & needed:
                without -= needed_price
            if bare & after:
                without -= after_price

            if free:
                new_key = key + to_cell
                if new_key not in seen:
                    seen.add(new_key)
                    if uncovers:
                        found.append((without + cell_step - left, node, source, CELL, 1, new_key, goes))
                    else:
                        found.append((without + cell_step, node, source, CELL, 1, new_key, 0))

            if empties and bare:
                for count in counts_to_empty(column, most):
                    first = cards[-count]
                    new_key = key + LINKS[first][BOTTOM] - LINKS[first][cards[-count - 1]]
                    if new_key in seen:
                        continue
                    seen.add(new_key)
                    if count == 1:
                        new_value, uncovered = without + on_empty[card], uncovers
                    else:
                        new_value = value + sequence_price(column, no_column, count, needed)
                        uncovered = pending or BITS[cards[-count - 1]] & goes
                    if uncovered:
                        found.append((new_value - left, node, source, empty, count, new_key, goes))
                    else:
                        found.append((new_value, node, source, empty, count, new_key, 0))

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
                seen.add(new_key)
                if places is None:
                    places = list(map(_TOP, columns))
                target = places.index(target_card)
                if count == 1:
                    new_value, uncovered = without + card_price(card, columns[target], needed), uncovers
                else:
                    new_value = value + sequence_price(column, columns[target], count, needed)
                    uncovered = pending or BITS[below] & goes
                if uncovered:
                    found.append((new_value - left, node, source, target, count, new_key, goes))
                else:
                    found.append((new_value, node, source, target, count, new_key, 0))

        for card in in_cells:
            hits = parents[card] & tops
            if empties and fills_empty[card]:
                hits |= ONE_EMPTY
            while hits:
                target_card = hits.bit_length() - 1
                hits ^= 1 << target_card
                new_key = key + LINKS[card][target_card] - IN_CELL[card]
                if new_key in seen:
                    continue
                seen.add(new_key)
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
                    found.append((new_value - left, node, CELL + card, target, 1, new_key, goes))
                else:
                    found.append((new_value, node, CELL + card, target, 1, new_key, 0))

        # What can go home though it does not by itself.
        ready = (tops | cells) & needed
        while ready:
            bit = ready & -ready
            ready ^= bit
            found.append((value - depth - left, node, 0, HOME, 1, key, bit))
        return found

    return children
