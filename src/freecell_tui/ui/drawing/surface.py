"""A grid of cells to draw on, each a character and the role it is shown in; what falls outside is cut off."""

from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from urwid import calc_width

Segment = tuple[str, None, bytes]
"""A stretch of a row in one role, as urwid's canvases hold it: role, character set, encoded text."""


@lru_cache(maxsize=1024)
def is_narrow(mark: str) -> bool:
    """Whether a mark takes one cell: some take two, and some none."""
    return calc_width(mark, 0, 1) == 1


def narrow(text: str) -> str:
    """A text in which every mark takes one cell."""
    return "".join(mark if is_narrow(mark) else "?" for mark in text)


class Surface:
    """`width` × `height` cells, at first blank and in role `felt`."""

    def __init__(self, width: int, height: int, role: str = "felt") -> None:
        self.width = width
        self.height = height
        self._marks = [[" "] * width for _ in range(height)]
        self._roles = [[role] * width for _ in range(height)]

    def text(self, x: int, y: int, text: str, role: str) -> None:
        """Write from a cell to the right."""
        if not 0 <= y < self.height:
            return
        if x < 0:
            text, x = text[-x:], 0
        text = text[: max(self.width - x, 0)]
        self._marks[y][x : x + len(text)] = text
        self._roles[y][x : x + len(text)] = [role] * len(text)

    def fill(self, x: int, y: int, width: int, height: int, role: str, mark: str = " ") -> None:
        """Fill a rectangle with one mark."""
        for row in range(y, y + height):
            self.text(x, row, mark * width, role)

    def recolour(self, x: int, y: int, width: int, role: str) -> None:
        """Change the role of cells in a row, and leave their marks."""
        if 0 <= y < self.height:
            start, end = max(x, 0), min(x + width, self.width)
            self._roles[y][start:end] = [role] * max(end - start, 0)

    def paste(self, other: "Surface", x: int, y: int, rows: range) -> None:
        """Copy some rows of another surface, the first to row `y`, and as much of them as lies on this one."""
        for row, source in enumerate(rows, y):
            if 0 <= row < self.height:
                width = min(other.width, self.width - x)
                self._marks[row][x : x + width] = other._marks[source][:width]  # noqa: SLF001 - its own kind
                self._roles[row][x : x + width] = other._roles[source][:width]  # noqa: SLF001

    def rows(self, encoding: str) -> list[list[Segment]]:
        """The rows as runs of one role each."""
        return [
            [
                (role, None, "".join(mark for mark, _ in cells).encode(encoding, "replace"))
                for role, cells in groupby(zip(marks, roles, strict=True), key=itemgetter(1))
            ]
            for marks, roles in zip(self._marks, self._roles, strict=True)
        ]
