"""A solver that thinks in a process of its own while the game goes on.

It starts with the first question and ends with the game, however that ends. Nothing here waits for it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from freecell_tui.solver.protocol import SolverQuery, read_answer, write_question
from freecell_tui.solver.results import SolverResult

_CHUNK: Final = 65536
_NICENESS: Final = 5


class SolverDied(Exception):
    """The other process has ended, and what was asked will not be answered; the next question starts another."""


class SolverProcess:
    """One question at a time: asking another ends the search for the one before.

    While a game is played the table comes first, and the other process is `nice` about the processor. `deaths` counts
    the processes that have ended by themselves.
    """

    def __init__(self, *, nice: bool = True) -> None:
        self.deaths = 0
        self._niceness = _NICENESS if nice else 0
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0
        self._unread = b""

    @property
    def descriptor(self) -> int | None:
        """What becomes readable when there is an answer; None before the first question."""
        process = self._process
        return None if process is None or process.stdout is None else process.stdout.fileno()

    def ask(self, question: SolverQuery) -> None:
        """Ask a question; raise OSError if there can be no other process."""
        self._number += 1
        line = write_question(self._number, question)
        try:
            self._write(line)
        except BrokenPipeError:
            self._bury()
            self._write(line)

    def _write(self, line: bytes) -> None:
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        os.write(self._process.stdin.fileno(), line)

    def stop(self) -> None:
        """End the search for the last question; there will be no answer to it."""
        self._number += 1
        if self._process is not None and self._process.stdin is not None:
            with suppress(BrokenPipeError):
                os.write(self._process.stdin.fileno(), b"\n")

    def _start(self) -> None:
        self._unread = b""
        self._process = subprocess.Popen(  # noqa: S603 - our own module, and a number of ours
            [sys.executable, "-m", "freecell_tui.solver.worker", str(self._niceness)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)

    def answers(self) -> Iterator[SolverResult]:
        """What has been answered of the last question, if it has been; raise SolverDied if it will not be."""
        descriptor = self.descriptor
        assert descriptor is not None
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._bury()
            raise SolverDied
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            number, answer = read_answer(line)
            if number == self._number:
                yield answer

    def _bury(self) -> None:
        self.deaths += 1
        self.close()

    def close(self) -> None:
        """End the other process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        process.wait()
