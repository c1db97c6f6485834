"""The faces of cards: index, pips, and court cards with two heads.

A card is 100 wide and 140 high, with its upper left corner at the origin.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from freecell_tui.engine import Card, Suit
from freecell_tui.pictures.svg import Svg, number


@cache
def shapes() -> Mapping[str, str]:
    """Return all shapes by their names in `shapes.txt`."""
    lines = Path(__file__).with_name("shapes.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" = ") for line in lines if " = " in line)


# Jacks, queens and kings: a bust in a panel, and the same upside down.

JACK: Final = 11

_HAIR: Final = {False: "#4a3222", True: "#b9782c"}  # its colour by whether the suit is red


def draw_court(svg: Svg, card: Card, ink: str, panel: str) -> None:
    """Draw the panel of a court card around the origin.

    `ink` is the colour of robe and cap, `panel` the background.
    """
    svg.put_shape(shapes()["panel"].format(panel=panel))
    for turn in (0, 180):
        bust = shapes()[f"bust {card.rank_text}"].format(ink=ink, hair=_HAIR[card.is_red])
        svg.put("g", 0, 0, turn=turn).put_shape(bust)
    svg.put_shape(shapes()["bar"])


# Letters as strokes: a picture with them needs no font, and looks the same on every machine.
#
# There are capitals, digits and a few marks. Small letters are drawn as capitals.

CAP_HEIGHT: Final = 14.0
"""The height of a letter at scale 1."""

_SPACE: Final = 6.0
_GAP: Final = 3.4  # the room between two letters


def text_width(text: str, scale: float) -> float:
    return scale * max(sum(map(_advance, text.upper())) - _GAP, 0)


def draw_text(
    svg: Svg, text: str, start: tuple[float, float], *, scale: float, ink: str, thickness: float = 1.7
) -> None:
    """Draw a text whose baseline begins at the point `start`."""
    letters = svg.put("g", start[0], start[1] - CAP_HEIGHT * scale, scale=scale, stroke=ink, stroke_width=thickness)
    x = 0.0
    for letter in text.upper():
        if shape := shapes().get(f"letter {letter}"):
            letters.add("path", d=shape.partition(" ")[2], transform=f"translate({number(x)})")
        x += _advance(letter)


def _advance(letter: str) -> float:
    shape = shapes().get(f"letter {letter}")
    return float(shape.partition(" ")[0]) + _GAP if shape else _SPACE


class Colours(NamedTuple):
    """The colours of a picture, each as `#rrggbb`.

    The defaults are those of the theme `felt`.
    """

    felt: str = "#0e5a3c"
    """The table."""

    shadow: str = "#0a4a31"
    well: str = "#0c5035"
    """An empty place on the table."""

    line: str = "#489572"
    """The outline of an empty place."""

    card: str = "#fbf8ef"
    """The paper of a card."""

    edge: str = "#d9d2bf"
    """The outline of a card."""

    suits: tuple[str, str, str, str] = ("#1c1c22", "#bd1428", "#bd1428", "#1c1c22")
    """The suits, in the order of `Suit`."""

    bar: str = "#083526"
    """The strip with the figures."""

    title: str = "#ffffff"
    """The title and the figures in the strip."""

    quiet: str = "#a4cdb9"
    """The labels in the strip."""

    winnable: str = "#7ee08a"
    """The curve, as far as the game could be won."""

    lost: str = "#ffaea6"
    """The curve after the move that lost the game."""

    warning: str = "#ffd34d"
    """A detour in the curve."""

    @classmethod
    def named(cls, colours: Mapping[str, str]) -> "Colours":
        """Return the colours of a theme.

        `colours` has the fields of this class, and the suits by their names.
        """
        clubs, diamonds, hearts, spades = (colours[suit.name] for suit in Suit)
        of_parts = {name: colours[name] for name in cls._fields if name != "suits"}
        return cls(**of_parts, suits=(clubs, diamonds, hearts, spades))


WIDTH: Final = 100
HEIGHT: Final = 140

ROUND: Final = 8
"""The radius of a card's corners."""
_INDEX: Final = 1.25  # the scale of the letters of the index

_CORNER: Final = 13
_MIDDLE: Final = 16.5  # where the middle of a corner's index is, from the side and from the top

_AROUND: Final = 5  # the least room above and below the index of a covered card


def define_suits(svg: Svg) -> None:
    definitions = svg.add("defs")
    for suit in Suit:
        definitions.add("path", id=f"suit{suit.letter}", d=shapes()[f"suit {suit.letter}"])


def draw_suit(svg: Svg, suit: int, middle: tuple[float, float], *, size: float, ink: str, turn: float = 0) -> None:
    svg.put("use", *middle, scale=size / 96, turn=turn, href=f"#suit{Suit(suit).letter}", fill=ink)


def draw_card(svg: Svg, card: Card, colours: Colours, *, strip: float = HEIGHT, has_shadow: bool = True) -> None:
    """Draw a card, or only the upper strip of a covered card.

    `strip` is the height of the visible part; rank and suit stand in it side by side.
    """
    if has_shadow:
        svg.box(4, 4, WIDTH, HEIGHT, rx=ROUND, fill=colours.shadow)
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
        for pip in shapes()[f"pips {card.rank_text}"].split():
            x, y = map(float, pip.split(","))
            middle = WIDTH / 2 + x, HEIGHT / 2 + y
            draw_suit(svg, card.suit, middle, size=size, ink=ink, turn=180 if y > 0 else 0)
    scale = _INDEX * (0.8 if len(card.rank_text) > 1 else 1)
    for turn in (0, 180):
        corner = svg.put("g", WIDTH if turn else 0, HEIGHT if turn else 0, turn=turn)
        _draw_rank(corner, card, (_CORNER - text_width(card.rank_text, scale) / 2, _MIDDLE), ink, scale)
        draw_suit(corner, card.suit, (_CORNER, _MIDDLE + 17), size=12.5, ink=ink)


def _draw_rank(svg: Svg, card: Card, start: tuple[float, float], ink: str, scale: float) -> float:
    """Draw a rank, centred vertically, and return its right edge."""
    x, middle = start
    draw_text(svg, card.rank_text, (x, middle + CAP_HEIGHT * scale / 2), scale=scale, ink=ink, thickness=2.2)
    return x + text_width(card.rank_text, scale)
