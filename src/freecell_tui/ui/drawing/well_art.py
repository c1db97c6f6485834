"""Empty places in pixels: the letters of the free cells, and the suits of the foundations."""

from collections.abc import Mapping
from typing import Final

from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.pixels import HUGE_SUITS, LARGE_SUITS, MIDDLE_SUITS, Pixels, of_one_ink

_LETTERS: Final[Mapping[str, Pixels]] = {
    "a": ("     ", "     ", " ### ", "    #", " ####", "#   #", " ####"),
    "b": ("#    ", "#    ", "#### ", "#   #", "#   #", "#   #", "#### "),
    "c": ("     ", "     ", " ####", "#    ", "#    ", "#    ", " ####"),
    "d": ("    #", "    #", " ####", "#   #", "#   #", "#   #", " ####"),
    "e": ("     ", "     ", " ### ", "#   #", "#####", "#    ", " ####"),
    "f": ("   ##", "  #  ", " ####", "  #  ", "  #  ", "  #  ", "  #  "),
    "g": ("     ", "     ", " ####", "#   #", " ####", "    #", " ### "),
    "k": ("#    ", "#    ", "#  # ", "# #  ", "##   ", "# #  ", "#  # "),
    "K": ("#   #", "#  # ", "# #  ", "##   ", "# #  ", "#  # ", "#   #"),
}
"""The letters that cells have as their keys, five pixels wide and seven high."""

_SUITS: Final = ((14, 15, HUGE_SUITS), (7, 11, LARGE_SUITS), (6, 9, MIDDLE_SUITS))
"""The suits by the least height and width of the place that they are in."""


def well_picture(mark: str, box: Box, suits: str, *, in_one_ink: bool = False) -> Pixels | None:
    """Return the picture of a letter or of one of `suits` for an empty place, or None if there is none."""
    fitting = next((pictures for rows, width, pictures in _SUITS if box.height >= rows and box.width >= width), None)
    if fitting is None or not mark:
        return None
    if mark not in suits:
        return _LETTERS.get(mark)
    suit = suits.index(mark)
    return of_one_ink(fitting[suit], suit) if in_one_ink else fitting[suit]
