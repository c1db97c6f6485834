"""Games that cannot be saved: nobody leaves one unasked, and none is dropped while the program runs."""

from collections.abc import Callable
from typing import Protocol

from freecell_tui.controller.autosave import Autosave
from freecell_tui.controller.frontend import FrontEnd, ScreenRequest
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Game


class Keeper(Protocol):
    """What is needed of a controller."""

    frontend: FrontEnd

    @property
    def session(self) -> Session:
        """The game being played."""

    @property
    def autosave(self) -> Autosave:
        """What keeps it."""

    @property
    def has_game(self) -> bool:
        """Whether a game is being played."""

    @property
    def error(self) -> str:
        """Why it could not be saved last, or ''."""

    def keep(self) -> None:
        """Save it."""


class UnkeptGames:
    """Leaves games for a controller, and takes care of those that another was begun instead of, and that no disk has.

    `wish` is what the player wants to do although the game being played cannot be saved.
    """

    def __init__(self, controller: Keeper) -> None:
        self.wish: Callable[[], None] = lambda: None
        self._controller = controller
        self._asked_about: Game | None = None
        self._games: list[tuple[Autosave, Session]] = []

    def leave(self, act: Callable[[], None]) -> None:
        """Save the game and do what leaves it; if it cannot be saved, ask first, unless that was just asked."""
        controller = self._controller
        if controller.has_game:
            controller.session.clock.pause()
        controller.keep()
        if controller.error and self._asked_about is not controller.session.game:
            self._asked_about, self.wish = controller.session.game, act
            controller.frontend.open(ScreenRequest.UNSAVED)
        else:
            self.stay()
            act()

    def stay(self) -> None:
        """Ask again when the game is to be left the next time."""
        self._asked_about = None

    def take_over(self) -> None:
        """Take care of the game being played, which is left, if it could not be saved."""
        controller = self._controller
        if controller.error:
            controller.autosave.is_left = True
            self._games.append((controller.autosave, controller.session))

    @property
    def is_waiting(self) -> bool:
        """Whether there are games to save."""
        return bool(self._games)

    def retry(self) -> None:
        """Save the games that can be saved now."""
        self._games = [(autosave, session) for autosave, session in self._games if not _is_saved(autosave, session)]

    def rescue(self) -> list[str]:
        """Save every game wherever that is possible; return what to tell of those that are not in their place."""
        games, self._games = self._games, []
        return [sentence for autosave, session in games if (sentence := autosave.rescue(session))]


def _is_saved(autosave: Autosave, session: Session) -> bool:
    autosave.stage(session, clock_too=True)
    autosave.commit()
    return not autosave.error
