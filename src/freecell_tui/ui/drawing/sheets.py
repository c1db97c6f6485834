"""Blocks of text on a screen without colours: plain in a frame, as a large reversed block would glare."""

from freecell_tui.ui.drawing.cards.strokes import draw_frame
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.theme import on_sheet


def turn_plain(surface: Surface, box: Box) -> None:
    """Show what is drawn in a box as in a dialog."""
    for row in surface.roles[box.y : box.y + box.height]:
        row[box.x : box.x + box.width] = map(on_sheet, row[box.x : box.x + box.width])


def frame_sheet(surface: Surface, box: Box, lines: str, title: str = "") -> None:
    """Draw a frame on the edge of a box, with a title in its upper line; `lines` as in `Glyphs`."""
    draw_frame(surface, box, lines, on_sheet("bar text"))
    if title:
        said = f" {title[: box.width - 4]} "
        surface.text(box.x + (box.width - len(said)) // 2, box.y, said, on_sheet("bar title"))
