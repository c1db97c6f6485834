"""What goes on beside the game while keys are heard: slow files on a thread, questions about deals with a solver."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Hashable
from functools import partial
from threading import Thread
from time import monotonic, sleep
from typing import Any, Final, Generic, TypeVar

from freecell_tui.controller.frontend import CallLater, FrontEnd, SolverTransport
from freecell_tui.controller.tasks import Begin, Promise, Scope, Wait
from freecell_tui.engine import FreecellError
from freecell_tui.solver.results import Ask, SolverQuery, SolverResult
from freecell_tui.storage.files import HistoryBusy

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")

_FIRST_PAUSE: Final = 0.005
_LONGEST_PAUSE: Final = 0.05
"""The first pause between two checks of the thread, and the longest, in seconds; a frame is drawn after each pause."""

_BUSY_SECONDS: Final = 0.02
"""How often a history is asked again that another program uses."""


def pause(call_later: CallLater, seconds: float) -> Wait[None]:
    """Return a wait for some seconds."""
    return Wait(lambda resume, _: call_later(seconds, lambda: resume(None)))


class BackgroundTask(Generic[Found]):
    """A function on a thread of its own, to be awaited.

    It begins at once. Awaiting it returns its result or raises its error.
    Awaiting it first blocks for up to `seconds`, or until the result is there if None. If 0, a frame is drawn before
    the result is taken. A busy history is asked again for `busy_seconds`.
    """

    def __init__(
        self, call_later: CallLater, do: Callable[[], Found], *, seconds: float | None, busy_seconds: float = 0.0
    ) -> None:
        self._call_later = call_later
        self._do = do
        self._seconds = seconds
        self._busy_seconds = busy_seconds
        self._found: list[Found] = []
        self._error: Exception | None = None
        self._is_told = False
        # Neither a disk that never answers nor a busy history keeps the program from ending.
        self._thread: Thread | None = Thread(target=self._run, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # a machine without threads, or without room for another: keys wait
            self._thread = None
            self._run()

    def _run(self) -> None:
        end = monotonic() + self._busy_seconds
        while not self._found and self._error is None:
            try:
                self._found.append(self._do())
            except HistoryBusy as error:
                if monotonic() > end:
                    self._error = error
                sleep(_BUSY_SECONDS)
            except Exception as error:  # noqa: BLE001 - it is raised where the task is awaited
                self._error = error

    def __await__(self) -> Generator[Begin, Any, Found]:
        self._join(self._seconds)
        is_due = self._seconds != 0.0
        seconds = _FIRST_PAUSE
        while self.is_running or not is_due:
            yield from pause(self._call_later, seconds).__await__()
            seconds, is_due = min(2 * seconds, _LONGEST_PAUSE), True
        self._is_told = True
        if self._error is not None:
            raise self._error
        return self._found[0]

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _join(self, seconds: float | None) -> None:
        if self._thread is not None:
            self._thread.join(seconds)

    def finish(self, seconds: float) -> list[Found]:
        """Wait for some seconds. Return the result, or raise the error.

        Empty if the task still runs, or if a coroutine has had its result.
        """
        self._join(seconds)
        if self.is_running or self._is_told:
            return []
        self._is_told = True
        if self._error is not None:
            raise self._error
        return self._found


class NoSolver(FreecellError):
    """There is no solver to ask.

    The text is the reason as a sentence without its full stop.
    """


def ask_solver(solver: SolverTransport, query: SolverQuery) -> Wait[SolverResult]:
    """Return a wait for a query's result.

    Awaiting it raises NoSolver or SearchInterrupted.
    """
    return Wait(lambda resume, fail: solver.ask(query, resume, lambda reason: fail(NoSolver(reason))))


class DealSearch(Generic[Key, Found]):
    """Finds a fact about deals with a solver of its own.

    So verdicts do not wait for it. Results are `known` from then on. A search for another key comes first: the search
    before begins anew after it, if a coroutine still waits for its result.
    """

    def __init__(self, frontend: FrontEnd) -> None:
        self.known: dict[Key, Found] = {}
        self._frontend = frontend
        self._searched: Key | None = None
        self._scope = Scope()
        self._ends: dict[Key, Promise[None]] = {}
        self._waiting = Counter[Key]()
        """How many coroutines wait for a key's result."""

    @abstractmethod
    async def search(self, key: Key, ask: Ask) -> Found:
        """Search for the fact about a key; raise NoSolver."""

    async def find(self, key: Key) -> Found | None:
        """Return the fact about a key. None without a solver.

        Raise SearchInterrupted.
        """
        if key in self.known:
            return self.known[key]
        end = self._ends.setdefault(key, Promise())
        if key != self._searched:
            self._start(key)
        self._waiting[key] += 1
        try:
            await end
        finally:
            self._waiting[key] -= 1
        return self.known.get(key)

    def _start(self, key: Key) -> None:
        self._scope.close()
        self._searched, self._scope = key, Scope()
        self._scope.start(self._search(key))

    async def _search(self, key: Key) -> None:
        solver = self._frontend.solver()
        try:
            self.known[key] = await self.search(key, partial(ask_solver, solver))
        except NoSolver:
            pass
        finally:
            solver.close()
            self._searched = None
        self._ends.pop(key).keep(None)
        still_waiting = next(iter(+self._waiting), None)
        if still_waiting is not None and self._searched is None:
            self._start(still_waiting)

    def close(self) -> None:
        """End the search, if any."""
        self._scope.close()


_Search = TypeVar("_Search", bound=DealSearch[Any, Any])


class DealSearches:
    """The deal searches of a controller, each made when it is first asked for."""

    def __init__(self, frontend: FrontEnd) -> None:
        self._frontend = frontend
        self._searches: dict[object, Any] = {}

    def of(self, kind: type[_Search]) -> _Search:
        """Return the search of a kind."""
        if kind not in self._searches:
            self._searches[kind] = kind(self._frontend)
        search: _Search = self._searches[kind]
        return search

    def close(self) -> None:
        for search in self._searches.values():
            search.close()
