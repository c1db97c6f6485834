"""Sets of cards as bit masks: bit n stands for card n, an integer from 0 to 51."""

from collections.abc import Iterable
from typing import Final

from freecell_tui.engine import DECK

BOTTOM: Final = len(DECK)
"""The place at the bottom of a column, under its lowest card."""

ALL_CARDS: Final = (1 << 52) - 1
ACES: Final = 0b1111

BITS: Final = tuple(1 << card for card in (*DECK, BOTTOM))
"""Each card as a set of one; BITS[BOTTOM] shares no bit with any card."""


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the cards of a set in ascending order."""
    found = []
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        found.append(lowest.bit_length() - 1)
    return tuple(found)


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of these cards."""
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


LOWER: Final = tuple((1 << 4 * (card // 4)) - 1 for card in DECK)
"""For each card, the set of cards with a lower rank."""
LOWER_IN_SUIT: Final = tuple(mask_of(range(card % 4, card, 4)) for card in DECK)
"""For each card, the set of cards of its suit with a lower rank."""
