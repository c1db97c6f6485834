"""Two ways to ask the solver: in a process of its own while the game goes on, and here, while the player waits."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from freecell_tui.solver.protocol import SolverQuery
    from freecell_tui.solver.results import SolverResult

OnResult = Callable[["SolverResult"], None]

_MOST_DEATHS: Final = 3


class NoSolver(Exception):
    """There is no solver to ask, for the reason that the exception says."""


class SearchInterrupted(Exception):
    """The player does not want to wait for the solver."""


class SolverTransport(Protocol):
    """Asks one query at a time."""

    background_seconds: float | None
    """How long a search may take that nobody asked for; None if the player does not notice it."""

    def ask(self, query: "SolverQuery", on_result: OnResult) -> None:
        """Start a search in place of the one before; raise NoSolver.

        `on_result` is called with its result, later or before this returns. Raise SearchInterrupted if the player
        does not want to wait.
        """

    def stop(self) -> None:
        """Drop the search; its result is not told."""

    def close(self) -> None:
        """End the connection."""


class BackgroundSolver:
    """The solver in a process of its own. `watch(descriptor, action)` calls `action` when there is something to read,
    and with None for an action no longer.
    """

    background_seconds: float | None = None

    def __init__(self, watch: Callable[[int, Callable[[], None] | None], None]) -> None:
        from freecell_tui.solver.client import SolverProcess  # noqa: PLC0415 - not on the way to the first frame

        self._process = SolverProcess()
        self._watch = watch
        self._watched: int | None = None
        self._query: SolverQuery | None = None
        self._on_result: OnResult | None = None

    def ask(self, query: "SolverQuery", on_result: OnResult) -> None:
        """Start a search; raise NoSolver if the process cannot be started, or has died too often."""
        if self._process.deaths > _MOST_DEATHS:
            raise NoSolver("The solver keeps crashing; the game goes on without it.")
        try:
            self._process.submit(query)
        except OSError as error:
            raise NoSolver(
                f"The solver cannot be started ({error.strerror or error}); the game goes on without it."
            ) from error
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
        from freecell_tui.solver.client import SolverDied  # noqa: PLC0415 - as above
        from freecell_tui.solver.results import Reason, Undecided  # noqa: PLC0415

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

    def close(self) -> None:
        """End the process."""
        if self._watched is not None:
            self._watch(self._watched, None)
            self._watched = None
        self._process.close()


class BlockingSolver:
    """The solver in this process. `is_interrupted` is asked again and again whether the player wants to go on."""

    def __init__(self, is_interrupted: Callable[[], bool], background_seconds: float) -> None:
        self._is_interrupted = is_interrupted
        self.background_seconds: float | None = background_seconds

    def ask(self, query: "SolverQuery", on_result: OnResult) -> None:
        """Search, and tell the result before returning; raise SearchInterrupted."""
        from freecell_tui.solver import Reason, Undecided, solve  # noqa: PLC0415 - few games ask

        result = solve(
            query.board,
            query.variant,
            autoplay=query.autoplay,
            short=query.short,
            budget=query.budget,
            stop=self._is_interrupted,
        )
        if isinstance(result, Undecided) and result.reason is Reason.STOPPED:
            raise SearchInterrupted
        on_result(result)

    def stop(self) -> None:
        """Do nothing: no search outlives the question."""

    def close(self) -> None:
        """Do nothing."""
