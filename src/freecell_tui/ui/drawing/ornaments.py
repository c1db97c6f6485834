"""Large figures and suits in half cells: what a moment is adorned with."""

from collections.abc import Sequence
from typing import Final

from freecell_tui.engine import Suit
from freecell_tui.ui.drawing.cards.pixels import sprites, suit_picture
from freecell_tui.ui.drawing.cards.style import TWO_INKS
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface

FIGURE_ROWS: Final = 3
"""The rows of a large figure; in ASCII it is written in the middle one."""

SUIT_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

_PLATE_SUITS: Final = (7, 5)
_CELLS: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}


def figure_width(text: str, glyphs: Glyphs) -> int:
    """Return the cells that a large figure takes side by side."""
    return len(figure_rows(text, glyphs)[0])


def figure_rows(text: str, glyphs: Glyphs, scale: int = 1) -> tuple[str, ...]:
    """Return a number, a time or a percentage, or “YOU WON!”, as the rows of a large figure; three at `scale` 1."""
    if not glyphs.half.strip():
        return " " * len(text), glyphs.displayable(text), " " * len(text)
    figures = [sprites()["space" if char == " " else char] for char in text]
    rows = [" ".join(parts) for parts in zip(*figures, strict=True)]
    return tuple(_in_cells(["".join(dot * scale for dot in row) for row in rows for _ in range(scale)]))


def draw_figure(surface: Surface, x: int, y: int, text: str, role: str, glyphs: Glyphs) -> None:
    """Draw a large figure."""
    for row, line in enumerate(figure_rows(text, glyphs), y):
        surface.text(x, row, line, role)


def _in_cells(dots: Sequence[str]) -> list[str]:
    """Return rows of dots as rows of cells, two dots in each, one above the other."""
    rows = [*dots, " " * len(dots[0])] if len(dots) % 2 else dots
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_CELLS[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]


def draw_suit_plate(surface: Surface, box: Box, suit: Suit, glyphs: Glyphs, *, colour: bool) -> None:
    """Draw a suit on a small card, as large as there is room for."""
    role = f"card {TWO_INKS[suit]}"
    surface.fill(*box, role)
    if not colour:
        surface.fill(*box, "bar text")
        role = "bar title"
    fitting = [width for width in _PLATE_SUITS if width + 2 <= min(box.width, 2 * box.height)]
    if fitting and glyphs.half.strip():
        dots = suit_picture(suit, fitting[0], is_hollow=not colour)
        x = box.x + (box.width - len(dots[0])) // 2
        for y, line in enumerate(_in_cells([" " * len(dots[0]), *dots]), box.y):
            surface.text(x, y, line, role)
        return
    surface.text(box.x + box.width // 2, box.y + box.height // 2, glyphs.suit(suit), role)
