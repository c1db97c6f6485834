"""Telling the par of the deal being played."""

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, Message, Severity
from freecell_tui.controller.par import par_sentence


def tell_par(controller: Controller, _: Args) -> None:
    """Say the par of this deal, as soon as the solver has found it."""
    session = controller.session

    def tell(found: int | None) -> None:
        if controller.session is session:
            controller.notify(Message(par_sentence(session.game, found)))

    if controller.frontend.has_screen:
        controller.notify(Message("Looking for par…", Severity.PROGRESS))
    controller.searches.pars.find(session.game, tell)
