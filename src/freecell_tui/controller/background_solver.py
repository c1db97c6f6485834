"""The solver in a process of its own, asked while the game goes on."""

from collections.abc import Callable
from typing import Final

from freecell_tui.controller.transport import NoSolver, OnResult
from freecell_tui.solver.client import SolverDied, SolverProcess
from freecell_tui.solver.protocol import SolverQuery
from freecell_tui.solver.results import Reason, Undecided
from freecell_tui.storage.files import reason

_MOST_DEATHS: Final = 3


class BackgroundSolver:
    """The solver in a process of its own. `watch(descriptor, action)` calls `action` when there is something to read,
    and with None for an action no longer.
    """

    background_states: int | None = None

    def __init__(self, watch: Callable[[int, Callable[[], None] | None], None]) -> None:

        self._process = SolverProcess()
        self._watch = watch
        self._watched: int | None = None
        self._query: SolverQuery | None = None
        self._on_result: OnResult | None = None

    def ask(self, query: SolverQuery, on_result: OnResult) -> None:
        """Start a search; raise NoSolver if the process cannot be started, or has died too often."""
        if self._process.deaths > _MOST_DEATHS:
            raise NoSolver("The solver keeps crashing; you can play on without it.")
        try:
            self._process.submit(query)
        except OSError as error:
            raise NoSolver(f"The solver cannot be started ({reason(error)}); you can play on without it.") from error
        self._query, self._on_result = query, on_result
        self._follow_process()

    def _follow_process(self) -> None:
        """Watch the process there is now, and no other."""
        descriptor = self._process.descriptor
        if self._watched is not None:
            self._watch(self._watched, None)
        self._watched = descriptor
        if descriptor is not None:
            self._watch(descriptor, self._on_readable)

    def _on_readable(self) -> None:

        try:
            results = list(self._process.results())
        except SolverDied:
            self._follow_process()
            results = [Undecided(Reason.STOPPED, 0, 0.0)]
        for result in results:
            on_result, self._on_result = self._on_result, None
            if on_result is not None:
                on_result(result)

    def stop(self) -> None:
        """Drop the search."""
        self._on_result = None
        self._process.stop()
        self._follow_process()

    def close(self) -> None:
        """End the process."""
        if self._watched is not None:
            self._watch(self._watched, None)
            self._watched = None
        self._process.close()
