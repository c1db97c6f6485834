"""The boxes that lie over the table: a question with its answers, a line to type in, a text to read.

Every one is used by keyboard and by mouse, shows its keys, and closes with Esc.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Literal

import urwid

from freecell_tui.engine import FreecellError, parse_deal
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import SMALLEST
from freecell_tui.ui.key_names import key_name
from freecell_tui.ui.mouse import WHEEL

Action = Callable[[], None]

_KEY_WIDTH: Final = 6
_LONGEST_NUMBER: Final = 16
# A line and two cells on either side.
_MARGINS: Final = 6
# As many as the smallest screen has room for.
_MOST_ROWS: Final = SMALLEST[1] - 4


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing to choose: its key, if it has one, what it says, and what it does.

    `detail` is said beside it more quietly, `more_keys` do the same without being shown, and `turn` is what ← and →
    do, if it is a choice among several things: they call it with -1 and 1.
    """

    key: str
    text: str
    action: Action
    detail: str = ""
    more_keys: tuple[str, ...] = ()
    turn: Callable[[int], None] | None = None

    @property
    def actions(self) -> dict[str, Action]:
        """What each of its keys does."""
        keys = dict.fromkeys((self.key, *self.more_keys), self.action)
        if self.turn is not None:
            keys |= {"left": partial(self.turn, -1), "right": partial(self.turn, 1)}
        return {key: action for key, action in keys.items() if key}


class Dialog(urwid.WidgetWrap[urwid.Widget]):
    """A box with a title and some rows; `actions` is what its keys do, and `close` what Esc does.

    `width` is what it would like to have, in cells; given less its rows wrap, and given less height it scrolls. In
    place of the rows it may have one widget that fills it and knows how to do with less.
    """

    align: Literal["center", "right"] = "center"
    """Where on the table it lies."""
    is_opaque = False
    runs_clock = False
    after_close: Action | None = None
    """What to do when it is closed."""

    def __init__(  # noqa: PLR0913 - all that a dialog is made of
        self,
        title: str,
        content: Sequence[Any] | urwid.Widget,
        width: int,
        glyphs: Glyphs,
        close: Action,
        actions: Mapping[str, Action],
        *,
        focus: int = 0,
    ) -> None:
        self.width = width + _MARGINS
        self._rows = () if isinstance(content, urwid.Widget) else content
        self._actions = {**actions, "esc": close}
        body = content if isinstance(content, urwid.Widget) else _listed(content, focus)
        super().__init__(framed(glyphs.displayable(title), body, glyphs))

    def on_shown(self) -> None:
        """Do nothing."""

    def on_closed(self) -> None:
        """Do what is to be done when it is closed."""
        if self.after_close is not None:
            self.after_close()

    @staticmethod
    def inner_width(width: int) -> int:
        """The cells inside the frame of a dialog that is so wide."""
        return max(width - _MARGINS, 1)

    def height(self, width: int) -> int:
        """The rows it needs at a width."""
        return sum(int(row.rows((self.inner_width(width),))) for row in self._rows) + 4

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what the key stands for, or let the rows have it."""
        action = self._actions.get(key)
        if action is None:
            return super().keypress(size, key)
        action()
        return None

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool | None:
        """Take the wheel for the arrows up and down where there are rows, and let what is inside have the rest."""
        if self._rows and event == "mouse press" and button in WHEEL:
            self.keypress(size, "up" if WHEEL[button] < 0 else "down")
            return True
        return super().mouse_event(size, event, button, col, row, focus)


class Question(Dialog):
    """Some text, and answers to choose from."""

    def __init__(  # noqa: PLR0913 - all that a question is made of
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
        """With `focus` the arrows begin at another answer than the first; `below` stands under the answers.

        So it is the first to make way where there is no room for all.
        """
        lines = [glyphs.displayable(line) for line in text if line]
        labels = [glyphs.displayable(answer.text) for answer in answers]
        rows: list[Any] = [urwid.Text(line) for line in lines]
        if lines and len(lines) + len(answers) < _MOST_ROWS:
            rows.append(urwid.Divider())
        above = len(rows)
        rows += (_Choice(answer, label) for answer, label in zip(answers, labels, strict=True))
        asides = [glyphs.displayable(line) for line in below]
        rows += [urwid.Divider()] * bool(asides) + [urwid.Text(line) for line in asides]
        width = max(len(title), *map(len, [*lines, *asides]), *(_KEY_WIDTH + 2 + len(label) for label in labels))
        actions = {key: action for answer in answers for key, action in answer.actions.items()}
        super().__init__(title, rows, width, glyphs, close, actions, focus=above + focus if focus else 0)


class DealPrompt(Dialog):
    """A line to type a deal number in; Enter calls `deal` with it, and what is not one is explained.

    `game` is what will be dealt, where that needs to be said.
    """

    def __init__(self, glyphs: Glyphs, deal: Callable[[int], None], close: Action, game: str = "") -> None:
        self._deal = deal
        self._glyphs = glyphs
        self._field = _NumberField("Number: ")
        what = glyphs.displayable(f"it as {game}" if game else "it")
        self._hint = urwid.Text(("bar quiet", f"Enter deals {what}, Esc goes back."))
        rows = [urwid.AttrMap(self._field, "bar title"), urwid.Divider(), self._hint]
        super().__init__("Deal by number", rows, 42, glyphs, close, {"enter": self._take})

    def _take(self) -> None:
        try:
            number = parse_deal(self._field.edit_text)
        except FreecellError as error:
            self._hint.set_text(("bar warning", self._glyphs.displayable(str(error))))
        else:
            self._deal(number)


class _NumberField(urwid.Edit):
    """A line that takes a number and nothing else."""

    def valid_char(self, ch: str) -> bool:
        return ch in set("0123456789-#,") and len(self.edit_text) < 16  # noqa: PLR2004 - longer than any deal number


class Help(Dialog):
    """A key table; each of `lines` is a group, the names of keys, and what they do. The keys `closers` close it."""

    def __init__(
        self, lines: Iterable[tuple[str, str, str]], glyphs: Glyphs, close: Action, closers: Sequence[str] = ("enter",)
    ) -> None:
        rows: list[Any] = []
        table = [(group, glyphs.key_names(names), glyphs.displayable(text)) for group, names, text in lines]
        key_width = max(len(names) for _, names, _ in table)
        for group, of_group in groupby(table, key=itemgetter(0)):
            rows += [urwid.Divider()] * bool(rows)
            rows.append(urwid.Text(("bar title", group)))
            for _, names, text in of_group:
                named = (key_width, urwid.Text(("bar warning", names)))
                rows.append(urwid.Columns([named, urwid.Text(text)], dividechars=2))
        super().__init__(
            glyphs.key_names("Keys: ↑ ↓ scroll, Esc closes"), rows, 72, glyphs, close, dict.fromkeys(closers, close)
        )

    def mouse_event(
        self,
        size: Any,
        event: str,
        button: int,
        col: int,
        row: int,
        focus: bool,
    ) -> bool | None:
        """Scroll with the wheel; a click closes."""
        if event == "mouse press" and button not in WHEEL:
            self._actions["esc"]()
            return True
        return super().mouse_event(size, event, button, col, row, focus)


class _Choice(urwid.WidgetWrap[urwid.Widget]):
    """An answer in a dialog, lit while the arrows stand on it."""

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
        self._answer.action()
        return None

    def mouse_event(
        self,
        size: Any,
        event: str,
        button: int,
        col: int,
        row: int,
        focus: bool,
    ) -> bool:
        """Give the answer with a click."""
        if event == "mouse press" and button == 1:
            self._answer.action()
        return True


def _listed(rows: Sequence[Any], focus: int) -> urwid.Widget:
    """Rows that scroll, with a blank one above and below where there is room."""
    body = urwid.ListBox(urwid.SimpleFocusListWalker(list(rows)))
    if focus:
        body.set_focus(focus)
    return urwid.Filler(body, height=("relative", 100), min_height=len(rows), top=1, bottom=1)


def framed(title: str, body: urwid.Widget, glyphs: Glyphs, *, margin: int = 2) -> urwid.Widget:
    """A body in a frame, with a margin on its left and right."""
    left_top, right_top, left_bottom, right_bottom, across, down = tuple(glyphs.frame)
    padded = urwid.Padding(body, left=margin, right=margin)
    box = urwid.LineBox(
        padded,
        title=title,
        title_attr="bar title",
        tlcorner=left_top,
        trcorner=right_top,
        blcorner=left_bottom,
        brcorner=right_bottom,
        tline=across,
        bline=across,
        lline=down,
        rline=down,
    )
    plain: dict[Hashable, Hashable] = {None: "bar text"}
    return urwid.AttrMap(box, plain)
