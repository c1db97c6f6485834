"""The chart of a game's course, with needed moves and verdicts, and the characters of all charts."""

from bisect import bisect_right
from collections.abc import Sequence
from math import fsum
from typing import Final

from freecell_tui.controller.records.marks import ASCII, CONSOLE, UNICODE, Marks, bar, column
from freecell_tui.solver.analysis import GameCourse, Verdict
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Surface

AXIS_WIDTH: Final = 4
"""The width of the scale on the left, in cells."""

_WIDEST_BAR: Final = 5
"""The greatest width of a position, in cells, its gap included."""
_GRID_ROWS: Final = 6
"""The rows from which a chart has a grid line at half its height."""
_SHADED: Final = "░"
_VERDICTS: Final = {Verdict.WON: "winnable", Verdict.LOST: "lost"}


class ProgressChart:
    """The chart of a game's course.

    A column stands for a position, or for several in a long game.
    """

    def __init__(self, course: GameCourse, glyphs: Glyphs, width: int) -> None:
        """Make a chart of `width` cells."""
        self._course = course
        self._glyphs = glyphs
        self._count = len(course.verdicts)
        room = self._room = max(width - AXIS_WIDTH, 1)
        self._per_column = -(-self._count // room)
        columns = -(-self._count // self._per_column)
        self._gap = int(room // columns > 1)
        # Columns without gaps fill the width: some have two cells, and some one.
        span = min(room // columns, _WIDEST_BAR) * columns if self._gap else room
        self._starts = [AXIS_WIDTH + column * span // columns for column in range(columns + 1)]
        self._top = course.most_needed

    def position_at(self, x: int) -> int | None:
        """Return the first position of the column at `x`.

        None stands for a place beside the columns.
        """
        if x not in range(self._starts[0], self._starts[-1]):
            return None
        return (bisect_right(self._starts, x) - 1) * self._per_column

    def x(self, position: int) -> int:
        """Return the first cell of a position's column."""
        return self._starts[position // self._per_column]

    def draw(self, surface: Surface, y: int, height: int, chosen: int) -> None:
        """Draw the chart from row `y` down.

        Bars take `height` rows, verdicts the next row, and markers the last row.
        """
        if self._top:
            figures = {y: self._top, y + height - 1: 0}
            if height >= _GRID_ROWS:
                figures[y + height // 2] = round(self._top * (height - height // 2) / height)
            for row, figure in figures.items():
                surface.text(0, row, f"{figure:>{AXIS_WIDTH - 1}}", "bar quiet")
                if figure:
                    surface.text(AXIS_WIDTH, row, marks_of(self._glyphs).grid[0] * self._room, "bar line")
        for first in range(0, self._count, self._per_column):
            column = range(first, min(first + self._per_column, self._count))
            self._draw_column(surface, y, height, column, is_chosen=chosen in column)

    def _draw_column(self, surface: Surface, y: int, height: int, column: range, *, is_chosen: bool) -> None:
        course, glyphs, x = self._course, self._glyphs, self.x(column[0])
        background = "chosen" if is_chosen else "bar"
        # Without colours a highlighted bar would be as dark as the cells above it, so only the foot is highlighted.
        ground = background if glyphs.has_colour else "bar"
        width = self._starts[column[0] // self._per_column + 1] - x - self._gap
        if is_chosen:
            surface.fill(x, y, width, height, f"{ground} text")
            surface.fill(x, y + height, width, 2, f"{background} text")
        losing_move, detour, current = tuple(glyphs.markers)
        marker, ink = (current, "title") if is_chosen else ("", "quiet")
        if course.losing_position in column:
            marker, ink = losing_move, "lost"
        elif any(map(course.cost, column)):
            marker, ink = detour, "warning"
        needed = max((moves for position in column if (moves := course.needed[position]) is not None), default=None)
        if needed is not None:
            for row, mark in enumerate(bar(needed / max(self._top, 1), glyphs.levels, height), 1):
                surface.text(x, y + height - row, mark * width, f"{ground} {ink}")
        verdict = course.verdicts[column[-1]]
        verdict_ink = _VERDICTS.get(verdict, "quiet") if verdict else "quiet"
        shown = glyphs.verdict(verdict_ink) if verdict else glyphs.dot
        surface.text(x, y + height, shown if self._gap else shown * width, f"{background} {verdict_ink}")
        surface.text(x, y + height + 1, marker, f"{background} {ink}")


def marks_of(glyphs: Glyphs) -> Marks:
    """Return the characters of charts.

    Without colours the second of two columns is shaded.
    """
    marks = UNICODE if glyphs.has_full_unicode else CONSOLE if glyphs.bars else ASCII
    return marks._replace(second=_SHADED) if glyphs.bars and not glyphs.has_colour else marks


def curve(values: Sequence[float | None], width: int, height: int, glyphs: Glyphs) -> list[str]:
    """Return the area below a curve in `height` rows of `width` cells.

    Values are 0 to 1, or None for a gap. The topmost row comes first.
    The values are spread over the whole width; with more values than cells, a cell shows the mean of its share.
    """
    count = len(values)
    columns = []
    for x in range(width if count else 0):
        first = x * count // width
        share = [value for value in values[first : max((x + 1) * count // width, first + 1)] if value is not None]
        columns.append(column(fsum(share) / len(share) if share else 0, height, glyphs.levels))
    return ["".join(row) for row in zip(*columns, strict=True)] or [" " * width] * height
