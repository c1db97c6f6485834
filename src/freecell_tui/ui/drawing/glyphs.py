"""The characters that everything is drawn with: in Unicode, in what a text console has of it, and in ASCII."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from urwid import calc_width

from freecell_tui.engine import Card, Suit
from freecell_tui.engine.text import printable
from freecell_tui.storage.settings import CardBack


@lru_cache(maxsize=1024)
def is_narrow(char: str) -> bool:
    """Return whether a character takes one cell: some take two, some none."""
    return calc_width(char, 0, 1) == 1


class Glyphs(NamedTuple):
    """One set of characters, each one cell wide.

    `suits` are in the order of `Suit`. `frame`, `cursor_frame`, `well` and `dialog` are lines: the corners top left,
    top right, bottom left and bottom right, then the strokes across and down; `fork` is a stroke down that another
    leaves. `arrows` point left and right, `more` up
    and down to cards that are hidden. `found` marks, where there is no colour, a card that was searched for and one
    related to it, and everywhere one that can safely go home. `verdicts` are won, lost and unknown. `bars` rise from
    the lowest to a whole cell; without any, figures are drawn instead. `markers` are a losing move, a detour, and the
    current position. `controls` are the buttons of a replay, a space between them: first, back, play, pause, on, last;
    `rail` is its past, its future and the knob between them. `flags` mark positions with a bookmark and with a note.
    `punctuation` are further characters that a sentence may have, besides ASCII.
    """

    suits: str
    edge: str
    rim: str
    half: str
    frame: str
    fork: str
    cursor_frame: str
    pointer: str
    well: str
    dialog: str
    arrows: str
    more: str
    dot: str
    found: str
    verdicts: str
    bars: str
    markers: str
    controls: str
    rail: str
    flags: str
    punctuation: str

    @property
    def has_full_unicode(self) -> bool:
        """Whether any character of Unicode may be drawn, not only these."""
        return _ELLIPSIS in self.punctuation

    @property
    def rule(self) -> str:
        return self.frame[4]

    def for_one_colour(self) -> "Glyphs":
        """Return glyphs for a terminal without colours: red suits hollow, and dialogs with other lines than cards."""
        is_hollow = self.has_full_unicode and self.suits == UNICODE.suits
        lines = self.cursor_frame if self.half.strip() else _ASCII_DIALOG
        return self._replace(suits=_HOLLOW if is_hollow else self.suits, dialog=lines)

    @property
    def has_colour(self) -> bool:
        """Whether there are colours to tell things apart: without, everything is drawn in lines."""
        return self.dialog == self.frame

    def foundation(self, suit: Suit) -> str:
        """Return the label of a suit's foundation; where suits are letters, it is not the letter of a free cell."""
        mark = self.suits[suit]
        return f"[{mark}]" if mark.isascii() else mark

    def card(self, card: Card) -> str:
        return card.rank_text + self.suits[card % 4]

    def verdict(self, ink: str) -> str:
        """Return the mark of the verdict in this ink, so that colour is not needed to tell verdicts apart."""
        return self.verdicts[{"winnable": 0, "lost": 1}.get(ink, 2)]

    def displayable(self, text: str) -> str:
        """Return `text` in characters of this set, each one cell wide and none that a terminal would obey."""
        if not text.isprintable():
            text = printable(" ".join(text.split()))
        if text.isascii():
            return text
        if self.suits != UNICODE.suits:
            text = text.translate(dict(zip(map(ord, UNICODE.suits), self.suits, strict=True)))
        if self.has_full_unicode:
            return "".join(char if is_narrow(char) else "?" for char in text)
        known = "".join(self)
        plain = (char if char in known else _PLAIN.get(char, char) for char in text)
        return "".join(char if char.isascii() or char in known else "?" for char in "".join(plain))

    def cut(self, text: str, width: int) -> str:
        """Return `text` like `displayable`, cut to so many cells."""
        text, dots = self.displayable(text), self.displayable("…")
        return text if len(text) <= width else text[: max(width - len(dots), 0)].rstrip(" ·|") + dots

    def key_names(self, text: str, *, brief: bool = False) -> str:
        """Return names of keys like `displayable`; arrows that are lacking are words, or marks if they are `brief`."""
        if "←" not in self.punctuation:
            words = self.arrows + self.more if brief else ("Left", "Right", "Up", "Down")
            text = text.translate(dict(zip(map(ord, "←→↑↓"), words, strict=True)))
        return self.displayable(text)


_SETS: Final = """
suits         ♣♦♥♠              ♣♦♥♠           CdhS
edge          ▁                 _              _
rim           ▀                 ▀              ^
half          ▀                 ▀              blank
frame         ┌┐└┘─│            ┌┐└┘─│         ++++-|
fork          ├                 ├              +
cursor_frame  ╔╗╚╝═║            ╔╗╚╝═║         ####=#
pointer       ◂                 ◄              <
well          ╭╮╰╯─│            ┌┐└┘─│         ....-:
dialog        ┌┐└┘─│            ┌┐└┘─│         ++++-|
arrows        ◂▸                ◄►             <>
more          ↑↓                ↑↓             ^v
dot           ·                 ·              .
found         «‹↑               «'↑            *'^
verdicts      ●○?               •○?            +-?
bars          ▁▂▃▄▅▆▇█          ▄█             none
markers       ×~▴               x~▲            x~^
controls      │◂ ◂ ► ║ ▸ ▸│     │◄ ◄ » ║ ► ►│  |< < |> || > >|
rail          ━─●               ═─■            =-O
flags         ⚑≡                !≡             !*
punctuation   “”’−–…×·●○←→↑↓‹›  ·←→↑↓          none
"""
_WORDS: Final = {"blank": " ", "none": ""}
UNICODE, CONSOLE, ASCII = (
    Glyphs(*(_WORDS.get(word, word) for word in column))
    for column in list(zip(*(re.split("  +", line) for line in _SETS.split("\n")[1:-1]), strict=True))[1:]
)
"""All that there is; what the Linux console's default font has, the characters of the first PCs; and ASCII."""

CARD_BACKS: Final[Mapping[CardBack, tuple[str, str]]] = {
    CardBack.LATTICE: ("╱╲", "/\\"),
    CardBack.DIAMONDS: ("◇◆", "oO"),
    CardBack.WEAVE: ("▒░", ":."),
    CardBack.CROSSES: ("╳", "x"),
    CardBack.STARS: ("·*", ".*"),
    CardBack.PLAIN: (" ", " "),
}
"""The patterns that a player may choose: one or two marks, in Unicode and in ASCII."""

_ASCII_DIALOG: Final = "++++=|"
_HOLLOW: Final = "♣♢♡♠"
_ELLIPSIS: Final = "…"
_PLAIN: Final = dict(zip("“”’‹›−–×·●○", '""\'<>--x|+-', strict=True)) | {_ELLIPSIS: "...", "→": "->"}


def terminal_glyphs(encoding: str, term: str) -> Glyphs:
    """Return the glyphs that a terminal can show, by its encoding and its `TERM`."""
    glyphs = CONSOLE if term.startswith("linux") else UNICODE
    try:
        "".join(glyphs).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return glyphs
