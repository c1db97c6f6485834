"""Time out: the clock stands still, and the cards are turned over."""

from typing import Any, Final

from freecell_tui.controller.frontend import Message
from freecell_tui.ui.context import Ui
from freecell_tui.ui.key_names import key_name
from freecell_tui.ui.screens.table import TableOverlay, TableScreen

_ENDS_PAUSE: Final = ("enter", " ", "esc")


class PauseScreen(TableOverlay):
    """The table with its cards turned over, until a key is pressed that ends the pause."""

    def __init__(self, ui: Ui, table: TableScreen) -> None:
        super().__init__(ui, table)
        table.table.motion.end()
        ui.controller.session.pause()
        self._remind()

    def _remind(self) -> None:
        keys = self._ui.keymap.keys("pause")
        self._table.notify(Message(f"Paused. Press {key_name(keys[0] if keys else 'enter')} to continue."))

    def keypress(self, size: Any, key: str) -> None:
        """End the pause, or say how."""
        keymap = self._ui.keymap
        if key in _ENDS_PAUSE or keymap.matches(key, "pause"):
            self._ui.close_screen()
        elif keymap.matches(key, "quit"):
            self._ui.give("quit")
        else:
            if keymap.matches(key, "redraw"):
                self._ui.give("redraw")
            self._remind()
            self._ui.refresh()

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """End the pause with a click."""
        if event.endswith("press"):
            self._ui.close_screen()
        return True

    def on_closed(self) -> None:
        """Turn the cards up again."""
        self._ui.controller.session.resume()
