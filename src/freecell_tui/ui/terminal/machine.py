"""The machine's terminal, as the game's screen needs it: the one interface between the table and the system.

Each system has a side of its own, `posix` and `windows`, on urwid's raw screen for that system.
"""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from socket import socket
from typing import Any, ClassVar


class TerminalGone(Exception):
    """The terminal cannot be written to or read from any more."""


class Machine:
    """A terminal of bytes, whatever the system.

    urwid's screens have methods of these names.
    A side adds what the game needs besides, such as keys instead of signals.
    """

    errors: ClassVar[tuple[type[Exception], ...]] = (OSError,)
    """The errors of a terminal that is gone."""

    is_taken_again = False
    """Whether the terminal is given back only to be taken over again."""

    @abstractmethod
    def get_cols_rows(self) -> tuple[int, int]:
        """Return the columns and rows of the window, or 0 if unknown."""

    @abstractmethod
    def _start(self, *args: Any, **kwargs: Any) -> None:
        """Take the terminal over in raw mode, with Ctrl-C and its like as keys.

        Keys that were typed before are kept.
        """

    @abstractmethod
    def _stop(self) -> None:
        """Give the terminal back as it was."""

    @abstractmethod
    def write(self, data: str) -> None:
        """Write text to the terminal, buffered."""

    @abstractmethod
    def flush(self) -> None:
        """Send all written text."""

    @abstractmethod
    def get_input_descriptors(self) -> list[Any]:
        """Return the descriptors and sockets to watch for input, resizes and suspending."""

    @abstractmethod
    def get_available_raw_input(self) -> list[int]:
        """Return the bytes that can be read at once.

        A program that is to be suspended is suspended first, and one that was continued takes the terminal over again.
        """

    @abstractmethod
    def _wake_input_loop(self) -> None:
        """Make a watched descriptor readable, from any thread or signal handler."""

    def woken_by_signals(self, waker: socket) -> AbstractContextManager[None]:
        """Let signals be written to `waker` in the block, if they end no wait for input by themselves."""
        return _nothing()

    def listening(self) -> AbstractContextManager[None]:
        """Let input be read in the block, though the terminal is being given back."""
        return _nothing()


@contextmanager
def _nothing() -> Iterator[None]:
    yield
