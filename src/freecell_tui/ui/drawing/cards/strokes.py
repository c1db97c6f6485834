"""What is drawn in characters: lines, patterns and pips of cards, and the frames of texts."""

from itertools import cycle, islice
from typing import Final

from freecell_tui.engine import Card
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Surface
from freecell_tui.ui.drawing.themes.theme import SHADED, on_sheet

NO_INSIDE: Final = 2
"""As many rows of a card or of an empty place are all line."""
WIDEST_FACE: Final = len("10♥")


def middle(box: Box, mark: str = "") -> int:
    """Return where a mark begins that is to be in the middle of a rectangle."""
    return box.x + (box.width - max(len(mark), 1)) // 2


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
    for y in range(box.y + 1, box.bottom - 1):
        surface.text(box.x, y, down, role)
        surface.text(box.right - 1, y, down, role)
    if not open_below:
        surface.text(box.x, box.bottom - 1, left_bottom + rule * inner + right_bottom, role)


JACK: Final = 11
_PIP_ROWS: Final = 5  # the rows that pips need to lie as on real cards
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
"""How far down the pips of each rank are, in twelfths of the way: in the two outer lines, and in the middle one."""
_TWELFTHS: Final = 12

# How many there are in each of three rows.
_FEW: Final = ("010", "101", "111", "202", "212", "222", "232", "323", "333", "343")
_MOST_ROWS: Final = 11


def draw_pips(surface: Surface, box: Box, card: Card, glyphs: Glyphs, ink: str, frame: str) -> None:
    """Draw the pips of a card or the frame of a court card in a box of three rows or more, in its middle."""
    height = min(box.height - (box.height + 1) % 2, _MOST_ROWS)
    top, x = box.y + (box.height - height) // 2, box.x + (box.width - 1) // 2
    suit = glyphs.suits[card.suit]
    if card.rank >= JACK:
        if height >= _PIP_ROWS:
            width = 5 if height == _PIP_ROWS else 7
            draw_frame(surface, Box(x - width // 2, top, width, height), glyphs.frame, frame)
        for at, mark in enumerate((suit, card.rank_text, suit), -1):
            surface.text(x, top + height // 2 + at * max((height - 2) // 3, 1), mark, ink)
    elif height < _PIP_ROWS:
        for y, count in enumerate(map(int, _FEW[card.rank - 1]), top):
            surface.text(x + 1 - count, y, " ".join(suit * count), ink)
    else:
        outer, inner = _PLACES[card.rank]
        aside = 2 if height == _PIP_ROWS else 3
        for places, columns in ((outer, (x - aside, x + aside)), (inner, (x,))):
            for place in places:
                # Rounded alike from above and from below.
                down = round(min(place, _TWELFTHS - place) * (height - 1) / _TWELFTHS)
                for column in columns:
                    surface.text(column, top + (down if 2 * place <= _TWELFTHS else height - 1 - down), suit, ink)


# Blocks of text, framed and with a shadow as dialogs; plain without colours, as a large reversed block would glare.


def draw_plate(surface: Surface, box: Box, glyphs: Glyphs) -> None:
    """Frame the text in a box as that of a dialog is framed."""
    if glyphs.has_colour:
        draw_frame(surface, box, glyphs.dialog, "bar text")
        cast_shadow(surface, box, glyphs)
    else:
        surface.change_roles(on_sheet, *box)
        frame_sheet(surface, box, glyphs.dialog)


def cast_shadow(surface: Surface, box: Box, glyphs: Glyphs) -> None:
    """Draw a shadow like that of a card: a column to the right of a box, and half a row below it."""
    surface.fill(box.right, box.y + 1, 1, box.height - 1, "shadow")
    y = box.bottom
    if y < surface.height - 1:
        surface.change_roles(SHADED.__add__, box.x + 1, y, box.width, 1)
        for x in range(box.x + 1, min(box.right + 1, surface.width)):
            surface.chars[y][x] = glyphs.half


def frame_sheet(surface: Surface, box: Box, lines: str, title: str = "") -> None:
    """Draw a frame on the edge of a box, with a title in its upper line; `lines` as in `Glyphs`."""
    draw_frame(surface, box, lines, on_sheet("bar text"))
    if title:
        said = f" {title[: box.width - 4]} "
        surface.text(box.x + (box.width - len(said)) // 2, box.y, said, on_sheet("bar title"))
