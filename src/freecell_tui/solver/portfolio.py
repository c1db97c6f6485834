"""The portfolio of searches: their weights, and for how long they are tried."""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from freecell_tui.engine import FREECELL, Autoplay, Variant
from freecell_tui.solver.cards import AutoHome
from freecell_tui.solver.columns import SCALE, ColumnWeights, Weights
from freecell_tui.solver.successors import NO_LIMIT


@dataclass(frozen=True, slots=True)
class Attempt:
    """One best-first search: its heuristic, the cards it sends home, and its limits.

    It leaves out successors that look worse than their parent by `margin`. Exhausting what it can reach proves
    something only if it is `complete`.
    """

    weights: Weights
    auto_home: AutoHome
    max_states: float = inf
    margin: int = NO_LIMIT
    every_count: bool = False
    complete: bool = False

    def in_game(self, variant: Variant, autoplay: Autoplay) -> "Attempt":
        """Return the attempt in a game with this autoplay.

        Where the game sends everything home, wise or not, so does the attempt, and it makes every move that the rules
        allow: what it visits is then exactly what the game can come to.
        """
        if autoplay is Autoplay.ALL and not variant.by_suit:
            return replace(self, auto_home=AutoHome.ALL, every_count=True)
        return self


# The weights were found by random hill climbing: change a few, keep improvements. QUICK and its margin were to expand
# few positions on deals 32001 to 32800, for solutions of no more than 38 moves; SECOND few on the deals of 33001 to
# 37000 that QUICK leaves open; STEADY to generate few on such deals of 1001 to 7000; and THIRD to make beams 150 wide
# win in few moves on deals 50001 to 50700.
QUICK: Final = Weights(
    suit=0.0607,
    breaks=0.949,
    lower=0.0449,
    small=(0.206, 0.0415, -0.0042, -0.0069),
    king=-0.766,
    empty=-0.892,
    needed=0.257,
    after=0,
    cells=(0.914, 1.17, 0.795, 1.14),
    left=0.531,
    depth=0.642,
)
SECOND: Final = Weights(
    suit=0.108,
    breaks=1.03,
    lower=0.0027,
    small=(0.14, 0.022, 0.0165, -0.0095),
    king=-0.402,
    empty=-1.0,
    needed=0.274,
    after=0.161,
    cells=(0.824, 0.817, 1.02, 1.22),
    left=0.573,
    depth=0.666,
)
STEADY: Final = Weights(
    suit=0.132,
    breaks=0.412,
    lower=0.12,
    small=(0.59, 0.15, -0.0746, 0.00291),
    king=-0.985,
    empty=-0.939,
    needed=0.441,
    after=0.14,
    cells=(1.6, 0.979, 0.38, 0.565),
    left=0.275,
    depth=0.6,
)
THIRD: Final = Weights(
    suit=0.166,
    breaks=0.565,
    lower=0.0938,
    small=(0.208, 0.138, -0.00797, -0.0104),
    king=-0.864,
    empty=-0.89,
    needed=0.178,
    after=0.0682,
    cells=(0.416, 1.92, 0.725, 0.612),
    left=0.246,
    depth=0.58,
)

# These were found by regression on 49,000 layers of beams 400 to 600 wide, on 6,400 of the deals 70001 to 78500, to
# prefer the positions of a layer that are on the shortest lines found. Deals 60001 to 61800 decided which features
# have a price.
SHORT: Final = ColumnWeights(
    base=(-9, 159, 237, 234, 242, 252, 168, 188, 199, 187, 94, -98, -666),
    top=(0, 294, 70, -67, -124, -146, -165, -165, -130, -95, 45, 186, 324),
    length=(148, -36, -146, -240, -303, -394, -422, -553),
    start=(0, -120, 35, 108, 107, 119, 142, 51, 61, -49, -115, -114, -199),
    whole=247,
    whole_from_king=137,
    tall=(9, 1, -115),
    breaks=(235, 284, 326, 370, 452, 467, 462, 572, 562, 548, 487, 434, 318),
    broken=(478, 386, 341, 323, 297, 368, 411, 373, 451, 405, 473, 617, 645),
    suit=(0, 419, 305, 257, 133, 66, 48, -33, -7, -27, -6, -63, -103),
    lower=(0, 86, 141, 162, 185, 163, 148, 157, 65, 134, 64, 77, 355),
    far=(-72, -16, 81, 214),
    stuck=183,
    small=(-105, -52, -18, -14),
    blocked=(86, 7, -40, -63, -81, -94, -92, -89, -87, -91, -81, -88, -124),
    needed=560,
    needed_cards=36,
    needed_sequences=78,
    covered=-480,
    needed_each=130,
    after_cards=45,
    after_sequences=-11,
    empty=-518,
    cells=(368, 434, 542, 886),
    early=(226, 0, 35, 104, 166, 239, 272, 277, 342, 337, 316, 348, 360),
    left=104,
)

# A margin leaves out three of five successors of QUICK's, nearly all of which would never have been expanded: with the
# weights that go with it, the median deal takes 59 expansions, where it took 88 without.
_CLOSE: Final = round(0.88 * SCALE)
QUICK_ATTEMPTS: Final = (
    Attempt(QUICK, AutoHome.ALL, 1_500, margin=round(0.56 * SCALE)),
    Attempt(SECOND, AutoHome.ALL, 5_000, margin=_CLOSE),
)
THOROUGH: Final = Attempt(STEADY, AutoHome.SAFE, complete=True)
ALTERNATING: Final = (
    Attempt(THIRD, AutoHome.SAFE, margin=_CLOSE),
    THOROUGH,
    Attempt(QUICK, AutoHome.SAFE, margin=_CLOSE),
)

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
