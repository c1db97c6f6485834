"""The boxes over the table, and what is around them: questions with answers, a line for a number, a text to read.

Every dialog is used by keyboard and by mouse, shows its keys, and closes with Esc.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

import urwid
from urwid import Canvas, CompositeCanvas
from urwid.util import get_encoding

from freecell_tui.engine import FreecellError, parse_deal
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import SMALLEST, Box
from freecell_tui.ui.drawing.surface import (
    Segment,
    Surface,
    SurfaceCanvas,
    cut,
    innermost,
)
from freecell_tui.ui.drawing.themes.theme import (
    SHADED,
    dimmed,
    on_sheet,
)
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import LEFT_BUTTON
from freecell_tui.ui.widgets.parts import (
    FRAME,
    GAPS,
    Action,
    ClickMap,
    KeyHint,
    draw_key_hints,
    framed,
    hints_width,
    wheel_key,
)

_KEY_WIDTH: Final = 6
_LONGEST_NUMBER: Final = 16
_PASTED_NUMBER: Final = re.compile(r"[-#]*[0-9][0-9,]*")
_BLANK_ROW: Final = 1
_SCROLL_BAR: Final = 2
_SCROLL_GAP: Final = 1
_BACK: Final = "back"
_LONGEST_WAY_OUT: Final = 12
# What the smallest screen has room for.
_MOST_ROWS: Final = SMALLEST[1] - 4


class Answer(NamedTuple):
    """One thing to choose: its key or '', its text, and what it does.

    `detail` stands beside the text more quietly, `more_keys` do the same without being shown. A choice among several
    values has `cycle`, which ← and → call with -1 and 1 while it is the chosen one.
    """

    key: str
    text: str
    action: Action
    detail: str = ""
    more_keys: tuple[str, ...] = ()
    cycle: Callable[[int], None] | None = None

    @property
    def actions(self) -> dict[str, Action]:
        """What each of its keys does."""
        return {key: self.action for key in (self.key, *self.more_keys) if key}


class Dialog(urwid.WidgetWrap[urwid.Widget]):
    """A framed box with a title; `actions` is what its keys do, and `close` what Esc does.

    `width` is what its content would like to have, in cells.
    """

    align: Literal["center", "right"] = "center"
    """Where on the table it is."""

    is_opaque = False
    runs_clock = False
    after_close: Action | None = None
    """What to do when it is closed."""

    margin = 2
    """The blank columns on either side inside the frame."""

    scroll_gap = 0
    """How many blank columns on the right belong to the content, so that no scroll bar touches it."""

    dims = True
    """Whether the screen behind it is dimmed."""

    aside = ""
    """What stands on the right of the bottom bar while it is open, if there is room."""

    def __init__(
        self,
        title: str,
        body: urwid.Widget,
        width: int,
        glyphs: Glyphs,
        close: Action,
        actions: Mapping[str, Action],
    ) -> None:
        self.glyphs = glyphs
        self.width = self.outer_width(width)
        self._title = title
        self._body = body
        self._close = close
        self._actions = {**actions, "esc": close}
        self._framed_as = (self.title, glyphs)
        super().__init__(self._framed())

    def key_hints(self) -> Sequence[KeyHint]:
        """Return its keys, for the bottom bar; the last is the way out."""
        return [("Esc", "back", self._close)]

    def refresh(self) -> None:
        """Draw it again."""
        self._invalidate()

    def paste(self, text: str) -> None:
        """Do nothing with pasted text: a dialog without a field to type in has no use for it."""

    def on_shown(self) -> None:
        """Do nothing."""

    def on_closed(self) -> None:
        """Do what is to be done when it is closed."""
        if self.after_close is not None:
            self.after_close()

    def add_action(self, keys: Sequence[str], action: Action) -> None:
        """Let more keys do something."""
        self._actions |= dict.fromkeys(keys, action)

    @property
    def takes_any_key(self) -> bool:
        """Whether it asks for a key, whichever that is."""
        return False

    @property
    def title(self) -> str:
        """The title as it is now."""
        return self._title

    def _framed(self) -> urwid.Widget:
        right = self.margin - self.scroll_gap
        return framed(self.glyphs.displayable(self.title), self._body, self.glyphs, left=self.margin, right=right)

    def reframe(self) -> None:
        """Make a new frame if the title or the glyphs have changed."""
        if (self.title, self.glyphs) != self._framed_as:
            self._framed_as = (self.title, self.glyphs)
            self._w = self._framed()

    @classmethod
    def outer_width(cls, width: int) -> int:
        """Return how wide a dialog is that has `width` cells inside its frame."""
        return width + 2 * (FRAME + cls.margin)

    @classmethod
    def inner_width(cls, width: int) -> int:
        """Return the cells inside the frame of a dialog that is `width` wide."""
        return max(width - 2 * (FRAME + cls.margin), 1)

    def use_window(self, size: tuple[int, int]) -> None:
        """Take in how large the window is, before the width and the height of the dialog are asked for."""

    def height(self, width: int) -> int:
        """Return the rows it would like to have at a width."""
        raise NotImplementedError

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what the key stands for, or let the content have it."""
        action = self._actions.get(key)
        if action is None:
            return super().keypress(size, key)
        action()
        return None


class RowDialog(Dialog):
    """A dialog of rows that wrap if it gets less width, and scroll if it gets less height."""

    scroll_gap = _SCROLL_GAP

    def __init__(
        self,
        title: str,
        rows: Sequence[Any],
        width: int,
        glyphs: Glyphs,
        close: Action,
        actions: Mapping[str, Action],
    ) -> None:
        self._rows = rows
        padded = [urwid.Padding(row, right=self.scroll_gap) for row in rows]
        self._list = urwid.ListBox(urwid.SimpleFocusListWalker(padded))
        bar = _with_scroll_bar(self._list, glyphs)
        body = urwid.Filler(bar, height=("relative", 100), min_height=len(rows), top=_BLANK_ROW, bottom=_BLANK_ROW)
        # In a small window a long list scrolls, with a bar beside it.
        room_for_bar = _SCROLL_BAR if len(rows) > _MOST_ROWS else 0
        super().__init__(title, body, width + room_for_bar, glyphs, close, actions)

    def height(self, width: int) -> int:
        """Return the rows it needs at a width."""
        return sum(int(row.rows((self.inner_width(width),))) for row in self._rows) + 2 * (FRAME + _BLANK_ROW)

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool | None:
        """Take the wheel for the arrow keys up and down, and let the rows have the rest."""
        key = wheel_key(event, button)
        if key is None:
            return super().mouse_event(size, event, button, col, row, focus)
        self.keypress(size, key)
        return True


def _with_scroll_bar(rows: urwid.ListBox[Any], glyphs: Glyphs) -> urwid.Widget:
    """Return a list with a scroll bar, which shows only while the rows have not all room."""
    return urwid.ScrollBar(rows, glyphs.cursor_frame[-1], glyphs.frame[-1], attr="bar quiet", thumb_attr="bar title")


class Question(RowDialog):
    """Some text, and answers to choose from."""

    def __init__(
        self,
        title: str,
        text: Sequence[str],
        answers: Sequence[Answer],
        glyphs: Glyphs,
        close: Action,
        *,
        focus: int = 0,
        below: Sequence[str] = (),
    ) -> None:
        """Ask with the arrows on the answer `focus`; the texts `below` the answers are the first to scroll away."""
        lines = [glyphs.displayable(line) for line in text if line]
        labels = [glyphs.displayable(answer.text) for answer in answers]
        rows: list[Any] = [urwid.Text(line) for line in lines]
        self._first_line = rows[0] if rows else urwid.Text("")
        self._answers = answers
        if lines and len(lines) + len(answers) < _MOST_ROWS:
            rows.append(urwid.Divider())
        above = len(rows)
        rows += (_AnswerRow(answer, label) for answer, label in zip(answers, labels, strict=True))
        asides = [glyphs.displayable(line) for line in below]
        rows += [urwid.Divider()] * bool(asides) + [urwid.Text(line) for line in asides]
        width = max(len(title), *map(len, [*lines, *asides]), *(_KEY_WIDTH + 2 + len(label) for label in labels))
        actions = {key: action for answer in answers for key, action in answer.actions.items()}
        super().__init__(title, rows, width, glyphs, close, actions)
        if focus:
            self._list.set_focus(above + focus)

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of every question, with what Esc does here."""
        leave = next((answer.text for answer in self._answers if "esc" in answer.actions), _BACK)
        leave = leave if len(leave) <= _LONGEST_WAY_OUT else _BACK
        hints: list[KeyHint] = [("Enter", "choose", self._choose), ("Esc", leave, self._close)]
        return [("↑ ↓", "move", lambda: self._step(1)), *hints] if len(self._answers) > 1 else hints

    def _choose(self) -> None:
        self._focused.give()

    def _step(self, by: int) -> None:
        """Go on to another answer, from the last one to the first."""
        rows = [row for row in self._rows if isinstance(row, _AnswerRow)]
        self._list.set_focus(self._rows.index(rows[(rows.index(self._focused) + by) % len(rows)]))

    @property
    def _focused(self) -> "_AnswerRow":
        row = self._rows[self._list.focus_position]
        assert isinstance(row, _AnswerRow)
        return row

    def tell(self, line: str) -> None:
        """Show a line in place of the first line of the text."""
        shown = self.glyphs.displayable(line)
        self._first_line.set_text(shown)
        self.width = max(self.width, self.outer_width(len(shown)))


class DealPrompt(RowDialog):
    """A line to type a deal number in; Enter calls `deal` with it, or explains what is wrong with it.

    `game` is the title of the game that will be dealt, where it needs to be named.
    """

    def __init__(self, glyphs: Glyphs, deal: Callable[[int], None], close: Action, game: str = "") -> None:
        self._deal = deal
        self._field = _NumberField(("bar text", "Number: "))
        about = f"A deal of {game}." if game else "1 to 32000 are Microsoft’s deals."
        self._hint = urwid.Text(("bar quiet", glyphs.displayable(about)))
        rows = [urwid.AttrMap(self._field, "chosen title"), urwid.Divider(), self._hint]
        super().__init__("Deal by number", rows, 42, glyphs, close, {"enter": self._deal_typed})

    def key_hints(self) -> Sequence[KeyHint]:
        """Return how to deal, and how not to."""
        return [("Enter", "deal", self._deal_typed), ("Esc", "back", self._close)]

    def paste(self, text: str) -> None:
        """Type the first number in a text."""
        self._field.paste(text)

    def _deal_typed(self) -> None:
        try:
            number = parse_deal(self._field.edit_text)
        except FreecellError as error:
            self._hint.set_text(("bar warning", self.glyphs.displayable(str(error))))
        else:
            self._deal(number)


class _NumberField(urwid.Edit):
    """A line that takes a number and nothing else."""

    def keypress(self, size: Any, key: str) -> str | None:
        """Type a key; one that no number has in it is a slip, and no key of the table."""
        unused = super().keypress(size, key)
        return None if len(key) == 1 else unused

    def valid_char(self, ch: str) -> bool:
        return ch in set("0123456789-#,") and len(self.edit_text) < _LONGEST_NUMBER

    def paste(self, text: str) -> None:
        if number := _PASTED_NUMBER.search(text):
            self.insert_text(number[0][: _LONGEST_NUMBER - len(self.edit_text)])


class _AnswerRow(urwid.WidgetWrap[urwid.Widget]):
    """An answer in a dialog, highlighted while the arrows are on it."""

    _selectable = True

    def __init__(self, answer: Answer, label: str) -> None:
        self._answer = answer
        key = urwid.Text(("bar title", key_name(answer.key)), align="right")
        text = urwid.SelectableIcon(("bar text", label), cursor_position=0)
        row = urwid.Columns([(_KEY_WIDTH, key), text], dividechars=2, focus_column=1)
        focused: dict[Hashable, Hashable] = {
            None: "chosen title",
            "bar title": "chosen title",
            "bar text": "chosen title",
        }
        super().__init__(urwid.AttrMap(row, None, focused))

    def keypress(self, size: Any, key: str) -> str | None:
        """Give the answer with Enter or Space."""
        if key not in ("enter", " "):
            return key
        self.give()
        return None

    def give(self) -> None:
        """Give the answer."""
        self._answer.action()

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """Give the answer with a click."""
        if event == "mouse press" and button == LEFT_BUTTON:
            self._answer.action()
        return True


# What is around a dialog: the screen behind it, dimmed, its shadow, and its keys in the bottom bar.


_MARGIN: Final = 1
_SHADOW: Final = "shadow"


class KeyBar:
    """The bottom bar while a dialog is open: its keys, side by side and clickable, and on the right an aside."""

    def __init__(self, hints: Iterable[KeyHint], aside: str, width: int, glyphs: Glyphs) -> None:
        self.clicks = ClickMap()
        surface = Surface(width, 1, "bar text")
        hints, aside = list(hints), glyphs.displayable(aside)
        room = width - 2 * _MARGIN
        if aside and hints_width(hints, glyphs, GAPS[-1]) + len(aside) + 2 <= room:
            surface.text(width - _MARGIN - len(aside), 0, aside, "bar quiet")
            room -= len(aside) + 2
        draw_key_hints(surface, self.clicks, Box(_MARGIN, 0, room, 1), hints, glyphs)
        self.row = surface.rows(get_encoding())[0]


def backdrop(
    behind: Canvas, box: Box, bar: KeyBar | None, glyphs: Glyphs, *, dims: bool, shadow: bool
) -> SurfaceCanvas:
    """Return the screen behind a dialog in `box`, with its shadow or else a gap, and `bar` as its last row."""
    rows: list[list[Any]] = [list(row) for row in behind.content()]
    if dims:
        rows = [[(dimmed(role), charset, text) for role, charset, text in row] for row in rows]
    if shadow:
        _cast_shadow(rows, box, behind.cols(), glyphs)
    else:
        _clear_beside(rows, box, behind.cols())
    if bar is not None:
        rows[-1] = bar.row
    return SurfaceCanvas(rows, behind.cols())


def without_colours(drawn: Canvas) -> CompositeCanvas:
    """Return a dialog as it is on a terminal without colours."""
    rows: list[list[Segment]] = [
        [(on_sheet(innermost(role)), None, text) for role, _, text in row] for row in drawn.content()
    ]
    canvas = CompositeCanvas(SurfaceCanvas(rows, drawn.cols(), drawn.cursor))
    # It is drawn again when the dialog is.
    canvas.children = [(0, 0, drawn, None)]
    return canvas


def _clear_beside(rows: list[list[Segment]], box: Box, width: int) -> None:
    """Clear a column on either side of the box, as its frame and the lines of cards would run together."""
    for x in (box.x - 1, box.x + box.width):
        for y in range(box.y, box.y + box.height) if 0 <= x < width else ():
            rows[y] = [*cut(rows[y], 0, x), ("felt", None, b" "), *cut(rows[y], x + 1, width)]


def _cast_shadow(rows: list[list[Segment]], box: Box, width: int, glyphs: Glyphs) -> None:
    """Draw a shadow like that of a card: a column to the right of the box, and half a row below it."""
    right, below = box.x + box.width, box.y + box.height
    if right < width:
        for y in range(box.y + 1, below):
            rows[y] = [*cut(rows[y], 0, right), (_SHADOW, None, b" "), *cut(rows[y], right + 1, width)]
    if below < len(rows) - 1:
        end = min(right + 1, width)
        half = glyphs.half.encode(get_encoding(), "replace")
        under = [
            (SHADED + role, charset, half * len(text.decode(get_encoding(), "replace")))
            for role, charset, text in cut(rows[below], box.x + 1, end - box.x - 1)
        ]
        rows[below] = [*cut(rows[below], 0, box.x + 1), *under, *cut(rows[below], end, width)]
