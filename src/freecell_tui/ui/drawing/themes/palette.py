"""Colours: their like among xterm's 256 and the basic sixteen, their contrast, and how they fade."""

from collections.abc import Container, Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

RGB = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""

Number = int | str
"""A colour: the number among xterm's 256, the first of which are the basic sixteen, or `#rrggbb`."""

Colours = Literal[1, 16, 88, 256, 16777216]
"""The number of colours of a terminal, as urwid distinguishes them."""
SIXTEEN: Final = 16
MANY: Final = 256
TRUE: Final = 2**24
"""The numbers of colours that a theme is drawn in: the basic sixteen, xterm's 256, and 24 bits."""

BASIC_NAMES: Final = (
    *("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"),
    *("bright-black", "bright-red", "bright-green", "bright-yellow"),
    *("bright-blue", "bright-magenta", "bright-cyan", "bright-white"),
)
"""The names of the sixteen basic colours in terminals' settings, by number."""

URWID_NAMES: Final = (
    *("black", "dark red", "dark green", "brown", "dark blue", "dark magenta", "dark cyan", "light gray"),
    *("dark gray", "light red", "light green", "yellow", "light blue", "light magenta", "light cyan", "white"),
)
"""urwid's names of the basic colours, by number."""

BASIC_RGB: Final[tuple[RGB, ...]] = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
    *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
)
"""The basic colours as xterm shows them, by number; other terminals come near."""

DEFAULT: Final = "default"
"""urwid's name of the terminal's own ink and background."""
PAPER, PEN = 16, 231
"""The numbers that stand for the terminal's own background and ink: black and white, whatever they are."""
TERMINALS: Final = {"default-background": PAPER, "default-ink": PEN}
"""The terminal's own colours in a theme, each for a surface or an ink."""

BLACK, LIGHT_GREY, DARK_GREY = 0, 7, 8
DARK: Final = (0, 1, 4, 5)
LIGHT: Final = (7, 10, 11, 14, 15)
"""The basic colours that are dark or light enough for a background; the rest lie between."""

# The parts of xterm's 256: the basic colours, a cube of 6 × 6 × 6 with these levels, and 24 greys.
_LEVELS: Final = (0, 95, 135, 175, 215, 255)
_CUBE_START: Final = 16
_GREY_START: Final = 232
_CUBE: Final = range(_CUBE_START, _GREY_START)
_GREYS: Final = 24
XTERM: Final = range(_CUBE_START, _GREY_START + _GREYS)
"""Xterm's 256 colours without the basic ones, which players change."""

_MIN_CONTRAST: Final = 4.5
"""The contrast that WCAG 2.2 asks for in text."""
_MIDDLE_LUMINANCE: Final = 0.18
"""The luminance from which black is more legible than white."""
# Up to this value sRGB's transfer function is linear.
_LINEAR_UP_TO: Final = 10


def rgb(colour: Number) -> RGB:
    """Return red, green and blue of a colour, 0 to 255 each."""
    if isinstance(colour, str):
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    if colour < _CUBE_START:
        return BASIC_RGB[colour]
    if colour < _GREY_START:
        red, rest = divmod(colour - _CUBE_START, 36)
        return _LEVELS[red], _LEVELS[rest // 6], _LEVELS[rest % 6]
    grey = 8 + 10 * (colour - _GREY_START)
    return grey, grey, grey


def in_hex(colour: Iterable[float]) -> str:
    """Return red, green and blue, each 0 to 255, as `#rrggbb`."""
    return "#" + "".join(f"{round(part):02x}" for part in colour)


def nearest_xterm(colour: str) -> int:
    """Return the nearest of xterm's 256 colours.

    Basic colours are left out, as players change them.
    """
    grey = min(max(round((sum(rgb(colour)) / 3 - 8) / 10), 0), _GREYS - 1)
    return nearest((nearest_in_cube(colour), _GREY_START + grey), colour)


def nearest_in_cube(colour: str) -> int:
    """Return the nearest colour of xterm's cube.

    The 24 greys are left out.
    """
    red, green, blue = (min(range(6), key=lambda level: abs(_LEVELS[level] - part)) for part in rgb(colour))
    return _CUBE_START + 36 * red + 6 * green + blue


def of_hue(colour: str) -> list[int]:
    """Return the colours of xterm's cube with the hue of `colour`.

    Colours have the same hue here if red, green and blue are in the same order of strength.
    """
    wanted = _strength_order(rgb(nearest_xterm(colour)))
    return [number for number in _CUBE if _strength_order(rgb(number)) == wanted]


def _strength_order(parts: RGB) -> list[bool]:
    return [one < other for one in parts for other in parts]


def nearest(numbers: Sequence[int], colour: str) -> int:
    """Return the nearest of some of xterm's 256 colours.

    The distance is Euclidean, in RGB.
    """
    wanted = rgb(colour)
    return min(numbers, key=lambda number: sum((a - b) ** 2 for a, b in zip(rgb(number), wanted, strict=True)))


@lru_cache(maxsize=1024)
def luminance(colour: Number) -> float:
    """Return the relative luminance of WCAG 2.2, 0 to 1 (white)."""
    red, green, blue = (
        part / 255 / 12.92 if part <= _LINEAR_UP_TO else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Number, other: Number) -> float:
    """Return the contrast ratio of WCAG 2.2, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(one: Number, other: Number, part: float) -> str:
    """Return a mix of two colours, with a `part` of the second."""
    return in_hex(a * (1 - part) + b * part for a, b in zip(rgb(one), rgb(other), strict=True))


def is_dark(colour: Number) -> bool:
    """Return whether white is more legible on `colour` than black."""
    return luminance(colour) < _MIDDLE_LUMINANCE


def legible_on(backgrounds: Iterable[int]) -> tuple[int, ...]:
    """Return the basic colours that are legible on all backgrounds.

    Without any, the most legible colour is returned.
    """
    grounds = set(backgrounds)
    least = {ink: min(contrast(ink, ground) for ground in grounds) for ink in range(SIXTEEN)}
    return tuple(ink for ink in least if least[ink] >= _MIN_CONTRAST) or (max(least, key=lambda ink: least[ink]),)


def urwid_name(colour: Number, depth: Colours) -> str:
    """Return urwid's name of a colour."""
    if isinstance(colour, str):
        return colour
    if depth != SIXTEEN:
        return f"h{colour}"
    return DEFAULT if colour in (PAPER, PEN) else URWID_NAMES[colour]


class Colour(NamedTuple):
    """A colour of a theme."""

    true: str
    """The colour as `#rrggbb`."""
    xterm: int | None = None
    """The number among xterm's 256 colours; None for the nearest."""
    basic: int | None = None
    """The number among the basic sixteen; None for the nearest that is legible."""


def xterm_colour(colour: Colour) -> int:
    """Return a colour's number among xterm's 256, given or nearest."""
    return nearest_xterm(colour.true) if colour.xterm is None else colour.xterm


# Sixteen colours have no distinct dark backgrounds on which red and blue are as legible as white: so cards are light,
# and green, which is illegible on them, is magenta.
_BASIC_SURFACES: Final = {"card": 15, "lifted": 11, "cursor": 14, "found": 10, "hinted": 10, "related": 7}
_BASIC_INKS: Final = {"red": 1, "black": 0, "blue": 4, "green": 5, "edge": 8, "frame": 8}


def basic_surface(name: str, colour: Colour) -> int:
    """Return a surface's basic colour, given or nearest."""
    given = _BASIC_SURFACES.get(name) if colour.basic is None else colour.basic
    return nearest(DARK if is_dark(colour.true) else LIGHT, colour.true) if given is None else given


def basic_ink(name: str, colour: Colour, backgrounds: Iterable[int]) -> int:
    """Return an ink's basic colour, given or nearest.

    The nearest colour is one that is legible on all `backgrounds`.
    """
    given = _BASIC_INKS.get(name) if colour.basic is None else colour.basic
    return nearest(legible_on(backgrounds), colour.true) if given is None else given


# Fading into the felt: the table behind a dialog, and the trails of flying cards.
#
# With 256 colours and more, a colour is mixed with the felt. Among sixteen, greys stand for the mixed colours, and
# without colours a faded cell is faint.

_HALF_WAY: Final = 0.5
"""The share of felt from which a cell in sixteen colours is grey."""
_ALMOST_FELT: Final = 0.75
"""The share of felt from which a cell in sixteen colours is felt."""
_STRONG: Final = 48
"""The least difference between red, green and blue in a colour that is not to turn grey."""


class Ink(Enum):
    """The use of a cell's ink."""

    TEXT = auto()
    """A text or a line."""
    SURFACE = auto()
    """A second surface."""
    PICTURE = auto()
    """A part of a picture."""
    SHADOW = auto()
    """A shadow, which keeps its colour."""


def faded(colour: Number, felt: Number, share: float, cards: Container[Number], line: Number | None) -> Number:
    """Return a colour faded into the felt.

    `share` is the share of felt, 0 to 1.
    Colours are numbers of xterm's 256 or `#rrggbb`, as `colour` is.
    Of the 256, the colours of `cards` and of the `line` of wells stay visible.
    """
    mixed = mix(colour, felt, share)
    if isinstance(colour, str):
        return mixed
    number = _nearest(mixed)
    if number == felt and colour in cards:
        return nearest([other for other in XTERM if other != felt], mixed)
    return colour if number == felt and colour == line else number


def kind_of(pixel: str, cards: Container[str]) -> Ink:
    """Return the use of a pixel's ink, by the pixel's name.

    `cards` are the surfaces of cards.
    """
    surface, _, ink = pixel.partition(".")
    if surface == "art" or ink == "imprint":
        return Ink.PICTURE
    if not ink or surface not in cards:
        return Ink.SURFACE
    return Ink.SHADOW if ink == "edge" else Ink.TEXT


def faded_pixels(pixels: Sequence[Any], felt: Any, share: float, kinds: Iterable[Ink]) -> list[int]:
    """Return two pixels in basic colours, faded.

    An ink stays as visible as a text in that ink. Behind a dialog, pictures are blank: two greys would look like holes.
    """
    card = _basic_surface(LIGHT[-1], felt, share)
    faded_colours: list[int] = []
    for plain, kind in zip(pixels, kinds, strict=True):
        pixel = _basic_surface(plain, felt, share)
        if kind is Ink.SHADOW and share <= _ALMOST_FELT:
            pixel = _quiet_ink(DARK_GREY, card)
        elif kind is not Ink.SURFACE and share <= _ALMOST_FELT:
            if share > _HALF_WAY:
                pixel = card if kind is Ink.PICTURE else _quiet_ink(plain, card)
            elif plain in DARK:
                pixel = plain
        faded_colours.append(pixel)
    return faded_colours


def heat(ink: Number, ground: Number, share: float, shares: Sequence[float]) -> Number:
    """Return a mix of ink and ground, for a heat map.

    `share` is the share of ground, one of `shares`; each share has a colour of its own.
    Colours are numbers of xterm's 256 or `#rrggbb`, as `ink` is.
    """
    mixed = {part: mix(ink, ground, part) for part in shares}
    if isinstance(ink, str):
        return mixed[share]
    # Among xterm's 256, each smaller share of ground gets a colour of the ink's hue with more contrast to the ground.
    contrasts = {number: contrast(number, ground) for number in _CUBE}
    free, chosen = of_hue(mixed[min(mixed)]), {}
    for part in sorted(mixed, reverse=True):
        chosen[part] = nearest(free or of_hue(mixed[part]), mixed[part])
        free = [number for number in free if contrasts[number] > contrasts[chosen[part]]]
    return chosen[share]


def _nearest(colour: str) -> int:
    """Return the nearest of xterm's 256 colours.

    A strong colour gets no grey, which would look like dirt.
    """
    number, strong = nearest_xterm(colour), nearest_in_cube(colour)
    parts = rgb(colour)
    return strong if max(parts) - min(parts) >= _STRONG and len(set(rgb(strong))) > 1 else number


def basic_fade(look: Sequence[Any], felt: Any, share: float, kind: Ink) -> tuple[int, int]:
    """Return an ink and a surface in basic colours, faded.

    Light surfaces turn grey; dark surfaces are felt at once.
    """
    ink, old = look
    surface = _basic_surface(old, felt, share)
    if kind is Ink.SURFACE:
        ink = _basic_surface(ink, felt, share)
    elif ink == old or share > _ALMOST_FELT:
        ink = surface
    elif kind is Ink.TEXT and (surface == felt or share > _HALF_WAY):
        ink = _quiet_ink(ink, surface)
    return ink, surface


def _basic_surface(surface: int, felt: int, share: float) -> int:
    if surface in (felt, *DARK) or share > _ALMOST_FELT:
        return felt
    if felt in LIGHT:
        return felt if share > _HALF_WAY else surface
    return DARK_GREY if share > _HALF_WAY and felt != DARK_GREY else LIGHT_GREY


def _quiet_ink(ink: int, surface: int) -> int:
    """Return a quiet basic colour for an ink on a surface.

    The ink can be read, but does not stand out; the lines of cards are quieter still.
    """
    if surface != DARK_GREY:
        return DARK_GREY
    return BLACK if ink == DARK_GREY else LIGHT_GREY
