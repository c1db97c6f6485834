"""The marks that cards are drawn with, in Unicode and in ASCII."""

from dataclasses import astuple, dataclass, replace
from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.engine.errors import printable


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of marks, each one cell wide.

    `suits` are in the order of `Suit`; `frame`, `chosen` (where the cursor is) and `well` are lines: the corners top
    left, top right, bottom left and bottom right, then the strokes across and down. `arrows` point to the left and to
    the right. `lit` stands on a card that was looked for, and on one that goes with it, where there is no colour.
    `verdicts` are won, lost, and not known. `bars` rise from the lowest to a whole cell, and are none where figures
    stand for them; `marks` are a losing move, a detour, and where one is.
    """

    suits: str
    edge: str
    rim: str
    half: str
    frame: str
    chosen: str
    pointer: str
    well: str
    arrows: str
    more: str
    dot: str
    lit: str
    verdicts: str
    bars: str
    marks: str

    @property
    def are_ascii(self) -> bool:
        """Whether every mark is one that any terminal has."""
        return "".join(astuple(self)).isascii()

    @property
    def across(self) -> str:
        """The stroke of a rule."""
        return self.frame[4]

    def with_letters(self) -> "Glyphs":
        """The same lines, with letters for suits: capitals are the black ones."""
        return replace(self, suits=ASCII.suits)

    def suit(self, suit: Suit) -> str:
        """A suit's mark."""
        return self.suits[suit]

    def card(self, card: Card) -> str:
        """A card's rank and suit, two cells wide or three."""
        return card.rank_text + self.suits[card % 4]

    def verdict(self, ink: str) -> str:
        """The mark of a verdict that is shown in this ink: no colour is needed to tell them apart."""
        return self.verdicts[{"winnable": 0, "lost": 1}.get(ink, 2)]

    def sentence(self, text: str) -> str:
        """A sentence with nothing in it that these marks do not have, nor anything that a terminal would obey."""
        if not text.isprintable():
            text = printable(" ".join(text.split()))
        if self.are_ascii:
            return text.translate(_PLAIN).encode("ascii", "replace").decode()
        return text.translate(dict(zip(map(ord, UNICODE.suits), self.suits, strict=True)))

    def keys(self, text: str) -> str:
        """Names of keys, the arrows in words if these marks do not have them."""
        return self.sentence(text.translate(_ARROWS) if self.are_ascii else text)


UNICODE: Final = Glyphs(
    suits="♣♦♥♠",
    edge="▁",
    rim="▀",
    half="▀",
    frame="┌┐└┘─│",
    chosen="╔╗╚╝═║",
    pointer="◂",
    arrows="◂▸",
    well="╭╮╰╯─│",
    more="⋮",
    dot="·",
    lit="«‹",
    verdicts="●○?",
    bars="▁▂▃▄▅▆▇█",
    marks="×~▴",
)
ASCII: Final = Glyphs(
    suits="CdhS",
    edge="_",
    rim="^",
    half=" ",
    frame="++++-|",
    chosen="####=#",
    pointer="<",
    arrows="<>",
    well="....-:",
    more="^",
    dot=".",
    lit="*'",
    verdicts="+-?",
    bars="",
    marks="x~^",
)

_ARROWS: Final = str.maketrans({"←": "Left", "→": "Right", "↑": "Up", "↓": "Down"})
_PLAIN: Final = str.maketrans(
    {
        "♣": "C",
        "♦": "d",
        "♥": "h",
        "♠": "S",
        "“": '"',
        "”": '"',
        "’": "'",
        "‹": "<",
        "›": ">",
        "−": "-",
        "–": "-",
        "…": "...",
        "×": "x",
        "·": "|",
        "●": "+",
        "○": "-",
    }
)


def chosen(marks: str, usual: Glyphs) -> Glyphs:
    """The marks that a player wants: `unicode` or `ascii`, or those that the terminal has for `auto`."""
    return {"ascii": ASCII, "unicode": UNICODE}.get(marks, usual)


def for_encoding(encoding: str) -> Glyphs:
    """The marks that a terminal of this encoding can show."""
    try:
        "".join(astuple(UNICODE)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
