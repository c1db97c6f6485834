"""The characters of the table: in Unicode, for text consoles, and in ASCII."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from urwid import calc_width

from freecell_tui.engine import Card, Suit
from freecell_tui.engine.text import printable
from freecell_tui.storage.settings import CardBack


@lru_cache(maxsize=1024)
def is_narrow(char: str) -> bool:
    """Return whether a character takes a single cell."""
    return calc_width(char, 0, 1) == 1


class Glyphs(NamedTuple):
    """A set of characters, each a single cell wide.

    Lines (`frame`, `cursor_frame`, `well`, `dialog`) have six characters: the corners top left, top right, bottom left
    and bottom right, then the strokes across and down.
    """

    suits: str
    """The suits in the order of `Suit`."""
    edge: str
    """The lower edge of a card."""
    rim: str
    """The edge of a pile that takes cards."""
    half: str
    """The upper half of a cell; blank in ASCII."""
    frame: str
    fork: str
    """A stroke down that another stroke leaves."""
    cursor_frame: str
    pointer: str
    """The mark of the cursor on a compact card."""
    well: str
    dialog: str
    arrows: str
    """Left and right."""
    more: str
    """Up and down, to hidden cards."""
    dot: str
    found: str
    """Marks of a found card, a related card, and a card that can safely go home; with colours only the last is used."""
    verdicts: str
    """Won, lost and unknown."""
    bars: str
    """Bars from the lowest to a whole cell; '' where figures are drawn instead."""
    markers: str
    """A losing move, a detour, and the current position."""
    controls: str
    """The buttons of a replay with blanks between: first, back, play, pause, on, last."""
    rail: str
    """The past of a replay, the future, and the knob between."""
    flags: str
    """Marks of positions with a bookmark and with a note."""
    punctuation: str
    """Further characters that a sentence may have, besides ASCII."""

    @property
    def has_full_unicode(self) -> bool:
        """Whether any character of Unicode may be drawn."""
        return _ELLIPSIS in self.punctuation

    @property
    def levels(self) -> str:
        """The parts of a cell in a chart, least first."""
        return self.bars or ".:#"

    @property
    def left_edge(self) -> str:
        """The left edge of a card on another card."""
        return "▏" if self.has_full_unicode else self.frame[5]

    @property
    def rule(self) -> str:
        """The stroke of a horizontal line."""
        return self.frame[4]

    def for_one_colour(self) -> "Glyphs":
        """Return glyphs for a terminal without colours.

        Red suits are hollow, and the lines of dialogs differ from those of cards.
        """
        is_hollow = self.has_full_unicode and self.suits == UNICODE.suits
        lines = self.cursor_frame if self.half.strip() else _ASCII_DIALOG
        return self._replace(suits=_HOLLOW if is_hollow else self.suits, dialog=lines)

    def without_lines(self) -> "Glyphs":
        """Return glyphs without lines, which a screen reader would spell out.

        Without colours the lines stay, as nothing else tells cards apart.
        """
        blank = {name: " " * len(getattr(self, name)) for name in ("edge", "frame", "cursor_frame", "well", "dialog")}
        return self._replace(**blank) if self.has_colour else self

    @property
    def has_colour(self) -> bool:
        """Whether colours tell things apart.

        Without colours the table is drawn in lines.
        """
        return self.dialog == self.frame

    def foundation(self, suit: Suit) -> str:
        """Return the label of a suit's foundation.

        A suit that is a letter is in brackets, unlike the letter of a free cell.
        """
        mark = self.suits[suit]
        return f"[{mark}]" if mark.isascii() else mark

    def card(self, card: Card) -> str:
        return card.rank_text + self.suits[card % 4]

    def verdict(self, ink: str) -> str:
        """Return the mark of a verdict's ink.

        Marks tell verdicts apart without colour.
        """
        return self.verdicts[{"winnable": 0, "lost": 1}.get(ink, 2)]

    def displayable(self, text: str) -> str:
        """Return `text` in the terminal's characters.

        All are a single cell wide, and none is a control character.
        """
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

    def shows(self, name: str) -> bool:
        """Return whether the name of a key can be shown as it is."""
        return name.isascii() or self.displayable(self._with_arrows(name)).count("?") == name.count("?")

    def cut(self, text: str, width: int) -> str:
        """Return the displayable `text`, cut to `width` cells."""
        text, dots = self.displayable(text), self.displayable("…")
        return text if len(text) <= width else text[: max(width - len(dots), 0)].rstrip(" ·|") + dots

    def key_names(self, text: str, *, brief: bool = False) -> str:
        """Return displayable names of keys.

        Arrows that the terminal lacks are words, or marks if `brief`. Letters with accents are words, such as e-acute.
        """
        text = self._with_arrows(text, brief=brief)
        if not (text.isascii() or self.has_full_unicode):
            text = "".join(char if self.shows(char) else _spelled(char) for char in text)
        return self.displayable(text)

    def _with_arrows(self, text: str, *, brief: bool = False) -> str:
        if "←" in self.punctuation:
            return text
        words = self.arrows + self.more if brief else ("Left", "Right", "Up", "Down")
        return text.translate(dict(zip(map(ord, "←→↑↓"), words, strict=True)))


_ACCENTED: Final = re.compile(r"LATIN (?:SMALL|CAPITAL) LETTER (\w) WITH (\w+)")


def _spelled(char: str) -> str:
    """Return a letter with an accent in words, such as e-acute; any other character as it is."""
    found = _ACCENTED.fullmatch(unicodedata.name(char, ""))
    if found is None:
        return char
    letter = found[1].lower() if char.islower() else found[1]
    return f"{letter}-{found[2].lower()}"


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
"""The glyphs in Unicode, in the characters of the Linux console's default font, and in ASCII."""

CARD_BACKS: Final[Mapping[CardBack, tuple[str, str]]] = {
    CardBack.LATTICE: ("╱╲", "/\\"),
    CardBack.DIAMONDS: ("◇◆", "oO"),
    CardBack.WEAVE: ("▒░", ":."),
    CardBack.CROSSES: ("╳", "x"),
    CardBack.STARS: ("·*", ".*"),
    CardBack.PLAIN: (" ", " "),
}
"""The patterns by setting: one or two marks, in Unicode and in ASCII."""

_ASCII_DIALOG: Final = "++++=|"
_HOLLOW: Final = "♣♢♡♠"
_ELLIPSIS: Final = "…"
_PLAIN: Final = dict(zip("“”’‹›−–×·●○", '""\'<>--x|+-', strict=True)) | {_ELLIPSIS: "...", "→": "->"}


def terminal_glyphs(encoding: str, term: str) -> Glyphs:
    """Return the glyphs of a terminal, by encoding and `TERM`."""
    glyphs = CONSOLE if term.startswith("linux") else UNICODE
    try:
        "".join(glyphs).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return glyphs
