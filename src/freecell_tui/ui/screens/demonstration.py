"""A solved game that plays by itself, for whoever looks at the title screen and does nothing."""

from typing import Any, Final

from freecell_tui.controller.play.replay import Replay
from freecell_tui.engine import Game, Move
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.context import Ui
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.screens.replay import ReplayScreen
from freecell_tui.ui.screens.replay_table import ReplayTable

_DEAL: Final = 617
_SOLUTION: Final = """
    83 7a 7b 2c 21 4d 46 41 a2 8a 83 47 48 4b c4 34 82 8c 7h 78 b8 7b 78 27 43 4a c4 24 14 1c
    16 b6 2b 1h 21 c1 2c 8h 32 38 6h b6 28 3b a2 3a 32 6h 52 5h 57 67 57 5h 7h 13 ah 1a 1c
"""
_END_SECONDS: Final = 6.0
"""How long the won game stays before the title screen comes back."""


def solved_game() -> Game:
    """Return a game that is won."""
    game = Game.new(_DEAL)
    for word in _SOLUTION.split():
        game = game.play(Move.parse(word), finish=True)
        if game.is_won:
            break
    return game


class DemonstrationScreen(ReplayScreen):
    """The replay of a solved game, without keys: any key or click ends it."""

    names_game = False

    def __init__(self, ui: Ui) -> None:
        self._demonstration = Replay(SavedGame(solved_game()))
        super().__init__(ui, self._demonstration)
        self.table = _DemonstrationTable(self._demonstration, ui.glyphs, colour=ui.has_colour, appearance=ui.appearance)
        self.motion = self.table.motion
        self.settings_changed()

    def on_shown(self) -> None:
        """Begin to play."""
        if not self._demonstration.is_playing:
            self._demonstration.toggle()
            self.show()

    def on_rest(self) -> None:
        """Go back when all has been seen."""
        if self._demonstration.is_at_end:
            self._ui.call_later(_END_SECONDS, self._end)

    def _end(self) -> None:
        if self._ui.stack.top is self:
            self._ui.close_screen()

    def keypress(self, size: Any, key: str) -> None:
        """Go back to the title screen."""
        self._end()

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """Go back to the title screen with a click."""
        if event.endswith("press"):
            self._end()
        return True


class _DemonstrationTable(ReplayTable):
    """The table of a replay that nobody controls."""

    def _draw_bottom_bar(self, surface: Surface) -> None:
        text = self.glyphs.displayable("A solved game. Press any key to go back.")
        surface.text(0, surface.height - 1, text.center(surface.width), "bar text")
