"""The faces of cards: index, pips, and court cards with two heads.

A card is 100 wide and 140 high, its upper left corner at the origin.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from freecell_tui.engine import Card, Suit
from freecell_tui.pictures.svg import Svg, number

# Jacks, queens and kings: a bust in a panel, and the same upside down.

JACK: Final = 11

_GOLD: Final = "#d9a93a"
_SKIN: Final = "#f2d2ae"
_DARK: Final = "#2a2018"
_HAIR: Final = {False: "#4a3222", True: "#b9782c"}
"""The colour of the hair by whether the suit is red."""

# Everything is drawn around the middle of the card, which is the lower edge of each bust.
_ROBE: Final = "M-24 0V-7C-19-15-10-18 0-18 10-18 19-15 24-7V0Z"
_COLLAR: Final = {
    11: "M-9-18 0-6 9-18 0-15Z",
    12: "M-12-17C-8-9 8-9 12-17 6-15-6-15-12-17Z",
    13: "M-12-17.4-4 0H4L12-17.4 6-18 0-5-6-18Z",
}
_BEHIND: Final = {
    11: "M-11-29C-12-40 12-40 11-29L12-18H-12Z",
    12: "M-11-29C-12-42 12-42 11-29 11-20 14-14 17-11 8-15-8-15-17-11-14-14-11-20-11-29Z",
    13: "M-10.5-30C-11-40 11-40 10.5-30L11-21H-11Z",
}
_BEARD: Final = "M-8.6-28C-9-16-5-11 0-8.5 5-11 9-16 8.6-28 6-24-6-24-8.6-28Z"
_CROWNS: Final = {
    11: "M-12-36C-13-46-6-48 1-48 8-48 13-44 12-36 6-39-6-39-12-36ZM6-46C9-53 15-55 20-54 19-48 14-44 9-43Z",
    12: "M-10-37-13-48-6.5-43-3-50 0-44 3-50 6.5-43 13-48 10-37C5-39-5-39-10-37Z",
    13: "M-11-37-13-49-6-43-2-49V-51H-4V-53H-2V-55H2V-53H4V-51H2V-49L6-43 13-49 11-37C5-39-5-39-11-37Z",
}


def draw_court(svg: Svg, card: Card, ink: str, panel: str) -> None:
    """Draw the panel of a court card around the origin, tinted with a colour; robe and cap are in `ink`."""
    svg.box(-25, -58, 50, 116, rx=4, fill=panel, fill_opacity=0.4, stroke=_GOLD, stroke_width=1.6)
    hair = _HAIR[card.is_red]
    for turn in (0, 180):
        bust = svg.put("g", 0, 0, turn=turn)
        bust.add("path", d=_BEHIND[card.rank], fill=hair)
        bust.add("path", d=_ROBE, fill=ink)
        bust.add("path", d=_COLLAR[card.rank], fill=_GOLD)
        bust.add("ellipse", cx=0, cy=-28, rx=8, ry=9.5, fill=_SKIN)
        if card.rank == JACK + 2:
            bust.add("path", d=_BEARD, fill=hair)
            bust.add("path", d="M-2.6-21.5Q0-20 2.6-21.5", stroke=_SKIN, stroke_width=1.2)
        else:
            bust.add("path", d="M-2.2-22.6Q0-21.2 2.2-22.6", stroke=ink, stroke_width=1.2)
        bust.add("path", d="M-3.2-29.5V-29M3.2-29.5V-29", stroke=_DARK, stroke_width=1.7)
        bust.add("path", d=_CROWNS[card.rank], fill=ink if card.rank == JACK else _GOLD)
    svg.add("path", d="M-25 0H25", stroke=_GOLD, stroke_width=3)


# Letters as strokes: a picture with them needs no font, and looks the same on every machine.
#
# There are capitals, digits and a few marks. Small letters are drawn as capitals.

CAP_HEIGHT: Final = 14.0
"""The height of a letter at scale 1."""

_SPACE: Final = 6.0
_GAP: Final = 3.4
"""The room between two letters."""

# Each letter's width and its strokes, the baseline at y 14 and the top of a capital at y 0.
_STROKES: Final = {
    "A": (10, "M0 14 5 0 10 14M1.8 9.2H8.2"),
    "B": (8.7, "M0 0V14H5A3.7 3.7 0 0 0 5 6.6H0M0 0H4.4A3.3 3.3 0 0 1 4.4 6.6"),
    "C": (9.6, "M9.6 2.2A5.8 7 0 1 0 9.6 11.8"),
    "D": (9.8, "M0 0V14H3.4A6.4 7 0 0 0 3.4 0Z"),
    "E": (7.6, "M7.6 0H0V14H7.6M0 6.8H6.4"),
    "F": (7.4, "M7.4 0H0V14M0 7H6.2"),
    "G": (10.6, "M9.6 2.2A5.8 7 0 1 0 10.6 9.4V7.6H6.6"),
    "H": (9.2, "M0 0V14M9.2 0V14M0 6.8H9.2"),
    "I": (0.1, "M0 0V14"),
    "J": (6, "M6 0V10A3.2 4 0 0 1 0 11.4"),
    "K": (8.6, "M0 0V14M8.4 0 0 8.6M3.2 5.6 8.6 14"),
    "L": (7.2, "M0 0V14H7.2"),
    "M": (11.2, "M0 14V0L5.6 9 11.2 0V14"),
    "N": (9.4, "M0 14V0L9.4 14V0"),
    "O": (11.2, "M5.6 0A5.6 7 0 1 0 5.6 14A5.6 7 0 1 0 5.6 0Z"),
    "P": (8.2, "M0 14V0H4.4A3.9 3.9 0 0 1 4.4 7.8H0"),
    "Q": (11.2, "M5.6 0A5.6 7 0 1 0 5.6 14A5.6 7 0 1 0 5.6 0ZM7 10.2 11 15"),
    "R": (8.6, "M0 14V0H4.4A3.8 3.8 0 0 1 4.4 7.6H0M4.4 7.6 8.6 14"),
    "S": (
        8.4,
        "M8 2.4C7.2.9 5.8 0 4.2 0 1.9 0 .5 1.5.5 3.4.5 7.8 8.4 5.9 8.4 10.4 8.4 12.6 6.6 14 4.3 14 2.2 14 .6 13 0 11.2",
    ),
    "T": (8.8, "M0 0H8.8M4.4 0V14"),
    "U": (9.2, "M0 0V9.4A4.6 4.6 0 0 0 9.2 9.4V0"),
    "V": (10, "M0 0 5 14 10 0"),
    "W": (14, "M0 0 3.6 14 7 2.6 10.4 14 14 0"),
    "X": (8.8, "M0 0 8.8 14M8.8 0 0 14"),
    "Y": (9.2, "M0 0 4.6 7.2 9.2 0M4.6 7.2V14"),
    "Z": (8.4, "M0 0H8.4L0 14H8.4"),
    "0": (8.4, "M4.2 0C1.4 0 0 2.6 0 7 0 11.4 1.4 14 4.2 14 7 14 8.4 11.4 8.4 7 8.4 2.6 7 0 4.2 0Z"),
    "1": (4, "M0 2.8 4 0V14"),
    "2": (8, "M.2 3.8A3.8 3.8 0 1 1 7 6.2L0 14H8"),
    "3": (8.2, "M.6 1.9C2.4-.9 7.7-.7 7.7 3.3 7.7 5.3 6.2 6.5 3.6 6.5 6.5 6.5 8.2 7.9 8.2 10.1 8.2 15 1.8 15.2 0 11.8"),
    "4": (8.8, "M6.4 14V0L0 9.8H8.8"),
    "5": (
        8.2,
        "M7.5 0H1.6L.9 6.2C1.8 5.5 2.8 5.1 4 5.1 6.5 5.1 8.2 6.9 8.2 9.4 8.2 12.1 6.4 14 3.8 14 2.2 14 .8 13.3 0 12",
    ),
    "6": (8.3, "M6.8.2C2.8 1.6 0 5 0 9.7A4.15 4.3 0 1 0 8.3 9.7A4.15 4.3 0 1 0 0 9.7"),
    "7": (8, "M0 0H8L2.6 14"),
    "8": (8.2, "M4.1 6.5A3.25 3.25 0 1 1 4.1 0A3.25 3.25 0 1 1 4.1 6.5A4.1 3.75 0 1 0 4.1 14A4.1 3.75 0 1 0 4.1 6.5Z"),
    "9": (8.3, "M1.5 13.8C5.5 12.4 8.3 9 8.3 4.3A4.15 4.3 0 1 0 0 4.3A4.15 4.3 0 1 0 8.3 4.3"),
    "#": (9.8, "M3.4 1 1.8 13M8 1 6.4 13M.6 4.8H9.8M0 9.2H9.2"),
    ":": (0.1, "M0 4.6V4.7M0 11.4V11.5"),
    ".": (0.1, "M0 13.9V14"),
    ",": (1, "M1 13.4 0 16.2"),
    "’": (1, "M1 0 0 3.2"),
    "-": (5, "M0 7.4H5"),
    "·": (0.1, "M0 7V7.1"),
}


def text_width(text: str, scale: float) -> float:
    """Return how wide a text is."""
    return scale * max(sum(map(_advance, text.upper())) - _GAP, 0)


def draw_text(
    svg: Svg, text: str, start: tuple[float, float], *, scale: float, ink: str, thickness: float = 1.7
) -> None:
    """Draw a text from `start` to the right, which is where its letters stand; `thickness` is a stroke's at scale 1."""
    letters = svg.put("g", start[0], start[1] - CAP_HEIGHT * scale, scale=scale, stroke=ink, stroke_width=thickness)
    at = 0.0
    for letter in text.upper():
        if letter in _STROKES:
            letters.add("path", d=_STROKES[letter][1], transform=f"translate({number(at)})")
        at += _advance(letter)


def _advance(letter: str) -> float:
    """Return how far it is from the beginning of a letter to that of the next."""
    return _STROKES[letter][0] + _GAP if letter in _STROKES else _SPACE


# The colours of pictures.


class Colours(NamedTuple):
    """The colours of a picture, each as `#rrggbb`; `suits` are in the order of `Suit`.

    `felt` is the table, `well` an empty place with its `line`, `bar` the strip with the figures, `title` and `quiet`
    what is written there; `winnable`, `lost` and `warning` are in the curve.
    """

    felt: str
    shadow: str
    well: str
    line: str
    card: str
    edge: str
    suits: tuple[str, str, str, str]
    bar: str
    title: str
    quiet: str
    winnable: str
    lost: str
    warning: str

    @classmethod
    def named(cls, colours: Mapping[str, str]) -> "Colours":
        """Return the colours of a theme, given by the names of these and of the suits."""
        clubs, diamonds, hearts, spades = (colours[suit.name] for suit in Suit)
        of_parts = {name: colours[name] for name in cls._fields if name != "suits"}
        return cls(**of_parts, suits=(clubs, diamonds, hearts, spades))


FELT: Final = Colours(
    felt="#0e5a3c",
    shadow="#0a4a31",
    well="#0c5035",
    line="#489572",
    card="#fbf8ef",
    edge="#d9d2bf",
    suits=("#1c1c22", "#bd1428", "#bd1428", "#1c1c22"),
    bar="#083526",
    title="#ffffff",
    quiet="#a4cdb9",
    winnable="#7ee08a",
    lost="#ffaea6",
    warning="#ffd34d",
)
"""The colours of the theme `felt`, for a front end without a theme."""

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
