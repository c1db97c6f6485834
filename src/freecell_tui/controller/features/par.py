"""Par: the fewest moves the solver knows for a deal, found beside the game, once, kept in the history, and told."""

from contextlib import suppress
from typing import Final

from freecell_tui.controller.advice.analysis import of_search
from freecell_tui.controller.background import DealSearch
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.game import PlayedGame
from freecell_tui.controller.records.results import History
from freecell_tui.engine import Autoplay, AutoplayRule, Game, Variant
from freecell_tui.engine.positions import Deal, StartPosition, deal_word, start_board
from freecell_tui.engine.text import counted
from freecell_tui.solver.questions import short_query
from freecell_tui.solver.results import Ask, Solved, SolverResult, Unsolvable
from freecell_tui.storage.files import HistoryError

_NO_WIN: Final = "This {} cannot be won, so it has no par."

_DealKey = tuple[Deal, Variant, AutoplayRule]
"""What the solver's line of a session's deal depends on: the deal, and the autoplay that it is played with."""


class LineSearch(DealSearch[_DealKey, SolverResult]):
    """Finds short wins of deals for par and for races.

    They are counted as the player's moves are, so they depend on the autoplay of a session. The history keeps par for
    the default autoplay.
    """

    async def search(self, key: _DealKey, ask: Ask) -> SolverResult:
        deal, variant, (autoplay, finish) = key
        return await ask(short_query(start_board(deal, variant), variant, autoplay, finish=finish))


async def find_line(controller: Controller, session: PlayedGame) -> SolverResult | None:
    """Return the solver's short win of a session's deal.

    None without a solver.
    """
    result = await controller.deal_searches.of(LineSearch).find(_key(session))
    kept = kept_par(controller.recorder.history, session)
    if isinstance(result, Solved) and (kept is None or result.length < kept):
        _keep(controller, session, result.length)
    return result


def take_line(controller: Controller, session: PlayedGame) -> None:
    """Lower par to a shorter way that a review has found.

    A win must have taken more moves than that way.
    """
    game, par = session.game, known_par(controller, session)
    line = controller.advisor.analysis.line(game.seek(game.attempt_start))
    if par is not None and 0 < len(line) < (min(par, game.moves_made) if game.is_won else par):
        controller.deal_searches.of(LineSearch).known[_key(session)] = Solved(line, 0, 0.0)
        _keep(controller, session, len(line))


def _keep(controller: Controller, session: PlayedGame, par: int) -> None:
    deal, variant, autoplay = _key(session)
    if autoplay.policy is Autoplay.SAFE and not isinstance(deal, StartPosition):
        number = deal
        # Where that cannot be kept, it is found again another time.
        key = "par", f"{variant}{number}"
        controller.recorder.change(key, lambda history: history.set_par(number, variant, par), "")


def known_par(controller: Controller, session: PlayedGame) -> int | None:
    """Return the par of a session's deal. None if unknown."""
    result = controller.deal_searches.of(LineSearch).known.get(_key(session))
    pars = [result.length if isinstance(result, Solved) else None, kept_par(controller.recorder.history, session)]
    return min(filter(None, pars), default=None)


def kept_par(history: History, session: PlayedGame) -> int | None:
    """Return a deal's par from the history, or None.

    The history keeps the par of numbered deals, for the default autoplay alone.
    """
    deal = session.game.deal
    if session.autoplay.policy is Autoplay.SAFE and not isinstance(deal, StartPosition):
        with suppress(HistoryError):
            return history.par(deal, session.game.variant)
    return None


def _key(session: PlayedGame) -> _DealKey:
    return session.game.deal, session.game.variant, session.autoplay


def par_text(moves: int, par: int) -> str:
    """Return how a win compares with par: `you needed 4 more`."""
    over = moves - par
    return "you matched it" if not over else f"you needed {abs(over)} {'more' if over > 0 else 'fewer'}"


def par_sentence(game: Game, par: int | None) -> str:
    """Return the par of a deal as a sentence.

    For a won game, its moves stand beside par.
    """
    if par is None:
        return f"The solver found no par for this {deal_word(game.deal)}."
    told = f"Par for this {deal_word(game.deal)} is {counted(par, 'move')}, the fewest the solver knows"
    return f"{told}: {par_text(game.moves_made, par)}." if game.is_won else f"{told}. A shorter way may exist."


def compare_win(controller: Controller, session: PlayedGame) -> str:
    """Return how a win compares with par, as a sentence.

    '' if par is not known.
    """
    par = known_par(controller, session)
    return "" if par is None else f"Par {par}: {par_text(session.game.moves_made, par)}."


def tell_par(controller: Controller, _: str) -> None:
    """Say the par of the deal as soon as it is known."""
    controller.table.scope.start(_tell_par(controller))


async def _tell_par(controller: Controller) -> None:
    session, result = controller.session, None
    none = _NO_WIN.format(deal_word(session.game.deal))
    has_no_win = controller.advisor.way_back_refusal is not None
    if not has_no_win and known_par(controller, session) is None:
        controller.notify(Message("Looking for par…", "progress"))
        result = await find_line(controller, session)
    if has_no_win:
        controller.say(controller.advisor.analysis.of_autoplay(none, session.game.seek(session.game.attempt_start)))
    elif isinstance(result, Unsolvable):
        controller.say(of_search(none, result, session.autoplay.policy))
    else:
        controller.say(par_sentence(session.game, known_par(controller, session)))
