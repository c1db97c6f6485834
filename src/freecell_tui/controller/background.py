"""What goes on beside the game on a thread: what reads or writes files for long, and pictures being saved."""

from collections.abc import Callable
from threading import Thread
from time import monotonic, sleep
from typing import Final, Generic, TypeVar

from freecell_tui.controller.frontend import FrontEnd, Message, Severity
from freecell_tui.storage.files import HistoryBusy

_Found = TypeVar("_Found")

FIRST_MOMENT: Final = 0.015
MOMENT: Final = 0.004
"""How many seconds a step waits: the first one longer, as a short history answers at once."""

_ANSWER_SECONDS: Final = 2.0
_BUSY_SECONDS: Final = 0.02
"""How long, and how often, a history is asked again that another program uses."""

_PICTURE_SECONDS: Final = 0.05
"""How often to look whether a picture is saved."""

_PATIENCE_SECONDS: Final = 10.0
"""How long the end of the program waits for a picture."""


class Work(Generic[_Found]):
    """What `do` finds on a thread of its own; it is `found` once `step` has returned False."""

    def __init__(self, do: Callable[[], _Found]) -> None:
        self._do = do
        self._found: list[_Found] = []
        self._error: Exception | None = None
        self._moment = FIRST_MOMENT
        # Neither a disk that never answers nor a busy history keeps the program from ending.
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def found(self) -> _Found:
        return self._found[0]

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def step(self, seconds: float | None = None) -> bool:
        """Wait for `seconds`, a moment by default; return whether the work still runs. Raise what it raised."""
        self._thread.join(self._moment if seconds is None else seconds)
        self._moment = MOMENT
        if self._error is not None:
            raise self._error
        return self.is_running

    def _run(self) -> None:
        end = monotonic() + _ANSWER_SECONDS
        while not self._found and self._error is None:
            try:
                self._found.append(self._do())
            except HistoryBusy as error:
                if monotonic() > end:
                    self._error = error
                sleep(_BUSY_SECONDS)
            except Exception as error:  # noqa: BLE001 - it is raised where the work is waited for
                self._error = error


class PictureSaver:
    """Saves one picture at a time."""

    def __init__(self, frontend: FrontEnd) -> None:
        self._frontend = frontend
        self._work: Work[str] | None = None

    def save(self, make: Callable[[], str], tell: Callable[[Message], None]) -> None:
        """Tell what `make` says about the picture it saves, or at once that another is still being saved."""
        if self._work is not None:
            tell(Message("The last picture is still being saved."))
            return
        tell(Message("Saving a picture…", Severity.PROGRESS))

        def look() -> None:
            if self._work is not None and self._work.is_running:
                self._frontend.call_later(_PICTURE_SECONDS, look)
            else:
                for said in self.finish():
                    tell(Message(said))

        self._work = Work(make)
        self._frontend.call_later(_PICTURE_SECONDS, look)

    def finish(self) -> tuple[str, ...]:
        """Wait for the picture being saved, if any; return what there is to say about it."""
        work = self._work
        if work is None:
            return ()
        try:
            if work.step(_PATIENCE_SECONDS):
                return ("The last picture was not saved: that took too long.",)
        finally:
            if not work.is_running:
                self._work = None
        return (work.found,)
