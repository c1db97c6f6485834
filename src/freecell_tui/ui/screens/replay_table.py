"""The table on which a replay is shown: its bars tell the move, and are there to go from one to another."""

from textwrap import wrap
from typing import Final

from freecell_tui.controller.play.game import clock_text
from freecell_tui.controller.play.replay import Replay
from freecell_tui.controller.play.session import Session
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.screens.replay_bar import ReplayBar
from freecell_tui.ui.screens.table_widget import Table, fitting

_ROOMY: Final = 72
"""From this width on the top bar tells the move in words."""


class ReplayTable(Table):
    """A replay on a screen of any size. Where nobody is there to press anything, it is not `interactive`."""

    def __init__(
        self,
        replay: Replay,
        glyphs: Glyphs,
        *,
        colour: bool,
        appearance: Appearance | None = None,
        interactive: bool = True,
    ) -> None:
        super().__init__(Session(replay.game), glyphs, colour=colour, appearance=appearance)
        self.replay = replay
        self.bar = ReplayBar()
        self._interactive = interactive

    @property
    def speed(self) -> float:
        """How much faster than normal the cards have to fly."""
        return max(self.replay.speed, 1.0)

    def refresh(self) -> None:
        """Show the replay as it is now."""
        self.session.game = self.replay.game
        self._invalidate()

    def _draw_top_bar(self, surface: Surface) -> None:
        """Draw the game on the left, the figures on the right, and the move between them where there is room."""
        surface.fill(0, 0, surface.width, 1, "bar")
        replay, game = self.replay, self.replay.game
        names = (game.variant.full_title, game.variant.title, game.variant.title.split()[0])
        left = [*(f"{self.glyphs.displayable(name)} #{game.deal}" for name in names), f"#{game.deal}"]
        time = clock_text(replay.elapsed) if replay.elapsed and self.settings.clock else ""
        at = f"{replay.position} of {replay.count}"
        word = replay.move_text
        right = [
            f"move {at}   {time}".rstrip(),
            f"{word}   {at}   {time}".strip(),
            f"{word} {at} {time}".strip(),
            f"{word} {at}".strip(),
        ]
        title, figures = fitting(left, right[surface.width < _ROOMY :], surface.width - 2)
        surface.text(1, 0, title, "bar title")
        surface.text(surface.width - 1 - len(figures), 0, figures, "bar text")
        if surface.width >= _ROOMY:
            self._draw_move(surface, len(title) + 1, surface.width - 1 - len(figures))

    def _draw_move(self, surface: Surface, start: int, end: int) -> None:
        replay = self.replay
        spoken = self.glyphs.displayable(replay.move_in_words)
        texts = [f"{replay.move_text}  {spoken}", spoken, replay.move_text] if spoken else []
        text = next((text for text in texts if len(text) <= end - start - 4), "")
        middle = (surface.width - len(text)) // 2
        surface.text(min(max(middle, start + 2), end - 2 - len(text)), 0, text, "bar quiet")

    def _draw_bottom_bar(self, surface: Surface) -> None:
        y = surface.height - 1
        self.bar.draw(surface, y, self.replay, self.glyphs, interactive=self._interactive)
        if self.replay.note and self.replay.is_at_end:
            lines = wrap(self.glyphs.displayable(self.replay.note), surface.width - 2)
            for row, line in enumerate(lines, y - len(lines)):
                surface.text(0, row, f" {line}".ljust(surface.width), "bar warning")
