"""What can come of a position in one move: the inner loop of every search."""

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from freecell_tui.engine import Board, Build, EmptyColumn, Variant
from freecell_tui.solver.columns import (
    ALL_CARDS,
    BITS,
    EMPTY,
    IN_CELL,
    LINKS,
    ONE_EMPTY,
    ONE_TANGLED,
    Columns,
    Decoded,
    mask_of,
)
from freecell_tui.solver.weights import SCALE, Weights

CELL: Final = 16
"""As a target, a cell; as a source, CELL + n is the cell with card n. Columns are 0 to 9."""
HOME: Final = 15
"""As a target, home."""


class Homing(Enum):
    """What a search takes home by itself after every move."""

    SAFE = "safe"
    ALL = "all"


class Node(NamedTuple):
    """A position in a search, and how it came about.

    `columns` are numbers of `Columns`, in the places of the board's; `cells` and `needed` are sets of cards: those in
    cells, and those that the foundations wait for. `source`, `target` and `count` are the move that led here from
    `parent`, before cards went home by themselves.
    """

    columns: list[int]
    cells: int
    needed: int
    key: int
    value: int
    parent: "Node | None"
    source: int
    target: int
    count: int


# A child that is not yet made: its value, its parent, the move and its key. Most children are never looked at again,
# so only what their value needs is worked out at first. Where cards go home after the move the child is made at once,
# and takes the parent's place with a count of 0.
Child = tuple[int, Node, int, int, int, int]


class Moves:
    """The moves of one variant, valued by one set of weights, for one search.

    `seen` holds the keys of all positions met, and `won` the first one found from which everything can go home.
    """

    def __init__(self, variant: Variant, weights: Weights, homing: Homing, *, every_count: bool = False) -> None:
        self.variant = variant
        self.table = Columns(variant, weights)
        self.weights = weights
        self.homing = homing
        self.every_count = every_count
        self.seen: set[int] = set()
        self.won: list[Node] = []
        self.goes = GoesHome(everything=homing is Homing.ALL or variant.build is Build.SUIT)
        self.needed_price, self.after_price = round(SCALE * weights.needed), round(SCALE * weights.after)
        self._cell_steps = weights.cell_steps(variant.cells)
        self._left = round(SCALE * weights.left)
        self.made = self._maker()
        self.settled = self._settler()
        self.children = self._finder()

    def root(self, board: Board) -> Node:
        """The node of a board, as it lies: what could go home by itself has not."""
        columns = [self.table.of(column) for column in board.columns]
        in_cells = [card for card in board.free_cells if card is not None]
        needed = mask_of(4 * rank + suit for suit, rank in enumerate(board.foundations) if rank < 13)
        key = sum(IN_CELL[card] for card in in_cells)
        for column in board.columns:
            key += sum(LINKS[card][below] for card, below in zip(column, (52, *column), strict=False))
        self.seen.add(key)
        return Node(columns, mask_of(in_cells), needed, key, 0, None, 0, 0, 0)

    def _maker(self) -> Callable[[Child], Node]:
        """The function that makes a child's node."""
        table = self.table
        under, top, cards, grown = table.under, table.top, table.cards, table.grown

        def made(child: Child) -> Node:
            value, parent, source, target, count, key = child
            if not count:
                return parent
            columns, cells, needed = parent[0].copy(), parent[1], parent[2]
            if source >= CELL:
                card = source - CELL
                cells ^= 1 << card
                if target != HOME:
                    columns[target] = grown(columns[target], card)
            else:
                column = columns[source]
                if count == 1:
                    columns[source] = under[column]
                    if target == CELL:
                        cells |= 1 << top[column]
                    elif target != HOME:
                        columns[target] = grown(columns[target], top[column])
                else:
                    onto = columns[target]
                    for card in cards[column][-count:]:
                        onto = grown(onto, card)
                        column = under[column]
                    columns[source], columns[target] = column, onto
            return Node(columns, cells, needed, key, value, parent, source, target, count)

        return made

    def _settler(self) -> Callable[[Node, int], Node]:
        """The function that takes home what goes there after a move."""
        table, goes_home = self.table, self.goes
        face, top, cost, under, cards = table.face, table.top, table.cost, table.under, table.cards
        mask, under_mask = table.mask, table.under_mask
        steps, left = self._cell_steps, self._left
        needed_price, after_price = self.needed_price, self.after_price

        def above(column: int, wanted: int) -> int:
            """How many cards of a column lie above the deepest of those wanted, one of which it has."""
            line = cards[column]
            hits = mask[column] & wanted
            deepest = line.index((hits & -hits).bit_length() - 1)
            while hits := hits & hits - 1:
                deepest = min(deepest, line.index((hits & -hits).bit_length() - 1))
            return len(line) - 1 - deepest

        def settled(node: Node, first: int) -> Node:
            """`node` after the cards of the set `first` have gone home, and all that follow by themselves."""
            columns, cells, needed, key, value = node[0].copy(), node[1], node[2], node[3], node[4]
            goes = first
            while goes:
                bit = goes & cells
                if bit:
                    bit &= -bit
                    card = bit.bit_length() - 1
                    cells ^= bit
                    key -= IN_CELL[card]
                    value -= steps[cells.bit_count()] + left
                else:
                    for at, column in enumerate(columns):
                        if face[column] & goes:
                            break
                    else:
                        break
                    card = top[column]
                    bit = BITS[card]
                    columns[at] = under[column]
                    key -= LINKS[card][cards[column][-2]]
                    value -= cost[column] + left
                    if under_mask[column] & needed:
                        value -= needed_price
                    if under_mask[column] & needed << 4:
                        value -= after_price
                # The suit's next two cards are waited for now: what lies above them counts for more than before.
                now = (needed ^ bit) | bit << 4 & ALL_CARDS
                changed = bit << 4 | bit << 8
                for column in columns:
                    there = mask[column]
                    if there & changed:
                        if there & needed:
                            value -= needed_price * above(column, needed)
                        if there & now:
                            value += needed_price * above(column, now)
                        if there & needed << 4:
                            value -= after_price * above(column, needed << 4)
                        if there & now << 4:
                            value += after_price * above(column, now << 4)
                needed = now
                goes = goes_home[needed]
            return Node(columns, cells, needed, key, value, *node[5:])

        return settled

    def _finder(self) -> Callable[[Node], list[Child]]:  # noqa: C901, PLR0915, see below
        """The function that finds a position's children.

        It is one long function because everything in it is done some ten thousand times a second. Its loop is over the
        columns that a card can leave, and in it come the moves to a cell, to an empty column and onto a card; then the
        same for the cards in cells, and what can go home though it does not by itself.
        """
        table, seen, won, made, settled = self.table, self.seen, self.won, self.made, self.settled
        top, under, run, onto, cards = table.top, table.under, table.run, table.onto, table.cards
        mask, under_mask, cost, burden, to_cell, face = (
            table.mask,
            table.under_mask,
            table.cost,
            table.burden,
            table.to_cell,
            table.face,
        )
        face_of, top_of = face.__getitem__, top.__getitem__
        rules = table.rules
        parents, fills_empty, on_empty = rules.parents, rules.fills_empty, rules.on_empty
        lower, lower_in_suit = rules.lower, rules.lower_in_suit
        goes_home, decoded = self.goes, Decoded()
        cells_there, steps = self.variant.cells, self._cell_steps
        kings_only = self.variant.empty_column is EmptyColumn.KINGS
        every_count = self.every_count
        weights = self.weights
        needed_price, after_price = self.needed_price, self.after_price
        suit_price, lower_price = round(SCALE * weights.suit), round(SCALE * weights.lower)
        depth = round(SCALE * weights.depth)

        def put_price(card: int, target: int, needed: int) -> int:
            """What `card` adds to the estimate on a column that it fits on."""
            there = mask[target]
            price = burden[target]
            if there & lower_in_suit[card]:
                price += suit_price
            if there & lower[card]:
                price += lower_price
            if there & needed:
                price += needed_price
            if there & needed << 4:
                price += after_price
            return price

        def sequence_price(column: int, target: int, count: int, needed: int) -> int:
            """What moving `count` cards at once changes in the estimate."""
            after = needed << 4
            there = mask[target]
            small = burden[target]
            price = 0
            first = target == EMPTY
            for card in cards[column][-count:]:
                if first:
                    price += on_empty[card]
                    first = False
                else:
                    price += small
                    if there & lower_in_suit[card]:
                        price += suit_price
                    if there & lower[card]:
                        price += lower_price
                    if there & needed:
                        price += needed_price
                    if there & after:
                        price += after_price
                there |= BITS[card]
                if card < 16:
                    small += table.small_price[card]
                price -= cost[column]
                if under_mask[column] & needed:
                    price -= needed_price
                if under_mask[column] & after:
                    price -= after_price
                column = under[column]
            return price

        def children(node: Node) -> list[Child]:
            columns, cells, needed, key, value = node[0], node[1], node[2], node[3], node[4]
            faces = sum(map(face_of, columns))
            if faces < ONE_TANGLED:
                won.append(node)
                return []
            found: list[Child] = []
            tops = faces & ALL_CARDS
            empties = faces // ONE_EMPTY & 15
            goes, after = goes_home[needed], needed << 4
            pending = (tops | cells) & goes
            in_cells = decoded[cells]
            free = cells_there - len(in_cells)
            most = free + 1 if kings_only else (free + 1) << empties
            empty = columns.index(EMPTY) if empties else -1
            value += depth
            cell_step = steps[cells_there - free] if free else 0
            places = None

            for source, column in enumerate(columns):
                length = run[column]
                if not length:
                    continue
                card = top[column]
                bare = under_mask[column]
                uncovers = pending or face[under[column]] & goes
                without = value - cost[column]
                if bare & needed:
                    without -= needed_price
                if bare & after:
                    without -= after_price
                if free:
                    new_key = key + to_cell[column]
                    if uncovers:
                        child = made((without + cell_step, node, source, CELL, 1, new_key))
                        child = settled(child, goes_home[needed])
                        if child[3] not in seen:
                            seen.add(child[3])
                            found.append((child[4], child, 0, 0, 0, 0))
                    elif new_key not in seen:
                        seen.add(new_key)
                        found.append((without + cell_step, node, source, CELL, 1, new_key))
                if empties and (length > 1 or bare):
                    # One card; as many as may go; every count between where the rules of the search ask for it.
                    if kings_only:
                        first = cards[column][-length]
                        counts: tuple[int, ...] | range = ()
                        if length <= most and fills_empty[first] and cards[column][-length - 1] != 52:
                            counts = (length,)
                    else:
                        whole = most >> 1
                        if length < whole:
                            whole = length
                        if cards[column][-whole - 1] == 52:
                            whole -= 1
                        if every_count:
                            counts = range(1, whole + 1)
                        elif whole > 1:
                            counts = (1, whole)
                        else:
                            counts = (1,) if whole and fills_empty[card] else ()
                    for count in counts:
                        base, below = cards[column][-count], cards[column][-count - 1]
                        new_key = key + LINKS[base][52] - LINKS[base][below]
                        if new_key in seen:
                            continue
                        if count == 1:
                            new_value = without + on_empty[card]
                            uncovered = uncovers
                        else:
                            new_value = value + sequence_price(column, EMPTY, count, needed)
                            left = column
                            for _ in range(count):
                                left = under[left]
                            uncovered = pending or face[left] & goes
                        if uncovered:
                            child = made((new_value, node, source, empty, count, new_key))
                            child = settled(child, goes)
                            if child[3] not in seen:
                                seen.add(child[3])
                                found.append((child[4], child, 0, 0, 0, 0))
                        else:
                            seen.add(new_key)
                            found.append((new_value, node, source, empty, count, new_key))
                hits = onto[column] & tops
                while hits:
                    target_card = hits.bit_length() - 1
                    hits ^= BITS[target_card]
                    count = (target_card >> 2) - (card >> 2)
                    if count > most:
                        continue
                    base, below = cards[column][-count], cards[column][-count - 1]
                    new_key = key + LINKS[base][target_card] - LINKS[base][below]
                    if new_key in seen:
                        continue
                    if places is None:
                        places = list(map(top_of, columns))
                    target = places.index(target_card)
                    if count == 1:
                        new_value = without + put_price(card, columns[target], needed)
                        uncovered = uncovers
                    else:
                        new_value = value + sequence_price(column, columns[target], count, needed)
                        left = column
                        for _ in range(count):
                            left = under[left]
                        uncovered = pending or face[left] & goes
                    if uncovered:
                        child = made((new_value, node, source, target, count, new_key))
                        child = settled(child, goes)
                        if child[3] not in seen:
                            seen.add(child[3])
                            found.append((child[4], child, 0, 0, 0, 0))
                    else:
                        seen.add(new_key)
                        found.append((new_value, node, source, target, count, new_key))

            cell_gain = steps[cells_there - free - 1] if in_cells else 0
            for card in in_cells:
                hits = parents[card] & tops
                while hits:
                    target_card = hits.bit_length() - 1
                    hits ^= BITS[target_card]
                    new_key = key + LINKS[card][target_card] - IN_CELL[card]
                    if new_key in seen:
                        continue
                    if places is None:
                        places = list(map(top_of, columns))
                    target = places.index(target_card)
                    new_value = value - cell_gain + put_price(card, columns[target], needed)
                    if pending:
                        child = settled(made((new_value, node, CELL + card, target, 1, new_key)), goes)
                        if child[3] not in seen:
                            seen.add(child[3])
                            found.append((child[4], child, 0, 0, 0, 0))
                    else:
                        seen.add(new_key)
                        found.append((new_value, node, CELL + card, target, 1, new_key))
                if empties and fills_empty[card]:
                    new_key = key + LINKS[card][52] - IN_CELL[card]
                    if new_key not in seen:
                        new_value = value - cell_gain + on_empty[card]
                        if pending:
                            child = settled(made((new_value, node, CELL + card, empty, 1, new_key)), goes)
                            if child[3] not in seen:
                                seen.add(child[3])
                                found.append((child[4], child, 0, 0, 0, 0))
                        else:
                            seen.add(new_key)
                            found.append((new_value, node, CELL + card, empty, 1, new_key))

            ready = (tops | cells) & needed
            while ready:
                bit = ready & -ready
                ready ^= bit
                child = settled(Node(columns, cells, needed, key, value - depth, node, -1, HOME, 1), bit)
                if child[3] not in seen:
                    seen.add(child[3])
                    found.append((child[4], child, 0, 0, 0, 0))
            return found

        return children


class GoesHome(dict[int, int]):
    """For each set of needed cards, those among them that go home by themselves.

    By Raymond's rule a card of rank r will not be missed on the table when both cards of the other colour are home up
    to rank r − 1; or both up to r − 2, and the other suit of its own colour up to r − 3: the cards that could be put
    on it can then go home themselves, and so can those that could be put on them.
    """

    def __init__(self, *, everything: bool) -> None:
        super().__init__()
        self._everything = everything

    def __missing__(self, needed: int) -> int:
        self[needed] = safe = needed if self._everything else self._safe(needed)
        return safe

    @staticmethod
    def _safe(needed: int) -> int:
        home = [13, 13, 13, 13]
        for card in range(52):
            if needed & BITS[card]:
                home[card % 4] = card // 4
        safe = 0
        for suit, other in ((0, 3), (1, 2), (2, 1), (3, 0)):
            rank = home[suit] + 1
            least = min(home[1], home[2]) if suit in (0, 3) else min(home[0], home[3])
            if rank <= 13 and (rank <= 2 or least >= rank - 1 or (least >= rank - 2 and home[other] >= rank - 3)):
                safe |= BITS[4 * (rank - 1) + suit]
        return safe
