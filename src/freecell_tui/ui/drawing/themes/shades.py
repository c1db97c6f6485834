"""The colours that a theme leaves out: shades of its felt and its bar, and inks that stay legible on them.

A theme that is based on another one and names a felt gets the wells, the shadows and the rest of the felt as the other
theme has them, but from this felt: as much darker, as strong, and as far around the circle of hues, all in Oklab, where
equal steps look equal (Björn Ottosson: “A perceptual color space for image processing”, 2020).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import atan2, cos, hypot, sin
from typing import Final, NamedTuple

from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.palette import Colour, Number, basic_surface, in_hex, xterm_colour
from freecell_tui.ui.drawing.themes.theme import TEXT_INKS, Theme

_SHADES: Final[Mapping[str, tuple[str, ...]]] = {"felt": ("well", "shadow", "target", "lit"), "bar": ("chosen",)}
# This one has the same inks as what it is a shade of.
_SAME_INKS: Final = ("chosen",)
# Inks that have the hue of a surface.
_TINTED: Final[Mapping[str, str]] = {"line": "well", "mark": "well", "number": "felt"}
# Besides letters: lines and rims, by the surfaces that they are on.
_STROKES: Final[Mapping[str, tuple[str, ...]]] = {
    "felt": ("line", "rim", "refused"),
    "well": ("line", "rim", "refused"),
}

# What WCAG 2.2 asks for, and a little more, for its formula is not the only one.
_TEXT_CONTRAST: Final = 4.55
_HIGH_CONTRAST: Final = 7.05
_BASIC_CONTRAST: Final = 3.05
_STROKE_CONTRAST: Final = 2.25
_GREY: Final = 0.02
_MOST_CHROMA: Final = 1.25
# Up to this amount of light sRGB's transfer function is linear.
_LINEAR_UP_TO: Final = 0.0031308
_STEPS: Final = 100
_DARKEST: Final = 0.15
_SMALL_STEP: Final = 0.15
# How dark or light it has to be where rims are on every felt.
_DARK_LIT, _LIGHT_LIT = 0.2, 0.95
_CHOSEN_BASICS: Final = (15, 0, 4, 7)
_BLACK, _WHITE = "#000000", "#ffffff"


class _Oklch(NamedTuple):
    """A colour by its lightness, 0 to 1, its chroma, and its hue in radians."""

    lightness: float
    chroma: float
    hue: float


def complete(
    base: Theme, surfaces: Mapping[str, Colour], inks: Mapping[str, Colour]
) -> tuple[Mapping[str, Colour], Mapping[str, Colour]]:
    """Return all surfaces and inks of a theme that is based on another one, and names these of its own."""
    made = {**base.surfaces, **surfaces}
    for source, shades in _SHADES.items():
        if made[source] != base.surfaces[source]:
            made |= {name: _shade(base, source, name, made[source]) for name in shades if name not in surfaces}
    written = {**base.inks, **inks}
    if any(made[source] != base.surfaces[source] for source in _SHADES):
        for name in base.inks.keys() - inks.keys():
            written[name] = _ink(base, name, made)
        if "refused" not in inks:
            written["refused"] = _ink(base, "refused", made, taken=written["rim"])
        if "shadow" not in inks and made["felt"] != base.surfaces["felt"]:
            written["shadow"] = made["shadow"]
    return made, written


def _shade(base: Theme, source: str, name: str, new: Colour) -> Colour:
    """Return the shade of a surface that `name` is in the base, for another colour of that surface."""
    old, shade, number = base.surfaces[source].true, base.surfaces[name].true, xterm_colour(new)
    if old == shade and name != "lit":
        return Colour(new.true, number, basic_surface(source, new))
    true = _moved(old, shade, new.true, name)
    shown = _moved(old, shade, in_hex(palette.rgb(number)), name)
    return Colour(true, _xterm_shade(name, number, shown), _basic_shade(base, source, name, new))


def _moved(start: str, end: str, colour: str, name: str) -> str:
    """Return what is to `colour` as `end` is to `start`, or on the other side of it if there is no room."""
    one, other, here = map(_oklch, (start, end, colour))
    step = other.lightness - one.lightness
    chroma = here.chroma * min(other.chroma / one.chroma, _MOST_CHROMA) if one.chroma > _GREY else here.chroma
    turn = other.hue - one.hue if min(one.chroma, other.chroma) > _GREY else 0
    moved = _Oklch(here.lightness + step, chroma, here.hue + turn)
    if name == "lit" and not _DARK_LIT < moved.lightness < _LIGHT_LIT:
        return _hex(moved)
    if name == "lit":
        # Every rim has to be seen on it.
        return _hex(moved._replace(lightness=_DARK_LIT if palette.is_dark(colour) else _LIGHT_LIT))
    steps = [step, -step, _SMALL_STEP, -_SMALL_STEP]
    lights = [here.lightness + by for by in steps if _DARKEST <= here.lightness + by <= 1]
    shades = [_hex(moved._replace(lightness=light)) for light in (*lights, here.lightness - _SMALL_STEP)]
    # A strong colour that should be lighter may be cut off to what it was.
    fitting = (each for each in shades if each != colour and (name not in _SAME_INKS or _share_ink(colour, each)))
    return next(fitting, shades[-1])


def _share_ink(one: Number, other: Number, contrast: float = _TEXT_CONTRAST) -> bool:
    """Return whether black or white has a contrast on both colours."""
    return any(min(palette.contrast(ink, one), palette.contrast(ink, other)) >= contrast for ink in (_BLACK, _WHITE))


def _xterm_shade(name: str, number: int, shown: str) -> int:
    """Return which of xterm's 256 colours a shade of the colour `number` is.

    A shadow is its felt if there is none of that hue: a grey one would look like a hole.
    """
    here = palette.rgb(number)
    if name in _SAME_INKS:
        choices = [each for each in palette.XTERM if _share_ink(number, each)]
        return palette.nearest([each for each in choices if palette.rgb(each) != here], shown)
    if name != "shadow":
        return palette.nearest_xterm(shown)
    light = palette.luminance(number)
    is_darker = palette.luminance(shown) < light
    choices = list(palette.XTERM) if len(set(here)) == 1 else palette.of_hue(in_hex(here))
    lights = {each: palette.luminance(each) for each in choices}
    fitting = [each for each in choices if lights[each] != light and (lights[each] < light) == is_darker]
    return palette.nearest(fitting or [number], shown)


def _basic_shade(base: Theme, source: str, name: str, new: Colour) -> int | None:
    """Return which of the sixteen basic colours a shade is, or None for the nearest."""
    number, wanted = basic_surface(source, new), basic_surface(name, base.surfaces[name])
    match name:
        case "well":
            return number
        case "shadow":
            return 8 if number in (0, *palette.LIGHT) else 0
        case "lit":
            return 0 if palette.is_dark(number) else 15
        case "target":
            return next(each for each in (wanted, 15, 0) if each != number)
        case "chosen":
            others = [each for each in (wanted, *_CHOSEN_BASICS) if each != number]
            return next(each for each in others if _share_ink(number, each, _BASIC_CONTRAST))
        case _:
            return None


_Ground = tuple[Number, float]
"""A colour that an ink is on, and the contrast that it needs there."""


def _ink(base: Theme, name: str, surfaces: Mapping[str, Colour], *, taken: Colour | None = None) -> Colour:
    """Return an ink of the base, changed as far as it has to be on other surfaces; in few colours not as `taken`."""
    old = base.inks[name]
    contrasts = {
        surface: _wanted_contrast(base, name, surface)
        for surface in base.surfaces
        if name in (*TEXT_INKS.get(surface, ()), *_STROKES.get(surface, ()))
    }
    if all(surfaces[each] == base.surfaces[each] for each in contrasts):
        return old
    wanted = old.true
    if name in _TINTED:
        tint = _TINTED[name]
        wanted = _moved_ink(base.surfaces[tint].true, wanted, surfaces[tint].true)

    def grounds(shown: Callable[[str], Number], most: float) -> list[_Ground]:
        return [(shown(each), min(contrast, most)) for each, contrast in contrasts.items()]

    # The high contrast of the base, or else what has to be.
    for most in (_HIGH_CONTRAST, _TEXT_CONTRAST):
        in_true = grounds(lambda each: surfaces[each].true, most)
        true = _legible(wanted, in_true)
        if _margin(true, in_true) >= 1:
            break
    in_xterm = grounds(lambda each: xterm_colour(surfaces[each]), _TEXT_CONTRAST)
    in_basic = grounds(lambda each: basic_surface(each, surfaces[each]), _BASIC_CONTRAST)
    left = [each for each in palette.XTERM if taken is None or each != xterm_colour(taken)]
    xterm = _legible_number(left, xterm_colour(old) if true == old.true else None, true, in_xterm)
    basics = [each for each in range(palette.SIXTEEN) if taken is None or each != taken.basic]
    return Colour(true, xterm, _legible_number(basics, old.basic, true, in_basic))


def _moved_ink(start: str, end: str, colour: str) -> str:
    """Return an ink with the hue of `colour`, as light and as strong beside it as `end` is beside `start`."""
    one, other, here = map(_oklch, (start, end, colour))
    lightness = min(max(here.lightness + other.lightness - one.lightness, 0), 1)
    return _hex(_Oklch(lightness, min(other.chroma, here.chroma), here.hue))


def _wanted_contrast(base: Theme, name: str, surface: str) -> float:
    """Return the contrast that an ink has on a surface in the base, as far as it needs it."""
    found = palette.contrast(base.inks[name].true, base.surfaces[surface].true)
    if name in TEXT_INKS.get(surface, ()):
        return _HIGH_CONTRAST if found >= _HIGH_CONTRAST else _TEXT_CONTRAST
    return min(found, _STROKE_CONTRAST)


def _margin(ink: Number, grounds: Iterable[_Ground]) -> float:
    """Return how well an ink stands out on the ground where it does worst; 1 is well enough."""
    return min(palette.contrast(ink, ground) / least for ground, least in grounds)


def _legible(colour: str, grounds: Sequence[_Ground]) -> str:
    """Return the colour, as much lighter or darker as it takes to stand out."""
    if _margin(colour, grounds) >= 1:
        return colour
    here = _oklch(colour)
    steps = sorted((step / _STEPS for step in range(_STEPS + 1)), key=lambda step: abs(step - here.lightness))
    shades = [*(_hex(here._replace(lightness=step)) for step in steps), _BLACK, _WHITE]
    legible = (shade for shade in shades if _margin(shade, grounds) >= 1)
    return next(legible, max(shades, key=lambda shade: _margin(shade, grounds)))


def _legible_number(numbers: Iterable[int], before: int | None, wanted: str, grounds: Sequence[_Ground]) -> int:
    """Return `before` if it still stands out, or else the nearest of some of xterm's colours that does."""
    margins = {number: _margin(number, grounds) for number in numbers}
    legible = [number for number, margin in margins.items() if margin >= 1]
    if before in legible:
        return before
    return palette.nearest(legible, wanted) if legible else max(margins, key=lambda number: margins[number])


def _oklch(colour: str) -> _Oklch:
    red, green, blue = map(palette.linear, palette.rgb(colour))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return _Oklch(lightness, hypot(a, b), atan2(b, a))


def _hex(colour: _Oklch) -> str:
    """Return the nearest colour that a screen has, as `#rrggbb`: what is too strong is cut off."""
    a, b = colour.chroma * cos(colour.hue), colour.chroma * sin(colour.hue)
    long = (colour.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (colour.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (colour.lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    parts = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    linear = (min(max(part, 0.0), 1.0) for part in parts)
    return in_hex(
        255 * (12.92 * part if part <= _LINEAR_UP_TO else 1.055 * part ** (1 / 2.4) - 0.055) for part in linear
    )
