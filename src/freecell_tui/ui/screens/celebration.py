"""The show after a win."""

from collections.abc import Callable
from typing import Any, Final

from freecell_tui.controller.frontend import Message
from freecell_tui.ui.context import Ui
from freecell_tui.ui.screens.table import TableOverlay, TableScreen

_CELEBRATED: Final = Message("You won! Press any key.")


class CelebrationScreen(TableOverlay):
    """The table while the last cards land and the show runs; `then` is called at its end.

    A key or a click ends it. A key that was meant for what comes after it is not lost.
    """

    shows_game = True

    def __init__(self, ui: Ui, table: TableScreen, then: Callable[[], None]) -> None:
        super().__init__(ui, table)
        self._then = then
        self._runs = False
        self.motion = table.motion
        table.notify(_CELEBRATED)

    def on_rest(self) -> None:
        """Begin the show once the last card has landed, and end when it is over."""
        if self._runs:
            self._end()
        else:
            self._runs = True
            self._table.table.celebrate()
        self._ui.call_later(0, self._ui.refresh)

    def _end(self) -> None:
        self._table.table.motion.end()
        if self._table.message is _CELEBRATED:
            self._table.notify(None)
        self._ui.close_screen()
        self._then()

    def keypress(self, size: Any, key: str) -> None:
        """End the show, and hand the key on unless it only ends things."""
        self._end()
        if key not in ("enter", " ", "esc"):
            self._ui.stack.keypress(size, key)

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """End the show with a click."""
        if event.endswith("press"):
            self._end()
        return True
