"""What goes on beside the game: pictures being saved, the history being asked, and what solvers of their own find."""

from collections.abc import Callable, Hashable
from threading import Thread
from time import monotonic, sleep
from typing import Final, Generic, TypeVar

from freecell_tui.controller.frontend import FrontEnd, Message, Severity, SolverTransport
from freecell_tui.storage.files import HistoryBusy

_MOMENT: Final = 0.05
"""How often to look whether the picture is saved."""

_PATIENCE_SECONDS: Final = 10.0
"""How long the end of the program waits for a picture."""

_SAVING: Final = Message("Saving a picture…", Severity.PROGRESS)
_BUSY: Final = Message("The picture before this one is still being saved.")
_TOO_LATE: Final = "The last picture is not saved: that took too long."


class PictureSaver:
    """Saves one picture at a time."""

    def __init__(self, frontend: FrontEnd) -> None:
        self._frontend = frontend
        self._thread: Thread | None = None
        self._said = ""
        self._error: Exception | None = None

    def save(self, make: Callable[[], str], tell: Callable[[Message], None]) -> None:
        """Let `make` save a picture and return what to say about it, which `tell` is told then.

        If another one is being saved `tell` is told that, and nothing is made.
        """
        if self._thread is not None:
            tell(_BUSY)
            return
        tell(_SAVING)

        def work() -> None:
            try:
                self._said = make()
            except Exception as error:  # noqa: BLE001 - it is raised where the picture is waited for
                self._error = error

        def look() -> None:
            if self._thread is None:
                return
            if self._thread.is_alive():
                self._frontend.call_later(_MOMENT, look)
            else:
                tell(Message(self._finished()))

        self._said, self._error = "", None
        self._thread = Thread(target=work, daemon=True)  # a disk that never answers does not keep the program
        self._thread.start()
        self._frontend.call_later(_MOMENT, look)

    def finish(self) -> tuple[str, ...]:
        """Wait for the picture that is being saved, if there is one; return what there is to say about it."""
        if self._thread is None:
            return ()
        self._thread.join(_PATIENCE_SECONDS)
        return (_TOO_LATE if self._thread.is_alive() else self._finished(),)

    def _finished(self) -> str:
        """Return what was said about the picture that is done; raise what saving it raised."""
        self._thread = None
        if self._error is not None:
            raise self._error
        return self._said


# What is found beside the game, one thing at a time, with a solver of its own.


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


# A question to the history that is answered on a thread of its own, so that the player never waits for it.


_Found = TypeVar("_Found")

FIRST_MOMENT: Final = 0.015
MOMENT: Final = 0.004
"""How many seconds a step waits for the answer, the first one longer: that of a short history is there at once."""

_ANSWER_SECONDS: Final = 2.0
_BUSY_SECONDS: Final = 0.02
"""How long, and how often, a history is asked again that another program uses."""


class BackgroundQuery(Generic[_Found]):
    """The answer of `ask`, which may raise HistoryError; it is there once `step` has returned False."""

    def __init__(self, ask: Callable[[], _Found]) -> None:
        self._ask = ask
        self._found: list[_Found] = []
        self._error: Exception | None = None
        self._moment = FIRST_MOMENT
        self._thread = Thread(target=self._work, daemon=True)  # the end of the program does not wait for it
        self._thread.start()

    @property
    def found(self) -> _Found:
        """The answer."""
        return self._found[0]

    def step(self) -> bool:
        """Wait a moment for the answer; return whether it is still to come. Raise what asking raised."""
        self._thread.join(self._moment)
        self._moment = MOMENT
        if self._error is not None:
            raise self._error
        return self._thread.is_alive()

    def _work(self) -> None:
        end = monotonic() + _ANSWER_SECONDS
        while not self._found and self._error is None:
            try:
                self._found.append(self._ask())
            except HistoryBusy as error:
                if monotonic() > end:
                    self._error = error
                sleep(_BUSY_SECONDS)
            except Exception as error:  # noqa: BLE001 - it is raised where the answer is asked for
                self._error = error
