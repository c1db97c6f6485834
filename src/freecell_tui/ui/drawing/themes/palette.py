"""Colours, what stands for them among xterm's 256 and the basic sixteen, how legible they are, and how they fade."""

from collections.abc import Container, Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

RGB = tuple[int, int, int]

Number = int | str
"""A colour by its number among xterm's 256, of which the first are the basic sixteen, or else as `#rrggbb`."""

Colours = Literal[1, 16, 88, 256, 16777216]
"""How many colours a terminal has, as urwid tells them apart."""
SIXTEEN: Final = 16
MANY: Final = 256
TRUE: Final = 2**24
"""The numbers of colours that looks are made for: the basic ones, xterm's, and 24 bits for each."""

BASIC_NAMES: Final = (
    *("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"),
    *("bright-black", "bright-red", "bright-green", "bright-yellow"),
    *("bright-blue", "bright-magenta", "bright-cyan", "bright-white"),
)
"""The sixteen basic colours as terminals' settings call them, by number."""

URWID_NAMES: Final = (
    *("black", "dark red", "dark green", "brown", "dark blue", "dark magenta", "dark cyan", "light gray"),
    *("dark gray", "light red", "light green", "yellow", "light blue", "light magenta", "light cyan", "white"),
)
"""The same as urwid calls them."""

BASIC_RGB: Final[tuple[RGB, ...]] = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
    *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
)
"""The same as xterm shows them; other terminals come near."""

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
"""Xterm's 256 without the basic ones, which players change."""

_MIN_CONTRAST: Final = 4.5
_MIDDLE_LUMINANCE: Final = 0.18
# Up to this value sRGB's transfer function is linear.
_LINEAR_UP_TO: Final = 10


def rgb(colour: Number) -> RGB:
    """Return red, green and blue of a colour, each 0 to 255."""
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
    """Return the nearest of xterm's 256 colours, but not a basic one: players change those."""
    grey = min(max(round((sum(rgb(colour)) / 3 - 8) / 10), 0), _GREYS - 1)
    return nearest((nearest_in_cube(colour), _GREY_START + grey), colour)


def nearest_in_cube(colour: str) -> int:
    """Return the nearest colour of xterm's cube, which is not one of the 24 greys."""
    red, green, blue = (min(range(6), key=lambda level: abs(_LEVELS[level] - part)) for part in rgb(colour))
    return _CUBE_START + 36 * red + 6 * green + blue


def of_hue(colour: str) -> list[int]:
    """Return those of xterm's cube in which red, green and blue are in the same order of strength as in `colour`."""

    def order(parts: RGB) -> list[bool]:
        return [one < other for one in parts for other in parts]

    wanted = order(rgb(nearest_xterm(colour)))
    return [number for number in _CUBE if order(rgb(number)) == wanted]


def nearest(numbers: Sequence[int], colour: str) -> int:
    """Return which of some of xterm's 256 colours is nearest, by Euclidean distance in RGB."""
    wanted = rgb(colour)
    return min(numbers, key=lambda number: sum((a - b) ** 2 for a, b in zip(rgb(number), wanted, strict=True)))


@lru_cache(maxsize=1024)
def luminance(colour: Number) -> float:
    """Return the relative luminance, 0 for black to 1 for white, as WCAG 2.2 defines it."""
    red, green, blue = (
        part / 255 / 12.92 if part <= _LINEAR_UP_TO else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Number, other: Number) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(one: Number, other: Number, part: float) -> str:
    """Return the colour between two, `part` of the way to the other, as `#rrggbb`."""
    return in_hex(a * (1 - part) + b * part for a, b in zip(rgb(one), rgb(other), strict=True))


def is_dark(colour: Number) -> bool:
    """Return whether white is more legible on `colour` than black."""
    return luminance(colour) < _MIDDLE_LUMINANCE


def legible_on(backgrounds: Iterable[int]) -> tuple[int, ...]:
    """Return the basic colours that are legible on all of these basic colours; the best one if none quite is."""
    grounds = set(backgrounds)
    least = {ink: min(contrast(ink, ground) for ground in grounds) for ink in range(SIXTEEN)}
    return tuple(ink for ink in least if least[ink] >= _MIN_CONTRAST) or (max(least, key=lambda ink: least[ink]),)


def urwid_name(colour: Number, depth: Colours) -> str:
    """Return a colour as urwid calls it."""
    return colour if isinstance(colour, str) else URWID_NAMES[colour] if depth == SIXTEEN else f"h{colour}"


class Colour(NamedTuple):
    """One colour: `#rrggbb`, and where given its number of xterm's 256 and of the basic sixteen."""

    true: str
    xterm: int | None = None
    basic: int | None = None


def xterm_colour(colour: Colour) -> int:
    """Return a colour's number among xterm's 256: the given one, else the nearest."""
    return nearest_xterm(colour.true) if colour.xterm is None else colour.xterm


# Sixteen colours have no distinct dark backgrounds on which red and blue are as legible as white: so cards are light,
# and green, which is illegible on them, is magenta.
_BASIC_SURFACES: Final = {"card": 15, "lifted": 11, "cursor": 14, "found": 10, "hinted": 10, "related": 7}
_BASIC_INKS: Final = {"red": 1, "black": 0, "blue": 4, "green": 5, "edge": 8, "frame": 8}


def basic_surface(name: str, colour: Colour) -> int:
    """Return the basic colour that a surface is drawn in: the given one, else the nearest."""
    given = _BASIC_SURFACES.get(name) if colour.basic is None else colour.basic
    return nearest(DARK if is_dark(colour.true) else LIGHT, colour.true) if given is None else given


def basic_ink(name: str, colour: Colour, backgrounds: Iterable[int]) -> int:
    """Return the basic colour of an ink: the given one, else the nearest that is legible on these basic colours."""
    given = _BASIC_INKS.get(name) if colour.basic is None else colour.basic
    return nearest(legible_on(backgrounds), colour.true) if given is None else given


# Looks on their way to the felt: what lies behind a dialog, and the trails of flying cards.
#
# Where there are colours between two others, they are mixed. Among sixteen, greys stand for them, and without colour
# what fades is faint.


_HALF_WAY: Final = 0.5  # from this share of felt on, a look among sixteen colours is grey
_ALMOST_FELT: Final = 0.75  # and from this one on it is gone
_STRONG: Final = 48  # how far apart red, green and blue are in a colour that is not to turn grey


class Ink(Enum):
    """What the ink of a cell is: a text or a line, a second surface, a part of a picture, or a shadow.

    A shadow stays as dark as it is.
    """

    TEXT = auto()
    SURFACE = auto()
    PICTURE = auto()
    SHADOW = auto()


def faded(colour: Number, felt: Number, share: float, cards: Container[Number], line: Number | None) -> Number:
    """Return a colour, of xterm's 256 or as `#rrggbb`, on its way to the felt; `share` is how much is felt, 0 to 1.

    Of the 256, the colours of cards and that of the lines of wells stay in sight.
    """
    mixed = mix(colour, felt, share)
    if isinstance(colour, str):
        return mixed
    number = _nearest(mixed)
    if number == felt and colour in cards:
        return nearest([each for each in XTERM if each != felt], mixed)
    return colour if number == felt and colour == line else number


def kind_of(pixel: str, cards: Container[str]) -> Ink:
    """Return what a pixel is, by its name; `cards` are the surfaces of cards."""
    surface, _, ink = pixel.partition(".")
    if surface == "art" or ink == "imprint":
        return Ink.PICTURE
    if not ink or surface not in cards:
        return Ink.SURFACE
    return Ink.SHADOW if ink == "edge" else Ink.TEXT


def faded_pixels(pixels: Sequence[Any], felt: Any, share: float, kinds: Iterable[Ink]) -> list[int]:
    """Return two pixels among the sixteen basic colours on their way to the felt; an edge is a shadow.

    An ink stays as much in sight as a text in it does. Faces are gone behind a dialog: two greys make holes of them.
    """
    card = _basic_surface(LIGHT[-1], felt, share)
    found: list[int] = []
    for plain, kind in zip(pixels, kinds, strict=True):
        pixel = _basic_surface(plain, felt, share)
        if kind is Ink.SHADOW and share <= _ALMOST_FELT:
            pixel = _quiet_ink(DARK_GREY, card)
        elif kind is not Ink.SURFACE and share <= _ALMOST_FELT:
            if share > _HALF_WAY:
                pixel = card if kind is Ink.PICTURE else _quiet_ink(plain, card)
            elif plain in DARK:
                pixel = plain
        found.append(pixel)
    return found


def heat(ink: Number, ground: Number, share: float, shares: Sequence[float]) -> Number:
    """Return the colour of a cell full of an ink, with some of its ground, of xterm's 256 or as `#rrggbb`.

    `share` is how much is ground, and one of `shares`, which have a colour each.
    """
    mixed = {each: mix(ink, ground, each) for each in shares}
    if isinstance(ink, str):
        return mixed[share]
    # Of xterm's 256 each share has one that is less like the ground than those before, of the ink's hue, and not grey.
    contrasts = {number: contrast(number, ground) for number in _CUBE}
    free, chosen = of_hue(mixed[min(mixed)]), {}
    for each in sorted(mixed, reverse=True):
        chosen[each] = nearest(free or of_hue(mixed[each]), mixed[each])
        free = [number for number in free if contrasts[number] > contrasts[chosen[each]]]
    return chosen[share]


def _nearest(colour: str) -> int:
    """Return the nearest of xterm's 256 colours; for a strong one no grey, which would look like dirt."""
    number, strong = nearest_xterm(colour), nearest_in_cube(colour)
    parts = rgb(colour)
    return strong if max(parts) - min(parts) >= _STRONG and len(set(rgb(strong))) > 1 else number


def basic_fade(look: Sequence[Any], felt: Any, share: float, kind: Ink) -> tuple[int, int]:
    """Return an ink and its surface among the sixteen basic colours on their way to the felt.

    Light surfaces grow grey, dark ones are felt at once.
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
    """Return an ink that can be read on a surface, but does not stand out; the lines of cards do so even less."""
    if surface != DARK_GREY:
        return DARK_GREY
    return BLACK if ink == DARK_GREY else LIGHT_GREY
