"""A box over the table with many lines by group, one of them chosen, and below them what is said of that one."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

import urwid

from freecell_tui.ui.drawing.canvas import SurfaceCanvas
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.widgets.dialog import Action, Dialog, framed

_LEFT_BUTTON: Final = 1
_MARGIN: Final = 1
_FRAME_ROWS: Final = 2
# More lines than there are.
_ALL: Final = 1000


class ListItem(urwid.Widget):
    """One line of a sheet; a click on it is `clicked`."""

    _sizing = frozenset([urwid.FLOW])
    _selectable = True
    ignore_focus = False

    def rows(self, size: Any, focus: bool = False) -> int:
        """Return 1."""
        return 1

    def render(self, size: Any, focus: bool = False) -> urwid.Canvas:
        """Draw it, lit if it is the chosen one."""
        surface = Surface(size[0], 1, "chosen title" if focus else "bar text")
        self.draw(surface, chosen=focus)
        return SurfaceCanvas.of(surface, (0, 0) if focus else None)

    def get_cursor_coords(self, size: Any) -> tuple[int, int]:
        """Where the terminal's cursor stands while this is the chosen one."""
        return 0, 0

    def keypress(self, size: Any, key: str) -> str | None:
        """Leave every key to the sheet."""
        return key

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """Take a click."""
        if event != "mouse press" or button != _LEFT_BUTTON:
            return False
        self.clicked(col, size[0])
        return True

    @abstractmethod
    def draw(self, surface: Surface, *, chosen: bool) -> None:
        """Draw the line on a surface of its own."""

    @abstractmethod
    def clicked(self, x: int, width: int) -> None:
        """Do what a click on cell `x` means."""


class _Heading(ListItem):
    """The name of a group, with a rule to the right."""

    _selectable = False

    def __init__(self, sheet: "ListDialog", text: str) -> None:
        super().__init__()
        self._sheet = sheet
        self._text = text

    def draw(self, surface: Surface, *, chosen: bool) -> None:
        surface.text(0, 0, f"{self._text} ".ljust(surface.width, self._sheet.glyphs.rule), "bar quiet")
        surface.text(0, 0, self._text, "bar title")

    def clicked(self, x: int, width: int) -> None:
        pass


class _Foot(urwid.Widget):
    """What is said of the chosen line, with a rule above and the keys below; it is as high for one line as for all."""

    _sizing = frozenset([urwid.FLOW])

    def __init__(self, sheet: "ListDialog") -> None:
        super().__init__()
        self._sheet = sheet

    def rows(self, size: Any, focus: bool = False) -> int:
        return max(len(self._wrapped(text, size[0])) for text in self._sheet.texts()) + 2

    def render(self, size: Any, focus: bool = False) -> urwid.Canvas:
        sheet, width, rows = self._sheet, size[0], self.rows(size)
        surface = Surface(width, rows, "bar text")
        surface.text(0, 0, f" {sheet.place()} ".rjust(width - 1, sheet.glyphs.rule) + sheet.glyphs.rule, "bar quiet")
        text, ink = sheet.said()
        for y, line in enumerate(self._wrapped(text, width)[: rows - 2], 1):
            surface.text(0, y, line, f"bar {ink}")
        keys = [sheet.glyphs.key_names(text) for text in sheet.key_texts()]
        surface.text(0, rows - 1, next((text for text in keys if len(text) <= width), keys[-1]), "bar quiet")
        return SurfaceCanvas.of(surface)

    def _wrapped(self, text: str, width: int) -> list[str]:
        glyphs = self._sheet.glyphs
        return [row for line in text.split("\n") for row in wrap(narrow(glyphs.key_names(line)), max(width, 1))]


class ListDialog(Dialog):
    """Lines by group; those that do not fit scroll, and what is said below them stays in sight."""

    align = "right"

    def __init__(
        self, title: str, groups: Mapping[str, Sequence[ListItem]], width: int, glyphs: Glyphs, close: Action
    ) -> None:
        self.glyphs = glyphs
        self._title = title
        self._lines = [line for lines in groups.values() for line in lines]
        rows: list[ListItem] = [row for group, lines in groups.items() for row in (_Heading(self, group), *lines)]
        self._rows_of_list = rows
        self._list = urwid.ListBox(urwid.SimpleFocusListWalker(rows))
        self._list.set_focus(1)
        self._foot = _Foot(self)
        self._body: urwid.Widget = urwid.Frame(self._list, footer=self._foot)
        super().__init__(title, self._body, width, glyphs, close, {})
        self.width = width + _FRAME_ROWS + 2 * _MARGIN
        self.refresh()

    # What those that derive from it say

    @abstractmethod
    def texts(self) -> Sequence[str]:
        """Everything that may have to be said below the lines."""

    @abstractmethod
    def said(self) -> tuple[str, str]:
        """What is said below the lines just now, and its ink."""

    @abstractmethod
    def key_texts(self) -> Sequence[str]:
        """The keys in a line, in shorter and shorter words."""

    # What it does with them

    @property
    def chosen(self) -> ListItem:
        """The line that the cursor is on."""
        line = self._list.focus
        assert isinstance(line, ListItem)
        return line

    def place(self) -> str:
        """Which line is chosen, of how many."""
        return f"{self._lines.index(self.chosen) + 1} of {len(self._lines)}"

    def height(self, width: int) -> int:
        """The rows it needs at a width."""
        inner = max(width - _FRAME_ROWS - 2 * _MARGIN, 1)
        return len(self._rows_of_list) + self._foot.rows((inner,)) + _FRAME_ROWS

    def refresh(self) -> None:
        """Show what has changed."""
        self._w = framed(self.glyphs.displayable(self._title), self._body, self.glyphs, margin=_MARGIN)

    def keypress(self, size: Any, key: str) -> str | None:
        """Choose another line, or close."""
        inner = size[0] - _FRAME_ROWS - 2 * _MARGIN
        room = (inner, size[1] - _FRAME_ROWS - self._foot.rows((inner,)))
        page = max(room[1] // 2, 1)
        steps = {"up": -1, "down": 1, "page up": -page, "page down": page, "home": -_ALL, "end": _ALL}
        if key not in steps:
            rest = super().keypress(size, key)
            self.refresh()
            return rest
        last = len(self._lines) - 1
        self._choose(min(max(self._lines.index(self.chosen) + steps[key], 0), last), room)
        self.refresh()
        return None

    def _choose(self, number: int, room: tuple[int, int]) -> None:
        """Put the cursor on a line, with the heading in sight that stands before it."""
        at = self._rows_of_list.index(self._lines[number])
        for row in (at - 1, at) if isinstance(self._rows_of_list[at - 1], _Heading) else (at,):
            self._list.set_focus(row, "above" if row > self._list.focus_position else "below")
            self._list.calculate_visible(room, focus=True)

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool | None:
        """Choose a line with a click or the wheel."""
        super().mouse_event(size, event, button, col, row, focus)
        self.refresh()
        return True
