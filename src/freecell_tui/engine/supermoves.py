"""Supermoves, and the moves of single cards that each is short for."""

from collections.abc import Iterator, Sequence

from freecell_tui.engine import rules
from freecell_tui.engine.board import Board
from freecell_tui.engine.moves import Move
from freecell_tui.engine.piles import CELLS, COLUMNS, Pile, PileKind
from freecell_tui.engine.variants import Variant


def single_card_moves(board: Board, move: Move, variant: Variant) -> tuple[Move, ...]:
    """Return the moves of single cards that a legal move is short for, in order and in canonical form.

    Cards wait in free cells; those for which there is no cell wait in an empty column, by a smaller supermove.
    """
    count = rules.move_size(board, move, variant)
    if count == 1:
        return (rules.canonical(board, move, variant),)
    cells = [cell for cell, there in zip(CELLS, board.free_cells, strict=False) if there is None]
    # Where only kings may go to an empty column, no supermove needs one: the cells are enough.
    helpers = [pile for pile, column in zip(COLUMNS, board.columns, strict=False) if not column and pile != move.target]
    steps = []
    for source, target in _steps(move.source, move.target, count, cells, helpers):
        # The count is written only where an empty column would take more than one card.
        alone = target.kind is PileKind.COLUMN and not board.cards(target) and source.kind is PileKind.COLUMN
        step = rules.canonical(board, Move(source, target, 1 if alone else None), variant)
        steps.append(step)
        board = rules.apply_move(board, step, variant)
    return tuple(steps)


def _steps(
    source: Pile, target: Pile, count: int, cells: Sequence[Pile], helpers: Sequence[Pile]
) -> Iterator[tuple[Pile, Pile]]:
    at_once = len(cells) + 1
    if count <= at_once:
        waiting = cells[: count - 1]
        yield from ((source, cell) for cell in waiting)
        yield source, target
        yield from ((cell, target) for cell in reversed(waiting))
        return
    helper, others = helpers[0], helpers[1:]
    below = max(count - (at_once << len(others)), 1)
    yield from _steps(source, helper, below, cells, others)
    yield from _steps(source, target, count - below, cells, others)
    yield from _steps(helper, target, below, cells, others)
