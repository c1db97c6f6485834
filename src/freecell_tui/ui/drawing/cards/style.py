"""Drawing single cards and empty places: solid on felt, in outline without colours, and in pictures for the help.

A card's state, such as `lifted` or `cursor`, is the surface of its roles.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from freecell_tui.engine import FREECELL, Card, Suit
from freecell_tui.storage.settings import CardSize
from freecell_tui.ui.drawing.cards.face import CardArt
from freecell_tui.ui.drawing.cards.strokes import (
    NO_INSIDE,
    compact_face,
    draw_frame,
    draw_pattern,
    draw_pips,
    middle,
)
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import LARGE_ROWS, LEAST_LARGE_ROWS, STRIP_ROWS, Layout
from freecell_tui.ui.drawing.surface import Box, Surface
from freecell_tui.ui.drawing.themes.theme import TWO_INKS


class Deck(NamedTuple):
    """The look of a deck of cards."""

    pattern: str = "#"
    """The marks on the backs of the cards, one or two."""
    is_plain: bool = False
    """Whether cards have large ranks and suits in place of pictures."""
    inks: Mapping[Suit, str] = TWO_INKS


_FEW_ROWS, _FEW_COLUMNS = 5, 7
"""The least height and width of a card with pips, which takes a column more in outline."""
LOW_PLACE: Final = 5
"""The height below which an empty place has its note beside its letter or in its lower line, not above that."""
_ROOM_FOR_BOTH: Final = 11
"""The height from which an empty place has room for a note below its picture."""
_FRAMED: Final = ("found", "safe", "hinted")
"""The states of cards with an outline, as their colours are too near to others."""
_BAR: Final = "|"
"""The bar beside the index of a related card: many change at once, and a line would take three bytes each."""
_SIDE: Final = 5
"""The index of the stroke down in `Glyphs.frame`."""
_CURSORS: Final = ("cursor", "chosen")
"""The inks of an empty place under the cursor."""


class CardStyle:
    """Draws cards and empty places of a given size.

    With colours, cards have an edge and a shadow; without, they are outlines on the terminal's background.
    """

    def __init__(self, layout: Layout, glyphs: Glyphs, deck: Deck) -> None:
        colour = self._has_colour = glyphs.has_colour
        self._is_compact = layout.shape.size is CardSize.COMPACT
        self._glyphs = glyphs
        self._pattern = deck.pattern
        self._inks = deck.inks if colour else TWO_INKS
        marks = dict(zip(("found", "related", "safe"), glyphs.found, strict=True))
        self._marks = {"safe": marks["safe"]} if colour else marks
        # A gap of one column between the cards is all shadow.
        self._shadow = ("", "gap", "shadow")[min(layout.pitch - layout.card_width, 2)] if colour else ""
        self._high_depth = 2 if layout.pitch - layout.card_width > 1 else 1
        self._tab_role = ("felt number" if self._is_compact else "well mark") if colour else "bar text"
        self._art = None
        is_small = layout.shape.size in (CardSize.COMPACT, CardSize.SMALL)
        if not is_small and glyphs.half == "▀" and not glyphs.suits.isascii():
            self._art = CardArt(glyphs, self._inks, is_plain=deck.is_plain)
        self.has_figures: Final = self._art is not None and layout.shape.height >= LARGE_ROWS
        """Whether cards have a large index, if they are high enough."""

    def shows_figures(self, box: Box, *, covered: bool) -> bool:
        """Return whether a card in a box has a large index."""
        return self.has_figures and box.height >= (STRIP_ROWS if covered else LEAST_LARGE_ROWS)

    def card(
        self,
        surface: Surface,
        box: Box,
        card: Card,
        state: str,
        *,
        covered: bool,
        covers_figures: bool = False,
        is_loose: bool = False,
    ) -> None:
        """Draw a card, or the visible rows of a covered card.

        In the state `back` the card is face down.
        Between cards with large indices the edge is half a row of the lower card, as it `covers_figures`.
        A card that `is_loose`, over any others, has an edge all around, or with a large index above and on the left.
        """
        if state == "back":
            self._draw_back(surface, box, covered=covered)
            return
        # With colours only the corner of a related card is highlighted: half the table would be too slow to send.
        lights_corner = self._has_colour and state == "related"
        ground = "card" if lights_corner else state
        suit_ink, face, mark = self._inks[card.suit], self._glyphs.card(card), self._marks.get(state, "")
        if self._is_compact and self._has_colour and state != "card":
            suit_ink += " compact"
        ink, corner_ink = f"{ground} {suit_ink}", f"{state} {suit_ink}"
        if self._is_compact:
            # Without colours a mark follows the widest face.
            face = compact_face(face, box.width if self._has_colour else box.width - 1)
            self._draw_compact(surface, box, face, mark, ground, ink, covered=covered)
            if lights_corner:
                surface.text(box.x, box.y, face, corner_ink)
            return
        line = "frame" if ground in _FRAMED else "edge" if is_loose else ""
        if self._art is not None and self.has_figures and self.shows_figures(box, covered=covered):
            has_lines = not self._has_colour or line == "frame"
            self.paper(surface, box, ground, covered=covered and has_lines, line=line if has_lines else "")
            has_edge = (covers_figures or is_loose) and not has_lines
            if has_edge:
                if is_loose:
                    self.left_edge(surface, box, ground)
                surface.text(box.x, box.y, self._glyphs.half * box.width, f"half {ground}.edge {ground}")
            self._art.face(surface, box, card, state, mark, covered=covered, edge=has_edge)
            return
        self.paper(surface, box, ground, covered=covered, line=line)
        if line and self._has_colour:
            self._clear_indices(surface, box, len(face + mark), f"{ground} {line}", covered=covered)
        face_room = box.width - 1 if self._has_colour else box.width - 2
        surface.text(box.x + 1, box.y, (face + mark)[:face_room], ink)
        if lights_corner:
            surface.text(box.x, box.y, _BAR + face, corner_ink)
        if self._has_colour and box.height > 1:
            x, y = box.right - 1, box.bottom - 1
            if covered:
                surface.text(x - 1, box.y, self._glyphs.suits[card.suit], ink)
            else:
                surface.text(x - len(face), y, face, ink)
        margin = 0 if self._has_colour else 1
        if covered or box.height < _FEW_ROWS or box.width < _FEW_COLUMNS + margin:
            return
        inside = Box(box.x + margin, box.y + 1, box.width - 2 * margin, box.height - 2)
        if self._art is None or not self._art.inside(surface, inside, card, state):
            # Without colour the pips of a card under the cursor are not underlined.
            pips = f"card {suit_ink}" if state == "cursor" and not self._has_colour else ink
            draw_pips(surface, inside, card, self._glyphs, pips, f"{ground} {'frame' if self._has_colour else 'edge'}")

    def fanned(self, surface: Surface, box: Box, card: Card) -> None:
        """Draw a card in a fan, of which the next card leaves only a strip on the left."""
        self.paper(surface, box, "card", covered=False)
        if self._art is not None and self.has_figures:
            self._art.fanned(surface, box, card)
        else:
            face = self._glyphs.card(card)[: box.width - 1]
            surface.text(box.x + 1, box.y, face, f"card {self._inks[card.suit]}")

    def _draw_compact(
        self, surface: Surface, box: Box, face: str, mark: str, state: str, ink: str, *, covered: bool
    ) -> None:
        if self._has_colour:
            surface.fill(*box, f"{state} edge")
            if covered:
                surface.text(box.right - 1, box.y, self._glyphs.edge, f"{state} edge")
            # The mark stands behind the face, or else before it, if there is room.
            texts = (text for text in (face + mark, mark + face.lstrip()) if len(text) <= box.width)
            surface.text(box.x, box.y, next(texts, face), ink)
            return
        mark = self._glyphs.pointer if state == "cursor" else mark
        surface.fill(*box, ink)
        surface.text(box.x, box.y, face, ink)
        surface.text(box.x + max(box.width - 1, 3), box.y, mark[: box.width - 3], ink)

    def left_edge(self, surface: Surface, box: Box, state: str) -> None:
        """Draw the left edge of a card that is on other cards; outlines have one already."""
        if self._has_colour and box.height > 1:
            surface.fill(box.x, box.y, 1, box.height, f"{state} edge", self._glyphs.left_edge)

    def _clear_indices(self, surface: Surface, box: Box, width: int, line: str, *, covered: bool) -> None:
        """Interrupt the outline of a card beside its indices of a width."""
        side = self._glyphs.frame[_SIDE]
        if covered:
            surface.text(box.x, box.y, side + " " * (box.width - 2) + side, line)
        elif box.height > 1:
            surface.text(box.x, box.y, side + " " * (width + 1), line)
            surface.text(box.right - width - 2, box.bottom - 1, " " * (width + 1) + side, line)

    def paper(self, surface: Surface, box: Box, state: str, *, covered: bool, line: str = "") -> None:
        """Draw a blank card: the paper and the edge, or an outline in the ink `line`.

        Without colours there is always an outline.
        """
        edge = f"{state} edge"
        surface.fill(*box, edge)
        if self._has_colour and not line:
            if covered:
                surface.text(box.x, box.bottom - 1, self._glyphs.edge * box.width, edge)
            return
        line = f"{state} {line}" if self._has_colour else edge
        lines = self._glyphs.cursor_frame if state == "cursor" else self._glyphs.frame
        frame = box._replace(height=box.height + 1) if covered else box
        if frame.height > 1:
            draw_frame(surface, frame, lines, line, open_below=covered)
        else:
            surface.text(box.x, box.y, lines[5] + " " * (box.width - 2) + lines[5], line)

    def _draw_back(self, surface: Surface, box: Box, *, covered: bool) -> None:
        x, y, width, height = box
        if self._is_compact:
            surface.fill(*box, "back edge")
            if covered and self._has_colour:
                width -= 1
                surface.text(box.right - 1, y, self._glyphs.edge, "back edge")
            inside = Box(x, y, width, height)
        elif self._has_colour or height + covered > NO_INSIDE:
            self.paper(surface, box, "back", covered=covered)
            # With colours a covered card has an edge below; an outline has a line above and, if not covered, below.
            above, below = (0, covered) if self._has_colour else (1, not covered)
            inside = Box(x + 1, y + above, width - 2, height - above - below)
        else:
            for row in range(y, box.bottom):
                self.paper(surface, Box(x, row, width, 1), "back", covered=False)
            inside = Box(x + 1, y, width - 2, height)
        draw_pattern(surface, inside, self._pattern)

    def well(self, surface: Surface, box: Box, mark: str, ink: str, note: str = "") -> None:
        """Draw an empty place with a letter or suit, and a note."""
        lines = self._glyphs.well
        if self._has_colour:
            line = {"rim": "target target", "chosen": "cursor black", "refused": "lit refused"}.get(ink, f"well {ink}")
            if ink == "rim" and self._art is not None:
                # A large place in the bright colour of a target would dazzle.
                line, lines = "well rim", self._glyphs.cursor_frame
        else:
            rim = "lit line" if box.height == 1 else "well line"
            line = {"rim": rim, "chosen": rim, "refused": "lifted line"}.get(ink, "well line")
            lines = {"rim": self._glyphs.frame}.get(ink, self._glyphs.cursor_frame if ink in _CURSORS else "")
        surface.fill(*box, line)
        if box.height > 1 and lines:
            draw_frame(surface, box, lines, line)
        elif not self._has_colour and (box.height > 1 or not mark):
            dots = (f"{self._glyphs.dot} " * box.width)[: box.width]
            sides = dots[0] + " " * (len(dots.rstrip()) - 2) + dots[0]
            for y in range(box.y, box.bottom):
                surface.text(box.x, y, dots if y in (box.y, box.bottom - 1) else sides, line)
        if box.height == 1 and not mark and self._has_colour:
            surface.text(box.x, box.y, self._glyphs.edge * box.width, line)
        self._draw_place_mark(surface, box, mark, ink, line, note)
        y = box.bottom - (2 if box.height >= LOW_PLACE else 1)
        beside = f"{mark} {note}"
        if mark and note and box.height < LOW_PLACE and len(beside) <= box.width - 2:
            note, y = beside, box.y + (box.height - 1) // 2
        surface.text(middle(box, note), y, note, "target target" if self._has_colour else line)
        if box.height == 1 and ink in _CURSORS and not self._has_colour:
            surface.text(middle(box) + 1, box.y, self._glyphs.pointer, line)

    def _draw_place_mark(self, surface: Surface, box: Box, mark: str, ink: str, line: str, note: str) -> None:
        """Draw the letter or suit of a place, large if possible."""
        picture, role = line, line
        if not self._has_colour:
            picture = "felt line" if ink == "rim" else f"{line.partition(' ')[0]} line"
        elif line in ("well line", "well rim"):
            # Only the frame of a large place is highlighted: four large letters would take 400 bytes more.
            picture, role = "well line", "well mark"
        # Without the last row, a picture does not reach into the row of the note.
        above = box._replace(height=box.height - 1) if note and box.height < _ROOM_FOR_BOTH else box
        if self._art is None or not self._art.well(surface, above, mark, picture):
            # Without an inside, the mark takes the place of a rank in the upper line.
            x = middle(box, mark) if box.height != NO_INSIDE else box.x + 1
            surface.text(x, box.y + (box.height - 1) // 2, mark, role)

    def tab(self, surface: Surface, box: Box, letter: str) -> None:
        """Write a free cell's letter on the cell's card.

        The letter is in the upper right corner, or beside a compact card.
        """
        if self._is_compact:
            surface.text(box.right, box.y, letter, self._tab_role)
        elif self._has_colour:
            text = f" {letter} " if box.height >= LARGE_ROWS else letter
            surface.text(box.right - len(text), box.y, text, self._tab_role)
        else:
            text = f" {letter} " if box.width > _FEW_COLUMNS else letter
            x = box.right - 1 - len(text)
            # Beside a ten without room, the letter takes the corner.
            if surface.chars[box.y][x] in self._glyphs.suits:
                x += 1
            surface.text(x, box.y, text, "well line")

    def shadow(self, surface: Surface, box: Box, *, below: bool, is_high: bool = False) -> None:
        """Draw the shadow of a card on the right, and perhaps below.

        A card that stands higher has a shadow twice as deep, as far as there is felt. Outlines have no shadow.
        """
        if not self._shadow:
            return
        depth = self._high_depth if is_high else 1
        surface.fill(box.right, box.y, depth, box.height, self._shadow)
        if below:
            bottom = box.bottom + depth - 1
            surface.fill(box.x + depth, box.bottom, box.width, depth - 1, self._shadow)
            surface.text(box.x + depth, bottom, self._glyphs.half * box.width, f"felt {self._shadow}")


# Small pictures of cards and piles are drawn as on the table, from a few rows of text.
#
#     10♥  K♣        10♥  K♣
#          9♠   →     9♠
#          8♦         8♦
#
# Cards below one another are a column, `[a]` and `[♥]` are an empty cell and an empty foundation, and `→` is an arrow.


_ARROW: Final = "→"
_WIDE_GAP: Final = 3
"""The blanks between two columns of the text that make a double gap in the picture."""


class _Shape(NamedTuple):
    """The measures of a picture, in cells."""

    width: int
    """The width of a card."""
    height: int
    """The height of a card."""
    gap: int
    """The felt between two piles."""
    margin: int
    """The felt on either side of all piles."""


_SHAPES: Final = (_Shape(7, 3, 2, 2), _Shape(6, 3, 1, 2), _Shape(5, 1, 1, 1), _Shape(3, 1, 1, 0))
_SCREENS: Final = {3: (80, 24), 1: (40, 16)}
"""The sizes of screens with cards of a height, by height."""


class CardPicture:
    """A small picture of cards and piles, for the help."""

    def __init__(self, rows: Sequence[str], width: int, *, is_compact: bool) -> None:
        """Read a picture from rows of text.

        Its cards are the largest that fit into `width` cells, or compact ones if `is_compact`.
        """
        self._piles = _piles(rows)
        shapes = (shape for shape in _SHAPES if shape.height == 1 or not is_compact)
        self._shape = next((shape for shape in shapes if self._places(shape)[-1] <= width), _SHAPES[-1])
        self.width = self._places(self._shape)[-1]
        self._top = int(self._shape.height > 1)
        self.height = max(len(words) for words, _ in self._piles) - 1 + self._shape.height + 2 * self._top

    def _places(self, shape: _Shape) -> list[int]:
        """Return the first column of each pile, and the picture's width."""
        places, x = [], shape.margin
        for words, gaps in self._piles:
            x += shape.gap * gaps
            places.append(x)
            x += 1 if words == [_ARROW] else shape.width
        return [*places, x + shape.margin]

    def draw(self, glyphs: Glyphs, inks: Mapping[Suit, str]) -> Surface:
        """Return the picture on felt."""
        surface = Surface(self.width, self.height)
        layout = Layout(*_SCREENS[self._shape.height], FREECELL)
        style = CardStyle(layout, glyphs, Deck(inks=inks))
        for (words, _), x in zip(self._piles, self._places(self._shape), strict=False):
            if words == [_ARROW]:
                surface.text(x, self.height // 2, glyphs.arrows[1], "felt number")
                continue
            for number, word in enumerate(words):
                covered = number < len(words) - 1
                box = Box(x, self._top + number, self._shape.width, 1 if covered else self._shape.height)
                if word.startswith("["):
                    style.well(surface, box, glyphs.displayable(word.strip("[]")), "line")
                else:
                    style.shadow(surface, box, below=box.height > 1)
                    style.card(surface, box, Card.parse(word), "card", covered=covered)
        return surface


def _piles(rows: Sequence[str]) -> list[tuple[list[str], int]]:
    """Return the piles of a text: the words and the gaps before.

    The words of a pile are below one another in the text. The gaps on its left are 0, 1 or 2.
    """
    used = "".join("#" if any(row[x : x + 1].strip() for row in rows) else " " for x in range(max(map(len, rows))))
    piles, end = [], 0
    for found in re.finditer("#+", used):
        gap, end = found.start() - end, found.end()
        words = [word for row in rows if (word := row[slice(*found.span())].strip())]
        gaps = 2 if gap >= _WIDE_GAP else 1 if gap > 0 else 0
        piles.append((words, gaps))
    return piles
