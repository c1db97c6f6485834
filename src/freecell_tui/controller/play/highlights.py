"""Cards and piles that light up to help the eye: a rank, what the foundations need, related cards, a hint."""

from typing import NamedTuple

from freecell_tui.engine import DECK, FOUNDATIONS, HOME, Board, Card, Pile, Suit, Variant, is_safe
from freecell_tui.engine.cards import KING, RANK_TEXTS


def cards_of_rank(rank: int) -> tuple[Card, ...]:
    """Return the four cards of a rank."""
    return tuple(Card.of(rank, suit) for suit in Suit)


def next_home_cards(board: Board) -> tuple[Card, ...]:
    """Return the next card of each foundation, leaving out full ones."""
    return tuple(Card.of(board.foundations[suit] + 1, suit) for suit in Suit if board.foundations[suit] < KING)


def safe_home_cards(board: Board, variant: Variant) -> tuple[Card, ...]:
    """Return the cards that may go home now and that no other card can need; see `is_safe`."""
    last = {cards[-1] for cards in board.columns if cards} | set(board.free_cells)
    return tuple(card for card in next_home_cards(board) if card in last and is_safe(board, card, variant))


def describe_needed(board: Board, variant: Variant) -> str:
    """Return which cards the foundations need next, and which of them can safely go now."""
    needed = " ".join(card.face for card in next_home_cards(board))
    safe = " ".join(card.face for card in safe_home_cards(board, variant))
    return f"Next home: {needed}.{f' Safe to go now: {safe}.' if safe else ''}"


def is_home(board: Board, card: Card) -> bool:
    """Return whether a card is on its foundation, at any height."""
    return card.rank <= board.foundations[card.suit]


def related(board: Board, variant: Variant, card: Card) -> frozenset[Card]:
    """Return the cards in play that have a card's rank, that it fits on, or that fit on it; none for a card at home."""
    if is_home(board, card):
        return frozenset()
    return frozenset(
        other
        for other in DECK
        if other != card
        and not is_home(board, other)
        and (other.rank == card.rank or variant.fits(card, other) or variant.fits(other, card))
    )


class HintMark(NamedTuple):
    """What a hint lights up: the last `cards` of `source`, and their target; None until the hint tells that."""

    source: Pile
    target: Pile | None = None
    cards: int = 1

    def targets(self, board: Board) -> frozenset[Pile]:
        """Return the target as a pile of the table: the card's own foundation for home."""
        if self.target is None:
            return frozenset()
        if self.target == HOME:
            return frozenset({FOUNDATIONS[board.cards(self.source)[-1].suit]})
        return frozenset({self.target})


class RankFinder:
    """The rank that the player looks for, and whether the next cards for the foundations are lit.

    While it `is_asking`, the next key may be a rank.
    """

    def __init__(self, rank: int | None = None, *, is_asking: bool = False) -> None:
        self.rank = rank
        self.is_asking = is_asking
        self.shows_needed = False

    def ask(self) -> None:
        self.rank, self.is_asking = None, True

    def find(self, rank: int) -> None:
        self.rank = rank

    def clear(self) -> None:
        """Light no rank, and ask for none."""
        self.rank, self.is_asking = None, False

    def lit(self, board: Board) -> frozenset[Card]:
        """Return the cards to light, wherever they are."""
        if self.rank is not None:
            return frozenset(cards_of_rank(self.rank))
        return frozenset(next_home_cards(board) if self.shows_needed else ())

    def safe(self, board: Board, variant: Variant) -> frozenset[Card]:
        """Return those of the next cards that can go home now, and that no other card can need, while they are lit."""
        is_lit = self.shows_needed and self.rank is None
        return frozenset(safe_home_cards(board, variant) if is_lit else ())

    def prompt(self, board: Board) -> str:
        """Return what to type, or which rank is lit and which of its cards are home; '' if neither applies.

        It fits the bar of the smallest screen, so that it hides no card.
        """
        if self.rank is None:
            return "Find a rank: A 2–9 0 J Q K; Esc clears" if self.is_asking else ""
        home = "".join(card.suit.symbol for card in cards_of_rank(self.rank) if is_home(board, card))
        lit = f"Every {RANK_TEXTS[self.rank - 1]} is lit"
        return lit + (f", {home} home" if home else "") + ("; Esc clears" if self.is_asking else "")
