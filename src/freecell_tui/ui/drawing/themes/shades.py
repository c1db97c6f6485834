"""The colours that a theme leaves out: shades of its felt and its bar, and inks that stay legible on them.

A theme that is based on another one and names a felt gets the wells, the shadows and the rest of the felt as the other
theme has them, but from this felt: as much of the way to black or to white.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import dist
from typing import Final, TypeVar

from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.palette import Colour, Number, basic_surface, contrast, in_hex, mix, xterm_colour
from freecell_tui.ui.drawing.themes.theme import TEXT_INKS, Theme

_SHADES: Final[Mapping[str, tuple[str, ...]]] = {"felt": ("well", "shadow", "target", "lit"), "bar": ("chosen",)}
# Inks that have the hue of a surface.
_TINTED: Final[Mapping[str, str]] = {"line": "well", "mark": "well", "number": "felt"}
# Besides letters: lines and rims, by the surfaces that they are on.
_STROKES: Final[Mapping[str, tuple[str, ...]]] = dict.fromkeys(("felt", "well"), ("line", "rim", "refused"))

# What WCAG 2.2 asks for, and a little more, for its formula is not the only one.
_TEXT_CONTRAST: Final = 4.55
_HIGH_CONTRAST: Final = 7.05
_STROKE_CONTRAST: Final = 2.25
# Of two surfaces that touch: what differs less looks the same.
_SHADE_CONTRAST: Final = 1.05
_SMALL_STEP: Final = 0.15
_STEPS: Final = 50
_LIT: Final = 0.8  # so near to black or white that on it, and on every felt, the same rims are legible
_OTHER_BASICS: Final = (15, 0, 4, 7)
_BLACK, _WHITE = "#000000", "#ffffff"


def complete(
    base: Theme, surfaces: Mapping[str, Colour], inks: Mapping[str, Colour]
) -> tuple[Mapping[str, Colour], Mapping[str, Colour]]:
    """Return all surfaces and inks of a theme that is based on another one, and names these of its own."""
    made = {**base.surfaces, **surfaces}
    changed = [source for source in _SHADES if made[source] != base.surfaces[source]]
    for source in changed:
        made |= {name: _shade(base, source, name, made[source]) for name in _SHADES[source] if name not in surfaces}
    written = {**base.inks, **inks}
    for name in base.inks.keys() - inks.keys() if changed else ():
        written[name] = _ink(base, name, made)
    if changed and "refused" not in inks:
        written["refused"] = _ink(base, "refused", made, taken=written["rim"])
    if "felt" in changed and "shadow" not in inks:
        written["shadow"] = made["shadow"]
    return made, written


def _shade(base: Theme, source: str, name: str, new: Colour) -> Colour:
    """Return the shade of a surface that `name` is in the base, for another colour of that surface."""
    old, shade = base.surfaces[source].true, base.surfaces[name].true
    number, basic = xterm_colour(new), basic_surface(source, new)
    if old == shade and name != "lit":
        return Colour(new.true, number, basic)

    def shade_of(colour: str) -> str:
        if name == "lit":
            return mix(colour, _BLACK if palette.is_dark(colour) else _WHITE, _LIT)
        shades = (_moved(old, shade, colour), *(mix(colour, end, _SMALL_STEP) for end in (_WHITE, _BLACK)))
        return next(each for each in shades if _is_shade(each, colour, _TEXT_CONTRAST if name == "chosen" else 1))

    shown = in_hex(palette.rgb(number))
    choices: Sequence[int] = palette.XTERM
    if name == "chosen":
        choices = [each for each in palette.XTERM if _is_shade(each, number, _TEXT_CONTRAST)]
    elif name == "shadow" and len(set(palette.rgb(number))) > 1:
        # A grey one would look like a hole: it is the felt if there is none of that hue.
        choices = palette.of_hue(shown)
    others = [each for each in (basic_surface(name, base.surfaces[name]), *_OTHER_BASICS) if each != basic]
    basics = {
        "well": basic,
        "shadow": 8 if basic in (0, *palette.LIGHT) else 0,
        "target": others[0],
        "lit": 0 if palette.is_dark(basic) else 15,
        "chosen": next(each for each in others if _is_shade(each, basic, _TEXT_CONTRAST)),
    }
    return Colour(shade_of(new.true), palette.nearest(choices, shade_of(shown)), basics[name])


def _moved(start: str, end: str, colour: str) -> str:
    """Return what is as much of the way from `colour` to black or white as `end` is from `start`."""
    one, other, white = (sum(palette.rgb(each)) for each in (start, end, _WHITE))
    if other < one:
        return mix(colour, _BLACK, 1 - other / one)
    # From white there is no way to white.
    return mix(colour, _WHITE, (other - one) / max(white - one, 1))


def _is_shade(one: Number, other: Number, least: float) -> bool:
    """Return whether two colours can be told apart, and black or white has a contrast of `least` on both."""
    both = (min(contrast(ink, one), contrast(ink, other)) for ink in (_BLACK, _WHITE))
    return contrast(one, other) >= _SHADE_CONTRAST and max(both) >= least


def _ink(base: Theme, name: str, surfaces: Mapping[str, Colour], *, taken: Colour | None = None) -> Colour:
    """Return an ink of the base, changed as far as it has to be on other surfaces, and never `taken`."""
    old, tint = base.inks[name], _TINTED.get(name)
    needed = {
        surface: _TEXT_CONTRAST if name in TEXT_INKS.get(surface, ()) else _STROKE_CONTRAST
        for surface in surfaces
        if name in (*TEXT_INKS.get(surface, ()), *_STROKES.get(surface, ()))
    }
    if all(surfaces[each] == base.surfaces[each] for each in needed):
        return old
    wanted = _moved(base.surfaces[tint].true, old.true, surfaces[tint].true) if tint else old.true

    def grounds(shown: Callable[[str], Number]) -> list[tuple[Number, float]]:
        return [(shown(each), least) for each, least in needed.items()]

    def nearest_first(numbers: Iterable[int], before: int | None) -> list[int]:
        return sorted(numbers, key=lambda each: (each != before, dist(palette.rgb(each), palette.rgb(true))))

    trues = [mix(wanted, end, step / _STEPS) for step in range(_STEPS + 1) for end in (_WHITE, _BLACK)]
    # Text with the higher contrast of WCAG 2.2 in the base has it here, too, if any ink can.
    is_high = {each: contrast(old.true, base.surfaces[each].true) >= _HIGH_CONTRAST for each in needed}
    high_grounds = [
        (surfaces[each].true, _HIGH_CONTRAST if least == _TEXT_CONTRAST and is_high[each] else least)
        for each, least in needed.items()
    ]
    true = _legible(trues, taken and taken.true, high_grounds)
    if any(contrast(true, ground) < least for ground, least in high_grounds):
        true = _legible(trues, taken and taken.true, grounds(lambda each: surfaces[each].true))
    xterms = nearest_first(palette.XTERM, old.xterm if true == old.true else None)
    basics = nearest_first(range(palette.SIXTEEN), old.basic)
    return Colour(
        true,
        _legible(xterms, taken and xterm_colour(taken), grounds(lambda each: xterm_colour(surfaces[each]))),
        _legible(basics, taken and taken.basic, grounds(lambda each: basic_surface(each, surfaces[each]))),
    )


_AnyNumber = TypeVar("_AnyNumber", int, str)


def _legible(
    choices: Iterable[_AnyNumber], taken: Number | None, grounds: Sequence[tuple[Number, float]]
) -> _AnyNumber:
    """Return the first of some colours but `taken` that has the contrasts that it needs on grounds, or the best one."""
    margins = {ink: min(contrast(ink, ground) / least for ground, least in grounds) for ink in choices if ink != taken}
    return next((ink for ink in margins if margins[ink] >= 1), max(margins, key=lambda ink: margins[ink]))
