"""Dialogs made of lines of text that wrap, scroll and can be clicked.

They include the question with choices, and the prompt with a line to type in.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate, zip_longest
from textwrap import wrap
from typing import Final, NamedTuple
from unicodedata import category, normalize

import urwid
from urwid.util import get_encoding

from freecell_tui.controller.frontend import Action
from freecell_tui.engine import FreecellError
from freecell_tui.engine.text import one_line, plain_text
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Point, Size
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.parts import MANY, Choice, DrawContext, ScrollBar, choice_of_key, scrolled_window, steps
from freecell_tui.ui.stack import Dialog, Ui


class Span(NamedTuple):
    """A part of a line in a single role."""

    text: str
    role: str = "bar text"
    action: Action | None = None
    """The action of a click on the text; None for that of the line."""


def width_of(spans: Iterable[Span]) -> int:
    """Return the width of spans side by side, in cells."""
    return sum(len(span.text) for span in spans)


class Line(NamedTuple):
    """One line of a dialog."""

    spans: Sequence[Span] = ()
    action: Action | None = None
    """The action of a click on the line; spans with an action of their own come first."""
    is_chosen: bool = False
    """Whether the line is highlighted, and kept in sight."""
    cursor: int | None = None
    """The column of the terminal's cursor in the line, which is kept in sight, or None."""
    draw: Callable[[DrawContext, Box], None] | None = None
    """A function that draws a picture over the line and blank ones below, called with the line's box."""

    def centred(self, width: int) -> "Line":
        """Return the line in the middle of `width` columns."""
        return self._replace(spans=(Span(" " * ((width - width_of(self.spans)) // 2)), *self.spans))


BLANK: Final = Line()


def drawing(rows: int, draw: Callable[[DrawContext, Box], None]) -> list[Line]:
    """Return the lines of a drawing of `rows` rows.

    `draw` is called with the box of all these lines.
    """
    if rows <= 0:
        return []
    return [Line(draw=lambda inside, box: draw(inside, box._replace(height=rows))), *[BLANK] * (rows - 1)]


def spaced(parts: Sequence[Sequence[Line]], room: int) -> list[Line]:
    """Return the lines of all parts, with blank lines between the parts.

    `room` is the number of rows. Blank lines are added from the top while rows are left.
    """
    filled_parts = [part for part in parts if part]
    spare = room - sum(map(len, filled_parts))
    lines: list[Line] = []
    for part in filled_parts:
        if lines and spare > 0:
            lines.append(BLANK)
            spare -= 1
        lines += part
    return lines


def beside(parts: Sequence[tuple[int, Sequence[Line]]], gap: int) -> list[Line]:
    """Return lines that show parts side by side, each with its width, `gap` columns apart."""
    lines, x = list[Line](), 0
    placed = list[tuple[int, int, Sequence[Line]]]()
    for width, part in parts:
        placed.append((x, width, part))
        x += width + gap
    for row in zip_longest(*(part for _, _, part in placed), fillvalue=BLANK):
        cells = [(x, width, line) for (x, width, _), line in zip(placed, row, strict=True)]
        cursor = next((x + line.cursor for x, _, line in cells if line.cursor is not None), None)
        lines.append(Line(cursor=cursor, draw=partial(_draw_cells, cells)))
    return lines


def _draw_cells(cells: Sequence[tuple[int, int, Line]], inside: DrawContext, box: Box) -> None:
    for x, width, line in cells:
        draw_line(inside, Box(box.x + x, box.y, width, 1), line)


def draw_line(drawing: DrawContext, row: Box, line: Line) -> None:
    """Draw a line in a row, and add the click actions.

    The first chosen line has the terminal's cursor.
    """
    if line.action is not None:
        drawing.on_click(row, line.action)
    if line.is_chosen:
        drawing.fill(*row, "chosen title")
    starts = accumulate((len(span.text) for span in line.spans), initial=row.x)
    for x, span in zip(starts, line.spans, strict=False):
        chosen_role = "chosen text" if span.role == "bar quiet" else "chosen title"
        drawing.text(x, row.y, span.text, chosen_role if line.is_chosen else span.role)
        if span.action is not None:
            drawing.on_click(Box(x, row.y, len(span.text), 1), span.action)
    if line.draw is not None:
        line.draw(drawing, row)
    if line.cursor is not None:
        drawing.cursor = row.x + line.cursor, row.y
    elif line.is_chosen and drawing.cursor is None and row.y in range(drawing.height):
        drawing.put_cursor(row)


class Lines(Dialog):
    """A dialog made of lines, which scroll in a low window."""

    pinned = 0
    """The number of first lines that do not scroll. The lines that scroll may not be drawings then."""
    _follows = True
    """Whether the text scrolls to keep the chosen line in sight; False after the player has scrolled."""
    _top = 0
    """The first visible line."""
    _last = 0
    """The greatest value of `_top`; 0 if all lines are visible."""

    @property
    @abstractmethod
    def columns_wanted(self) -> int:
        """The preferred number of columns inside the frame."""

    @abstractmethod
    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Return the lines for `width` columns.

        More than `height` lines scroll; a dialog that can do with fewer returns fewer.
        """

    def wrapped(self, text: str, width: int, role: str = "bar text") -> list[Line]:
        """Return a text in lines of up to `width` cells."""
        return [Line((Span(line, role),)) for line in wrap(self.glyphs.displayable(text), max(width, 1))]

    def wanted(self) -> Size:
        columns = self.columns_wanted
        return columns, len(self.lines(min(columns, self.room), MANY))

    def draw(self, drawing: DrawContext) -> None:
        width = drawing.width
        lines = self.lines(width, drawing.height)
        pinned = lines[: self.pinned]
        lines, room = lines[len(pinned) :], drawing.height - len(pinned)
        chosen = next((index for index, line in enumerate(lines) if line.is_chosen or line.cursor is not None), None)
        self._last = max(len(lines) - room, 0)
        self._top = min(self._top, self._last)
        if self._follows and chosen is not None:
            # The line above the chosen one, which may be a heading, stays in sight if there is room for both.
            for index in (max(chosen - 1, 0), chosen):
                self._top = scrolled_window(self._top, index, len(lines), room).start
        for y, line in enumerate(lines, len(pinned) - self._top):
            if line.draw is not None or y in range(len(pinned), drawing.height):
                draw_line(drawing, Box(0, y, width, 1), line)
        for y, line in enumerate(pinned):
            draw_line(drawing, Box(0, y, drawing.width, 1), line)
        if self._last:
            window = range(self._top, self._top + room)
            drawing.scroll_bars.append(ScrollBar(Box(0, len(pinned), width, room), window, len(lines)))

    def press(self, key: str) -> str | None:
        unused = super().press(key)
        scroll_steps = steps(max(self.rows - self.pinned - 1, 1))
        if unused not in scroll_steps:
            return unused
        self.scroll(scroll_steps[unused])
        return None

    def scroll(self, by: int) -> None:
        """Scroll by `by` lines, at most to either end."""
        self._top = min(max(self._top + by, 0), MANY)
        self._follows = False


_LONGEST_WAY_OUT: Final = 12
"""The longest text of the choice on Esc, in characters, that the bottom bar shows."""


class Question(Lines):
    """A text with choices.

    Esc closes the question, unless a choice has that key.
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
        """Ask a question.

        The texts of `text` stand above the choices, and those of `below` under the choices.
        `focus` is the index of the choice that is chosen at first.
        """
        self.text = list(text)
        self.choices = list(choices)
        self._below = below
        self._chosen_index = focus
        super().__init__(ui, title)

    @property
    def columns_wanted(self) -> int:
        labels = (self._key_width + 3 + len(choice.text) for choice in self.choices)
        return max(len(self.title), *map(len, [*self.text, *self._below]), *labels)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        above = [line for text in self.text for line in self.wrapped(text, width)]
        below = [line for text in self._below for line in self.wrapped(text, width)]
        return spaced([above, self.choice_lines(width), below], height)

    @property
    def _key_width(self) -> int:
        """The columns of the longest key, and a blank before."""
        return 1 + max(len(self.glyphs.key_names(key_name(choice.key))) for choice in self.choices)

    def choice_lines(self, width: int, left: int = 0) -> list[Line]:
        """Return the lines of the choices, behind `left` blank columns."""
        lines: list[Line] = []
        left += self._key_width
        for index, choice in enumerate(self.choices):
            key = self.glyphs.key_names(key_name(choice.key)).rjust(left)
            text, *more = self.wrapped(choice.text, width - left - 2) or [BLANK]
            is_chosen = index == self._chosen_index
            lines.append(Line((Span(f"{key}  ", "bar title"), *text.spans), choice.action, is_chosen))
            indent = Span(" " * (left + 2))
            lines += (Line((indent, *line.spans), choice.action, is_chosen) for line in more)
        return lines

    def keys(self) -> Sequence[Choice]:
        choice_steps = steps(max(self.rows - 1, 1)) | {"shift tab": -1, "tab": 1}
        return (
            *self.choices,
            Choice("enter", "", self.choices[self._chosen_index].action, more_keys=(" ",)),
            *(Choice(key, "", partial(self._step, by)) for key, by in choice_steps.items()),
        )

    def key_hints(self) -> Sequence[Choice]:
        leave = choice_of_key("esc", self.choices)
        label = "back" if leave is None or len(leave.text) > _LONGEST_WAY_OUT else leave.text
        hints = [self.hint("enter", "choose"), self.hint("esc", label)]
        around = Choice("↑ ↓", "move", partial(self._choose, (self._chosen_index + 1) % len(self.choices)))
        return [around, *hints] if len(self.choices) > 1 else hints

    def commands(self) -> Sequence[Choice]:
        return self.choices

    def _choose(self, index: int) -> None:
        self._chosen_index = max(min(index, len(self.choices) - 1), 0)
        self._follows = True

    @property
    def rows_to_step(self) -> int:
        # The way out comes behind the rows in any case.
        ends_with_way_out = self.choices[-1].key == "esc"
        return len(self.choices) - 1 if ends_with_way_out else len(self.choices)

    @property
    def stepped_row(self) -> int:
        return self._chosen_index

    def step_to_row(self, row: int) -> None:
        self._choose(row)

    def _step(self, by: int) -> None:
        """Choose another choice, or scroll by a line at either end.

        A step of several choices stops at the end; scrolling shows the text above and below the choices.
        """
        if abs(by) > 1 or self._chosen_index + by in range(len(self.choices)):
            self._choose(self._chosen_index + by)
        else:
            self.scroll(by)


_LONGEST_NUMBER: Final = 16


class LineField:
    """A line of text to type in, with a cursor.

    Tab may `complete` the line. Pasted text is cut to `longest` characters.
    Typed text may be longer, so that nothing typed is lost: whoever accepts the line refuses a long one in a sentence.
    The cursor and Backspace treat a letter with accents, or an emoji of several parts, as one letter.
    """

    def __init__(self, text: str, longest: int, complete: Callable[[str], str] | None = None) -> None:
        self.text = text
        self.cursor = len(text)
        """The number of characters before the cursor."""
        self.longest = longest
        self._complete = complete

    def press(self, key: str) -> str | None:
        """Type a key.

        Return a key that the line has no use for, or None. Ctrl-U clears the line.
        """
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
        """Replace the whole line, with the cursor at the end."""
        self._set(text, "")

    def insert(self, text: str) -> None:
        """Insert text at the cursor, without characters that the line refuses."""
        accepted = "".join(char for char in text if self.takes(char))
        self._set(self.text[: self.cursor] + accepted, self.text[self.cursor :])

    def takes(self, char: str) -> bool:
        """Return whether the line accepts a character."""
        return char.isprintable()

    def paste(self, text: str) -> None:
        self.insert(one_line(text)[: max(self.longest - len(self.text), 0)])

    def _set(self, before: str, after: str) -> None:
        self.text, self.cursor = before + after, len(before)

    def shown(self, glyphs: Glyphs) -> tuple[str, int]:
        """Return the line in displayable characters, and the cursor's cell."""
        before, after = ("".join(map(partial(_cell, glyphs), letters(part))) for part in self._parts)
        return before + after, len(before)

    @property
    def _parts(self) -> tuple[str, str]:
        return self.text[: self.cursor], self.text[self.cursor :]

    def draw(self, drawing: DrawContext, start: Point, label: str) -> None:
        """Draw a label and the line, with the cursor in sight."""
        x = drawing.write(*start, label)
        room = max(min(drawing.width - start[0] - x, self.longest + 1), 1)
        text, cursor = self.shown(drawing.glyphs)
        first = max(cursor - room + 1, 0)
        drawing.write(x, start[1], text[first : first + room].ljust(room), "title", background="chosen")
        drawing.cursor = (x + cursor - first, start[1])


_JOINER: Final = "\N{ZERO WIDTH JOINER}"
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)


def letters(text: str) -> list[str]:
    """Split a text into visible letters, each with accents and joined parts."""
    found: list[str] = []
    for char in text:
        is_part = category(char) in ("Mn", "Me", "Mc") or char == _JOINER or ord(char) in _SKIN_TONES
        if found and (is_part or found[-1].endswith(_JOINER)):
            found[-1] += char
        else:
            found.append(char)
    return found


def _cell(glyphs: Glyphs, letter: str) -> str:
    """Return a letter in displayable characters.

    A letter that cannot be shown is `?`; in ASCII, an ellipsis takes three cells.
    """
    composed = normalize("NFC", letter)
    return (glyphs.displayable(composed) or "?") if len(composed) == 1 else "?"


class NumberField(LineField):
    """A line for a deal number, without other characters."""

    def __init__(self) -> None:
        super().__init__("", _LONGEST_NUMBER)

    def insert(self, text: str) -> None:
        super().insert(plain_text(text))

    def takes(self, char: str) -> bool:
        return char in set("0123456789-#,") and len(self.text) < _LONGEST_NUMBER

    def paste(self, text: str) -> None:
        if number := re.search(r"[-#]*[0-9][0-9,]*", plain_text(text)):
            super().paste(number[0])


class Prompt(Lines):
    """A line to type in, with a remark below.

    Enter passes the line to `accept`, and closes the prompt or shows the FreecellError in place of the remark.
    """

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
        """Ask for a line.

        `about` is the remark at first. `word` is the text of Enter's hint.
        `label` stands before the line.
        """
        self._field, self._text_before = field, field.text
        self._accept = accept
        self._about = self._remark = about, "quiet"  # a remark is a text and its ink
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
        remark, ink = self._remark
        return spaced([field, self.wrapped(remark, width, f"bar {ink}")], height)

    def keys(self) -> Sequence[Choice]:
        return (Choice("enter", self.word, self._enter),)

    def paste(self, text: str) -> None:
        room = self._field.longest - len(self._field.text)
        self._field.paste(text)
        if len(one_line(text)) > room:
            self._remark = f"Only {self._field.longest} characters fit: the end was left out.", "warning"

    def press(self, key: str) -> str | None:
        unused = self._field.press(key)
        return None if unused is None else super().press(unused)

    def click_outside(self) -> None:
        """Close the prompt, unless something was typed, which a slip would lose."""
        if self._field.text == self._text_before:
            super().click_outside()

    def _enter(self) -> None:
        try:
            self._accept(self._field.text)
        except FreecellError as error:
            self._remark = str(error), "warning"
        else:
            if self._ui.top is self:
                self._ui.close_screen()
