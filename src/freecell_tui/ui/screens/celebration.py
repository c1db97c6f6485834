"""The celebration of a win: the cards leap off their foundations and bounce across the table.

Each card leaves a trail that fades towards the felt, around a sign in the middle. Then all fly into four fans.
"""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.game import FOUNDATION_ORDER
from freecell_tui.engine import FOUNDATIONS, Board, Card
from freecell_tui.engine.cards import KING
from freecell_tui.engine.positions import Deal
from freecell_tui.ui.drawing.cards.pixels import figure_rows
from freecell_tui.ui.drawing.cards.strokes import draw_plate
from freecell_tui.ui.drawing.fans import Poster
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Box, Point, Size, Surface, fits
from freecell_tui.ui.drawing.themes.theme import FADED
from freecell_tui.ui.screens.table import AnyKeyScreen, TableScreen
from freecell_tui.ui.stack import Ui

_CELEBRATED: Final = Message("You won! Press any key.")


class CelebrationScreen(AnyKeyScreen, TableScreen):
    """The table during the celebration of a win, before the question what to play next.

    A key or a click ends the celebration.
    """

    runs_clock = False
    _has_begun = False
    _began = 0.0
    flourish: "Flourish | None" = None
    _poster: Poster | None = None
    """The fans into which the cards fly after the flourish."""

    def __init__(self, ui: Ui, table: TableScreen) -> None:
        super().__init__(ui)
        self.table, self.motion = table.table, table.table.motion
        self.notify(_CELEBRATED)

    @property
    def is_moving(self) -> bool:
        return self.flourish is not None or self._poster is not None or super().is_moving

    def render(self, size: Size) -> Surface:
        now = self.table.motion.now()
        if self.flourish is not None:
            self.flourish.advance(now - self._began)
            drawn = self.flourish.surface
            if self.flourish.is_over or (drawn.width, drawn.height) != size:
                self.flourish, self._began = None, now
                self._poster = Poster(size, self._ui.appearance, self.glyphs)
        self.table.show = None if self.flourish is None else self.flourish.surface
        if self._poster is None or not fits(size):
            return super().render(size)
        seconds = (now - self._began) / (self.table.motion.duration_scale or 1)
        fans = self.table.show = Surface(*size)
        self._poster.draw(fans, seconds)
        if self._poster.is_complete(seconds):
            self._poster = None
        surface = super().render(size)
        surface.paste(fans, 0, 0, range(1))  # the summary that follows has no bar at the top
        return surface

    def on_rest(self) -> None:
        if self._has_begun:
            self.press()
        else:
            table, game = self.table, self._controller.game
            self._has_begun, self._began = True, table.motion.now()
            assert table.painter is not None
            self.flourish = Flourish(table.painter, game.board, game.deal)
        self._ui.call_later(0)

    def on_closed(self) -> None:
        self.table.show = None

    def press(self, key: str = "") -> None:
        """End the celebration."""
        self.table.motion.end()
        if self.message is _CELEBRATED:
            self.notify(None)
        self._ui.close_screen()
        self._ui.ask_what_next()


_STEP_SECONDS: Final = 1 / 30
# In cells and seconds. A cell is twice as high as it is wide.
_SPEED_ASIDE: Final = (9.0, 34.0)
_SPEED_DOWN: Final = (-14.0, 2.0)
_GRAVITY: Final = 42.0
_BOUNCE: Final = 0.8

# The steps for which a ghost of a trail keeps each of its looks, and the steps between two ghosts.
_STEPS_OF_LOOK: Final = 4
_STEPS_BETWEEN_GHOSTS: Final = 2


@dataclass(slots=True)
class _LeapingCard:
    """A card in the air, with speeds in cells a second."""

    card: Card
    x: float
    y: float
    speed_aside: float
    speed_down: float
    trail: list[Point] = field(default_factory=list)
    """The upper left corners of the card, the present corner last."""

    def move(self, floor: int) -> None:
        """Take one step, and bounce off the row `floor`."""
        self.x += self.speed_aside * _STEP_SECONDS
        self.speed_down += _GRAVITY * _STEP_SECONDS
        self.y += self.speed_down * _STEP_SECONDS
        if self.y > floor:
            self.y = floor
            self.speed_down *= -_BOUNCE
        place = round(self.x), max(round(self.y), 1)  # below the bar
        self.trail = [*self.trail[1 - _STEPS_OF_LOOK * len(FADED) :], place]


class Flourish:
    """One celebration, the same each time for a deal."""

    is_over = False
    _steps = 0

    def __init__(self, painter: Painter, board: Board, deal: Deal) -> None:
        self.surface = Surface(painter.layout.width, painter.layout.height)
        """The table with the cards in the air and their trails."""
        self._painter = painter
        self._board, self._foundations = board, list(board.foundations)
        self._random = Random(deal if isinstance(deal, int) else deal.number)
        # Kings leave first, from the left.
        self._waiting = iter([Card.of(rank, suit) for rank in range(KING, 0, -1) for suit in FOUNDATION_ORDER])
        self._leaping: list[_LeapingCard] = []
        painter.paint(self.surface, Scene(board))

    def advance(self, seconds: float) -> None:
        """Move on to a moment, in seconds since the beginning."""
        before, layout = self._steps, self._painter.layout
        while not self.is_over and self._steps * _STEP_SECONDS < seconds:
            # A card leaves its foundation every five steps.
            if self._steps % 5 == 0 and (card := next(self._waiting, None)) is not None:
                self._foundations[card.suit] -= 1
                box = layout.top_boxes[FOUNDATIONS[card.suit]]
                # More leap to the left, where the room is.
                aside = self._random.uniform(*_SPEED_ASIDE) * self._random.choice((-1, -1, -1, 1))
                self._leaping.append(_LeapingCard(card, box.x, box.y, aside, self._random.uniform(*_SPEED_DOWN)))
            self._steps += 1
            for leaping in self._leaping:
                leaping.move(layout.bar_y - layout.shape.height)
            self._leaping = [leaping for leaping in self._leaping if -layout.card_width < leaping.x < layout.width]
            self.is_over = not self._leaping and not any(self._foundations)
        if self._steps != before:
            self._draw()

    def _draw(self) -> None:
        """Draw the table, the trails, the cards in the air, and the plate."""
        clubs, diamonds, hearts, spades = self._foundations
        left = replace(self._board, foundations=(clubs, diamonds, hearts, spades))
        self.surface.fill(0, 0, self.surface.width, self.surface.height, "felt")
        self._painter.paint(self.surface, Scene(left))
        # Without colours a trail would be a scribble of outlines.
        for look in reversed(range(len(FADED))) if self._painter.glyphs.has_colour else ():
            for leaping in self._leaping:
                ghosts = leaping.trail[::-1][look * _STEPS_OF_LOOK : (look + 1) * _STEPS_OF_LOOK]
                for place in reversed(ghosts[::_STEPS_BETWEEN_GHOSTS]):
                    self._draw_ghost(leaping.card, place, FADED[look])
        for leaping in self._leaping:
            self._draw_ghost(leaping.card, leaping.trail[-1])
        if self.is_over:
            return
        aside, above = 3, 1
        # The letters are a size larger every 60 columns.
        lines = figure_rows("YOU WON!", self._painter.glyphs, max(self.surface.width // 60, 1))
        width, height = len(lines[0]) + 2 * aside, len(lines) + 2 * above
        x, y = (self.surface.width - width) // 2, (self.surface.height - height) // 2
        self.surface.fill(x, y, width, height, "bar title")
        self.surface.block(x + aside, y + above, lines, "bar title")
        draw_plate(self.surface, Box(x, y, width, height), self._painter.glyphs)

    def _draw_ghost(self, card: Card, place: Point, fade: str = "") -> None:
        """Draw a card in the air, or faded as a part of its trail."""
        layout = self._painter.layout
        box = Box(*place, layout.card_width, layout.shape.height)
        self._painter.paint_flying(self.surface, box, card, has_shadow=False)
        start, end = max(box.x, 0), min(box.right, layout.width)
        for roles in self.surface.roles[box.y : box.bottom] if fade else ():
            roles[start:end] = [fade + role for role in roles[start:end]]
