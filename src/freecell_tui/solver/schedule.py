"""Which searches are tried, in which order, and how long each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from freecell_tui.engine import Autoplay, Build, Variant
from freecell_tui.solver.homing import Homing
from freecell_tui.solver.weights import Weights


@dataclass(frozen=True, slots=True)
class Attempt:
    """One best-first search: how it values positions, what it takes home, and how many positions it may meet.

    One that exhausts what it can reach has proved something only if it is `complete`.
    """

    weights: Weights
    homing: Homing
    most_states: float = inf
    every_count: bool = False
    complete: bool = False


# The weights were found by trial: change a few at random, keep what is better. QUICK had to meet few positions on deals
# 32001 to 32300, in solutions of no more than 38 moves; STEADY few on those of 1001 to 7000 that QUICK leaves open; and
# SHORT had to bring narrow beams to an end in few moves. Then the price of depth was set for the length that is wanted.
QUICK: Final = Weights(
    suit=0.417,
    breaks=0.724,
    lower=0.0421,
    small=(0.253, 0.127, -0.00255, 0.0019),
    king=-0.805,
    empty=-0.898,
    needed=0.424,
    after=0.14,
    cells=(0.994, 1.53, 0.854, 0.627),
    left=0.522,
    depth=0.7,
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
    depth=0.3,
)
SHORT: Final = Weights(
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

_TRIES: Final = (
    Attempt(QUICK, Homing.ALL, 4_000),
    Attempt(STEADY, Homing.SAFE, 10_000),
    Attempt(replace(STEADY, depth=0.6), Homing.SAFE, 20_000),
    Attempt(replace(QUICK, needed=1.0, depth=0.9), Homing.SAFE),
)


def attempts(variant: Variant, autoplay: Autoplay) -> Iterator[Attempt]:
    """The searches that answer a question; the last is without a limit, and one that is complete may end it before.

    Most wins are found soonest where everything goes home, and some only where just what is safe does: the first search
    does the one and the others do the other. To exhaust what can be reached with all that is safe gone home proves a
    loss, for it loses nothing, and single cards are among the moves.

    Where the game itself takes everything home, wise or not, so do all the searches, and they make every move that the
    rules allow: what they see is then just what the game can come to.
    """
    for attempt in _TRIES:
        if variant.build is Build.SUIT:
            yield replace(attempt, complete=True)
        elif autoplay is Autoplay.ALL:
            yield replace(attempt, homing=Homing.ALL, every_count=True, complete=True)
        else:
            yield replace(attempt, complete=attempt.homing is Homing.SAFE)


BEAM_WIDTHS: Final = (400, 1200)
"""How wide the beams are that look for a short win, each tried when the one before found none."""
