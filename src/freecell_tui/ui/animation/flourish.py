"""The show after a win: the cards leap off their foundations and bounce across the table."""

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
# Below the top bar.
_FIRST_ROW: Final = 1
# In cells and seconds. A cell is twice as high as it is wide.
_SPEED_ASIDE: Final = (9.0, 34.0)
_SPEED_UP: Final = (-14.0, 2.0)
_GRAVITY: Final = 42.0
_BOUNCE: Final = 0.8


@dataclass(slots=True)
class _LeapingCard:
    """A card in the air; speeds are in cells a second."""

    card: Card
    x: float
    y: float
    speed_aside: float
    speed_down: float


class Flourish:
    """One show, the same each time for a deal. `surface` is the table with the trails that the cards leave."""

    def __init__(self, painter: Painter, board: Board, deal: int) -> None:
        self.surface = Surface(painter.layout.width, painter.layout.height)
        self.is_over = False
        self._painter = painter
        self._foundations = list(board.foundations)
        self._columns, self._cells = board.columns, board.free_cells
        self._random = Random(deal)
        self._waiting = self._order()
        self._leaping: list[_LeapingCard] = []
        self._steps = 0
        painter.paint(self.surface, Scene(board))

    @staticmethod
    def _order() -> Iterator[Card]:
        """Yield the cards as they leave: kings first, from the left."""
        for rank in range(KING, 0, -1):
            for suit in FOUNDATION_ORDER:
                yield Card.of(rank, suit)

    def advance(self, seconds: float) -> None:
        """Move on to a moment, in seconds from the beginning."""
        while not self.is_over and self._steps * STEP_SECONDS < seconds:
            if self._steps % _STEPS_BETWEEN_CARDS == 0:
                self._launch_next()
            self._steps += 1
            for leaping in self._leaping:
                self._move(leaping)
            width, card_width = self._painter.layout.width, self._painter.layout.card_width
            self._leaping = [leaping for leaping in self._leaping if -card_width < leaping.x < width]
            self.is_over = not self._leaping and not any(self._foundations)

    def _launch_next(self) -> None:
        """Let the next card leap; its foundation shows the one below."""
        card = next(self._waiting, None)
        if card is None:
            return
        self._foundations[card.suit] -= 1
        clubs, diamonds, hearts, spades = self._foundations
        left = Board(self._columns, self._cells, (clubs, diamonds, hearts, spades))
        self._painter.paint_top(self.surface, Scene(left))
        box = self._painter.layout.foundation_box(card.suit)
        # More leap to the left, where the room is.
        speed_aside = self._random.uniform(*_SPEED_ASIDE) * self._random.choice((-1, -1, -1, 1))
        self._leaping.append(_LeapingCard(card, box.x, box.y, speed_aside, self._random.uniform(*_SPEED_UP)))

    def _move(self, leaping: _LeapingCard) -> None:
        layout = self._painter.layout
        floor = layout.bar_y - layout.shape.height
        leaping.x += leaping.speed_aside * STEP_SECONDS
        leaping.speed_down += _GRAVITY * STEP_SECONDS
        leaping.y += leaping.speed_down * STEP_SECONDS
        if leaping.y > floor:
            leaping.y = floor
            leaping.speed_down *= -_BOUNCE
        top = max(round(leaping.y), _FIRST_ROW)
        box = Box(round(leaping.x), top, layout.card_width, layout.shape.height)
        self._painter.paint_ghost(self.surface, box, leaping.card)
