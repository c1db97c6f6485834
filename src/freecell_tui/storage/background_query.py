"""A question to the history that is answered on a thread of its own, so that the player never waits for it."""

from collections.abc import Callable
from threading import Thread
from time import monotonic, sleep
from typing import Final, Generic, TypeVar

from freecell_tui.storage.files import HistoryBusy

_Found = TypeVar("_Found")

FIRST_MOMENT: Final = 0.015
MOMENT: Final = 0.004
"""How many seconds a step waits for the answer, the first one longer: that of a short history is there at once."""

_PATIENCE_SECONDS: Final = 2.0
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
        end = monotonic() + _PATIENCE_SECONDS
        while not self._found and self._error is None:
            try:
                self._found.append(self._ask())
            except HistoryBusy as error:
                if monotonic() > end:
                    self._error = error
                sleep(_BUSY_SECONDS)
            except Exception as error:  # noqa: BLE001 - it is raised where the answer is asked for
                self._error = error
