"""The commands that are most useful in a situation, for the bottom bar."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.controller import Controller
from freecell_tui.engine import Autoplay, autoplay_moves
from freecell_tui.storage.settings import VerdictDisplay

_MOST: Final = 10

_WON: Final = ("new-game", "where-lost", "next-deal", "restart", "menu")
_LOST: Final = ("last-winnable", "undo", "where-lost", "restart", "menu")
_UNWINNABLE: Final = ("new-game", "winnable-game", "deal-by-number", "menu", "help")
_BEFORE_THE_FIRST_MOVE: Final = ("hint", "menu", "help", "new-game", "deal-by-number")
_PLAYING: Final = ("undo", "hint", "menu", "help", "new-game")


def useful_commands(controller: Controller) -> tuple[str, ...]:
    """Return the names of the ten most useful commands that can be given now, the most useful first."""
    can_be_given = (name for name in dict.fromkeys(_wanted(controller)) if BY_NAME[name].disabled(controller) is None)
    return tuple(islice(can_be_given, _MOST))


def _wanted(controller: Controller) -> Iterator[str]:
    session = controller.session
    game = session.game
    is_lost = controller.has_advisor and controller.advisor.shows_lost
    if game.is_won:
        yield from _WON
    elif is_lost and controller.advisor.shows_unwinnable:
        yield from _UNWINNABLE
    elif is_lost or session.is_stuck:
        yield from _LOST if not is_lost or controller.advisor.can_go_back else _LOST[1:]
    if session.shows_cursor:
        yield from ("lift", "send")
    if game.can_redo:
        yield "redo"
    if next(autoplay_moves(game.board, game.variant, Autoplay.ALL), None) is not None:
        yield "all-home"
    if controller.settings.verdict is VerdictDisplay.MASKED:
        yield from ("undo", "hint", "ask-verdict")
    yield from _PLAYING if game.turns else _BEFORE_THE_FIRST_MOVE
    yield from ("menu", "help", "new-game", "deal-by-number", "restart", "map", "settings", "quit")
