"""Cards in half blocks: large ranks and suits, and court cards with faces, in colour and in one ink.

What is too low for this, or too narrow, is left to characters: each method returns whether it has drawn.
"""

from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.storage.settings import Faces
from freecell_tui.ui.drawing.cards import courts
from freecell_tui.ui.drawing.cards.pixels import (
    DIGITS,
    HUGE_SUITS,
    LARGE_SUITS,
    MIDDLE_SUITS,
    SMALL_SUITS,
    Pixels,
    beside,
    doubled,
    draw_in_middle,
    draw_pixels,
    in_ink,
    most_pips,
    of_one_ink,
    pip_picture,
    turned,
    well_picture,
    with_suit,
)
from freecell_tui.ui.drawing.cards.strokes import (
    BUST_ROWS,
    HUGE_ROWS,
    JACK,
    LARGE_ROWS,
    STRIP_ROWS,
    WIDE,
)
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, Layout
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.themes.theme import IMPRINT

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


# Cards of one ink, for screens without colours: red suits are hollow, and black ones full of ink.


_LINE: Final = 2
"""The pixels that the upper line takes."""
_BESIDE_PORTRAIT: Final = 4
"""The columns in the frame of a court card that are not its portrait's."""
_WITH_LIT_RANK: Final = ("pale", "related")
"""The states of cards of which only the rank is lit."""


class LineArt:
    """What is drawn in half blocks of one ink on cards of one size."""

    def __init__(self, layout: Layout, glyphs: Glyphs, faces: Faces) -> None:
        self._glyphs = glyphs
        self._faces = faces
        self._height = layout.shape.height
        self._is_large = self._height >= LARGE_ROWS

    def covered(self, surface: Surface, box: Box, card: Card, state: str, mark: str) -> bool:
        """Draw the rank and the suit of a covered card, in its upper line if there are no more rows."""
        if box.height < STRIP_ROWS or not self._is_large:
            return False
        suit, down = of_one_ink(SMALL_SUITS[card.suit], card.suit), 1 if box.height == STRIP_ROWS else _LINE
        x = _draw_rank(surface, box, card, state, down)
        suit = tuple(f" {row} " for row in suit)
        draw_pixels(surface, x, 2 * box.y + down, suit, in_ink(_rest_ink(state, card)))
        surface.text(x + len(suit[0]), box.y + 1, mark, _ink(state, card))
        return True

    def face(self, surface: Surface, box: Box, card: Card, state: str, mark: str) -> bool:
        """Draw what is in the frame of a whole card with a large index."""
        if box.height < self._height or not self._is_large:
            return False
        inside = Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
        suit, ink, rest = self._glyphs.suit(Suit(card.suit)), _ink(state, card), in_ink(_rest_ink(state, card))
        if self._faces is Faces.PLAIN:
            self._draw_plain(surface, inside, card, state)
            surface.text(inside.x, inside.y + inside.height - 1, mark, ink)
            return True
        _draw_rank(surface, box, card, state, _LINE)
        if card.rank == 1 and box.width >= WIDE:
            art = of_one_ink((HUGE_SUITS if box.height >= HUGE_ROWS else LARGE_SUITS)[card.suit], card.suit)
            draw_in_middle(surface, inside, art, rest)
            right, bottom, rank = inside.x + inside.width, inside.y + inside.height, DIGITS[card.rank_text]
            draw_pixels(surface, right - len(rank[0]), 2 * bottom - len(rank), turned(rank), rest)
            surface.text(right - 2, bottom - 4, suit, ink)
        else:
            art, down = _picture(card, inside)
            x = inside.x + inside.width - len(art[0])
            draw_pixels(surface, x, 2 * inside.y + down, art, rest)
        surface.text(inside.x + 1, inside.y + 3, suit, ink)
        surface.text(inside.x + 1, inside.y + 4, mark, ink)
        return True

    def _draw_plain(self, surface: Surface, box: Box, card: Card, state: str) -> None:
        """Draw a rank twice as large, and a large suit below."""
        rank, room = doubled(DIGITS[card.rank_text]), 2 * box.height
        suits = (of_one_ink(suits[card.suit], card.suit) for suits in (LARGE_SUITS, MIDDLE_SUITS))
        suit = next(rows for rows in suits if len(rows) + len(rank) < room)
        for rows, down, ink in (
            (rank, 0, _ink(state, card)),
            (suit, room - len(suit), _rest_ink(state, card)),
        ):
            x = box.x + (box.width - len(rows[0])) // 2
            draw_pixels(surface, x, 2 * box.y + down, rows, in_ink(ink))

    def inside(self, surface: Surface, box: Box, card: Card, state: str) -> bool:
        """Draw what is in the frame of a card of the middle sizes."""
        if self._faces is Faces.PLAIN:
            rows = with_suit(card.rank_text, of_one_ink(SMALL_SUITS[card.suit], card.suit), box.width)
        elif card.rank == 1:
            suits = MIDDLE_SUITS if box.height >= BUST_ROWS else SMALL_SUITS
            rows = of_one_ink(suits[card.suit], card.suit)
        elif card.rank >= JACK:
            rows = courts.portrait(card, box.width, 2 * box.height)
        else:
            return False
        draw_in_middle(surface, box, rows, in_ink(_rest_ink(state, card)))
        return True

    def well(self, surface: Surface, box: Box, mark: str, state: str) -> bool:
        """Draw the suit of an empty foundation, or the letter of a cell, large."""
        rows = well_picture(mark, box, self._glyphs.suits, in_one_ink=True)
        if rows is None:
            return False
        draw_in_middle(surface, box, rows, in_ink(f"{state} line"))
        return True


def _picture(card: Card, box: Box) -> tuple[Pixels, int]:
    """Return what is on the right of an index in the frame of a card, and how many pixels down it begins."""
    room = 2 * box.height
    if card.rank >= JACK:
        return courts.portrait(card, box.width - _BESIDE_PORTRAIT, room), 0
    if box.width + _LINE >= WIDE and card.rank <= most_pips(room):
        return pip_picture(card.rank, card.suit, room, in_one_ink=True), 0
    rows = of_one_ink(LARGE_SUITS[card.suit], card.suit)
    return rows, (room - len(rows)) * 2 // 3


def _draw_rank(surface: Surface, box: Box, card: Card, state: str, down: int) -> int:
    """Draw a large rank so many pixels down in a corner, with a blank on its right, and return the column behind that.

    If it alone is lit, it is on a plate as high as what shows of the line and the rank, and covers the frame.
    """
    rank = tuple(f"{row} " for row in DIGITS[card.rank_text])
    left, top = 1, down
    if state in _WITH_LIT_RANK:
        rank = (*[" " * len(rank[0])] * down, *rank)
        rank, left, top = tuple(f" {row}" for row in rank), 0, 0
    draw_pixels(surface, box.x + left, 2 * box.y + top, rank, in_ink(_ink(state, card)))
    return box.x + left + len(rank[0])


def _rest_ink(state: str, card: Card) -> str:
    """Return the ink of a card's picture, which is not lit if only the rank is."""
    return _ink("card" if state in _WITH_LIT_RANK else state, card)


def _ink(state: str, card: Card) -> str:
    return f"{state} {'red' if card.is_red else 'black'}"
