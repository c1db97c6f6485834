"""The pips of the cards from two to ten in pixels, arranged as on real cards."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from freecell_tui.ui.drawing.pips import HALFWAY, PLACES, place_of
from freecell_tui.ui.drawing.pixels import FLAT_SUITS, MIDDLE_SUITS, SMALL_SUITS, TINY_SUITS, Pixels, of_one_ink, turned


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
