"""How single cards and places are drawn: solid on felt, or in outline on screens without colours.

A card is drawn in a state, such as `card`, `lifted` or `cursor`: the surface of its roles, whose colours are the
theme's.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from freecell_tui.engine import Card, Suit
from freecell_tui.storage.settings import Faces
from freecell_tui.ui.drawing.cards.strokes import (
    FEW_ROWS,
    NO_INSIDE,
    above_note,
    compact_face,
    draw_frame,
    draw_pattern,
    draw_pips,
    has_room_for_art,
    middle,
    note_row,
)
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, CardSize, Layout
from freecell_tui.ui.drawing.surface import Surface

TWO_INKS: Final = {Suit.CLUBS: "black", Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: "black"}
FOUR_INKS: Final = {Suit.CLUBS: "green", Suit.DIAMONDS: "blue", Suit.HEARTS: "red", Suit.SPADES: "black"}


class Deck(NamedTuple):
    """What the cards look like: the marks on their backs, their faces, and the suits' colours.

    `on_wood` is whether the table below them has a grain, and a rule above the free cells.
    """

    pattern: str = "#"
    faces: Faces = Faces.ART
    four_colours: bool = False
    on_wood: bool = False


_FEW_COLUMNS = 8
"""The least width of a card with pips."""


class Solid:
    """Cards with an edge and a shadow, and wells sunk into the felt, for screens with colour.

    `inks` are the names of the suits' inks.
    """

    def __init__(
        self, layout: Layout, glyphs: Glyphs, pattern: str, inks: Mapping[Suit, str], faces: Faces = Faces.ART
    ) -> None:
        self._size = layout.shape.size
        self._glyphs = glyphs
        self._pattern = pattern
        self._inks = inks
        gap = layout.pitch - layout.card_width
        self._shadow = ("", "gap", "shadow")[min(gap, 2)]
        self._art = None
        if has_room_for_art(layout, glyphs):
            from freecell_tui.ui.drawing.cards.face import CardArt

            self._art = CardArt(layout, glyphs, faces)

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
            draw_pips(surface, inside, card, self._glyphs, ink, f"{state} frame")

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


_CURSORS: Final = ("cursor", "chosen")
"""The inks of a place that the cursor is on."""


class Outline:
    """Cards as outlines on the terminal's own background, and dotted wells, for screens without colour."""

    def __init__(self, layout: Layout, glyphs: Glyphs, pattern: str, faces: Faces = Faces.ART) -> None:
        self._size = layout.shape.size
        self._glyphs = glyphs
        self._pattern = pattern
        self._art = None
        if has_room_for_art(layout, glyphs):
            from freecell_tui.ui.drawing.cards.face import LineArt

            self._art = LineArt(layout, glyphs, faces)

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


CardStyle = Solid | Outline


def card_style(layout: Layout, glyphs: Glyphs, deck: Deck, *, colour: bool) -> CardStyle:
    """Return the style for a screen with or without `colour`."""
    if colour:
        return Solid(layout, glyphs, deck.pattern, FOUR_INKS if deck.four_colours else TWO_INKS, deck.faces)
    return Outline(layout, glyphs, deck.pattern, deck.faces)
