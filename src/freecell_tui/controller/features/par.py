"""Par: what the solver needs for a deal, found beside the game, once, kept in the history, and told."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from freecell_tui.controller.advice.transport import Search, SideFinder
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, Message, Severity
from freecell_tui.controller.play.game import PlayedGame
from freecell_tui.engine import Autoplay, Game, Variant
from freecell_tui.engine.text import counted
from freecell_tui.solver.process import SolverQuery
from freecell_tui.solver.questions import short_query
from freecell_tui.solver.results import Solved
from freecell_tui.storage.files import HistoryError

UNKNOWN: Final = "The solver found no par for this deal."

Tell = Callable[[int | None], None]


DealKey = tuple[int, Variant, Autoplay, bool]
"""What the solver's line of a session's deal depends on: the deal, and the autoplay that it is played with."""


class ParFinder(SideFinder[DealKey, int | None]):
    """Finds pars: the solver that gives verdicts is not kept waiting.

    Par is counted as the player's moves are, so it depends on the autoplay of a session. The history keeps it for the
    default autoplay.
    """

    def known(self, session: PlayedGame) -> int | None:
        """Return the par of a session's deal if it is known already."""
        deal, variant, autoplay, _ = key = deal_key(session)
        if key not in self._known and autoplay is Autoplay.SAFE:
            with suppress(HistoryError):
                par = self._recorder.history.par(deal, variant)
                if par is not None:
                    self._known[key] = par
        return self._known.get(key)

    def find(self, session: PlayedGame, tell: Tell = lambda _: None) -> None:
        """Call `tell` with the par of a session's deal as soon as it is known, or None if there is none."""
        self.known(session)
        self._find(deal_key(session), lambda: self._search_par(session), tell)

    def tell_win(self, session: PlayedGame, show: Callable[[str], None], *, may_search: bool) -> None:
        """Call `show` with how a win compares with par, as soon as that is known; search for it only if allowed."""

        def tell(par: int | None) -> None:
            if par is not None:
                show(par_text(session.game.moves_made, par))

        if may_search:
            self.find(session, tell)
        else:
            tell(self.known(session))

    def _search_par(self, session: PlayedGame) -> Search[int | None]:
        deal, variant, autoplay, _ = deal_key(session)
        result = yield deal_query(session)
        if not isinstance(result, Solved):
            return None
        par = result.length
        if autoplay is Autoplay.SAFE:
            # Where that cannot be kept, it is found again another time.
            self._recorder.change(("par", f"{variant}{deal}"), lambda history: history.set_par(deal, variant, par), "")
        return par

    def _fail(self) -> None:
        self._finish(None)


def deal_key(session: PlayedGame) -> DealKey:
    """Return what the solver's line of a session's deal depends on."""
    return session.game.deal, session.game.variant, session.autoplay_policy, session.auto_finishes


def deal_query(session: PlayedGame) -> SolverQuery:
    """Return the query for a short line of a session's deal."""
    _, variant, autoplay, finish = deal_key(session)
    return short_query(session.game.boards[0], variant, autoplay, finish=finish)


def par_text(moves: int, par: int) -> str:
    """Return how a win compares with par: `par 48, 4 over`."""
    over = moves - par
    how = "level" if not over else f"{over} over" if over > 0 else f"{-over} under"
    return f"par {par}, {how}"


def par_sentence(game: Game, par: int | None) -> str:
    """Return what the par of a deal is, beside the moves of a game that is won."""
    if par is None:
        return UNKNOWN
    if not game.is_won:
        return f"Par for this deal is {counted(par, 'move')}: what the solver needs. A shorter way may exist."
    return f"{counted(game.moves_made, 'move')}: {par_text(game.moves_made, par)}."


# Telling the par of the deal being played.


def tell_par(controller: Controller, _: Args) -> None:
    """Say the par of this deal, as soon as the solver has found it."""
    session = controller.session

    def tell(found: int | None) -> None:
        if controller.session is session:
            controller.notify(Message(par_sentence(session.game, found)))

    if controller.frontend.has_screen:
        controller.notify(Message("Looking for par…", Severity.PROGRESS))
    controller.finder(ParFinder).find(session, tell)
