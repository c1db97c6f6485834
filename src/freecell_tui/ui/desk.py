"""What fills the screen: the table, and over it a dialog if one is open."""

from collections.abc import Callable
from typing import Any

import urwid

from freecell_tui.ui.dialogs import Dialog
from freecell_tui.ui.keys import WAY_OUT, Command
from freecell_tui.ui.table import Table


class Desk(urwid.Widget):
    """The table and at most one dialog over it; keys and mouse go to that, or else to `on_key` and `on_mouse`."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(
        self,
        table: Table,
        on_key: Callable[[str], None],
        on_mouse: Callable[[tuple[int, int], str, int, tuple[int, int]], None],
    ) -> None:
        super().__init__()
        self.table = table
        self.dialog: Dialog | None = None
        self._on_key = on_key
        self._on_mouse = on_mouse

    def render(self, size: Any, focus: bool = False) -> urwid.Canvas:
        """Draw the table and what lies over it."""
        if self.dialog is None or not self.table.layout(size).fits:
            return urwid.CompositeCanvas(self.table.render(size, focus))
        return self._over(self.dialog, size).render(size, focus)

    def keypress(self, size: Any, key: str) -> str | None:
        """Hand a key on; on a screen too small to see what it does, only the one to leave."""
        if key == WAY_OUT:
            self._on_key(key)
        elif not self.table.layout(size).fits:
            if self.table.keys.gives(key, Command.QUIT):
                self._on_key(key)
        elif self.dialog is not None:
            return self._over(self.dialog, size).keypress(size, key)
        else:
            self._on_key(key)
        return None

    def mouse_event(
        self,
        size: Any,
        event: str,
        button: int,
        col: int,
        row: int,
        focus: bool,
    ) -> bool | None:
        """Hand a mouse event on."""
        if not self.table.layout(size).fits:
            return True
        if self.dialog is not None:
            return self._over(self.dialog, size).mouse_event(size, event, button, col, row, focus)
        self._on_mouse(size, event, button, (col, row))
        return True

    def refresh(self) -> None:
        """Have it drawn again."""
        self._invalidate()

    def _over(self, dialog: Dialog, size: Any) -> urwid.Overlay[Any, Any]:
        width = min(dialog.width, size[0])
        height = min(dialog.height(width), size[1] - 2)
        return urwid.Overlay(dialog, self.table, dialog.align, width, "middle", height)
