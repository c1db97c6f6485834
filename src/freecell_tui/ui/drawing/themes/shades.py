"""Derived colours: shades of a theme's felt and bar, and inks that stay legible on them.

A theme that is based on another theme and names a felt of its own gets wells, shadows and the like derived from that
felt: as much darker or lighter than the felt as in the base.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import dist
from typing import Final, TypeVar

from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.palette import Colour, Number, basic_surface, contrast, in_hex, mix, xterm_colour
from freecell_tui.ui.drawing.themes.theme import TEXT_INKS, Theme

_SHADES: Final[Mapping[str, tuple[str, ...]]] = {"felt": ("well", "shadow", "target", "lit"), "bar": ("chosen",)}
# Inks with the hue of a surface.
_TINTED: Final[Mapping[str, str]] = {"line": "well", "mark": "well", "number": "felt"}
# Lines and rims, which need less contrast than text, by their surfaces.
_STROKES: Final[Mapping[str, tuple[str, ...]]] = dict.fromkeys(("felt", "well"), ("line", "rim", "refused"))

# The contrasts of WCAG 2.2 and a little more, as other formulas differ from that of WCAG.
_TEXT_CONTRAST: Final = 4.55
_HIGH_CONTRAST: Final = 7.05
_STROKE_CONTRAST: Final = 2.25
# Surfaces that touch and differ less look the same.
_SHADE_CONTRAST: Final = 1.05
_SMALL_STEP: Final = 0.15
_STEPS: Final = 50
_LIT: Final = 0.8
"""The part of the way to black or white at which rims are as legible as on every felt."""
_OTHER_BASICS: Final = (15, 0, 4, 7)
_BLACK, _WHITE = "#000000", "#ffffff"


def complete(
    base: Theme, surfaces: Mapping[str, Colour], inks: Mapping[str, Colour]
) -> tuple[Mapping[str, Colour], Mapping[str, Colour]]:
    """Return a derived theme's surfaces and inks.

    `surfaces` and `inks` are the colours that the theme names; the others are derived from `base`.
    """
    made = {**base.surfaces, **surfaces}
    changed = [source for source in _SHADES if made[source] != base.surfaces[source]]
    for source in changed:
        made |= {name: _shade(base, source, name, made[source]) for name in _SHADES[source] if name not in surfaces}
    written = {**base.inks, **inks}
    for name in base.inks.keys() - inks.keys() if changed else ():
        written[name] = _ink(base, name, made)
    if changed and "refused" not in inks:
        written["refused"] = _ink(base, "refused", made, excluded=written["rim"])
    if "felt" in changed and "shadow" not in inks:
        written["shadow"] = made["shadow"]
    return made, written


def _shade(base: Theme, source: str, name: str, new: Colour) -> Colour:
    """Return the shade `name` of a surface with a `new` colour.

    In the base, `name` is a shade of the surface `source`.
    """
    old, shade = base.surfaces[source].true, base.surfaces[name].true
    number, basic = xterm_colour(new), basic_surface(source, new)
    if old == shade and name != "lit":
        return Colour(new.true, number, basic)

    shown = in_hex(palette.rgb(number))
    choices: Sequence[int] = palette.XTERM
    if name == "chosen":
        choices = [choice for choice in palette.XTERM if _is_shade(choice, number, _TEXT_CONTRAST)]
    elif name == "shadow" and len(set(palette.rgb(number))) > 1:
        # A grey shadow would look like a hole; without a shade of the felt's hue the shadow is felt.
        choices = palette.of_hue(shown)
    others = [other for other in (basic_surface(name, base.surfaces[name]), *_OTHER_BASICS) if other != basic]
    basics = {
        "well": basic,
        "shadow": 8 if basic in (0, *palette.LIGHT) else 0,
        "target": others[0],
        "lit": 0 if palette.is_dark(basic) else 15,
        "chosen": next(other for other in others if _is_shade(other, basic, _TEXT_CONTRAST)),
    }
    true, shown_shade = (_true_shade(name, old, shade, colour) for colour in (new.true, shown))
    return Colour(true, palette.nearest(choices, shown_shade), basics[name])


def _true_shade(name: str, old: str, old_shade: str, colour: str) -> str:
    """Return the shade `name` of `colour`.

    In the base, `old_shade` is that shade of `old`.
    """
    if name == "lit":
        return mix(colour, _BLACK if palette.is_dark(colour) else _WHITE, _LIT)
    shades = (_moved(old, old_shade, colour), *(mix(colour, end, _SMALL_STEP) for end in (_WHITE, _BLACK)))
    least = _TEXT_CONTRAST if name == "chosen" else 1
    return next(shade for shade in shades if _is_shade(shade, colour, least))


def _moved(start: str, end: str, colour: str) -> str:
    """Darken or lighten `colour` by the fraction that separates `end` from `start`."""
    start_sum, end_sum, white_sum = (sum(palette.rgb(shade)) for shade in (start, end, _WHITE))
    if end_sum < start_sum:
        return mix(colour, _BLACK, 1 - end_sum / start_sum)
    # White cannot be lightened: 1 avoids a division by zero.
    return mix(colour, _WHITE, (end_sum - start_sum) / max(white_sum - start_sum, 1))


def _is_shade(one: Number, other: Number, least: float) -> bool:
    """Return whether two colours differ visibly, with legible text on both.

    Text is legible if black or white has a contrast of `least` on both colours.
    """
    contrasts = (min(contrast(ink, one), contrast(ink, other)) for ink in (_BLACK, _WHITE))
    return contrast(one, other) >= _SHADE_CONTRAST and max(contrasts) >= least


def _ink(base: Theme, name: str, surfaces: Mapping[str, Colour], *, excluded: Colour | None = None) -> Colour:
    """Return an ink of the base, changed for new surfaces.

    The ink differs from `excluded`.
    """
    old, tint = base.inks[name], _TINTED.get(name)
    needed = {
        surface: _TEXT_CONTRAST if name in TEXT_INKS.get(surface, ()) else _STROKE_CONTRAST
        for surface in surfaces
        if name in (*TEXT_INKS.get(surface, ()), *_STROKES.get(surface, ()))
    }
    if all(surfaces[surface] == base.surfaces[surface] for surface in needed):
        return old
    wanted = _moved(base.surfaces[tint].true, old.true, surfaces[tint].true) if tint else old.true

    trues = [mix(wanted, end, step / _STEPS) for step in range(_STEPS + 1) for end in (_WHITE, _BLACK)]
    # Text with the higher contrast of WCAG 2.2 in the base has that contrast here, too, if any ink can.
    is_high = {surface: contrast(old.true, base.surfaces[surface].true) >= _HIGH_CONTRAST for surface in needed}
    high_grounds = [
        (surfaces[surface].true, _HIGH_CONTRAST if least == _TEXT_CONTRAST and is_high[surface] else least)
        for surface, least in needed.items()
    ]
    true = _legible(trues, excluded and excluded.true, high_grounds)
    if any(contrast(true, ground) < least for ground, least in high_grounds):
        true_grounds = [(surfaces[surface].true, least) for surface, least in needed.items()]
        true = _legible(trues, excluded and excluded.true, true_grounds)
    xterms = _nearest_first(palette.XTERM, true, old.xterm if true == old.true else None)
    xterm_grounds = [(xterm_colour(surfaces[surface]), least) for surface, least in needed.items()]
    basics = _nearest_first(range(palette.SIXTEEN), true, old.basic)
    basic_grounds = [(basic_surface(surface, surfaces[surface]), least) for surface, least in needed.items()]
    return Colour(
        true,
        _legible(xterms, excluded and xterm_colour(excluded), xterm_grounds),
        _legible(basics, excluded and excluded.basic, basic_grounds),
    )


def _nearest_first(numbers: Iterable[int], colour: str, first: int | None) -> list[int]:
    """Return colours by distance to `colour`, but `first` before all."""
    return sorted(numbers, key=lambda number: (number != first, dist(palette.rgb(number), palette.rgb(colour))))


_AnyNumber = TypeVar("_AnyNumber", int, str)


def _legible(
    choices: Iterable[_AnyNumber], excluded: Number | None, grounds: Sequence[tuple[Number, float]]
) -> _AnyNumber:
    """Return the first legible colour of `choices`, or the most legible.

    `grounds` are colours, each with the contrast that is needed there. The colour `excluded` is left out.
    """
    inks = [ink for ink in choices if ink != excluded]
    margins = {ink: min(contrast(ink, ground) / least for ground, least in grounds) for ink in inks}
    return next((ink for ink in margins if margins[ink] >= 1), max(margins, key=lambda ink: margins[ink]))
