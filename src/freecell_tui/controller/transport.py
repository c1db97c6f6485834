"""What asks the solver: `background_solver` while the game goes on, `blocking_solver` while the player waits."""

from collections.abc import Callable
from typing import Protocol

from freecell_tui.solver.protocol import SolverQuery
from freecell_tui.solver.results import SolverResult

OnResult = Callable[[SolverResult], None]

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

    def stop(self) -> None:
        """Drop the search; its result is not told."""

    def close(self) -> None:
        """End the connection."""
