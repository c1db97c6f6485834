"""The terminal's screen: input freed from the terminal's replies, and output of only the cells that changed."""

import os
import re
import signal
import termios
import tty
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from select import select
from time import monotonic
from typing import Any, Final

from urwid import AttrSpec
from urwid.display.escape import HIDE_CURSOR, SHOW_CURSOR, PrivateMode
from urwid.display.raw import Screen
from urwid.util import get_encoding

from freecell_tui.controller.frontend import Action
from freecell_tui.controller.terminal import inherited_colours, is_emacs, knows_strings, screen_size
from freecell_tui.ui.drawing.glyphs import is_narrow
from freecell_tui.ui.drawing.surface import Point, Size, Surface
from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.theme import HALF, IMPRINT, Theme, attr_spec, filled
from freecell_tui.ui.terminal.input import BackgroundFollower, PasteFilter
from freecell_tui.ui.terminal.output import (
    REPLY_TIMEOUT,
    STATUS_QUERY,
    FlowControl,
    Look,
    Run,
    move_to,
    output,
    pen_of,
    reaches,
    runs_of,
    whole_output,
)
from freecell_tui.ui.terminal.sequences import ControlDecoder, SequenceReader, slices_of

Cell = tuple[str, str]
"""A character and its role."""

# The modes that other programs may have left, as the game needs them: the shift of letters, their sets, overwriting,
# no line feed at a return, no origin, no margins, no reverse video, lines that wrap, plain keys, and no styles.
_PLAIN_STATE: Final = "\x0f\x1b(B\x1b[4l\x1b[20l\x1b[?6l\x1b[?5l\x1b[?7h\x1b[?1l\x1b>\x1b[r\x1b[0m"
_CONSOLE_FONT: Final = "\x1b[10m"
_UTF8: Final = "\x1b%G"
# Those of newer terminals: no margins at the sides, a keyboard that is not locked, no echo, and frames that show.
_NEWER_STATE: Final = "\x1b[?69l\x1b[2l\x1b[12h\x1b[?2026l"
# Keys as terminals always report them, without the protocols of kitty, xterm and Windows: some print it, so it is sent
# where the first frame covers it. And no reports of the mouse.
_PLAIN_KEYS: Final = "\x1b[=0u\x1b[>4m\x1b[?9001l"
_NO_MOUSE: Final = "".join(f"\x1b[?{mode}l" for mode in (9, 1000, 1001, 1002, 1003, 1005, 1015, 1016))
# Also of lines of double width.
_ERASE: Final = "\x1b[2J"
# Some of it comes back with the screen that was there before the game.
_LEFT_STATE: Final = "\x0f\x1b(B\x1b[?7h\x1b[0m"
_WRAP_OFF: Final = "\x1b[?7l"
_WRAP_ON: Final = "\x1b[?7h"
_FULL_BLOCK: Final = "█"

# Reports of the mouse's moves with no button down (DECSET 1003).
_MOTION_ON: Final = "\x1b[?1003h"
_MOTION_OFF: Final = "\x1b[?1003l"
# The window's title: set it, push it on the terminal's stack, and pop it.
_SET_TITLE: Final = "\x1b]2;{}\x07"
_PUSH_TITLE: Final = "\x1b[22;2t"
_POP_TITLE: Final = "\x1b[23;2t"
# Some of what is drawn, whose width terminals disagree about, and the query where the cursor is now; below the first
# row, whose report would read as a function key.
_MEASURED: Final = "♠♥♦♣▀─→●"
_MEASURED_ROW: Final = 1
_MEASURE: Final = f"\x1b[{_MEASURED_ROW + 1};1H{_MEASURED}\x1b[6n"
# All is well, or there is a fault.
_STATUS_REPLY: Final = r"\x1b\[[03]n"
# Colours that urwid takes a terminal to have of which it knows nothing.
_DEFAULT_COLOURS: Final = 16
# How urwid asks for the default colours, which a terminal without colours need not know.
_DEFAULT_INK: Final = ";39"
_DEFAULT_SURFACE: Final = ";49m"
_READ_BYTES: Final = 4096


class TerminalGone(Exception):
    """The terminal cannot be written to or read from any more."""


@contextmanager
def _terminal_errors() -> Iterator[None]:
    """Raise TerminalGone for the terminal's errors, so that no other error is taken for one of them."""
    try:
        yield
    except (OSError, termios.error) as error:
        raise TerminalGone from error


class Terminal(Screen):
    """urwid's raw screen, which draws only the cells that changed and lets no stray sequence through as keys.

    `on_stop` and `on_start` are called as the screen is given back, at the end or for Ctrl-Z, and taken again.
    `on_wide_suits` is called if the terminal shows suits two cells wide; `is_narrow` is whether it has told that
    it shows them one cell wide.
    """

    screen_buf: Any
    """The surface on the screen, or None where urwid has it drawn again as a whole."""

    def __init__(self, theme: Theme) -> None:
        with _own_colours():
            super().__init__(output=whole_output(), focus_reporting=True, bracketed_paste_mode=True)
        self._knows_strings = knows_strings(os.environ)
        # Emacs' own terminal takes the question for another one.
        self._tells_status = not is_emacs(os.environ)
        self.flow_control = FlowControl()
        self.on_wide_suits: Action | None = None
        self._theme = theme
        self._window_name = ""
        self._measuring = False
        self.is_narrow = False
        self._is_first_frame = True
        self._looks: dict[Cell, Look] = {}
        self.on_start: Action = lambda: None
        self.on_stop: Action = lambda: None
        self._was_continued = False
        self._keeps_what_is_typed = False
        self._former_continue: Any = signal.SIG_DFL
        self.pastes = PasteFilter()
        self._tracks_motion = False
        self._typed_early: list[int] = []
        self._decoder = ControlDecoder()
        self.sequences = SequenceReader()
        self.sequences.on_reply = self.reply_received
        self._background: BackgroundFollower | None = None
        self._background_asked = 0.0
        # For a bright background urwid would ask the Linux console to blink; instead, its looks are other ones.
        self._is_on_console, self.bg_bright_is_blink = self.bg_bright_is_blink, False
        if self.colors == _DEFAULT_COLOURS and has_no_colours(self.term):
            self.colors = 1

    def follow_background(self, tell: Callable[[bool], None]) -> None:
        """Call `tell` once the terminal has told whether its background is light, and whenever that changes."""
        if self._background is None and self._knows_strings:
            self._background = BackgroundFollower(tell)
            if self.started:
                self._ask_background()

    def _ask_background(self) -> None:
        if self._background is not None:
            self.write(self._background.query)
            self._background_asked = monotonic()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme from the next frame on, which draws every cell."""
        if theme is self._theme:
            return
        self._theme = theme
        self._looks.clear()
        self.clear()

    def _start(self, *args: Any, **kwargs: Any) -> None:
        with _terminal_errors():
            self._typed_early += self._read_typed_early()
            if self._knows_strings:
                self.write(_NO_MOUSE)
            super()._start(*args, **kwargs)
            # Ctrl-C, Ctrl-S and their like are keys; Ctrl-Z still suspends.
            self.tty_signal_keys(intr="undefined", quit="undefined", start="undefined", stop="undefined")
        self.flow_control.in_flight.clear()
        self.write((_PLAIN_KEYS + _NEWER_STATE if self._knows_strings else "") + _PLAIN_STATE)
        self.write((_CONSOLE_FONT if self._is_on_console else "") + (_UTF8 if get_encoding().startswith("utf") else ""))
        self.write(_ERASE)
        if self._knows_strings:
            self.write(_PUSH_TITLE + (_SET_TITLE.format(self._window_name) if self._window_name else ""))
        self._ask_background()
        self._measuring, self.is_narrow = self.on_wide_suits is not None, False
        self._is_first_frame = True
        self.on_start()
        if self._typed_early:
            self._wake_input_loop()

    def get_cols_rows(self) -> Size:
        columns, rows = screen_size(*super().get_cols_rows(), os.environ)
        self.maxrow = rows
        return columns, rows

    def _detect_terminal_modes(self) -> None:
        # A terminal without control strings has none of the modes, and some print the question.
        if self._knows_strings:
            super()._detect_terminal_modes()

    def set_motion_tracking(self, enable: bool) -> None:
        """Switch reports of the mouse's moves with no button down."""
        if enable != self._tracks_motion:
            # Terminals turn off all reports with any of them.
            tracks_mouse = self._mouse_tracking_enabled
            self.set_mouse_tracking(enable=False)
            self._tracks_motion = enable
            self.set_mouse_tracking(tracks_mouse)

    def _mouse_tracking(self, enable: bool) -> None:
        if self._tracks_motion and not enable:
            self.write(_MOTION_OFF)
        super()._mouse_tracking(enable)
        if self._tracks_motion and self._mouse_tracking_enabled:
            self.write(_MOTION_ON)

    def _read_typed_early(self) -> list[int]:
        """Return what was typed before the terminal is taken over: urwid throws it away as it starts."""
        descriptor = self._input_fileno()
        if descriptor is None or not os.isatty(descriptor):
            return []
        typed: list[int] = []
        cooked = termios.tcgetattr(descriptor)
        # Without this only whole lines could be read.
        tty.setcbreak(descriptor, termios.TCSANOW)
        try:
            while select([descriptor], [], [], 0)[0] and (read := os.read(descriptor, _READ_BYTES)):
                typed += read
        finally:
            termios.tcsetattr(descriptor, termios.TCSANOW, cooked)
        return typed

    def _stop(self) -> None:
        self.on_stop()
        with _terminal_errors():
            if self._background is not None:
                self.write(self._background.end)
            if self._knows_strings:
                self.write(_POP_TITLE)
            super()._stop()

    def _stop_mouse_restore_buffer(self) -> None:
        super()._stop_mouse_restore_buffer()
        self.write(_LEFT_STATE)
        self.flush()
        if not self._keeps_what_is_typed:
            self._drain_replies()

    def _drain_replies(self) -> None:
        """Read the replies still to come, which would otherwise be typed at the shell's prompt.

        Terminals answer in the order of the questions, and what the mouse did before it was let go comes first, too: a
        last question is the end of it. Only the answer about the background may come from another terminal, and later.
        """
        seconds = self.flow_control.patience
        if self._is_first_frame and self._knows_strings:
            # Its modes were asked for, and no frame has told how long an answer takes.
            seconds = max(seconds, REPLY_TIMEOUT)
        if not seconds:
            return
        end = monotonic() + seconds
        with suppress(OSError, ValueError, TerminalGone):
            self.write(STATUS_QUERY)
            self.flush()
            self.flow_control.frame_sent(len(STATUS_QUERY))
            while select([self._term_input_file], [], [], self._seconds_to_last_reply(end))[0]:
                # What comes first may be the answer to another question, or a key.
                self._get_input_codes()

    def _seconds_to_last_reply(self, end: float) -> float:
        """Return how long to wait for a reply to come; `end` is the time until which any is waited for."""
        now = monotonic()
        if self.flow_control.in_flight:
            return max(end - now, 0.0)
        is_asked = self._background is not None and not self._background.is_told
        return max(min(end, self._background_asked + self.flow_control.patience) - now, 0.0) if is_asked else 0.0

    # Stopped and continued by others: SIGSTOP, SIGTTIN, SIGTTOU. The shell has had the terminal meanwhile.

    def signal_init(self) -> None:
        super().signal_init()
        self._former_continue = self.signal_handler_setter(signal.SIGCONT, self._note_continued)

    def signal_restore(self) -> None:
        self.signal_handler_setter(signal.SIGCONT, self._former_continue or signal.SIG_DFL)
        super().signal_restore()

    def _note_continued(self, *_: Any) -> None:
        self._was_continued = True
        self._wake_input_loop()

    def get_available_raw_input(self) -> list[int]:
        codes = list(super().get_available_raw_input())
        if self._was_continued and self.started:
            self._was_continued = False
            if self._is_in_foreground():
                self._take_again()
            else:
                # As if it had read: whoever brings it to the foreground continues it once more.
                os.kill(os.getpid(), signal.SIGTTIN)
        return codes

    def _take_again(self) -> None:
        """Set the terminal as the game needs it, and draw again; keys typed meanwhile are kept."""
        with _terminal_errors():
            self._typed_early += self._read_typed_early()
        self._keeps_what_is_typed = True
        self.stop()
        self._keeps_what_is_typed = False
        self.start()
        self._resized = True

    def _is_in_foreground(self) -> bool:
        try:
            return os.tcgetpgrp(self._term_input_file.fileno()) == os.getpgrp()
        except OSError:
            return True

    def name_window(self, text: str) -> None:
        """Set the window's title; the old one comes back at the end."""
        if text == self._window_name:
            return
        self._window_name = text
        if self.started and self._knows_strings:
            self.write(_SET_TITLE.format(text))

    def cursor_reported(self, at: Point) -> None:
        """Take the terminal's report of its cursor, which tells how wide the marks before it are drawn."""
        if self._measuring and at[1] == _MEASURED_ROW:
            self.is_narrow = at[0] == len(_MEASURED)
            if at[0] > len(_MEASURED) and self.on_wide_suits is not None:
                self.on_wide_suits()
        self._measuring = False

    def parse_input(self, event_loop: Any, callback: Any, codes: list[int], wait_for_more: bool = True) -> Any:
        """Hand on keys and mouse events, and give up a sequence without its rest after its time.

        All that can be read is read before that: the program may have been stopped meanwhile, or have been busy.
        """
        *slices, last = slices_of(codes)
        for part in slices:
            super().parse_input(event_loop, callback, part, wait_for_more)
        parsed = super().parse_input(event_loop, callback, last, wait_for_more)
        seconds = self.sequences.seconds_left
        if event_loop and seconds is not None:
            if self._input_timeout:
                event_loop.remove_alarm(self._input_timeout)
            self._input_timeout = event_loop.alarm(seconds, lambda: self._give_up(event_loop, callback))
        return parsed

    def _give_up(self, event_loop: Any, callback: Any) -> None:
        self._input_timeout = None
        codes: list[int] = []
        # A terminal that is gone is noticed where the loop reads: here nobody would.
        with suppress(TerminalGone):
            codes = self.get_available_raw_input()
        is_over = self.sequences.seconds_left == 0
        self.parse_input(event_loop, callback, [*codes, *(self.sequences.give_up() if is_over else b"")], not is_over)

    def _get_input_codes(self) -> list[int]:
        try:
            with _terminal_errors():
                codes = super()._get_input_codes()
        except RuntimeError as error:
            # This is how urwid says that the window was closed.
            raise TerminalGone from error
        data = self._decoder.decoded(bytes(code & 0xFF for code in (*self._typed_early, *codes)))
        self._typed_early = []
        return [*self.sequences.keys(bytes(self.pastes.without_pastes(data)))]

    def reply_received(self, reply: str) -> None:
        """Take an answer of the terminal's, or a string."""
        if re.fullmatch(_STATUS_REPLY, reply):
            self.flow_control.reply_received()
        elif self._background is not None:
            self._background.received(reply)

    def write(self, data: str) -> None:
        with _terminal_errors():
            super().write(data)

    def flush(self) -> None:
        with _terminal_errors():
            super().flush()

    def _attrspec_to_escape(self, a: AttrSpec) -> str:
        escape = str(super()._attrspec_to_escape(a))
        return escape.replace(_DEFAULT_INK, "").replace(_DEFAULT_SURFACE, "m") if self.colors == 1 else escape

    def draw_screen(self, size: Size, surface: Any) -> None:
        """Draw the cells that differ from those of the surface drawn before, which has to stay as it was."""
        if self._resized:
            return
        before: Surface | None = self.screen_buf
        if before is not None and (before.width, before.height) != size:
            before = None
        self.maxrow = surface.height - 1
        runs = [
            run
            for y in range(surface.height)
            if before is None or surface.chars[y] != before.chars[y] or surface.roles[y] != before.roles[y]
            for run in self._changes(surface, before, y)
        ]
        if runs or before is None or surface.cursor != before.cursor:
            text = output(runs, is_narrow=self.is_narrow, is_modern=self._is_modern)
            if reaches(runs, surface.width, self.maxrow):
                # Writing the very last cell must not scroll the screen.
                text = _WRAP_OFF + text + _WRAP_ON
            if surface.cursor is not None:
                text += move_to(*surface.cursor) + SHOW_CURSOR
            self._send(HIDE_CURSOR + text)
        self.screen_buf = surface

    def ring_bell(self) -> None:
        self.write("\a")
        self.flush()

    def _send(self, frame: str) -> None:
        if self._is_first_frame and self._measuring:
            # The frame is drawn over it.
            frame = _MEASURE + frame
        self._is_first_frame = False
        if self._tells_status and self.flow_control.should_query(len(frame)):
            frame += STATUS_QUERY
            self.flow_control.frame_sent(len(frame))
        if self.modes.synchronized_output:
            mode = PrivateMode.SYNCHRONIZED_OUTPUT
            frame = mode.enable_seq + frame + mode.disable_seq
        self.write(frame)
        self.flush()

    def _changes(self, surface: Surface, before: Surface | None, y: int) -> list[Run]:
        """Return what to write to turn one row of the screen into another."""
        looks, look_of = self._looks, self._look
        cells = list(zip(surface.chars[y], surface.roles[y], strict=True))
        new = [looks.get(cell) or look_of(cell) for cell in cells]
        changed: Iterable[tuple[int, Look]] = enumerate(new)
        if before is not None:
            old = zip(before.chars[y], before.roles[y], strict=True)
            changed = (
                (x, look)
                for x, (look, cell, shown) in enumerate(zip(new, cells, old, strict=True))
                if cell != shown and look != (looks.get(shown) or look_of(shown))
            )
        return runs_of(y, changed, new, is_narrow=self.is_narrow)

    @property
    def _is_modern(self) -> bool:
        # No older than xterm: it moves within a row, and changes parts of a pen.
        return self.colors >= palette.MANY and self.term != "fbterm"

    @property
    def _is_console(self) -> bool:
        # With its own sixteen colours; a recording made on the console of Linux has more.
        return self._is_on_console and self.colors == palette.SIXTEEN

    def _look(self, cell: Cell) -> Look:
        """Return the look of a cell, and note it in `_looks`."""
        char, role = cell
        spec = console_spec(role, self._theme) if self._is_console else attr_spec(role, self._theme, self.colors)
        if char == _FULL_BLOCK and not self._is_console and not (self.colors == 1 and "faint" in spec.foreground):
            # Between two blocks, one above the other, many fonts leave a seam; between two blanks there is none.
            # A blank cannot be faint.
            char, spec = " ", attr_spec(filled(role), self._theme, self.colors)
        # What is not one cell wide would move the rest of its row, and what cannot be encoded end the game.
        char = (char if is_narrow(char) else "?").encode(get_encoding(), "replace").decode(get_encoding())
        escape = self._attrspec_to_escape(spec)
        look = self._looks[cell] = char, pen_of(escape, char) if self._is_modern else (escape,)
        return look


# What a terminal can do, as far as its name tells.

_FEWEST_COLOURS: Final = 8
_FORCES_COLOUR: Final = ("FORCE_COLOR", "CLICOLOR_FORCE")
# Only the terminal's name is asked about, not the terminal.
_NO_FILE: Final = 0


@contextmanager
def _own_colours() -> Iterator[None]:
    """Hide what the environment tells of the colours of another terminal, around this one."""
    hidden = {name: os.environ.pop(name) for name in inherited_colours(os.environ)}
    try:
        yield
    finally:
        os.environ.update(hidden)


def has_no_colours(term: str) -> bool:
    """Return whether terminfo knows this terminal, and as one without colours; urwid gives such a one sixteen."""
    if any(os.environ.get(name) for name in _FORCES_COLOUR):
        return False
    try:
        import curses  # noqa: PLC0415 - not asked of terminals with 256 colours or more, which are most
    except ImportError:
        return False
    with suppress(curses.error):
        curses.setupterm(term, _NO_FILE)
        return curses.tigetnum("colors") < _FEWEST_COLOURS
    return False


# Looks on the console of Linux: it has eight backgrounds, all dark, and other colours for bold and underlined text.

_INKS: Final = 8
_WHITE: Final = _INKS - 1
_COLOURED: Final = range(1, _WHITE)
_SHADOW: Final = "shadow"


def console_spec(role: str, theme: Theme) -> AttrSpec:
    """Return urwid's attributes of `role` as the console can show them.

    Red on what is yellow elsewhere, and brown here, cannot be read: on what was a bright colour, inks are white or
    black. Of two pixels both are backgrounds, so that they match the cells around them; so is a shadow. Bold would be
    another colour, too: a bright one.
    """
    spec = attr_spec(role.replace(IMPRINT, "well.line").replace(".edge", ".black"), theme, palette.SIXTEEN)
    names = palette.URWID_NAMES
    ink, ground = names.index(spec.foreground.split(",")[0]), names.index(spec.background)
    if HALF in role.split() or role.endswith(_SHADOW):
        ink %= _INKS
    elif ground - _INKS in _COLOURED and ink in _COLOURED:
        ink = _WHITE + _INKS
    return AttrSpec(names[ink], names[ground % _INKS], spec.colors)
