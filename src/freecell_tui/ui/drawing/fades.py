"""Looks on their way to the felt: what lies behind a dialog, and the trails of flying cards.

Where there are colours between two others, they are mixed. Among sixteen, greys stand for them, and without colour
what fades is faint.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple

from urwid import AttrSpec

from freecell_tui.ui.drawing import palette

_HALF_WAY: Final = 0.5
_ALMOST_FELT: Final = 0.75
"""From these shares of felt on, a look among sixteen colours is grey, or gone."""

_STRONG: Final = 48
"""How far apart red, green and blue are in a colour that is not to turn grey."""


class Ink(Enum):
    """What the ink of a cell is: a text or a line, a second surface, a part of a picture, or a shadow.

    A shadow stays as dark as it is.
    """

    TEXT = auto()
    SURFACE = auto()
    PICTURE = auto()
    SHADOW = auto()


class Anchors(NamedTuple):
    """What fading goes by: the look of the felt, the colours of cards, and that of the lines of wells."""

    felt: AttrSpec
    cards: frozenset[Sequence[int | None]]
    line: Sequence[int | None]


def faded(spec: AttrSpec, anchors: Anchors, share: float, colours: palette.Colours, ink: Ink = Ink.TEXT) -> AttrSpec:
    """Return a look with its colours on their way to the felt; `share` is how much of them is felt, 0 to 1."""
    if colours not in (palette.MANY, palette.TRUE):
        return _basic(spec, anchors.felt, share, ink)
    rgb, ground = spec.get_rgb_values(), anchors.felt.get_rgb_values()[3:]
    upper, lower = (_mixed(part, ground, share) for part in (rgb[:3], rgb[3:]))
    if colours == palette.TRUE:
        return AttrSpec(upper, lower, palette.TRUE)
    return AttrSpec(f"h{_step(rgb[:3], upper, anchors)}", f"h{_step(rgb[3:], lower, anchors)}", palette.MANY)


def kind_of(pixel: str, cards: Container[str]) -> Ink:
    """Return what a pixel is, by its name; `cards` are the surfaces of cards."""
    surface, _, ink = pixel.partition(".")
    if surface == "art" or ink == "imprint":
        return Ink.PICTURE
    if not ink or surface not in cards:
        return Ink.SURFACE
    return Ink.SHADOW if ink == "edge" else Ink.TEXT


def faded_pixels(spec: AttrSpec, felt: AttrSpec, share: float, kinds: Iterable[Ink]) -> AttrSpec:
    """Return a look of two pixels among the sixteen basic colours; an edge is a shadow.

    An ink stays as much in sight as a text in it does. Faces are gone behind a dialog: two greys make holes of them.
    """
    names = palette.URWID_NAMES
    under = names.index(felt.background)
    card = _basic_surface(palette.LIGHT[-1], under, share)
    pixels: list[int] = []
    for name, kind in zip((spec.foreground, spec.background), kinds, strict=True):
        plain = names.index(name)
        pixel = _basic_surface(plain, under, share)
        if kind is Ink.SHADOW and share <= _ALMOST_FELT:
            pixel = _quiet_ink(palette.DARK_GREY, card)
        elif kind is not Ink.SURFACE and share <= _ALMOST_FELT:
            if share > _HALF_WAY:
                pixel = card if kind is Ink.PICTURE else _quiet_ink(plain, card)
            elif plain in palette.DARK:
                pixel = plain
        pixels.append(pixel)
    upper, lower = pixels
    return AttrSpec(names[upper], names[lower], palette.SIXTEEN)


def faint(spec: AttrSpec, *, stays_filled: bool) -> AttrSpec:
    """Return a look without colour, faint; only a cell that is `stays_filled` stays reversed."""
    return AttrSpec("default,faint" + ",standout" * (stays_filled and spec.standout), "default")


def heat(spec: AttrSpec, share: float, shares: Sequence[float], colours: palette.Colours) -> AttrSpec:
    """Return the look of a cell full of an ink, with some of its ground; with few colours, the look itself.

    `share` is how much is ground, and one of `shares`, which have a colour each.
    """
    if colours not in (palette.MANY, palette.TRUE):
        return spec
    rgb = spec.get_rgb_values()
    mixed = {each: _mixed(rgb[:3], rgb[3:], each) for each in shares}
    colour = mixed[share] if colours == palette.TRUE else f"h{_of_one_hue(mixed, _mixed(rgb[:3], rgb[3:], 1))[share]}"
    return AttrSpec(colour, colour, colours)


def _of_one_hue(mixed: Mapping[float, str], ground: str) -> dict[float, int]:
    """Return one of xterm's 256 colours for each share of ground: less like it with each, and none grey."""

    def contrast(number: int) -> float:
        return palette.contrast(palette.xterm_rgb(number), palette.rgb(ground))

    chosen: dict[float, int] = {}
    free = palette.of_hue(mixed[min(mixed)])
    for share in sorted(mixed, reverse=True):
        chosen[share] = palette.nearest(free or palette.of_hue(mixed[share]), mixed[share])
        free = [number for number in free if contrast(number) > contrast(chosen[share])]
    return chosen


def _step(old: Sequence[int | None], mixed: str, anchors: Anchors) -> int:
    """Return the nearest of xterm's 256 colours to a mixed one; cards and the lines of wells stay in sight."""
    number, ground = _nearest(mixed), anchors.felt.get_rgb_values()[3:]
    if number != _nearest(_mixed(ground, ground, 1)):
        return number
    if old in anchors.cards:
        return palette.nearest([each for each in palette.XTERM if each != number], mixed)
    return _nearest(_mixed(old, old, 1)) if old == anchors.line else number


def _nearest(colour: str) -> int:
    """Return the nearest of xterm's 256 colours; for a strong one no grey, which would look like dirt."""
    number, strong = palette.nearest_xterm(colour), palette.nearest_in_cube(colour)
    parts = palette.rgb(colour)
    return strong if max(parts) - min(parts) >= _STRONG and not _is_grey(strong) else number


def _is_grey(number: int) -> bool:
    return len(set(palette.xterm_rgb(number))) == 1


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
    return AttrSpec(names[ink], names[surface], palette.SIXTEEN)


def _basic_surface(surface: int, felt: int, share: float) -> int:
    if surface in (felt, *palette.DARK) or share > _ALMOST_FELT:
        return felt
    if felt in palette.LIGHT:
        return felt if share > _HALF_WAY else surface
    return palette.DARK_GREY if share > _HALF_WAY and felt != palette.DARK_GREY else palette.LIGHT_GREY


def _quiet_ink(ink: int, surface: int) -> int:
    """Return an ink that can be read on a surface, but does not stand out; the lines of cards do so even less."""
    if surface != palette.DARK_GREY:
        return palette.DARK_GREY
    return palette.BLACK if ink == palette.DARK_GREY else palette.LIGHT_GREY
