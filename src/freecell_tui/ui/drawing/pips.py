"""What is in the middle of a card that is drawn in characters: its pips, or a frame with rank and suit."""

from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.strokes import FEW_ROWS, draw_frame
from freecell_tui.ui.drawing.surface import Surface

JACK: Final = 11
PIP_ROWS: Final = 5
"""The rows that pips need to lie as on real cards."""

PLACES: Final = {
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
HALFWAY: Final = 6
"""Such a place in the middle."""

# How many there are in each of three rows.
_FEW: Final = ("010", "101", "111", "202", "212", "222", "232", "323", "333", "343")
_MOST_ROWS: Final = 11


def place_of(twelfths: int, way: int) -> int:
    """Return how many rows down a pip is, of as many as there are between the first and the last."""
    if twelfths > HALFWAY:
        return way - place_of(2 * HALFWAY - twelfths, way)
    return round(twelfths * way / (2 * HALFWAY))


def draw_pips(surface: Surface, box: Box, card: Card, glyphs: Glyphs, ink: str, frame: str) -> None:
    """Draw the pips of a card or the frame of a court card in a box; the middle of each that has rows to spare."""
    height = min(box.height - (box.height + 1) % 2, _MOST_ROWS)
    if height < FEW_ROWS:
        return
    top, x = box.y + (box.height - height) // 2, box.x + (box.width - 1) // 2
    suit = glyphs.suit(Suit(card.suit))
    if card.rank >= JACK:
        if height >= PIP_ROWS:
            width = 5 if height == PIP_ROWS else 7
            draw_frame(surface, Box(x - width // 2, top, width, height), glyphs.frame, frame)
        for at, mark in enumerate((suit, card.rank_text, suit), -1):
            surface.text(x, top + height // 2 + at * max((height - 2) // 3, 1), mark, ink)
    elif height < PIP_ROWS:
        for y, count in enumerate(map(int, _FEW[card.rank - 1]), top):
            surface.text(x + 1 - count, y, " ".join(suit * count), ink)
    else:
        outer, inner = PLACES[card.rank]
        aside = 2 if height == PIP_ROWS else 3
        for places, columns in ((outer, (x - aside, x + aside)), (inner, (x,))):
            for place in places:
                for column in columns:
                    surface.text(column, top + place_of(place, height - 1), suit, ink)
