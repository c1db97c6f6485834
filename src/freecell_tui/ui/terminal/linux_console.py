"""Looks on the console of Linux, which has eight backgrounds, all dark, and another colour for underlined text."""

from typing import Final

from urwid import AttrSpec

from freecell_tui.ui.drawing import palette
from freecell_tui.ui.drawing.theme import HALF, IMPRINT, Theme, attr_spec

_INKS: Final = 8
_WHITE: Final = _INKS - 1
_COLOURED: Final = range(1, _WHITE)


def console_spec(role: str, theme: Theme) -> AttrSpec:
    """Return urwid's attributes of `role` as the console can show them.

    Red on what is yellow elsewhere, and brown here, cannot be read: on what was a bright colour, inks are white or
    black. Of two pixels both are backgrounds, so that they match the cells around them.
    """
    spec = attr_spec(role.replace(IMPRINT, "well.line").replace(".edge", ".black"), theme, palette.SIXTEEN)
    names = palette.URWID_NAMES
    name, *styles = spec.foreground.split(",")
    ink, ground = names.index(name), names.index(spec.background)
    if HALF in role.split():
        ink %= _INKS
    elif ground - _INKS in _COLOURED and ink in _COLOURED:
        ink = _WHITE + _INKS
    look = [names[ink], *(style for style in styles if style != "underline")]
    return AttrSpec(",".join(look), names[ground % _INKS], spec.colors)
