"""Lines, patterns and places that both card styles share."""

from itertools import cycle, islice
from typing import Final

from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, CardSize, Layout
from freecell_tui.ui.drawing.surface import Surface

FEW_ROWS: Final = 3
"""The rows that the pips of a card need at least."""
WIDEST_FACE: Final = len("10♥")
NO_INSIDE: Final = 2
"""As many rows of a card or of an empty place are all line."""

STRIP_ROWS: Final = 3
"""The rows that a large rank needs, with the edge below it or the line above it."""
LARGE_ROWS: Final = 11
"""From this height on a card has a large index."""
WIDE: Final = 17
"""From this width on a card with a large index has pips beside it; on narrower cards there is one large suit."""
BUST_ROWS: Final = 5
"""From this height on a court card without a large index has a bust."""
HUGE_ROWS: Final = 14
"""From this height on a card has room for the largest suits."""

_HALF_BLOCK: Final = "▀"
_ROOM_FOR_NOTE: Final = 5
_ROOM_FOR_BOTH: Final = 11


def has_room_for_art(layout: Layout, glyphs: Glyphs) -> bool:
    """Return whether cards are large enough for pictures in half blocks, on a terminal that has these and suits."""
    is_small = layout.shape.size in (CardSize.COMPACT, CardSize.SMALL, CardSize.NORMAL)
    return not is_small and glyphs.half == _HALF_BLOCK and not glyphs.suits.isascii()


def middle(box: Box, mark: str = "") -> int:
    """Return where a mark begins that is to be in the middle of a rectangle."""
    return box.x + (box.width - max(len(mark), 1)) // 2


def note_row(box: Box) -> int:
    """Return the row of an empty place for a note: above its lower line where there is room, else in that line."""
    return box.y + box.height - (2 if box.height >= _ROOM_FOR_NOTE else 1)


def above_note(box: Box, note: str) -> Box:
    """Return an empty place without the row of a note, if its picture could reach into that."""
    return box._replace(height=box.height - 1) if note and box.height < _ROOM_FOR_BOTH else box


def compact_face(face: str, width: int) -> str:
    """Return the face of a compact card: after its left edge where there is room, else aligned on the right."""
    return f" {face}" if width > WIDEST_FACE + 1 else face.rjust(WIDEST_FACE)


def draw_pattern(surface: Surface, box: Box, pattern: str) -> None:
    """Fill a rectangle with one character, or with two as a chessboard."""
    for row in range(box.height):
        marks = islice(cycle(pattern), row % len(pattern), None)
        surface.text(box.x, box.y + row, "".join(islice(marks, max(box.width, 0))), "back pattern")


def draw_frame(surface: Surface, box: Box, lines: str, role: str, *, open_below: bool = False) -> None:
    """Draw a rectangle's outline, without its lower line if another card covers that."""
    left_top, right_top, left_bottom, right_bottom, rule, down = tuple(lines)
    inner = box.width - 2
    surface.text(box.x, box.y, left_top + rule * inner + right_top, role)
    for y in range(box.y + 1, box.y + box.height - 1):
        surface.text(box.x, y, down, role)
        surface.text(box.x + box.width - 1, y, down, role)
    if not open_below:
        surface.text(box.x, box.y + box.height - 1, left_bottom + rule * inner + right_bottom, role)
