"""A solver in a process of its own.

So the game stays responsive during a search.

The process starts with the first query and ends with the game, however that ends. No call blocks.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from io import RawIOBase
from pathlib import Path
from typing import IO, Any, Final, cast

from freecell_tui.engine import Autoplay, Move, find_variant, read_position, write_position
from freecell_tui.solver.results import Budget, Judged, Reason, Solved, SolverQuery, SolverResult, Undecided, Unsolvable

if sys.platform == "win32":
    from socket import socket, socketpair
    from threading import Thread

PULSE: Final = b"?\n"
"""The line that a worker answers at once with an empty one, to show that it is running."""


def write_query(number: int, query: SolverQuery) -> bytes:
    """Return a query as a line. Its result will bear the same `number`."""
    game = query.variant.name, query.variant.cells, query.variant.house_rules
    how = query.autoplay.value, query.finish, query.short, query.budget
    return json.dumps((number, write_position(query.board), game, how, query.known)).encode() + b"\n"


def read_query(line: bytes) -> tuple[int, SolverQuery]:
    number, position, game, (autoplay, finish, short, budget), known = json.loads(line)
    variant = find_variant(*game)
    board, known = read_position(position, variant), None if known is None else tuple(known)
    return number, SolverQuery(board, variant, Autoplay(autoplay), finish, short, Budget(*budget), known)


def write_result(number: int, result: SolverResult | Judged) -> bytes:
    """Return the result of the query with this `number` as a line."""
    fields: list[Any] = list(result)
    if isinstance(result, Solved):
        fields[0] = list(map(str, result.moves))
    elif isinstance(result, Undecided):
        fields[0] = result.reason.name
    return json.dumps((number, type(result).__name__, *fields)).encode() + b"\n"


def read_result(line: bytes) -> tuple[int, SolverResult | Judged]:
    number, kind, first, *rest = json.loads(line)
    match kind:
        case "Solved":
            return number, Solved(tuple(map(Move.parse, first)), *rest)
        case "Undecided":
            return number, Undecided(Reason[first], *rest)
        case "Unsolvable":
            return number, Unsolvable(first, *rest)
        case _:
            return number, Judged(first, *rest)


# A new Python need not find the package where this one does, as with a single-file program that unpacks itself.
_PROGRAM: Final = "import sys; sys.path.append(sys.argv[1]); from freecell_tui.solver.worker import main; main()"

# On Windows: a priority below the game's, and no Ctrl-C from the game's console.
_FLAGS: Final = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) | getattr(
    subprocess, "CREATE_NEW_PROCESS_GROUP", 0
)


@contextmanager
def _no_stop() -> Iterator[None]:
    """Block the signal of Ctrl-Z while a process is started. The worker unblocks it.

    It stops every process of the terminal, and waiting for a stopped child to start would never end.
    """
    if sys.platform == "win32" or not hasattr(signal, "SIGTSTP"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_READ_BYTES: Final = 65536

if sys.platform == "win32":
    # Only sockets can be watched there, so a thread passes on what comes from a pipe.

    def _watchable(pipe: IO[bytes]) -> RawIOBase:
        reader, writer = socketpair()
        Thread(target=_pass_on, args=(pipe, writer), daemon=True).start()
        reader.settimeout(0)
        with reader:
            return reader.makefile("rb", buffering=0)

    def _pass_on(pipe: IO[bytes], writer: socket) -> None:
        with writer, suppress(OSError, ValueError):  # one of them is closed
            while data := pipe.read(_READ_BYTES):
                writer.sendall(data)

else:

    def _watchable(pipe: IO[bytes]) -> RawIOBase:
        """Return a stream that can be watched, of what comes from a pipe.

        To read the stream does not block.
        """
        os.set_blocking(pipe.fileno(), False)
        return cast("RawIOBase", pipe)


class SolverProcess:
    """A worker process that answers one query at a time.

    A new query ends the search for the one before. `deaths` counts the processes that ended unexpectedly; callers may
    reset it.
    """

    def __init__(self) -> None:
        self.deaths = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._output: RawIOBase | None = None
        self._number = 0
        self._unread = b""

    @property
    def descriptor(self) -> int | None:
        """The descriptor that becomes readable with a result. None before the first query."""
        return None if self._output is None else self._output.fileno()

    def submit(self, query: SolverQuery) -> None:
        """Send a query, and start a process if there is none; raise OSError."""
        self._number += 1
        line = write_query(self._number, query)
        try:
            self._write(line)
        except (BrokenPipeError, BlockingIOError) as error:
            # It has ended; or it was stopped, and has read nothing for so long that the pipe is full.
            self.deaths += isinstance(error, BrokenPipeError)
            self.close()
            self._write(line)

    def _write(self, line: bytes) -> None:
        """Write a line without blocking. It is short enough for an atomic write to a pipe."""
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        os.write(self._process.stdin.fileno(), line)

    def stop(self) -> None:
        """End the search for the last query, which gets no result."""
        self._number += 1
        if self._process is not None:
            try:
                self._write(b"\n")
            except BrokenPipeError:
                pass  # the next query notices that
            except BlockingIOError:
                self.close()

    def take_pulse(self) -> None:
        """Ask the process for an empty line, which `results` reads. It answers even while it searches."""
        if self._process is not None:
            with suppress(BrokenPipeError, BlockingIOError):
                self._write(PULSE)

    def _start(self) -> None:
        self._unread = b""
        with _no_stop():
            self._process = subprocess.Popen(  # noqa: S603 - this Python and this program
                [sys.executable, "-P", "-c", _PROGRAM, str(Path(__file__).parents[2])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                creationflags=_FLAGS,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._output = _watchable(self._process.stdout)
        if sys.platform != "win32":
            os.set_blocking(self._process.stdin.fileno(), False)

    def results(self) -> Iterator[SolverResult | Judged]:
        """Yield the results of the last query that have arrived; raise EOFError if the process has ended.

        The next query starts another.
        """
        assert self._output is not None
        data = self._output.read(_READ_BYTES)
        if data is None:
            return
        if not data:
            self.deaths += 1
            self.close()
            raise EOFError
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in filter(None, lines):
            number, result = read_result(line)
            if number == self._number:
                yield result

    def close(self) -> None:
        process, self._process = self._process, None
        output, self._output = self._output, None
        if process is not None:
            with output or nullcontext(), process:  # which closes its pipes, and waits for its end
                process.kill()
