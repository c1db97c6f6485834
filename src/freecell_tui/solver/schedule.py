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
    complete: bool = True


_FIRST: Final = Weights()
_SECOND: Final = replace(_FIRST, depth=0.8, cells=(3.6, 2.52, 2.52, 1.8))
_THIRD: Final = replace(_FIRST, suit=1.5, lower=0.4, needed=0.2, depth=0.9)
_FOURTH: Final = replace(_FIRST, needed=1.04, depth=0.9)
_FIFTH: Final = replace(_FIRST, left=1.5, depth=0.9)

_TRIES: Final = ((_FIRST, 4_000), (_SECOND, 8_000), (_THIRD, 16_000))


def attempts(variant: Variant, autoplay: Autoplay) -> Iterator[Attempt]:
    """The searches that answer a question, the last of them complete and without a limit.

    Where everything goes home by itself whether that is wise or not, the search does the same and makes every move that
    the rules allow, so that what it sees is just what the game can come to. Anywhere else only safe moves home are
    forced, and to prove a loss single cards would do; but to take everything home finds most wins sooner, as long as
    it is left again for what it cannot find.
    """
    if autoplay is Autoplay.ALL and variant.build is not Build.SUIT:
        for weights, most_states in _TRIES:
            yield Attempt(weights, Homing.ALL, most_states, every_count=True)
        yield Attempt(_FIRST, Homing.ALL, every_count=True)
        return
    for number, (weights, most_states) in enumerate(_TRIES):
        homing = Homing.SAFE if number == len(_TRIES) - 1 else Homing.ALL
        yield Attempt(weights, homing, most_states, complete=homing is Homing.SAFE or variant.build is Build.SUIT)
    yield Attempt(_FIRST, Homing.SAFE)


@dataclass(frozen=True, slots=True)
class BeamAttempt:
    """One beam search, so many positions wide."""

    weights: Weights
    homing: Homing
    width: int


_WIDTHS: Final = (300, 1000)


def beams(variant: Variant, autoplay: Autoplay) -> Iterator[BeamAttempt]:  # noqa: ARG001
    """The beams that look for a short win, each tried when the one before found none."""
    for width in _WIDTHS:
        yield BeamAttempt(_FIRST, Homing.ALL, width)
