"""Lists of moves that are typed one after another, in standard notation or as fc-solve writes them.

fc-solve writes every move home, also those that autoplay has made by then, and takes one card to an empty column where
standard notation takes as many as can go.
"""

from collections.abc import Sequence
from typing import NamedTuple

from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Board, Dialect, FreecellError, Move, read_move, rules
from freecell_tui.engine.notation import translated_move


class _Reading(NamedTuple):
    """The moves of a list that can be played, None for a card that is home already, and where they lead.

    `written` is the board without any autoplay: where the list's writer is, if it was fc-solve.
    """

    moves: list[Move | None]
    board: Board
    written: Board


class TypedMoves:
    """What the moves mean that are typed in a session, in either notation."""

    def __init__(self) -> None:
        self._left: tuple[Board, Board] | None = None
        self._is_fc_solve = False

    def read(self, moves: Sequence[Move], session: Session) -> list[Move | None]:
        """Return the moves as they are played here: None for a card that is home already.

        They are read as fc-solve's if they cannot all be played in standard notation, and more of them can be that way;
        and from then on, until something else is done in between.
        """
        board = session.game.board
        if self._left is None or self._left[0] != board:
            self._left, self._is_fc_solve = (board, board), False
        fc_solve = _read(moves, session, Dialect.FC_SOLVE, self._left[1])
        standard = _read(moves, session, Dialect.STANDARD, board)
        wins = len(fc_solve.moves) - len(standard.moves)
        self._is_fc_solve = wins > 0 or (self._is_fc_solve and wins == 0)
        best = fc_solve if self._is_fc_solve else standard
        complete = len(fc_solve.moves) == len(moves)
        self._left = (best.board, fc_solve.written if complete else best.board)
        return [*best.moves, *moves[len(best.moves) :]]


def _read(moves: Sequence[Move], session: Session, dialect: Dialect, written: Board) -> _Reading:
    """Read moves that were written at the board `written`, up to the first one that cannot be played."""
    game, variant = session.game, session.game.variant
    read: list[Move | None] = []
    for typed in moves:
        try:
            if dialect is Dialect.STANDARD:
                here: Move | None = typed
            else:
                move = read_move(str(typed), written, dialect)
                after = rules.play(written, move, variant)
                here = translated_move(move, written, game.board, variant)
                written = after
            if here is not None:
                game = game.play(here, session.autoplay_policy, finish=session.auto_finishes)
        except FreecellError:
            break
        read.append(here)
    return _Reading(read, game.board, written)
