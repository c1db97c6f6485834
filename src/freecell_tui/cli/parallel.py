"""Work in several processes at once, and searches there with their results in the order of the positions."""

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Final

from freecell_tui.cli.inputs import NamedPosition
from freecell_tui.cli.search import NamedResult, SearchOptions, ShouldStop, WorkerDied, search
from freecell_tui.solver import SolverResult

_AHEAD: Final = 1000
"""How many positions may be searched or waiting at a time: results run so far ahead of one that takes long."""

_PATIENCE: Final = 0.1
"""Seconds until the wait for a result is interrupted, to look whether the run should stop."""


def search_in_parallel(
    positions: Iterable[NamedPosition],
    options: SearchOptions,
    jobs: int,
    should_stop: ShouldStop,
    on_wait: Callable[[], None],
) -> Generator[NamedResult]:
    """Yield each position with its result, in their order; raise WorkerDied if a process ends before it has one.

    When it should stop, the results found by then still come; positions that have none are left out.
    """
    left = iter(positions)
    pending: deque[tuple[NamedPosition, Future[SolverResult]]] = deque()
    try:
        with process_pool(jobs) as executor:
            while not should_stop():
                while len(pending) < _AHEAD and (position := next(left, None)) is not None:
                    pending.append((position, executor.submit(search, position, options)))
                if not pending:
                    return
                if (result := _result_of(pending[0][1])) is not None:
                    yield pending.popleft()[0], result
                on_wait()
            found = [(position, future) for position, future in pending if future.done()]
            for position, future in found:
                yield position, future.result()
    except BrokenProcessPool:
        raise WorkerDied from None


def _result_of(future: "Future[SolverResult]") -> SolverResult | None:
    """Return the result of a search, or None if it is not there soon."""
    try:
        return future.result(_PATIENCE)
    except TimeoutError:
        return None


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor of processes of this machine; what they are at when it is left is given up."""
    # A forked worker has the solver loaded already. That is safe here: this process has no threads before the executor.
    executor = ProcessPoolExecutor(jobs, get_context("fork"), _start_worker)
    try:
        yield executor
    finally:
        for worker in active_children():
            worker.kill()
        executor.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that has ended, in whatever way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What was there before the first search need not be looked through after each.
    gc.freeze()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
