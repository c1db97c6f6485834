"""Telling the par of the deal being played."""

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, Message, Severity
from freecell_tui.controller.par import ParFinder, par_sentence
from freecell_tui.storage.saves import SavedGame


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
