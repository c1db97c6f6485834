"""The way of a hinted card: a line over the felt from the card to its target, with an arrow at its end.

It passes under cards: only blank felt is drawn on.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from freecell_tui.engine import Board, Pile, PileKind
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.surface import Surface

Point = tuple[int, int]

_GROUNDS: Final = ("felt", "shadow", "gap", "wood")
# The corners of `Glyphs.well` by the directions in which the line comes and goes on.
_CORNERS: Final = {
    ((0, -1), (1, 0)): 0,
    ((-1, 0), (0, 1)): 0,
    ((1, 0), (0, 1)): 1,
    ((0, -1), (-1, 0)): 1,
    ((0, 1), (1, 0)): 2,
    ((-1, 0), (0, -1)): 2,
    ((0, 1), (-1, 0)): 3,
    ((1, 0), (0, -1)): 3,
}
_ACROSS, _DOWN = 4, 5


def draw_path(surface: Surface, layout: Layout, board: Board, source: Pile, target: Pile, glyphs: Glyphs) -> None:
    """Draw the way from the last card of a pile to another pile."""
    points = list(_cells(_corners(layout, board, source, target)))
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        come, go = _direction(before, here), _direction(here, after)
        mark = glyphs.well[_CORNERS.get((come, go), _ACROSS if come[0] else _DOWN)]
        _draw(surface, here, mark)
    if len(points) > 1:
        box = layout.top_boxes.get(target)
        is_beside = box is not None and box.y + box.height != layout.numbers_y
        # Every other target is above the end of the way, from whichever side that came.
        arrow = glyphs.arrows[1] if is_beside else glyphs.more[0]
        _draw(surface, points[0], glyphs.well[_ACROSS if _direction(*points[:2])[0] else _DOWN])
        _draw(surface, points[-1], arrow)


def _draw(surface: Surface, at: Point, mark: str) -> None:
    x, y = at
    if not (0 <= x < surface.width and 0 < y < surface.height - 1) or surface.chars[y][x] not in " \u2580":
        return
    ground = surface.roles[y][x].split(" ")[0]
    if ground in _GROUNDS and (surface.chars[y][x] == " " or surface.roles[y][x] in ("felt shadow", "felt gap")):
        surface.text(x, y, mark, f"{ground} rim")


def _corners(layout: Layout, board: Board, source: Pile, target: Pile) -> Sequence[Point]:
    """Return where the way begins, where it turns, and where it ends."""
    columns = [pile for pile in (source, target) if pile.kind is PileKind.COLUMN]
    if len(columns) == 2:  # noqa: PLR2004 - both of them
        lowest = max(
            _below(layout, board, Pile(PileKind.COLUMN, index))
            for index in range(*_ordered(source.index, target.index))
        )
        y = min(lowest + 1, layout.bar_y - 1)
        start, end = _middle(layout, source), _middle(layout, target)
        return (start, _below(layout, board, source)), (start, y), (end, y), (end, _below(layout, board, target) + 1)
    if not columns:
        return _along_the_wells(layout, source, target)
    (column,) = columns
    other = target if column == source else source
    box = layout.top_boxes[other]
    y = _below(layout, board, column) + (column == target)
    x = layout.column_x(column)
    gap = x - 1 if box.x <= x and x > 0 else x + layout.card_width
    points = ((_middle(layout, column), y), (gap, y), *_along_the_wells(layout, other, None, start=gap))
    return points if column == source else points[::-1]


def _along_the_wells(layout: Layout, one: Pile, other: Pile | None, *, start: int | None = None) -> tuple[Point, ...]:
    """Return the way from a point in the row of the numbers, or from a pile above it, to a pile above or beside."""
    row = layout.numbers_y
    end = one if other is None else other
    box = layout.top_boxes[end]
    first = (_middle(layout, one) if start is None else start, row)
    if box.y + box.height == row:
        return first, (_middle(layout, end), row)
    return first, (box.x - 1, row), (box.x - 1, box.y + box.height // 2)


def _middle(layout: Layout, pile: Pile) -> int:
    box = layout.top_boxes.get(pile) or layout.empty_box(pile)
    # Beside the number, which is in the middle.
    return box.x + (box.width + 1) // 2


def _below(layout: Layout, board: Board, column: Pile) -> int:
    """Return the row below a column's last card."""
    fan = layout.fan(column, len(board.columns[column.index]))
    box = fan.spots[-1].box if fan.spots else layout.empty_box(column)
    return box.y + box.height


def _ordered(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other) + 1


def _cells(corners: Sequence[Point]) -> Iterator[Point]:
    """Yield every cell of the way once."""
    yield corners[0]
    for start, end in pairwise(corners):
        across, down = _direction(start, end)
        for step in range(1, max(abs(end[0] - start[0]), abs(end[1] - start[1])) + 1):
            yield start[0] + across * step, start[1] + down * step


def _direction(one: Point, other: Point) -> Point:
    return _sign(other[0] - one[0]), _sign(other[1] - one[1])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
