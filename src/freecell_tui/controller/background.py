"""What goes on beside the game: on a thread what reads or writes files for long, with a solver what belongs to a deal.

Keys are heard meanwhile. Both tell what is found as soon as it is known, or that there is nothing.
"""

from collections.abc import Callable, Generator, Hashable
from threading import Thread
from time import monotonic, sleep
from typing import Final, Generic, TypeVar

from freecell_tui.controller.frontend import Action, CallLater, FrontEnd, SearchInterrupted, SolverTransport
from freecell_tui.engine import FreecellError
from freecell_tui.solver.results import SolverQuery, SolverResult
from freecell_tui.storage.files import HistoryBusy

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")

Search = Generator[SolverQuery, SolverResult, Found]
"""Yields what to ask the solver, and is sent its result; returns what it found."""

_LOOK_SECONDS: Final = 0.005
_LONGEST_LOOK: Final = 0.05
"""From the first look to the second, and from one to the next at last: each is followed by a frame."""

_ANSWER_SECONDS: Final = 2.0
_BUSY_SECONDS: Final = 0.02
"""How long, and how often, a history is asked again that another program uses."""


class Work(Generic[Found]):
    """What `do` finds on a thread of its own is told, or a FreecellError refused.

    It is waited for `seconds` at first, if None until it is there; with 0 nothing is told before this returns.
    """

    def __init__(
        self,
        call_later: CallLater,
        do: Callable[[], Found],
        tell: Callable[[Found], None],
        refuse: Callable[[FreecellError], None] = lambda _: None,
        *,
        seconds: float | None,
    ) -> None:
        self._call_later = call_later
        self._do = do
        self._tell = tell
        self._refuse = refuse
        self._found: list[Found] = []
        self._error: Exception | None = None
        # Neither a disk that never answers nor a busy history keeps the program from ending.
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        self._pause = _LOOK_SECONDS
        if seconds == 0.0:
            call_later(self._pause, self._look)
        else:
            self._look(seconds)

    def _run(self) -> None:
        end = monotonic() + _ANSWER_SECONDS
        while not self._found and self._error is None:
            try:
                self._found.append(self._do())
            except HistoryBusy as error:
                if monotonic() > end:
                    self._error = error
                sleep(_BUSY_SECONDS)
            except Exception as error:  # noqa: BLE001 - it is raised where the work is looked for
                self._error = error

    def _look(self, seconds: float | None = 0.0) -> None:
        self._thread.join(seconds)
        if self.is_running:
            self._call_later(self._pause, self._look)
            self._pause = min(2 * self._pause, _LONGEST_LOOK)
            return
        try:
            untold = self.close()
        except FreecellError as error:
            self._refuse(error)
        else:
            for found in untold:
                self._tell(found)

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def close(self, seconds: float = 0.0) -> list[Found]:
        """Wait for some seconds; return what is found, or raise what went wrong, if that has not been told yet."""
        self._thread.join(seconds)
        if self.is_running:
            return []
        untold, error = self._found, self._error
        self._found, self._error = [], None
        if error is not None:
            raise error
        return untold


class SideFinder(Generic[Key, Found]):
    """Finds what belongs to a key with a solver of its own, so that the one that gives verdicts is not kept waiting.

    A new search takes the place of the one before. What is found is `known` from then on.
    """

    def __init__(self, frontend: FrontEnd) -> None:
        self.known: dict[Key, Found] = {}
        self._frontend = frontend
        self._solver: SolverTransport | None = None
        self._wanted: Key | None = None
        self._asked: list[tuple[Callable[[Found], None], Action]] = []

    def search(
        self, key: Key, search: Search[Found], tell: Callable[[Found], None], refuse: Action = lambda: None
    ) -> None:
        """Tell what belongs to a key as soon as it is known; refuse if there is no solver."""
        if key in self.known:
            tell(self.known[key])
            return
        if key == self._wanted:
            self._asked.append((tell, refuse))
            return
        self.close()
        solver = self._frontend.solver()
        self._wanted, self._asked, self._solver = key, [(tell, refuse)], solver

        def go_on(result: SolverResult | None = None) -> None:
            if self._solver is not solver:
                return
            try:
                query = next(search) if result is None else search.send(result)
            except StopIteration as end:
                self.known[key] = end.value
                for told, _ in self.close():
                    told(end.value)
                return
            try:
                solver.ask(query, go_on, lambda _: give_up())
            except SearchInterrupted:
                self.close()
                raise

        def give_up() -> None:
            for _, refused in self.close():
                refused()

        go_on()

    def close(self) -> list[tuple[Callable[[Found], None], Action]]:
        """End the search, if any; return who waited for it."""
        asked, self._asked = self._asked, []
        solver, self._solver, self._wanted = self._solver, None, None
        if solver is not None:
            solver.close()
        return asked
