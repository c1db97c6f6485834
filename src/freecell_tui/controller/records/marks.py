"""The characters of charts, and bars and columns made of them."""

from typing import Final, NamedTuple


class Marks(NamedTuple):
    """The characters of charts.

    `bar` are the parts of a cell in a bar, from the least to a whole one, and `track` is what a bar of a rate leaves of
    its row. `columns` are the same upwards, and `second` those of the other one of two columns. `grid` are the lines
    behind columns, at the upper edge, the middle and the lower edge of a cell. `days` are a day without games, one
    without a win, and four strengths; `outcomes` are a win and a loss.
    """

    bar: str
    track: str
    columns: str
    second: str
    grid: str
    days: str
    outcomes: str


UNICODE: Final = Marks("╸━", "─", "▁▂▃▄▅▆▇█", "▁▂▃▄▅▆▇█", "▔─▁", "·○░▒▓█", "▀▄")
CONSOLE: Final = Marks("■", "─", "▄█", "▄█", "·─_", "·○░▒▓█", "▀▄")
"""What the Linux console's default font has."""
ASCII: Final = Marks("=", "-", "#", ":", "  _", ".-:+*#", "+-")


def marks_for(encoding: str) -> Marks:
    """Return the characters of charts in plain text.

    Block characters if an encoding has them, otherwise ASCII.
    """
    try:
        "".join(UNICODE).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def bar(part: float, marks: str, width: int) -> str:
    """Return a bar of `part` (0–1) of `width` cells.

    `marks` are the parts of a cell, least first. Anything above 0 draws a mark.
    """
    steps = len(marks)
    whole, rest = divmod(max(round(part * width * steps), int(part > 0)), steps)
    return marks[-1] * whole + marks[rest - 1] * (rest > 0)


def column(part: float, rows: int, marks: str) -> str:
    """Return a bar as the cells of a column, the topmost first."""
    return bar(part, marks, rows).ljust(rows)[::-1]
