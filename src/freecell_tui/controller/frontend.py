"""The port: all that a front end must be able to do for the controller."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from freecell_tui.controller.messages import Message

if TYPE_CHECKING:
    from freecell_tui.controller.transport import SolverTransport
    from freecell_tui.pictures.cards import Colours


class ScreenRequest(Enum):
    """What the controller can ask to be shown; a front end without screens says it."""

    TABLE = "the game, with nothing over it"
    WON = "what to do after a win"
    DEAD_END = "what to do when no move is left"
    GIVE_UP = "whether the game is to count as lost"
    GIVEN_UP = "what to do after giving up"
    UNFINISHED = "whether to resume the unfinished game of a deal or to start over"
    UNSAVED = "whether to leave a game that cannot be saved"
    TITLE = "title screen"
    MENU = "menu"
    PAUSE = "pause"
    HELP = "help"
    HOW_TO_PLAY = "how to play"
    SETTINGS = "settings"
    DEAL_NUMBER = "which deal to play"
    GAMES = "unfinished games"
    BOOKMARKS = "bookmarks of this game"
    MAP = "map of this game's branches"
    NOTE = "the note on this position"
    DAILY = "daily deal"
    JOURNEYS = "journeys"
    TOURNAMENTS = "tournaments"
    STANDINGS = "the tournament of the controller"
    STATISTICS = "statistics"
    REVIEW = "game review"
    REPLAY = "the replay of the controller"
    SHARE = "the game that the controller shares"
    REPLAY_HELP = "help of a replay"
    LESSON = "the guided first game"
    VARIANTS = "which variant new games are"
    DIFFICULTY = "how hard a winnable deal is to be"


class FrontEnd(Protocol):
    """A front end is this, a mapping from input to commands and piles, and a rendering of the session."""

    has_screen: bool
    """Whether the game can be seen, so that a solution is worth showing move by move."""

    @property
    def theme_names(self) -> Sequence[str]:
        """The themes there are to choose from."""

    @property
    def picture_colours(self) -> "Colours":
        """The colours of pictures of a game: those of the theme, if there is one."""

    def notify(self, message: Message | None) -> None:
        """Tell the player something; None clears what was told."""

    def open(self, screen: ScreenRequest, about: Sequence[str] = ()) -> None:
        """Show a screen; `about` is what the player wrote behind the command."""

    def how_to(self, command: str) -> str:
        """Return how the player gives a command, as `press u` or `say undo`; '' if there is no way."""

    def how_to_agree(self, command: str = "") -> str:
        """Return how the player agrees to what a command or a move asks: `press J again`, `repeat it` or `type yes`.

        It is '' if there is no way.
        """

    def settings_changed(self) -> None:
        """Take over the controller's settings."""

    def close_screen(self) -> None:
        """Close the top screen, and show the one below."""

    def redraw(self) -> None:
        """Draw everything anew."""

    def copy(self, text: str) -> bool:
        """Send a text to the terminal's clipboard; return whether that could be done."""

    def solver(self) -> "SolverTransport":
        """Return a new connection to the solver."""

    def call_later(self, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` after some time, with a refresh after it."""

    def leave(self) -> None:
        """End the program; the game is saved on the way out."""
