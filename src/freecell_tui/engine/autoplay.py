"""Autoplay: the cards that go home by themselves after a move."""

from collections.abc import Iterator
from enum import StrEnum

from freecell_tui.engine import rules
from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import ACE, Card, Suit
from freecell_tui.engine.moves import Move
from freecell_tui.engine.piles import CELLS, COLUMNS, HOME, Pile
from freecell_tui.engine.variants import Build, Variant


class Autoplay(StrEnum):
    """Which cards go home by themselves: none, those that no other card can need (SAFE), or all that may."""

    NONE = "none"
    SAFE = "safe"
    ALL = "all"


def autoplay_moves(board: Board, variant: Variant, autoplay: Autoplay) -> Iterator[Move]:
    """Return the home moves that follow a player's move, in order: columns from the left, then cells from the left.

    Which cards are SAFE is Horne's rule; see `is_safe`.
    """
    if autoplay is Autoplay.NONE:
        return
    while (source := _next_source(board, variant, autoplay)) is not None:
        move = Move(source, HOME)
        yield move
        board = rules.apply_move(board, move, variant)


def _next_source(board: Board, variant: Variant, autoplay: Autoplay) -> Pile | None:
    for pile in (*COLUMNS[: variant.columns], *CELLS[: variant.cells]):
        cards = board.cards(pile)
        if cards and board.can_go_home(cards[-1]) and (autoplay is Autoplay.ALL or is_safe(board, cards[-1], variant)):
            return pile
    return None


def is_safe(board: Board, card: Card, variant: Variant) -> bool:
    """Return whether no other card can need a card that can go home, by Horne's rule.

    Safe are aces and twos, and a card if both cards of the other colour one rank lower are home: nothing that is left
    could be put on it. Where columns build by suit every card that can go home is safe.
    """
    if variant.build is Build.SUIT or card.rank <= ACE + 1:
        return True
    others = (Suit.CLUBS, Suit.SPADES) if card.is_red else (Suit.DIAMONDS, Suit.HEARTS)
    return all(board.foundations[suit] >= card.rank - 1 for suit in others)
