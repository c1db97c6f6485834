"""Cards that go home by themselves during a search."""

from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Final

from freecell_tui.engine import DECK
from freecell_tui.engine.cards import ACE, KING
from freecell_tui.solver.card_sets import BITS, cards_in, mask_of

DEPENDENTS: Final = tuple(
    mask_of(other for other in DECK[: 4 * (card.rank - 1)] if other.is_red != card.is_red) if card.rank > ACE + 1 else 0
    for card in DECK
)
"""For each card, the lower cards of the other colour, which may still need it in a column; none for aces and twos.

Where columns build by alternate colours, a card is safe by Horne's rule, the engine's `is_safe`, when the foundations
need none of these next: all of them are home.
"""


class AutoHome(Enum):
    """How much a search sends home after every move: what is safe, or everything."""

    SAFE = "safe"
    ALL = "all"


class SafeMoves(dict[int, int]):
    """The set of cards that go home by themselves, by the set of needed cards.

    A foundation needs a card if that is the next one to go there. By Raymond's rule a card of rank r is safe when both
    cards of the other colour are home up to rank r − 1; or both up to r − 2, and the other suit of its own colour up to
    r − 3: what could be put on it can then go home itself, and so can what could be put on that.
    """

    def __init__(self, *, everything: bool) -> None:
        super().__init__()
        self._everything = everything

    def __missing__(self, needed: int) -> int:
        self[needed] = going = needed if self._everything else _safe(needed)
        return going


@cache
def safe_moves(*, everything: bool) -> SafeMoves:
    """Return the table that all searches share.

    What is safe goes home by itself, or `everything` that can.
    """
    return SafeMoves(everything=everything)


def needed_after(foundations: Iterable[int]) -> int:
    """Return the set of cards needed next by foundations built up to these ranks."""
    return mask_of(4 * rank + suit for suit, rank in enumerate(foundations) if rank < KING)


def foundations(needed: int) -> list[int]:
    """Return the ranks of the foundations that need these cards next."""
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
