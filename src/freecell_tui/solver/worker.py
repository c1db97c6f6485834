"""The worker process: queries on standard input, results on standard output.

A new query, or an empty line, stops the search for the one before, whose result is then Undecided. A pulse is answered
with an empty line, even during a search. When standard input ends, because the game has ended in whatever way, the
process ends at once.
"""

import gc
import os
import select
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeAlias

from freecell_tui.solver.analysis import boards_ahead, judge_ahead
from freecell_tui.solver.process import PULSE, read_query, write_result
from freecell_tui.solver.results import Budget, Judged, SolverQuery, SolverResult, Stop
from freecell_tui.solver.solve import solve

_Queries: TypeAlias = "SimpleQueue[tuple[int, SolverQuery] | None]"

_NICENESS: Final = 5  # the game comes first on the processor


def main() -> None:
    """Answer queries until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":  # there the process was started with a lower priority
        with suppress(AttributeError):
            # The parent process has blocked it until now.
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTSTP})
        with suppress(OSError, AttributeError):
            os.nice(_NICENESS)
    # Collect garbage only between searches, and never look through the objects that exist before the first.
    gc.disable()
    gc.freeze()
    queries: _Queries = SimpleQueue()
    look = _nothing
    try:
        Thread(target=_listen, args=(queries,), daemon=True).start()
    except RuntimeError:  # a machine without threads, or without room for another
        look = partial(_look, bytearray(), queries)

    def has_news() -> bool:
        look(waits=False)
        return not queries.empty()

    while True:
        look(waits=True)
        numbered = queries.get()
        if numbered is None:
            continue
        number, query = numbered
        lines = b""
        for result in _results(query, has_news):
            lines += write_result(number, result)
            # Each line causes a frame of the table, which shows nothing of won boards.
            if not isinstance(result, Judged) or result.is_lost or result.at is None:
                _write(lines)
                lines = b""
        gc.collect()


def _results(query: SolverQuery, stop: Stop) -> Iterable[SolverResult | Judged]:
    find = partial(
        solve, variant=query.variant, autoplay=query.autoplay, finish=query.finish, short=query.short, stop=stop
    )
    if query.known is None:
        return (find(query.board, budget=query.budget),)
    ahead = boards_ahead(query.board, query.variant, query.autoplay, finish=query.finish)
    return judge_ahead(
        {at: board for at, board in enumerate(ahead) if at not in query.known},
        lambda board, states: find(board, budget=Budget(states=states)),
        query.budget.states or 0,
    )


def _write(lines: bytes) -> None:
    """Write lines that are short enough for atomic writes to a pipe, from any thread."""
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), lines)


def _listen(queries: _Queries) -> None:
    """Queue each query, and None for an empty line. Answer a pulse; end the process with the input."""
    for line in sys.stdin.buffer:
        _take(line, queries)
    os._exit(0)


def _take(line: bytes, queries: _Queries) -> None:
    if line == PULSE:
        _write(b"\n")
    else:
        queries.put(read_query(line) if line.strip() else None)


def _look(unread: bytearray, queries: _Queries, *, waits: bool) -> None:
    """Take the lines that have arrived, as `_listen` does.

    If it `waits` and no query is queued, wait for a line.
    """
    while (waits and queries.empty()) or select.select([sys.stdin.fileno()], [], [], 0)[0]:
        data = os.read(sys.stdin.fileno(), 65536)
        if not data:
            os._exit(0)
        unread += data
        *lines, rest = bytes(unread).split(b"\n")
        unread[:] = rest
        for line in lines:
            _take(line + b"\n", queries)


def _nothing(*, waits: bool) -> None:
    """Do nothing, as a thread takes the lines."""
