"""A grid of cells to draw on, each a character and its role; and places on it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

Point = tuple[int, int]
"""A cell: its column and its row."""

Size = tuple[int, int]
"""Columns and rows."""

SMALLEST: Final = (40, 16)
"""The smallest screen, in columns and rows, that the table fits on."""


def fits(size: Size, least: Size = SMALLEST) -> bool:
    """Return whether a screen has at least so many columns and rows, by default enough to play on."""
    return size[0] >= least[0] and size[1] >= least[1]


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom


class Surface:
    """`width` × `height` cells, at first blank and in one role.

    `chars` and `roles` are the cells' characters and roles, row by row. What a role looks like is up to the theme.
    `cursor` is the cell that the terminal's cursor stands in, or None where it is hidden.
    """

    def __init__(self, width: int, height: int, role: str = "felt") -> None:
        self.width = width
        self.height = height
        self.chars = [[" "] * width for _ in range(height)]
        self.roles = [[role] * width for _ in range(height)]
        self.cursor: Point | None = None

    def text(self, x: int, y: int, text: str, role: str) -> None:
        """Write `text` from a cell to the right."""
        self.cells(x, y, text, [role] * len(text))

    def block(self, x: int, y: int, lines: Iterable[str], role: str) -> None:
        """Write lines one below the other from a cell on."""
        for row, line in enumerate(lines, y):
            self.text(x, row, line, role)

    def cells(self, x: int, y: int, chars: Sequence[str], roles: Sequence[str]) -> None:
        """Write characters from a cell to the right, each in a role of its own."""
        if not 0 <= y < self.height:
            return
        if x < 0 or x + len(chars) > self.width:
            shown = slice(max(-x, 0), max(self.width - x, 0))
            chars, roles, x = chars[shown], roles[shown], max(x, 0)
        end = x + len(chars)
        self.chars[y][x:end] = chars
        self.roles[y][x:end] = roles

    def fill(self, x: int, y: int, width: int, height: int, role: str, char: str = " ") -> None:
        """Fill a rectangle with one character."""
        # Without a call of `text` for each row: half of what is painted is filled.
        start, end = max(x, 0), min(x + width, self.width)
        if start < end:
            chars, roles = [char] * (end - start), [role] * (end - start)
            for row in range(max(y, 0), min(y + height, self.height)):
                self.chars[row][start:end] = chars
                self.roles[row][start:end] = roles

    def change_roles(self, change: Callable[[str], str], x: int, y: int, width: int, height: int) -> None:
        """Give every cell of a rectangle the role that `change` makes of its own."""
        start, end = max(x, 0), min(x + width, self.width)
        rows = self.roles[max(y, 0) : max(y + height, 0)]
        changed = {role: change(role) for role in set[str]().union(*(row[start:end] for row in rows))}
        for row in rows:
            row[start:end] = [changed[role] for role in row[start:end]]

    def paste(self, other: "Surface", x: int, y: int, rows: range) -> None:
        """Copy some rows of `other`, the first to row `y`, cut at the edges, and its cursor if it has one."""
        if other.cursor is not None:
            self.cursor = x + other.cursor[0], y + other.cursor[1] - rows.start
        for row, source in enumerate(rows, y):
            self.cells(x, row, other.chars[source], other.roles[source])

    def copy(self) -> "Surface":
        copy = Surface(0, 0)
        copy.width, copy.height, copy.cursor = self.width, self.height, self.cursor
        copy.chars, copy.roles = [row[:] for row in self.chars], [row[:] for row in self.roles]
        return copy
