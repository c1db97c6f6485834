"""The signals that end the program or a search, acted on only when everything is in order.

While the player's next line is awaited, a signal ends the program at once; while the solver searches, Ctrl-C ends the
search alone. At any other moment a signal waits for the next line, so that no move is cut off from its save.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from types import FrameType
from typing import Final

from freecell_tui.controller.ending_signals import give_back, take_over

_LOOK_SECONDS: Final = 0.1
"""How long a signal may be overlooked that comes just when readline begins to wait for a key, or while it completes."""

_ALARM: Final = getattr(signal, "SIGALRM", None)
"""The alarm, where the system has one."""


def _ring_every(seconds: float) -> None:
    if _ALARM is not None:
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


class Leave(Exception):
    """A signal asks the program to end; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    """What signals ask for."""

    def __init__(self) -> None:
        self._ends_with: int | None = None
        self._is_searching = False
        self._ends_search = False
        self._may_leave = False

    @property
    def ends_search(self) -> bool:
        """Whether a signal asks to end the search, or the program."""
        return self._ends_search or self._ends_with is not None

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Handle signals in place of whatever handled them before."""
        before = take_over(self._handle)
        try:
            if _ALARM is None:
                yield
            else:
                signal.signal(_ALARM, lambda *_: self._leave_if_asked())
                with self._alarmed():
                    yield
        finally:
            give_back(before)

    @contextmanager
    def _alarmed(self) -> Iterator[None]:
        """Let the alarm ring from the moment of a signal: it interrupts what waits, so that Python calls the handlers.

        A thread hears of signals in the instant that they come; until then nothing wakes up.
        """
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        thread = Thread(target=self._ring_for_signals, args=(reader,), daemon=True)
        thread.start()
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(-1)
            os.close(writer)
            thread.join()
            _ring_every(0)
            os.close(reader)

    def _ring_for_signals(self, reader: int) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # they are for the thread that waits
        while number := os.read(reader, 1):
            if number[0] != _ALARM and self._may_leave:
                _ring_every(_LOOK_SECONDS)

    @contextmanager
    def leaving_at_once(self) -> Iterator[None]:
        """Let signals end the program here, with Leave; one that came before does so too."""
        self._may_leave = True
        try:
            self._leave_if_asked()
            yield
        finally:
            _ring_every(0)
            self._may_leave = False

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Let Ctrl-C end a search here, and not the program."""
        self._is_searching, self._ends_search = True, False
        try:
            yield
        finally:
            self._is_searching = False

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGINT and self._is_searching:
            self._ends_search = True
            return
        self._ends_with = number
        self._leave_if_asked()

    def _leave_if_asked(self) -> None:
        if self._may_leave and self._ends_with is not None:
            # Only once: another signal, as the alarm, may come on the way out.
            self._may_leave = False
            raise Leave(self._ends_with)
