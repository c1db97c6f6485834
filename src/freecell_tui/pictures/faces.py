"""The faces of cards: index, pips, and court cards with two heads.

A card is 100 wide and 140 high, its upper left corner at the origin.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.pictures.colours import Colours
from freecell_tui.pictures.courts import JACK, draw_court
from freecell_tui.pictures.lettering import CAP_HEIGHT, draw_text, text_width
from freecell_tui.pictures.svg import Svg

WIDTH: Final = 100
HEIGHT: Final = 140

ROUND: Final = 8
"""The radius of a card's corners."""
_INDEX: Final = 1.25
"""The scale of the letters of the index."""

_CORNER: Final = 13
_MIDDLE: Final = 16.5
"""Where the middle of a corner's index is, from the side and from the top."""

_AROUND: Final = 5
"""The least room above and below the index of a covered card."""

# Suits 96 high around the origin.
_SUITS: Final = {
    Suit.CLUBS: "M-21-25a21 21 0 1 1 42 0c0 6-3 11-6 15a22 22 0 1 1-10 36c1 9 6 16 13 21h-36c7-5 12-12 13-21"
    "a22 22 0 1 1-10-36c-3-4-6-9-6-15Z",
    Suit.DIAMONDS: "M0-48C9-29 21-13 36 0 21 13 9 29 0 48-9 29-21 13-36 0-21-13-9-29 0-48Z",
    Suit.HEARTS: "M0 45C-32 16-46 0-46-19-46-34-35-43-23-43-12-43-4-37 0-27 4-37 12-43 23-43 35-43 46-34 46-19"
    " 46 0 32 16 0 45Z",
    Suit.SPADES: "M0-47C31-20 46-3 46 14 46 27 37 35 26 35 17 35 9 30 4 22 5 32 9 41 17 47H-17C-9 41-5 32-4 22"
    "-9 30-17 35-26 35-37 35-46 27-46 14-46-3-31-20 0-47Z",
}

_X, _Y = 17.5, 42
_OUTER: Final = ((-_X, -_Y), (-_X, _Y), (_X, -_Y), (_X, _Y))
_SIDES: Final = ((-_X, 0), (_X, 0))
_FOUR: Final = ((-_X, -_Y / 3), (-_X, _Y / 3), (_X, -_Y / 3), (_X, _Y / 3))
_PIPS: Final[Mapping[int, Sequence[tuple[float, float]]]] = {
    1: [(0, 0)],
    2: [(0, -_Y), (0, _Y)],
    3: [(0, -_Y), (0, 0), (0, _Y)],
    4: _OUTER,
    5: [*_OUTER, (0, 0)],
    6: [*_OUTER, *_SIDES],
    7: [*_OUTER, *_SIDES, (0, -_Y / 2)],
    8: [*_OUTER, *_SIDES, (0, -_Y / 2), (0, _Y / 2)],
    9: [*_OUTER, *_FOUR, (0, 0)],
    10: [*_OUTER, *_FOUR, (0, -_Y * 2 / 3), (0, _Y * 2 / 3)],
}
"""Where the pips of each rank are, from the middle of the card."""


def define_suits(svg: Svg) -> None:
    """Define the suits, which everything else refers to."""
    definitions = svg.add("defs")
    for suit, path in _SUITS.items():
        definitions.add("path", id=f"suit{suit.letter}", d=path)


def draw_suit(svg: Svg, suit: int, middle: tuple[float, float], *, size: float, ink: str, turn: float = 0) -> None:
    """Draw a suit of a size around its middle, turned by degrees."""
    svg.put("use", *middle, scale=size / 96, turn=turn, href=f"#suit{Suit(suit).letter}", fill=ink)


def draw_card(svg: Svg, card: Card, colours: Colours, *, strip: float = HEIGHT) -> None:
    """Draw a card, or one that is covered but for a strip of some height, with rank and suit side by side."""
    svg.say("title", card.face)
    svg.box(0, 0, WIDTH, HEIGHT, rx=ROUND, fill=colours.card, stroke=colours.edge, stroke_width=1.6)
    ink = colours.suits[card.suit]
    if strip < HEIGHT:
        scale = min(max(strip - _AROUND, 0) / CAP_HEIGHT, _INDEX)
        if scale:
            y = min(strip / 2, _MIDDLE)
            right = _draw_rank(svg, card, (8, y), ink, scale)
            draw_suit(svg, card.suit, (right + 10 * scale, y), size=15 * scale, ink=ink)
        return
    if card.rank >= JACK:
        draw_court(svg.put("g", WIDTH / 2, HEIGHT / 2), card, ink, colours.edge)
        for turn in (0, 180):
            head = svg.put("g", WIDTH / 2, HEIGHT / 2, turn=turn)
            draw_suit(head, card.suit, (-17, -43), size=13, ink=ink)
    else:
        size = 56 if card.rank == 1 else 18.5
        for x, y in _PIPS[card.rank]:
            middle = WIDTH / 2 + x, HEIGHT / 2 + y
            draw_suit(svg, card.suit, middle, size=size, ink=ink, turn=180 if y > 0 else 0)
    scale = _INDEX * (0.8 if len(card.rank_text) > 1 else 1)
    for turn in (0, 180):
        corner = svg.put("g", WIDTH if turn else 0, HEIGHT if turn else 0, turn=turn)
        _draw_rank(corner, card, (_CORNER - text_width(card.rank_text, scale) / 2, _MIDDLE), ink, scale)
        draw_suit(corner, card.suit, (_CORNER, _MIDDLE + 17), size=12.5, ink=ink)


def _draw_rank(svg: Svg, card: Card, at: tuple[float, float], ink: str, scale: float) -> float:
    """Draw a card's rank to the right of a point, and return where it ends."""
    x, middle = at
    draw_text(svg, card.rank_text, (x, middle + CAP_HEIGHT * scale / 2), scale=scale, ink=ink, thickness=2.2)
    return x + text_width(card.rank_text, scale)
