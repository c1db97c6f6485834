"""Drawing in characters: lines, patterns and pips of cards, and the frames of texts."""

from itertools import cycle, islice
from typing import Final

from freecell_tui.engine import Card
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Surface
from freecell_tui.ui.drawing.themes.theme import SHADED, on_sheet

NO_INSIDE: Final = 2
"""The height of a card or an empty place that has only lines, and no inside."""
WIDEST_FACE: Final = len("10♥")
"""The greatest width of a rank and a suit."""


def middle(box: Box, mark: str = "") -> int:
    """Return the first column of a mark centred in a box."""
    return box.x + (box.width - max(len(mark), 1)) // 2


def compact_face(face: str, width: int) -> str:
    """Return the face of a compact card.

    The face stands after the left edge where there is room, else it is flush right.
    """
    return f" {face}" if width > WIDEST_FACE else face.rjust(WIDEST_FACE)


def draw_pattern(surface: Surface, box: Box, pattern: str) -> None:
    """Fill a box with a character, or with two as a chessboard."""
    for row in range(box.height):
        marks = islice(cycle(pattern), row % len(pattern), None)
        surface.text(box.x, box.y + row, "".join(islice(marks, max(box.width, 0))), "back pattern")


def draw_frame(surface: Surface, box: Box, lines: str, role: str, *, open_below: bool = False) -> None:
    """Draw the outline of a box.

    `lines` are six characters, as in `Glyphs`.
    If `open_below`, as another card covers it, the lower line is left out.
    """
    left_top, right_top, left_bottom, right_bottom, rule, down = tuple(lines)
    inner = box.width - 2
    surface.text(box.x, box.y, left_top + rule * inner + right_top, role)
    for y in range(box.y + 1, box.bottom - 1):
        surface.text(box.x, y, down, role)
        surface.text(box.right - 1, y, down, role)
    if not open_below:
        surface.text(box.x, box.bottom - 1, left_bottom + rule * inner + right_bottom, role)


JACK: Final = 11
_PIP_ROWS: Final = 5
"""The least height of pips that lie as on real cards."""
_PLACES: Final = {
    1: ((), (6,)),
    2: ((), (0, 12)),
    3: ((), (0, 6, 12)),
    4: ((0, 12), ()),
    5: ((0, 12), (6,)),
    6: ((0, 6, 12), ()),
    7: ((0, 6, 12), (3,)),
    8: ((0, 6, 12), (3, 9)),
    9: ((0, 4, 8, 12), (6,)),
    10: ((0, 4, 8, 12), (2, 10)),
}
"""The heights of the pips by rank, in twelfths from the top: in the two outer lines, and in the middle line."""
_TWELFTHS: Final = 12

_FEW: Final = ("010", "101", "111", "202", "212", "222", "232", "323", "333", "343")
"""The numbers of pips in each of three rows, by rank."""
_MOST_ROWS: Final = 11
_WIDEST_ROW, _TIGHT_ROW, _ROOM_FOR_ROW = 4, "x xx x", 9
"""The most pips in a row, the row without a blank in its middle, and the least width of the row with all blanks."""


def draw_pips(surface: Surface, box: Box, card: Card, glyphs: Glyphs, ink: str, frame: str) -> None:
    """Draw a card's pips, or the frame of a court card.

    They are in the middle of the box, which has three rows or more.
    """
    height = min(box.height - (box.height + 1) % 2, _MOST_ROWS)
    top, x = box.y + (box.height - height) // 2, box.x + (box.width - 1) // 2
    suit = glyphs.suits[card.suit]
    if card.rank >= JACK:
        if height >= _PIP_ROWS:
            width = 5 if height == _PIP_ROWS else 7
            draw_frame(surface, Box(x - width // 2, top, width, height), glyphs.frame, frame)
        distance = max((height - 2) // 3, 1)
        for place, mark in enumerate((suit, card.rank_text, suit), -1):
            surface.text(x, top + height // 2 + place * distance, mark, ink)
    elif height < _PIP_ROWS:
        for y, count in enumerate(map(int, _FEW[card.rank - 1]), top):
            if count == _WIDEST_ROW and box.width % 2 == 0 and box.width < _ROOM_FOR_ROW:
                surface.text(middle(box, _TIGHT_ROW), y, _TIGHT_ROW.replace("x", suit), ink)
            else:
                surface.text(x + 1 - count, y, " ".join(suit * count), ink)
    else:
        outer, inner = _PLACES[card.rank]
        aside = 2 if height == _PIP_ROWS else 3
        for places, columns in ((outer, (x - aside, x + aside)), (inner, (x,))):
            for place in places:
                # Rounding from the nearer end keeps the pips symmetric.
                down = round(min(place, _TWELFTHS - place) * (height - 1) / _TWELFTHS)
                for column in columns:
                    surface.text(column, top + (down if 2 * place <= _TWELFTHS else height - 1 - down), suit, ink)


# Blocks of text with the frame and the shadow of dialogs; without colours plain, as a large reversed block would glare.


def draw_plate(surface: Surface, box: Box, glyphs: Glyphs) -> None:
    """Draw the frame and the shadow of a dialog around a text."""
    if glyphs.has_colour:
        draw_frame(surface, box, glyphs.dialog, "bar text")
        cast_shadow(surface, box, glyphs)
    else:
        surface.change_roles(on_sheet, *box)
        frame_sheet(surface, box, glyphs.dialog)


def cast_shadow(surface: Surface, box: Box, glyphs: Glyphs) -> None:
    """Draw a shadow on the right of a box and below.

    The shadow takes a column on the right, and half a row below, as that of a card. None falls on a message or a bar.
    """
    surface.fill(box.right, box.y + 1, 1, box.height - 1, "shadow")
    y = box.bottom
    if y < surface.height - 1 and not surface.roles[y][box.x].startswith("bar"):
        surface.change_roles(SHADED.__add__, box.x + 1, y, box.width, 1)
        for x in range(box.x + 1, min(box.right + 1, surface.width)):
            surface.chars[y][x] = glyphs.half


def frame_sheet(surface: Surface, box: Box, lines: str, title: str = "") -> None:
    """Draw a frame on the edge of a box, with a title.

    `lines` are six characters, as in `Glyphs`.
    """
    draw_frame(surface, box, lines, on_sheet("bar text"))
    if title:
        text = f" {title[: box.width - 4]} "
        surface.text(box.x + (box.width - len(text)) // 2, box.y, text, on_sheet("bar title"))
