"""What the eye is helped to find on a table: a rank, what goes home next, and what goes with a card."""

from dataclasses import dataclass

from freecell_tui.engine import DECK, Board, Card, Suit, Variant
from freecell_tui.engine.cards import KING, RANK_TEXTS


def of_rank(rank: int) -> tuple[Card, ...]:
    """The four cards of a rank."""
    return tuple(Card.of(rank, suit) for suit in Suit)


def next_home_cards(board: Board) -> tuple[Card, ...]:
    """The next card that each foundation needs, without those that are full."""
    return tuple(Card.of(board.foundations[suit] + 1, suit) for suit in Suit if board.foundations[suit] < KING)


def is_home(board: Board, card: Card) -> bool:
    """Whether a card lies on its foundation, or under others there."""
    return card.rank <= board.foundations[card.suit]


def related(board: Board, variant: Variant, card: Card) -> frozenset[Card]:
    """The cards in play that go with one: those of its rank, those it could lie on, and those that could lie on it.

    Nothing goes with a card that is home.
    """
    if is_home(board, card):
        return frozenset()
    return frozenset(
        other
        for other in DECK
        if other != card
        and not is_home(board, other)
        and (other.rank == card.rank or variant.fits(card, other) or variant.fits(other, card))
    )


@dataclass(slots=True)
class RankFinder:
    """What the player looks for: a rank, asked for or found, and whether to see what goes home next.

    While it `asks` the next key may say a rank.
    """

    rank: int | None = None
    asks: bool = False
    shows_needed: bool = False

    def ask(self) -> None:
        """Ask for a rank."""
        self.rank, self.asks = None, True

    def find(self, rank: int) -> None:
        """Look for a rank."""
        self.rank = rank

    def clear(self) -> None:
        """Look for no rank."""
        self.rank, self.asks = None, False

    def lit(self, board: Board) -> frozenset[Card]:
        """The cards to light up, wherever they lie."""
        if self.rank is not None:
            return frozenset(of_rank(self.rank))
        return frozenset(next_home_cards(board) if self.shows_needed else ())

    def prompt(self, board: Board) -> str:
        """What there is to say about the rank: what to type, or what is lit and what cannot be, as it is home.

        It fits into the bar of the smallest screen, so that it hides no card.
        """
        if self.rank is None:
            return "Find a rank: A 2–9 0 J Q K; Esc ends" if self.asks else ""
        home = "".join(card.suit.symbol for card in of_rank(self.rank) if is_home(board, card))
        lit = f"Every {RANK_TEXTS[self.rank - 1]} is lit"
        return lit + (f", {home} home" if home else "") + ("; Esc ends" if self.asks else "")
