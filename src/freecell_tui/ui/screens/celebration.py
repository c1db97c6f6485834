"""The show after a win."""

from collections.abc import Callable
from typing import Any, Final

from freecell_tui.controller.frontend import Message
from freecell_tui.ui.animation.flourish import Flourish
from freecell_tui.ui.screens.table import TableOverlay, TableScreen
from freecell_tui.ui.stack import Ui

_CELEBRATED: Final = Message("You won! Press any key.")


class CelebrationScreen(TableOverlay):
    """The table while the last cards land and the show runs; `then` is called at its end.

    A key or a click ends it. A key that was meant for what comes after it is not lost.
    """

    shows_game = True

    def __init__(self, ui: Ui, table: TableScreen, then: Callable[[], None]) -> None:
        super().__init__(ui, table)
        self._then = then
        self._has_begun = False
        self._began = 0.0
        self.flourish: Flourish | None = None
        self.motion = self.table.motion
        table.notify(_CELEBRATED)

    @property
    def is_moving(self) -> bool:
        return self.flourish is not None or super().is_moving

    def render(self, size: Any, focus: bool = False) -> Any:
        if self.flourish is not None:
            self.flourish.advance(self.table.motion.now() - self._began)
            drawn = self.flourish.surface
            if self.flourish.is_over or (drawn.width, drawn.height) != size:
                self.flourish = None
        self.table.show = None if self.flourish is None else self.flourish.surface
        return super().render(size, focus)

    def on_rest(self) -> None:
        """Begin the show once the last card has landed, and end when it is over."""
        if self._has_begun:
            self._end()
        else:
            ui, table, game = self._ui, self.table, self._ui.controller.session.game
            self._has_begun, self._began = True, table.motion.now()
            assert table.painter is not None
            self.flourish = Flourish(table.painter, game.board, game.deal, ui.glyphs, colour=ui.has_colour)
        self._ui.call_later(0, self._ui.refresh)

    def _end(self) -> None:
        self.table.motion.end()
        if self._table.message is _CELEBRATED:
            self._table.notify(None)
        self._ui.close_screen()
        self._then()

    def on_closed(self) -> None:
        self.table.show = None

    def keypress(self, size: Any, key: str) -> None:
        """End the show, and hand the key on unless it only ends things."""
        self._end()
        if key not in ("enter", " ", "esc"):
            self._ui.stack.keypress(size, key)

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        if event.endswith("press"):
            self._end()
        return True
