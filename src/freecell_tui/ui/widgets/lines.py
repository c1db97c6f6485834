"""Dialogs made of lines: what they say and offer as lines of text that wrap, scroll and can be clicked.

Among them are the question with choices, and the line to type in.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate
from textwrap import wrap
from typing import Final, NamedTuple
from unicodedata import category, normalize

import urwid
from urwid.util import get_encoding

from freecell_tui.controller.frontend import Action
from freecell_tui.engine import FreecellError
from freecell_tui.engine.text import one_line
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Point, Size
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.parts import MANY, Choice, DrawContext, choice_of_key, scrolled_window, steps
from freecell_tui.ui.stack import Dialog, Ui


class Span(NamedTuple):
    """A stretch of a line: its text, the role that it is drawn in, and what a click on it does."""

    text: str
    role: str = "bar text"
    action: Action | None = None


def width_of(spans: Iterable[Span]) -> int:
    """Return the cells that spans take side by side."""
    return sum(len(span.text) for span in spans)


class Line(NamedTuple):
    """One line of a dialog. A click beside those of its spans that do something does `action`.

    The chosen line is lit; it, or one with the terminal's cursor in a column, stays in sight. `draw` draws something
    larger from this line down, over lines that are kept blank for it; it is called with the box of this line.
    """

    spans: Sequence[Span] = ()
    action: Action | None = None
    is_chosen: bool = False
    cursor: int | None = None
    draw: Callable[[DrawContext, Box], None] | None = None

    def centred(self, width: int) -> "Line":
        """Return it in the middle of so many columns."""
        return self._replace(spans=(Span(" " * ((width - width_of(self.spans)) // 2)), *self.spans))


BLANK: Final = Line()


def drawing(rows: int, draw: Callable[[DrawContext, Box], None]) -> list[Line]:
    """Return the lines that a drawing of so many rows takes; `draw` is called with the box of them all."""
    if rows <= 0:
        return []
    return [Line(draw=lambda inside, box: draw(inside, box._replace(height=rows))), *[BLANK] * (rows - 1)]


def spaced(parts: Sequence[Sequence[Line]], room: int) -> list[Line]:
    """Return parts one below the other, apart from each other and from the frame as far as there is room for that."""
    shown = [part for part in parts if part]
    spare = room - sum(map(len, shown))
    lines: list[Line] = []
    for part in shown:
        if lines and spare > 0:
            lines.append(BLANK)
            spare -= 1
        lines += part
    return [BLANK, *lines, BLANK] if spare > 1 else lines


def draw_line(drawing: DrawContext, row: Box, line: Line) -> None:
    """Draw a line in a row, and let clicks on it do what it says."""
    if line.action is not None:
        drawing.on_click(row, line.action)
    if line.is_chosen:
        drawing.fill(*row, "chosen title")
    starts = accumulate((len(span.text) for span in line.spans), initial=row.x)
    for x, span in zip(starts, line.spans, strict=False):
        lit = "chosen text" if span.role == "bar quiet" else "chosen title"
        role = lit if line.is_chosen else span.role
        drawing.text(x, row.y, span.text, role)
        if span.action is not None:
            drawing.on_click(Box(x, row.y, len(span.text), 1), span.action)
    if line.draw is not None:
        line.draw(drawing, row)


class Lines(Dialog):
    """A dialog that is a function from its state to lines; it scrolls where there are more of them than rows."""

    scroll_gap = 1
    pinned = 0
    """How many of the first lines stay where they are while the others, none of which is a drawing, scroll."""
    _follows = True
    """Whether what is chosen is to be in sight, though that scrolls the text."""
    _top = _last = 0
    """The first line that shows, and the last that may be the first."""

    @property
    @abstractmethod
    def columns_wanted(self) -> int:
        """The columns that it would like to have in the window."""

    @abstractmethod
    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Return what it shows in so many columns; where it has the choice, not more than `height` lines."""

    def wrapped(self, text: str, width: int, role: str = "bar text") -> list[Line]:
        """Return a text as lines of up to `width` cells."""
        return [Line((Span(line, role),)) for line in wrap(self.glyphs.displayable(text), max(width, 1))]

    def wanted(self) -> Size:
        columns = self.columns_wanted
        return columns, len(self.lines(min(columns, self.room), MANY))

    def draw(self, drawing: DrawContext) -> None:
        width = drawing.width - self.scroll_gap
        lines = self.lines(width, drawing.height)
        pinned = lines[: self.pinned]
        if len(lines) > drawing.height:
            width -= 1
            lines = self.lines(width, drawing.height)
        lines, room = lines[len(pinned) :], drawing.height - len(pinned)
        chosen = next((at for at, line in enumerate(lines) if line.is_chosen or line.cursor is not None), None)
        self._last = max(len(lines) - room, 0)
        self._top = min(self._top, self._last)
        if self._follows and chosen is not None:
            for at in (max(chosen - 1, 0), chosen):
                # What stands above it, as a heading does, shows with it.
                self._top = scrolled_window(self._top, at, len(lines), room).start
        for y, line in enumerate(lines, len(pinned) - self._top):
            if line.draw is not None or y in range(len(pinned), drawing.height):
                draw_line(drawing, Box(0, y, width, 1), line)
        for y, line in enumerate(pinned):
            draw_line(drawing, Box(0, y, drawing.width, 1), line)
        if chosen is not None and drawing.cursor is None and 0 <= chosen - self._top < room:
            drawing.cursor = (lines[chosen].cursor or 0, chosen - self._top + len(pinned))
        if self._last:
            bar = Box(drawing.width - 1, len(pinned), 1, room)
            drawing.scroll_bar(bar, range(self._top, self._top + room), len(lines))

    def press(self, key: str) -> str | None:
        unused = super().press(key)
        ways = steps(max(self.rows - self.pinned - 1, 1))
        if unused not in ways:
            return unused
        self.scroll(ways[unused])
        return None

    def scroll(self, by: int) -> None:
        """Scroll by so many lines, or as far as there are any."""
        self._top = min(max(self._top + by, 0), MANY)
        self._follows = False


_LONGEST_WAY_OUT: Final = 12
AROUND: Final = 4
"""The rows of a window that are above and below the lines of a dialog."""


class Question(Lines):
    """Some text, and choices, with the arrows on the choice `focus` at first.

    Esc closes it, unless it is the key of a choice. The texts `below` the choices are the first to scroll away.
    """

    def __init__(
        self,
        ui: Ui,
        title: str,
        text: Sequence[str],
        choices: Sequence[Choice],
        *,
        focus: int = 0,
        below: Sequence[str] = (),
    ) -> None:
        self.text = list(text)
        self.choices = list(choices)
        self._below = below
        self._at = focus
        super().__init__(ui, title)

    @property
    def columns_wanted(self) -> int:
        labels = (self._key_width + 3 + len(choice.text) for choice in self.choices)
        width = max(len(self.title), *map(len, [*self.text, *self._below]), *labels)
        # A scroll bar takes nothing from the choices.
        return width + (len(self.choices) > self.window[1] - AROUND)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        above = [line for text in self.text for line in self.wrapped(text, width)]
        below = [line for text in self._below for line in self.wrapped(text, width)]
        return spaced([above, self.choice_lines(width), below], height)

    @property
    def _key_width(self) -> int:
        """Columns of the longest key, and one before it."""
        return 1 + max(len(self.glyphs.key_names(key_name(choice.key))) for choice in self.choices)

    def choice_lines(self, width: int, left: int = 0) -> list[Line]:
        lines: list[Line] = []
        left += self._key_width
        for at, choice in enumerate(self.choices):
            name = self.glyphs.key_names(key_name(choice.key))
            key = name.rjust(left)
            text, *more = self.wrapped(choice.text, width - left - 2) or [BLANK]
            is_chosen = at == self._at
            cursor = len(key) - len(name) if is_chosen else None
            lines.append(Line((Span(f"{key}  ", "bar title"), *text.spans), choice.action, is_chosen, cursor))
            indent = Span(" " * (left + 2))
            lines += (Line((indent, *line.spans), choice.action, is_chosen) for line in more)
        return lines

    def keys(self) -> Sequence[Choice]:
        ways = steps(max(self.rows - 1, 1)) | {"shift tab": -1, "tab": 1}
        return (
            *self.choices,
            Choice("enter", "", self.choices[self._at].action, more_keys=(" ",)),
            *(Choice(key, "", partial(self._step, by)) for key, by in ways.items()),
        )

    def key_hints(self) -> Sequence[Choice]:
        leave = choice_of_key("esc", self.choices)
        label = "back" if leave is None or len(leave.text) > _LONGEST_WAY_OUT else leave.text
        hints = [self.hint("enter", "choose"), self.hint("esc", label)]
        around = Choice("↑ ↓", "move", partial(self._choose, (self._at + 1) % len(self.choices)))
        return [around, *hints] if len(self.choices) > 1 else hints

    def commands(self) -> Sequence[Choice]:
        return self.choices

    def _choose(self, at: int) -> None:
        self._at = max(min(at, len(self.choices) - 1), 0)
        self._follows = True

    def _step(self, by: int) -> None:
        """Go on to another choice; one step from the last one, text that is scrolled away comes into sight."""
        if abs(by) > 1 or self._at + by in range(len(self.choices)):
            self._choose(self._at + by)
        else:
            self.scroll(by)


_LONGEST_NUMBER: Final = 16


class LineField:
    """A line of text, the cursor at its end; Tab may `complete` it. Pasted text is cut to `longest` characters.

    What is typed may be longer: whoever takes the line says how long it can be, and nothing typed is lost.
    The cursor steps over a letter with its accents, or an emoji of several parts, as one, and Backspace deletes it.
    """

    def __init__(self, text: str, longest: int, complete: Callable[[str], str] | None = None) -> None:
        self.text = text
        self.cursor = len(text)
        """How many characters are before the cursor."""
        self.longest = longest
        self._complete = complete

    def press(self, key: str) -> str | None:
        """Type a key; return one that means nothing here. Ctrl-U clears the line."""
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        match key:
            case "left":
                self.cursor -= len(letters(before)[-1]) if before else 0
            case "right":
                self.cursor += len(letters(after)[0]) if after else 0
            case "home":
                self.cursor = 0
            case "end":
                self.cursor = len(self.text)
            case "backspace":
                self._set("".join(letters(before)[:-1]), after)
            case "delete":
                self._set(before, "".join(letters(after)[1:]))
            case "ctrl u":
                self.fill("")
            case "tab" if self._complete is not None:
                self.fill(self._complete(self.text))
            case _ if len(key) == 1:
                self.insert(key)
            case _:
                return key
        return None

    def fill(self, text: str) -> None:
        """Replace the whole line."""
        self._set(text, "")

    def insert(self, text: str) -> None:
        """Insert text at the cursor, without the characters that the line does not take."""
        taken = "".join(char for char in text if self.takes(char))
        self._set(self.text[: self.cursor] + taken, self.text[self.cursor :])

    def takes(self, char: str) -> bool:
        """Return whether the line takes a character now."""
        return char.isprintable()

    def paste(self, text: str) -> None:
        self.insert(one_line(text)[: max(self.longest - len(self.text), 0)])

    def _set(self, before: str, after: str) -> None:
        self.text, self.cursor = before + after, len(before)

    def shown(self, glyphs: Glyphs) -> tuple[str, int]:
        """Return the line in characters of one cell each, and the cell of the cursor."""
        before, after = ("".join(map(partial(_cell, glyphs), letters(part))) for part in self._parts)
        return before + after, len(before)

    @property
    def _parts(self) -> tuple[str, str]:
        return self.text[: self.cursor], self.text[self.cursor :]

    def draw(self, drawing: DrawContext, at: Point, label: str) -> None:
        """Draw a label and the line in one row; the cursor in a long text stays in sight."""
        x = drawing.write(*at, label)
        room = max(min(drawing.width - at[0] - x, self.longest + 1), 1)
        text, cursor = self.shown(drawing.glyphs)
        start = max(cursor - room + 1, 0)
        drawing.write(x, at[1], text[start : start + room].ljust(room), "title", background="chosen")
        drawing.cursor = (x + cursor - start, at[1])


_JOINER: Final = "\N{ZERO WIDTH JOINER}"
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)


def letters(text: str) -> list[str]:
    """Split a text into letters as one sees them: each character with the accents and parts that belong to it."""
    found: list[str] = []
    for char in text:
        is_part = category(char) in ("Mn", "Me", "Mc") or char == _JOINER or ord(char) in _SKIN_TONES
        if found and (is_part or found[-1].endswith(_JOINER)):
            found[-1] += char
        else:
            found.append(char)
    return found


def _cell(glyphs: Glyphs, letter: str) -> str:
    """Return a letter as it can be shown, in a cell; one that cannot is `?`, and three dots may take three cells."""
    whole = normalize("NFC", letter)
    return (glyphs.displayable(whole) or "?") if len(whole) == 1 else "?"


class NumberField(LineField):
    """A line that takes the number of a deal and nothing else."""

    def __init__(self) -> None:
        super().__init__("", _LONGEST_NUMBER)

    def takes(self, char: str) -> bool:
        return char in set("0123456789-#,") and len(self.text) < _LONGEST_NUMBER

    def paste(self, text: str) -> None:
        if number := re.search(r"[-#]*[0-9][0-9,]*", text):
            super().paste(number[0])


class Prompt(Lines):
    """A line to type in, and below it what it is for; Enter takes it and closes the dialog, or says what is wrong."""

    takes_text = True

    def __init__(
        self,
        ui: Ui,
        title: str,
        field: LineField,
        accept: Callable[[str], None],
        *,
        about: str,
        word: str,
        label: str,
    ) -> None:
        """Make a line with `label` before it and `about` below it, which Enter hands to `accept`.

        `word` is what Enter does.
        """
        self._field = field
        self._accept = accept
        self._about = self._said = about, "quiet"
        self._word = word
        self._label = label
        super().__init__(ui, title)

    @property
    def columns_wanted(self) -> int:
        return max(42, min(self._field.longest + 1, 56))  # a field is no narrower and no wider

    @property
    def word(self) -> str:
        """What Enter does with the typed text."""
        return self._word

    def lines(self, width: int, height: int) -> Sequence[Line]:
        room = width - len(self._label)
        text, cursor = self._field.shown(self.glyphs)
        typed = urwid.Edit(edit_text=text, edit_pos=cursor).render((room,), focus=True)
        rows = [row.decode(get_encoding()).ljust(room) for row in typed.text]
        labels = [self._label, *[" " * len(self._label)] * (len(rows) - 1)]
        field = [Line((Span(label), Span(row, "chosen title"))) for label, row in zip(labels, rows, strict=True)]
        x, y = typed.cursor or (0, 0)
        field[y] = field[y]._replace(cursor=len(self._label) + x)
        said, ink = self._said
        return spaced([field, self.wrapped(said, width, f"bar {ink}")], height)

    def keys(self) -> Sequence[Choice]:
        return (Choice("enter", self.word, self._enter),)

    def paste(self, text: str) -> None:
        room = self._field.longest - len(self._field.text)
        self._field.paste(text)
        if len(one_line(text)) > room:
            self._said = f"Only {self._field.longest} characters fit: the end was left out.", "warning"

    def press(self, key: str) -> str | None:
        unused = self._field.press(key)
        return None if unused is None else super().press(unused)

    def _enter(self) -> None:
        try:
            self._accept(self._field.text)
        except FreecellError as error:
            self._said = str(error), "warning"
        else:
            if self._ui.top is self:
                self._ui.close_screen()
