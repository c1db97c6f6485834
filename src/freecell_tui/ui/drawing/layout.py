"""Where everything is on a screen of a given size: pure geometry in cells, shared by drawing and the mouse."""

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
    """The measures of a card size, in cells, and the screen it needs.

    `step` is how many rows show of a card while another covers it, `max_step` how many where the deal leaves room for
    so many; a column that grows too long goes from one step to the next lower, from its top. `min_pitch` is the least
    distance from one column to the next, `min_rows` the least height of the screen; from `roomy_rows` on there is a row
    of felt above the free cells. Where columns are close, cards are as narrow as it takes to leave `gap` columns of
    felt between them.
    """

    size: CardSize
    max_width: int
    height: int
    step: int
    max_step: int
    min_pitch: int
    min_rows: int
    roomy_rows: int
    gap: int = 1


STRIP_ROWS: Final = 3
"""The rows that a large rank needs, with the edge below it or the line above it."""
LARGE_ROWS: Final = 11
"""From this height on a card has a large index."""
LAST_CARD_GIVES: Final = 2
"""The rows that such a card can do without."""
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
_BARS: Final = 2  # the rows of the bars, above and below the table
_MIN_CARD_WIDTH: Final = 3
_ORDER: Final = (*CardSize,)
_SPARE_CARDS: Final = 1  # the cards that a column may grow by before it closes up, if more rows than usual show of each


class Fan(NamedTuple):
    """A column spread out: the rows of each card that show, and how many cards are hidden above and below them."""

    boxes: tuple[Box, ...] = ()
    hidden_above: int = 0
    hidden_below: int = 0

    def box(self, index: int) -> Box | None:
        """Return what shows of a card of the column, by its index from 0; None if nothing does."""
        at = index - self.hidden_above
        return self.boxes[at] if 0 <= at < len(self.boxes) else None


class Layout:
    """The table of one variant on a screen of `width` × `height` cells.

    `covered_height` is how many rows show of a covered card where there is room. On the table of a picture nothing has
    to be found at once: its cards may be so large that `spare_rows` lack for the longest columns.
    """

    def __init__(
        self, width: int, height: int, variant: Variant, card_size: CardSize = CardSize.AUTO, spare_rows: int = 0
    ) -> None:
        self.width = width
        self.variant = variant
        self.height = height
        self._columns = COLUMNS[: variant.columns]
        cells = CELLS[: variant.cells]
        # The foundations have a column of their own where the cells leave no room beside them.
        has_side = len(cells) + len(FOUNDATION_ORDER) > len(self._columns)
        piles = len(self._columns) + has_side
        # The largest shape that fits, with the foundations one below the other where they have a column.
        stacked = len(FOUNDATION_ORDER) * has_side
        shape = self.shape = next(
            (
                each
                for each in _SHAPES
                if (card_size is CardSize.AUTO or _ORDER.index(each.size) <= _ORDER.index(card_size))
                and width // piles >= each.min_pitch
                and height >= max(each.min_rows - spare_rows, stacked * (each.height + 1) + _BARS)
            ),
            _SHAPES[-1],
        )
        self.pitch = min(width // piles, shape.max_width * 2 - shape.max_width // 2)
        self.card_width = max(min(shape.max_width, self.pitch - shape.gap), _MIN_CARD_WIDTH)
        spare = width - (piles - 1) * self.pitch - self.card_width
        # The foundations beside the columns are a group of their own.
        aside = spare // 3 * has_side
        self._column_x = [(spare - aside) // 2 + index * self.pitch for index in range(piles)]
        self._column_x[-1] += aside
        self.top_y = 2 if height >= shape.roomy_rows else 1
        self.numbers_y = self.top_y + shape.height
        self.columns_y = self.numbers_y + 1
        self.bar_y = height - 1
        # As many rows show of a covered card as the longest column of a deal leaves room for.
        covered = -(-(len(DECK) - len(variant.cells_dealt)) // len(self._columns)) - 1 + _SPARE_CARDS
        room = self.bar_y - self.columns_y - 1 - shape.height
        self.covered_height = min(max(room // covered, shape.step), shape.max_step)
        self.steps = tuple(range(self.covered_height, 0, -1))
        self._least_strip = STRIP_ROWS if shape.height >= LARGE_ROWS else 0
        self.top_boxes = dict(self._place_top(cells, has_side=has_side))

    def _place_top(self, cells: Sequence[Pile], *, has_side: bool) -> Iterator[tuple[Pile, Box]]:
        """Yield free cells from the left, above the columns, and foundations on the right: above columns or beside."""
        width, height = self.card_width, self.shape.height
        for pile, x in zip(cells, self._column_x, strict=False):
            yield pile, Box(x, self.top_y, width, height)
        rows = len(FOUNDATION_ORDER) * (height + 1) - 1
        # Beside the columns where all of them have room there, or else from the top.
        first = self.columns_y if self.columns_y + rows <= self.bar_y else self.top_y
        for at, suit in enumerate(FOUNDATION_ORDER):
            x = self._column_x[-1 if has_side else at - len(FOUNDATION_ORDER)]
            y = first + at * (height + 1) if has_side else self.top_y
            yield FOUNDATIONS[suit], Box(x, y, width, height)

    def column_x(self, pile: Pile) -> int:
        return self._column_x[pile.index]

    def empty_box(self, pile: Pile) -> Box:
        """Return the box of a column's first card."""
        return Box(self.column_x(pile), self.columns_y, self.card_width, self.shape.height)

    def card_box(self, pile: Pile, cards: int, depth: int = 1, cursor: Cursor | None = None) -> Box:
        """Return the box of the card at `depth` from the end of a pile; where none shows, that of a first card."""
        if (box := self.top_boxes.get(pile)) is not None:
            return box
        return self.fan(pile, cards, cursor).box(cards - depth) or self.empty_box(pile)

    def fan(self, pile: Pile, cards: int, cursor: Cursor | None = None) -> Fan:
        """Return how a column of `cards` cards is spread out.

        A column too long for the screen is squeezed from the top (all of it where that turns large figures into text,
        so that never three kinds of figures are in one column; its last card may give up rows instead), then takes the
        row kept free above the bar, then shows less of its last card, and then takes the row of its number; no other
        column moves. If it is still too long, the cards above are only counted, and a column with the cursor opens
        around it.
        """
        if not cards:
            return Fan()
        depth = cursor.depth if cursor is not None and cursor.pile == pile else 1
        top, rows, above, below = _fan_rows(
            cards, self.columns_y, self.bar_y, self.steps, self.shape.height, min(depth, cards), self._least_strip
        )
        tops = accumulate(rows, initial=top + bool(above))
        boxes = (Box(self.column_x(pile), y, self.card_width, height) for y, height in zip(tops, rows, strict=False))
        return Fan(tuple(boxes), above, below)

    def hit(self, x: int, y: int, columns: Sequence[Sequence[object]], cursor: Cursor | None = None) -> Cursor | None:
        """Return the pile at a point and how deep in it the point is, or None for a bar or the felt."""
        for pile, box in self.top_boxes.items():
            if box.contains(x, y):
                return Cursor(pile)
        margin = (self.pitch - self.card_width) // 2
        for pile in self._columns:
            left = self.column_x(pile) - margin
            if left <= x < left + self.pitch and self.numbers_y <= y < self.bar_y:
                cards = len(columns[pile.index])
                fan = self.fan(pile, cards, cursor)
                index = next((at for at, box in reversed([*enumerate(fan.boxes)]) if y >= box.y), None)
                return Cursor(pile, max(cards, 1) if index is None else cards - fan.hidden_above - index)
        return None


@lru_cache(maxsize=1024)
def _fan_rows(
    cards: int, top: int, bar: int, steps: tuple[int, ...], height: int, depth: int, least_strip: int
) -> tuple[int, tuple[int, ...], int, int]:
    """Return where a column begins, the rows of each card that shows, and how many are hidden above and below.

    `top` is where columns usually begin, below their numbers, and `bar` the first row below them.
    """
    room = bar - top - (height > 1)
    rows = _closed_up(cards - 1, room - height, steps, least_strip)
    if sum(rows) + height > room:
        room = bar - top
    last = max(min(height, room - sum(rows)), 1)
    if sum(rows) + last > room:
        top, room = top - 1, room + 1
    if sum(rows) + last <= room:
        return top, (*rows, last), 0, 0
    return _window(cards, top, room, depth)


def _closed_up(covered: int, room: int, steps: tuple[int, ...], least_strip: int) -> list[int]:
    """Return the rows of each covered card: from the top, as many as have to go from one step to the next.

    Below `least_strip` rows all go at once, unless it is enough that the last card gives up some, and the felt a row.
    """
    rows = [steps[0]] * covered
    for step, less in pairwise(steps):
        turns_to_text = less < least_strip <= step
        missing = sum(rows) - room
        if missing <= (LAST_CARD_GIVES + 1) * turns_to_text:
            break
        closed = covered if turns_to_text else min(-(-missing // (step - less)), covered)
        rows[:closed] = [less] * closed
    return rows


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
