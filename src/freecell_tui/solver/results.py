"""The three answers, and what a search may spend on one."""

from dataclasses import dataclass
from enum import Enum

from freecell_tui.engine import Move


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may spend before it answers Undecided; None is without limit.

    `states` are positions met, `seconds` are of the clock on the wall, `memory` is in bytes and reckoned from the
    number of positions held: see `watch.BYTES_A_STATE`.
    """

    states: int | None = None
    seconds: float | None = None
    memory: int | None = None


class Reason(Enum):
    """Why a question stays open."""

    STATES = "the budget of states is spent"
    SECONDS = "the time is up"
    MEMORY = "the budget of memory is spent"
    STOPPED = "the search was stopped"
    HOUSE_RULE = "there may be a way that takes cards back from the foundations, and none was looked for"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come: positions met so far, and the seconds it has taken."""

    states: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Solved:
    """The position can be won: `moves`, each played with `Game.play` and the autoplay that was asked for, win it."""

    moves: tuple[Move, ...]
    states: int
    seconds: float

    @property
    def length(self) -> int:
        """How many moves a player counts: a supermove is one, and a card that goes home is none."""
        return sum(not move.goes_home for move in self.moves)


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """The position cannot be won: all that can come of it was looked at, in the game or in an easier one."""

    states: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody knows: `reason` says why the search ended."""

    reason: Reason
    states: int
    seconds: float


SolverResult = Solved | Unsolvable | Undecided
