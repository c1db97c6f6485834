"""The poster of a won game: the four suits in fans, above a plate with its figures.

All places depend on the window alone, so that nothing moves when more of the game is known.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import inf
from typing import Final, NamedTuple

from freecell_tui.controller.play.game import FOUNDATION_ORDER
from freecell_tui.engine import FREECELL, Card
from freecell_tui.storage.settings import CardLook, CardSize
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.pixels import figure_rows
from freecell_tui.ui.drawing.cards.style import CardStyle, Deck
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.motion import point_between
from freecell_tui.ui.drawing.surface import Box, Point, Size, Surface

_SUIT: Final = range(1, 14)
_COURT: Final = range(11, 14)
_TEN: Final = 10
_FIGURE_STEPS: Final = (5, 4)
_TEXT_STEPS: Final = (4, 3, 2)
"""The columns of a covered card, the most first."""
_ROOMY_ROWS: Final = 24
"""The height of a window from which felt is above the fans and below the plate."""
_LOOSE_ROWS: Final = 28
"""The height of a window from which a blank row is between the parts of the plate."""
_WHOLE_WIDTH: Final = 66
"""The width of a window up to which the plate is as wide as the window."""
_AROUND: Final = 6
"""The columns of the plate's frame and margins."""
_WIDE: Final = 140
"""The width inside the plate from which its choices are on the right of the curve."""
_MEDIUM: Final = 48
"""The width inside the plate from which it has parts side by side."""
_ONE_ROW: Final = 64
"""The width inside the plate from which the further choices take one row."""
_SCALES: Final = ((3, 180, 56), (2, 100, 38), (1, 0, 0))
"""The sizes of the figures, each with the least width inside the plate and the least height of the window."""
_SHRINKING: Final = (CardSize.SMALL, CardSize.COMPACT)
"""The sizes of cards that may be narrower than on the table."""
_NARROWEST: Final = 4
_ARCS: Final = ((11, 3), (5, 2), (2, 1), (1, 0))
"""The rows by which a fan's ends are at most lower than its middle, by the least height of its cards."""

# In seconds: from one card of a suit to the next, and of a card in the air.
_GAP_SECONDS: Final = 0.07
_FLIGHT_SECONDS: Final = 0.3


class _Fan(NamedTuple):
    """The look of a fan, with measures in cells."""

    style: CardStyle
    card: Size
    steps: Sequence[int]
    """The columns of each covered card."""
    arc: int
    """The rows by which the ends are lower than the middle."""

    @property
    def width(self) -> int:
        return sum(self.steps) + self.card[0]

    @property
    def height(self) -> int:
        return self.card[1] + self.arc

    @property
    def places(self) -> list[Point]:
        """The place of each card, seen from the fan's corner."""
        xs = list(accumulate(self.steps, initial=0))
        return [(x, round(self.arc * (2 * x / xs[-1] - 1) ** 2)) for x in xs]


class Poster:
    """The places of fans and plate in a window, and the picture of the fans.

    A fan has thirteen cards, or three where there is little room.
    """

    def __init__(self, size: Size, appearance: Appearance, glyphs: Glyphs) -> None:
        width, height = self._size = size
        self._glyphs = glyphs
        plate_width = width if width <= _WHOLE_WIDTH else width - 4
        inside = plate_width - _AROUND
        self.is_wide: Final = inside >= _WIDE
        self.is_narrow: Final = inside < _MEDIUM
        self.scale: Final = next(scale for scale, columns, rows in _SCALES if inside >= columns and height >= rows)
        """The scale of the figures."""
        margin = int(height >= _ROOMY_ROWS)
        rows = self._plate_rows(inside) + 2 + 2 * margin
        room = height - 1 - rows - 2 * margin
        deck = Deck(is_plain=appearance.settings.cards is CardLook.PLAIN, inks=appearance.suit_inks)
        arranged = (
            (columns, ranks, fan)
            for columns, ranks in ((2, _SUIT), (1, _SUIT), (4, _COURT))
            for fan in self._fans(columns, ranks, deck)
            if 4 // columns * (fan.height + 1) - 1 <= room
        )
        self._fan: _Fan | None
        columns, self._ranks, self._fan = next(arranged, (0, _SUIT, None))  # the first is the largest that fits
        self._corners: Sequence[Point] = ()
        if self._fan is not None:
            self._corners = list(_corners(self._fan, columns, width, room, margin))
        y = (height - rows) // 2 if self._fan is None else height - 1 - margin - rows
        self.plate: Final = Box((width - plate_width) // 2, y, plate_width, rows)
        """The place of the plate with the figures."""

    def _plate_rows(self, inside: int) -> int:
        """Return the rows of the plate without its frame."""
        figures, loose = len(figure_rows("0", self._glyphs, self.scale)) + 1, int(self._size[1] >= _LOOSE_ROWS)
        if self.is_wide:
            return max(figures + 4, 9)
        if self.is_narrow:
            return figures + 6 + 4 * loose
        return figures + 3 + 2 * loose + (1 if inside >= _ONE_ROW else 2)

    def _fans(self, columns: int, ranks: range, deck: Deck) -> Iterator[_Fan]:
        """Yield the fans that are narrow enough, the largest first."""
        width = self._size[0]
        room = (width + 1) // columns - (1 if width <= _WHOLE_WIDTH else 3)
        for card_size in reversed(CardSize):
            layout = Layout(*self._size, FREECELL, card_size)
            style, card_height = CardStyle(layout, self._glyphs, deck), layout.shape.height
            least = _NARROWEST if layout.shape.size in _SHRINKING else layout.card_width
            most_arc = next(arc for rows, arc in _ARCS if card_height >= rows)
            for step in _FIGURE_STEPS if style.has_figures else _TEXT_STEPS:
                wide = step + (2 if style.has_figures else 1)  # a ten
                steps = [wide if rank == _TEN else step for rank in ranks[:-1]]
                card_width = min(layout.card_width, room - sum(steps))
                if card_width >= least:
                    yield from (_Fan(style, (card_width, card_height), steps, arc) for arc in range(most_arc, -1, -1))

    @cached_property
    def picture(self) -> Surface | None:
        """The complete fans on felt; None where there is no room for fans."""
        if self._fan is None:
            return None
        surface = Surface(*self._size)
        self.draw(surface)
        return surface

    def draw(self, surface: Surface, seconds: float = inf) -> None:
        """Draw the fans on felt, as far as they are complete after some seconds."""
        width, height = self._size
        surface.fill(0, 0, width, height - 1, "felt")
        if self._fan is None:
            return
        card_width, card_height = self._fan.card
        dealer = (width - card_width) // 2, height - 1 - card_height
        in_the_air: list[tuple[Card, Point]] = []
        for suit, (left, top) in zip(FOUNDATION_ORDER, self._corners, strict=True):
            landed: list[tuple[Card, Point]] = []
            for number, (rank, (x, y)) in enumerate(zip(self._ranks, self._fan.places, strict=True)):
                card, place = Card.of(rank, suit), (left + x, top + y)
                part = (seconds - number * _GAP_SECONDS) / _FLIGHT_SECONDS
                if part >= 1:
                    landed.append((card, place))
                elif part > 0:
                    in_the_air.append((card, point_between(dealer, place, part)))
            self._draw_fan(surface, landed)
        for flying in in_the_air:
            self._draw_fan(surface, [flying])

    def is_complete(self, seconds: float) -> bool:
        """Return whether all cards are in the fans after some seconds."""
        return self._fan is None or seconds >= (len(self._ranks) - 1) * _GAP_SECONDS + _FLIGHT_SECONDS

    def _draw_fan(self, surface: Surface, cards: Sequence[tuple[Card, Point]]) -> None:
        """Draw cards that cover one another, the last one whole."""
        assert self._fan is not None
        style, (width, height) = self._fan.style, self._fan.card
        ends = [*(x for _, (x, _) in cards[1:]), None]
        for (card, (x, y)), end in zip(cards, ends, strict=False):
            # Outlines are drawn whole, as without colours nothing but a line tells a card from felt.
            box = Box(x, y, width if end is None or not self._glyphs.has_colour else end - x, height)
            style.shadow(surface, box, below=height > 1)
            if end is None:
                style.card(surface, box, card, "card", covered=False)
            else:
                style.fanned(surface, box, card)
            if self._glyphs.has_colour and card is not cards[0][0]:
                surface.block(x, y, self._glyphs.left_edge * height, "card edge")


def _corners(fan: _Fan, columns: int, width: int, room: int, margin: int) -> Iterator[Point]:
    """Yield the corners of the four fans, in rows of `columns`, with equal gaps."""
    rows = 4 // columns
    gap = max((width - columns * fan.width) // (columns + 1), 1)
    left = (width - columns * fan.width - (columns - 1) * gap) // 2
    extra = (room - rows * (fan.height + 1) + 1) // (rows + 1)
    for index in range(4):
        row, column = divmod(index, columns)
        yield left + column * (fan.width + gap), margin + extra + row * (fan.height + 1 + extra)
