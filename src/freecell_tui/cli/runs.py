"""Long runs of searches: budgets, processes and Ctrl-C."""

import argparse
import gc
import os
import re
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import Any, Final

from freecell_tui.cli.game_source import NamedPosition
from freecell_tui.cli.options import Parser, print_error
from freecell_tui.engine.text import FreecellError, quoted
from freecell_tui.solver import Budget, Reason, SolverResult, Undecided

Search = partial[SolverResult]
"""`solve` with the arguments of every search of a run: autoplay, `short` and the budget."""


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
    """Return the name and value of a limit: `100000`, `30s` or `512M`.

    The name is that of a field of Budget. K, M and G are powers of 1024.
    """
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
    """Return the budget of several limits.

    Of two limits of a kind the later is used.
    """
    return Budget(**dict(limits))


_MAX_JOBS: Final = 256

_AHEAD: Final = 1000
"""The most positions in progress: so far other results run ahead of a slow search."""

_PATIENCE: Final = 0.1
"""The seconds from one look at `should_stop` to the next."""


class WorkerDied(FreecellError):
    """The death of a worker process, perhaps for want of memory."""


def add_jobs(parser: Parser) -> None:
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="number of cores to use; auto or 0 for all")


def _jobs(text: str) -> int:
    number = "0" if text == "auto" else text
    if not re.fullmatch(r"[0-9]{1,3}", number) or int(number) > _MAX_JOBS:
        raise argparse.ArgumentTypeError(f"write a number of cores up to {_MAX_JOBS}, or auto for all.")
    return int(number) or _usable_cores()


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def search_all(
    positions: Iterable[NamedPosition],
    search: Search,
    jobs: int,
    should_stop: Callable[[], bool],
    on_progress: Callable[..., None],
) -> Generator[tuple[NamedPosition, SolverResult]]:
    """Yield positions with their results, in order.

    `should_stop` is asked often. When it returns True, only results found by then are yielded. `on_progress` is called
    often, too. Raise WorkerDied.
    """
    if jobs <= 1 or not can_start_processes():
        for position in positions:
            result = search(position.board, position.variant, on_progress=on_progress, stop=should_stop)
            if isinstance(result, Undecided) and result.reason is Reason.STOPPED:
                return
            yield position, result
        return
    remaining = iter(positions)
    pending: deque[tuple[NamedPosition, Any]] = deque()  # each position with the Future of its result
    with process_pool(jobs) as executor:
        while not should_stop():
            while len(pending) < _AHEAD and (following := next(remaining, None)):
                pending.append((following, executor.submit(_search, search, following)))
            if not pending:
                return
            try:
                result = pending[0][1].result(_PATIENCE)
            except TimeoutError:
                pass
            else:
                yield pending.popleft()[0], result
            on_progress()
        yield from ((position, future.result()) for position, future in list(pending) if future.done())


def _search(search: Search, position: NamedPosition) -> SolverResult:
    return search(position.board, position.variant)


@cache
def can_start_processes() -> bool:
    """Return whether this machine has what a pool of processes needs.

    It lacks semaphores on Android and where there is no `/dev/shm`, and threads or processes in small containers. A
    sentence says so once. Nothing less than a pool with one process shows it.
    """
    try:
        with _pool(1) as executor:
            executor.submit(os.getpid).result()
    except (ImportError, NotImplementedError, OSError, RuntimeError, ValueError):
        print_error("Processes cannot share work on this machine, so everything is done in one; --jobs has no effect.")
        return False
    return True


@contextmanager
def process_pool(jobs: int) -> Iterator[Any]:
    """Yield an Executor of processes; raise WorkerDied if a process died.

    All processes are killed at the end. On a machine that cannot start them it works in this process.
    """
    if not can_start_processes():
        yield _ThisProcess()
        return
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - one core needs no other process

    try:
        with _pool(jobs) as executor:
            yield executor
    except BrokenExecutor:
        raise WorkerDied("A process died; there may not be enough memory for this many at once.") from None


class _ThisProcess:
    """An executor that calls each function when it is submitted."""

    def submit(self, function: Callable[..., Any], /, *args: object, **kwargs: object) -> Any:  # noqa: ANN401 - a Future of any result
        from concurrent.futures import Future  # noqa: PLC0415 - few machines need it

        future = Future[Any]()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
            future.set_exception(error)
        return future


@contextmanager
def _pool(jobs: int) -> Iterator[Any]:
    """Yield an Executor of processes, which are killed at the end."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - one core needs no other process
    from multiprocessing import active_children, get_context  # noqa: PLC0415 - likewise

    # A forked worker has the solver loaded. Forking is safe, as this process has no threads before the executor.
    executor = ProcessPoolExecutor(jobs, get_context("fork"), _start_worker)
    try:
        yield executor
    finally:
        for worker in active_children():
            worker.kill()
        executor.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """Ignore Ctrl-C in this worker, and end with the parent process."""
    from multiprocessing import parent_process  # noqa: PLC0415 - a worker has loaded this module
    from threading import Thread  # noqa: PLC0415 - likewise

    parent = parent_process()
    assert parent is not None
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Garbage collections need not look through objects that are older than the first search.
    gc.freeze()
    with suppress(RuntimeError):  # no room for a thread: the worker ends with the pool, unless the program is killed
        Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(process: Any) -> None:  # noqa: ANN401 - its type is private to multiprocessing
    process.join()
    os._exit(0)


@contextmanager
def ctrl_c() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether Ctrl-C was pressed in the block.

    Raise KeyboardInterrupt at a second press, and at the end of the block after a single press.
    """
    presses: list[int] = []

    def handle(number: int, _frame: object) -> None:
        if presses:
            raise KeyboardInterrupt
        presses.append(number)

    earlier_handler = signal.signal(signal.SIGINT, handle)
    try:
        yield lambda: bool(presses)
    finally:
        signal.signal(signal.SIGINT, earlier_handler)
    if presses:
        raise KeyboardInterrupt
