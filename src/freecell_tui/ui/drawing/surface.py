"""A grid of cells to draw on, with a character and a role each; points, sizes and boxes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

Point = tuple[int, int]
"""A cell's column and row."""

Size = tuple[int, int]
"""Columns and rows."""

SMALLEST: Final = (40, 16)
"""The smallest screen, in columns and rows, that the table fits on."""


def fits(size: Size, least: Size = SMALLEST) -> bool:
    """Return whether a screen has at least `least` columns and rows."""
    return size[0] >= least[0] and size[1] >= least[1]


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of the box."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.y + self.height

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom


class Surface:
    """A grid of `width` × `height` cells, at first blank.

    The theme decides the look of a role.
    """

    def __init__(self, width: int, height: int, role: str = "felt") -> None:
        self.width = width
        self.height = height
        self.chars = [[" "] * width for _ in range(height)]
        """The characters, row by row."""
        self.roles = [[role] * width for _ in range(height)]
        """The roles, row by row."""
        self.cursor: Point | None = None
        """The cell of the terminal's cursor; None hides the cursor."""

    def text(self, x: int, y: int, text: str, role: str) -> None:
        """Write `text` from a cell to the right."""
        self.cells(x, y, text, [role] * len(text))

    def block(self, x: int, y: int, lines: Iterable[str], role: str) -> None:
        """Write lines of text, from row `y` down."""
        for row, line in enumerate(lines, y):
            self.text(x, row, line, role)

    def cells(self, x: int, y: int, chars: Sequence[str], roles: Sequence[str]) -> None:
        """Write characters with a role each, from a cell to the right.

        Characters beyond the edges are left out.
        """
        if not 0 <= y < self.height:
            return
        if x < 0 or x + len(chars) > self.width:
            shown = slice(max(-x, 0), max(self.width - x, 0))
            chars, roles, x = chars[shown], roles[shown], max(x, 0)
        end = x + len(chars)
        self.chars[y][x:end] = chars
        self.roles[y][x:end] = roles

    def fill(self, x: int, y: int, width: int, height: int, role: str, char: str = " ") -> None:
        """Fill a rectangle with a character."""
        # Inlined instead of a call of `text` for each row: half of all painted cells are filled.
        start, end = max(x, 0), min(x + width, self.width)
        if start < end:
            chars, roles = [char] * (end - start), [role] * (end - start)
            for row in range(max(y, 0), min(y + height, self.height)):
                self.chars[row][start:end] = chars
                self.roles[row][start:end] = roles

    def change_roles(self, change: Callable[[str], str], x: int, y: int, width: int, height: int) -> None:
        """Replace the role of each cell in a rectangle by `change(role)`."""
        start, end = max(x, 0), min(x + width, self.width)
        rows = self.roles[max(y, 0) : max(y + height, 0)]
        new_roles = {role: change(role) for role in set[str]().union(*(row[start:end] for row in rows))}
        for row in rows:
            row[start:end] = [new_roles[role] for role in row[start:end]]

    def paste(self, other: "Surface", x: int, y: int, rows: range) -> None:
        """Copy rows of `other` to (`x`, `y`), and a shown cursor.

        Cells beyond the edges are left out.
        """
        if other.cursor is not None:
            self.cursor = x + other.cursor[0], y + other.cursor[1] - rows.start
        for row, source in enumerate(rows, y):
            self.cells(x, row, other.chars[source], other.roles[source])

    def copy(self) -> "Surface":
        copy = Surface(0, 0)
        copy.width, copy.height, copy.cursor = self.width, self.height, self.cursor
        copy.chars, copy.roles = [row[:] for row in self.chars], [row[:] for row in self.roles]
        return copy
