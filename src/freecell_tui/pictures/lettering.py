"""Letters as strokes: a picture with them needs no font, and looks the same on every machine.

There are capitals, digits and a few marks. Small letters are drawn as capitals.
"""

from typing import Final

from freecell_tui.pictures.svg import Svg, number

CAP_HEIGHT: Final = 14.0
"""The height of a letter at scale 1."""

_SPACE: Final = 6.0
_GAP: Final = 3.4
"""The room between two letters."""

# Each letter's width and its strokes, the baseline at y 14 and the top of a capital at y 0.
_STROKES: Final = {
    "A": (10, "M0 14 5 0 10 14M1.8 9.2H8.2"),
    "B": (8.7, "M0 0V14H5A3.7 3.7 0 0 0 5 6.6H0M0 0H4.4A3.3 3.3 0 0 1 4.4 6.6"),
    "C": (9.6, "M9.6 2.2A5.8 7 0 1 0 9.6 11.8"),
    "D": (9.8, "M0 0V14H3.4A6.4 7 0 0 0 3.4 0Z"),
    "E": (7.6, "M7.6 0H0V14H7.6M0 6.8H6.4"),
    "F": (7.4, "M7.4 0H0V14M0 7H6.2"),
    "G": (10.6, "M9.6 2.2A5.8 7 0 1 0 10.6 9.4V7.6H6.6"),
    "H": (9.2, "M0 0V14M9.2 0V14M0 6.8H9.2"),
    "I": (0.1, "M0 0V14"),
    "J": (6, "M6 0V10A3.2 4 0 0 1 0 11.4"),
    "K": (8.6, "M0 0V14M8.4 0 0 8.6M3.2 5.6 8.6 14"),
    "L": (7.2, "M0 0V14H7.2"),
    "M": (11.2, "M0 14V0L5.6 9 11.2 0V14"),
    "N": (9.4, "M0 14V0L9.4 14V0"),
    "O": (11.2, "M5.6 0A5.6 7 0 1 0 5.6 14A5.6 7 0 1 0 5.6 0Z"),
    "P": (8.2, "M0 14V0H4.4A3.9 3.9 0 0 1 4.4 7.8H0"),
    "Q": (11.2, "M5.6 0A5.6 7 0 1 0 5.6 14A5.6 7 0 1 0 5.6 0ZM7 10.2 11 15"),
    "R": (8.6, "M0 14V0H4.4A3.8 3.8 0 0 1 4.4 7.6H0M4.4 7.6 8.6 14"),
    "S": (
        8.4,
        "M8 2.4C7.2.9 5.8 0 4.2 0 1.9 0 .5 1.5.5 3.4.5 7.8 8.4 5.9 8.4 10.4 8.4 12.6 6.6 14 4.3 14 2.2 14 .6 13 0 11.2",
    ),
    "T": (8.8, "M0 0H8.8M4.4 0V14"),
    "U": (9.2, "M0 0V9.4A4.6 4.6 0 0 0 9.2 9.4V0"),
    "V": (10, "M0 0 5 14 10 0"),
    "W": (14, "M0 0 3.6 14 7 2.6 10.4 14 14 0"),
    "X": (8.8, "M0 0 8.8 14M8.8 0 0 14"),
    "Y": (9.2, "M0 0 4.6 7.2 9.2 0M4.6 7.2V14"),
    "Z": (8.4, "M0 0H8.4L0 14H8.4"),
    "0": (8.4, "M4.2 0C1.4 0 0 2.6 0 7 0 11.4 1.4 14 4.2 14 7 14 8.4 11.4 8.4 7 8.4 2.6 7 0 4.2 0Z"),
    "1": (4, "M0 2.8 4 0V14"),
    "2": (8, "M.2 3.8A3.8 3.8 0 1 1 7 6.2L0 14H8"),
    "3": (8.2, "M.6 1.9C2.4-.9 7.7-.7 7.7 3.3 7.7 5.3 6.2 6.5 3.6 6.5 6.5 6.5 8.2 7.9 8.2 10.1 8.2 15 1.8 15.2 0 11.8"),
    "4": (8.8, "M6.4 14V0L0 9.8H8.8"),
    "5": (
        8.2,
        "M7.5 0H1.6L.9 6.2C1.8 5.5 2.8 5.1 4 5.1 6.5 5.1 8.2 6.9 8.2 9.4 8.2 12.1 6.4 14 3.8 14 2.2 14 .8 13.3 0 12",
    ),
    "6": (8.3, "M6.8.2C2.8 1.6 0 5 0 9.7A4.15 4.3 0 1 0 8.3 9.7A4.15 4.3 0 1 0 0 9.7"),
    "7": (8, "M0 0H8L2.6 14"),
    "8": (8.2, "M4.1 6.5A3.25 3.25 0 1 1 4.1 0A3.25 3.25 0 1 1 4.1 6.5A4.1 3.75 0 1 0 4.1 14A4.1 3.75 0 1 0 4.1 6.5Z"),
    "9": (8.3, "M1.5 13.8C5.5 12.4 8.3 9 8.3 4.3A4.15 4.3 0 1 0 0 4.3A4.15 4.3 0 1 0 8.3 4.3"),
    "#": (9.8, "M3.4 1 1.8 13M8 1 6.4 13M.6 4.8H9.8M0 9.2H9.2"),
    ":": (0.1, "M0 4.6V4.7M0 11.4V11.5"),
    ".": (0.1, "M0 13.9V14"),
    ",": (1, "M1 13.4 0 16.2"),
    "’": (1, "M1 0 0 3.2"),
    "-": (5, "M0 7.4H5"),
    "·": (0.1, "M0 7V7.1"),
}


def text_width(text: str, scale: float) -> float:
    """Return how wide a text is."""
    return scale * max(sum(map(_advance, text.upper())) - _GAP, 0)


def draw_text(
    svg: Svg, text: str, start: tuple[float, float], *, scale: float, ink: str, thickness: float = 1.7
) -> None:
    """Draw a text from `start` to the right, which is where its letters stand; `thickness` is a stroke's at scale 1."""
    letters = svg.put("g", start[0], start[1] - CAP_HEIGHT * scale, scale=scale, stroke=ink, stroke_width=thickness)
    at = 0.0
    for letter in text.upper():
        if letter in _STROKES:
            letters.add("path", d=_STROKES[letter][1], transform=f"translate({number(at)})")
        at += _advance(letter)


def _advance(letter: str) -> float:
    """Return how far it is from the beginning of a letter to that of the next."""
    return _STROKES[letter][0] + _GAP if letter in _STROKES else _SPACE
