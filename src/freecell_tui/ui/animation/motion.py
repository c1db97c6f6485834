"""What moves on the table: cards in flight, and the flourish after a win.

The game is always ahead of the picture: it has been played and saved when the first card takes off, and nothing waits
for a card to land. Whatever the player does next ends the motion.
"""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

from freecell_tui.controller.later import later
from freecell_tui.engine import Board, Card, Game
from freecell_tui.storage.settings import AnimationSpeed
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Painter

if TYPE_CHECKING:
    from freecell_tui.ui.animation.dealing import Dealing
    from freecell_tui.ui.animation.flights import Flights, Point
    from freecell_tui.ui.animation.flourish import Flourish

_FLOURISH: Final[Callable[..., "Flourish"]] = later("ui.animation.flourish", "Flourish")
_DEALING: Final[Callable[..., "Dealing"]] = later("ui.animation.dealing", "Dealing")
_FLIGHTS_BETWEEN: Final[Callable[..., "Flights | None"]] = later("ui.animation.flights", "flights_between")

FRAME_SECONDS: Final = 1 / 30
DURATION_SCALES: Final = {
    AnimationSpeed.OFF: 0.0,
    AnimationSpeed.SLOW: 2.0,
    AnimationSpeed.NORMAL: 1.0,
    AnimationSpeed.FAST: 0.5,
}
"""How long things take by the setting `animation`, as a multiple of the normal; 0 turns motion off."""


class Motion:
    """The motion in progress, if any.

    `duration_scale` is a multiple of the normal duration, 0 for no motion. Set `dragged` before a turn whose cards the
    player has dragged to their place.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.duration_scale = 0.0
        self.dragged = False
        self._now = now
        self._shown: Game | None = None
        self._flights: Flights | Dealing | None = None
        self._deals_first = False
        self._flourish: Flourish | None = None
        self._began = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the next frame will differ."""
        return self._flights is not None or self._flourish is not None

    @property
    def flourish(self) -> "Flourish | None":
        """The show after a win, advanced to this moment, or None when it is over."""
        if self._flourish is not None:
            self._flourish.advance(self._now() - self._began)
            if self._flourish.is_over:
                self._flourish = None
        return self._flourish

    def celebrate(self, painter: Painter, game: Game, glyphs: Glyphs) -> None:
        """Begin the show after a win."""
        self._flourish = _FLOURISH(painter, game.board, game.deal, glyphs)
        self._began = self._now()

    def follow(self, game: Game, layout: Layout) -> None:
        """Take note of the game to be shown.

        If it is one turn from the last one shown, its cards fly, and so they do if it is a new game in place of that.
        """
        before, self._shown = self._shown, game
        dragged, self.dragged = self.dragged, False
        deals_first, self._deals_first = self._deals_first, False
        if before is game or not self.duration_scale:
            return
        if not game.turns and (before is not None or deals_first):
            self._flights = _DEALING(game.board, layout, duration_scale=self.duration_scale)
            self._began = self._now()
            return
        if before is None:
            return
        self._flights = _FLIGHTS_BETWEEN(before, game, layout, duration_scale=self.duration_scale, dragged=dragged)
        self._began = self._now()

    def deal_first(self) -> None:
        """Let the first game fly too, if it is a new one; as the program starts, its table is to be there at once."""
        self._deals_first = True

    def frame(self, board: Board) -> "tuple[Board, tuple[tuple[Card, Point], ...]]":
        """Return the board without the cards in the air, and these with their places; `board` is how it will end."""
        if self._flights is not None:
            seconds = self._now() - self._began
            if seconds < self._flights.seconds:
                return self._flights.at(seconds)
            self._flights = None
        return board, ()

    def end(self) -> None:
        """Put every card in its place."""
        self._flights = None
        self._flourish = None
