"""Pixels among the sixteen basic colours, where large areas of some inks would outshine the cards."""

from collections.abc import Callable
from typing import Final

from freecell_tui.ui.drawing import palette

_QUIET: Final = {palette.BLACK: palette.DARK_GREY, palette.DARK_GREY: palette.BLACK}
"""What large suits are on a dark well."""


def number_of(name: str, plain: Callable[[str], int]) -> int:
    """Return the number of a pixel's colour; `plain` gives that of a surface, or of an ink on one in a text."""
    surface, _, ink = name.partition(".")
    if ink == "imprint":
        return _QUIET.get(plain(surface), plain(name))
    # A line of text has a dark edge, which is thin; one of pixels is half a row high.
    if ink == "edge" and plain(surface) != palette.LIGHT_GREY:
        return palette.LIGHT_GREY
    return plain(name)
