"""A solver that thinks in a process of its own while the game goes on.

It starts with the first question and ends with the game, however that ends. Nothing here waits for it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

from freecell_tui.solver.answers import Answer
from freecell_tui.solver.questions import Question, read_answer, write_question

_CHUNK = 65536


class SolverDied(Exception):
    """The other process has ended, and what was asked will not be answered; the next question starts another."""


class SolverProcess:
    """One question at a time: asking another ends the search for the one before."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0
        self._unread = b""

    @property
    def descriptor(self) -> int | None:
        """What becomes readable when there is an answer; None before the first question."""
        process = self._process
        return None if process is None or process.stdout is None else process.stdout.fileno()

    def ask(self, question: Question) -> None:
        """Ask a question; raise OSError if there can be no other process."""
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        self._number += 1
        try:
            os.write(self._process.stdin.fileno(), write_question(self._number, question))
        except BrokenPipeError:
            self.close()
            raise

    def _start(self) -> None:
        self._unread = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "freecell_tui.solver.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)

    def answers(self) -> Iterator[Answer]:
        """What has been answered of the last question, if it has been; raise SolverDied if it will not be."""
        descriptor = self.descriptor
        assert descriptor is not None
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self.close()
            raise SolverDied
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            number, answer = read_answer(line)
            if number == self._number:
                yield answer

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
