"""What a search has spent, and whether it must end."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

from freecell_tui.solver.results import Budget, Progress, Reason

BYTES_A_STATE: Final = 230
"""What a position costs: its key in the set of those seen, and its child in the queue or its node among the parents.

Measured on a search of 5.8 million positions, after which the process held 216 bytes more for each.
"""

BETWEEN_LOOKS: Final = 32
"""How many positions are taken up from one look at the budget to the next: well under a thousandth of a second."""

BETWEEN_REPORTS: Final = 0.1
"""Seconds from one report of progress to the next."""


class BudgetExceeded(Exception):
    """The search must end now."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Limits:
    """Counts the positions of one attempt after the other, and ends the search when its budget is spent."""

    def __init__(
        self,
        budget: Budget,
        on_progress: Callable[[Progress], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._budget = budget
        self._on_progress = on_progress
        self._stop = stop
        self._start = perf_counter()
        self._next_report = BETWEEN_REPORTS
        self._before = 0
        self._now = 0

    @property
    def states(self) -> int:
        """How many positions were met so far, in all attempts."""
        return self._before + self._now

    @property
    def seconds(self) -> float:
        """How long it has been."""
        return perf_counter() - self._start

    def attempt_ends(self, states: int) -> None:
        """Note the positions that an attempt met, all of which are forgotten now."""
        self._before += states
        self._now = 0

    def look(self, states: int) -> None:
        """Report progress, with the positions that this attempt has met; raise Spent if the search must end."""
        self._now = states
        if self._stop is not None and self._stop():
            raise BudgetExceeded(Reason.STOPPED)
        budget, seconds = self._budget, self.seconds
        if budget.seconds is not None and seconds >= budget.seconds:
            raise BudgetExceeded(Reason.SECONDS)
        if budget.states is not None and self.states >= budget.states:
            raise BudgetExceeded(Reason.STATES)
        if budget.memory is not None and states * BYTES_A_STATE >= budget.memory:
            raise BudgetExceeded(Reason.MEMORY)
        if self._on_progress is not None and seconds >= self._next_report:
            self._next_report = seconds + BETWEEN_REPORTS
            self._on_progress(Progress(self.states, seconds))
