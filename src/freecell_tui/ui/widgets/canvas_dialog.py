"""A dialog that draws itself: texts at places of its own, some of which can be clicked, and a line to type in."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final

import urwid

from freecell_tui.engine.text import one_line
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface, SurfaceCanvas, narrow
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.widgets.dialog import Dialog
from freecell_tui.ui.widgets.parts import FRAME, Action, ClickMap, KeyHint, cut, wheel_key


class DrawContext:
    """What a dialog draws on; `cursor` is where the terminal's cursor is to stand, or None."""

    def __init__(self, size: tuple[int, int], glyphs: Glyphs) -> None:
        self.width, self.height = size
        self.surface = Surface(*size, "bar text")
        self.cursor: tuple[int, int] | None = None
        self.clicks = ClickMap()
        self.glyphs = glyphs

    def write(
        self, x: int, y: int, text: str, ink: str = "text", *, background: str = "bar", action: Action | None = None
    ) -> int:
        """Write `text`, let a click on it do `action`, and return where it ends."""
        text = narrow(self.glyphs.key_names(text))
        self.surface.text(x, y, text, f"{background} {ink}")
        if action is not None:
            self.on_click(Box(x, y, len(text), 1), action)
        return x + len(text)

    def displayable(self, text: str) -> str:
        """Return `text` in characters that the terminal can show, each one cell wide."""
        return narrow(self.glyphs.displayable(text))

    def cut(self, text: str, width: int) -> str:
        """Return `text` as it can be shown in `width` cells, with dots where it was cut."""
        return cut(self.displayable(text), width, self.glyphs)

    def on_click(self, box: Box, left: Action | None = None, right: Action | None = None) -> None:
        """Let the left and right button do something in a box; later boxes cover earlier ones."""
        self.clicks.add(box, left, right)


class CanvasDialog(Dialog):
    """A dialog that would like to have `size` columns and rows inside, and does with less.

    The wheel stands for the arrow keys up and down.
    """

    def __init__(
        self, title: str, size: tuple[int, int], glyphs: Glyphs, close: Action, actions: Mapping[str, Action]
    ) -> None:
        self._rows_wanted = size[1]
        self._drawing = DrawContext((0, 0), glyphs)
        super().__init__(title, _Body(self), size[0], glyphs, close, actions)

    @abstractmethod
    def draw(self, drawing: DrawContext) -> None:
        """Draw everything inside the frame."""

    def wish(self, size: tuple[int, int]) -> None:
        """Change the columns and rows that it would like to have inside."""
        self.width, self._rows_wanted = self.outer_width(size[0]), size[1]

    def height(self, width: int) -> int:
        """Return the rows that it would like to have."""
        return self._rows_wanted + 2 * FRAME

    def refresh(self) -> None:
        """Draw it again."""
        self.reframe()
        self._invalidate()

    def hint(self, key: str, text: str) -> KeyHint:
        """Return the hint of a key; a click on it does what the key does."""
        return key_name(key), text, lambda: self.press(key)

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        self.keypress((), key)

    def click(self, x: int, y: int, button: int) -> None:
        """Do what a click on a cell inside the frame means."""
        action = self._drawing.clicks.action(x, y, button)
        if action is not None:
            action()

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key stands for."""
        action = self._actions.get(key)
        if action is not None:
            action()
        self.refresh()
        return key if action is None else None

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool | None:
        """Do what a click means, and take the wheel for arrow keys."""
        key = wheel_key(event, button)
        x, y = col - FRAME - self.margin, row - FRAME
        if key is not None:
            self.keypress(size, key)
        elif event == "mouse press" and x in range(self._drawing.width) and y in range(self._drawing.height):
            self.click(x, y, button)
            self.refresh()
        return True

    def render_body(self, size: tuple[int, int], *, focus: bool) -> SurfaceCanvas:
        """Return the picture inside the frame."""
        self._drawing = DrawContext(size, self.glyphs)
        self.draw(self._drawing)
        return SurfaceCanvas.of(self._drawing.surface, self._drawing.cursor if focus else None)


class _Body(urwid.Widget):
    """What is in a dialog's frame."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(self, dialog: CanvasDialog) -> None:
        super().__init__()
        self._dialog = dialog

    def render(self, size: Any, focus: bool = False) -> SurfaceCanvas:
        return self._dialog.render_body(size, focus=focus)


# The line to type or paste a name or a note in.


_ROW: Final = (10_000,)
"""The width at which the text is in one row."""


class LineField(urwid.Edit):
    """A text in one line, with the cursor at its end. Of what is pasted, it takes in up to `longest` characters."""

    def __init__(self, text: str, longest: int) -> None:
        super().__init__(edit_text=text, edit_pos=len(text))
        self._longest = longest

    def press(self, key: str) -> None:
        """Type a key, wherever the line is drawn."""
        self.keypress(_ROW, key)

    def paste(self, text: str) -> None:
        """Put in pasted text as one line, as much as there is room for."""
        self.insert_text(one_line(text)[: max(self._longest - len(self.edit_text), 0)])

    def draw(self, drawing: DrawContext, at: tuple[int, int], label: str) -> None:
        """Draw a label and the line in one row; the end of a long text stays in sight."""
        x = drawing.write(*at, label)
        room = max(min(drawing.width - at[0] - x, self._longest + 1), 1)
        start = max(self.edit_pos - room + 1, 0)
        text = drawing.displayable(self.edit_text)[start : start + room]
        drawing.write(x, at[1], text.ljust(room), "title", background="chosen")
        drawing.cursor = (x + self.edit_pos - start, at[1])
