"""The name of the game on cards, as large as a window has room for."""

from typing import Final, NamedTuple

from freecell_tui.engine import Suit
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.painter import Painter
from freecell_tui.ui.drawing.surface import Surface

_NAME: Final = "FREECELL"
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)

# The letters of the name, four dots wide and five high.
_LETTERS: Final = {
    "F": ("####", "#...", "###.", "#...", "#..."),
    "R": ("###.", "#..#", "###.", "#.#.", "#..#"),
    "E": ("####", "#...", "###.", "#...", "####"),
    "C": (".###", "#...", "#...", "#...", ".###"),
    "L": ("#...", "#...", "#...", "#...", "####"),
}
_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
_LETTER_DOTS: Final = (4, 5)


class NameSize(NamedTuple):
    """One size of the name's cards: how far apart they lie, and the two words, and how far each card is lowered."""

    width: int
    height: int
    pitch: int
    between: int
    lowered: tuple[int, ...] = (0,) * len(_NAME)

    @property
    def span(self) -> int:
        """The columns that the name takes."""
        return self.pitch * (len(_NAME) - 1) + self.between + self.width

    @property
    def rows(self) -> int:
        """The rows that it takes, with the shadow."""
        return self.height + max(self.lowered) + (self.height > 1)


_ARC: Final = (1, 1, 0, 0, 0, 0, 1, 1)
_NAME_SIZES: Final = (
    NameSize(20, 13, 22, 6, (4, 2, 1, 0, 0, 1, 2, 4)),
    NameSize(16, 10, 17, 5, (4, 2, 1, 0, 0, 1, 2, 4)),
    NameSize(12, 7, 13, 4, (3, 1, 0, 0, 0, 0, 1, 3)),
    NameSize(8, 5, 9, 3, _ARC),
    NameSize(8, 5, 9, 3),
    NameSize(4, 3, 5, 0),
    NameSize(4, 1, 5, 0),
)
"""From the largest to the smallest, which fits every screen."""


def name_size(width: int, height: int) -> NameSize:
    """Return the largest name that leaves a row above and below it, or else the smallest."""
    room = (size for size in _NAME_SIZES if size.span + 1 <= width and size.rows + 1 <= height)
    return next(room, _NAME_SIZES[-1])


def draw_name(surface: Surface, painter: Painter, glyphs: Glyphs, name_size: NameSize, top: int) -> None:
    """Draw the name in the middle, from row `top` down."""
    x = (surface.width - name_size.span) // 2
    for index, letter in enumerate(_NAME):
        suit = _SUITS[index % len(_SUITS)]
        box = Box(
            x + index * name_size.pitch + name_size.between * (2 * index >= len(_NAME)),
            top + name_size.lowered[index],
            name_size.width,
            name_size.height,
        )
        painter.paint_blank(surface, box)
        _draw_face(surface, box, letter, suit, glyphs)


def _draw_face(surface: Surface, box: Box, letter: str, suit: Suit, glyphs: Glyphs) -> None:
    ink = "card red" if suit in _RED else "card black"
    mark = glyphs.suit(suit)
    if box.width <= len(_LETTERS[letter][0]):
        surface.text(box.x + 1, box.y + box.height // 2, letter + mark, ink)
        return
    picture = _letter(letter, box, glyphs)
    x = box.x + (box.width - len(picture[0])) // 2
    y = box.y + (box.height - len(picture)) // 2
    for row, dots in enumerate(picture):
        surface.text(x, y + row, dots, ink)
    surface.text(box.x + 1, box.y, mark, ink)
    surface.text(box.x + box.width - 2, box.y + box.height - 1, mark, ink)


def _letter(letter: str, box: Box, glyphs: Glyphs) -> list[str]:
    """Return the rows of a letter as large as a card has room for."""
    dots = _LETTERS[letter]
    scale = max((box.width - 2) // _LETTER_DOTS[0], 1)
    wide = ["".join(dot * scale for dot in row) for row in dots]
    if glyphs.half != _HALVES["#."]:
        rows = wide if len(wide) <= box.height - 2 else wide[::2]
        return [row.replace(".", " ") for row in rows]
    tall = [row for row in wide for _ in range(scale)]
    tall += ["." * len(tall[0])] * (len(tall) % 2)
    pairs = zip(tall[::2], tall[1::2], strict=True)
    return ["".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]
