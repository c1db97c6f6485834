"""The signals that end a program, turned into events of the loop."""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import urwid

from freecell_tui.controller.frontend import give_back_signals, take_over_signals


class EndingSignals:
    """Calls `leave` with a signal's number from within the loop, never in the middle of something, until `close`."""

    def __init__(self, loop: urwid.MainLoop, leave: Callable[[int], None]) -> None:
        self._leave = leave
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)
        loop.watch_file(self._reader, self._read)
        self._before = take_over_signals(self._write)

    def close(self) -> None:
        """Restore the previous handlers."""
        give_back_signals(self._before)
        os.close(self._reader)
        os.close(self._writer)

    def _write(self, number: int, _frame: Any) -> None:
        with suppress(OSError):
            os.write(self._writer, bytes([number]))

    def _read(self) -> None:
        self._leave(os.read(self._reader, 1)[0])
