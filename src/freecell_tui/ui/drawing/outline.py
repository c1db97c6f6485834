"""Cards as outlines on the terminal's own background, and dotted wells, for screens without colour."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freecell_tui.controller.later import later
from freecell_tui.engine import Card
from freecell_tui.storage.settings import Faces
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, CardSize, Layout
from freecell_tui.ui.drawing.pips import draw_pips
from freecell_tui.ui.drawing.strokes import (
    FEW_ROWS,
    NO_INSIDE,
    above_note,
    compact_face,
    draw_frame,
    draw_pattern,
    has_room_for_art,
    middle,
    note_row,
)
from freecell_tui.ui.drawing.surface import Surface

if TYPE_CHECKING:
    from freecell_tui.ui.drawing.line_art import LineArt

_LINE_ART: Final[Callable[..., "LineArt"]] = later("ui.drawing.line_art", "LineArt")

_CURSORS: Final = ("cursor", "chosen")
"""The inks of a place that the cursor is on."""


class Outline:
    """The card style without colour."""

    def __init__(self, layout: Layout, glyphs: Glyphs, pattern: str, faces: Faces = Faces.ART) -> None:
        self._size = layout.shape.size
        self._glyphs = glyphs
        self._pattern = pattern
        self._art = _LINE_ART(layout, glyphs, faces) if has_room_for_art(layout, glyphs) else None

    def ink(self, state: str, card: Card) -> str:
        """Return the role of a card's rank and suit."""
        return f"{state} {'red' if card.is_red else 'black'}"

    def card(self, surface: Surface, box: Box, card: Card, state: str, *, covered: bool) -> None:
        """Draw a card, or the rows of it that show while another covers it."""
        ink = self.ink(state, card)
        face = self._glyphs.card(card)
        if self._size is CardSize.COMPACT:
            surface.fill(box.x, box.y, box.width, box.height, ink)
            mark = self._glyphs.pointer if state == "cursor" else self._search_mark(state)
            surface.text(box.x, box.y, compact_face(face, box.width), ink)
            surface.text(box.x + max(box.width - 1, 3), box.y, mark[: box.width - 3], ink)
            return
        lines = self._glyphs.cursor_frame if state == "cursor" else self._glyphs.frame
        line = f"{state} edge"
        surface.fill(box.x, box.y, box.width, box.height, line)
        if box.height + covered > 1:
            open_box = Box(box.x, box.y, box.width, box.height + covered)
            draw_frame(surface, open_box, lines, line, open_below=covered)
        else:
            surface.text(box.x, box.y, lines[5] + " " * (box.width - 2) + lines[5], line)
        mark = self._search_mark(state)
        if self._art is not None and (self._art.covered if covered else self._art.face)(
            surface, box, card, state, mark
        ):
            return
        surface.text(box.x + 1, box.y, (face + mark)[: box.width - 2], ink)
        if not covered and box.height >= FEW_ROWS + 2:
            # The pips of a card under the cursor are not underlined.
            pips = self.ink("card", card) if state == "cursor" else ink
            inside = Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
            if self._art is None or not self._art.inside(surface, inside, card, state):
                draw_pips(surface, inside, card, self._glyphs, pips, line)

    def _search_mark(self, state: str) -> str:
        return dict(zip(("found", "related", "safe"), self._glyphs.found, strict=True)).get(state, "")

    def back(self, surface: Surface, box: Box, *, covered: bool) -> None:
        """Draw a card that lies face down."""
        if self._size is CardSize.COMPACT:
            draw_pattern(surface, box, self._pattern)
            return
        surface.fill(box.x, box.y, box.width, box.height, "back edge")
        lines = self._glyphs.frame
        if box.height + covered <= NO_INSIDE:
            for y in range(box.y, box.y + box.height):
                surface.text(box.x, y, lines[5] + " " * (box.width - 2) + lines[5], "back edge")
            draw_pattern(surface, Box(box.x + 1, box.y, box.width - 2, box.height), self._pattern)
            return
        draw_frame(surface, Box(box.x, box.y, box.width, box.height + covered), lines, "back edge", open_below=covered)
        inside = Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2 + covered)
        draw_pattern(surface, inside, self._pattern)

    def blank(self, surface: Surface, box: Box, state: str) -> None:
        """Draw a card without rank and suit."""
        surface.fill(box.x, box.y, box.width, box.height, f"{state} edge")
        if box.height > 1:
            draw_frame(surface, box, self._glyphs.frame, f"{state} edge")
        else:
            stroke = self._glyphs.frame[-1]
            surface.text(box.x, box.y, stroke + " " * (box.width - 2) + stroke, f"{state} edge")

    def well(self, surface: Surface, box: Box, mark: str, ink: str, note: str = "") -> None:
        """Draw an empty place with its letter or suit, and a note."""
        rim = "lit line" if box.height == 1 else "well line"
        role = {"rim": rim, "chosen": rim, "refused": "lifted line"}.get(ink, "well line")
        lines = {"rim": self._glyphs.frame}.get(ink, self._glyphs.cursor_frame if ink in _CURSORS else None)
        surface.fill(box.x, box.y, box.width, box.height, role)
        if box.height > 1 and lines is not None:
            draw_frame(surface, box, lines, role)
        elif box.height > 1 or not mark:
            dots = (f"{self._glyphs.dot} " * box.width)[: box.width]
            sides = dots[0] + " " * (len(dots.rstrip()) - 2) + dots[0]
            for y in range(box.y, box.y + box.height):
                surface.text(box.x, y, dots if y in (box.y, box.y + box.height - 1) else sides, role)
        state = "felt" if ink == "rim" else role.partition(" ")[0]
        if self._art is None or not self._art.well(surface, above_note(box, note), mark, state):
            surface.text(middle(box, mark), box.y + box.height // 2, mark, role)
        surface.text(middle(box, note), note_row(box), note, role)
        if box.height == 1 and ink in _CURSORS:
            surface.text(middle(box) + 1, box.y, self._glyphs.pointer, role)

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        """Draw the shadow of a card; outlines have none."""
