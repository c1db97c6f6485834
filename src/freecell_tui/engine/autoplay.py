"""Which cards go home by themselves after a move."""

from collections.abc import Iterator
from enum import StrEnum

from freecell_tui.engine import rules
from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import ACE, Card, Suit
from freecell_tui.engine.moves import Move
from freecell_tui.engine.piles import CELLS, COLUMNS, HOME, Pile
from freecell_tui.engine.variants import Build, Variant


class Autoplay(StrEnum):
    """How much goes home by itself: nothing, what can never be missed, or everything that may."""

    NONE = "none"
    SAFE = "safe"
    ALL = "all"


def autoplay_moves(board: Board, variant: Variant, autoplay: Autoplay) -> Iterator[Move]:
    """The home moves that follow a player's move, in order; cells and columns are looked at from the left.

    SAFE is Horne's rule: aces and twos, and any card when both cards of the other colour, one rank lower, are home, so
    that nothing is left that could need it. Where columns build by suit nothing ever needs a card that can go home, and
    every home move is safe.
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
    """Whether a card that can go home will not be missed on the table, by Horne's rule."""
    if variant.build is Build.SUIT or card.rank <= ACE + 1:
        return True
    others = (Suit.CLUBS, Suit.SPADES) if card.is_red else (Suit.DIAMONDS, Suit.HEARTS)
    return all(board.foundations[suit] >= card.rank - 1 for suit in others)
