"""Time out: the clock stands still, and the cards are turned over."""

from typing import Any, Final

from freecell_tui.controller.messages import Message
from freecell_tui.ui.context import Ui
from freecell_tui.ui.key_names import key_name
from freecell_tui.ui.screen import OpaqueScreen
from freecell_tui.ui.screens.table import TableScreen

_ENDS_PAUSE: Final = ("enter", " ", "esc")


class PauseScreen(OpaqueScreen):
    """The table with its cards turned over, until a key is pressed that ends the pause."""

    def __init__(self, ui: Ui, table: TableScreen) -> None:
        super().__init__()
        self._ui = ui
        self._table = table
        table.table.motion.end()
        ui.controller.session.pause()
        self._remind()

    def _remind(self) -> None:
        keys = self._ui.keymap.keys("pause")
        self._table.notify(Message(f"Paused. Press {key_name(keys[0] if keys else 'enter')} to go on."))

    @property
    def message(self) -> Message | None:
        """What is said on it."""
        return self._table.message

    def notify(self, message: Message | None) -> None:
        """Say something at the table."""
        self._table.notify(message)

    def settings_changed(self) -> None:
        """Let the table take over glyphs, appearance and settings."""
        self._table.settings_changed()

    def render(self, size: Any, focus: bool = False) -> Any:
        """Draw the table, which shows the backs of the cards."""
        return self._table.render(size, focus)

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
