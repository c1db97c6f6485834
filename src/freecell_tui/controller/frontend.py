"""The port: what a controller tells a front end, and all that one must be able to do for it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from freecell_tui.engine import Card, Game, Pile
from freecell_tui.engine.positions import StartReading
from freecell_tui.solver.results import SolverQuery
from freecell_tui.storage.saves import SavedGame

Action = Callable[[], object]
CallLater = Callable[[float, Action], None]
"""Calls an action after some seconds."""
Tell = Callable[[str], None]
"""Called with a sentence for the player."""


Severity = Literal["info", "refusal", "progress"]
"""The kind of a message, which decides how it looks and how long it stays.

Progress is shown while the player waits, and dropped when the waiting is over.
"""


class Step(NamedTuple):
    """One move of a line, with its cards.

    `keys` are the keys of its piles.
    """

    keys: str
    cards: tuple[Card, ...]


class Message(NamedTuple):
    """A sentence for the player. `pile` is the pile that a refusal is about, and `source` where its cards are.

    If it `asks`, the player agrees by doing the same again, or as `how_to_agree` says.

    A front end that draws cards may show the `steps` of a line and `rest` in place of the sentence.
    """

    text: str
    severity: Severity = "info"
    pile: Pile | None = None
    steps: tuple[Step, ...] = ()
    rest: str = ""
    asks: bool = False
    source: Pile | None = None


ScreenName = Literal[
    "title", "menu", "pause", "help", "how-to-play", "settings", "games", "bookmarks", "map", "note", "daily",
    "journeys", "tournaments", "statistics", "review", "replay-help", "lesson",
    "table",  # the game, with nothing over it
    "won", "given-up",  # what to do after a win, and after giving up
    "summary", "commands",  # how the won game on the table went, and everything that can be done, with its key
    "give-up", "unsaved",  # whether the game is to count as lost, and whether to leave one that cannot be saved
    "deal-number", "variants", "difficulty",  # which deal to play, which variant new games are, how hard a deal is
    "race", "bookmark",  # whom to race, and the name of a bookmark that is to be set
]  # fmt: skip
"""What the controller can ask to be shown by its name; a front end without screens says it."""


class Sharing(NamedTuple):
    """A game to be shared, as a line and as a share code.

    `name` is on both. `sign` returns the same with another name, and raises NotationError if the name does not fit a
    code.
    """

    line: str
    code: str
    name: str
    sign: Callable[[str], "Sharing"]


class Unfinished(NamedTuple):
    """The unfinished game of a deal, which the player may resume.

    `left` is the game to go back to.
    """

    saved: SavedGame
    left: Game | None = None


class FoundPosition(NamedTuple):
    """A position of the player's own, to be played as it is or, if it is one, as a numbered deal."""

    reading: StartReading
    is_on_table: bool = False
    """Whether the position is on the table already."""

    win_code: str = ""
    """The share code of a win of it, which can be raced; '' for none."""


class Watching(NamedTuple):
    """A game to be watched move by move.

    `note` is said at its end.
    """

    saved: SavedGame
    note: str = ""


class Consent(NamedTuple):
    """A question before something with a price is done.

    `text` says the price, and `agreed` is called if the player agrees.
    """

    text: str
    question: str
    agreed: Action


Shown = Consent | ScreenName | FoundPosition | Sharing | Unfinished | Watching
"""A screen, or the subject of a screen."""


# What asks the solver: in the background while the game goes on, or while the player waits.

OnResult = Callable[[Any], None]
"""Called with a SolverResult.

For a query about the boards ahead it is called with a Judged for each board, and last with a Judged whose `at` is None.
"""

OnFailure = Callable[[str], None]
"""Called with why there is no solver to ask, as a sentence without its full stop."""


class SearchInterrupted(Exception):
    """The player does not want to wait for the solver."""


class SolverTransport(Protocol):
    """A connection to the solver, for one query at a time."""

    background_states: int | None
    """How many positions a search may visit that nobody asked for; None if the player does not notice it."""

    def ask(self, query: SolverQuery, on_result: OnResult, on_failure: OnFailure) -> None:
        """Start a search in place of the search before.

        `on_result` or `on_failure` is called, later or before `ask` returns, unless the search is dropped.
        Raise SearchInterrupted if the player does not want to wait.
        """

    def stop(self) -> None:
        """Drop the search, and its result with it."""

    def close(self) -> None:
        """End the connection."""


class FrontEnd(Protocol):
    """The player's side: it maps input to commands and draws the session."""

    has_screen: bool
    """Whether the game can be seen, so that a solution is worth showing move by move."""
    how_to_agree: str
    """How the player agrees to what a command or a move asks: `repeat it` or `type yes`."""

    is_handed_over: bool
    """Whether the program goes on in the other front end, instead of ending."""

    @property
    def shows_game(self) -> bool:
        """Whether the player sees the game, or is told of it."""

    @property
    def theme_names(self) -> Sequence[str]:
        """The themes there are to choose from."""

    @property
    def colours(self) -> Mapping[str, str]:
        """The theme's colours as `#rrggbb`, by surface, ink and suit.

        Empty without a theme.
        """

    def notify(self, message: Message | None) -> None:
        """Tell the player something. None clears the last message."""

    def show(self, what: Shown, about: str = "") -> None:
        """Show a screen.

        In line mode, `about` is the rest of the line behind the command.
        """

    def how_to(self, command: str) -> str:
        """Return how to give a command, as `press u`. '' if impossible."""

    def settings_changed(self) -> None:
        """Take over the controller's settings."""

    def redraw(self) -> None:
        """Draw everything anew."""

    def send(self, sequence: str) -> bool:
        """Send a control sequence. Return whether there is a terminal."""

    def solver(self) -> SolverTransport:
        """Return a new connection to the solver."""

    def call_later(self, seconds: float, action: Action) -> None:
        """Call `action` after some seconds, and then draw."""

    def leave(self) -> None:
        """End the program.

        The game is saved on the way out.
        """

    def hand_over(self) -> None:
        """Leave, so that the other front end goes on with the game, or say why that is impossible."""


def hint_suffix(frontend: FrontEnd, command: str, purpose: str) -> str:
    """Return the end of a sentence, like `; press u to undo it`.

    '' if there is no way to give the command.
    """
    how = frontend.how_to(command)
    return f"; {how} {purpose}" if how else ""
