"""Cards and piles that light up to help the eye: a rank, what the foundations need, related cards, a hint."""

from typing import NamedTuple

from freecell_tui.engine import DECK, FOUNDATIONS, HOME, Board, Card, Pile, Suit, Variant
from freecell_tui.engine.cards import KING, RANK_TEXTS
from freecell_tui.engine.rules import is_safe


def next_home_cards(board: Board) -> tuple[Card, ...]:
    """Return the next card of each foundation that is not full."""
    return tuple(Card.of(board.foundations[suit] + 1, suit) for suit in Suit if board.foundations[suit] < KING)


def safe_home_cards(board: Board, variant: Variant) -> tuple[Card, ...]:
    """Return the cards that can safely go home now. See `is_safe`."""
    last = {cards[-1] for cards in board.columns if cards} | set(board.free_cells)
    return tuple(card for card in next_home_cards(board) if card in last and is_safe(board, card, variant))


def related(board: Board, variant: Variant, card: Card) -> frozenset[Card]:
    """Return the cards in play that are related to a card.

    Those of its rank, the cards that it fits on, and the cards that fit on it. Empty for a card at home.
    """
    in_play = {other for other in DECK if other.rank > board.foundations[other.suit]}
    if card not in in_play:
        return frozenset()
    return frozenset(
        other
        for other in in_play - {card}
        if other.rank == card.rank or variant.fits(card, other) or variant.fits(other, card)
    )


class HintMark(NamedTuple):
    """What a hint lights up: the last `cards` of `source`, and their target. None until the hint tells that."""

    source: Pile
    target: Pile | None = None
    cards: int = 1

    def targets(self, board: Board) -> frozenset[Pile]:
        """Return the target as a pile of the table.

        For home, the card's own foundation.
        """
        target = FOUNDATIONS[board.cards(self.source)[-1].suit] if self.target == HOME else self.target
        return frozenset({target} if target else ())


class RankFinder:
    """The `rank` that is looked for, and whether the next cards home are lit. It `is_asking` for a rank by key."""

    def __init__(self) -> None:
        self.rank: int | None = None
        self.is_asking = False
        self.shows_needed = False

    def ask(self) -> None:
        self.rank, self.is_asking = None, True

    def clear(self) -> None:
        self.rank, self.is_asking = None, False

    def lit(self, board: Board) -> frozenset[Card]:
        if self.rank is not None:
            return frozenset(Card.of(self.rank, suit) for suit in Suit)
        return frozenset(next_home_cards(board) if self.shows_needed else ())

    def safe(self, board: Board, variant: Variant) -> frozenset[Card]:
        """Return the next cards that can safely go home, while they are lit."""
        return frozenset(safe_home_cards(board, variant) if self.shows_needed and self.rank is None else ())

    def prompt(self, board: Board) -> str:
        """Return the question for a rank, or what was found. '' for neither.

        The text fits the bar of the smallest screen.
        """
        if self.rank is None:
            return "Find a rank: A 2–9 0 J Q K; Esc clears" if self.is_asking else ""
        home = "".join(suit.symbol for suit in Suit if self.rank <= board.foundations[suit])
        found = f"Found: every {RANK_TEXTS[self.rank - 1]}"
        return found + (f", {home} home" if home else "") + ("; Esc clears" if self.is_asking else "")
