"""The moves of a position in a fixed order, and how likely people are to play each: what share codes are packed by.

Both are part of the format of share codes. They do not follow from how `legal_moves` generates its moves, and must not
change with it: codes that people have kept would then hold other games.
"""

from collections.abc import Sequence
from typing import Final

from freecell_tui.engine.board import Board
from freecell_tui.engine.moves import Move
from freecell_tui.engine.piles import CELLS, COLUMNS, Pile, PileKind
from freecell_tui.engine.rules import legal_moves
from freecell_tui.engine.variants import Variant

_SOURCES: Final = {PileKind.COLUMN: 0, PileKind.CELL: 1, PileKind.FOUNDATION: 2}
_TARGETS: Final = {PileKind.HOME: 0, PileKind.CELL: 1, PileKind.COLUMN: 2}


def ordered_moves(board: Board, variant: Variant) -> list[Move]:
    """Return every legal move in the order of share codes.

    They are sorted by their source, columns before cells before foundations; then by their target, home before cells
    before columns; each from the first pile on. To an empty column the most cards come before 1, 2 and so on.
    """
    return sorted(legal_moves(board, variant), key=_place)


def _place(move: Move) -> tuple[int, ...]:
    source, target = move.source, move.target
    return _SOURCES[source.kind], source.index, _TARGETS[target.kind], target.index, move.count or 0


def move_weights(board: Board, moves: Sequence[Move]) -> list[int]:
    """Return how likely each of the moves is, as whole numbers in proportion.

    They are measured on games that people and solvers have won. The first free cell and the first empty column are
    likelier than others, which only differ in their place.
    """
    cell = next((pile for pile, card in zip(CELLS, board.free_cells, strict=False) if card is None), None)
    column = next((pile for pile, cards in zip(COLUMNS, board.columns, strict=False) if not cards), None)
    return [_weight(move, board, (cell, column)) for move in moves]


def _weight(move: Move, board: Board, first_free: tuple[Pile | None, Pile | None]) -> int:
    if move.goes_home:
        return 96
    if move.source.kind is PileKind.FOUNDATION:
        return 1
    from_cell, is_first = move.source.kind is PileKind.CELL, move.target in first_free and move.count is None
    if move.target.kind is PileKind.CELL:
        return 6 if is_first and not from_cell else 1
    if board.columns[move.target.index]:
        return 24 if from_cell else 16
    if is_first:
        return 3 if from_cell else 4
    return 1 if from_cell or move.count else 2
