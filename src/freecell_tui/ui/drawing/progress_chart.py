"""A game as a strip: for each position a bar of the moves that are still needed, the verdict, and what was odd."""

from typing import Final

from freecell_tui.solver.game_analysis import GameCourse, Verdict
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Surface

GUTTER: Final = 4
"""The cells on the left for the scale."""

_WIDEST_BAR: Final = 3
_EIGHTHS: Final = 8
# A verdict's place among the glyphs, and its ink.
_VERDICTS: Final = {Verdict.WON: (0, "winnable"), Verdict.LOST: (1, "lost"), Verdict.UNKNOWN: (2, "quiet")}
_LOSING, _DETOUR, _POINTER = range(3)


class ProgressChart:
    """The course of a game in `width` cells: a column a position, or for several of them where there is no room."""

    def __init__(self, course: GameCourse, glyphs: Glyphs, width: int) -> None:
        self._course = course
        self._glyphs = glyphs
        self._count = len(course.verdicts)
        room = max(width - GUTTER, 1)
        self._per_column = -(-self._count // room)
        self._pitch = max(min(room // self._count, _WIDEST_BAR), 1)
        self._top = max((needed for needed in course.needed if needed is not None), default=0)

    @property
    def heights(self) -> range:
        """How many rows the bars may have; figures have as many as they take."""
        if self._glyphs.bars:
            return range(2, 9)
        figures = max(len(str(self._top)), 2)
        return range(figures, figures + 1)

    def position_at(self, x: int) -> int | None:
        """The position whose column is at `x`, the first if there are several; None where there is none."""
        at = (x - GUTTER) // self._pitch * self._per_column
        return at if x >= GUTTER and at < self._count else None

    def x(self, position: int) -> int:
        """Where the column of a position begins."""
        return GUTTER + position // self._per_column * self._pitch

    def draw(self, surface: Surface, y: int, height: int, chosen: int) -> None:
        """Draw it from row `y` down: bars of this height, a row of verdicts, and one of marks."""
        if self._glyphs.bars and self._top:
            surface.text(0, y, f"{self._top:>{GUTTER - 1}}", "bar quiet")
            surface.text(0, y + height - 1, f"{0:>{GUTTER - 1}}", "bar quiet")
        for first in range(0, self._count, self._per_column):
            column = range(first, min(first + self._per_column, self._count))
            self._draw_column(surface, y, height, column, is_chosen=chosen in column)

    def _draw_column(self, surface: Surface, y: int, height: int, column: range, *, is_chosen: bool) -> None:
        course, x = self._course, self.x(column[0])
        ground = "chosen" if is_chosen else "bar"
        width = max(self._pitch - 1, 1)
        surface.fill(x, y, width, height + 2, f"{ground} text")
        mark, ink = None, "title" if is_chosen else "quiet"
        if course.losing_position in column:
            mark, ink = _LOSING, "lost"
        elif any(map(course.cost, column)):
            mark, ink = _DETOUR, "warning"
        needed = max((course.needed[at] or 0 for at in column if course.needed[at] is not None), default=None)
        if needed is not None:
            self._draw_bar(surface, (x, y), (width, height), needed, f"{ground} {ink}")
        dot, paint = self._verdict(course.verdicts[column[-1]])
        surface.text(x, y + height, dot, f"{ground} {paint}")
        if mark is not None:
            surface.text(x, y + height + 1, self._glyphs.marks[mark], f"{ground} {ink}")
        elif is_chosen:
            surface.text(x, y + height + 1, self._glyphs.marks[_POINTER], f"{ground} title")

    def _draw_bar(self, surface: Surface, at: tuple[int, int], size: tuple[int, int], needed: int, role: str) -> None:
        (x, y), (width, height), bars = at, size, self._glyphs.bars
        if not bars:
            for row, figure in enumerate(f"{needed:>{height}}", y):
                surface.text(x, row, figure, role)
            return
        eighths = -(-needed * height * _EIGHTHS // max(self._top, 1))
        for row in range(height):
            part = min(eighths - row * _EIGHTHS, _EIGHTHS)
            if part > 0:
                surface.text(x, y + height - 1 - row, bars[part - 1] * width, role)

    def _verdict(self, verdict: Verdict | None) -> tuple[str, str]:
        """A verdict's mark and its ink; a dot where nobody has looked."""
        if verdict is None:
            return self._glyphs.dot, "quiet"
        place, ink = _VERDICTS[verdict]
        return self._glyphs.verdicts[place], ink
