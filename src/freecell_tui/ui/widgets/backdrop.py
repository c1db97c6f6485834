"""What is around a dialog: the screen behind it, dimmed, its shadow, and its keys in the bottom bar."""

from collections.abc import Iterable
from typing import Any, Final

from urwid import Canvas, CompositeCanvas
from urwid.util import get_encoding

from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import (
    Segment,
    Surface,
    SurfaceCanvas,
    cut,
    innermost,
)
from freecell_tui.ui.drawing.themes.theme import (
    SHADED,
    dimmed,
    on_sheet,
)
from freecell_tui.ui.widgets.parts import GAPS, ClickMap, KeyHint, draw_key_hints, hints_width

_MARGIN: Final = 1
_SHADOW: Final = "shadow"


class KeyBar:
    """The bottom bar while a dialog is open: its keys, side by side and clickable, and on the right an aside."""

    def __init__(self, hints: Iterable[KeyHint], aside: str, width: int, glyphs: Glyphs) -> None:
        self.clicks = ClickMap()
        surface = Surface(width, 1, "bar text")
        hints, aside = list(hints), glyphs.displayable(aside)
        room = width - 2 * _MARGIN
        if aside and hints_width(hints, glyphs, GAPS[-1]) + len(aside) + 2 <= room:
            surface.text(width - _MARGIN - len(aside), 0, aside, "bar quiet")
            room -= len(aside) + 2
        draw_key_hints(surface, self.clicks, Box(_MARGIN, 0, room, 1), hints, glyphs)
        self.row = surface.rows(get_encoding())[0]


def backdrop(
    behind: Canvas, box: Box, bar: KeyBar | None, glyphs: Glyphs, *, dims: bool, shadow: bool
) -> SurfaceCanvas:
    """Return the screen behind a dialog in `box`, with its shadow or else a gap, and `bar` as its last row."""
    rows: list[list[Any]] = [list(row) for row in behind.content()]
    if dims:
        rows = [[(dimmed(role), charset, text) for role, charset, text in row] for row in rows]
    if shadow:
        _cast_shadow(rows, box, behind.cols(), glyphs)
    else:
        _clear_beside(rows, box, behind.cols())
    if bar is not None:
        rows[-1] = bar.row
    return SurfaceCanvas(rows, behind.cols())


def without_colours(drawn: Canvas) -> CompositeCanvas:
    """Return a dialog as it is on a terminal without colours."""
    rows: list[list[Segment]] = [
        [(on_sheet(innermost(role)), None, text) for role, _, text in row] for row in drawn.content()
    ]
    canvas = CompositeCanvas(SurfaceCanvas(rows, drawn.cols(), drawn.cursor))
    # It is drawn again when the dialog is.
    canvas.children = [(0, 0, drawn, None)]
    return canvas


def _clear_beside(rows: list[list[Segment]], box: Box, width: int) -> None:
    """Clear a column on either side of the box, as its frame and the lines of cards would run together."""
    for x in (box.x - 1, box.x + box.width):
        for y in range(box.y, box.y + box.height) if 0 <= x < width else ():
            rows[y] = [*cut(rows[y], 0, x), ("felt", None, b" "), *cut(rows[y], x + 1, width)]


def _cast_shadow(rows: list[list[Segment]], box: Box, width: int, glyphs: Glyphs) -> None:
    """Draw a shadow like that of a card: a column to the right of the box, and half a row below it."""
    right, below = box.x + box.width, box.y + box.height
    if right < width:
        for y in range(box.y + 1, below):
            rows[y] = [*cut(rows[y], 0, right), (_SHADOW, None, b" "), *cut(rows[y], right + 1, width)]
    if below < len(rows) - 1:
        end = min(right + 1, width)
        half = glyphs.half.encode(get_encoding(), "replace")
        under = [
            (SHADED + role, charset, half * len(text.decode(get_encoding(), "replace")))
            for role, charset, text in cut(rows[below], box.x + 1, end - box.x - 1)
        ]
        rows[below] = [*cut(rows[below], 0, box.x + 1), *under, *cut(rows[below], end, width)]
