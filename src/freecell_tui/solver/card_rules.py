"""The rules of a variant, as tables by card."""

from functools import cache
from typing import NamedTuple

from freecell_tui.engine import DECK, EmptyColumn, Variant
from freecell_tui.engine.cards import KING
from freecell_tui.solver.card_sets import ACES, BITS, LOWER, LOWER_IN_SUIT, mask_of
from freecell_tui.solver.zobrist import ZOBRIST


class CardRules(NamedTuple):
    """What a variant allows each card to do; sets are bit masks."""

    accepted_by: tuple[int, ...]
    """The set of cards it may be put on."""
    accepts: tuple[int, ...]
    """The set of cards that may be put on it."""
    fills_empty: tuple[bool, ...]
    """Whether it may go to an empty column."""
    home_only: int
    """The set of cards that may go nowhere but to a foundation."""
    facts: tuple[tuple[int, int, int, tuple[int, ...], int, int], ...]
    """All that is asked of a card when it is pushed on a column, in one lookup: its bit, 1 if it may leave a column for
    another pile than its foundation or else 0, `accepted_by`, its row of ZOBRIST, LOWER, and LOWER_IN_SUIT."""


@cache
def card_rules(variant: Variant) -> CardRules:
    """Return the tables of a variant."""
    home_only = ACES if variant.aces_only_home else 0
    kings_only = variant.empty_column is EmptyColumn.KINGS
    accepted_by = tuple(
        0 if home_only >> card & 1 else mask_of(other for other in DECK if variant.fits(card, other)) for card in DECK
    )
    leaves = tuple(1 - (home_only >> card & 1) for card in DECK)
    return CardRules(
        accepted_by,
        tuple(mask_of(other for other in DECK if variant.fits(other, card)) & ~home_only for card in DECK),
        tuple((card.rank == KING or not kings_only) and not home_only >> card & 1 for card in DECK),
        home_only,
        tuple(zip(BITS, leaves, accepted_by, ZOBRIST, LOWER, LOWER_IN_SUIT, strict=False)),
    )
