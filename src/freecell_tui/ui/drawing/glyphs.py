"""The marks that cards are drawn with: in Unicode, in what a text console has of it, and in ASCII."""

from dataclasses import astuple, dataclass, replace
from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.engine.text import printable
from freecell_tui.storage.settings import CharacterSet


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of marks, each one cell wide.

    `suits` are in the order of `Suit`; `frame`, `chosen` (where the cursor is) and `well` are lines: the corners top
    left, top right, bottom left and bottom right, then the strokes across and down. `arrows` point to the left and to
    the right. `lit` stands on a card that was looked for, and on one that goes with it, where there is no colour.
    `verdicts` are won, lost, and not known. `bars` rise from the lowest to a whole cell, and are none where figures
    stand for them; `marks` are a losing move, a detour, and where one is. `controls` are the buttons of a replay, a
    space between them: to the beginning, back, play, pause, on, to the end; `rail` is what of it is past, what is
    ahead, and the knob between them. `in_text` are the marks besides ASCII and suits that a sentence may have.
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
    controls: str
    rail: str
    in_text: str

    @property
    def are_many(self) -> bool:
        """Whether any mark of Unicode may be drawn, and not only these."""
        return _ELLIPSIS in self.in_text

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
        text = text.translate(dict(zip(map(ord, UNICODE.suits), self.suits, strict=True)))
        if self.are_many:
            return text
        known = self.suits + self.in_text
        plain = (mark if mark in known else _PLAIN.get(mark, mark) for mark in text)
        return "".join(mark if mark.isascii() or mark in known else "?" for mark in "".join(plain))

    def keys(self, text: str) -> str:
        """Names of keys, the arrows in words if these marks do not have them."""
        return self.sentence(text if "←" in self.in_text else text.translate(_ARROWS))


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
    controls="│◂ ◂ ► ║ ▸ ▸│",
    rail="━─●",
    in_text="“”’−–…×·●○←→↑↓‹›",
)
CONSOLE: Final = Glyphs(
    suits="♣♦♥♠",
    edge="_",
    rim="▀",
    half="▀",
    frame="┌┐└┘─│",
    chosen="╔╗╚╝═║",
    pointer="◄",
    well="┌┐└┘─│",
    arrows="◄►",
    more="↑",
    dot="·",
    lit="«'",
    verdicts="•○?",
    bars="▄█",
    marks="x~▲",
    controls="│◄ ◄ » ║ ► ►│",
    rail="═─■",
    in_text="·←→↑↓",
)
"""What the Linux console's own font has, which is that of the first PCs."""

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
    controls="|< < |> || > >|",
    rail="=-O",
    in_text="",
)

_ARROWS: Final = str.maketrans({"←": "Left", "→": "Right", "↑": "Up", "↓": "Down"})
_ELLIPSIS: Final = "…"
_PLAIN: Final = {
    "“": '"',
    "”": '"',
    "’": "'",
    "‹": "<",
    "›": ">",
    "−": "-",
    "–": "-",
    _ELLIPSIS: "...",
    "×": "x",
    "·": "|",
    "●": "+",
    "○": "-",
}


def chosen(marks: CharacterSet, usual: Glyphs) -> Glyphs:
    """The marks that a player wants: `unicode` or `ascii`, or those that the terminal has for `auto`."""
    return {CharacterSet.ASCII: ASCII, CharacterSet.UNICODE: UNICODE}.get(marks, usual)


def for_terminal(encoding: str, kind: str) -> Glyphs:
    """The marks that a terminal of this encoding and kind, which is its `TERM`, can show."""
    glyphs = CONSOLE if kind.startswith("linux") else UNICODE
    try:
        "".join(astuple(glyphs)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return glyphs
