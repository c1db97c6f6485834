"""Ranks, suits, pips and letters in half blocks: two pixels a cell, one above the other, nearly square.

A picture is rows of characters, one a pixel; a space is the ground that it lies on. The role of a cell of two pixels is
`half` with the names of both colours, such as `half card.red card`: a surface, or an ink on it.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from freecell_tui.engine import Suit
from freecell_tui.ui.drawing.cards.strokes import (
    HALFWAY,
    PLACES,
    place_of,
)
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface

Pixels = tuple[str, ...]

_UPPER_HALF: Final = "▀"

DIGITS: Final[Mapping[str, Pixels]] = {
    "A": (" # ", "# #", "###", "# #", "# #"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", " ##", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "10": ("# ###", "# # #", "# # #", "# # #", "# ###"),
    "J": ("  #", "  #", "  #", "# #", "###"),
    "Q": ("### ", "# # ", "# # ", "### ", "  ##"),
    "K": ("# #", "# #", "## ", "# #", "# #"),
}
"""The ranks, three pixels wide and five high, some wider."""

TINY_SUITS: Final[tuple[Pixels, ...]] = (
    (" # ", "###", " # "),
    (" # ", "###", "###", " # "),
    ("# #", "###", "###", " # "),
    (" # ", "###", "###", " # "),
)
"""The suits in the order of `Suit`, three pixels wide and four high; but a club is as high as wide."""

FLAT_SUITS: Final[tuple[Pixels, ...]] = (
    (" ### ", " ### ", "#####", "  #  "),
    ("  #  ", " ### ", "#####", " ### ", "  #  "),
    (" # # ", "#####", " ### ", "  #  "),
    ("  #  ", " ### ", "#####", "  #  "),
)
"""The same, five pixels wide and four high; but a diamond is as high as wide."""

SMALL_SUITS: Final[tuple[Pixels, ...]] = (
    (" ### ", " ### ", "#####", "## ##", "  #  "),
    ("  #  ", " ### ", "#####", " ### ", "  #  "),
    (" # # ", "#####", "#####", " ### ", "  #  "),
    ("  #  ", " ### ", "#####", "#####", "  #  "),
)
"""The same, five pixels wide and high."""

MIDDLE_SUITS: Final[tuple[Pixels, ...]] = (
    ("  ###  ", "  ###  ", "#######", "#######", "## # ##", "   #   ", "  ###  "),
    ("   #   ", "  ###  ", " ##### ", "#######", " ##### ", "  ###  ", "   #   "),
    (" ## ## ", "#######", "#######", "#######", " ##### ", "  ###  ", "   #   "),
    ("   #   ", "  ###  ", " ##### ", "#######", "#######", "   #   ", "  ###  "),
)
"""The same, seven pixels wide and high."""

LARGE_SUITS: Final[tuple[Pixels, ...]] = (
    (
        "   ###   ",
        "  #####  ",
        "  #####  ",
        "   ###   ",
        " ### ### ",
        "#########",
        "#########",
        " ## # ## ",
        "   ###   ",
    ),
    (
        "    #    ",
        "   ###   ",
        "  #####  ",
        " ####### ",
        "#########",
        " ####### ",
        "  #####  ",
        "   ###   ",
        "    #    ",
    ),
    (
        " ##   ## ",
        "#### ####",
        "#########",
        "#########",
        "#########",
        " ####### ",
        "  #####  ",
        "   ###   ",
        "    #    ",
    ),
    (
        "    #    ",
        "   ###   ",
        "  #####  ",
        " ####### ",
        "#########",
        "#########",
        "#### ####",
        "    #    ",
        "  #####  ",
    ),
)
"""The same, nine pixels wide and high."""

HUGE_SUITS: Final[tuple[Pixels, ...]] = (
    (
        "     ###     ",
        "    #####    ",
        "    #####    ",
        "    #####    ",
        " ### ### ### ",
        "#############",
        "#############",
        "#############",
        "##### # #####",
        " ###  #  ### ",
        "      #      ",
        "     ###     ",
        "   #######   ",
    ),
    (
        "      #      ",
        "     ###     ",
        "    #####    ",
        "   #######   ",
        "  #########  ",
        " ########### ",
        "#############",
        " ########### ",
        "  #########  ",
        "   #######   ",
        "    #####    ",
        "     ###     ",
        "      #      ",
    ),
    (
        "  ###   ###  ",
        " ##### ##### ",
        "###### ######",
        "#############",
        "#############",
        "#############",
        "#############",
        " ########### ",
        "  #########  ",
        "   #######   ",
        "    #####    ",
        "     ###     ",
        "      #      ",
    ),
    (
        "      #      ",
        "     ###     ",
        "    #####    ",
        "   #######   ",
        "  #########  ",
        " ########### ",
        "#############",
        "#############",
        "#############",
        " ##### ##### ",
        "  ### # ###  ",
        "     ###     ",
        "   #######   ",
    ),
)
"""The same, thirteen pixels wide and high."""


def turned(rows: Pixels) -> Pixels:
    """Return a picture upside down."""
    return tuple(row[::-1] for row in reversed(rows))


def beside(*pictures: Pixels, gap: int = 1) -> Pixels:
    """Return pictures of the same height side by side."""
    return tuple((" " * gap).join(rows) for rows in zip(*pictures, strict=True))


def doubled(rows: Pixels) -> Pixels:
    """Return a picture twice as large."""
    return tuple("".join(mark * 2 for mark in row) for row in rows for _ in range(2))


def hollow(rows: Pixels) -> Pixels:
    """Return the outline of a picture: without the pixels that have others on all four sides."""
    blank = " " * (len(rows[0]) + 2)
    padded = (blank, *(f" {row} " for row in rows), blank)
    return tuple(
        "".join(
            " " if padded[y - 1][x] + padded[y + 1][x] + row[x - 1 : x + 2] == "#####" else row[x]
            for x in range(1, len(row) - 1)
        )
        for y, row in enumerate(padded[1:-1], 1)
    )


@cache
def of_one_ink(picture: Pixels, suit: int) -> Pixels:
    """Return the picture of a suit as it is told from the others without colours: hollow if it is a red one."""
    return hollow(picture) if Suit(suit) in (Suit.DIAMONDS, Suit.HEARTS) else picture


def with_suit(rank: str, suit: Pixels, width: int) -> Pixels:
    """Return the picture of a rank beside that of its suit, or alone if both are wider than `width`."""
    both = beside(DIGITS[rank], suit)
    return both if len(both[0]) <= width else DIGITS[rank]


def in_ink(role: str) -> dict[str, str]:
    """Return the colours of a picture in the ink of a role, on its surface."""
    return {" ": role.partition(" ")[0], "#": role.replace(" ", ".")}


def draw_pixels(surface: Surface, x: int, y: int, rows: Pixels, colours: Mapping[str, str]) -> None:
    """Draw a picture whose first pixel is at column `x` and half row `y`; `colours` has the ground's under a space."""
    drawn = _cells(rows, y % 2, tuple(colours.items()))
    for row, (marks, roles) in enumerate(drawn, y // 2):
        surface.cells(x, row, marks, roles)


def draw_in_middle(surface: Surface, box: Box, rows: Pixels, colours: Mapping[str, str]) -> None:
    """Draw a picture in the middle of a rectangle."""
    x = box.x + (box.width - len(rows[0])) // 2
    draw_pixels(surface, x, 2 * box.y + (2 * box.height - len(rows)) // 2, rows, colours)


@lru_cache(maxsize=2048)
def _cells(
    rows: Pixels, offset: int, colours: tuple[tuple[str, str], ...]
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return the characters and the roles of each row of cells; `offset` is 1 if it begins with a lower half."""
    names = dict(colours)
    blank = " " * len(rows[0])
    padded = [*[blank] * offset, *rows]
    padded += [blank] * (len(padded) % 2)
    drawn = []
    for upper, lower in zip(padded[::2], padded[1::2], strict=True):
        marks, roles = zip(
            *(_cell(names[one], names[other]) for one, other in zip(upper, lower, strict=True)), strict=True
        )
        drawn.append((marks, roles))
    return tuple(drawn)


@lru_cache(maxsize=1024)
def _cell(upper: str, lower: str) -> tuple[str, str]:
    """Return the character and the role of a cell of two pixels."""
    return " " if upper == lower else _UPPER_HALF, f"half {upper} {lower}"


# The pips of the cards from two to ten in pixels, arranged as on real cards.


class _Sheet(NamedTuple):
    """The pips of the ranks up to `most`, by suit, and how many pixels wide the picture is."""

    most: int
    suits: tuple[Pixels, ...]
    width: int


_TINIEST: Final = 3
"""The rows of the smallest hearts and clubs."""

# The largest pips that touch no other one, not even at a corner. Ten wide ones would need eleven columns beside the
# index of two figures, and there are nine.
_SUITS_OF_NINE: Final = (FLAT_SUITS[0], TINY_SUITS[1], *FLAT_SUITS[2:])
_SUITS_OF_TEN: Final = (*TINY_SUITS[:2], ("# #", "###", " # "), TINY_SUITS[3])
_SUITS_OF_LARGER_NINE: Final = (FLAT_SUITS[0], *SMALL_SUITS[1:3], FLAT_SUITS[3])
_SUITS_OF_LARGER_TEN: Final = (FLAT_SUITS[0], SMALL_SUITS[1], *FLAT_SUITS[2:])
_SHEETS: Final[tuple[_Sheet, ...]] = (
    _Sheet(6, SMALL_SUITS, 11),
    _Sheet(9, _SUITS_OF_NINE, 11),
    _Sheet(10, _SUITS_OF_TEN, 9),
)
_LARGER_SHEETS: Final[tuple[_Sheet, ...]] = (
    _Sheet(6, MIDDLE_SUITS, 15),
    _Sheet(8, SMALL_SUITS, 15),
    _Sheet(9, _SUITS_OF_LARGER_NINE, 15),
    _Sheet(10, _SUITS_OF_LARGER_TEN, 13),
)
_ROWS_OF_LARGER: Final = 24
# Pips of which the red ones are large enough to be hollow: at most six, or on the largest cards nine.
_LINE_SHEETS: Final[tuple[_Sheet, ...]] = (_Sheet(6, SMALL_SUITS, 11),)
_LARGER_LINE_SHEETS: Final[tuple[_Sheet, ...]] = (
    _Sheet(6, MIDDLE_SUITS, 15),
    _Sheet(8, SMALL_SUITS, 15),
    _Sheet(9, _SUITS_OF_LARGER_NINE, 15),
)

_Lines = tuple[tuple[int, ...], tuple[int, ...]]
"""At which row each pip begins: in the two outer lines, and in the middle one."""

_PLACES_OF_FLAT: Final[Mapping[tuple[int, int], _Lines]] = {
    (9, 22): ((0, 5, 13, 18), (9,)),
    (10, 26): ((0, 8, 14, 22), (4, 18)),
}
"""Where wide pips of four pixels in height have more room than at `PLACES`, by rank and rows."""


def most_pips(rows: int) -> int:
    """Return how many pips a picture in one ink has room for."""
    return (_LARGER_LINE_SHEETS if rows >= _ROWS_OF_LARGER else _LINE_SHEETS)[-1].most


@cache
def pip_picture(rank: int, suit: int, rows: int, *, in_one_ink: bool = False) -> Pixels:
    """Return the pips of a card on so many rows of pixels, those below the middle upside down.

    They are as large as they can be with none on another: the fewer, the larger. `in_one_ink` red suits are hollow.
    """
    is_large = rows >= _ROWS_OF_LARGER
    sheets = _LARGER_SHEETS if is_large else _SHEETS
    if in_one_ink:
        sheets = _LARGER_LINE_SHEETS if is_large else _LINE_SHEETS
    sheet = next(sheet for sheet in sheets if rank <= sheet.most)
    pip = of_one_ink(sheet.suits[suit], suit) if in_one_ink else sheet.suits[suit]
    last, way = sheet.width - len(pip[0]), rows - len(pip)
    if any(HALFWAY in line for line in PLACES[rank]):
        way -= way % 2
    outer, middle = _lines(rank, rows, pip, way)
    picture = [[" "] * sheet.width for _ in range(way + len(pip))]
    for x, places in zip((0, last // 2, last), (outer, middle, outer), strict=True):
        for place in places:
            for y, marks in enumerate(_turned(pip) if 2 * place > way else pip, place):
                for at, mark in enumerate(marks, x):
                    if mark != " ":
                        picture[y][at] = mark
    return tuple(map("".join, picture))


def _turned(pip: Pixels) -> Pixels:
    """Return a pip of the lower half: upside down, but the smallest heart would be an arrow."""
    return pip if len(pip) == _TINIEST else turned(pip)


def _lines(rank: int, rows: int, pip: Pixels, way: int) -> _Lines:
    if (rank, rows) in _PLACES_OF_FLAT and len(pip) < len(pip[0]):
        return _PLACES_OF_FLAT[rank, rows]
    outer, middle = PLACES[rank]
    return tuple(place_of(place, way) for place in outer), tuple(place_of(place, way) for place in middle)


# Empty places in pixels: the letters of the free cells, and the suits of the foundations.


_LETTERS: Final[Mapping[str, Pixels]] = {
    "a": ("     ", "     ", " ### ", "    #", " ####", "#   #", " ####"),
    "b": ("#    ", "#    ", "#### ", "#   #", "#   #", "#   #", "#### "),
    "c": ("     ", "     ", " ####", "#    ", "#    ", "#    ", " ####"),
    "d": ("    #", "    #", " ####", "#   #", "#   #", "#   #", " ####"),
    "e": ("     ", "     ", " ### ", "#   #", "#####", "#    ", " ####"),
    "f": ("   ##", "  #  ", " ####", "  #  ", "  #  ", "  #  ", "  #  "),
    "g": ("     ", "     ", " ####", "#   #", " ####", "    #", " ### "),
    "k": ("#    ", "#    ", "#  # ", "# #  ", "##   ", "# #  ", "#  # "),
    "K": ("#   #", "#  # ", "# #  ", "##   ", "# #  ", "#  # ", "#   #"),
}
"""The letters that cells have as their keys, five pixels wide and seven high."""

_SUITS: Final = ((14, 15, HUGE_SUITS), (7, 11, LARGE_SUITS), (6, 9, MIDDLE_SUITS))
"""The suits by the least height and width of the place that they are in."""


def well_picture(mark: str, box: Box, suits: str, *, in_one_ink: bool = False) -> Pixels | None:
    """Return the picture of a letter or of one of `suits` for an empty place, or None if there is none."""
    fitting = next((pictures for rows, width, pictures in _SUITS if box.height >= rows and box.width >= width), None)
    if fitting is None or not mark:
        return None
    if mark not in suits:
        return _LETTERS.get(mark)
    suit = suits.index(mark)
    return of_one_ink(fitting[suit], suit) if in_one_ink else fitting[suit]
