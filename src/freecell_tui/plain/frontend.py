"""The front end without a screen: it reads lines and speaks, and tells no change before that is written down."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import inf
from sched import scheduler
from threading import Thread
from time import monotonic
from types import FrameType, MappingProxyType
from typing import Final, TextIO

from freecell_tui.controller.arguments import RANK_WORDS, TypedMoves
from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import (
    Action,
    FrontEnd,
    Message,
    OnFailure,
    OnResult,
    SearchInterrupted,
    Shown,
    SolverTransport,
)
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.signals import signals_handled
from freecell_tui.engine import Game, Suit
from freecell_tui.engine.cards import RANK_TEXTS
from freecell_tui.engine.text import capitalised, printable
from freecell_tui.plain import words
from freecell_tui.plain.screens import SpokenScreens
from freecell_tui.plain.words import Vocabulary
from freecell_tui.solver import Reason, Undecided
from freecell_tui.solver.results import SolverQuery
from freecell_tui.solver.solve import solve

# How sentences are spoken: with cards in words or as marks, and with nothing in them that a terminal would obey.


_WORD_OF_RANK: Final = dict(zip(RANK_TEXTS, RANK_WORDS, strict=True))
_WORD_OF_SUIT: Final = {suit.symbol: suit.name.lower() for suit in Suit}
_RANK: Final = "10|[2-9AJQK]"
_CARD: Final = re.compile(rf"(?P<before>\b(?:at|before|by|on|onto|takes|under) )?\b(?P<rank>{_RANK})(?P<suit>[♣♦♥♠])")
_ANY_SUIT: Final = re.compile(rf"\b(?P<colour>a (?:black|red)) (?P<rank>{_RANK})\b")


class OutputGone(Exception):
    """Nobody hears what is said: the reader has left, or the disk that it is written to is full."""


class Speech:
    """Speaks a sentence a line, and keeps what it `said`. While it `is_brief`, cards are marks, as in 7♥, not words."""

    def __init__(self, out: TextIO) -> None:
        self.is_brief = False
        self._out = out
        self.said: list[str] = []

    def say(self, sentence: str) -> None:
        self.said.append(sentence)
        self.write(f"{printable(sentence if self.is_brief else in_words(sentence))}\n")

    def send(self, sequence: str) -> bool:
        """Send a control sequence to the terminal; return False if there is none."""
        if self._out.isatty():
            self.write(sequence)
        return self._out.isatty()

    def write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except OSError as error:
            raise OutputGone from error


def in_words(sentence: str) -> str:
    """Return a sentence with its cards in words.

    >>> in_words("Cell a is taken by 9♠. 7♥ to column 5, on 8♠.")
    'Cell a is taken by the nine of spades. Seven of hearts to column 5, on the eight of spades.'
    """

    def card_in_words(match: re.Match[str]) -> str:
        card = f"{_WORD_OF_RANK[match['rank']]} of {_WORD_OF_SUIT[match['suit']]}"
        if match["before"]:
            return f"{match['before']}the {card}"
        begins = not match.start() or match.string[: match.start()].endswith(". ")
        return capitalised(card) if begins else card

    sentence = _CARD.sub(card_in_words, sentence)
    return _ANY_SUIT.sub(lambda match: f"{match['colour']} {_WORD_OF_RANK[match['rank']]}", sentence)


# The signals that end the program or a search, acted on only when everything is in order.
#
# While the player's next line is awaited, a signal ends the program at once; while the solver searches, Ctrl-C ends
# the search alone. At any other moment a signal waits for the next line, so that no move is cut off from its save.


_ALARM: Final = getattr(signal, "SIGALRM", None)
"""The alarm, where the system has one: it rings from the moment of a signal, until Python has acted on that.

Otherwise one that comes just when readline begins to wait for a key would be overlooked until the next key. A thread
hears of signals in the instant that they come, and lets it ring; until then nothing wakes the program up.
"""


def _ring_every(seconds: float) -> None:
    if _ALARM is not None:
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


class Leave(Exception):
    """A signal asks the program to end; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    def __init__(self) -> None:
        self._ends_with: int | None = None
        self._is_searching = False
        self._ends_search = False
        self._may_leave = False

    @property
    def ends_search(self) -> bool:
        """Whether a signal asks to end the search, or the program."""
        return self._ends_search or self._ends_with is not None

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Handle signals in place of whatever handled them before."""
        with signals_handled(self._handle):
            if _ALARM is None:
                yield
            else:
                signal.signal(_ALARM, lambda *_: self._leave_if_asked())
                with self._alarmed():
                    yield

    @contextmanager
    def _alarmed(self) -> Iterator[None]:
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        thread = Thread(target=self._ring_for_signals, args=(reader,), daemon=True)
        thread.start()
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(-1)
            os.close(writer)
            thread.join()
            _ring_every(0)
            os.close(reader)

    def _ring_for_signals(self, reader: int) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # they are for the thread that waits
        while number := os.read(reader, 1):
            if number[0] != _ALARM and self._may_leave:
                _ring_every(0.1)

    @contextmanager
    def leaving_at_once(self) -> Iterator[None]:
        """Let signals end the program here, with Leave; one that came before does so too."""
        self._may_leave = True
        try:
            self._leave_if_asked()
            yield
        finally:
            _ring_every(0)
            self._may_leave = False

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Let Ctrl-C end a search here, and not the program."""
        self._is_searching, self._ends_search = True, False
        try:
            yield
        finally:
            self._is_searching = self._ends_search = False

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGINT and self._is_searching:
            self._ends_search = True
            return
        self._ends_with = number
        self._leave_if_asked()

    def _leave_if_asked(self) -> None:
        if self._may_leave and self._ends_with is not None:
            # Only once: another signal, as the alarm, may come on the way out.
            self._may_leave = False
            raise Leave(self._ends_with)


class BlockingSolver:
    """The solver in this process, while the player waits; it stops when `is_interrupted`."""

    def __init__(self, is_interrupted: Callable[[], bool], background_states: int | None) -> None:
        self._is_interrupted = is_interrupted
        self.background_states = background_states

    def ask(self, query: SolverQuery, on_result: OnResult, on_failure: OnFailure) -> None:  # noqa: ARG002 - it is here
        result = solve(
            query.board,
            query.variant,
            autoplay=query.autoplay,
            finish=query.finish,
            short=query.short,
            budget=query.budget,
            stop=self._is_interrupted,
        )
        if isinstance(result, Undecided) and result.reason is Reason.STOPPED:
            raise SearchInterrupted
        on_result(result)

    def stop(self) -> None:
        """Do nothing: no search outlives the question."""

    def close(self) -> None:
        """Do nothing."""


_NONE_TOLD: Final = (None, None, None)
"""The session, the board and the verdict that were told last, before any was."""

YES: Final = "yes"
"""What agrees to every question; `no`, and all else, does not."""


class PlainFrontEnd(SpokenScreens):
    """One player who talks with the controller, which `begin` makes, about its game, which must be on the table.

    `speak` says what was collected when the game is written down. `has_quit` is whether the player has asked to leave.
    """

    has_screen = False
    shows_game = True
    how_to_agree = f"type {YES}"
    theme_names: Sequence[str] = ()
    colours: Mapping[str, str] = MappingProxyType({})

    unasked_states: int | None = 50_000
    """How many positions the solver may visit for a verdict that nobody has asked for: about a second's."""

    silent_seconds = 1.5
    """How long the solver may search before the player is told that it does."""

    def __init__(
        self, begin: Callable[[FrontEnd], Controller], speech: Speech, signals: Signals, vocabulary: Vocabulary
    ) -> None:
        super().__init__(vocabulary)
        self.controller = begin(self)
        self.speech = speech
        self.has_quit = False
        self.last_said: Sequence[str] = ()
        self.typed_moves = TypedMoves()
        self._signals = signals
        self._due = scheduler(monotonic)
        self._notice_at = inf
        self._told: tuple[Session, Game, int] | None = None
        self._told_win_notes: tuple[str, ...] = ()
        self._is_told = False
        self._told_verdict: tuple[object, object, object] = _NONE_TOLD

    def speak_of_cards(self, *, is_brief: bool) -> None:
        self.speech.is_brief = is_brief
        self.say(f"Cards are written as {'symbols' if is_brief else 'words'}, as in 7♥.")

    def begin_answer(self) -> None:
        """Remember as `last_said` what was said last, unasked sentences included; call what is due."""
        self.yes_means, self.yes_meant = "", self.yes_means
        self.last_said, self.speech.said = self.speech.said or self.last_said, []
        self._due.run(blocking=False)

    def speak(self) -> None:
        """Say what has happened and what was collected, once it is written down, and then what saving it has led to."""
        self.tell_change()
        self._notice_at = monotonic() + self.silent_seconds
        self.controller.after_input(self._say_collected)
        notes = self.controller.table.win_notes
        if notes is not self._told_win_notes:
            self.say_all(notes)
        self._told_win_notes = notes
        self._say_collected()

    def _say_collected(self) -> bool:
        while self.pending:
            self.speech.say(self.pending.pop(0))
        return True

    def tell_change(self) -> None:
        """Collect what the session has to say, or else what has happened in the game since this was called last."""
        session, message = self.controller.session, self.controller.session.message
        session.cancel_selection()
        told_session, before, turns = self._told or (session, session.game, 0)
        has_changed = session is told_session and session.game is not before
        if message is not None:
            self._say_message(message)
        elif has_changed and not self._is_told and (change := words.change(before, session, turns)):
            self.say(change)
        if has_changed and not session.game.is_won and session.status is not None:
            self.say(session.status.text)
        self._told, self._is_told = (session, session.game, session.turns_played), False

    def tell_verdict(self) -> None:
        """Collect the verdict if it is always told and has changed. Raise SearchInterrupted."""
        controller, game = self.controller, self.game
        session, advisor = controller.session, controller.advisor
        if not controller.settings.verdict:
            self._told_verdict = _NONE_TOLD
            return
        told_session, board, told = self._told_verdict
        if game.is_won or (told_session, board) == (session, game.board):
            return
        for _ in range(2):  # the position, and if that is lost the deal
            advisor.think()
        verdict = advisor.analysis.verdict(game)
        self._told_verdict = session, game.board, verdict
        if (told_session, told) != (session, verdict):
            self.say(advisor.verdict_sentence())

    def how_to(self, command: str) -> str:
        words = BY_NAME[command].words
        return f"type {words[0]}" if words else ""

    def notify(self, message: Message | None) -> None:
        if message is None:
            if self.controller.has_game:
                self.controller.session.message = None
        elif message.severity != "progress":
            # What is said after a change, and before it is told, tells of the change.
            self._is_told = self._is_told or (self._told is not None and self._told[1] is not self.game)
            self._say_message(message)

    def _say_message(self, message: Message) -> None:
        if message.asks:
            self.ask(message.text)
        else:
            self.say(message.text)

    def show(self, what: Shown, about: str = "") -> None:
        self.tell_change()
        super().show(what, about)

    def settings_changed(self) -> None:
        """Do nothing: each setting is asked for when it counts."""

    def send(self, sequence: str) -> bool:
        return self.speech.send(sequence)

    def redraw(self) -> None:
        """Do nothing: nothing is drawn."""

    def leave(self) -> None:
        self.has_quit = True

    def call_later(self, seconds: float, action: Action) -> None:
        self._due.enter(seconds, 0, action)

    def solver(self) -> SolverTransport:
        return BlockingSolver(self._is_interrupted, self.unasked_states)

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Let Ctrl-C end a search here, and tell the player if it takes long."""
        self._notice_at = monotonic() + self.silent_seconds
        with self._signals.searching():
            yield

    def _is_interrupted(self) -> bool:
        if monotonic() > self._notice_at:
            self._notice_at = inf
            self.speech.say("Thinking; Ctrl-C stops it.")
        return self._signals.ends_search

    def finish_requests(self) -> None:
        """Let the solver search until it has answered everything the player asked for. Raise SearchInterrupted."""
        while self.controller.advisor.is_busy:
            self.controller.advisor.think()
        self.tell_change()


# Where lines come from: standard input, with line editing and completion where somebody types at a terminal.


MAX_LENGTH: Final = 4096
"""Lines of more characters are refused."""

_READLINE_SETTINGS: Final = (
    # Nothing but text is written, for screen readers and simple terminals.
    "set enable-bracketed-paste off",
    "set enable-meta-key off",
    "set bell-style none",
    "set page-completions off",
    "tab: complete",
)

Complete = Callable[[Sequence[str]], Sequence[str]]
"""Returns what words can stand behind others."""


class LineTooLong(Exception):
    """A line has more than MAX_LENGTH characters; it has been read to its end."""


class NotText(Exception):
    """The input is not in the encoding that it should be in; `str()` is a sentence."""


class Lines:
    """The lines of standard input. `is_typed` is whether somebody types them, at a prompt."""

    def __init__(self, complete: Complete) -> None:
        self.is_typed = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_typed:
            with suppress(ImportError):
                _use_readline(complete)

    def read(self) -> str | None:
        """Return the next line, or None if there is none; raise LineTooLong or NotText."""
        try:
            line = input("> ") if self.is_typed else sys.stdin.readline(MAX_LENGTH)
            if len(line) >= MAX_LENGTH and not line.endswith("\n"):
                rest = "" if self.is_typed else line
                while rest and not rest.endswith("\n"):
                    rest = sys.stdin.readline(MAX_LENGTH)
                raise LineTooLong
        except (EOFError, OSError):  # the terminal may be gone
            return None
        except UnicodeError:
            # What can be replaced has been, so this is about the whole: UTF-16 without its mark, for one.
            raise NotText(f"The input cannot be read: it is not in {sys.stdin.encoding}.") from None
        return line if line or self.is_typed else None


def _use_readline(complete: Complete) -> None:
    """Let typed lines be edited, completed, and recalled as long as the program runs; raise ImportError."""
    import readline  # noqa: PLC0415 - it takes over the terminal, and some systems do without it

    def next_completion(text: str, state: int) -> str | None:
        """Return completion number `state` of the word at the cursor, or None, as readline asks for them."""
        before = readline.get_line_buffer()[: readline.get_begidx()].split()
        found = [word for word in complete(before) if word.startswith(text.lower())]
        return found[state] if state < len(found) else None

    is_libedit = "libedit" in (readline.__doc__ or "")
    for setting in ("bind ^I rl_complete",) if is_libedit else _READLINE_SETTINGS:
        readline.parse_and_bind(setting)
    readline.set_completer_delims(" \t")
    readline.set_completer(next_completion)
