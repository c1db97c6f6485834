"""The colours that terminals have besides 2^24 of them: xterm's 256, and the sixteen with names."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

RGB = tuple[int, int, int]

NAMES: Final = (
    *("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"),
    *("bright-black", "bright-red", "bright-green", "bright-yellow"),
    *("bright-blue", "bright-magenta", "bright-cyan", "bright-white"),
)
"""The sixteen colours as terminals' settings call them, by their numbers."""

URWID_NAMES: Final = (
    *("black", "dark red", "dark green", "brown", "dark blue", "dark magenta", "dark cyan", "light gray"),
    *("dark gray", "light red", "light green", "yellow", "light blue", "light magenta", "light cyan", "white"),
)
"""The same as urwid calls them."""

SIXTEEN: Final[tuple[RGB, ...]] = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
    *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
)
"""The same as xterm shows them; other terminals come near."""

DARK: Final = (0, 1, 4, 5)
LIGHT: Final = (7, 10, 11, 14, 15)
"""Those of the sixteen that are dark or light enough to write on; the rest lie between."""

_STEPS: Final = (0, 95, 135, 175, 215, 255)
_READABLE: Final = 3.0
_MIDDLE_LUMINANCE: Final = 0.18


def rgb(colour: str) -> RGB:
    """The red, green and blue of `#rrggbb`, each 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def rgb_of_256(number: int) -> RGB:
    """One of xterm's 256 colours: the sixteen, a cube of 6 × 6 × 6, and 24 greys."""
    if number < 16:  # noqa: PLR2004 - the numbers of xterm's parts
        return SIXTEEN[number]
    if number < 232:  # noqa: PLR2004
        red, rest = divmod(number - 16, 36)
        return _STEPS[red], _STEPS[rest // 6], _STEPS[rest % 6]
    grey = 8 + 10 * (number - 232)
    return grey, grey, grey


def nearest_of_256(colour: str) -> int:
    """The number of the nearest of xterm's 256 colours. The first sixteen are left out: players change them."""
    wanted = rgb(colour)
    red, green, blue = (min(range(6), key=lambda step: abs(_STEPS[step] - part)) for part in wanted)
    grey = min(max(round((sum(wanted) / 3 - 8) / 10), 0), 23)
    return nearest_of((16 + 36 * red + 6 * green + blue, 232 + grey), colour)


def nearest_of(numbers: Sequence[int], colour: str) -> int:
    """The nearest of some of the 256 colours, by the straight way through red, green and blue."""
    wanted = rgb(colour)
    return min(numbers, key=lambda number: sum((a - b) ** 2 for a, b in zip(rgb_of_256(number), wanted, strict=True)))


def luminance(colour: RGB) -> float:
    """Relative luminance, 0 for black to 1 for white, as WCAG 2.2 defines it."""
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - sRGB's formula
        for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """The contrast of two colours, 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def is_dark(colour: str) -> bool:
    """Whether white is easier to read on it than black."""
    return luminance(rgb(colour)) < _MIDDLE_LUMINANCE


def legible_on(grounds: Iterable[int]) -> tuple[int, ...]:
    """Those of the sixteen that can be read on all of these of the sixteen; the best one if none quite can."""
    least = {ink: _least_contrast(ink, tuple(sorted(grounds))) for ink in range(16)}
    return tuple(ink for ink in least if least[ink] >= _READABLE) or (max(least, key=lambda ink: least[ink]),)


@cache
def _least_contrast(ink: int, grounds: tuple[int, ...]) -> float:
    return min(contrast(SIXTEEN[ink], SIXTEEN[ground]) for ground in grounds)
