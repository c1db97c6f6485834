"""What fills the screen: the table or the title screen, and over it a dialog if one is open."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import urwid

from freecell_tui.ui.drawing.layout import fits
from freecell_tui.ui.keymap import WAY_OUT, Command
from freecell_tui.ui.screens.table_widget import Table
from freecell_tui.ui.widgets.dialog import Dialog

if TYPE_CHECKING:
    from freecell_tui.ui.screens.replay_table import ReplayTable
    from freecell_tui.ui.screens.title import Title


class ScreenStack(urwid.Widget):
    """The table, or the title screen or a replay in its place, and at most one dialog over it.

    Keys and mouse go to the dialog, or else to `on_key` and `on_mouse`.
    """

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
        self.title: Title | None = None
        self.viewer: ReplayTable | None = None
        self.dialog: Dialog | None = None
        self._on_key = on_key
        self._on_mouse = on_mouse

    @property
    def ground(self) -> "Table | Title":
        """What lies under the dialog."""
        return self.viewer or self.title or self.table

    def render(self, size: Any, focus: bool = False) -> urwid.Canvas:
        """Draw the table and what lies over it."""
        if self.dialog is None or not fits(size):
            return urwid.CompositeCanvas(self.ground.render(size, focus))
        return self._over(self.dialog, size).render(size, focus)

    def keypress(self, size: Any, key: str) -> str | None:
        """Hand a key on; on a screen too small to see what it does, only the one to leave."""
        if key == WAY_OUT:
            self._on_key(key)
        elif not fits(size):
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
        if not fits(size):
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
        return urwid.Overlay(dialog, self.ground, dialog.align, width, "middle", height)
