"""The terminal's screen: input without the terminal's replies, and output of changed cells alone."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from select import select
from time import monotonic
from typing import Any, Final

from urwid import AttrSpec
from urwid.display.escape import HIDE_CURSOR, SHOW_CURSOR, PrivateMode
from urwid.util import get_encoding

from freecell_tui.controller.frontend import Action
from freecell_tui.controller.terminal import (
    has_own_background,
    inherited_colours,
    is_emacs,
    knows_strings,
    screen_size,
)
from freecell_tui.ui.drawing.glyphs import is_narrow
from freecell_tui.ui.drawing.surface import Point, Size, Surface
from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.palette import in_hex, rgb
from freecell_tui.ui.drawing.themes.theme import HALF, IMPRINT, Theme, attr_spec, filled, is_unseen
from freecell_tui.ui.terminal.input import Background, PasteFilter
from freecell_tui.ui.terminal.machine import TerminalGone
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
    whole_texts,
)
from freecell_tui.ui.terminal.sequences import ControlDecoder, SequenceReader, slices_of

if sys.platform == "win32":
    from freecell_tui.ui.terminal.windows import WindowsTerminal as MachineTerminal
else:
    from freecell_tui.ui.terminal.posix import PosixTerminal as MachineTerminal

Cell = tuple[str, str]
"""A character and its role."""

# The modes as the game needs them, whatever other programs have left: unshifted letters, the plain character set,
# overwriting, no line feed at a return, no origin, no margins, no reverse video, lines that wrap, plain keys,
# no styles.
_PLAIN_STATE: Final = "\x0f\x1b(B\x1b[4l\x1b[20l\x1b[?6l\x1b[?5l\x1b[?7h\x1b[?1l\x1b>\x1b[r\x1b[0m"
_CONSOLE_FONT: Final = "\x1b[10m"
_UTF8: Final = "\x1b%G"
# Modes of newer terminals: no margins at the sides, an unlocked keyboard, no echo, and frames shown at once.
_NEWER_STATE: Final = "\x1b[?69l\x1b[2l\x1b[12h\x1b[?2026l"
# Plain reports of keys, without the protocols of kitty, xterm and Windows. Some terminals print the sequence, so it is
# sent where the first frame covers it. Then, no reports of the mouse.
_PLAIN_KEYS: Final = "\x1b[=0u\x1b[>4m\x1b[?9001l"
_NO_MOUSE: Final = "".join(f"\x1b[?{mode}l" for mode in (9, 1000, 1001, 1002, 1003, 1005, 1015, 1016))
# It also resets lines of double width.
_ERASE: Final = "\x1b[2J"
# Modes after the game; others come back with the screen that was there before the game.
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
# Some characters whose width terminals disagree about, and the query for the cursor's place. They are written below the
# first row, whose report would read as a function key.
_MEASURED: Final = "♠♥♦♣▀─→●"
_MEASURED_ROW: Final = 1
_MEASURE: Final = f"\x1b[{_MEASURED_ROW + 1};1H{_MEASURED}\x1b[6n"
# The terminal reports that all is well, or a fault.
_STATUS_REPLY: Final = r"\x1b\[[03]n"
# urwid's colour count for unknown terminals.
_DEFAULT_COLOURS: Final = 16
# urwid's parameters for the default colours, which a terminal without colours need not know.
_DEFAULT_INK: Final = ";39"
_DEFAULT_SURFACE: Final = ";49m"


@contextmanager
def _terminal_errors() -> Iterator[None]:
    """Raise TerminalGone for the terminal's errors.

    Other errors cannot be mistaken for them then.
    """
    try:
        yield
    except MachineTerminal.errors as error:
        raise TerminalGone from error


class Terminal(MachineTerminal):
    """The machine's terminal, with output of changed cells alone.

    No stray sequence of the terminal's is read as keys.
    """

    screen_buf: Any
    """The surface on the screen; None if the next frame has to draw every cell."""

    def __init__(self, theme: Theme) -> None:
        with _own_colours():
            super().__init__(whole_output())
        self._knows_strings = knows_strings(os.environ)
        # Emacs' own terminal takes the status query for another query.
        self._tells_status = not is_emacs(os.environ)
        self.flow_control = FlowControl()
        self.on_wide_suits: Action | None = None
        """Called if the terminal shows suits two cells wide; None if that does not matter."""
        self._theme = theme
        self._window_name = ""
        self._measuring = False
        self.is_narrow = False
        """Whether the terminal has reported that it shows suits one cell wide."""
        self._is_first_frame = True
        self.writes_whole = False
        """Whether a changed text is written as a whole, from the top of the screen to the bottom."""
        self._looks: dict[Cell, Look] = {}
        self.on_start: Action = lambda: None
        """Called when the terminal has been taken over, at the start and after Ctrl-Z."""
        self.on_stop: Action = lambda: None
        """Called before the terminal is given back, at the end and for Ctrl-Z."""
        self.pastes = PasteFilter()
        self._tracks_motion = False
        self._decoder = ControlDecoder()
        self.sequences = SequenceReader()
        self.sequences.on_reply = self.reply_received
        self._background: Background | None = None
        self._background_asked = 0.0
        self._has_felt_margin = False
        # urwid would have the Linux console blink for a bright background; `console_spec` chooses other colours.
        self._is_on_console, self.bg_bright_is_blink = self.bg_bright_is_blink, False
        if self.colors == _DEFAULT_COLOURS and has_no_colours(self.term):
            self.colors = 1

    def follow_background(self, tell: Callable[[bool], None]) -> None:
        """Call `tell` with True for a light background, else False.

        It is called when the terminal has replied, and after each change.
        """
        if self._background is None and self._knows_strings:
            self._background = Background(tell)
            if self.started:
                self._ask_background()

    def _ask_background(self) -> None:
        if self._background is not None:
            self.write(self._background.start())
            self._background_asked = monotonic()

    @property
    def has_margin(self) -> bool:
        """Whether the cells may have a margin that can be coloured.

        A margin in any of the sixteen colours would look unlike the felt.
        """
        return self.colors >= palette.MANY and has_own_background(os.environ)

    def set_felt_margin(self, enable: bool) -> None:
        """Give the margin around the cells the colour of the felt, or its own.

        It needs `follow_background`.
        """
        self._has_felt_margin = enable
        self._colour_margin()

    def _colour_margin(self) -> None:
        if self._background is not None:
            felt = self._theme.surfaces["felt"]
            colour = felt.true if self.colors == palette.TRUE else in_hex(rgb(palette.xterm_colour(felt)))
            self._background.felt = colour if self._has_felt_margin else ""
            self.write(self._background.change())

    def set_theme(self, theme: Theme) -> None:
        """Use another theme, and draw every cell of the next frame."""
        if theme is self._theme:
            return
        self._theme = theme
        self._looks.clear()
        self._colour_margin()
        self.clear()

    def _start(self, *args: Any, **kwargs: Any) -> None:
        with _terminal_errors():
            if self._knows_strings:
                self.write(_NO_MOUSE)
            super()._start(*args, **kwargs)
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

    def get_cols_rows(self) -> Size:
        columns, rows = screen_size(*super().get_cols_rows(), os.environ)
        self.maxrow = rows
        return columns, rows

    def _detect_terminal_modes(self) -> None:
        # A terminal without control strings has none of the modes, and may print the query.
        if self._knows_strings:
            super()._detect_terminal_modes()

    def set_motion_tracking(self, enable: bool) -> None:
        """Switch reports of the mouse's moves without a button."""
        if enable != self._tracks_motion:
            # Turning off one kind of reports turns off all, so all are turned on again.
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

    def _stop(self) -> None:
        self.on_stop()
        with _terminal_errors():
            if self._background is not None:
                self.write(self._background.stop())
            if self._knows_strings:
                self.write(_POP_TITLE)
            super()._stop()

    def _stop_mouse_restore_buffer(self) -> None:
        super()._stop_mouse_restore_buffer()
        self.write(_LEFT_STATE)
        self.flush()
        if not self.is_taken_again:
            with self.listening():
                self._drain_replies()

    def _drain_replies(self) -> None:
        """Read the outstanding replies, which would appear at the shell's prompt.

        Terminals reply in the order of the queries, and mouse events from before come first, too, so the reply to a
        last query ends them. Only the reply about the background may come later, from another terminal around this one.
        """
        seconds = self.flow_control.patience
        if self._is_first_frame and self._knows_strings:
            # The modes were asked for, and no frame has measured how long a reply takes.
            seconds = max(seconds, REPLY_TIMEOUT)
        if not seconds:
            return
        end = monotonic() + seconds
        with suppress(OSError, ValueError, TerminalGone):
            self.write(STATUS_QUERY)
            self.flush()
            self.flow_control.frame_sent(len(STATUS_QUERY))
            while select([self._term_input_file], [], [], self._seconds_to_last_reply(end))[0]:
                # The input may be the reply to another query, or a key.
                self._get_input_codes()

    def _seconds_to_last_reply(self, end: float) -> float:
        """Return the seconds to wait for the next outstanding reply.

        `end` is the time after which no reply is waited for.
        """
        now = monotonic()
        if self.flow_control.in_flight:
            return max(end - now, 0.0)
        is_asked = self._background is not None and not self._background.has_replied
        return max(min(end, self._background_asked + self.flow_control.patience) - now, 0.0) if is_asked else 0.0

    def name_window(self, text: str) -> None:
        """Set the window's title until the end of the game."""
        if text == self._window_name:
            return
        self._window_name = text
        if self.started and self._knows_strings:
            self.write(_SET_TITLE.format(text))

    def cursor_reported(self, cursor: Point) -> None:
        """Measure the width of suits by the cursor's place."""
        column, row = cursor
        if self._measuring and row == _MEASURED_ROW:
            self.is_narrow = column == len(_MEASURED)
            if column > len(_MEASURED) and self.on_wide_suits is not None:
                self.on_wide_suits()
        self._measuring = False

    def parse_input(self, event_loop: Any, callback: Any, codes: list[int], wait_for_more: bool = True) -> Any:
        """Pass on keys and mouse events.

        An unfinished sequence is given up after some time. All available input is read before, as the program may have
        been stopped or busy in the meantime.
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
        # The loop notices a terminal that is gone at its next read; nobody would catch the error here.
        with suppress(TerminalGone):
            codes = self.get_available_raw_input()
        is_over = self.sequences.seconds_left == 0
        self.parse_input(event_loop, callback, [*codes, *(self.sequences.give_up() if is_over else b"")], not is_over)

    def get_available_raw_input(self) -> list[int]:
        with _terminal_errors():
            return list(super().get_available_raw_input())

    def _get_input_codes(self) -> list[int]:
        try:
            with _terminal_errors():
                codes = super()._get_input_codes()
        except RuntimeError as error:
            # urwid raises a RuntimeError when the window was closed.
            raise TerminalGone from error
        data = self._decoder.decoded(bytes(code & 0xFF for code in codes))
        return [*self.sequences.keys(bytes(self.pastes.without_pastes(data)))]

    def reply_received(self, reply: str) -> None:
        """React to a reply or a string of the terminal's."""
        if re.fullmatch(_STATUS_REPLY, reply):
            self.flow_control.reply_received()
        elif self._background is not None and (change := self._background.received(reply)):
            self.write(change)
            self.flush()

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
        """Draw the cells that differ from the last surface.

        A surface must not be changed after it was drawn.
        """
        if self._resized:
            return
        before: Surface | None = self.screen_buf
        if before is not None and (before.width, before.height) != size:
            before = None
        self.maxrow = surface.height - 1
        # A terminal that has not reported wide suits is taken for narrow: a cursor move would end the spoken text.
        is_narrow = self.is_narrow or self.writes_whole
        runs = [
            run
            for y in range(surface.height)
            if before is None or surface.chars[y] != before.chars[y] or surface.roles[y] != before.roles[y]
            for run in self._changes(surface, before, y)
        ]
        if runs or before is None or surface.cursor != before.cursor:
            text = output(runs, is_narrow=is_narrow, is_modern=self._is_modern, in_order=self.writes_whole)
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
            # The frame is drawn over the measured characters.
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
        """Return the runs that turn row `y` into that of `surface`.

        `before` is the surface on the screen, or None if every cell is to be drawn.
        """
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
            if self.writes_whole:
                columns = whole_texts([x for x, _ in changed], surface.roles[y])
                changed = ((x, new[x]) for x in columns)
        return runs_of(y, changed, new, is_narrow=self.is_narrow or self.writes_whole)

    @property
    def _is_modern(self) -> bool:
        # Terminals no older than xterm can move within a row, and change parts of a pen.
        return self.colors >= palette.MANY and self.term != "fbterm"

    @property
    def _is_console(self) -> bool:
        # A recording that is made on the console of Linux has more colours.
        return self._is_on_console and self.colors == palette.SIXTEEN

    def _look(self, cell: Cell) -> Look:
        """Return the look of a cell, and add the look to `_looks`."""
        char, role = cell
        spec = console_spec(role, self._theme) if self._is_console else attr_spec(role, self._theme, self.colors)
        if self.colors > 1 and is_unseen(role, self._theme):
            char = " "
        if char == _FULL_BLOCK and not self._is_console and not (self.colors == 1 and "faint" in spec.foreground):
            # Many fonts leave a seam between two blocks, one above the other, but none between blanks.
            # A blank cannot be faint.
            char, spec = " ", attr_spec(filled(role), self._theme, self.colors)
        # A wide character would move the rest of the row, and one that cannot be encoded would end the game.
        char = (char if is_narrow(char) else "?").encode(get_encoding(), "replace").decode(get_encoding())
        escape = self._attrspec_to_escape(spec)
        look = self._looks[cell] = char, pen_of(escape, char) if self._is_modern else (escape,)
        return look


# A terminal's abilities, as far as its name tells.

_FEWEST_COLOURS: Final = 8
_FORCES_COLOUR: Final = ("FORCE_COLOR", "CLICOLOR_FORCE")
# curses looks up the terminal's name alone, and asks nothing of the terminal.
_NO_FILE: Final = 0


@contextmanager
def _own_colours() -> Iterator[None]:
    """Hide environment variables about the colours of a surrounding terminal."""
    hidden = {name: os.environ.pop(name) for name in inherited_colours(os.environ)}
    try:
        yield
    finally:
        os.environ.update(hidden)


def has_no_colours(term: str) -> bool:
    """Return whether terminfo knows the terminal as colourless.

    urwid would give such a terminal sixteen colours.
    """
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


# The console of Linux has eight backgrounds, all dark, and other colours for bold and underlined text.

_INKS: Final = 8
_WHITE: Final = _INKS - 1
_COLOURED: Final = range(1, _WHITE)
_SHADOW: Final = "shadow"


def console_spec(role: str, theme: Theme) -> AttrSpec:
    """Return the attributes of `role` on the console of Linux.

    The console shows bright backgrounds dark, on which coloured inks cannot be read: inks are white or black there.
    Pixels and shadows have the colours of backgrounds, so that they match the cells around them.
    No ink is bold, as bold text would have a bright colour.
    """
    spec = attr_spec(role.replace(IMPRINT, "well.line").replace(".edge", ".black"), theme, palette.SIXTEEN)
    names = palette.URWID_NAMES
    own = {**{name: number for number, name in enumerate(names)}, palette.DEFAULT: _WHITE}
    ink, ground = own[spec.foreground.split(",")[0]], own[spec.background] if spec.background in names else 0
    if spec.standout:
        ink, ground = ground, ink
    if HALF in role.split() or role.endswith(_SHADOW):
        ink %= _INKS
    elif ground - _INKS in _COLOURED and ink in _COLOURED:
        ink = _WHITE + _INKS
    return AttrSpec(names[ink], names[ground % _INKS], palette.SIXTEEN)
