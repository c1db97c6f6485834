"""The worker process: queries on standard input, results on standard output.

A new query, or an empty line, stops the search for the one before, whose result is then Undecided. A pulse is answered
with an empty line, even during a search. When standard input ends, because the game has ended in whatever way, the
process ends at once.
"""

import gc
import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Final

from freecell_tui.solver.protocol import PULSE, SolverQuery, read_query, write_result
from freecell_tui.solver.solve import solve

_NICENESS: Final = 5
"""The table has the processor first."""


def main() -> None:
    """Answer queries until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGTSTP"):
        # Who started this process has held it back until now.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTSTP})
    with suppress(OSError):
        os.nice(_NICENESS)
    # Garbage is collected between two searches only, and what was there before the first is never looked through.
    gc.disable()
    gc.freeze()
    queries: SimpleQueue[tuple[int, SolverQuery] | None] = SimpleQueue()
    Thread(target=_listen, args=(queries,), daemon=True).start()
    while True:
        numbered = queries.get()
        if numbered is None:
            continue
        number, query = numbered
        result = solve(
            query.board,
            query.variant,
            autoplay=query.autoplay,
            short=query.short,
            budget=query.budget,
            stop=lambda: not queries.empty(),
        )
        _write(write_result(number, result))
        gc.collect()


def _write(line: bytes) -> None:
    """Write a line, which is short enough for a pipe to take it whole, whichever thread writes it."""
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), line)


def _listen(queries: "SimpleQueue[tuple[int, SolverQuery] | None]") -> None:
    """Queue each query, and None for an empty line; answer a pulse; end the process with the input."""
    for line in sys.stdin.buffer:
        if line == PULSE:
            _write(b"\n")
        else:
            queries.put(read_query(line) if line.strip() else None)
    os._exit(0)
