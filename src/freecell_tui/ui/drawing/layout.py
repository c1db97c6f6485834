"""Where everything is on a screen of a given size: pure geometry, shared by drawing and the mouse.

Places are in cells, x from the left and y from the top, both from 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import dropwhile
from typing import Final, NamedTuple

from freecell_tui.controller.cursor import Cursor
from freecell_tui.controller.table_rows import FOUNDATION_ORDER
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, Pile, Variant
from freecell_tui.storage.settings import CardSizeLimit

SMALLEST: Final = (40, 16)
"""The smallest screen, in columns and rows, that the table fits on."""


def fits(size: tuple[int, int]) -> bool:
    """Return whether a screen is large enough to play on."""
    return size[0] >= SMALLEST[0] and size[1] >= SMALLEST[1]


class CardSize(Enum):
    """How large the cards are drawn."""

    COMPACT = "compact"
    NORMAL = "normal"
    LARGE = "large"


class CardShape(NamedTuple):
    """The measures of a card size, in cells, and the screen it needs.

    `covered_height` is how many rows of a card show while another covers it; `min_pitch` is the least distance from
    one column to the next, `min_rows` the least height of the screen, and `gap` the rows below the free cells.
    """

    size: CardSize
    max_width: int
    height: int
    covered_height: int
    min_pitch: int
    min_rows: int
    gap: int


_SHAPES: Final = (
    CardShape(CardSize.LARGE, max_width=11, height=7, covered_height=2, min_pitch=13, min_rows=38, gap=2),
    CardShape(CardSize.NORMAL, max_width=8, height=3, covered_height=1, min_pitch=8, min_rows=21, gap=1),
    CardShape(CardSize.COMPACT, max_width=6, height=1, covered_height=1, min_pitch=4, min_rows=0, gap=1),
)
_MIN_CARD_WIDTH: Final = 3


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def contains(self, x: int, y: int) -> bool:
        """Return whether a cell is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Spot:
    """One card of a column on the screen: its index in the column from 0, and the rows of it that show."""

    index: int
    box: Box


class Fan(NamedTuple):
    """A column as it is spread out: the cards that show, and how many are hidden above and below them."""

    spots: tuple[Spot, ...]
    hidden_above: int = 0
    hidden_below: int = 0


class Hit(NamedTuple):
    """The pile at a point, and for a column how many cards from its end the point is, 1 for the last card."""

    pile: Pile
    depth: int = 1


class Layout:
    """The table of one variant on a screen of `width` × `height` cells."""

    def __init__(
        self, width: int, height: int, variant: Variant, card_size: CardSizeLimit = CardSizeLimit.AUTO
    ) -> None:
        self.width = width
        self.variant = variant
        self.height = height
        self._columns = COLUMNS[: variant.columns]
        self._cells = CELLS[: variant.cells]
        self._foundations = tuple(FOUNDATIONS[suit] for suit in FOUNDATION_ORDER)
        self.shape = self._choose_shape(card_size)
        self.card_width, self._column_x, self.pitch = self._spread(len(self._columns))
        self._place_rows()
        self.top_boxes = dict(self._place_top())

    @property
    def fits(self) -> bool:
        """Whether the screen is large enough for the table."""
        return fits((self.width, self.height))

    def _choose_shape(self, card_size: CardSizeLimit) -> CardShape:
        pitch = self.width // len(self._columns)
        allowed = dropwhile(lambda shape: card_size not in (CardSizeLimit.AUTO, shape.size.value), _SHAPES)
        fitting = (shape for shape in allowed if pitch >= shape.min_pitch and self.height >= shape.min_rows)
        return next(fitting, _SHAPES[-1])

    def _spread(self, piles: int) -> tuple[int, list[int], int]:
        """Return a card's width with `piles` side by side, where each pile begins, and their pitch."""
        pitch = min(self.width // piles, self.shape.max_width * 2 - self.shape.max_width // 2)
        width = max(min(self.shape.max_width, pitch - 1), _MIN_CARD_WIDTH)
        left = (self.width - piles * pitch) // 2 + max((pitch - width) // 2, 0)
        return width, [left + index * pitch for index in range(piles)], pitch

    def _place_rows(self) -> None:
        roomy = self.height >= self.shape.min_rows + 4 * self.shape.height or self.shape.size is CardSize.LARGE
        self.top_y = 2 if roomy and self.shape.size is not CardSize.COMPACT else 1
        self.top_height = self.shape.height
        self.columns_y = self.top_y + self.top_height + self.shape.gap
        self.bar_y = self.height - 1
        self.numbers_y = self.columns_y - 1

    def _place_top(self) -> Iterator[tuple[Pile, Box]]:
        """Yield free cells from the left and foundations from the right, in line with the columns where they fit."""
        piles = (*self._cells, *self._foundations)
        if len(piles) <= len(self._columns):
            width, x_of = self.card_width, [*self._column_x]
            places = x_of[: len(self._cells)] + x_of[-len(self._foundations) :]
        else:
            width, places, pitch = self._spread(len(piles))
            # The spare width separates cells and foundations.
            spare = (self.width - len(piles) * pitch) // 2
            cells = len(self._cells)
            places = [x - spare if at < cells else x + spare for at, x in enumerate(places)]
        for pile, x in zip(piles, places, strict=True):
            yield pile, Box(x, self.top_y, width, self.top_height)

    def foundation_box(self, suit: int) -> Box:
        """Return the box of a suit's foundation."""
        return self.top_boxes[FOUNDATIONS[suit]]

    def column_x(self, pile: Pile) -> int:
        """Return where a column begins."""
        return self._column_x[pile.index]

    def empty_box(self, pile: Pile) -> Box:
        """Return the box of a column's first card."""
        return Box(self.column_x(pile), self.columns_y, self.card_width, self.shape.height)

    def fan(self, pile: Pile, cards: int, cursor: Cursor | None = None) -> Fan:
        """Return how a column of `cards` cards is spread out.

        A column too long for the screen is squeezed from the top, then takes the row kept free above the bar, then
        shows less of its last card, and then takes the row of its number; no other column moves. If it is still too
        long, the cards above are only counted, and a column with the cursor opens around it.
        """
        if not cards:
            return Fan(())
        depth = cursor.depth if cursor is not None and cursor.pile == pile else 1
        top, rows, above, below = _fan_rows(
            cards, self.columns_y, self.bar_y, self.shape.covered_height, self.shape.height, min(depth, cards)
        )
        x, y = self.column_x(pile), top + bool(above)
        spots = []
        for index, height in enumerate(rows, above):
            spots.append(Spot(index, Box(x, y, self.card_width, height)))
            y += height
        return Fan(tuple(spots), above, below)

    def hit(self, x: int, y: int, columns: Sequence[Sequence[object]], cursor: Cursor | None = None) -> Hit | None:
        """Return the pile at a point and how deep in it the point is, or None for a bar or the felt."""
        for pile, box in self.top_boxes.items():
            if box.contains(x, y):
                return Hit(pile)
        margin = (self.pitch - self.card_width) // 2
        for pile in self._columns:
            left = self.column_x(pile) - margin
            if left <= x < left + self.pitch and self.top_y + self.top_height <= y < self.bar_y:
                return self._hit_column(pile, y, len(columns[pile.index]), cursor)
        return None

    def _hit_column(self, pile: Pile, y: int, cards: int, cursor: Cursor | None) -> Hit:
        for spot in reversed(self.fan(pile, cards, cursor).spots):
            if y >= spot.box.y:
                return Hit(pile, cards - spot.index)
        return Hit(pile, max(cards, 1))


@lru_cache(maxsize=1024)
def _fan_rows(
    cards: int, top: int, bar: int, covered_height: int, height: int, depth: int
) -> tuple[int, tuple[int, ...], int, int]:
    """Return where a column begins, the rows of each card that shows, and how many are hidden above and below.

    `top` is where columns usually begin, below their numbers, and `bar` the first row below them.
    """
    room = bar - top - (height > 1)
    rows = [covered_height] * (cards - 1)
    while sum(rows) + height > room and covered_height in rows and covered_height > 1:
        rows[rows.index(covered_height)] = 1
    if sum(rows) + height > room:
        room = bar - top
    last = max(min(height, room - sum(rows)), 1)
    if sum(rows) + last > room:
        top, room = top - 1, room + 1
    if sum(rows) + last <= room:
        return top, (*rows, last), 0, 0
    return _window(cards, top, room, depth)


def _window(cards: int, top: int, room: int, depth: int) -> tuple[int, tuple[int, ...], int, int]:
    """Return the rows of a column with more cards than `room`: its end, or the part around the card at `depth`.

    One row counts the hidden cards above, and one those below if there are any.
    """
    first = cards - (room - 1)
    chosen = cards - depth
    if chosen >= first:
        return top, (1,) * (cards - first), first, 0
    above = max(chosen - (room - 2) // 2, 0)
    shown = room - 1 - bool(above)
    return top, (1,) * shown, above, cards - above - shown
