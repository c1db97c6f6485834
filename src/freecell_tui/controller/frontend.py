"""The port: what a controller tells a front end, and all that one must be able to do for it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from freecell_tui.engine import Card, Game, Pile
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
    """One move of a line: the keys of its piles, and the cards that move."""

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
    "won", "dead-end", "given-up",  # what to do after a win, when no move is left, and after giving up
    "summary", "commands",  # how the won game on the table went, and everything that can be done, with its key
    "give-up", "unsaved",  # whether the game is to count as lost, and whether to leave one that cannot be saved
    "deal-number", "variants", "difficulty",  # which deal to play, which variant new games are, how hard a deal is
    "race", "bookmark",  # whom to race, and the name of a bookmark that is to be set
]  # fmt: skip
"""What the controller can ask to be shown by its name; a front end without screens says it."""


class Sharing(NamedTuple):
    """A game to be shared, as a line of text and as its share code, and the name on both.

    `sign` returns the same with another name; it raises NotationError if it cannot be one, or is too long for a code.
    """

    line: str
    code: str
    name: str
    sign: Callable[[str], "Sharing"]


class Unfinished(NamedTuple):
    """The unfinished game of a deal, which the player may resume, or play as a new game, or go back to the one left."""

    saved: SavedGame
    left: Game | None = None


class Watching(NamedTuple):
    """A game to be watched move by move; `note` is what there is to say at its end."""

    saved: SavedGame
    note: str = ""


class Consent(NamedTuple):
    """What the player is asked before something is done: a sentence that says what it means, and the question."""

    text: str
    question: str
    agreed: Action


Shown = Consent | ScreenName | Sharing | Unfinished | Watching
"""What can be shown: a screen, or what one is about."""


# What asks the solver: in the background while the game goes on, or while the player waits.

OnResult = Callable[[Any], None]
"""Called with a SolverResult; for a query about the boards ahead with a Judged for each, and in the end without one."""

OnFailure = Callable[[str], None]
"""Called with why there is no solver to ask, as a sentence without its full stop."""


class SearchInterrupted(Exception):
    """The player does not want to wait for the solver."""


class SolverTransport(Protocol):
    """Asks one query at a time."""

    background_states: int | None
    """How many positions a search may visit that nobody asked for; None if the player does not notice it."""

    def ask(self, query: SolverQuery, on_result: OnResult, on_failure: OnFailure) -> None:
        """Start a search in place of the one before.

        One of the two is called, later or before this returns, unless the search is dropped. Raise SearchInterrupted
        if the player does not want to wait.
        """

    def stop(self) -> None:
        """Drop the search; its result is not told."""

    def close(self) -> None:
        """End the connection."""


class FrontEnd(Protocol):
    """A front end is this, a mapping from input to commands and piles, and a rendering of the session."""

    has_screen: bool
    """Whether the game can be seen, so that a solution is worth showing move by move."""
    how_to_agree: str
    """How the player agrees to what a command or a move asks: `repeat it` or `type yes`."""

    @property
    def shows_game(self) -> bool:
        """Whether the player sees the game being played, or is told of it."""

    @property
    def theme_names(self) -> Sequence[str]:
        """The themes there are to choose from."""

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours of the theme as `#rrggbb`, by the names of surfaces, inks and suits; empty without a theme."""

    def notify(self, message: Message | None) -> None:
        """Tell the player something; None clears what was told."""

    def show(self, what: Shown, about: str = "") -> None:
        """Show something; `about` is what stands behind the command in line mode."""

    def how_to(self, command: str) -> str:
        """Return how the player gives a command, as `press u` or `say undo`; '' if there is no way."""

    def settings_changed(self) -> None:
        """Take over the controller's settings."""

    def redraw(self) -> None:
        """Draw everything anew."""

    def send(self, sequence: str) -> bool:
        """Send a control sequence to the terminal; return whether the player sits at one."""

    def solver(self) -> SolverTransport:
        """Return a new connection to the solver."""

    def call_later(self, seconds: float, action: Action) -> None:
        """Call `action` after some time, and show what has changed by then."""

    def leave(self) -> None:
        """End the program; the game is saved on the way out."""


def hint_suffix(frontend: FrontEnd, command: str, purpose: str) -> str:
    """Return the end of a sentence, like `; press u to undo it`; '' if there is no way to give the command."""
    how = frontend.how_to(command)
    return f"; {how} {purpose}" if how else ""
