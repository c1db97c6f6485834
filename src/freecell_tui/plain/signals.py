"""The signals that end a program or a thought, taken in at moments when everything is in order.

While the player's next line is awaited, a signal ends the program at once; while the solver thinks, Ctrl-C ends the
thought alone. At any other moment it waits for the next line: no move is cut off from its save.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Leave(Exception):
    """A signal asks the program to end; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    """What signals ask for."""

    def __init__(self) -> None:
        self._ends_with: int | None = None
        self._thinks = False
        self._thought_ends = False
        self._may_leave = False

    @property
    def has_come(self) -> bool:
        """Whether a signal asks to end the thought that is being thought, or the program."""
        return self._thought_ends or self._ends_with is not None

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Take signals in."""
        before = {number: signal.signal(number, self._take) for number in _ENDING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def leaving_at_once(self) -> Iterator[None]:
        """Let signals end the program here, with Leave; one that came before does so too."""
        self._may_leave = True
        try:
            if self._ends_with is not None:
                raise Leave(self._ends_with)
            yield
        finally:
            self._may_leave = False

    @contextmanager
    def stopping_thought(self) -> Iterator[None]:
        """Let Ctrl-C end a thought, and not the program."""
        self._thinks, self._thought_ends = True, False
        try:
            yield
        finally:
            self._thinks = False

    def _take(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGINT and self._thinks:
            self._thought_ends = True
            return
        self._ends_with = number
        if self._may_leave:
            raise Leave(number)
