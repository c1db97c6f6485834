"""What commands that run long have in common: searches, their budgets, processes for them, and Ctrl-C."""

import argparse
import gc
import os
import re
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from freecell_tui.cli.game_source import NamedPosition
from freecell_tui.cli.options import Parser
from freecell_tui.engine.text import FreecellError, quoted
from freecell_tui.solver import Budget, Reason, SolverResult, Undecided

Search = partial[SolverResult]
"""`solve` with what every search of a run has in common: its autoplay and `short`, and the budget of each."""


_BYTES: Final = {"K": 2**10, "M": 2**20, "G": 2**30}


def add_budget(parser: Parser) -> None:
    parser.add_argument(
        "--budget",
        action="append",
        type=parse_budget,
        default=[],
        metavar="N",
        help="limit each search by positions (100000), time (30s) or memory (512M); may be repeated",
    )


def parse_budget(text: str) -> tuple[str, float]:
    """Return a limit of a Budget with its name: `100000`, `30s` or `512M` (K, M, G: powers of 1024)."""
    match = re.fullmatch(r"(?P<number>[0-9]{1,15}(\.[0-9]{1,9})?)(?P<unit>[sKMG]?)", text)
    if match is None or not float(match["number"]):
        raise argparse.ArgumentTypeError(
            f"{quoted(text)} is not a budget: write positions like 100000, seconds like 30s or memory like 512M."
        )
    number, unit = match["number"], match["unit"]
    if unit == "s":
        return "seconds", float(number)
    if unit:
        return "memory", round(float(number) * _BYTES[unit])
    if "." in number:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number of positions.")
    return "states", int(number)


def merge_budgets(limits: Iterable[tuple[str, Any]]) -> Budget:
    """Return limits as one budget; of two of a kind the later holds."""
    return Budget(**dict(limits))


_MAX_JOBS: Final = 256

_AHEAD: Final = 1000
"""How many positions may be searched or waiting: so far results run ahead of one that takes long."""

_PATIENCE: Final = 0.1
"""Seconds until the wait for a result is interrupted, to look whether the run should stop."""


class WorkerDied(FreecellError):
    """A process ended before it had its answer: it was killed, perhaps for want of memory."""


def add_jobs(parser: Parser) -> None:
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="number of cores to use; auto or 0 for all")


def _jobs(text: str) -> int:
    number = 0 if text == "auto" else int(text) if re.fullmatch(r"[0-9]{1,3}", text) else -1
    if not 0 <= number <= _MAX_JOBS:
        raise argparse.ArgumentTypeError(f"write a number of cores up to {_MAX_JOBS}, or auto for all.")
    return number or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))


def search_all(
    positions: Iterable[NamedPosition],
    how: Search,
    jobs: int,
    should_stop: Callable[[], bool],
    on_progress: Callable[..., None],
) -> Generator[tuple[NamedPosition, SolverResult]]:
    """Yield positions with their results, in order; when it should stop, only those found by then. Raise WorkerDied."""
    if jobs <= 1:
        for position in positions:
            found = how(position.board, position.variant, on_progress=on_progress, stop=should_stop)
            if isinstance(found, Undecided) and found.reason is Reason.STOPPED:
                return
            yield position, found
        return
    left = iter(positions)
    pending: deque[tuple[NamedPosition, Any]] = deque()  # each with the Future of its result
    with process_pool(jobs) as executor:
        while not should_stop():
            while len(pending) < _AHEAD and (following := next(left, None)):
                pending.append((following, executor.submit(_search, how, following)))
            if not pending:
                return
            try:
                result: SolverResult = pending[0][1].result(_PATIENCE)
            except TimeoutError:
                pass
            else:
                yield pending.popleft()[0], result
            on_progress()
        yield from ((position, future.result()) for position, future in list(pending) if future.done())


def _search(how: Search, position: NamedPosition) -> SolverResult:
    return how(position.board, position.variant)


@contextmanager
def process_pool(jobs: int) -> Iterator[Any]:
    """Yield an Executor of processes, killed at the end; raise WorkerDied if one has died."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415 - one core needs no other process
    from multiprocessing import active_children, get_context  # noqa: PLC0415 - likewise

    # A forked worker has the solver loaded already. That is safe here: this process has no threads before the executor.
    executor = ProcessPoolExecutor(jobs, get_context("fork"), _start_worker)
    try:
        yield executor
    except BrokenExecutor:
        raise WorkerDied("A process died; there may not be enough memory for this many at once.") from None
    finally:
        for worker in active_children():
            worker.kill()
        executor.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that one does."""
    from multiprocessing import parent_process  # noqa: PLC0415 - a worker has it already
    from threading import Thread  # noqa: PLC0415 - likewise

    def end_with_parent() -> None:
        parent = parent_process()
        assert parent is not None
        parent.join()
        os._exit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What was there before the first search need not be looked through after each.
    gc.freeze()
    Thread(target=end_with_parent, daemon=True).start()


@contextmanager
def ctrl_c() -> Iterator[Callable[[], bool]]:
    """Yield what returns whether Ctrl-C was pressed; raise KeyboardInterrupt at the end, or at a second press."""
    pressed: list[int] = []

    def press(number: int, _frame: object) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
