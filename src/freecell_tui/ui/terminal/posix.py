"""The terminal of POSIX systems: raw mode by termios, and signals that suspend the program and continue it."""

import os
import signal
import sys
import termios
import tty
from select import select
from typing import Any, Final, TextIO

from urwid.display.raw import Screen

from freecell_tui.ui.terminal.machine import Machine

assert sys.platform != "win32"

_READ_BYTES: Final = 4096


class PosixTerminal(Screen, Machine):
    """urwid's raw screen for POSIX, with early keys and with SIGCONT."""

    errors = (*Machine.errors, termios.error)

    def __init__(self, output: TextIO) -> None:
        super().__init__(output=output, focus_reporting=True, bracketed_paste_mode=True)
        self._typed_early: list[int] = []
        self._was_continued = False
        self._former_continue: Any = signal.SIG_DFL

    def _start(self, *args: Any, **kwargs: Any) -> None:
        self._typed_early += self._read_typed_early()
        super()._start(*args, **kwargs)
        # Ctrl-C, Ctrl-S and their like are keys; Ctrl-Z still suspends.
        self.tty_signal_keys(intr="undefined", quit="undefined", start="undefined", stop="undefined")
        if self._typed_early:
            self._wake_input_loop()

    def _read_typed_early(self) -> list[int]:
        """Return the bytes typed before the terminal is taken over.

        urwid discards them when it starts.
        """
        descriptor = self._input_fileno()
        if descriptor is None or not os.isatty(descriptor):
            return []
        typed: list[int] = []
        cooked = termios.tcgetattr(descriptor)
        # In the usual mode only whole lines could be read.
        tty.setcbreak(descriptor, termios.TCSANOW)
        try:
            while select([descriptor], [], [], 0)[0] and (read := os.read(descriptor, _READ_BYTES)):
                typed += read
        finally:
            termios.tcsetattr(descriptor, termios.TCSANOW, cooked)
        return typed

    def _get_input_codes(self) -> list[int]:
        typed, self._typed_early = self._typed_early, []
        return [*typed, *super()._get_input_codes()]

    # Other programs may stop and continue the game: SIGSTOP, SIGTTIN, SIGTTOU. The shell uses the terminal meanwhile.

    def signal_init(self) -> None:
        super().signal_init()
        self._former_continue = self.signal_handler_setter(signal.SIGCONT, self._note_continued)

    def signal_restore(self) -> None:
        self.signal_handler_setter(signal.SIGCONT, self._former_continue or signal.SIG_DFL)
        super().signal_restore()

    def _note_continued(self, *_: Any) -> None:
        self._was_continued = True
        self._wake_input_loop()

    def get_available_raw_input(self) -> list[int]:
        codes = list(super().get_available_raw_input())
        if self._was_continued and self.started:
            self._was_continued = False
            if self._is_in_foreground():
                self._take_again()
            else:
                # Stop again, as a read from the background would; the shell continues the program in the foreground.
                os.kill(os.getpid(), signal.SIGTTIN)
        return codes

    def _take_again(self) -> None:
        """Take the terminal over again, and draw every cell.

        Keys typed in the meantime are kept.
        """
        self._typed_early += self._read_typed_early()
        self.is_taken_again = True
        self.stop()
        self.is_taken_again = False
        self.start()
        self._resized = True

    def _is_in_foreground(self) -> bool:
        try:
            return os.tcgetpgrp(self._term_input_file.fileno()) == os.getpgrp()
        except OSError:
            return True
