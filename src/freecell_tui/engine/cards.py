"""The 52 cards and the four suits."""

from enum import IntEnum
from typing import Final

from freecell_tui.engine.errors import NotationError
from freecell_tui.engine.text import quoted

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
        """The suit's letter: `C`, `D`, `H` or `S`."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """The suit's symbol: `♣`, `♦`, `♥` or `♠`."""
        return "♣♦♥♠"[self]

    @property
    def is_red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Card(int):
    """A card, as Microsoft numbers it: 4 × (rank − 1) + suit, from 0 (`AC`) to 51 (`KS`).

    >>> Card.of(10, Suit.HEARTS)
    Card('TH')
    >>> Card.parse("10♥") == Card.parse("TH") == Card(38)
    True
    """

    __slots__ = ()

    @classmethod
    def of(cls, rank: int, suit: int) -> "Card":
        """Return the card of `rank` 1 (ace) to 13 (king) and `suit` 0 to 3."""
        return DECK[4 * (rank - 1) + suit]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card written `TH`, `10H`, `10♥` or `th`; raise NotationError for anything else."""
        try:
            return _CARD_BY_TEXT[text.upper()]
        except KeyError:
            raise NotationError(f"{quoted(text)} is not a card: write a rank and a suit, like 9S or TH.") from None

    @property
    def rank(self) -> int:
        """The rank, from 1 (ace) to 13 (king)."""
        return self // 4 + 1

    @property
    def suit(self) -> Suit:
        """The suit."""
        return _SUITS[self % 4]

    @property
    def is_red(self) -> bool:
        """Whether the card is a diamond or a heart."""
        return self % 4 in (1, 2)

    @property
    def rank_text(self) -> str:
        """The rank as it is printed on a card: `A`, `2` to `10`, `J`, `Q`, `K`."""
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
"""Every card, in the order of their numbers."""

_CARD_BY_TEXT: Final = {
    rank + mark: card
    for card in DECK
    for rank in {RANKS[card // 4], RANK_TEXTS[card // 4]}
    for mark in (card.suit.letter, card.suit.symbol)
}
