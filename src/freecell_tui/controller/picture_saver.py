"""Saving pictures while the game goes on: on a thread of their own, one after the other."""

from collections.abc import Callable
from threading import Thread
from typing import Final

from freecell_tui.controller.frontend import FrontEnd, Message, Severity

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
