"""Warnings of moves that lose a game that could be won, for players who want them."""

from contextlib import suppress

from freecell_tui.controller.frontend import SearchInterrupted
from freecell_tui.controller.play.reach import moves_at_risk, places_like
from freecell_tui.controller.solver_queue import Advised, SolverQueue
from freecell_tui.engine import Board, Move, Pile


class LossWarnings:
    """Tells which moves lose, as far as the solver knows it."""

    def __init__(self, controller: Advised, queue: SolverQueue) -> None:
        self._controller = controller
        self._queue = queue
        self._warned_of: tuple[Board, Move] | None = None

    def losing_targets(self) -> frozenset[Pile]:
        """Return where the cards in reach would go with moves that are known to lose a won game, if that is wanted."""
        if not self._controller.settings.warn:
            return frozenset()
        session = self._controller.session
        losing = [way for way in moves_at_risk(session) if self._queue.analysis.loses(session.game, way.move)]
        return frozenset(pile for way in losing for pile in places_like(session, way))

    def sentence(self, move: Move, board: Board) -> str:
        """Return a sentence if a move, which leads to `board`, loses a won game; '' where the same move comes again.

        What is not known by now is told when it is known. Only a solver that answers at once is asked first.
        """
        game = self._controller.session.game
        wish = (game.board, move)
        if self._warned_of == wish:
            return ""
        if not self._controller.frontend.has_screen:
            with suppress(SearchInterrupted):
                self._queue.find_out(board)
        if not self._queue.analysis.loses_at(game, board):
            return ""
        self._warned_of = wish
        return f"{move} loses the game; {self._controller.frontend.how_to_agree()} to play it anyway."
