"""Lines drawn in dots of braille, eight in a cell: two across and four down; in ASCII in strokes, three in a cell."""

from collections.abc import Sequence
from itertools import pairwise
from math import fsum
from typing import Final

from freecell_tui.ui.drawing.glyphs import Glyphs

_ACROSS, _DOWN = 2, 4
_BLANK: Final = 0x2800
_STROKES: Final = "_-'"
"""The strokes of ASCII, from the foot of a cell to its top."""

# The bit of each dot, by its column and then from top to bottom.
_BITS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


def curve(values: Sequence[float | None], width: int, height: int, glyphs: Glyphs) -> list[str]:
    """Return a line through values, as `braille_line` does, in what the terminal can show."""
    return (braille_line if glyphs.has_full_unicode else ascii_line)(values, width, height)


def braille_line(values: Sequence[float | None], width: int, height: int) -> list[str]:
    """Return a line through values (0 to 1, or None for a gap) in `height` rows of `width` cells, the topmost first.

    The values are spread over the whole width; where there are more than dots, each dot shows the mean of its share.
    """
    rows = [[0] * width for _ in range(height)]
    shown = _spread(values, width * _ACROSS)
    levels = [None if value is None else round(value * (height * _DOWN - 1)) for value in shown]
    for x, (level, following) in enumerate(pairwise([*levels, None])):
        if level is None:
            continue
        # Dots on the way to the next level, so that a steep line does not fall apart.
        end = level if following is None else following
        step = 1 if end >= level else -1
        for dot in range(level, end, step) or (level,):
            y = height * _DOWN - 1 - dot
            rows[y // _DOWN][x // _ACROSS] |= _BITS[x % _ACROSS][y % _DOWN]
    return ["".join(chr(_BLANK + bits) for bits in row) for row in rows]


def ascii_line(values: Sequence[float | None], width: int, height: int) -> list[str]:
    """Return a line like `braille_line`, in a stroke for each column."""
    rows = [[" "] * width for _ in range(height)]
    for x, value in enumerate(_spread(values, width)):
        if value is not None:
            above_foot, stroke = divmod(round(value * (height * len(_STROKES) - 1)), len(_STROKES))
            rows[height - 1 - above_foot][x] = _STROKES[stroke]
    return ["".join(row) for row in rows]


def _spread(values: Sequence[float | None], dots: int) -> list[float | None]:
    """Return a value for each dot across: the value at its place, or the mean of several."""
    count = len(values)
    if not count:
        return [None] * dots
    if count <= dots:
        return [values[dot * count // dots] for dot in range(dots)]
    parts = [values[dot * count // dots : (dot + 1) * count // dots] for dot in range(dots)]
    known = [[value for value in part if value is not None] for part in parts]
    return [fsum(part) / len(part) if part else None for part in known]
