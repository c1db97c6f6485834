"""The canvas that urwid shows: a finished surface, row by row."""

from collections.abc import Iterator, Sequence
from typing import Any, Self

import urwid
from urwid.util import LayeredAttr, get_encoding

from freecell_tui.ui.drawing.surface import Segment, Surface


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
        """Return the width in cells."""
        return self._width

    def rows(self) -> int:
        """Return the height in cells."""
        return len(self._rows)

    def content(
        self,
        trim_left: int = 0,
        trim_top: int = 0,
        cols: int | None = 0,
        rows: int | None = 0,
        attr: Any = None,
    ) -> Iterator[Any]:
        """Yield the rows of a rectangle, by default of the whole canvas."""
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


def cut(row: Sequence[Segment], left: int, cols: int) -> Iterator[Segment]:
    """Yield the part of a row from column `left`, `cols` cells wide."""
    encoding = get_encoding()
    at = 0
    for role, charset, encoded in row:
        text = encoded.decode(encoding)
        part = text[max(left - at, 0) : max(left + cols - at, 0)]
        if part:
            yield role, charset, part.encode(encoding)
        at += len(text)
