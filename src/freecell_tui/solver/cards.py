"""Sets of cards as bit masks: bit n stands for card n, an integer from 0 to 51."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from random import Random
from typing import Final, NamedTuple, TypeVar

from freecell_tui.engine import DECK, Variant
from freecell_tui.engine.cards import ACE, KING

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

BOTTOM: Final = len(DECK)
"""The bottom of a column, as the card below its lowest card."""

ALL_CARDS: Final = (1 << 52) - 1
ACES: Final = 0b1111

BITS: Final = tuple(1 << card for card in (*DECK, BOTTOM))
"""Each card as a set of one.

BITS[BOTTOM] shares no bit with any card.
"""


class Memo(dict[_Key, _Value]):
    """A dictionary that computes a missing value on its first lookup."""

    def __init__(self, compute: Callable[[_Key], _Value]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, key: _Key) -> _Value:
        self[key] = value = self._compute(key)
        return value


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the cards of a set in ascending order."""
    found = []
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        found.append(lowest.bit_length() - 1)
    return tuple(found)


def mask_of(cards: Iterable[int]) -> int:
    return sum({BITS[card] for card in cards})


def count_above(cards: tuple[int, ...], hits: int) -> int:
    """Return how many of a column's `cards` are above the deepest one of `hits`.

    `cards` are in order, the lowest place first, and `hits` is a subset of them; 0 if it is empty.
    """
    if not hits:
        return 0
    deepest = len(cards)
    while hits:
        card = hits.bit_length() - 1
        hits ^= BITS[card]
        place = cards.index(card)
        if place < deepest:  # noqa: PLR1730 - a call of min takes as long as all the rest
            deepest = place
    return len(cards) - 1 - deepest


TWIN: Final = tuple(card ^ 3 for card in DECK)
"""The other card of a card's rank and colour: clubs and spades are suits 0 and 3, diamonds and hearts 1 and 2."""
LOWER: Final = tuple((1 << 4 * (card // 4)) - 1 for card in DECK)
"""For each card, the set of cards with a lower rank."""
LOWER_IN_SUIT: Final = tuple(mask_of(range(card % 4, card, 4)) for card in DECK)
"""For each card, the lower cards of its suit, as a set."""


# Zobrist hashing: the random terms whose sum is the key of a position.
#
# The key of a position is an additive Zobrist hash over pairs of a card and the card below it, the bottom of a column,
# or a cell. So the order of columns and of cells does not matter. A move changes one term of the sum, however many
# cards it carries.
#
# With 122 bits, two positions among a hundred million share a key by chance with a probability under 10^-20, so a
# proof may rely on it.


def random_terms(seed: int) -> Callable[[], int]:
    """Return a source of random terms.

    It is seeded, so every search is repeatable.
    """
    return partial(Random(seed).getrandbits, 122)


_next_term = random_terms(2026)

ZOBRIST: Final = tuple(tuple(_next_term() for _ in range(BOTTOM + 1)) for _ in DECK)
"""`ZOBRIST[card][below]` is the term of a card in a column that lies on another card, or on BOTTOM."""
ZOBRIST_IN_CELL: Final = tuple(_next_term() for _ in DECK)
"""`ZOBRIST_IN_CELL[card]` is the term of a card in a cell."""


class CardRules(NamedTuple):
    """The rules of a variant by card, with sets as bit masks."""

    accepted_by: tuple[int, ...]  # the set of cards it may be placed on
    accepts: tuple[int, ...]  # the set of cards that may be put on it
    fills_empty: tuple[bool, ...]  # whether it may go to an empty column
    home_only: int  # the set of cards that may go nowhere but to a foundation
    facts: tuple[tuple[int, int, int, tuple[int, ...], int, int], ...]
    """All values needed when the card is pushed on a column, in one lookup: its bit, 1 if it may leave a column for
    another pile than its foundation or else 0, `accepted_by`, its row of ZOBRIST, LOWER, and LOWER_IN_SUIT."""


@cache
def card_rules(variant: Variant) -> CardRules:
    home_only = ACES if variant.aces_only_home else 0
    accepted_by = tuple(
        0 if home_only >> card & 1 else mask_of(other for other in DECK if variant.fits(card, other)) for card in DECK
    )
    leaves = tuple(1 - (home_only >> card & 1) for card in DECK)
    return CardRules(
        accepted_by,
        tuple(mask_of(other for other in DECK if variant.fits(other, card)) & ~home_only for card in DECK),
        tuple((card.rank == KING or not variant.kings_only) and not home_only >> card & 1 for card in DECK),
        home_only,
        tuple(zip(BITS, leaves, accepted_by, ZOBRIST, LOWER, LOWER_IN_SUIT, strict=False)),
    )


DEPENDENTS: Final = tuple(
    mask_of(other for other in DECK[: 4 * (card.rank - 1)] if other.is_red != card.is_red) if card.rank > ACE + 1 else 0
    for card in DECK
)
"""For each card, the cards that may still need it in a column.

They are the lower cards of the other colour, none for aces and twos.

Where columns build by alternate colours, a card is safe by Horne's rule, the engine's `is_safe`, when the foundations
need none of these next: all of them are home.
"""


@cache
def safe_moves(*, everything: bool) -> Memo[int, int]:
    """Return the set of cards that go home automatically, by the set of needed cards. All searches share it.

    A foundation needs the card that goes there next. By Raymond's rule a card of rank r is safe when both cards of the
    other colour are home up to rank r − 1; or both up to r − 2, and the other suit of its own colour up to r − 3: any
    card that could be placed on it can then go home, and so can any card that could be placed on that. With
    `everything`, all needed cards go.
    """
    return Memo(lambda needed: needed) if everything else Memo(_safe)


def needed_after(foundations: Iterable[int]) -> int:
    """Return the set of cards needed next by foundations of these ranks."""
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
