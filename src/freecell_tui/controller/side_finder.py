"""What is found beside the game, one thing at a time, with a solver of its own."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from freecell_tui.controller.frontend import FrontEnd, SolverTransport

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")


class SideFinder(Generic[Key, Found]):
    """The search for what belongs to a key, and who is told of it; a new one takes the place of the one before."""

    def __init__(self, frontend: FrontEnd) -> None:
        self._frontend = frontend
        self._solver: SolverTransport | None = None
        self._wanted: Key | None = None
        self._tell: list[Callable[[Found], None]] = []

    def _join(self, key: Key, tell: Callable[[Found], None]) -> SolverTransport | None:
        """Let `tell` be called in the end; return a solver to begin with, or None if the search is on its way."""
        if self._wanted == key:
            self._tell.append(tell)
            return None
        self.close()
        self._wanted, self._tell = key, [tell]
        self._solver = self._frontend.solver()
        return self._solver

    def _finish(self, found: Found) -> None:
        """End the search, and tell what was found."""
        tell = self._tell
        self.close()
        for each in tell:
            each(found)

    def close(self) -> None:
        """End the solver, and forget what was asked."""
        self._wanted, self._tell = None, []
        solver, self._solver = self._solver, None
        if solver is not None:
            solver.close()
