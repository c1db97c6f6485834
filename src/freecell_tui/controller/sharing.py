"""Showing the code of a game of the player's, to be shared."""

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, Message, ScreenRequest, Severity
from freecell_tui.controller.par import ParFinder
from freecell_tui.controller.share_text import make_share
from freecell_tui.engine import FreecellError
from freecell_tui.storage.saves import SavedGame


def share(controller: Controller, args: Args = ()) -> None:
    """Show the code of the game being played, up to here, signed with the name in the arguments if there is one."""
    share_game(controller, controller.saved_game(), " ".join(args), _known_detours(controller))


def share_game(
    controller: Controller, saved: SavedGame, name: str = "", detours: tuple[int, ...] | None = None
) -> None:
    """Show the code of a game, signed with a name if there is one; `detours` if they are known."""
    try:
        controller.share = make_share(saved, name, detours, controller.finder(ParFinder).known(saved.game))
        assert controller.share.code
    except FreecellError as error:
        controller.notify(Message(str(error), Severity.REFUSAL))
    else:
        controller.frontend.open(ScreenRequest.SHARE)


def _known_detours(controller: Controller) -> tuple[int, ...] | None:
    """Return the detours of the game being played; None before the solver knows all about it."""
    if not controller.has_advisor:
        return None
    game, analysis = controller.session.game, controller.advisor.analysis
    course = analysis.course(game)
    is_whole = len(course.moves) == len(game.without_undone().turns) and not analysis.pending_queries(game)
    return course.detours if is_whole else None
