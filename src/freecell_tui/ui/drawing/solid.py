"""Cards with an edge and a shadow, and wells sunk into the felt: the card style of screens with colour."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from freecell_tui.controller.later import later
from freecell_tui.engine import Card, Suit
from freecell_tui.storage.settings import Faces
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, CardSize, Layout
from freecell_tui.ui.drawing.strokes import (
    FEW_ROWS,
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
    from freecell_tui.ui.drawing.card_art import CardArt

_CARD_ART: Final[Callable[..., "CardArt"]] = later("ui.drawing.card_art", "CardArt")

_DRAW_PIPS: Final = later("ui.drawing.pips", "draw_pips")

_FEW_COLUMNS = 8
"""The least width of a card with pips."""


class Solid:
    """The card style with colour; `inks` are the names of the suits' inks."""

    def __init__(
        self, layout: Layout, glyphs: Glyphs, pattern: str, inks: Mapping[Suit, str], faces: Faces = Faces.ART
    ) -> None:
        self._size = layout.shape.size
        self._glyphs = glyphs
        self._pattern = pattern
        self._inks = inks
        gap = layout.pitch - layout.card_width
        self._shadow = ("", "gap", "shadow")[min(gap, 2)]
        self._art = _art(layout, glyphs, faces)

    def ink(self, state: str, card: Card) -> str:
        """Return the role of a card's rank and suit."""
        return f"{state} {self._inks[Suit(card.suit)]}"

    def card(self, surface: Surface, box: Box, card: Card, state: str, *, covered: bool) -> None:
        """Draw a card, or the rows of it that show while another covers it."""
        if state == "related":
            # Only its corner is highlighted: half the table would be too much for a slow line.
            self.card(surface, box, card, "card", covered=covered)
            if self._art is None or not self._art.corner(surface, box, card, self.ink(state, card), covered=covered):
                corner = self._glyphs.card(card)
                corner = compact_face(corner, box.width) if self._size is CardSize.COMPACT else f" {corner}"
                surface.text(box.x, box.y, corner, self.ink(state, card))
            return
        ink, edge = self.ink(state, card), f"{state} edge"
        surface.fill(box.x, box.y, box.width, box.height, edge)
        mark = self._glyphs.found[2] if state == "safe" else ""
        face = self._glyphs.card(card) + mark
        if self._size is CardSize.COMPACT:
            if covered:
                surface.text(box.x + box.width - 1, box.y, self._glyphs.edge, edge)
            surface.text(box.x, box.y, (compact_face(self._glyphs.card(card), box.width) + mark)[: box.width], ink)
        elif covered:
            if self._art is None or not self._art.covered(surface, box, card, ink, mark):
                self._draw_covered(surface, box, card, face, state)
        elif self._art is None or not self._art.face(surface, box, card, ink, mark):
            self._draw_whole(surface, box, card, face, state)

    def _draw_covered(self, surface: Surface, box: Box, card: Card, face: str, state: str) -> None:
        ink = self.ink(state, card)
        surface.text(box.x, box.y + box.height - 1, self._glyphs.edge * box.width, f"{state} edge")
        surface.text(box.x + 1, box.y, face, ink)
        if box.height > 1:
            surface.text(box.x + box.width - 2, box.y, self._glyphs.suit(card.suit), ink)

    def _draw_whole(self, surface: Surface, box: Box, card: Card, face: str, state: str) -> None:
        ink, turned = self.ink(state, card), self._glyphs.card(card)
        surface.text(box.x + 1, box.y, face, ink)
        if box.height > 1:
            surface.text(box.x + box.width - 1 - len(turned), box.y + box.height - 1, turned, ink)
        inside = Box(box.x, box.y + 1, box.width, box.height - 2)
        if inside.height < FEW_ROWS or box.width < _FEW_COLUMNS:
            return
        if self._art is None or not self._art.inside(surface, inside, card, ink):
            _DRAW_PIPS(surface, inside, card, self._glyphs, ink, f"{state} frame")

    def back(self, surface: Surface, box: Box, *, covered: bool) -> None:
        """Draw a card that lies face down."""
        surface.fill(box.x, box.y, box.width, box.height, "back edge")
        if self._size is CardSize.COMPACT:
            draw_pattern(surface, Box(box.x, box.y, box.width - covered, 1), self._pattern)
            if covered:
                surface.text(box.x + box.width - 1, box.y, self._glyphs.edge, "back edge")
            return
        draw_pattern(surface, Box(box.x + 1, box.y, box.width - 2, box.height - covered), self._pattern)
        if covered:
            surface.text(box.x, box.y + box.height - 1, self._glyphs.edge * box.width, "back edge")

    def blank(self, surface: Surface, box: Box, state: str) -> None:
        """Draw a card without rank and suit."""
        surface.fill(box.x, box.y, box.width, box.height, f"{state} edge")

    def well(self, surface: Surface, box: Box, mark: str, ink: str, note: str = "") -> None:
        """Draw an empty place with its letter or suit, and a note."""
        line = {"rim": "target target", "chosen": "cursor black", "refused": "lit refused"}.get(ink, f"well {ink}")
        if ink == "rim" and self._art is not None and self._art.frame(surface, box):
            line = "well rim"
        else:
            surface.fill(box.x, box.y, box.width, box.height, line)
            if box.height > 1:
                draw_frame(surface, box, self._glyphs.well, line)
        if self._art is None or ink == "chosen" or not self._art.well(surface, above_note(box, note), mark, line):
            is_quiet = line in ("well line", "well rim")
            surface.text(middle(box, mark), box.y + box.height // 2, mark, "well mark" if is_quiet else line)
        if box.height == 1 and not mark:
            surface.text(box.x, box.y, self._glyphs.edge * box.width, line)
        surface.text(middle(box, note), note_row(box), note, "target target")

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        """Draw the shadow of a card to its right, and `below` it."""
        if not self._shadow:
            return
        surface.fill(box.x + box.width, box.y, 1, box.height, self._shadow)
        if below:
            surface.text(box.x + 1, box.y + box.height, self._glyphs.half * box.width, f"felt {self._shadow}")


def _art(layout: Layout, glyphs: Glyphs, faces: Faces) -> "CardArt | None":
    """Return what draws in half blocks, where cards are large enough, and suits are symbols."""
    return _CARD_ART(layout, glyphs, faces) if has_room_for_art(layout, glyphs) else None
