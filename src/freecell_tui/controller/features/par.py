"""Par: what the solver needs for a deal, found beside the game, once, kept in the history, and told."""

from collections.abc import Callable, Iterator
from typing import Final

from freecell_tui.controller.background import SideFinder
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, FrontEnd, Message, Severity
from freecell_tui.controller.records.results import ResultRecorder
from freecell_tui.engine import Game, Variant
from freecell_tui.engine.text import counted
from freecell_tui.solver.questions import fewest_moves, par_query
from freecell_tui.solver.results import Solved, SolverResult
from freecell_tui.storage.files import HistoryError
from freecell_tui.storage.saves import SavedGame

_SLICE_SECONDS: Final = 0.005
UNKNOWN: Final = "The solver found no par for this deal."

Tell = Callable[[int | None], None]


class ParFinder(SideFinder[tuple[int, Variant], int | None]):
    """Finds pars, one at a time, with a solver of its own: the one that gives verdicts is not kept waiting."""

    def __init__(self, frontend: FrontEnd, recorder: ResultRecorder) -> None:
        super().__init__(frontend)
        self._recorder = recorder
        self._known: dict[tuple[int, Variant], int | None] = {}

    def known(self, game: Game) -> int | None:
        """Return the par of a game's deal as far as it is known already."""
        key = (game.deal, game.variant)
        if key not in self._known:
            try:
                par = self._recorder.history.par(game.deal, game.variant)
            except HistoryError:
                return None
            if par is None:
                return None
            self._known[key] = par
        return self._known[key]

    def find(self, game: Game, tell: Tell = lambda _: None) -> None:
        """Call `tell` with the par of a game's deal as soon as it is known, or None if there is none."""
        key = (game.deal, game.variant)
        par = self.known(game)
        if par is not None or key in self._known:
            tell(par)
        elif (solver := self._join(key, tell)) is not None:
            solver.ask(par_query(game), lambda result: self._take(key, result), lambda _: self._finish(None))

    def tell_win(self, game: Game, show: Callable[[str], None], *, may_search: bool) -> None:
        """Call `show` with how a win compares with par, as soon as that is known; search for it only if allowed."""

        def tell(par: int | None) -> None:
            if par is not None:
                show(par_text(game.moves_made, par))

        if may_search:
            self.find(game, tell)
        else:
            tell(self.known(game))

    def _take(self, key: tuple[int, Variant], result: SolverResult) -> None:
        if isinstance(result, Solved):
            self._shorten(key, fewest_moves(*key, result.moves), None)
        else:
            self._learn(key, None)

    def _shorten(self, key: tuple[int, Variant], lengths: Iterator[int], best: int | None) -> None:
        """Take the line apart a step at a time, so that keys are heard in between."""
        length = next(lengths, None)
        while length is not None and not self._frontend.has_screen:
            best, length = length, next(lengths, None)
        if self._wanted != key:
            return
        if length is None:
            self._learn(key, best)
        else:
            self._frontend.call_later(_SLICE_SECONDS, lambda: self._shorten(key, lengths, length))

    def _learn(self, key: tuple[int, Variant], par: int | None) -> None:
        self._known[key] = par
        if par is not None:
            self._keep(*key, par)
        self._finish(par)

    def _keep(self, deal: int, variant: Variant, par: int) -> None:
        """Keep a par in the history; where that cannot be done, it is found again another time."""
        self._recorder.change(("par", f"{variant}{deal}"), lambda history: history.set_par(deal, variant, par), "")


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
        return f"Par for this deal is {counted(par, 'move')}: the fewest that the solver knows."
    return f"{counted(game.moves_made, 'move')}: {par_text(game.moves_made, par)}."


# Telling the par of the deal being played.


def learn_par(controller: Controller, win: SavedGame) -> None:
    """Find the par of a win's deal where a solver is in use anyway, and nobody waits for it."""
    if controller.has_advisor and controller.frontend.has_screen:
        controller.finder(ParFinder).find(win.game)


def tell_par(controller: Controller, _: Args) -> None:
    """Say the par of this deal, as soon as the solver has found it."""
    session = controller.session

    def tell(found: int | None) -> None:
        if controller.session is session:
            controller.notify(Message(par_sentence(session.game, found)))

    if controller.frontend.has_screen:
        controller.notify(Message("Looking for par…", Severity.PROGRESS))
    controller.finder(ParFinder).find(session.game, tell)
