"""The console of Windows, from Windows 10 on, which knows the sequences of other terminals.

A thread of urwid's reads the console and sends the bytes into a pair of sockets, as only sockets can be watched there.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref
from ctypes.wintypes import DWORD
from socket import socket
from typing import Any, Final, TextIO

from urwid.display import _win32
from urwid.display.raw import Screen

from freecell_tui.ui.terminal.machine import Machine

assert sys.platform == "win32"

_PROCESSED_INPUT: Final = 0x0001
"""The mode in which Ctrl-C is a signal."""


class WindowsTerminal(Screen, Machine):
    """urwid's raw screen for Windows, with Ctrl-C as a key.

    The console keeps early keys, tells of resizes by its thread, and suspends no program.
    """

    def __init__(self, output: TextIO) -> None:
        super().__init__(output=output, focus_reporting=True, bracketed_paste_mode=True)

    def _start(self, *args: Any, **kwargs: Any) -> None:
        super()._start(*args, **kwargs)
        console, mode = _win32.GetStdHandle(_win32.STD_INPUT_HANDLE), DWORD()
        # urwid has kept the former mode, and sets it at the end.
        if _win32.GetConsoleMode(console, byref(mode)):
            _win32.SetConsoleMode(console, DWORD(mode.value & ~_PROCESSED_INPUT))

    @contextmanager
    def woken_by_signals(self, waker: socket) -> Iterator[None]:
        # Python runs a handler only after the wait for sockets, which no signal ends there: neither Ctrl-Break nor the
        # one of a window that is closed, after which Windows gives the program five seconds. The number that Python
        # writes is the one that the handler writes, too.
        former = signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(former)

    @contextmanager
    def listening(self) -> Iterator[None]:
        # urwid ends its thread before it gives the console back.
        self._start_input_thread()
        try:
            yield
        finally:
            self._stop_input_thread()
