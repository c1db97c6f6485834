"""Exhaustive search of the easier game with exact keys, nothing forced and nothing left out: what a certificate holds.

The game is that of `relaxation`, in which loose twins may change places; see there why what is lost in it is lost. Here
some twins may be told apart. That makes it harder, up to the game itself, and the argument holds for any of them.
"""

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from freecell_tui.engine import DECK, Board, Variant
from freecell_tui.solver.auto_home import needed_after
from freecell_tui.solver.card_rules import card_rules
from freecell_tui.solver.card_sets import BITS, BOTTOM, cards_in
from freecell_tui.solver.limits import CHECK_INTERVAL, Limits
from freecell_tui.solver.proof_columns import (
    BASE_BITS,
    CODE,
    FIXED,
    IS_LOOSE,
    IS_TANGLED,
    POPPED,
    TOP,
    TWIN,
    ProofColumn,
    ProofColumns,
)

_code_of: Final[Callable[[ProofColumn], int]] = itemgetter(CODE)
_is_tangled: Final[Callable[[ProofColumn], bool]] = itemgetter(IS_TANGLED)

_Cells: TypeAlias = tuple[int, ...]
_Position: TypeAlias = tuple[list[ProofColumn], _Cells, int]
"""The columns; the names of the cards in cells, in ascending order; and the foundations as in a key."""
_Change: TypeAlias = tuple[list[tuple[int, ProofColumn]], _Cells, int]
"""What a move makes of a position: the columns that change, with their indices, the cells, and the foundations."""


class EasierGame:
    """The easier game from a board, with some twins told apart: `apart` has the lower card of each of these pairs.

    A position's key is a number with an equal share of bits for each pile. From the highest down it has the ranks of
    the foundations in the order of suits, the codes of the columns in ascending order, see `proof_columns`, and those
    of the cells, as if they were columns. `visited` are the keys of all positions that were met.
    """

    def __init__(self, board: Board, variant: Variant, apart: Sequence[int] = ()) -> None:
        self._board = board
        self._columns = ProofColumns(board, variant, apart)
        self._changes = _make_changes(variant, self._columns, apart)
        self._bits = BASE_BITS + len(apart)
        self._cells_key = _CellsKey(variant.cells, self._bits, self._columns)
        self.visited: Final = set[int]()

    def search(self, limits: Limits) -> list[int] | None:
        """Visit all positions; return None if none of them is won.

        Otherwise return the keys of the positions on the way to one where no card lies above a lower one, for then all
        can go home. Raise BudgetExceeded when a limit is reached.
        """
        expand, path = self._make_expander(), list[_Position]()
        root = self._position(self._board)
        self.visited.add(self._key(root))
        to_do = [(0, root)]
        until_check = 0
        while to_do:
            if until_check:
                until_check -= 1
            else:
                limits.check(len(self.visited))
                until_check = CHECK_INTERVAL
            depth, position = to_do.pop()
            path[depth:] = [position]
            if not any(map(_is_tangled, position[0])):
                return list(map(self._key, path))
            to_do += [(depth + 1, after) for after in expand(position)]
        return None

    def key_of(self, board: Board) -> int:
        """Return the key of a board that the game can come to."""
        return self._key(self._position(board))

    def release(self) -> None:
        """Let go of all columns; nothing can be searched after this."""
        self._columns.release()

    def _position(self, board: Board) -> _Position:
        names, home = self._columns.name, 0
        for rank in board.foundations:
            home = home << self._bits | rank
        cells = tuple(sorted([names[card] for card in board.free_cells if card is not None]))
        return [self._columns.of(column) for column in board.columns], cells, home

    def _key(self, position: _Position) -> int:
        columns, cells, key = position
        for code in sorted(map(_code_of, columns)):
            key = key << self._bits | code
        return key << self._cells_key.width | self._cells_key[cells]

    def _make_expander(self) -> Callable[[_Position], list[_Position]]:
        visited, changes, cells_key, bits = self.visited, self._changes, self._cells_key, self._bits
        cells_width = cells_key.width

        def expand(position: _Position) -> list[_Position]:
            """Return the unvisited successors of a position, and mark them visited."""
            columns = position[0]
            codes, found = list(map(_code_of, columns)), list[_Position]()
            for changed, cells, home in changes(position):
                new_codes = codes.copy()
                for at, column in changed:
                    new_codes[at] = column[CODE]
                new_codes.sort()
                key = home
                for code in new_codes:
                    key = key << bits | code
                key = key << cells_width | cells_key[cells]
                if key not in visited:
                    visited.add(key)
                    new_columns = columns.copy()
                    for at, column in changed:
                        new_columns[at] = column
                    found.append((new_columns, cells, home))
            return found

        return expand


_Source: TypeAlias = tuple[int, list[tuple[int, ProofColumn]], _Cells, int]
"""A card that can move; the column without it and its index, if it is in one; the cells without it; and the cards that
it stands for."""


def _make_changes(
    variant: Variant, columns_of: ProofColumns, apart: Sequence[int]
) -> Callable[[_Position], Iterator[_Change]]:
    """Return the function that yields what every move of a single card makes of a position.

    Twins in cells are one, and so are empty columns, and a card alone in its column does not go to another: anything
    else would be the same position.
    """
    rules, name, push, no_column = card_rules(variant), columns_of.name, columns_of.push, columns_of.empty
    targets_of = [rules.accepted_by[card] | (BITS[BOTTOM] if rules.fills_empty[card] else 0) for card in DECK]
    sources, bits = _make_sources(columns_of), BASE_BITS + len(apart)
    needed_by, one_home = _NeededBy(bits), [1 << bits * (3 - card % 4) for card in DECK]

    def changes(position: _Position) -> Iterator[_Change]:
        columns, cells, home = position
        needed = needed_by[home]
        for card, taken, left, stands_for in sources(columns, cells):
            if going := stands_for & needed:
                for gone in cards_in(going):
                    yield taken, left, home + one_home[gone]
            targets = targets_of[card]
            if taken and len(cells) < variant.cells and not rules.home_only & BITS[card]:
                yield taken, tuple(sorted((*cells, name[card]))), home
            if taken and taken[0][1] is no_column:
                targets &= ~BITS[BOTTOM]
            for onto, column in enumerate(columns):
                if targets & BITS[column[TOP]]:
                    if column is no_column:
                        targets &= ~BITS[BOTTOM]
                    yield [*taken, (onto, push(column, name[card]))], left, home

    return changes


def _make_sources(columns_of: ProofColumns) -> Callable[[list[ProofColumn], _Cells], list[_Source]]:
    name = columns_of.name
    alike = [BITS[card] | (BITS[TWIN[card]] if name[card] == name[TWIN[card]] else 0) for card in DECK]

    def sources(columns: list[ProofColumn], cells: _Cells) -> list[_Source]:
        """Return all cards that can move; a loose one stands for its twin too if that is loose and not told apart."""
        fixed = 0
        for column in columns:
            fixed |= column[FIXED]
        found = [
            (card, [(at, column[POPPED])], cells, alike[card] & ~fixed if column[IS_LOOSE] else BITS[card])
            for at, column in enumerate(columns)
            if (card := column[TOP]) != BOTTOM
        ]
        found += [(card, [], _without(cells, card), alike[card] & ~fixed) for card in set(cells)]
        return found

    return sources


def _without(cells: _Cells, card: int) -> _Cells:
    at = cells.index(card)
    return cells[:at] + cells[at + 1 :]


class _CellsKey(dict[_Cells, int]):
    """The lowest bits of keys, `width` of them, by the cards in cells."""

    def __init__(self, cells: int, bits: int, columns: ProofColumns) -> None:
        super().__init__()
        self.width: Final = cells * bits
        self._bits = bits
        self._columns = columns

    def __missing__(self, cells: _Cells) -> int:
        key = 0
        for code in sorted([self._columns.push(self._columns.empty, card)[CODE] for card in cells]):
            key = key << self._bits | code
        self[cells] = key
        return key


class _NeededBy(dict[int, int]):
    """The set of cards that the foundations need next, by the foundations as in a key."""

    def __init__(self, bits: int) -> None:
        super().__init__()
        self._bits = bits

    def __missing__(self, home: int) -> int:
        ranks = [home >> self._bits * (3 - suit) & 15 for suit in range(4)]
        self[home] = needed = needed_after(ranks)
        return needed
