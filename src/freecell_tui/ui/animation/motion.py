"""What moves on the table: cards that fly, and the flourish after a win.

The game is always ahead of what is shown: it has been played and saved when the first card takes off, and nothing waits
for a card to land. Whatever the player does next ends the motion.
"""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

from freecell_tui.engine import Board, Card, Game
from freecell_tui.storage.settings import AnimationSpeed

if TYPE_CHECKING:
    from freecell_tui.ui.animation.flights import Flights, Point
    from freecell_tui.ui.animation.flourish import Flourish
    from freecell_tui.ui.drawing.layout import Layout
    from freecell_tui.ui.drawing.painter import Painter

FRAME_SECONDS: Final = 1 / 30
PACES: Final = {
    AnimationSpeed.OFF: 0.0,
    AnimationSpeed.SLOW: 2.0,
    AnimationSpeed.NORMAL: 1.0,
    AnimationSpeed.FAST: 0.5,
}
"""How long things take by the setting `animation`, as a multiple of the usual; 0 is no time at all."""


class Motion:
    """The motion that is under way, if any. `pace` is one of PACES; `by_hand` is set when the player dragged a card."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.pace = 0.0
        self.by_hand = False
        self._now = now
        self._shown: Game | None = None
        self._flights: Flights | None = None
        self._flourish: Flourish | None = None
        self._began = 0.0

    @property
    def is_under_way(self) -> bool:
        """Whether the next picture will be another one."""
        return self._flights is not None or self._flourish is not None

    @property
    def flourish(self) -> "Flourish | None":
        """The show after a win, advanced to this moment, while it lasts."""
        if self._flourish is not None:
            self._flourish.advance(self._now() - self._began)
            if self._flourish.is_over:
                self._flourish = None
        return self._flourish

    def celebrate(self, painter: "Painter", game: Game) -> None:
        """Begin the show after a win."""
        from freecell_tui.ui.animation.flourish import Flourish  # noqa: PLC0415 - not on the way to the first frame

        self._flourish = Flourish(painter, game.board, game.deal)
        self._began = self._now()

    def follow(self, game: Game, layout: "Layout") -> None:
        """Take note of the game that is to be shown; if it is a turn away from the one before, its cards fly."""
        before, self._shown = self._shown, game
        by_hand, self.by_hand = self.by_hand, False
        if before is None or before is game or not self.pace:
            return
        from freecell_tui.ui.animation.flights import flights_between  # noqa: PLC0415 - likewise

        self._flights = flights_between(before, game, layout, pace=self.pace, by_hand=by_hand)
        self._began = self._now()

    def table(self, board: Board) -> "tuple[Board, tuple[tuple[Card, Point], ...]]":
        """What lies on the table just now, which is `board` in the end, and what flies over it."""
        if self._flights is not None:
            seconds = self._now() - self._began
            if seconds < self._flights.seconds:
                return self._flights.at(seconds)
            self._flights = None
        return board, ()

    def end(self) -> None:
        """Let every card be in its place."""
        self._flights = None
        self._flourish = None
