"""What happens after a win: the cards leap off their foundations and bounce across the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from freecell_tui.controller.table_rows import FOUNDATION_ORDER
from freecell_tui.engine import Board, Card
from freecell_tui.engine.cards import KING
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Surface

STEP_SECONDS: Final = 1 / 30

_STEPS_BETWEEN_CARDS: Final = 5
# Below the bar.
_FIRST_ROW: Final = 1
# In cells and seconds. A cell is twice as high as it is wide.
_SPEED_ASIDE: Final = (9.0, 34.0)
_SPEED_UP: Final = (-14.0, 2.0)
_GRAVITY: Final = 42.0
_BOUNCE: Final = 0.8


@dataclass(slots=True)
class _Leap:
    card: Card
    x: float
    y: float
    aside: float
    down: float


class Flourish:
    """One such show; each deal has its own. `surface` is the table as it is, with the traces that the cards leave."""

    def __init__(self, painter: Painter, board: Board, deal: int) -> None:
        self.surface = Surface(painter.layout.width, painter.layout.height)
        self.is_over = False
        self._painter = painter
        self._home = list(board.foundations)
        self._columns, self._cells = board.columns, board.free_cells
        self._chance = Random(deal)  # noqa: S311 - a show
        self._waiting = self._order()
        self._leaping: list[_Leap] = []
        self._steps = 0
        painter.paint(self.surface, Scene(board))

    @staticmethod
    def _order() -> Iterator[Card]:
        """The cards as they leave: kings first, from the left."""
        for rank in range(KING, 0, -1):
            for suit in FOUNDATION_ORDER:
                yield Card.of(rank, suit)

    def advance(self, seconds: float) -> None:
        """Go on to a moment, in seconds from the beginning."""
        while not self.is_over and self._steps * STEP_SECONDS < seconds:
            if self._steps % _STEPS_BETWEEN_CARDS == 0:
                self._let_go()
            self._steps += 1
            for leap in self._leaping:
                self._move(leap)
            width = self._painter.layout.width
            self._leaping = [leap for leap in self._leaping if -self._painter.layout.card_width < leap.x < width]
            self.is_over = not self._leaping and not any(self._home)

    def _let_go(self) -> None:
        """One more card leaps, and its foundation shows the one below."""
        card = next(self._waiting, None)
        if card is None:
            return
        self._home[card.suit] -= 1
        clubs, diamonds, hearts, spades = self._home
        left = Board(self._columns, self._cells, (clubs, diamonds, hearts, spades))
        self._painter.paint_top(self.surface, Scene(left))
        box = self._painter.layout.home_box(card.suit)
        # More leap to the left: that is where the room is.
        aside = self._chance.uniform(*_SPEED_ASIDE) * self._chance.choice((-1, -1, -1, 1))
        self._leaping.append(_Leap(card, box.x, box.y, aside, self._chance.uniform(*_SPEED_UP)))

    def _move(self, leap: _Leap) -> None:
        layout = self._painter.layout
        floor = layout.bar_y - layout.shape.height
        leap.x += leap.aside * STEP_SECONDS
        leap.down += _GRAVITY * STEP_SECONDS
        leap.y += leap.down * STEP_SECONDS
        if leap.y > floor:
            leap.y = floor
            leap.down *= -_BOUNCE
        top = max(round(leap.y), _FIRST_ROW)
        box = Box(round(leap.x), top, layout.card_width, layout.shape.height)
        self._painter.paint_trace(self.surface, box, leap.card)
