"""The 52 cards, the suits, the piles, and a move between piles."""

import re
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

from freecell_tui.engine.text import NotationError, quoted

RANKS: Final = "A23456789TJQK"
ACE: Final = 1
KING: Final = 13


class Suit(IntEnum):
    """A suit, numbered as in Microsoft's card numbers."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self]


class Card(int):
    """A card as an integer, numbered as in Microsoft's FreeCell.

    The number is 4 × (rank − 1) + suit: 0 (`AC`) to 51 (`KS`).

    >>> Card.of(10, Suit.HEARTS)
    Card('TH')
    >>> Card.parse("10♥") == Card.parse("TH") == Card(38)
    True
    """

    __slots__ = ()

    @classmethod
    def of(cls, rank: int, suit: int) -> "Card":
        """Return the card of a rank and a suit.

        `rank` is 1 (ace) to 13 (king), `suit` 0 to 3.
        """
        return DECK[4 * (rank - 1) + suit]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card written `TH`, `10H`, `10♥` or `th`.

        Raise NotationError for any other text.
        """
        try:
            return _CARD_BY_TEXT[text.upper()]
        except KeyError:
            raise NotationError(f"{quoted(text)} is not a card: write a rank and a suit, like 9S or TH.") from None

    @property
    def rank(self) -> int:
        """The rank, 1 (ace) to 13 (king)."""
        return self // 4 + 1

    @property
    def suit(self) -> Suit:
        return _SUITS[self % 4]

    @property
    def is_red(self) -> bool:
        return self % 4 in (1, 2)

    @property
    def rank_text(self) -> str:
        """The rank as printed on a card.

        `A`, `2` to `10`, `J`, `Q`, `K`.
        """
        return RANK_TEXTS[self // 4]

    @property
    def face(self) -> str:
        """Rank and suit as people write them: `10♥`."""
        return self.rank_text + self.suit.symbol

    def __str__(self) -> str:
        return RANKS[self // 4] + "CDHS"[self % 4]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


RANK_TEXTS: Final = tuple("10" if rank == "T" else rank for rank in RANKS)
_SUITS: Final = tuple(Suit)

DECK: Final = tuple(Card(number) for number in range(52))
"""Every card, in ascending order of the numbers."""

_CARD_BY_TEXT: Final = {
    rank + mark: card
    for card in DECK
    for rank in {RANKS[card // 4], RANK_TEXTS[card // 4]}
    for mark in (card.suit.letter, card.suit.symbol)
}


# The piles of the table, and the letter of each in standard notation.
#
# Columns are `1` to `9` and `0` for the tenth (Seahaven Towers), as on a keyboard. Free cells are `a` to `g` and `k`,
# because `h` is home: the foundation of whatever suit is moved there. Standard notation has no letters for moving a
# card back from a foundation; here they are `w x y z`, in the order clubs, diamonds, hearts, spades.


class PileKind(Enum):
    """The kind of a pile, with the piles' letters as its value."""

    COLUMN = "1234567890"
    CELL = "abcdefgk"
    FOUNDATION = "wxyz"
    HOME = "h"


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile of the table."""

    kind: PileKind
    index: int
    """The pile's place among its kind, from 0; for a foundation, the suit."""

    @classmethod
    def parse(cls, letter: str) -> "Pile":
        """Return the pile with a letter, in upper or lower case.

        Raise NotationError if no pile has the letter.
        """
        try:
            return _PILE_BY_LETTER[letter.lower()]
        except KeyError:
            raise NotationError(
                f"{quoted(letter)} is not a pile: columns are 1 to 0, free cells a to g and k, home h."
            ) from None

    @property
    def letter(self) -> str:
        return self.kind.value[self.index]

    @property
    def description(self) -> str:
        """The pile's name in a sentence.

        `column 3`, `cell a`, `the hearts’ foundation`.
        """
        match self.kind:
            case PileKind.COLUMN:
                return f"column {self.index + 1}"
            case PileKind.CELL:
                return f"cell {self.letter}"
            case PileKind.FOUNDATION:
                return f"the {Suit(self.index).name.lower()}’ foundation"
            case PileKind.HOME:
                return "home"


COLUMNS, CELLS, FOUNDATIONS, (HOME,) = (tuple(Pile(kind, at) for at in range(len(kind.value))) for kind in PileKind)

_PILE_BY_LETTER: Final = {pile.letter: pile for pile in (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)}


_MOVE: Final = re.compile(r"(?P<source>[0-9a-gkw-z])(?P<target>[0-9a-hk])(?:v(?P<count>[0-9a-f]{1,2}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """A move from one pile to another.

    Each move is written in exactly one way:

    >>> Move.parse("18v2")
    Move('18v2')
    """

    source: Pile
    target: Pile
    count: int | None = None
    """The number of cards of a move to an empty column, if less than the maximum.

    None in every other move, where the rules leave no choice.
    """

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Return the move written in standard notation.

        A number of cards follows `v`, in hexadecimal.
        Raise NotationError for any other text.
        """
        match = _MOVE.fullmatch(text)
        if match is None:
            raise NotationError(f"{quoted(text)} is not a move: write source and target, like 26, 3a, bh or 18v2.")
        count = int(match["count"], 16) if match["count"] else None
        if count == 0:
            raise NotationError(f"{quoted(text)} moves no card.")
        return cls(Pile.parse(match["source"]), Pile.parse(match["target"]), count)

    @property
    def goes_home(self) -> bool:
        return self.target.kind is PileKind.HOME

    def __str__(self) -> str:
        count = "" if self.count is None else f"v{self.count:x}"
        return self.source.letter + self.target.letter + count

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"
