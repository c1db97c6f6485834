"""The pips of the cards from two to ten in pixels, arranged as on real cards."""

from functools import cache
from typing import Final, NamedTuple

from freecell_tui.ui.drawing.pips import HALFWAY, PLACES, place_of
from freecell_tui.ui.drawing.pixels import FLAT_SUITS, MIDDLE_SUITS, SMALL_SUITS, TINY_SUITS, Pixels, turned


class _Sheet(NamedTuple):
    """The pips of the ranks up to `most`, and at which pixel each of the three lines begins."""

    most: int
    suits: tuple[Pixels, ...]
    lines: tuple[int, int, int]


# The three lines of a ten touch: in a heart of four rows one would run into the next.
_SUITS_OF_TEN: Final = (*TINY_SUITS[:2], ("# #", "###", " # "), TINY_SUITS[3])
_SHEETS: Final = (
    _Sheet(6, SMALL_SUITS, (0, 3, 6)),
    _Sheet(8, FLAT_SUITS, (0, 3, 6)),
    _Sheet(9, TINY_SUITS, (0, 4, 8)),
    _Sheet(10, _SUITS_OF_TEN, (0, 3, 6)),
)
_LARGER_SHEETS: Final = (
    _Sheet(6, MIDDLE_SUITS, (0, 4, 8)),
    _Sheet(9, SMALL_SUITS, (0, 5, 10)),
    _Sheet(10, FLAT_SUITS, (0, 4, 8)),
)
_ROWS_OF_LARGER: Final = 24


@cache
def pip_picture(rank: int, suit: int, rows: int) -> Pixels:
    """Return the pips of a card on so many rows of pixels, those below the middle upside down.

    They are as large as they can be with none on another: the fewer, the larger.
    """
    sheets = _LARGER_SHEETS if rows >= _ROWS_OF_LARGER else _SHEETS
    suits, lines = next((suits, lines) for most, suits, lines in sheets if rank <= most)
    pip = suits[suit]
    outer, middle = PLACES[rank]
    way = rows - len(pip)
    if HALFWAY in (*outer, *middle):
        way -= way % 2
    picture = [[" "] * (lines[-1] + len(pip[0])) for _ in range(way + len(pip))]
    for x, places in zip(lines, (outer, middle, outer), strict=True):
        for place in places:
            for y, marks in enumerate(turned(pip) if place > HALFWAY else pip, place_of(place, way)):
                for at, mark in enumerate(marks, x):
                    if mark != " ":
                        picture[y][at] = mark
    return tuple(map("".join, picture))
