"""Pictures of pixels in half blocks: two pixels a cell, one above the other, which makes them nearly square.

A picture is rows of characters, one a pixel; a space is the ground that it lies on. The role of a cell of two pixels is
`half` with the names of both colours, such as `half card.red card`: a surface, or an ink on it.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from freecell_tui.engine import Suit
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
