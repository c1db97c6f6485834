"""Looks on their way to the felt: what lies behind a dialog, and the trails of flying cards.

Where there are colours between two others, they are mixed. Among sixteen, greys stand for them, and without colour
what fades is faint.
"""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from urwid import AttrSpec

from freecell_tui.ui.drawing import palette

_BASIC: Final = 16
_XTERM: Final = 256
_TRUE: Final = 2**24
_BLACK, _LIGHT_GREY, _DARK_GREY = 0, 7, 8

_HALF_WAY: Final = 0.5
_ALMOST_FELT: Final = 0.75
"""From these shares of felt on, a look among sixteen colours is grey, or gone."""


class Ink(Enum):
    """What the ink of a cell is: a text or a line, a second surface, or a shadow, which stays as dark as it is."""

    TEXT = auto()
    SURFACE = auto()
    SHADOW = auto()


def faded(spec: AttrSpec, felt: AttrSpec, share: float, colours: palette.Colours, ink: Ink = Ink.TEXT) -> AttrSpec:
    """Return a look with its colours on their way to the felt; `share` is how much of them is felt, 0 to 1."""
    if colours not in (_XTERM, _TRUE):
        return _basic(spec, felt, share, ink)
    rgb, ground = spec.get_rgb_values(), felt.get_rgb_values()[3:]
    upper, lower = (_mixed(part, ground, share) for part in (rgb[:3], rgb[3:]))
    if colours == _TRUE:
        return AttrSpec(upper, lower, _TRUE)
    return AttrSpec(f"h{palette.nearest_xterm(upper)}", f"h{palette.nearest_xterm(lower)}", _XTERM)


def faint(spec: AttrSpec, *, stays_filled: bool) -> AttrSpec:
    """Return a look without colour, faint; only a cell that is `stays_filled` stays reversed."""
    return AttrSpec("default,faint" + ",standout" * (stays_filled and spec.standout), "default")


def heat(spec: AttrSpec, share: float, colours: palette.Colours) -> AttrSpec:
    """Return the look of a cell full of an ink, with some of its ground; with few colours, the look itself."""
    if colours not in (_XTERM, _TRUE):
        return spec
    rgb = spec.get_rgb_values()
    mixed = _mixed(rgb[:3], rgb[3:], share)
    colour = mixed if colours == _TRUE else f"h{_nearest_tint(mixed, rgb[:3])}"
    return AttrSpec(colour, colour, colours)


def _nearest_tint(colour: str, ink: Sequence[int | None]) -> int:
    """Return the nearest of xterm's colours in which the part that is strongest in an ink is strongest, too."""
    strongest = max(range(3), key=lambda part: ink[part] or 0)

    def is_tint(number: int) -> bool:
        parts = palette.xterm_rgb(number)
        return all(parts[strongest] > parts[other] for other in range(3) if other != strongest)

    return palette.nearest([number for number in palette.XTERM_CUBE if is_tint(number)], colour)


def _mixed(colour: Sequence[int | None], felt: Sequence[int | None], share: float) -> str:
    """Return a colour on its way to the felt, as `#rrggbb`."""
    parts = ((a or 0) * (1 - share) + (b or 0) * share for a, b in zip(colour, felt, strict=True))
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def _basic(spec: AttrSpec, felt: AttrSpec, share: float, kind: Ink) -> AttrSpec:
    """Return a look among the sixteen basic colours: light surfaces grow grey, dark ones are felt at once."""
    names = palette.URWID_NAMES
    ink, old, under = (
        names.index(name.partition(",")[0]) for name in (spec.foreground, spec.background, felt.background)
    )
    surface = _basic_surface(old, under, share)
    if kind is Ink.SURFACE:
        ink = _basic_surface(ink, under, share)
    elif ink == old or share > _ALMOST_FELT:
        ink = surface
    elif kind is Ink.TEXT and (surface == under or share > _HALF_WAY):
        ink = _quiet_ink(ink, surface)
    return AttrSpec(names[ink], names[surface], _BASIC)


def _basic_surface(surface: int, felt: int, share: float) -> int:
    if surface in (felt, *palette.DARK) or share > _ALMOST_FELT:
        return felt
    if felt in palette.LIGHT:
        return felt if share > _HALF_WAY else surface
    return _DARK_GREY if share > _HALF_WAY and felt != _DARK_GREY else _LIGHT_GREY


def _quiet_ink(ink: int, surface: int) -> int:
    """Return an ink that can be read on a surface, but does not stand out; the lines of cards do so even less."""
    if surface != _DARK_GREY:
        return _DARK_GREY
    return _BLACK if ink == _DARK_GREY else _LIGHT_GREY
