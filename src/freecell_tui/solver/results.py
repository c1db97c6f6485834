"""The three results of a search, and the budget it may spend."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from freecell_tui.engine import Move


@dataclass(frozen=True, slots=True)
class Budget:
    """The most a search may spend before it gives up as Undecided; None is no limit.

    `states` counts generated positions, `seconds` is wall-clock time, and `memory` is in bytes, estimated from the
    number of positions held at a time.
    """

    states: int | None = None
    seconds: float | None = None
    memory: int | None = None


UNLIMITED: Final = Budget()
"""No limit at all."""


class Reason(Enum):
    """The reason why a search is undecided; the value says it to the player."""

    STATES = "the limit on positions was reached"
    SECONDS = "the time limit was reached"
    MEMORY = "the memory limit was reached"
    STOPPED = "the search was stopped"
    HOUSE_RULE = "a solution may bring cards back from the foundations, which was not searched"


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search: positions generated, and seconds since it began."""

    states: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Solved:
    """A position that can be won.

    The `moves`, each played with `Game.play` and the autoplay of the search, win it. `states` and `seconds` are what
    the search has spent.
    """

    moves: tuple[Move, ...]
    states: int
    seconds: float

    @property
    def length(self) -> int:
        """The number of moves: a supermove is one, and a card sent home is none."""
        return sum(not move.goes_home for move in self.moves)


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """A position that is proved lost, by search of all that can come of it."""

    states: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Undecided:
    """A position about which nothing was found out, for this `reason`."""

    reason: Reason
    states: int
    seconds: float


SolverResult = Solved | Unsolvable | Undecided


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether one of the boards ahead is lost or won; `at` is its index, or None when no more follow."""

    at: int | None
    is_lost: bool = False
