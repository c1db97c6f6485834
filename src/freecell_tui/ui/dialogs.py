"""The boxes that lie over the table: a question with its answers, a line to type in, a text to read.

Every one is used by keyboard and by mouse, shows its keys, and closes with Esc.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import urwid

from freecell_tui.engine import FreecellError, parse_deal
from freecell_tui.ui.glyphs import Glyphs
from freecell_tui.ui.keys import help_rows, key_name

Action = Callable[[], None]

_KEY_WIDTH: Final = 6
_LONGEST_NUMBER: Final = 16


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing to choose in a dialog: its key, if it has one, what it says, and what it does."""

    key: str
    text: str
    action: Action


class Dialog(urwid.WidgetWrap[urwid.Widget]):
    """A box with a title, some text, and answers; `close` is what Esc does.

    `width` and `height` are what it would like to have, in cells; given less it scrolls.
    """

    def __init__(
        self, title: str, text: Sequence[str], answers: Sequence[Answer], glyphs: Glyphs, close: Action
    ) -> None:
        self._actions = {answer.key: answer.action for answer in answers if answer.key} | {"esc": close}
        lines = [glyphs.sentence(line) for line in text]
        labels = [glyphs.sentence(answer.text) for answer in answers]
        widest = max(map(len, (*lines, *(" " * (_KEY_WIDTH + 2) + label for label in labels), title)))
        rows: list[Any] = [urwid.Text(line) for line in lines]
        if lines and answers:
            rows.append(urwid.Divider())
        rows += (_Choice(answer, label) for answer, label in zip(answers, labels, strict=True))
        self.width = widest + 6
        self.height = len(rows) + 4
        super().__init__(_framed(glyphs.sentence(title), _list(rows), glyphs))

    def keypress(self, size: Any, key: str) -> str | None:
        """Give the answer that the key stands for, or move among the answers."""
        action = self._actions.get(key)
        if action is None:
            return super().keypress(size, key)
        action()
        return None


class DealPrompt(Dialog):
    """A line to type a deal number in; Enter calls `deal` with it, and what is not one is explained."""

    def __init__(self, glyphs: Glyphs, deal: Callable[[int], None], close: Action) -> None:
        super().__init__("Deal by number", (), (), glyphs, close)
        self._deal = deal
        self._glyphs = glyphs
        self._field = _NumberField("Number: ")
        self._trouble = urwid.Text(("bar quiet", "Enter deals it, Esc goes back."))
        self.width, self.height = 48, 8
        rows = [urwid.AttrMap(self._field, "bar title"), urwid.Divider(), self._trouble]
        self._w = _framed("Deal by number", _list(rows), glyphs)

    def keypress(self, size: Any, key: str) -> str | None:
        """Take the number, or go on typing."""
        if key != "enter":
            return super().keypress(size, key)
        try:
            number = parse_deal(self._field.edit_text)
        except FreecellError as error:
            self._trouble.set_text(("bar warning", self._glyphs.sentence(str(error))))
        else:
            self._deal(number)
        return None


class _NumberField(urwid.Edit):
    """A line that takes a number and nothing else."""

    def valid_char(self, ch: str) -> bool:
        return ch in set("0123456789-#,") and len(self.edit_text) < 16  # noqa: PLR2004 - longer than any deal number


class Help(Dialog):
    """The key table, made from the bindings."""

    def __init__(self, glyphs: Glyphs, close: Action) -> None:
        super().__init__("Keys", (), (), glyphs, close)
        rows: list[Any] = []
        table = [
            (group, glyphs.sentence(_arrows(keys, glyphs)), glyphs.sentence(text)) for group, keys, text in help_rows()
        ]
        key_width = max(len(keys) for _, keys, _ in table)
        for group, lines in groupby(table, key=itemgetter(0)):
            rows += [urwid.Divider()] * bool(rows)
            rows.append(urwid.Text(("bar title", group)))
            for _, keys, text in lines:
                named = (key_width, urwid.Text(("bar warning", keys)))
                rows.append(urwid.Columns([named, urwid.Text(text)], dividechars=2))
        self.width = 76
        self.height = len(rows) + 4
        self._w = _framed(_arrows("Keys: ↑ ↓ scroll, Esc closes", glyphs), _list(rows), glyphs)

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
        if event == "mouse press" and button in _WHEEL:
            self.keypress(size, _WHEEL[button])
        elif event == "mouse press":
            self._actions["esc"]()
        return True


_WHEEL: Final = {4: "up", 5: "down"}


def _arrows(keys: str, glyphs: Glyphs) -> str:
    """Keys with the arrows' names in words where the arrows cannot be shown."""
    if glyphs.sentence("←") == "←":
        return keys
    for arrow, word in (("←", "Left"), ("→", "Right"), ("↑", "Up"), ("↓", "Down"), ("–", "-")):
        keys = keys.replace(arrow, word)
    return keys


class _Choice(urwid.WidgetWrap[urwid.Widget]):
    """An answer in a dialog, lit while the arrows stand on it."""

    _selectable = True

    def __init__(self, answer: Answer, label: str) -> None:
        self._answer = answer
        markup = [("bar title", key_name(answer.key).rjust(_KEY_WIDTH)), ("bar text", f"  {label}")]
        focused: dict[Hashable, Hashable] = {"bar title": "chosen title", "bar text": "chosen title"}
        super().__init__(urwid.AttrMap(urwid.SelectableIcon(markup, cursor_position=_KEY_WIDTH + 2), None, focused))

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


def _list(rows: Sequence[Any]) -> urwid.Widget:
    return urwid.ListBox(urwid.SimpleFocusListWalker(list(rows)))


def _framed(title: str, body: urwid.Widget, glyphs: Glyphs) -> urwid.Widget:
    left_top, right_top, left_bottom, right_bottom, across, down = tuple(glyphs.frame)
    padded = urwid.Padding(urwid.Filler(body, height=("relative", 100), top=1, bottom=1), left=2, right=2)
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
