"""Cards in half blocks: large ranks and suits, and court cards with faces, in colour or in one ink.

Cards too low or too narrow for pictures are drawn in characters instead: each method returns whether it has drawn.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.ui.drawing.cards.pixels import (
    SUIT_WIDTHS,
    Pixels,
    court_picture,
    draw_in_middle,
    draw_pixels,
    hollow,
    in_ink,
    sprites,
    suit_picture,
    turned,
)
from freecell_tui.ui.drawing.cards.strokes import JACK
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import STRIP_ROWS
from freecell_tui.ui.drawing.surface import Box, Surface
from freecell_tui.ui.drawing.themes.theme import IMPRINT

_RANK: Final = 5
"""The height of a rank in pixels, which is also the width of the suit beside or below."""
_EDGE: Final = "-"
"""The mark of a pixel of a card's upper edge."""
_INDEX: Final = 7
"""The columns of an index: a small suit with a blank on either side."""
_PORTRAIT, _WHOLE_FACE = 8, 14
"""The width of a portrait in one ink and the height that shows a whole face, in pixels."""
_ROOM_FOR_TWO: Final = 16
"""The height of two ranks with a suit between, in pixels."""
_LARGE_HEAD: Final = 12
"""The height of a large head in pixels."""
_SHOULDERS: Final = 2
"""The rows that a head can do without, in pixels."""
_IN_WELLS: Final = ((14, 15, 13), (7, 11, 9), (6, 9, 7))
"""The least height and width of an empty place, in cells, for each width of its suit."""

_HAIR: Final = {Suit.CLUBS: "dark", Suit.DIAMONDS: "fair", Suit.HEARTS: "brown", Suit.SPADES: "dark"}
_ONE_EYED: Final = ((11, Suit.HEARTS), (11, Suit.SPADES), (13, Suit.DIAMONDS))
_COLOURS: Final = dict(
    zip("PGgSEMTF", ("panel", "gold", "brass", "skin", "eyes", "lips", "trim", "feather"), strict=True)
)


def court_colours(suit: Suit) -> dict[str, str]:
    """Return the colours of a court card, by marks in `sprites.txt`."""
    named = {**_COLOURS, "R": suit.name.lower(), "H": _HAIR[suit]}
    return {mark: f"art.{name}" for mark, name in named.items()}


class CardArt:
    """The pictures in half blocks on cards of a given size.

    In one ink red suits are hollow, black suits are filled, and a card's lines take its outer rows.
    """

    def __init__(self, glyphs: Glyphs, inks: Mapping[Suit, str], *, is_plain: bool) -> None:
        self._glyphs = glyphs
        self._is_plain = is_plain
        self._inks = inks
        self._in_one_ink = not glyphs.has_colour
        self._margin = 2 if self._in_one_ink else 1
        """The pixels between the edge of a card and its figures."""

    def face(self, surface: Surface, box: Box, card: Card, state: str, mark: str, *, covered: bool, edge: bool) -> None:
        """Draw the figures of a card with a large index.

        A covered card has a rank with a small suit beside it. Others have a picture beside their rank and a small suit,
        two ranks with a suit between, or if they are low one rank with a suit beside it, whichever suit is larger.
        Figures leave out the upper half row of a card with an `edge` there.
        """
        margin, right, bottom = self._margin, box.right - 1, 2 * box.height
        colours, room = self._picture_colours(state, card), 2 * (box.height - margin)
        if covered:
            self._draw_strip(surface, box, card, state, mark, edge=edge)
            return
        has_portrait = not self._in_one_ink or (box.width - _INDEX > _PORTRAIT and room >= _WHOLE_FACE)
        if card.rank >= JACK and not self._is_plain and has_portrait:
            rows = _court(card, box.width - _INDEX - 1, room, self._in_one_ink)
            x, down = right + 1 - margin - len(rows[0]), (bottom - len(rows)) // 2
            _draw(surface, box, x, down, rows, {**colours, **court_colours(card.suit)}, edge=edge)
            draw_pixels(surface, box.x + 1, 2 * box.y + margin + _RANK + 1, self._suit(card, _RANK), colours)
        else:
            aside = box.width - _INDEX - margin
            # In one ink a rank begins a pixel lower, and the cells of a suit reach into those of the rank.
            suit_room = room - 2 * _RANK if self._in_one_ink else room // 2
            between = _widest(min(suit_room, box.width - 4)) if room >= _ROOM_FOR_TWO else 0
            width = max(between, _widest(min(room, aside)))
            suit = self._suit(card, width)
            if width > between:
                x, down = box.x + _INDEX + (aside - width) // 2, (bottom - width) // 2
            else:
                # A heart is widest at the top, beside the rank, and sits a pixel lower; other suits are widest below.
                spare = room - width + 1 if card.suit == Suit.HEARTS else room - width
                x, down = box.x + (box.width - width) // 2, margin + spare // 2
            _draw(surface, box, x, down, suit, colours, edge=edge)
            if width == between:
                rank = turned(sprites()[card.rank_text])
                draw_pixels(surface, right - len(rank[0]), 2 * box.y + bottom - margin - _RANK, rank, colours)
        self._draw_rank(surface, box, card, state, margin, edge=edge)
        if mark:
            surface.text(box.x + 1, box.bottom - margin, mark, self._role(state, card))

    def fanned(self, surface: Surface, box: Box, card: Card) -> None:
        """Draw the large rank of a card in a fan, with a small suit below."""
        self._draw_rank(surface, box, card, "card", self._margin, edge=False)
        x = box.x + 1 + len(sprites()[card.rank_text][0]) // 2
        surface.text(x, box.y + STRIP_ROWS, self._glyphs.suits[card.suit], self._role("card", card))

    def inside(self, surface: Surface, box: Box, card: Card, state: str) -> bool:
        """Draw the picture between the indices of a middle-sized card."""
        room = 2 * box.height
        if self._is_plain:
            suit = self._suit(card, _RANK)
            rank = sprites()[card.rank_text]
            rank_and_suit = tuple(" ".join(rows) for rows in zip(rank, suit, strict=True))
            rows = rank_and_suit if len(rank_and_suit[0]) < box.width else rank
        elif card.rank == 1:
            width = _widest(min(room, box.width - 2))
            if not width:
                return False
            rows = self._suit(card, width)
        elif card.rank >= JACK:
            rows = _court(card, box.width, room, self._in_one_ink)
        else:
            return False
        if len(rows[0]) > box.width:
            return False
        draw_in_middle(surface, box, rows, {**self._picture_colours(state, card), **court_colours(card.suit)})
        return True

    def well(self, surface: Surface, box: Box, mark: str, line: str) -> bool:
        """Draw the large suit of a foundation or letter of a cell."""
        size = next((suit for rows, width, suit in _IN_WELLS if box.height >= rows and box.width >= width), 0)
        rows = sprites().get(f"letter {mark}")
        if size and mark and mark in self._glyphs.suits:
            rows = suit_picture(self._glyphs.suits.index(mark), size, is_hollow=self._in_one_ink)
        if rows is None or not size:
            return False
        pixel = IMPRINT if line == "well line" and not self._in_one_ink else line.replace(" ", ".")
        draw_in_middle(surface, box, rows, {" ": line.partition(" ")[0], "#": pixel})
        return True

    def _role(self, state: str, card: Card) -> str:
        return f"{state} {self._inks[card.suit]}"

    def _lights_rank_alone(self, state: str) -> bool:
        return state == ("pale" if self._in_one_ink else "related")

    def _picture_colours(self, state: str, card: Card) -> dict[str, str]:
        """Return the colours of a card's picture.

        Where only the rank is highlighted, the picture has the colours of a plain card.
        """
        return in_ink(self._role("card" if self._lights_rank_alone(state) else state, card))

    def _suit(self, card: Card, width: int) -> Pixels:
        return suit_picture(card.suit, width, is_hollow=self._in_one_ink)

    def _draw_rank(self, surface: Surface, box: Box, card: Card, state: str, down: int, *, edge: bool) -> None:
        """Draw a rank in the corner, `down` pixels below the edge.

        Where only the rank is highlighted, it is on a plate that reaches into the corner.
        """
        rank, x = sprites()[card.rank_text], box.x + 1
        if self._lights_rank_alone(state):
            rank = tuple(f" {row} " for row in (*[" " * len(rank[0])] * down, *rank))
            x, down = box.x, 0
        _draw(surface, box, x, down, rank, in_ink(self._role(state, card)), edge=edge)

    def _draw_strip(self, surface: Surface, box: Box, card: Card, state: str, mark: str, *, edge: bool) -> None:
        """Draw the rank and the suit of a covered card.

        A card with the fewest rows has them in its upper line.
        """
        down = 1 if box.height == STRIP_ROWS else self._margin
        # Blanks around the suit interrupt the line behind it.
        suit = tuple(f"  {row} " for row in self._suit(card, _RANK))
        x = box.x + 1 + len(sprites()[card.rank_text][0])
        _draw(surface, box, x, down, suit, self._picture_colours(state, card), edge=edge)
        self._draw_rank(surface, box, card, state, down, edge=edge)
        if mark:
            surface.text(x + len(suit[0]), box.y + self._margin - 1, mark, self._role(state, card))


def _draw(
    surface: Surface, box: Box, x: int, down: int, rows: Pixels, colours: Mapping[str, str], *, edge: bool
) -> None:
    """Draw a picture `down` pixels below the upper edge of a card.

    If the card has an `edge`, its first pixels show the edge.
    """
    if edge and down <= 1:
        rows, down = _edged(rows, down), 0
        colours = {**colours, _EDGE: f"{colours[' ']}.edge"}
    draw_pixels(surface, x, 2 * box.y + down, rows, colours)


def _widest(room: int) -> int:
    """Return the width of the largest suit for so many pixels, or 0."""
    return next((width for width in SUIT_WIDTHS if width <= room), 0)


@cache
def _edged(rows: Pixels, down: int) -> Pixels:
    """Return a picture that begins `down` pixels below a card's upper edge, 0 or 1, with the edge."""
    return (_EDGE * len(rows[0]), *rows[1 - down :])


@cache
def _court(card: Card, width: int, room: int, in_one_ink: bool) -> Pixels:
    """Return a court card's picture for `width` columns and `room` pixels.

    In colour the picture is two heads, one upside down, or a single head; heads may lack their shoulders.
    In one ink it is a portrait whose lowest rows may be cut off.
    """
    if in_one_ink:
        return _robed(court_picture(card, "portrait"), card)[:room]
    if room < 2 * _RANK:
        return court_picture(card, "small")
    is_large = width >= 2 * _INDEX and room >= _LARGE_HEAD
    head = _panel(court_picture(card, "large head" if is_large else "bust" if width % 2 else "head"), card)
    is_framed = width >= len(head[0]) + 2
    shown = room // 2 - 1 if is_framed else room // 2
    rows = (*head[:shown], *turned(head[:shown])) if shown >= len(head) - _SHOULDERS else head
    if is_framed:
        rows = tuple(f"G{row}G" for row in rows)
    rule = "G" * len(rows[0])
    return (rule, *rows, rule) if is_framed and len(rows) + 2 <= room else rows


def _panel(rows: Pixels, card: Card) -> Pixels:
    """Return a court card's head on a panel.

    The three one-eyed cards of a real deck have one eye here, too.
    """
    if (card.rank, card.suit) in _ONE_EYED:
        rows = tuple("S".join(row.rsplit("E", 1)) for row in rows)
    return tuple(row.replace(" ", "P") for row in rows)


def _robed(rows: Pixels, card: Card) -> Pixels:
    """Return a portrait with a filled robe, or an outlined red robe."""
    robe = tuple("".join("#" if mark == "R" else " " for mark in row) for row in rows)
    if card.is_red:
        # The robe continues below the picture, so it has no outline there.
        robe = hollow((*robe, robe[-1]))[:-1]
    return tuple(
        "".join(cloth if mark == "R" else mark for mark, cloth in zip(row, robe_row, strict=True))
        for row, robe_row in zip(rows, robe, strict=True)
    )
