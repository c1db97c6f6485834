"""Zobrist hashing: the random terms whose sum is the key of a position.

The key of a position is an additive Zobrist hash over pairs of a card and what it lies on: the card below it, the
bottom of a column, or a cell. The order of columns and of cells does not matter, so positions that differ in nothing
else are one. A move changes one term of the sum, however many cards it carries.

With 122 bits, two positions among a hundred million share a key by chance with a probability under 10^-20, so a proof
may rely on it.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from freecell_tui.engine import DECK
from freecell_tui.solver.card_sets import BOTTOM


def random_terms(seed: int) -> Callable[[], int]:
    """Return a source of random terms, the same ones every time for a seed.

    That makes every search repeatable.
    """
    return partial(Random(seed).getrandbits, 122)


_next_term = random_terms(2026)

ZOBRIST: Final = tuple(tuple(_next_term() for _ in range(BOTTOM + 1)) for _ in DECK)
"""`ZOBRIST[card][below]` is the term of a card in a column that lies on another card, or on BOTTOM."""
ZOBRIST_IN_CELL: Final = tuple(_next_term() for _ in DECK)
"""`ZOBRIST_IN_CELL[card]` is the term of a card in a cell."""
