"""Cards in half blocks: large ranks and suits, and court cards with faces.

What is too low for this, or too narrow, is left to characters: each method returns whether it has drawn.
"""

from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.storage.settings import Faces
from freecell_tui.ui.drawing import courts
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, Layout
from freecell_tui.ui.drawing.pip_art import pip_picture
from freecell_tui.ui.drawing.pips import JACK
from freecell_tui.ui.drawing.pixels import (
    DIGITS,
    HUGE_SUITS,
    LARGE_SUITS,
    SMALL_SUITS,
    Pixels,
    beside,
    doubled,
    draw_in_middle,
    draw_pixels,
    in_ink,
    turned,
    with_suit,
)
from freecell_tui.ui.drawing.strokes import BUST_ROWS, HUGE_ROWS, LARGE_ROWS, STRIP_ROWS, WIDE
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.theme import IMPRINT
from freecell_tui.ui.drawing.well_art import well_picture

_TOP: Final = 1
"""The blank pixels above a rank."""
_BELOW_SUIT: Final = 3
"""The blank pixels below the large suit of narrow cards."""
_BESIDE_PICTURE: Final = 6
"""The columns of a court card that are not its picture's: the index and the margins."""


class CardArt:
    """What is drawn in half blocks on cards of one size."""

    def __init__(self, layout: Layout, glyphs: Glyphs, faces: Faces) -> None:
        self._glyphs = glyphs
        self._faces = faces
        self._height = layout.shape.height
        self._is_large = self._height >= LARGE_ROWS

    def covered(self, surface: Surface, box: Box, card: Card, ink: str, mark: str) -> bool:
        """Draw the rank and the suit of a covered card, and its edge."""
        if box.height < STRIP_ROWS or not self._is_large:
            return False
        index = beside(DIGITS[card.rank_text], SMALL_SUITS[card.suit], gap=2)
        blank = " " * box.width
        rows = [blank, *(f" {row}".ljust(box.width) for row in index)]
        rows += [blank] * (2 * box.height - len(rows))
        rows[-1] = rows[-1].replace(" ", "_")
        colours = {**in_ink(ink), "_": f"{ink.partition(' ')[0]}.edge"}
        draw_pixels(surface, box.x, 2 * box.y, tuple(rows), colours)
        surface.text(box.x + 1 + len(index[0]) + 1, box.y, mark, ink)
        return True

    def corner(self, surface: Surface, box: Box, card: Card, ink: str, *, covered: bool) -> bool:
        """Draw the corner of a card with its rank in another state."""
        if box.height < (STRIP_ROWS if covered else self._height) or not self._is_large:
            return False
        x, rank = box.x, DIGITS[card.rank_text]
        y = 2 * box.y
        if self._faces is Faces.PLAIN and not covered:
            rank, x, y = self._plain_rank(box, card)
            x, y = x - 1, y - _TOP
        rows = (*[" " * len(rank[0])] * _TOP, *rank)
        rows = tuple(f" {row} " for row in rows)
        draw_pixels(surface, x, y, rows, in_ink(ink))
        return True

    def face(self, surface: Surface, box: Box, card: Card, ink: str, mark: str) -> bool:
        """Draw a whole card with a large index."""
        if box.height < self._height or not self._is_large:
            return False
        colours = in_ink(ink)
        if self._faces is Faces.PLAIN:
            self._draw_plain(surface, box, card, colours)
            surface.text(box.x + 1, box.y + box.height - 1, mark, ink)
            return True
        rank, suit = DIGITS[card.rank_text], self._glyphs.suit(Suit(card.suit))
        right, bottom = box.x + box.width - 1, box.y + box.height
        draw_pixels(surface, box.x + 1, 2 * box.y + _TOP, rank, colours)
        surface.text(box.x + 2, box.y + 3, suit, ink)
        surface.text(box.x + 2, box.y + 4, mark, ink)
        is_wide = box.width >= WIDE
        if card.rank == 1 and is_wide:
            draw_pixels(surface, right - len(rank[0]), 2 * bottom - len(rank) - _TOP, turned(rank), colours)
            surface.text(right - 2, bottom - 4, suit, ink)
            self._draw_large_suit(surface, box, card.suit, colours)
        elif card.rank >= JACK:
            art = courts.two_headed(card, box.width - _BESIDE_PICTURE)
            y = 2 * box.y + (2 * box.height - len(art)) // 2
            draw_pixels(surface, right - len(art[0]), y, art, {**colours, **courts.court_colours(Suit(card.suit))})
        elif not is_wide:
            art = LARGE_SUITS[card.suit]
            draw_pixels(surface, right - len(art[0]), 2 * bottom - len(art) - _BELOW_SUIT, art, colours)
        else:
            art = pip_picture(card.rank, card.suit, 2 * (box.height - _TOP))
            draw_pixels(surface, right - len(art[0]), 2 * box.y + _TOP, art, colours)
        return True

    def _draw_plain(self, surface: Surface, box: Box, card: Card, colours: dict[str, str]) -> None:
        """Draw a rank twice as large, and a large suit below."""
        (rank, x, y), suit = self._plain_rank(box, card), LARGE_SUITS[card.suit]
        draw_pixels(surface, x, y, rank, colours)
        x = box.x + (box.width - len(suit[0])) // 2
        draw_pixels(surface, x, 2 * (box.y + box.height) - len(suit) - (y - 2 * box.y), suit, colours)

    @staticmethod
    def _plain_rank(box: Box, card: Card) -> tuple[Pixels, int, int]:
        """Return a rank twice as large, and where it begins: at which column and half row."""
        rank, suit = doubled(DIGITS[card.rank_text]), LARGE_SUITS[card.suit]
        spare = 2 * box.height - len(rank) - len(suit)
        return rank, box.x + (box.width - len(rank[0])) // 2, 2 * box.y + max(spare // 3, _TOP)

    def _draw_large_suit(self, surface: Surface, box: Box, suit: int, colours: dict[str, str]) -> None:
        rows = (HUGE_SUITS if box.height >= HUGE_ROWS else LARGE_SUITS)[suit]
        draw_in_middle(surface, box, rows, colours)

    def inside(self, surface: Surface, box: Box, card: Card, ink: str) -> bool:
        """Draw what is between the two indices of a card of the middle sizes."""
        colours = in_ink(ink)
        if self._faces is Faces.PLAIN:
            rows = with_suit(card.rank_text, SMALL_SUITS[card.suit], box.width - 1)
            draw_in_middle(surface, box, rows, colours)
            return True
        if card.rank == 1 and box.height >= BUST_ROWS:
            self._draw_large_suit(surface, box, card.suit, colours)
            return True
        if card.rank < JACK:
            return False
        is_small = box.height < BUST_ROWS
        art = courts.bust(card, is_small=True) if is_small else courts.framed_bust(card, box.width)
        draw_in_middle(surface, box, art, {**colours, **courts.court_colours(Suit(card.suit))})
        return True

    def frame(self, surface: Surface, box: Box) -> bool:
        """Draw an empty place that takes the lifted cards; a whole card in that bright colour would dazzle."""
        if box.height < BUST_ROWS:
            return False
        rule = "#" * box.width
        inner = "#" + " " * (box.width - 2) + "#"
        rows = (rule, *[inner] * (2 * box.height - 2), rule)
        draw_pixels(surface, box.x, 2 * box.y, rows, {" ": "well", "#": "well.rim"})
        return True

    def well(self, surface: Surface, box: Box, mark: str, line: str) -> bool:
        """Draw the suit of an empty foundation, or the letter of a cell, large."""
        rows = well_picture(mark, box, self._glyphs.suits)
        if rows is None:
            return False
        ground = line.partition(" ")[0]
        pixel = IMPRINT if line == "well line" else line.replace(" ", ".")
        draw_in_middle(surface, box, rows, {" ": ground, "#": pixel})
        return True
