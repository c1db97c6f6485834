"""The front end without a screen: it says everything, and nothing of a change before that is written down."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Final

from freecell_tui.controller.clipboard import clipboard_sequence
from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.controller.later import later
from freecell_tui.controller.messages import Message, Severity
from freecell_tui.controller.session import Session
from freecell_tui.controller.transport import SolverTransport
from freecell_tui.engine import Board, Game
from freecell_tui.pictures.cards import FELT
from freecell_tui.plain import narrate
from freecell_tui.plain.parser import Vocabulary
from freecell_tui.plain.screens import SpokenScreens
from freecell_tui.plain.signals import Signals
from freecell_tui.plain.speech import Speech
from freecell_tui.storage.settings import VerdictDisplay

if TYPE_CHECKING:
    from freecell_tui.pictures.cards import Colours

_SOLVER: Final[Callable[..., SolverTransport]] = later("controller.blocking_solver", "BlockingSolver")

YES: Final = "yes"
"""What agrees to every question; `no`, and all else, does not."""

_OTHER_WORDS = {"show": "show all"}
"""What to say for commands that have no word of their own."""


class PlainFrontEnd:
    """One player who talks with the controller about its game, which must be on the table.

    What there is to say is collected, and `speak` says it when the game is written down. `has_quit` is whether the
    player has asked to leave, `is_asking` whether the last answer asked something, `has_agreed` whether YES came next,
    and `asked_for` the line that YES stands for, or '' for the one that asked.
    """

    has_screen = False
    theme_names: Sequence[str] = ()

    unasked_states: int | None = 50_000
    """How many positions the solver may visit for a verdict that nobody has asked for: about a second's."""

    silent_seconds = 1.5
    """How long the solver may search before the player is told that it does."""

    def __init__(self, controller: Controller, speech: Speech, signals: Signals, vocabulary: Vocabulary) -> None:
        self.controller = controller
        self.speech = speech
        self.screens = SpokenScreens(controller, vocabulary, self)
        self.has_quit = False
        self.is_asking = self.has_agreed = False
        self.asked_for = ""
        self.last_said: Sequence[str] = ()
        self._signals = signals
        self._pending: list[str] = []
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._due_numbers = count()
        self._notice_at: float | None = None
        self._told_game: tuple[Session, Game] | None = None
        self._is_told = False
        self._told_verdict: tuple[Session, Board, object] | None = None
        controller.frontend = self

    # What is said

    def say(self, sentence: str) -> None:
        """Collect a sentence."""
        self._pending.append(sentence)

    def say_all(self, sentences: Iterable[str]) -> None:
        """Collect sentences."""
        self._pending.extend(sentences)

    def say_message(self, message: Message) -> None:
        """Collect a message, and note if it asks something."""
        self.say(message.text)
        self.is_asking = self.is_asking or message.asks

    def begin_answer(self) -> None:
        """Note what was said last, unasked sentences included, as `last_said`; call what is due."""
        self.is_asking = self.has_agreed = False
        self.asked_for = ""
        self.last_said = self.speech.take_said() or self.last_said
        now = monotonic()
        while self._due and self._due[0][0] <= now:
            heappop(self._due)[2]()

    def speak(self) -> None:
        """Write the game down, then say what has happened and what was collected."""
        self.tell_change()
        self.controller.stage()
        sentences, self._pending = self._pending, []
        for sentence in sentences:
            self.speech.say(sentence)
        self.speech.flush()

    def tell_change(self) -> None:
        """Collect what the session has to say, or else what has happened in the game since this was called last."""
        session, message = self.controller.session, self.controller.session.message
        session.cancel_selection()
        told_session, before = self._told_game or (session, session.game)
        has_changed = session is told_session and session.game is not before
        if message is not None:
            self.say_message(message)
        elif has_changed and not self._is_told:
            change = narrate.change(before, session.game, session.autoplay_policy, finish=session.auto_finishes)
            if change:
                self.say(change)
        if has_changed and not session.game.is_won and session.status is not None:
            self.say(session.status.text)
        self._told_game, self._is_told = (session, session.game), False

    def tell_verdict(self) -> None:
        """Collect the verdict if it is always told and has changed. Raise SearchInterrupted."""
        session, game = self.controller.session, self.controller.session.game
        if self.controller.settings.verdict is not VerdictDisplay.ON or game.is_won:
            return
        before = self._told_verdict
        if before is not None and before[:2] == (session, game.board):
            return
        for _ in range(2):  # the position, and if that is lost the deal
            self.controller.think()
        advisor = self.controller.advisor
        verdict = advisor.analysis.verdict(game)
        self._told_verdict = session, game.board, verdict
        if before is None or (before[0], before[2]) != (session, verdict):
            self.say(advisor.verdict_sentence())

    def how_to(self, command: str) -> str:
        """Return what to say for a command, as `say undo`."""
        row = BY_NAME.get(command)
        word = row.words[0] if row is not None and row.words else _OTHER_WORDS.get(command, "")
        return f"type {word}" if word else ""

    def how_to_agree(self, command: str = "") -> str:  # noqa: ARG002 - every question is answered in the same way
        """Return what to say for yes."""
        return f"type {YES}"

    # The port

    @property
    def picture_colours(self) -> "Colours":
        """The colours of the default theme."""
        return FELT

    def notify(self, message: Message | None) -> None:
        """Collect a message; one that says no more than that the solver searches is left out."""
        if message is None:
            if self.controller.has_game:
                self.controller.session.message = None
        elif message.severity is not Severity.PROGRESS:
            # What is said after a change, and before it is told, tells of the change.
            told = self._told_game
            self._is_told = self._is_told or (told is not None and told[1] is not self.controller.session.game)
            self.say_message(message)

    def open(self, screen: ScreenRequest, about: Sequence[str] = ()) -> None:
        """Collect what a screen shows."""
        self.tell_change()
        self.screens.open(screen, about)

    def settings_changed(self) -> None:
        """Tell the verdict again, if it is told: the player may have asked for that."""
        self._told_verdict = None

    def close_screen(self) -> None:
        """Do nothing: no screen stays open."""

    def copy(self, text: str) -> bool:
        """Send a text to the terminal's clipboard, if the player sits at one."""
        if not self.speech.is_terminal:
            return False
        sequence = clipboard_sequence(text, self.controller.settings.clipboard, os.environ)
        self.speech.send(sequence)
        return bool(sequence)

    def redraw(self) -> None:
        """Do nothing: nothing is drawn."""

    def leave(self) -> None:
        """End the conversation."""
        self.has_quit = True

    def call_later(self, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` before the first line that comes after some time."""
        heappush(self._due, (monotonic() + seconds, next(self._due_numbers), action))

    # The solver

    def solver(self) -> SolverTransport:
        """Return a solver for which the player waits."""
        return _SOLVER(self._is_interrupted, self.unasked_states)

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Let the solver search here: Ctrl-C ends the search, and the player is told if it takes long."""
        self._notice_at = monotonic() + self.silent_seconds
        with self._signals.searching():
            yield

    def _is_interrupted(self) -> bool:
        if self._notice_at is not None and monotonic() > self._notice_at:
            self._notice_at = None
            self.speech.say("Thinking; Ctrl-C stops it.")
            self.speech.flush()
        return self._signals.ends_search

    def finish_requests(self) -> None:
        """Let the solver search until it has answered everything the player asked for. Raise SearchInterrupted."""
        while self.controller.has_advisor and self.controller.advisor.is_busy:
            self.controller.advisor.think()
        self.tell_change()
