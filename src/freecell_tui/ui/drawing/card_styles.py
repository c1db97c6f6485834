"""How single cards and places are drawn: solid on felt, or in outline where there is no colour.

A card is drawn in a state, such as `card`, `lifted` or `cursor`: the surface of its roles, whose colours are the
theme's.
"""

from itertools import cycle, islice
from typing import Final, Protocol

from freecell_tui.engine import Card, Suit
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, CardSize, Layout
from freecell_tui.ui.drawing.surface import Surface

_COURT: Final = 11
_WIDEST_FACE: Final = len("10♥")
TWO_INKS: Final = {Suit.CLUBS: "black", Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: "black"}
FOUR_INKS: Final = {Suit.CLUBS: "green", Suit.DIAMONDS: "blue", Suit.HEARTS: "red", Suit.SPADES: "black"}


class CardStyle(Protocol):
    """How single cards and places are drawn: `Solid` or `Outline`."""

    def ink(self, state: str, card: Card) -> str:
        """Return the role of a card's rank and suit."""

    def card(self, surface: Surface, box: Box, card: Card, state: str, *, covered: bool) -> None:
        """Draw a card, or the rows of it that show while another covers it."""

    def back(self, surface: Surface, box: Box, *, covered: bool) -> None:
        """Draw a card that lies face down."""

    def blank(self, surface: Surface, box: Box, state: str) -> None:
        """Draw a card without rank and suit."""

    def well(self, surface: Surface, box: Box, mark: str, ink: str) -> None:
        """Draw an empty place with its letter or suit; the ink `rim` or `refused` highlights it."""

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        """Draw the shadow of a card to its right, and `below` it."""


def card_style(layout: Layout, glyphs: Glyphs, pattern: str, *, colour: bool, four_colours: bool = False) -> CardStyle:
    """Return the style for a screen with or without `colour`; `pattern` is on the backs of the cards."""
    if colour:
        return _Solid(layout, glyphs, pattern, four_colours=four_colours)
    return _Outline(layout, glyphs, pattern)


class _Solid:
    """Cards with an edge and a shadow, and wells sunk into the felt."""

    def __init__(self, layout: Layout, glyphs: Glyphs, pattern: str, *, four_colours: bool) -> None:
        self._size = layout.shape.size
        self._glyphs = glyphs
        self._pattern = pattern
        self._inks = FOUR_INKS if four_colours else TWO_INKS
        self._shadows = layout.pitch > layout.card_width

    def ink(self, state: str, card: Card) -> str:
        return f"{state} {self._inks[Suit(card.suit)]}"

    def card(self, surface: Surface, box: Box, card: Card, state: str, *, covered: bool) -> None:
        if state == "related":
            # Only its corner is highlighted: half the table would be too much for a slow line.
            self.card(surface, box, card, "card", covered=covered)
            corner = self._glyphs.card(card)
            corner = _compact_face(corner, box.width) if self._size is CardSize.COMPACT else f" {corner}"
            surface.text(box.x, box.y, corner, self.ink(state, card))
            return
        ink = self.ink(state, card)
        edge = f"{state} edge"
        surface.fill(box.x, box.y, box.width, box.height, edge)
        if covered and self._size is not CardSize.COMPACT:
            surface.text(box.x, box.y + box.height - 1, self._glyphs.edge * box.width, edge)
        elif covered:
            surface.text(box.x + box.width - 1, box.y, self._glyphs.edge, edge)
        face = self._glyphs.card(card)
        mark = self._glyphs.found[2] if state == "safe" else ""
        if self._size is CardSize.COMPACT:
            surface.text(box.x, box.y, (_compact_face(face, box.width) + mark)[: box.width], ink)
            return
        surface.text(box.x + 1, box.y, face + mark, ink)
        if self._size is CardSize.LARGE and covered and box.height > 1:
            surface.text(box.x + box.width - 2, box.y, self._glyphs.suit(card.suit), ink)
        elif not covered and box.height > 1:
            surface.text(box.x + box.width - 1 - len(face), box.y + box.height - 1, face, ink)
        if self._size is CardSize.LARGE and not covered and box.height >= _FACE_ROWS:
            _draw_face(surface, box, card, self._glyphs, ink, f"{state} frame")

    def back(self, surface: Surface, box: Box, *, covered: bool) -> None:
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
        surface.fill(box.x, box.y, box.width, box.height, f"{state} edge")

    def well(self, surface: Surface, box: Box, mark: str, ink: str) -> None:
        line = {"rim": "target target", "refused": "lit refused"}.get(ink, f"well {ink}")
        surface.fill(box.x, box.y, box.width, box.height, line)
        if box.height > 1:
            draw_frame(surface, box, self._glyphs.well, line)
        surface.text(_middle(box, mark), box.y + box.height // 2, mark, "well mark" if ink == "line" else line)
        if box.height == 1 and not mark:
            surface.text(box.x, box.y, self._glyphs.edge * box.width, line)

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        if not self._shadows:
            return
        surface.fill(box.x + box.width, box.y, 1, box.height, "shadow")
        if below:
            surface.text(box.x + 1, box.y + box.height, self._glyphs.half * box.width, "felt shadow")


class _Outline:
    """Cards as outlines on the terminal's own background, and dotted wells, for screens without colour."""

    def __init__(self, layout: Layout, glyphs: Glyphs, pattern: str) -> None:
        self._size = layout.shape.size
        self._glyphs = glyphs
        self._pattern = pattern

    def ink(self, state: str, card: Card) -> str:
        return f"{state} black"

    def card(self, surface: Surface, box: Box, card: Card, state: str, *, covered: bool) -> None:
        ink = self.ink(state, card)
        face = self._glyphs.card(card)
        surface.fill(box.x, box.y, box.width, box.height, ink)
        if self._size is CardSize.COMPACT:
            mark = self._glyphs.pointer if state == "cursor" else self._search_mark(state)
            surface.text(box.x, box.y, _compact_face(face, box.width), ink)
            surface.text(box.x + max(box.width - 1, 3), box.y, mark[: box.width - 3], ink)
            return
        lines = self._glyphs.cursor_frame if state == "cursor" else self._glyphs.frame
        line = f"{state} edge"
        if box.height + covered > 1:
            open_box = Box(box.x, box.y, box.width, box.height + covered)
            draw_frame(surface, open_box, lines, line, open_below=covered)
        else:
            surface.text(box.x, box.y, lines[5] + " " * (box.width - 2) + lines[5], line)
        surface.text(box.x + 1, box.y, (face + self._search_mark(state))[: box.width - 2], ink)
        if self._size is CardSize.LARGE and not covered and box.height >= _FACE_ROWS:
            _draw_face(surface, box, card, self._glyphs, ink, line)

    def _search_mark(self, state: str) -> str:
        return dict(zip(("found", "related", "safe"), self._glyphs.found, strict=True)).get(state, "")

    def back(self, surface: Surface, box: Box, *, covered: bool) -> None:
        if self._size is CardSize.COMPACT:
            draw_pattern(surface, box, self._pattern)
            return
        surface.fill(box.x, box.y, box.width, box.height, "back edge")
        lines = self._glyphs.frame
        if box.height + covered == 1:
            # The one row that still shows of a card in a long column.
            surface.text(box.x, box.y, lines[5] + " " * (box.width - 2) + lines[5], "back edge")
            draw_pattern(surface, Box(box.x + 1, box.y, box.width - 2, 1), self._pattern)
            return
        draw_frame(surface, Box(box.x, box.y, box.width, box.height + covered), lines, "back edge", open_below=covered)
        inside = Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2 + covered)
        draw_pattern(surface, inside, self._pattern)

    def blank(self, surface: Surface, box: Box, state: str) -> None:
        surface.fill(box.x, box.y, box.width, box.height, f"{state} edge")
        if box.height > 1:
            draw_frame(surface, box, self._glyphs.frame, f"{state} edge")
        else:
            stroke = self._glyphs.frame[-1]
            surface.text(box.x, box.y, stroke + " " * (box.width - 2) + stroke, f"{state} edge")

    def well(self, surface: Surface, box: Box, mark: str, ink: str) -> None:
        rim = "lit line" if box.height == 1 else "well line"
        role = {"rim": rim, "refused": "lifted line"}.get(ink, "well line")
        lines = {"rim": self._glyphs.frame, "cursor": self._glyphs.cursor_frame}.get(ink)
        surface.fill(box.x, box.y, box.width, box.height, role)
        if box.height > 1 and lines is not None:
            draw_frame(surface, box, lines, role)
        elif box.height > 1 or not mark:
            dots = (f"{self._glyphs.dot} " * box.width)[: box.width]
            surface.text(box.x, box.y, dots, role)
            surface.text(box.x, box.y + box.height - 1, dots, role)
        surface.text(_middle(box, mark), box.y + box.height // 2, mark, role)
        if box.height == 1 and ink == "cursor":
            surface.text(_middle(box) + 1, box.y, self._glyphs.pointer, role)

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        pass


def _middle(box: Box, mark: str = "") -> int:
    """Return where a mark begins that is to be in the middle of a rectangle."""
    return box.x + (box.width - max(len(mark), 1)) // 2


def _compact_face(face: str, width: int) -> str:
    """Return the face of a compact card: after its left edge where there is room, else aligned on the right."""
    return f" {face}" if width > _WIDEST_FACE + 1 else face.rjust(_WIDEST_FACE)


def draw_pattern(surface: Surface, box: Box, pattern: str) -> None:
    """Fill a rectangle with one character, or with two as a chessboard."""
    for row in range(box.height):
        marks = islice(cycle(pattern), row % len(pattern), None)
        surface.text(box.x, box.y + row, "".join(islice(marks, max(box.width, 0))), "back pattern")


def draw_frame(surface: Surface, box: Box, lines: str, role: str, *, open_below: bool = False) -> None:
    """Draw a rectangle's outline, without its lower line if another card covers that."""
    left_top, right_top, left_bottom, right_bottom, rule, down = tuple(lines)
    inner = box.width - 2
    surface.text(box.x, box.y, left_top + rule * inner + right_top, role)
    for y in range(box.y + 1, box.y + box.height - 1):
        surface.text(box.x, y, down, role)
        surface.text(box.x + box.width - 1, y, down, role)
    if not open_below:
        surface.text(box.x, box.y + box.height - 1, left_bottom + rule * inner + right_bottom, role)


_FACE_ROWS: Final = 7
"""The rows a large card needs for its pips."""

# The pips of each rank: their rows (1 to 5) in the two outer lines, and in the middle one.
_PIPS: Final = {
    1: ((), (3,)),
    2: ((), (1, 5)),
    3: ((), (1, 3, 5)),
    4: ((1, 5), ()),
    5: ((1, 5), (3,)),
    6: ((1, 3, 5), ()),
    7: ((1, 3, 5), (2,)),
    8: ((1, 3, 5), (2, 4)),
    9: ((1, 2, 4, 5), (3,)),
    10: ((1, 2, 4, 5), (2, 4)),
}


def _draw_face(surface: Surface, box: Box, card: Card, glyphs: Glyphs, ink: str, frame: str) -> None:
    """Draw the pips of a large card, or the small frame of a court card."""
    suit = glyphs.suit(Suit(card.suit))
    middle = box.x + box.width // 2
    if card.rank >= _COURT:
        draw_frame(surface, Box(middle - 2, box.y + 1, 5, 5), glyphs.frame, frame)
        for row, mark in ((2, suit), (3, card.rank_text), (4, suit)):
            surface.text(middle, box.y + row, mark, ink)
        return
    outer, inner = _PIPS[card.rank]
    for row in outer:
        surface.text(middle - 2, box.y + row, suit, ink)
        surface.text(middle + 2, box.y + row, suit, ink)
    for row in inner:
        surface.text(middle, box.y + row, suit, ink)
