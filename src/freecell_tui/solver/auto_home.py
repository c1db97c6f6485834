"""What goes home by itself during a search."""

from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Final

from freecell_tui.engine import DECK
from freecell_tui.engine.cards import ACE, KING
from freecell_tui.solver.columns import BITS, cards_in, mask_of

MISSED_BY: Final = tuple(
    mask_of(other for other in DECK[: 4 * (card.rank - 1)] if other.is_red != card.is_red) if card.rank > ACE + 1 else 0
    for card in DECK
)
"""The cards, as a set, that might miss a card, or be missed by such: none of these may be waited for when a card goes
home by Horne's rule, the engine's `is_safe`, in games whose columns build by alternate colours."""


class AutoHome(Enum):
    """How much a search takes home after every move: what will never be missed on the table, or everything."""

    SAFE = "safe"
    ALL = "all"


class SafeMoves(dict[int, int]):
    """For each set of cards that the foundations wait for, those among them that go home by themselves.

    By Raymond's rule a card of rank r will not be missed when both cards of the other colour are home up to rank r − 1;
    or both up to r − 2, and the other suit of its own colour up to r − 3: what could be put on it can then go home
    itself, and so can what could be put on that.
    """

    def __init__(self, *, everything: bool) -> None:
        super().__init__()
        self._everything = everything

    def __missing__(self, needed: int) -> int:
        self[needed] = goes = needed if self._everything else _safe(needed)
        return goes


@cache
def table_of_homing(*, everything: bool) -> SafeMoves:
    """The one table for all searches: `everything`, or just what is safe, goes home by itself."""
    return SafeMoves(everything=everything)


def needed_after(foundations: Iterable[int]) -> int:
    """The cards, as a set, that foundations wait for which have cards up to these ranks."""
    return mask_of(4 * rank + suit for suit, rank in enumerate(foundations) if rank < KING)


def foundations(needed: int) -> list[int]:
    """The ranks that are home when these cards are waited for."""
    ranks = [KING] * 4
    for card in cards_in(needed):
        ranks[card % 4] = card // 4
    return ranks


def _safe(needed: int) -> int:
    home = foundations(needed)
    safe = 0
    for card in cards_in(needed):
        rank, suit = card // 4 + 1, card % 4
        others = (1, 2) if suit in (0, 3) else (0, 3)
        least = min(home[other] for other in others)
        if rank <= ACE + 1 or least >= rank - 1 or (least >= rank - 2 and home[3 - suit] >= rank - 3):
            safe |= BITS[card]
    return safe
