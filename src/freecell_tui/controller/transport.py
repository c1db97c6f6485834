"""What asks the solver: `background_solver` while the game goes on, `blocking_solver` while the player waits."""

from collections.abc import Callable
from typing import Protocol

from freecell_tui.solver.process import AheadQuery, SolverQuery
from freecell_tui.solver.results import Judged, SolverResult

OnResult = Callable[[SolverResult], None]

OnJudged = Callable[[Judged], None]

OnFailure = Callable[[str], None]
"""Called with why there is no solver to ask, as a sentence without its full stop."""


class SearchInterrupted(Exception):
    """The player does not want to wait for the solver."""


class SolverTransport(Protocol):
    """Asks one query at a time."""

    background_states: int | None
    """How many positions a search may visit that nobody asked for; None if the player does not notice it."""

    def ask(self, query: SolverQuery, on_result: OnResult, on_failure: OnFailure) -> None:
        """Start a search in place of the one before.

        One of the two is called, later or before this returns, unless the search is dropped. Raise SearchInterrupted
        if the player does not want to wait.
        """

    def judge(self, query: AheadQuery, on_judged: OnJudged, on_failure: OnFailure) -> None:
        """Start to judge the boards ahead of one, in place of the search before; one that answers at once does not.

        `on_judged` is called for each that is known, and in the end with None for an index, unless that is dropped.
        """

    def stop(self) -> None:
        """Drop the search; its result is not told."""

    def close(self) -> None:
        """End the connection."""
