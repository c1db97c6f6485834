"""The query to a search, its budget and its three results."""

from collections.abc import Awaitable, Callable, Iterator, Sized
from dataclasses import dataclass
from enum import Enum
from itertools import repeat
from time import perf_counter
from typing import Final, NamedTuple

from freecell_tui.engine import Autoplay, Board, Move, Variant


class Budget(NamedTuple):
    """The most a search may spend before it gives up as Undecided.

    None is no limit.

    `states` counts generated positions, `seconds` is wall-clock time, and `memory` is in bytes, estimated from the
    number of positions held at a time.
    """

    states: int | None = None
    seconds: float | None = None
    memory: int | None = None


UNLIMITED: Final = Budget()
"""No limit at all."""

SHORT_STATES: Final = 150_000
"""What a search for a short line may visit: two seconds' work. Both beams need a half of it."""


class SolverQuery(NamedTuple):
    """The arguments of `solve`. With `known`, it is about all boards ahead of this one but those at these indices."""

    board: Board
    variant: Variant
    autoplay: Autoplay = Autoplay.SAFE
    finish: bool = False
    short: bool = False
    budget: Budget = UNLIMITED
    known: tuple[int, ...] | None = None


class Reason(Enum):
    """The reason why a search is undecided.

    The value is the text for the player.
    """

    STATES = "the limit on positions was reached"
    SECONDS = "the time limit was reached"
    MEMORY = "the memory limit was reached"
    STOPPED = "the search was stopped"
    HOUSE_RULE = "a solution may bring cards back from the foundations, which was not searched"


OnProgress = Callable[[int, float], None]
"""Called with the positions generated and the seconds since the search began."""

Stop = Callable[[], bool]
"""Asked hundreds of times a second whether the search is to end."""


class Solved(NamedTuple):
    """A position that can be won.

    The `moves`, each played with `Game.play` and the autoplay of the search, win it. `states` and `seconds` are what
    the search has spent.
    """

    moves: tuple[Move, ...]
    states: int
    seconds: float

    @property
    def length(self) -> int:
        """The number of moves, as `Game.moves_made` counts them: a supermove is one, and autoplay none."""
        return len(self.moves)


class Unsolvable(NamedTuple):
    """A position proved lost with the autoplay of the search."""

    states: int
    seconds: float
    is_won_with_safe: bool | None = False
    """Whether it is won where only safe cards go home by themselves: then it was the autoplay that lost. None if that
    is not known. False is a loss whatever goes home."""


class Undecided(NamedTuple):
    """A position neither won nor proved lost, for a `reason`."""

    reason: Reason
    states: int
    seconds: float


SolverResult = Solved | Unsolvable | Undecided

Ask = Callable[[SolverQuery], Awaitable[SolverResult]]
"""Asks the solver a query.

The caller decides how to wait for the result.
"""


class Judged(NamedTuple):
    """Whether one of the boards ahead is lost or won. `at` is its index, or None when no more follow."""

    at: int | None
    is_lost: bool = False


BYTES_PER_STATE: Final = 230
"""The memory of one position: its key among those visited, and its successor in the queue or its node as a parent.

Measured on a search of 5.8 million positions, after which the process held 216 bytes more for each.
"""

CHECK_INTERVAL: Final = 32
"""Expansions from one check of the limits to the next: well under a thousandth of a second."""

REPORT_INTERVAL: Final = 0.1
"""Seconds from one report of progress to the next."""


@dataclass(eq=False)
class BudgetExceeded(Exception):
    """The search must end now."""

    reason: Reason


class Limits:
    """The limits of a search, which ends when its budget is spent.

    They count the positions of all its attempts.
    """

    def __init__(self, budget: Budget, on_progress: OnProgress | None = None, stop: Stop | None = None) -> None:
        self._budget = budget
        self._on_progress = on_progress
        self.stop: Final = stop
        self._start = perf_counter()
        self._next_report = REPORT_INTERVAL
        self._before = 0
        self._now = 0

    @property
    def states(self) -> int:
        """The number of positions generated so far, in all attempts."""
        return self._before + self._now

    @property
    def seconds(self) -> float:
        return perf_counter() - self._start

    def remaining(self, states: float) -> Budget:
        """Return the rest of the budget, with at most `states` positions."""
        seconds, most = self._budget.seconds, self._budget.states
        return Budget(
            int(states if most is None else max(min(states, most - self.states), 0)),
            None if seconds is None else max(seconds - self.seconds, 0.0),
            self._budget.memory,
        )

    def end_attempt(self, states: int) -> None:
        """Count the positions of an attempt that has ended and released them."""
        self._before += states
        self._now = 0

    def check(self, states: int) -> None:
        """Report progress, with `states` held by this attempt; raise BudgetExceeded if the search must end."""
        self._now = states
        if self.stop is not None and self.stop():
            raise BudgetExceeded(Reason.STOPPED)
        budget, seconds = self._budget, self.seconds
        if budget.seconds is not None and seconds >= budget.seconds:
            raise BudgetExceeded(Reason.SECONDS)
        if budget.states is not None and self.states >= budget.states:
            raise BudgetExceeded(Reason.STATES)
        if budget.memory is not None and states * BYTES_PER_STATE >= budget.memory:
            raise BudgetExceeded(Reason.MEMORY)
        if self._on_progress is not None and seconds >= self._next_report:
            self._next_report = seconds + REPORT_INTERVAL
            self._on_progress(self.states, seconds)

    def paced(self, held: Sized) -> Iterator[None]:
        """Generate one value for each expansion, checking now and then with the number of states `held` by then."""
        while True:
            self.check(len(held))
            yield from repeat(None, CHECK_INTERVAL + 1)
