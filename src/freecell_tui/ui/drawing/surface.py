"""A grid of cells to draw on, each a character and its role, and the canvas that urwid shows of it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Self

import urwid
from urwid import calc_width
from urwid.util import LayeredAttr, get_encoding

Segment = tuple[str, None, bytes]
"""A stretch of a row in one role, as urwid's canvases hold it: role, character set, encoded text."""


@lru_cache(maxsize=1024)
def is_narrow(char: str) -> bool:
    """Return whether a character takes one cell: some take two, some none."""
    return calc_width(char, 0, 1) == 1


def narrow(text: str) -> str:
    """Return `text` with `?` for every character that does not take one cell."""
    return "".join(char if is_narrow(char) else "?" for char in text)


@lru_cache(maxsize=1024)
def _restated(role: str, surface: str) -> str:
    """Return a role with another surface; of two pixels in a cell, each that is not part of a picture."""
    name, *inks = role.split(" ")
    if name != "half":
        return " ".join([surface, *inks])
    pixels = (pixel if pixel.startswith("art.") else ".".join([surface, *pixel.split(".")[1:]]) for pixel in inks)
    return " ".join(["half", *pixels])


@lru_cache(maxsize=256)
def _segments(text: str, roles: tuple[str, ...], encoding: str) -> tuple[Segment, ...]:
    """Return a row as segments; most rows of a frame are those of the one before."""
    found, start = [], 0
    for role, cells in groupby(roles):
        end = start + len(list(cells))
        found.append((role, None, text[start:end].encode(encoding, "replace")))
        start = end
    return tuple(found)


class Surface:
    """`width` × `height` cells, at first blank and in one role.

    `chars` and `roles` are the cells' characters and roles, row by row. What a role looks like is up to the theme.
    """

    def __init__(self, width: int, height: int, role: str = "felt") -> None:
        self.width = width
        self.height = height
        self.chars = [[" "] * width for _ in range(height)]
        self.roles = [[role] * width for _ in range(height)]

    def text(self, x: int, y: int, text: str, role: str) -> None:
        """Write `text` from a cell to the right."""
        if not 0 <= y < self.height:
            return
        if x < 0:
            text, x = text[-x:], 0
        if len(text) > self.width - x:
            text = text[: max(self.width - x, 0)]
        end = x + len(text)
        self.chars[y][x:end] = text
        self.roles[y][x:end] = [role] * len(text)

    def cells(self, x: int, y: int, chars: Sequence[str], roles: Sequence[str]) -> None:
        """Write characters from a cell to the right, each in a role of its own."""
        if not 0 <= y < self.height:
            return
        start, end = max(x, 0), min(x + len(chars), self.width)
        if start < end:
            self.chars[y][start:end] = chars[start - x : end - x]
            self.roles[y][start:end] = roles[start - x : end - x]

    def fill(self, x: int, y: int, width: int, height: int, role: str, char: str = " ") -> None:
        """Fill a rectangle with one character."""
        # Without a call of `text` for each row: half of what is painted is filled.
        start, end = max(x, 0), min(x + width, self.width)
        if start < end:
            chars, roles = [char] * (end - start), [role] * (end - start)
            for row in range(max(y, 0), min(y + height, self.height)):
                self.chars[row][start:end] = chars
                self.roles[row][start:end] = roles

    def recolour(self, x: int, y: int, width: int, role: str) -> None:
        """Change the role of cells in a row, and leave their characters."""
        if 0 <= y < self.height:
            start, end = max(x, 0), min(x + width, self.width)
            self.roles[y][start:end] = [role] * max(end - start, 0)

    def restate(self, x: int, y: int, width: int, surface: str) -> None:
        """Put cells of a card in a row on another surface, and leave their inks."""
        if not 0 <= y < self.height:
            return
        row = self.roles[y]
        for at in range(max(x, 0), min(x + width, self.width)):
            row[at] = _restated(row[at], surface)

    def paste(self, other: "Surface", x: int, y: int, rows: range) -> None:
        """Copy some rows of `other`, the first to row `y`, cut at this surface's edges."""
        width = min(other.width, self.width - x)
        for row, source in enumerate(rows, y):
            if 0 <= row < self.height:
                self.chars[row][x : x + width] = other.chars[source][:width]
                self.roles[row][x : x + width] = other.roles[source][:width]

    def copy(self) -> "Surface":
        """Return a surface like this one, to draw more on."""
        copy = Surface(0, 0)
        copy.width, copy.height = self.width, self.height
        copy.chars, copy.roles = [row[:] for row in self.chars], [row[:] for row in self.roles]
        return copy

    def rows(self, encoding: str) -> list[list[Segment]]:
        """Return the rows as segments of one role each."""
        return [
            [*_segments("".join(chars), tuple(roles), encoding)]
            for chars, roles in zip(self.chars, self.roles, strict=True)
        ]


# The canvas that urwid shows: a finished surface, row by row.


class SurfaceCanvas(urwid.Canvas):
    """A finished drawing: rows of segments in which every character is one cell wide."""

    cacheable = False

    def __init__(self, rows: list[list[Segment]], width: int, cursor: tuple[int, int] | None = None) -> None:
        super().__init__()
        self._rows = rows
        self._width = width
        if cursor is not None:
            self.cursor = cursor

    @classmethod
    def of(cls, surface: Surface, cursor: tuple[int, int] | None = None) -> Self:
        """Return the canvas of `surface`, with the terminal's cursor in a cell of it or hidden."""
        return cls(surface.rows(get_encoding()), surface.width, cursor)

    def cols(self) -> int:
        return self._width

    def rows(self) -> int:
        return len(self._rows)

    def content(
        self, trim_left: int = 0, trim_top: int = 0, cols: int | None = 0, rows: int | None = 0, attr: Any = None
    ) -> Iterator[Any]:
        cols = cols or self._width - trim_left
        rows = rows or len(self._rows) - trim_top
        for row in self._rows[trim_top : trim_top + rows]:
            if trim_left == 0 and cols == self._width:
                yield row
            else:
                yield list(cut(row, trim_left, cols))


def innermost(attribute: Any) -> Any:
    """Return what counts of a cell's attribute: dialogs put one role over another."""
    return attribute.layers[0] if isinstance(attribute, LayeredAttr) else attribute


def cut(row: Sequence[Segment], left: int, cols: int) -> Sequence[Segment]:
    """Return the part of a row from column `left`, `cols` cells wide."""
    return _cut(tuple(row), left, cols, get_encoding())


@lru_cache(maxsize=2048)
def _cut(row: tuple[Segment, ...], left: int, cols: int, encoding: str) -> tuple[Segment, ...]:
    """Cut a row. Behind a dialog most are those of the frame before; to cut them anew took half of a key’s time."""
    parts, at = [], 0
    for role, charset, encoded in row:
        text = encoded.decode(encoding)
        part = text[max(left - at, 0) : max(left + cols - at, 0)]
        if part:
            parts.append((role, charset, part.encode(encoding)))
        at += len(text)
    return tuple(parts)
