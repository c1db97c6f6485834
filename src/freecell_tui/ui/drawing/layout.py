"""The geometry of the table on a screen of a given size, in cells, shared by drawing and the mouse."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from freecell_tui.controller.play.game import FOUNDATION_ORDER
from freecell_tui.controller.play.session import Cursor
from freecell_tui.engine import CELLS, COLUMNS, DECK, FOUNDATIONS, Pile, Variant
from freecell_tui.storage.settings import CardSize
from freecell_tui.ui.drawing.surface import Box


class CardShape(NamedTuple):
    """The measures of a card size, and the least screen, in cells."""

    size: CardSize
    max_width: int
    height: int
    step: int
    """The visible rows of a covered card, at least, in a column of usual length."""
    max_step: int
    """The visible rows of a covered card, at most, where the deal leaves more room."""
    min_pitch: int
    """The least distance from one column to the next."""
    min_rows: int
    """The least height of the screen."""
    roomy_rows: int
    """The height of the screen from which a row of felt is above the free cells."""
    gap: int = 1
    """The felt between two columns; cards are narrow enough to leave it."""


STRIP_ROWS: Final = 3
"""The rows of a large rank and the line above or below."""
LARGE_ROWS: Final = 11
"""The height from which a card has a large index."""
LAST_CARD_GIVES: Final = 2
"""The rows that the last card of a column can do without, if cards have a large index."""
_NEVER: Final = 10_000
_SHAPES: Final = (
    CardShape(CardSize.LARGEST, 23, 14, 4, 6, min_pitch=24, min_rows=58, roomy_rows=0, gap=2),
    CardShape(CardSize.EXTRA_LARGE, 17, 12, 3, 5, min_pitch=19, min_rows=48, roomy_rows=0, gap=2),
    CardShape(CardSize.LARGE, 15, 11, 3, 4, min_pitch=16, min_rows=45, roomy_rows=0, gap=2),
    CardShape(CardSize.LARGE, 11, 7, 2, 3, min_pitch=12, min_rows=38, roomy_rows=0, gap=2),
    CardShape(CardSize.MEDIUM, 10, 5, 2, 2, min_pitch=10, min_rows=30, roomy_rows=31),
    CardShape(CardSize.MEDIUM, 10, 5, 1, 1, min_pitch=11, min_rows=27, roomy_rows=_NEVER),
    CardShape(CardSize.NORMAL, 8, 3, 1, 2, min_pitch=8, min_rows=21, roomy_rows=33),
    CardShape(CardSize.SMALL, 6, 2, 1, 1, min_pitch=6, min_rows=20, roomy_rows=_NEVER),
    CardShape(CardSize.COMPACT, 6, 1, 1, 1, min_pitch=4, min_rows=0, roomy_rows=_NEVER),
)
_BARS: Final = 2
"""The rows of the bars, above and below the table."""
_MIN_CARD_WIDTH: Final = 3
_ORDER: Final = (*CardSize,)
_SPARE_CARDS: Final = 1
"""The cards that a column may grow by before it closes up, in a layout of more than the least step."""


class Fan(NamedTuple):
    """A column spread out on the table."""

    boxes: tuple[Box, ...] = ()
    """The visible part of each card that is not hidden, from the top."""
    hidden_above: int = 0
    """The number of hidden cards above the first box."""
    hidden_below: int = 0
    """The number of hidden cards below the last box."""

    def box(self, index: int) -> Box | None:
        """Return the visible part of a card, or None if hidden.

        `index` counts the cards of the column from 0.
        """
        place = index - self.hidden_above
        return self.boxes[place] if 0 <= place < len(self.boxes) else None


class Layout:
    """The places of a variant's piles and cards on a screen."""

    def __init__(
        self, width: int, height: int, variant: Variant, card_size: CardSize = CardSize.AUTO, spare_rows: int = 0
    ) -> None:
        """Choose the largest cards up to `card_size` for a screen.

        For a picture, on which nothing has to be found at once, the longest columns may lack `spare_rows` rows.
        """
        self.width = width
        self.variant = variant
        self.height = height
        self._columns = COLUMNS[: variant.columns]
        cells = CELLS[: variant.cells]
        # The foundations have a column of their own where the cells leave no room beside them.
        has_side = len(cells) + len(FOUNDATION_ORDER) > len(self._columns)
        piles = len(self._columns) + (1 if has_side else 0)
        # A column of foundations has to fit on the screen, one pile below the other.
        stacked = len(FOUNDATION_ORDER) if has_side else 0
        shape = self.shape = next(
            (
                shape
                for shape in _SHAPES
                if (card_size is CardSize.AUTO or _ORDER.index(shape.size) <= _ORDER.index(card_size))
                and width // piles >= shape.min_pitch
                and height >= max(shape.min_rows - spare_rows, stacked * (shape.height + 1) + _BARS)
            ),
            _SHAPES[-1],
        )
        self.pitch = min(width // piles, shape.max_width * 2 - shape.max_width // 2)
        self.card_width = max(min(shape.max_width, self.pitch - shape.gap), _MIN_CARD_WIDTH)
        spare = width - (piles - 1) * self.pitch - self.card_width
        # The foundations beside the columns are a group of their own.
        aside = spare // 3 if has_side else 0
        self._column_x = [(spare - aside) // 2 + index * self.pitch for index in range(piles)]
        self._column_x[-1] += aside
        self.top_y = 2 if height >= shape.roomy_rows else 1
        self.numbers_y = self.top_y + shape.height
        self.columns_y = self.numbers_y + 1
        self.bar_y = height - 1
        # The longest column of a deal decides how many rows of a covered card are visible.
        covered = -(-(len(DECK) - len(variant.cells_dealt)) // len(self._columns)) - 1 + _SPARE_CARDS
        room = self.bar_y - self.columns_y - 1 - shape.height
        self.covered_height = min(max(room // covered, shape.step), shape.max_step)
        """The visible rows of a covered card in a column of usual length."""
        self.steps = tuple(range(self.covered_height, 0, -1))
        """The visible rows of a covered card, from a column of usual length to the longest one."""
        self._least_strip = STRIP_ROWS if shape.height >= LARGE_ROWS else 0
        self.top_boxes = dict(self._place_top(cells, has_side=has_side))

    def _place_top(self, cells: Sequence[Pile], *, has_side: bool) -> Iterator[tuple[Pile, Box]]:
        """Yield the boxes of free cells and foundations.

        Free cells are above the columns, from the left; foundations are on the right, above the columns or beside.
        """
        width, height = self.card_width, self.shape.height
        for pile, x in zip(cells, self._column_x, strict=False):
            yield pile, Box(x, self.top_y, width, height)
        rows = len(FOUNDATION_ORDER) * (height + 1) - 1
        # A column of foundations begins beside the columns' first cards, or without room for that at the top.
        first = self.columns_y if self.columns_y + rows <= self.bar_y else self.top_y
        for number, suit in enumerate(FOUNDATION_ORDER):
            x = self._column_x[-1 if has_side else number - len(FOUNDATION_ORDER)]
            y = first + number * (height + 1) if has_side else self.top_y
            yield FOUNDATIONS[suit], Box(x, y, width, height)

    def column_x(self, pile: Pile) -> int:
        return self._column_x[pile.index]

    def empty_box(self, pile: Pile) -> Box:
        """Return the box of a column's first card."""
        return Box(self.column_x(pile), self.columns_y, self.card_width, self.shape.height)

    def card_box(self, pile: Pile, cards: int, depth: int = 1, cursor: Cursor | None = None) -> Box:
        """Return the box of a card in a pile of `cards` cards.

        `depth` counts from the end of the pile, where the last card has depth 1.
        For a hidden or missing card, the box of the column's first card is returned.
        """
        if (box := self.top_boxes.get(pile)) is not None:
            return box
        return self.fan(pile, cards, cursor).box(cards - depth) or self.empty_box(pile)

    def fan(self, pile: Pile, cards: int, cursor: Cursor | None = None) -> Fan:
        """Return a column of `cards` cards spread out on the table.

        A column too long for the screen is shortened in this order; no other column moves.

        1. Covered cards show fewer rows, the first cards first. Where large figures turn into text, all cards change at
           once, so that a column never has three kinds of figures; the last card may give up rows instead.
        2. The column takes the row kept free above the bar.
        3. The last card shows fewer rows.
        4. The column takes the row of its number.
        5. Cards above are hidden and counted. A column with the cursor is open around the cursor.
        """
        if not cards:
            return Fan()
        depth = cursor.depth if cursor is not None and cursor.pile == pile else 1
        rows = _fan_rows(
            cards, self.columns_y, self.bar_y, self.steps, self.shape.height, min(depth, cards), self._least_strip
        )
        first_y = rows.top + 1 if rows.hidden_above else rows.top
        ys = accumulate(rows.heights, initial=first_y)
        x, width = self.column_x(pile), self.card_width
        boxes = tuple(Box(x, y, width, height) for y, height in zip(ys, rows.heights, strict=False))
        return Fan(boxes, rows.hidden_above, rows.hidden_below)

    def hit(self, x: int, y: int, columns: Sequence[Sequence[object]], cursor: Cursor | None = None) -> Cursor | None:
        """Return the pile and the depth at a point.

        None is returned for bars, and for felt beside the piles. A column reaches from its number down to the bar.
        """
        for pile, box in self.top_boxes.items():
            if box.contains(x, y):
                return Cursor(pile)
        margin = (self.pitch - self.card_width) // 2
        for pile in self._columns:
            left = self.column_x(pile) - margin
            if left <= x < left + self.pitch and self.numbers_y <= y < self.bar_y:
                cards = len(columns[pile.index])
                fan = self.fan(pile, cards, cursor)
                place = next((place for place, box in reversed([*enumerate(fan.boxes)]) if y >= box.y), None)
                return Cursor(pile, max(cards, 1) if place is None else cards - fan.hidden_above - place)
        return None


class _FanRows(NamedTuple):
    """The rows of a column spread out."""

    top: int
    """The column's first row, which counts the hidden cards above if there are any."""
    heights: tuple[int, ...]
    """The visible rows of each card that is not hidden."""
    hidden_above: int
    hidden_below: int


@lru_cache(maxsize=1024)
def _fan_rows(
    cards: int, top: int, bar: int, steps: tuple[int, ...], height: int, depth: int, least_strip: int
) -> _FanRows:
    """Return the rows of a column of `cards` cards.

    `top` is the first row of columns of usual length, below their numbers; `bar` is the first row below the columns.
    """
    room = bar - top - (height > 1)
    rows = _closed_up(cards - 1, room - height, steps, least_strip)
    if sum(rows) + height > room:
        room = bar - top
    last = max(min(height, room - sum(rows)), 1)
    if sum(rows) + last > room:
        top, room = top - 1, room + 1
    if sum(rows) + last <= room:
        return _FanRows(top, (*rows, last), 0, 0)
    return _window(cards, top, room, depth)


def _closed_up(covered: int, room: int, steps: tuple[int, ...], least_strip: int) -> list[int]:
    """Return the visible rows of each covered card.

    They fit in `room` rows, unless even the smallest of `steps` is too large.
    From the top, as many cards as necessary go from one of `steps` to the next.
    All cards go below `least_strip` rows at once, unless a few rows of the last card and of the felt are enough.
    """
    rows = [steps[0]] * covered
    for step, less in pairwise(steps):
        turns_to_text = less < least_strip <= step
        missing = sum(rows) - room
        spare_rows = LAST_CARD_GIVES + 1 if turns_to_text else 0
        if missing <= spare_rows:
            break
        closed = covered if turns_to_text else min(-(-missing // (step - less)), covered)
        rows[:closed] = [less] * closed
    return rows


def _window(cards: int, top: int, room: int, depth: int) -> _FanRows:
    """Return the rows of a column with more cards than `room`.

    The column's end is visible, or the part around the card at `depth`.
    A row at either end counts the hidden cards there, if there are any.
    """
    first = cards - (room - 1)
    chosen = cards - depth
    if chosen >= first:
        return _FanRows(top, (1,) * (cards - first), first, 0)
    above = max(chosen - (room - 2) // 2, 0)
    visible_count = room - 2 if above else room - 1
    return _FanRows(top, (1,) * visible_count, above, cards - above - visible_count)
