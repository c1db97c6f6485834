"""The terminal: what comes from it, cleaned, and what goes to it, as little as will do."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, zip_longest
from select import select
from time import monotonic
from typing import Any, Final

from urwid import Canvas
from urwid.display.escape import HIDE_CURSOR, SHOW_CURSOR, PrivateMode
from urwid.display.raw import Screen
from urwid.util import LayeredAttr, get_encoding

from freecell_tui.ui.drawing.surface import is_narrow
from freecell_tui.ui.drawing.theme import Theme, attribute
from freecell_tui.ui.terminal.flow_control import QUESTION, FlowControl

Row = list[tuple[Any, Any, bytes]]
Cell = tuple[str, Any]

_ESC: Final = 0x1B
_BELL: Final = 0x07
# What follows ESC where a terminal sends a string to a program: DCS, SOS, OSC, PM, APC; each ends with ESC \ or a bell.
_STRING_STARTS: Final = frozenset(b"PX]^_")
_STRING_END: Final = ord("\\")
# A string that has not ended after so many seconds was a key typed with Alt.
_STRING_SECONDS: Final = 0.5
# ESC and what follows it may be read apart, but not further apart than this: then ESC was a key.
_SPLIT_SECONDS: Final = 0.05

_WRAP_OFF: Final = "\x1b[?7l"
_WRAP_ON: Final = "\x1b[?7h"
_NO_ROLE: Final = object()

# Names of windows: put the present one on the terminal's stack, and take it back from there.
_KEEP_TITLE: Final = "\x1b[22;2t"
_RESTORE_TITLE: Final = "\x1b[23;2t"
# Terminals that would show a window's name among the cards.
_WITHOUT_TITLE: Final = ("linux", "vt", "cons", "sun", "dumb", "ansi")
# One suit below the first row, whose report would read as a function key, and the question where the cursor is now.
_MEASURE: Final = "\x1b[2;1H♠\x1b[6n"
_AFTER_WIDE_MARK: Final = (2, 1)
_ANSWER: Final = "\x1b[0n"
_LAST_ANSWERS_SECONDS: Final = 0.5


def _has_title() -> bool:
    """Whether the terminal has a window that can be named."""
    return not os.environ.get("TERM", "dumb").startswith(_WITHOUT_TITLE)


def _title(text: str) -> str:
    return f"\x1b]2;{text}\x07"


class Terminal(Screen):
    """urwid's raw screen, which draws only the cells that changed and lets no stray sequence through as keys.

    `on_stop` and `on_start` are called as the screen is given back, at the end or for Ctrl-Z, and taken again.
    `pulse` knows how far the terminal is behind, and `on_wide_marks` is called when it shows suits two cells wide.
    """

    def __init__(self, theme: Theme, *, on_start: Callable[[], None], on_stop: Callable[[], None]) -> None:
        super().__init__(focus_reporting=False, bracketed_paste_mode=True)
        self._theme = theme
        self.pulse = FlowControl()
        self.on_wide_marks: Callable[[], None] | None = None
        self._title = ""
        self._cursor_shown: tuple[int, int] | None = None
        self._measuring = False
        self._is_first_frame = True
        self.on_start = on_start
        self.on_stop = on_stop
        self._last_code = 0
        self._in_string = False
        self._string_began = 0.0
        self._last_read = 0.0
        # urwid would ask the Linux console to blink where a ground is bright; so it gets the colour that is not.
        self.bg_bright_is_blink = False

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another theme from the next drawing on, which draws everything."""
        if theme is self._theme:
            return
        self._theme = theme
        self._pal_escape.clear()
        self.clear()

    # Coming in

    def _start(self, *args: Any, **kwargs: Any) -> None:
        super()._start(*args, **kwargs)
        # Ctrl-C, Ctrl-S and their like are keys; Ctrl-Z still suspends.
        self.tty_signal_keys(intr="undefined", quit="undefined", start="undefined", stop="undefined")
        if _has_title():
            self.write(_KEEP_TITLE + _title(self._title))
        self._measuring = self.on_wide_marks is not None
        self._is_first_frame = True
        self.on_start()

    def _stop(self) -> None:
        self.on_stop()
        self._hear_last_answers()
        if _has_title():
            self.write(_RESTORE_TITLE)
        super()._stop()

    def _hear_last_answers(self) -> None:
        """Take in the answers that are still under way, which would be typed at the shell's prompt else."""
        end = monotonic() + _LAST_ANSWERS_SECONDS
        while self.pulse.awaits and monotonic() < end:
            with suppress(OSError, ValueError):
                ready, _, _ = select([self._term_input_file], [], [], max(end - monotonic(), 0))
                if ready:
                    waiting = self.pulse.under_way
                    self._get_input_codes()
                    if self.pulse.under_way < waiting:
                        continue
            return

    def set_title(self, text: str) -> None:
        """Name the terminal's window; the name it had comes back at the end."""
        if text == self._title:
            return
        self._title = text
        if self.started and _has_title():
            self.write(_title(text))

    def hear_cursor(self, at: tuple[int, int]) -> None:
        """Take in where the cursor stood after one suit was written: that tells how wide suits are here."""
        if self._measuring and self.on_wide_marks is not None and at == _AFTER_WIDE_MARK:
            self.on_wide_marks()
        self._measuring = False

    def _get_input_codes(self) -> list[int]:
        try:
            codes = super()._get_input_codes()
        except RuntimeError as error:
            # So urwid says that the window was closed.
            raise OSError(str(error)) from None
        return list(self._without_strings(self._without_answers(codes)))

    def _without_answers(self, codes: list[int]) -> list[int]:
        """Take in the answers to frames. One may follow the Esc key so closely that they would be read as one key."""
        text = "".join(map(chr, codes))
        for _ in range(text.count(_ANSWER)):
            self.pulse.answered()
        return [*map(ord, text.replace(_ANSWER, ""))]

    def _without_strings(self, codes: list[int]) -> Iterator[int]:
        """Drop the strings with which a terminal answers questions, such as its colours; they may come in pieces."""
        now = monotonic()
        if now - self._string_began > _STRING_SECONDS:
            self._in_string = False
        if now - self._last_read > _SPLIT_SECONDS and not self._in_string:
            self._last_code = 0
        self._last_read = now if codes else self._last_read
        for code, following in zip_longest(codes, codes[1:]):
            if self._in_string:
                ends = code == _BELL or (code == _STRING_END and self._last_code == _ESC)
                self._in_string = not ends
            elif (code == _ESC and following in _STRING_STARTS) or (self._last_code == _ESC and code in _STRING_STARTS):
                self._in_string = True
                self._string_began = now
            else:
                yield code
            self._last_code = code

    # Going out

    def _attr_to_escape(self, a: Any) -> str:
        found = self._pal_escape.get(a)
        if found is None:
            # Dialogs lay one role over another; the innermost is the one meant.
            role = a.layers[0] if isinstance(a, LayeredAttr) else a
            if not isinstance(role, str):
                return super()._attr_to_escape(role)
            found = self._pal_escape[a] = self._attrspec_to_escape(attribute(role, self._theme, self.colors))
        return found

    def draw_screen(self, size: tuple[int, int], canvas: Canvas) -> None:
        """Paint the cells of `canvas` that are not on the screen yet."""
        if self._resized or (self.screen_buf is not None and canvas is self._screen_buf_canvas):
            return
        rows: list[Row] = [list(row) for row in canvas.content()]
        before = self.screen_buf or []
        output = [
            self._changes(y, row, old, size)
            for y, row in enumerate(rows)
            if row != (old := before[y] if y < len(before) else [])
        ]
        if output or canvas.cursor != self._cursor_shown:
            if canvas.cursor is not None:
                output.append(_move_to(*canvas.cursor) + SHOW_CURSOR)
            self._send(HIDE_CURSOR + "".join(output))
        self._cursor_shown = canvas.cursor
        self.screen_buf = rows
        self._screen_buf_canvas = canvas
        self.maxrow = len(rows) - 1

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self.write("\a")
        self.flush()

    def _send(self, frame: str) -> None:
        if self._is_first_frame and self._measuring:
            # The frame paints over it.
            frame = _MEASURE + frame
        self._is_first_frame = False
        if self.pulse.asks:
            frame += QUESTION
            self.pulse.sent(len(frame))
        if self.modes.synchronized_output:
            mode = PrivateMode.SYNCHRONIZED_OUTPUT
            frame = mode.enable_seq + frame + mode.disable_seq
        self.write(frame)
        self.flush()

    def _changes(self, y: int, row: Row, old: Row, size: tuple[int, int]) -> str:
        """The output that turns one row of the screen into another."""
        cells, shown = _cells(row), _cells(old)
        if _is_grid(cells, size[0]):
            known = shown if _is_grid(shown, size[0]) else []
            output = chain.from_iterable(self._changed_cells(y, cells, known))
        else:
            # Some mark is not one cell wide: the row is written whole.
            output = chain([_move_to(0, y)], *((self._attr_to_escape(role), mark) for mark, role in cells))
        # Writing the last cell of all must not scroll the screen.
        text = "".join(output)
        return _WRAP_OFF + text + _WRAP_ON if y == size[1] - 1 else text

    def _changed_cells(self, y: int, cells: list[Cell], old: list[Cell]) -> Iterator[Iterable[str]]:
        role_now: Any = _NO_ROLE
        written, last_mark = -2, ""
        for x, (cell, shown) in enumerate(zip_longest(cells, old)):
            if cell == shown:
                continue
            mark, role = cell
            # A terminal may show a mark that is not ASCII two cells wide, so what follows one is placed anew.
            if written != x - 1 or not (last_mark.isascii() or last_mark == mark):
                yield (_move_to(x, y),)
            if role != role_now:
                role_now = role
                yield (self._attr_to_escape(role),)
            yield (mark,)
            written, last_mark = x, mark


def _cells(row: Row) -> list[Cell]:
    encoding = get_encoding()
    return [(mark, role) for role, _, text in row for mark in text.decode(encoding, "replace")]


def _is_grid(cells: list[Cell], width: int) -> bool:
    """Whether every mark of a row is one cell wide, so that a mark's place in it is a place on the screen."""
    return len(cells) == width and all(is_narrow(mark) for mark, _ in cells)


def _move_to(x: int, y: int) -> str:
    return f"\x1b[{y + 1};{x + 1}H"
