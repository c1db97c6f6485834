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
    """The height of a card on a free cell or a foundation."""
    last_height: int
    """The height of the last card of a column, where the column leaves room for that; `height` elsewhere."""
    step: int
    """The visible rows of a covered card, at least, in a column of usual length."""
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
LEAST_LARGE_ROWS: Final = 6
"""The least rows of a column's last card with a large index."""
_HIGH_ROWS: Final = 7
"""The height from which lifted cards stand higher."""
_NEVER: Final = 10_000
_SHAPES: Final = (
    CardShape(CardSize.LARGEST, 23, 14, 14, 4, min_pitch=24, min_rows=58, roomy_rows=0, gap=2),
    CardShape(CardSize.EXTRA_LARGE, 17, 12, 12, 3, min_pitch=19, min_rows=48, roomy_rows=0, gap=2),
    CardShape(CardSize.LARGE, 17, 11, 11, 3, min_pitch=19, min_rows=45, roomy_rows=0, gap=2),
    CardShape(CardSize.LARGE, 15, 11, 11, 3, min_pitch=16, min_rows=45, roomy_rows=0),
    CardShape(CardSize.LARGE, 11, 7, 7, 2, min_pitch=12, min_rows=38, roomy_rows=0, gap=2),
    CardShape(CardSize.LARGE, 11, 7, 7, 2, min_pitch=10, min_rows=46, roomy_rows=0),
    CardShape(CardSize.MEDIUM, 10, 5, 5, 2, min_pitch=10, min_rows=28, roomy_rows=31),
    CardShape(CardSize.NORMAL, 8, 3, 5, 1, min_pitch=8, min_rows=21, roomy_rows=33),
    CardShape(CardSize.SMALL, 6, 3, 5, 1, min_pitch=6, min_rows=26, roomy_rows=33),
    CardShape(CardSize.SMALL, 6, 2, 3, 1, min_pitch=6, min_rows=20, roomy_rows=_NEVER),
    CardShape(CardSize.COMPACT, 6, 1, 5, 1, min_pitch=4, min_rows=26, roomy_rows=_NEVER),
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
    is_raised: bool = False
    """Whether lifted cards stand a row higher."""

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
        room = self.bar_y - self.columns_y - shape.height
        # A covered card shows fewer rows than the last one, or it would not look covered.
        self.covered_height = max(min(room // covered, shape.last_height - 1), shape.step)
        """The visible rows of a covered card in a column of usual length."""
        self.steps = tuple(range(self.covered_height, 0, -1))
        """The visible rows of a covered card, from a column of usual length to the longest one."""
        self.has_high_cards = shape.height >= _HIGH_ROWS
        """Whether lifted cards stand higher, with a deeper shadow."""
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
        return Box(self.column_x(pile), self.columns_y, self.card_width, self.shape.last_height)

    def card_box(
        self, pile: Pile, cards: int, depth: int = 1, cursor: Cursor | None = None, lifted: Cursor | None = None
    ) -> Box:
        """Return the box of a card in a pile of `cards` cards.

        `depth` counts from the end of the pile, where the last card has depth 1.
        For a hidden or missing card, the box of the column's first card is returned.
        """
        if (box := self.top_boxes.get(pile)) is not None:
            return box._replace(y=box.y - 1) if self.rises(pile, lifted) else box
        return self.fan(pile, cards, cursor, lifted).box(cards - depth) or self.empty_box(pile)

    def rises(self, pile: Pile, lifted: Cursor | None) -> bool:
        """Return whether lifted cards of a pile stand a row higher, if they have room."""
        return lifted is not None and lifted.pile == pile and self.has_high_cards

    def fan(self, pile: Pile, cards: int, cursor: Cursor | None = None, lifted: Cursor | None = None) -> Fan:
        """Return a column of `cards` cards spread out on the table.

        The cards from `lifted` on stand a row higher where the card above can do without that row.

        A column too long for the screen is shortened in this order; no other column moves.

        1. The last card is as low as on a free cell, but no lower than a covered card.
        2. Covered cards show fewer rows, the first cards first. Where large figures turn into text, all cards change at
           once, so that a column never has three kinds of figures; the last card may give up rows instead.
        3. The column takes the row kept free above the bar.
        4. The last card shows fewer rows.
        5. The column takes the row of its number.
        6. Cards above are hidden and counted. A column with the cursor is open around the cursor.
        """
        if not cards:
            return Fan()
        depth = cursor.depth if cursor is not None and cursor.pile == pile else 1
        rows = _fan_rows(cards, self.columns_y, self.bar_y, self.steps, self.shape, min(depth, cards))
        first_y = rows.top + 1 if rows.hidden_above else rows.top
        ys = accumulate(rows.heights, initial=first_y)
        x, width = self.column_x(pile), self.card_width
        boxes = [Box(x, y, width, height) for y, height in zip(ys, rows.heights, strict=False)]
        is_whole = not (rows.hidden_above or rows.hidden_below)
        is_raised = lifted is not None and self.rises(pile, lifted) and is_whole and self._raised(boxes, lifted.depth)
        return Fan(tuple(boxes), rows.hidden_above, rows.hidden_below, is_raised)

    def _raised(self, boxes: list[Box], count: int) -> bool:
        """Move the last boxes of a column up by a row, and return whether there was room.

        The card above has to do without that row. The first card of a column may take the row of the column's number.
        """
        first = len(boxes) - count
        if first:
            above = boxes[first - 1]
            has_figures = self.shape.height >= LARGE_ROWS and above.height >= STRIP_ROWS
            if above.height == (STRIP_ROWS if has_figures else 1):
                return False
            boxes[first - 1] = above._replace(height=above.height - 1)
        elif boxes[0].y == self.numbers_y:
            return False
        boxes[first:] = [box._replace(y=box.y - 1) for box in boxes[first:]]
        return True

    def free_felt(self, columns: Sequence[Sequence[object]], width: int, height: int) -> Box | None:
        """Return a box of `width` × `height` cells of felt above the bar, below as many cards as possible.

        None without so much felt in one place.
        """
        taken = [*self.top_boxes.values(), *(self.card_box(pile, len(columns[pile.index])) for pile in self._columns)]
        for top in sorted({box.bottom for box in taken}, reverse=True):
            if self.bar_y - top < height:
                continue
            gaps, start = list[tuple[int, int]](), 0
            for box in sorted(box for box in taken if box.bottom > top):
                gaps.append((box.x - start, start))
                start = max(start, box.right + 1)
            room, x = max([*gaps, (self.width - start, start)])
            if room > width:
                return Box(x + (room - width) // 2, top + (self.bar_y - top - height + 1) // 2, width, height)
        return None

    def hit(
        self,
        x: int,
        y: int,
        columns: Sequence[Sequence[object]],
        cursor: Cursor | None = None,
        lifted: Cursor | None = None,
    ) -> Cursor | None:
        """Return the pile and the depth at a point.

        None is returned for bars, and for felt beside the piles. A column reaches from its number down to the bar.
        """
        for pile, box in self.top_boxes.items():
            if box.contains(x, y) or self.card_box(pile, 1, lifted=lifted).contains(x, y):
                return Cursor(pile)
        margin = (self.pitch - self.card_width) // 2
        for pile in self._columns:
            left = self.column_x(pile) - margin
            if left <= x < left + self.pitch and self.numbers_y <= y < self.bar_y:
                cards = len(columns[pile.index])
                fan = self.fan(pile, cards, cursor, lifted)
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
def _fan_rows(cards: int, top: int, bar: int, steps: tuple[int, ...], shape: CardShape, depth: int) -> _FanRows:
    """Return the rows of a column of `cards` cards.

    `top` is the first row of columns of usual length, below their numbers; `bar` is the first row below the columns.
    """
    # The last card is no lower than a covered one, or a card would grow as another one covers it.
    height = max(shape.height, steps[0])
    room = bar - top - (shape.height > 1)
    # For what is drawn on its last card, a column takes the row kept free above the bar, too.
    if (cards - 1) * steps[0] + shape.last_height <= (bar - top if shape.last_height > shape.height else room):
        return _FanRows(top, (*[steps[0]] * (cards - 1), shape.last_height), 0, 0)
    rows = _closed_up(cards - 1, room - height, steps, height)
    if sum(rows) + height > room:
        room = bar - top
    last = max(min(height, room - sum(rows)), 1)
    if sum(rows) + last > room:
        top, room = top - 1, room + 1
    if sum(rows) + last <= room:
        return _FanRows(top, (*rows, last), 0, 0)
    return _window(cards, top, room, depth)


def _closed_up(covered: int, room: int, steps: tuple[int, ...], height: int) -> list[int]:
    """Return the visible rows of each covered card.

    They fit in `room` rows, unless even the smallest of `steps` is too large.
    From the top, as many cards as necessary go from one of `steps` to the next.
    Large figures turn into text on all cards at once, unless a few rows of the last card and of the felt are enough.
    """
    rows = [steps[0]] * covered
    for step, less in pairwise(steps):
        turns_to_text = height >= LARGE_ROWS and less < STRIP_ROWS <= step
        missing = sum(rows) - room
        spare_rows = height - LEAST_LARGE_ROWS + 1 if turns_to_text else 0
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
