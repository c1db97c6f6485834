"""Looks on the console of Linux: it has eight backgrounds, all dark, and other colours for bold and underlined text."""

from typing import Final

from urwid import AttrSpec

from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.theme import (
    HALF,
    IMPRINT,
    Theme,
    attr_spec,
)

_INKS: Final = 8
_WHITE: Final = _INKS - 1
_COLOURED: Final = range(1, _WHITE)
_SHADOW: Final = "shadow"


def console_spec(role: str, theme: Theme) -> AttrSpec:
    """Return urwid's attributes of `role` as the console can show them.

    Red on what is yellow elsewhere, and brown here, cannot be read: on what was a bright colour, inks are white or
    black. Of two pixels both are backgrounds, so that they match the cells around them; so is a shadow. Bold would be
    another colour, too: a bright one.
    """
    spec = attr_spec(role.replace(IMPRINT, "well.line").replace(".edge", ".black"), theme, palette.SIXTEEN)
    names = palette.URWID_NAMES
    ink, ground = names.index(spec.foreground.split(",")[0]), names.index(spec.background)
    if HALF in role.split() or role.endswith(_SHADOW):
        ink %= _INKS
    elif ground - _INKS in _COLOURED and ink in _COLOURED:
        ink = _WHITE + _INKS
    return AttrSpec(names[ink], names[ground % _INKS], spec.colors)
