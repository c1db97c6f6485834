"""The portfolio of searches: their prices, and for how long they are tried."""

from math import inf
from typing import Final, NamedTuple

from freecell_tui.engine import DECK, FREECELL, Variant
from freecell_tui.solver.columns import ColumnWeights, Prices
from freecell_tui.solver.successors import NO_LIMIT


class Attempt(NamedTuple):
    """One best-first search: its heuristic, and its limits; it sends everything home, or only what is safe.

    It leaves out successors that look worse than their parent by `margin`. Exhausting what it can reach proves
    something only if it is `complete`.
    """

    prices: Prices
    max_states: float = inf
    margin: int = NO_LIMIT
    everything: bool = False
    complete: bool = False


def _by_rank(*prices: int) -> tuple[int, ...]:
    """Return the price of each card, given that of each rank; the last one is that of all higher ranks."""
    return tuple(prices[min(card // 4, len(prices) - 1)] for card in DECK)


# The prices were found by random hill climbing: change a few, keep improvements. QUICK and its margin were to expand
# few positions on deals 32001 to 32800, for solutions of no more than 38 moves; SECOND few on the deals of 33001 to
# 37000 that QUICK leaves open; STEADY to generate few on such deals of 1001 to 7000; and THIRD to make beams 150 wide
# win in few moves on deals 50001 to 50700.
QUICK: Final = Prices(
    suit=4, breaks=61, lower=3, small=_by_rank(13, 3, 0), on_empty=_by_rank(*[57] * 12, 8), needed=16, after=0,
    cells=(0, 58, 133, 184, 257), left=34, depth=41,
)  # fmt: skip
SECOND: Final = Prices(
    suit=7, breaks=66, lower=0, small=_by_rank(9, 1, 1, -1, 0), on_empty=_by_rank(*[64] * 12, 38), needed=18, after=10,
    cells=(0, 53, 105, 170, 248), left=37, depth=43,
)  # fmt: skip
STEADY: Final = Prices(
    suit=8, breaks=26, lower=8, small=_by_rank(38, 10, -5, 0), on_empty=_by_rank(*[60] * 12, -3), needed=28, after=9,
    cells=(0, 102, 165, 189, 226), left=18, depth=38,
)  # fmt: skip
THIRD: Final = Prices(
    suit=11, breaks=36, lower=6, small=_by_rank(13, 9, -1, -1, 0), on_empty=_by_rank(*[57] * 12, 2), needed=11, after=4,
    cells=(0, 27, 150, 196, 235), left=16, depth=37,
)  # fmt: skip
SHORT: Final = ColumnWeights()

# A margin leaves out three of five successors of QUICK's, nearly all of which would never have been expanded: with the
# prices that go with it, the median deal takes 59 expansions, where it took 88 without.
_CLOSE: Final = 56
QUICK_ATTEMPTS: Final = (
    Attempt(QUICK, 1_500, margin=36, everything=True),
    Attempt(SECOND, 5_000, margin=_CLOSE, everything=True),
)
THOROUGH: Final = Attempt(STEADY, complete=True)
ALTERNATING: Final = (Attempt(THIRD, margin=_CLOSE), THOROUGH, Attempt(QUICK, margin=_CLOSE))

ROUNDS: Final = (3_000, 40_000, 400_000)
"""How many positions each of these may visit in each round."""
RELAXED_FACTOR: Final = 10
"""How many times as many a relaxed search may visit: of 1,500 lost deals, nine in ten were proved with 41,000, the last
with 230,000."""
REFINED_FACTOR: Final = 5
LEAST_REFINED: Final = 100_000
LEAST_CELLS_REFINED: Final = 2
"""The same for refinement, which proves nothing with fewer positions, or with fewer cells. Of 1,336 lost deals, 4 were
won in the relaxed game: refinement proves them in 3 seconds each, the complete search in 14."""


def beam_widths(variant: Variant) -> tuple[int, ...]:
    """Return the widths of the beams to try for a short win, until one finds it.

    SHORT was fitted on deals of FreeCell. In games unlike it, a beam needs twice the width for lines as short.
    """
    like_freecell = not variant.by_suit and variant.cells >= FREECELL.cells
    return (128, 600) if like_freecell else (260, 1000)
