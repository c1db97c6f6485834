"""Large figures and suits in half cells: what a moment is adorned with."""

from collections.abc import Sequence
from typing import Final

from freecell_tui.engine import Suit
from freecell_tui.ui.drawing.card_styles import TWO_INKS
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.theme import filled

FIGURE_ROWS: Final = 3
"""The rows of a large figure; in ASCII it is written in the middle one."""

SUIT_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

_DOT: Final = "#"
# Three dots wide and five high.
_FIGURES: Final = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    ":": (".", "#", ".", "#", "."),
    ",": ("..", "..", "..", ".#", "#."),
    "%": ("#..#", "..#.", ".#..", "#..#", "...."),
    "<": ("..#", ".#.", "#..", ".#.", "..#"),
    "–": ("...", "...", "###", "...", "..."),
    "Y": ("#.#", "#.#", ".#.", ".#.", ".#."),
    "O": ("###", "#.#", "#.#", "#.#", "###"),
    "U": ("#.#", "#.#", "#.#", "#.#", "###"),
    "W": ("#...#", "#...#", "#.#.#", "##.##", "#...#"),
    "N": ("#..#", "##.#", "#.##", "#..#", "#..#"),
    "!": ("#", "#", "#", ".", "#"),
    " ": (".", ".", ".", ".", "."),
}
_SUITS: Final = {
    Suit.SPADES: ("...#...", "..###..", ".#####.", "#######", "#######", ".#.#.#.", "...#...", "..###.."),
    Suit.HEARTS: (".##.##.", "#######", "#######", "#######", ".#####.", "..###..", "...#...", "......."),
    Suit.DIAMONDS: ("...#...", "..###..", ".#####.", "#######", ".#####.", "..###..", "...#...", "......."),
    Suit.CLUBS: ("..###..", "..###..", ".#.#.#.", "#######", "#######", ".#.#.#.", "...#...", "..###.."),
}
_SMALL_SUITS: Final = {
    Suit.SPADES: ("..#..", ".###.", "#####", "#####", "..#..", ".###."),
    Suit.HEARTS: ("##.##", "#####", "#####", ".###.", "..#..", "....."),
    Suit.DIAMONDS: ("..#..", ".###.", "#####", ".###.", "..#..", "....."),
    Suit.CLUBS: ("..#..", ".###.", "#.#.#", "#####", "..#..", ".###."),
}
_BY_SIZE: Final = (_SUITS, _SMALL_SUITS)


def has_half_cells(glyphs: Glyphs) -> bool:
    """Return whether figures can be drawn large."""
    return bool(glyphs.half.strip())


def figure_width(text: str, glyphs: Glyphs) -> int:
    """Return the cells that a large figure takes side by side."""
    if not has_half_cells(glyphs):
        return len(text)
    return sum(len(_FIGURES[char][0]) + 1 for char in text) - 1


def draw_figure(surface: Surface, x: int, y: int, text: str, role: str, glyphs: Glyphs) -> None:
    """Draw a number, a time or a percentage, or “YOU WON!”, in three rows."""
    if not has_half_cells(glyphs):
        surface.text(x, y + 1, glyphs.displayable(text), role)
        return
    for char in text:
        dots = _FIGURES[char]
        draw_dots(surface, x, y, dots, role)
        x += len(dots[0]) + 1


def draw_dots(surface: Surface, x: int, y: int, dots: Sequence[str], role: str, *, lowered: bool = False) -> None:
    """Draw rows of dots, two in a cell; `lowered` by one dot. What is no dot is left as it is."""
    blank = "." * len(dots[0])
    rows = [blank] * lowered + list(dots)
    rows += [blank] * (len(rows) % 2)
    for row, (uppers, lowers) in enumerate(zip(rows[::2], rows[1::2], strict=True), y):
        for column, (upper, lower) in enumerate(zip(uppers, lowers, strict=True), x):
            if upper == lower == _DOT:
                surface.text(column, row, " ", filled(role))
            elif _DOT in (upper, lower):
                surface.text(column, row, "▀" if upper == _DOT else "▄", role)


def draw_suit_plate(surface: Surface, box: Box, suit: Suit, glyphs: Glyphs, *, colour: bool) -> None:
    """Draw a suit on a small card, as large as there is room for."""
    role = f"card {TWO_INKS[suit]}"
    surface.fill(*box, role)
    if not colour:
        surface.fill(*box, "bar text")
        role = "bar title"
    for suits in _BY_SIZE if has_half_cells(glyphs) else ():
        dots = suits[suit]
        if len(dots[0]) + 2 <= box.width and len(dots) + 2 <= 2 * box.height:
            draw_dots(surface, box.x + (box.width - len(dots[0])) // 2, box.y, dots, role, lowered=True)
            return
    surface.text(box.x + box.width // 2, box.y + box.height // 2, glyphs.suit(suit), role)
