"""What commands that run long have in common: positions to ask about, budgets, processes, Ctrl-C and progress."""

import argparse
import gc
import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, TextIO

from freecell_tui.cli.options import Parser
from freecell_tui.engine import Board, Variant, deal
from freecell_tui.engine.text import clock_text, counted, quoted
from freecell_tui.solver import UNLIMITED, Budget, Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position with its name: a deal's number, or the name of the file that `file_board` was read from."""

    name: int | str
    variant: Variant
    file_board: Board | None = None

    @property
    def board(self) -> Board:
        """The board, dealt anew each time if the position is a deal."""
        if self.file_board is not None:
            return self.file_board
        assert isinstance(self.name, int)
        return deal(self.name, self.variant)


@dataclass(frozen=True, slots=True)
class DealRange:
    """The deals from `first` to `last`, both included. There is no deal 0, so a range leaves it out."""

    first: int
    last: int
    variant: Variant

    def __len__(self) -> int:
        return self.last - self.first + 1 - (self.first < 0 < self.last)

    def __iter__(self) -> Iterator[NamedPosition]:
        return (NamedPosition(number, self.variant) for number in range(self.first, self.last + 1) if number)


# What a search may spend before it leaves a question open, as `--budget` and `--short` say

_BUDGET: Final = re.compile(r"(?P<number>[0-9]{1,15}(\.[0-9]{1,9})?)(?P<unit>[sKMG]?)")
_BYTES: Final = {"K": 2**10, "M": 2**20, "G": 2**30}


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Give a command `--budget`."""
    parser.add_argument(
        "--budget",
        action="append",
        type=parse_budget,
        default=[],
        metavar="N",
        help="limit each search, for example to 100000 positions, 30s or 512M of memory; one of each can be given",
    )


def parse_budget(text: str) -> Budget:
    """Return a budget of one kind: `100000`, `30s` or `512M` (K, M, G: powers of 1024)."""
    match = _BUDGET.fullmatch(text)
    if match is None or not float(match["number"]):
        raise argparse.ArgumentTypeError(
            f"{quoted(text)} is not a budget: write positions like 100000, seconds like 30s or memory like 512M."
        )
    number, unit = match["number"], match["unit"]
    if unit == "s":
        return Budget(seconds=float(number))
    if unit:
        return Budget(memory=round(float(number) * _BYTES[unit]))
    if "." in number:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number of positions.")
    return Budget(states=int(number))


def merge_budgets(budgets: Iterable[Budget]) -> Budget:
    """Return budgets of several kinds as one; of two of a kind the later holds."""
    merged = UNLIMITED
    for budget in budgets:
        limits = {kind: limit for kind in budget.__slots__ if (limit := getattr(budget, kind)) is not None}
        merged = replace(merged, **limits)
    return merged


# Processes, and Ctrl-C

ShouldStop = Callable[[], bool]

_MAX_JOBS: Final = 256


def add_jobs(parser: Parser) -> None:
    """Give a command `--jobs`."""
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="number of cores to use; auto or 0 for all")


def _jobs(text: str) -> int:
    """Return a number of processes."""
    number = 0 if text == "auto" else int(text) if re.fullmatch(r"[0-9]{1,3}", text) else -1
    if not 0 <= number <= _MAX_JOBS:
        raise argparse.ArgumentTypeError(f"write a number of cores up to {_MAX_JOBS}, or auto for all.")
    return number or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))


@contextmanager
def process_pool(jobs: int) -> Iterator["Executor"]:
    """Yield an executor of processes of this machine; what they are at when it is left is given up."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - one core needs no other process
    from multiprocessing import active_children, get_context  # noqa: PLC0415 - likewise

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
    from multiprocessing import parent_process  # noqa: PLC0415 - a worker has it already

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


@contextmanager
def ctrl_c() -> Iterator[ShouldStop]:
    """Yield what returns whether Ctrl-C was pressed; pressed again, it raises KeyboardInterrupt."""
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


# What a long run shows on the terminal's last line

_WIDTH: Final = 24
_BETWEEN: Final = 0.1
"""Seconds from one drawing to the next."""


class ProgressBar:
    """A progress bar on a stream, which shows nothing unless that is a terminal; `title` stands before it."""

    def __init__(self, total: int, stream: TextIO, title: str = "") -> None:
        self._total = total
        self._title = title
        self._stream = stream
        self._is_visible = stream.isatty()
        self._start = self._drawn = monotonic()
        self._skipped = self._done = 0
        self._text = ""

    def skip(self, count: int = 1) -> None:
        """Count positions that were answered in an earlier run."""
        self._skipped += count
        self._done += count

    def step(self, count: int = 1) -> None:
        """Count positions that are answered now."""
        self._done += count

    def show(self, done: int, total: int) -> None:
        """Show how far a run is whose length only turns out now."""
        self._done, self._total = done, total
        self.draw()

    def draw(self, progress: Progress | None = None) -> None:
        """Show how far the run is, or how far its only search is; not oftener than every tenth of a second."""
        now = monotonic()
        if not self._is_visible or now - self._drawn < _BETWEEN:
            return
        self._drawn = now
        if self._total == 1 and progress:
            self._write(f"{counted(progress.states, 'position')} in {progress.seconds:.0f} s")
        else:
            self._write(self._run_text(now - self._start))

    def clear(self) -> None:
        """Leave the line empty, for something else to be written there."""
        if self._text:
            # A terminal writes ^C behind the bar when that is pressed.
            self._write(" " * (len(self._text) + len("^C")))
            self._write("")
            self._write("")

    def print_above(self, line: str, stream: TextIO) -> None:
        """Print a line at once; the bar makes way for it if both are on terminals."""
        text = self._text
        if stream.isatty():
            self.clear()
        print(line, file=stream, flush=True)
        if text != self._text:
            self._write(text)

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(len(self._text)))
        self._stream.flush()
        self._text = text

    def _run_text(self, seconds: float) -> str:
        full = _WIDTH * self._done // self._total
        rate = (self._done - self._skipped) / seconds
        bar = f"{self._title}[{'#' * full}{'.' * (_WIDTH - full)}] {self._done:,} of {self._total:,}"
        return bar + (f", {rate:.0f} a second, {clock_text((self._total - self._done) / rate)} to go" if rate else "")
