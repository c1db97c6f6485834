"""`freecell solve`: whether deals and positions can be won, and how."""

import argparse
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from freecell_tui.cli import INTERRUPTED
from freecell_tui.cli.answer_format import JsonLines, TextLines, page
from freecell_tui.cli.batch import Batch
from freecell_tui.cli.budgets import add_budget, together
from freecell_tui.cli.inputs import STANDARD_INPUT, DealRange, InputError, NamedPosition, is_one, read_positions
from freecell_tui.cli.options import (
    NO,
    YES,
    Parser,
    add_dialect,
    command_parser,
    said_dialect,
    variant_of,
)
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.cli.search import SearchOptions, Stop, one_by_one
from freecell_tui.engine import Dialect
from freecell_tui.engine.transcript import dialect_autoplay
from freecell_tui.solver import Solved

_MOST_JOBS: Final = 256
_EPILOG: Final = """\
One question alone is answered with its solution, ten moves a line, or with “unsolvable” or “undecided” and why. Several
are answered with a line each, in their order, as they come. The exit code is 0 if all of them are solved, 1 if not,
2 if they cannot be asked, 130 after Ctrl-C. A solution in standard notation is one that “freecell verify” accepts.
"""


def solve(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = _parser()
    # To argparse −3..−1 is an option, unless it begins with a real minus sign.
    options = parser.parse_intermixed_args([re.sub(r"^-(?=[0-9]+\.\.)", "−", word) for word in arguments])
    dialect = said_dialect(options) or Dialect.STANDARD
    if options.json and dialect is not Dialect.STANDARD:
        parser.error("argument --dialect: JSON has its moves in standard notation.")
    asked = _read_all(parser, options)
    terms = SearchOptions(dialect_autoplay(dialect), options.short, together(options.budget))
    with _ctrl_c() as stop:
        if is_one(options.positions) and not options.json and options.resume is None:
            return _answer_one(next(iter(asked[0])), terms, dialect, stop)
        try:
            return Batch(asked, terms, JsonLines() if options.json else TextLines(dialect), stop).into(
                options.resume, options.jobs
            )
        except InputError as error:
            parser.error(str(error))


def _parser() -> Parser:
    parser = command_parser("solve", "Say whether deals and positions can be won, and how.", _EPILOG)
    parser.add_argument(
        "positions",
        nargs="+",
        metavar="DEAL",
        help="a deal number, a range like 1..1000, or a file with a position or a save; - for standard input",
    )
    parser.add_argument("--short", action="store_true", help="take more time for solutions of fewer moves")
    add_budget(parser)
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="how many cores to use; auto or 0 for all")
    parser.add_argument("--json", action="store_true", help="print an object of JSON for each")
    add_dialect(parser, "how moves are written: standard, or fc-solve, which writes every home move")
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="write the lines to the end of FILE, and leave out what it answers already",
    )
    return parser


def _jobs(text: str) -> int:
    """A number of processes."""
    number = 0 if text == "auto" else int(text) if re.fullmatch(r"[0-9]{1,3}", text) else -1
    if not 0 <= number <= _MOST_JOBS:
        raise argparse.ArgumentTypeError(f"write a number of cores up to {_MOST_JOBS}, or auto for all.")
    return number or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))


def _read_all(parser: Parser, options: argparse.Namespace) -> list[DealRange | list[NamedPosition]]:
    """What is asked, with everything read that is to be read; what cannot be read is a usage error."""
    variant = variant_of(parser, options)
    if options.positions.count(STANDARD_INPUT) > 1:
        parser.error("Standard input can be read only once.")
    said = options.variant is not None or options.cells is not None
    try:
        return [read_positions(word, variant, said=said) for word in options.positions]
    except InputError as error:
        parser.error(str(error))


@contextmanager
def _ctrl_c() -> Iterator[Stop]:
    """Whether Ctrl-C was pressed, to be asked; pressed again, it raises KeyboardInterrupt."""
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


def _answer_one(position: NamedPosition, terms: SearchOptions, dialect: Dialect, stop: Stop) -> int:
    bar = ProgressBar(1, sys.stderr)
    for _, answer in one_by_one([position], terms, stop, bar.draw):
        bar.clear()
        print(page(position, answer, dialect))
        return YES if isinstance(answer, Solved) else NO
    bar.clear()
    return INTERRUPTED
