"""What commands that run long have in common: Ctrl-C, and how many cores they use."""

import argparse
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from freecell_tui.cli.options import Parser
from freecell_tui.cli.search import ShouldStop

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
