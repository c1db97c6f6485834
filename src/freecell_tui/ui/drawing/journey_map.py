"""A part of a journey as a winding path: a station for each deal, and where the player is."""

from typing import Final

from freecell_tui.controller.journey_progress import JourneyProgress
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.theme import filled

_STEP: Final = 2
"""The cells from one station to the next."""

_ENDS: Final = 2
"""The cells at either end of a row, where the path turns."""


def stations_shown(size: tuple[int, int], progress: JourneyProgress) -> range:
    """Return which deals of a journey, by their index, are on a map of `size` cells: a whole part of the path."""
    deals, (columns, rows) = progress.journey.deals, _stations(size)
    here = len(deals) - 1 if progress.next_deal is None else deals.index(progress.next_deal)
    first = here // (columns * rows) * columns * rows
    return range(first, min(first + columns * rows, len(deals)))


def draw_map(surface: Surface, box: Box, progress: JourneyProgress, glyphs: Glyphs) -> None:
    """Draw the part of the path on which the player is; the next part comes when this one is left behind.

    Every other row goes from right to left, so that each station is beside the one before.
    """
    columns, _ = _stations((box.width, box.height))
    shown = stations_shown((box.width, box.height), progress)
    quiet = "bar quiet"
    for row, first in enumerate(range(0, len(shown), columns)):
        y, count = box.y + row, min(columns, len(shown) - first)
        left, right = box.x, box.x + (columns - 1) * _STEP + 2 * _ENDS
        start = left + _ENDS if row % 2 == 0 else right - _ENDS - (count - 1) * _STEP
        # A stroke that looks like a station would hide them.
        stroke = " " if glyphs.rule in glyphs.verdicts else glyphs.rule
        surface.text(start, y, stroke * ((count - 1) * _STEP + 1), quiet)
        for at in range(count):
            x = left + _ENDS + at * _STEP if row % 2 == 0 else right - _ENDS - at * _STEP
            mark, role = _station(progress, shown[first + at], glyphs, is_back=row % 2 == 1)
            surface.text(x, y, mark, role)
        left_top, right_top, left_bottom, right_bottom = tuple(glyphs.well[:4])
        goes_on = first + columns < len(shown)
        turns = {"right": (goes_on, right_top) if row % 2 == 0 else (True, right_bottom)}
        turns["left"] = (row > 0, left_bottom) if row % 2 == 0 else (goes_on, left_top)
        for side, (is_there, corner) in turns.items():
            if is_there:
                text, x = (f"{glyphs.rule}{corner}", right - 1) if side == "right" else (f"{corner}{glyphs.rule}", left)
                surface.text(x, y, text, quiet)


def path_rows(width: int, progress: JourneyProgress) -> int:
    """Return the rows of a map of `width` cells that shows the whole journey."""
    columns, _ = _stations((width, 1))
    return -(-len(progress.journey.deals) // columns)


def _stations(size: tuple[int, int]) -> tuple[int, int]:
    """Return how many stations there are in a row of a map, and how many rows."""
    return max((size[0] - 2 * _ENDS - 1) // _STEP + 1, 1), size[1]


def _station(progress: JourneyProgress, at: int, glyphs: Glyphs, *, is_back: bool) -> tuple[str, str]:
    """Return the mark of a station and its role; the path goes to the left if it `is_back`."""
    deal = progress.journey.deals[at]
    if deal == progress.next_deal:
        return glyphs.arrows[not is_back], filled("bar title")
    if deal in progress.won:
        return glyphs.verdicts[0], "bar winnable"
    if deal in progress.journey.unwinnable:
        return glyphs.rule, "bar quiet"
    if deal in progress.skipped:
        return glyphs.markers[1], "bar warning"
    return glyphs.verdicts[1], "bar quiet"
