"""The front end without a screen: it reads lines and speaks, and reports no change before the change is saved."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from sched import scheduler
from shutil import get_terminal_size
from textwrap import wrap
from threading import Thread
from time import monotonic
from types import FrameType, MappingProxyType
from typing import Final, NamedTuple, TextIO

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
from freecell_tui.controller.play import changes
from freecell_tui.controller.play.changes import ReportedGame
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.signals import signals_handled
from freecell_tui.engine import Board, Suit
from freecell_tui.engine.cards import RANK_TEXTS
from freecell_tui.engine.text import capitalised, printable
from freecell_tui.plain.screens import SpokenScreens
from freecell_tui.plain.words import Vocabulary
from freecell_tui.solver import Reason, Undecided
from freecell_tui.solver.analysis import Verdict
from freecell_tui.solver.results import SolverQuery
from freecell_tui.solver.solve import solve
from freecell_tui.storage.settings import SpeechStyle

# Speech: cards are spoken as words or symbols, and no sentence has a character that a terminal would obey.


_WORD_OF_RANK: Final = dict(zip(RANK_TEXTS, RANK_WORDS, strict=True))
_WORD_OF_SUIT: Final = {suit.symbol: suit.name.lower() for suit in Suit}
_LETTER_OF_SUIT: Final = {suit.symbol: suit.letter.lower() for suit in Suit}
_RANK: Final = "10|[2-9AJQK]"
_CARD: Final = re.compile(rf"(?P<before>\b(?:at|before|by|on|onto|takes|under) )?\b(?P<rank>{_RANK})(?P<suit>[♣♦♥♠])")
_ANY_SUIT: Final = re.compile(rf"\b(?P<colour>a (?:black|red)) (?P<rank>{_RANK})\b")


class OutputGone(Exception):
    """The loss of the output, as the reader has left or the disk is full."""


class Speech:
    """A stream to which sentences are spoken, one a line.

    A terminal would break a longer line inside a word, so it gets several.
    """

    def __init__(self, out: TextIO) -> None:
        self.style = SpeechStyle.FULL
        self.is_heard = False
        """Whether sentences are read aloud, so that each is one line, however long."""

        self.said: list[str] = []
        """The sentences spoken since the player's last line."""

        self._out = out

    def say(self, sentence: str) -> None:
        self.said.append(sentence)
        if self.style is SpeechStyle.SHORT:
            text = "\n".join(wrap(printable(in_short(sentence)), BRAILLE_CELLS, break_on_hyphens=False))
        else:
            text = printable(sentence if self.style is SpeechStyle.SYMBOLS else in_words(sentence))
        if not self.is_heard and self._out.isatty() and len(text) > (columns := get_terminal_size().columns):
            text = "\n".join(wrap(text, columns, break_long_words=False, break_on_hyphens=False))
        self.write(f"{text}\n")

    def send(self, sequence: str) -> bool:
        """Send a control sequence to the terminal.

        Return False without a terminal.
        """
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
    """Return a sentence with all cards as words.

    >>> in_words("Cell a is taken by 9♠. 7♥ to column 5, on 8♠.")
    'Cell a is taken by the nine of spades. Seven of hearts to column 5, on the eight of spades.'
    """
    sentence = _CARD.sub(_card_in_words, sentence)
    return _ANY_SUIT.sub(lambda match: f"{match['colour']} {_WORD_OF_RANK[match['rank']]}", sentence)


BRAILLE_CELLS: Final = 40
"""The cells of a usual braille display, into one line of which short speech fits."""

_SHORTER: Final = (
    (r"^(.+) to column \d+, on ([^.]+)\.", r"\1 on \2."),
    (r" and the (\d+) cards on it", r" and \1"),
    (r" and the card on it", " and 1"),
    (r" to the empty column (\d+)\.", r" to empty \1."),
    (r" to cell (\w)\.", r" to \1."),
    (r" (?:went home automatically|is home)\.", " home."),
    (r" came back from home\.", " back."),
    (r"^Column (\d+) is empty\.", r"\1 empty."),
    (r"^Cell (\w) is free\.", r"\1 empty."),
    (r"^All (\d+) cells are free\.", r"\1 cells empty."),
    (r"^Cells: (.+); none is free\.", r"Cells: \1."),
    (r"^Cells: (.+); (.+) (?:is|are) free\.", r"Cells: \1; \2 empty."),
    (r"^The foundations are empty\.", "Home: empty."),
    (r"^Foundations: ", "Home: "),
    (r"\bno \w+s, |, no \w+s\b", ""),
    (r"^Column (\d+), \d+ cards?: ", r"\1: "),
    (r"\bin sequence ", ""),
    (r" is in column (\d+), under (\d+) cards?(?:: .+)?\.", r" in \1, under \2."),
    (r" is in column (\d+), under ", r" in \1, under "),
    (r" is in cell (\w)\.", r" in \1."),
    (r" is the last card of column (\d+)\.", r" last in \1."),
    (r" is in (?:column )?(\w+)(?: \w+)? already\.", r" in \1."),
    (r"^(.+) cannot go home before (.+)\.", r"\1 not before \2."),
    (r"^.+ does not go on (.+), which takes (?:a )?(.+)\.", r"\1 takes \2."),
    (r"^(.+) takes (?:a )?(.+), and there is none .+\.", r"\1 takes \2."),
    (r"^Only one card at a time goes (home|to).*\.", r"One card at a time."),
    (r"^That would move (\d+) cards at once, but only (\d+) cards? can move now\.", r"\1 cards; only \2 can move."),
    (r"^Only the last (\d+ cards|card) of (column \d+) (?:are in sequence|can move)\.", r"Only \1 of \2."),
    (r"^There is no (\w+ \w+): .+", r"No \1."),
    (r"^Cell (\w) is taken by ", r"Cell \1 has "),
    (r"^Undone: (\S+)(?: to \S+)? from (?:column |cell )?(\w+) .+?\.", r"\1 back to \2."),
)
"""What short speech says in place of longer parts of sentences."""


def in_short(sentence: str) -> str:
    """Return a sentence in few syllables, for ears in a hurry and for braille.

    >>> in_short("7♥ to column 5, on 8♠.")
    '7 hearts on 8 spades.'
    """
    for pattern, shorter in _SHORTER:
        sentence = re.sub(pattern, shorter, sentence)
    text = _CARD.sub(
        lambda match: f"{match['before'] or ''}{_rank_in_short(match)} {_WORD_OF_SUIT[match['suit']]}", sentence
    )
    if len(text) > BRAILLE_CELLS:
        text = _CARD.sub(
            lambda match: f"{match['before'] or ''}{match['rank']}{_LETTER_OF_SUIT[match['suit']]}", sentence
        )
    return capitalised(text)


def _rank_in_short(match: re.Match[str]) -> str:
    return match["rank"] if match["rank"].isdecimal() else _WORD_OF_RANK[match["rank"]]


def _card_in_words(match: re.Match[str]) -> str:
    card = f"{_WORD_OF_RANK[match['rank']]} of {_WORD_OF_SUIT[match['suit']]}"
    if match["before"]:
        return f"{match['before']}the {card}"
    begins_sentence = not match.start() or match.string[: match.start()].endswith(". ")
    return capitalised(card) if begins_sentence else card


# Signals that end the program or a search.
#
# While the program waits for a line, a signal ends the program at once. While the solver searches, Ctrl-C ends only
# the search. At any other moment a signal takes effect when the next line is read, so that every move is saved.


_ALARM: Final = getattr(signal, "SIGALRM", None)
"""The signal of the system's alarm clock; None if the system has no alarm clock.

A signal that arrives just as readline begins to wait for a key would have no effect until the next key. So a thread
notices each signal at once, and lets the alarm ring until Python has handled the signal.
"""


def _ring_every(seconds: float) -> None:
    if _ALARM is not None:
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


class Leave(Exception):
    """The program's end, requested by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The signal's number."""


class Signals:
    """The signals received, and the moments at which a signal takes effect."""

    def __init__(self) -> None:
        self._pending: int | None = None
        """The signal that is to end the program; None if no such signal has arrived."""

        self._is_searching = False
        self._ends_search = False
        self._may_leave = False
        """Whether a signal ends the program at once."""

    @property
    def ends_search(self) -> bool:
        """Whether a signal is to end the search, or the program."""
        return self._ends_search or self._pending is not None

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Handle signals until the end of the block."""
        with signals_handled(self._handle):
            if _ALARM is None:
                yield
            else:
                signal.signal(_ALARM, lambda *_: self._leave_if_pending())
                with self._alarmed():
                    yield

    @contextmanager
    def _alarmed(self) -> Iterator[None]:
        """Start the thread that lets the alarm ring, until the end of the block."""
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        thread = Thread(target=self._ring_for_signals, args=(reader,), daemon=True)
        try:
            thread.start()
        except RuntimeError:  # no room for a thread: a signal that comes just before a line is read waits for the line
            os.close(writer)
            os.close(reader)
            yield
            return
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
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # the main thread handles signals
        while number := os.read(reader, 1):
            if number[0] != _ALARM and self._may_leave:
                _ring_every(0.1)

    @contextmanager
    def leaving_at_once(self) -> Iterator[None]:
        """Raise Leave in the block for an arriving or pending signal."""
        self._may_leave = True
        try:
            self._leave_if_pending()
            yield
        finally:
            _ring_every(0)
            self._may_leave = False

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Let Ctrl-C end the search in the block instead of the program."""
        self._is_searching, self._ends_search = True, False
        try:
            yield
        finally:
            self._is_searching = self._ends_search = False

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGINT and self._is_searching:
            self._ends_search = True
            return
        self._pending = number
        self._leave_if_pending()

    def _leave_if_pending(self) -> None:
        if self._may_leave and self._pending is not None:
            # Only once: another signal, such as the alarm, may arrive while the program ends.
            self._may_leave = False
            raise Leave(self._pending)


class BlockingSolver:
    """A solver that searches in this process while the player waits."""

    def __init__(self, is_interrupted: Callable[[], bool], background_states: int | None) -> None:
        self._is_interrupted = is_interrupted
        """Asked often during a search, which stops when the answer is True."""

        self.background_states = background_states

    def ask(self, query: SolverQuery, on_result: OnResult, on_failure: OnFailure) -> None:  # noqa: ARG002 - this solver never fails
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
        """Do nothing: `ask` ends with its search."""

    def close(self) -> None:
        """Do nothing."""


YES: Final = "yes"
"""The answer that agrees to every question; every other answer declines."""


class ReportedVerdict(NamedTuple):
    """The verdict about which the player was informed last."""

    session: Session
    board: Board
    verdict: Verdict | None


class PlainFrontEnd(SpokenScreens):
    """The front end of line mode: a player's conversation with the controller.

    A game must be on the table. Sentences are collected, and spoken by `speak` once the game is saved.
    """

    has_screen = False
    shows_game = True
    is_handed_over = False
    can_draw = False
    """Whether the terminal can show the table."""

    how_to_agree = f"type {YES}"
    theme_names: Sequence[str] = ()
    colours: Mapping[str, str] = MappingProxyType({})

    unasked_states: int | None = 50_000
    """The positions that a search for an unrequested verdict may visit: about a second's work."""

    silent_seconds = 1.5
    """The seconds of searching after which the player is asked for patience."""

    def __init__(
        self,
        make_controller: Callable[[FrontEnd], Controller],
        speech: Speech,
        signals: Signals,
        vocabulary: Vocabulary,
    ) -> None:
        super().__init__(vocabulary)
        self.controller = make_controller(self)
        self.speech = speech
        self.has_quit = False
        """Whether the player has asked to leave."""

        self.last_said: Sequence[str] = ()
        """The answer to the player's last line, with sentences that were spoken unasked."""

        self.typed_moves = TypedMoves()
        self._signals = signals
        self._scheduler = scheduler(monotonic)
        self._patience_ends = inf
        """The moment at which the player is asked for patience, on the monotonic clock."""

        self._reported: ReportedGame | None = None
        self._is_change_reported = False
        """Whether a message has reported the latest change of the game already."""

        self._reported_verdict: ReportedVerdict | None = None
        self._reported_win_notes: tuple[str, ...] = ()

    def speak_of_cards(self, style: SpeechStyle) -> None:
        self.speech.style = style
        how = {SpeechStyle.SYMBOLS: "as symbols", SpeechStyle.SHORT: "in short"}.get(style, "as words")
        self.say(f"Cards are written {how}, as in 7♥.")

    def begin_answer(self) -> None:
        """Begin to answer a line.

        The answer to the last line becomes `last_said`. Actions of `call_later` that are due are called here.
        """
        self.yes_means, self.yes_meant = "", self.yes_means
        self.last_said, self.speech.said = self.speech.said or self.last_said, []
        self._scheduler.run(blocking=False)

    def speak(self) -> None:
        """Save the game and speak all collected sentences.

        Notes on a win are known only after the win is saved, so they are spoken last.
        """
        self.collect_change()
        self._patience_ends = monotonic() + self.silent_seconds
        self.controller.after_input(self._speak_collected)
        notes = self.controller.table.win_notes
        if notes is not self._reported_win_notes:  # a second win with equal notes is news, too
            self.say_all(notes)
        self._reported_win_notes = notes
        self._speak_collected()

    def _speak_collected(self) -> bool:
        while self.pending:
            self.speech.say(self.pending.pop(0))
        return True

    def collect_change(self) -> None:
        """Collect the session's message, or else a sentence about the game's change.

        The change is the difference from the game as it was at the last call.
        """
        session = self.controller.session
        message = session.message
        session.cancel_selection()  # drops the message, too
        reported = self._reported or ReportedGame(session, session.game, 0)
        # Every turn, undo and redo makes another Game.
        has_changed = session is reported.session and session.game is not reported.game
        if message is not None:
            self._say_message(message)
        elif has_changed and not self._is_change_reported:
            self.say_all(filter(None, [changes.change(reported.game, session, reported.turns_played)]))
        if has_changed and not session.game.is_won and session.status is not None:
            self.say(session.status.text)
        self._reported = ReportedGame(session, session.game, session.turns_played)
        self._is_change_reported = False

    def collect_verdict(self) -> None:
        """Collect a changed verdict, if the setting is on.

        Raise SearchInterrupted.
        """
        controller, game = self.controller, self.game
        session, advisor = controller.session, controller.advisor
        if not controller.settings.verdict:
            self._reported_verdict = None
            return
        reported = self._reported_verdict
        if reported is not None and reported.session is not session:
            reported = None
        if game.is_won or (reported is not None and reported.board == game.board):
            return
        for _ in range(2):  # first the position, then the deal if the position is lost
            advisor.think()
        verdict = advisor.analysis.verdict(game)
        self._reported_verdict = ReportedVerdict(session, game.board, verdict)
        if reported is None or reported.verdict != verdict:
            loss = advisor.loss
            self.say(f"{advisor.verdict_sentence()} {loss.cause if loss is not None else ''}".rstrip())

    def how_to(self, command: str) -> str:
        words = BY_NAME[command].words
        return f"type {words[0]}" if words else ""

    def notify(self, message: Message | None) -> None:
        if message is None:
            if self.controller.has_game:
                self.controller.session.message = None
        elif message.severity != "progress":
            # A message that follows a change of the game, before its sentence, reports the change itself.
            if self._reported is not None and self._reported.game is not self.game:
                self._is_change_reported = True
            self._say_message(message)

    def _say_message(self, message: Message) -> None:
        if message.asks:
            self.ask(message.text)
        else:
            self.say(message.text)

    def show(self, what: Shown, about: str = "") -> None:
        self.collect_change()
        super().show(what, about)

    def settings_changed(self) -> None:
        """Do nothing: each setting is read when it is needed."""

    def send(self, sequence: str) -> bool:
        return self.speech.send(sequence)

    def redraw(self) -> None:
        """Do nothing: nothing is drawn."""

    def leave(self) -> None:
        self.has_quit = True

    def hand_over(self) -> None:
        if self.can_draw:
            self.is_handed_over = self.has_quit = True
        else:
            self.say("The table needs a terminal that can draw.")

    def call_later(self, seconds: float, action: Action) -> None:
        self._scheduler.enter(seconds, 0, action)

    def solver(self) -> SolverTransport:
        return BlockingSolver(self._is_interrupted, self.unasked_states)

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Let Ctrl-C end a search in the block, and announce long searches."""
        self._patience_ends = monotonic() + self.silent_seconds
        with self._signals.searching():
            yield

    def _is_interrupted(self) -> bool:
        """Return whether the search should stop, and ask for patience in time."""
        if monotonic() > self._patience_ends:
            self._patience_ends = inf
            self.speech.say("Thinking; Ctrl-C stops it.")
        return self._signals.ends_search

    def finish_requests(self) -> None:
        """Search until every request of the player is answered.

        Raise SearchInterrupted.
        """
        while self.controller.advisor.is_busy:
            self.controller.advisor.think()
        self.collect_change()


# Lines of standard input, with line editing and completion at a terminal.


MAX_LENGTH: Final = 4096
"""The most characters in a line; longer lines are refused."""

_READLINE_SETTINGS: Final = (
    # Screen readers and simple terminals get text only.
    "set enable-bracketed-paste off",
    "set enable-meta-key off",
    "set bell-style none",
    "set page-completions off",
    "tab: complete",
)


_BOLD: Final = b"\x1b[1m"
_NOT_BOLD: Final = "\x1b[22m"


class LineTooLong(Exception):
    """A line of more than MAX_LENGTH characters, read to its end."""


class NotText(Exception):
    """Input in an unexpected encoding.

    `str()` is a sentence.
    """


class Lines:
    """The lines of standard input."""

    def __init__(self, vocabulary: Vocabulary, *, is_spoken: bool = False) -> None:
        """Read from standard input. With `is_spoken`, nothing that is no answer is written."""
        self._is_spoken = is_spoken
        self.is_from_file = not sys.stdin.isatty()
        """Whether the lines come from a file or a program."""

        self.is_typed = not self.is_from_file and sys.stdout.isatty()
        """Whether a player types the lines at a prompt."""

        self._is_bold = False
        """Whether the lines that are typed are shown in bold type."""

        if self.is_typed:
            with suppress(ImportError):
                has_attributes = not is_spoken and (os.environ.get("TERM") or "dumb") != "dumb"
                self._is_bold = _use_readline(vocabulary, bold=has_attributes)

    def read(self) -> str | None:
        """Return the next line, or None at the end; raise LineTooLong or NotText."""
        try:
            line = self._read_typed() if self.is_typed else sys.stdin.readline(MAX_LENGTH)
            if len(line) >= MAX_LENGTH and not line.endswith("\n"):
                rest = "" if self.is_typed else line
                while rest and not rest.endswith("\n"):
                    rest = sys.stdin.readline(MAX_LENGTH)
                raise LineTooLong
        except (EOFError, OSError):  # the terminal may be gone
            return None
        except UnicodeError:
            # Single unreadable characters are replaced, so this is about the whole input: UTF-16 without a mark, say.
            raise NotText(f"The input cannot be read: it is not in {sys.stdin.encoding}.") from None
        return line if line or self.is_typed else None

    def _read_typed(self) -> str:
        """Return a line that the player types at the prompt.

        A screen reader says a prompt of characters each time, as “greater than”. So the prompt is bold type where a
        terminal has that: people who see it see whose turn it is, and nobody hears it.
        """
        if not self._is_bold:
            return input("" if self._is_spoken else "> ")
        try:
            return input()
        finally:
            sys.stdout.write(_NOT_BOLD)


def _use_readline(vocabulary: Vocabulary, *, bold: bool) -> bool:
    """Let the player edit, complete and recall lines; raise ImportError without readline.

    With `bold`, the lines are shown in bold type, if the library can call a function before it reads keys. Return
    whether they are.
    """
    import readline  # noqa: PLC0415 - readline takes over the terminal, and some systems have none

    # readline calls this function with 0, 1, 2 … until the answer is None.
    def completion(text: str, index: int) -> str | None:
        words = readline.get_line_buffer()[: readline.get_begidx()].split()
        completions = [word for word in vocabulary.choices(words) if word.startswith(text.lower())]
        return completions[index] if index < len(completions) else None

    is_libedit = "libedit" in (readline.__doc__ or "")
    for setting in ("bind ^I rl_complete",) if is_libedit else _READLINE_SETTINGS:
        readline.parse_and_bind(setting)
    readline.set_completer_delims(" \t")
    readline.set_completer(completion)
    if bold and hasattr(readline, "set_pre_input_hook"):
        # The terminal takes keys one by one by then. In a function of Python’s own, a signal would be lost.
        readline.set_pre_input_hook(partial(os.write, sys.stdout.fileno(), _BOLD))
        return True
    return False
