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

# The pips of each rank: their rows (0 to 4) in the two outer lines, and in the middle one.
_PIPS: Final = {
    1: ((), (2,)),
    2: ((), (0, 4)),
    3: ((), (0, 2, 4)),
    4: ((0, 4), ()),
    5: ((0, 4), (2,)),
    6: ((0, 2, 4), ()),
    7: ((0, 2, 4), (1,)),
    8: ((0, 2, 4), (1, 3)),
    9: ((0, 1, 3, 4), (2,)),
    10: ((0, 1, 3, 4), (1, 3)),
}
# How many there are in each of three rows.
_FEW: Final = ("010", "101", "111", "202", "212", "222", "232", "323", "333", "343")
# The rows 0 to 4 where there are more; and the middle line's 1 and 3, between two of the outer lines.
_SPREAD: Final = {5: (0, 1, 2, 3, 4), 7: (0, 2, 3, 4, 6), 9: (0, 3, 4, 5, 8), 11: (0, 3, 5, 7, 10)}
_BETWEEN: Final = {5: (1, 3), 7: (1, 5), 9: (2, 6), 11: (2, 8)}


def draw_pips(surface: Surface, box: Box, card: Card, glyphs: Glyphs, ink: str, frame: str) -> None:
    """Draw the pips of a card or the frame of a court card in a box; the middle of each that has rows to spare."""
    height = min(box.height - (box.height + 1) % 2, max(_SPREAD))
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
        outer, inner = _PIPS[card.rank]
        rows, between = _SPREAD[height], _BETWEEN[height]
        aside = 2 if height == PIP_ROWS else 3
        for row in outer:
            surface.text(x - aside, top + rows[row], suit, ink)
            surface.text(x + aside, top + rows[row], suit, ink)
        for row in inner:
            y = between[row // 2] if row in (1, 3) else rows[row]
            surface.text(x, top + y, suit, ink)
