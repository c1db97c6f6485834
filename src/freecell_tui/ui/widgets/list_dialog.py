"""A dialog with many items by group, one of them chosen, and below them a note on that one."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any, Final

from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.mouse import LEFT_BUTTON
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.parts import FRAME, Action, draw_scroll_bar, scrolled_window

# The rule above the note.
_FOOT_ROWS: Final = 1
# The columns of the rows that a scroll bar takes, with a blank one to its left, where there is room.
_ASIDE: Final = 2


class ListItem(ABC):
    """One row of a list dialog."""

    @abstractmethod
    def draw(self, surface: Surface, *, chosen: bool) -> None:
        """Draw the item on a surface of one row."""

    @abstractmethod
    def clicked(self, x: int, width: int) -> None:
        """Do what a click on cell `x` of a row of `width` means."""


class ListDialog(CanvasDialog):
    """Items by group; those that do not fit scroll, and the note below them stays in sight."""

    align = "right"
    dims = False
    margin = 1
    scroll_gap = 1

    def __init__(
        self, title: str, groups: Mapping[str, Sequence[ListItem]], width: int, glyphs: Glyphs, close: Action
    ) -> None:
        self._items = [item for items in groups.values() for item in items]
        self._rows: list[ListItem | str] = []
        for heading, items in groups.items():
            self._rows += (heading, *items)
        self.chosen = self._items[0]
        self._visible = range(0)
        self._width_wanted = self._row_width = width
        super().__init__(title, (width, 0), glyphs, close, {})

    # What each list says

    @abstractmethod
    def all_notes(self) -> Sequence[str]:
        """Return every note that there may be, for the room that they need."""

    @abstractmethod
    def note(self) -> tuple[str, str]:
        """Return the note on the chosen item, and its ink."""

    # Keys and clicks

    def height(self, width: int) -> int:
        """Return the rows it needs at a width."""
        return len(self._rows) + self._foot_rows(self.inner_width(width)) + 2 * FRAME

    def keypress(self, size: Any, key: str) -> str | None:
        """Choose another item, or do what a key stands for."""
        if not size:
            return super().keypress(size, key)
        room = size[1] - 2 * FRAME - self._foot_rows(self.inner_width(size[0]))
        page = max(room // 2, 1)
        last = len(self._items) - 1
        steps = {"up": -1, "down": 1, "page up": -page, "page down": page, "home": -last, "end": last}
        if key not in steps:
            return super().keypress(size, key)
        at = min(max(self._items.index(self.chosen) + steps[key], 0), last)
        self.chosen = self._items[at]
        self._scroll(room)
        self.refresh()
        return None

    def click(self, x: int, y: int, button: int) -> None:
        """Choose the item that is clicked, and do what the click means to it."""
        row = self._rows[self._visible[y]] if 0 <= y < len(self._visible) else ""
        if isinstance(row, str):
            super().click(x, y, button)
        elif button == LEFT_BUTTON:
            self.chosen = row
            row.clicked(x, self._row_width)

    def _scroll(self, room: int) -> None:
        """Scroll to the chosen item, with its group's heading in sight if it is the first there."""
        at, first = self._rows.index(self.chosen), self._visible.start
        if isinstance(self._rows[at - 1], str):
            first = scrolled_window(first, at - 1, len(self._rows), room).start
        self._visible = scrolled_window(first, at, len(self._rows), room)

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw the rows that have room, and the note."""
        inside = drawing.width - self.scroll_gap
        room = drawing.height - self._foot_rows(inside)
        width = self._row_width = self._room_for_rows(inside) if room < len(self._rows) else inside
        at = self._rows.index(self.chosen)
        self._visible = scrolled_window(self._visible.start, at, len(self._rows), room)
        for y, index in enumerate(self._visible):
            row = self._rows[index]
            if isinstance(row, str):
                self._draw_heading(drawing, width, y, row)
            else:
                self._draw_item(drawing, width, y, row)
        self._draw_foot(drawing, inside, room)
        if room < len(self._rows):
            bar = Box(width + (inside - width) // 2, 0, 1, room)
            draw_scroll_bar(drawing.surface, bar, self._visible, len(self._rows), self.glyphs)

    def _room_for_rows(self, inside: int) -> int:
        """Return the cells of a row beside a scroll bar, which has a blank column on either side if there is room."""
        return inside - _ASIDE if inside >= self._width_wanted else inside

    def _draw_item(self, drawing: DrawContext, width: int, y: int, item: ListItem) -> None:
        is_chosen = item is self.chosen
        surface = Surface(width, 1, "chosen title" if is_chosen else "bar text")
        item.draw(surface, chosen=is_chosen)
        drawing.surface.paste(surface, 0, y, range(1))
        if is_chosen:
            drawing.cursor = (0, y)

    def _draw_heading(self, drawing: DrawContext, width: int, y: int, text: str) -> None:
        """Draw the name of a group, with a rule to its right."""
        drawing.surface.text(0, y, f"{text} ".ljust(width, self.glyphs.rule), "bar quiet")
        drawing.surface.text(0, y, text, "bar title")

    def _draw_foot(self, drawing: DrawContext, width: int, y: int) -> None:
        """Draw a rule with the number of the chosen item, and the note on it."""
        rule = self.glyphs.rule
        number = f" {self._items.index(self.chosen) + 1} of {len(self._items)} "
        drawing.surface.text(0, y, number.rjust(width - 1, rule) + rule, "bar quiet")
        note, ink = self.note()
        lines = _wrapped(note, self.glyphs, width)
        for row, line in enumerate(lines, y + _FOOT_ROWS):
            drawing.surface.text(0, row, line, f"bar {ink}")

    def _foot_rows(self, width: int) -> int:
        """Return the height of the foot, the same for every item."""
        return _most_rows(tuple(self.all_notes()), self.glyphs, width) + _FOOT_ROWS


@lru_cache(maxsize=8)
def _most_rows(notes: tuple[str, ...], glyphs: Glyphs, width: int) -> int:
    """Return the rows of the longest note. It is asked several times a key, and wrapping all of them takes 2 ms."""
    return max(len(_wrapped(note, glyphs, width)) for note in notes)


def _wrapped(note: str, glyphs: Glyphs, width: int) -> list[str]:
    return [row for line in note.split("\n") for row in wrap(narrow(glyphs.key_names(line)), max(width, 1))]
