"""`freecell solve`: whether deals and positions can be won, and how."""

import argparse
import sys
from pathlib import Path
from typing import Final

from freecell_tui.cli.answer_format import JsonFormat, TextFormat, single_answer
from freecell_tui.cli.batch import Batch
from freecell_tui.cli.budgets import add_search_options, search_options
from freecell_tui.cli.inputs import STANDARD_INPUT, NamedPosition, is_single, read_positions
from freecell_tui.cli.long_runs import add_jobs, ctrl_c
from freecell_tui.cli.options import (
    INTERRUPTED,
    NO,
    YES,
    Command,
    Parser,
    UsageError,
    add_dialect,
    add_variant,
    explicit_dialect,
    explicit_variant,
)
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.cli.search import SearchOptions, ShouldStop, search_in_turn
from freecell_tui.engine import Dialect
from freecell_tui.engine.notation import dialect_autoplay
from freecell_tui.solver import Solved

_EPILOG: Final = """\
For a single deal or position, the solution is printed, ten moves a line, or “unsolvable”, or “undecided” and why.
Several get one line each, in order, as they are answered. The exit code is 0 if all of them are solved, 1 if not, 2 if
the input is wrong, 130 after Ctrl-C. “freecell verify” accepts solutions in standard notation.
"""


def _solve_arguments(parser: Parser) -> None:
    parser.epilog = _EPILOG
    parser.reads_ranges = True
    add_variant(parser)
    parser.add_argument(
        "positions",
        nargs="+",
        metavar="DEAL|FILE",
        help="a deal number, a range like 1..1000, or a file with a position or a save; - for standard input",
    )
    add_search_options(parser, "spend more time looking for shorter solutions")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object for each")
    add_dialect(parser, "how moves are written: standard, or fc-solve, which writes every home move")
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="append the results to FILE, and skip those already in it",
    )


def _run_solve(options: argparse.Namespace) -> int:
    dialect = explicit_dialect(options) or Dialect.STANDARD
    if options.json and dialect is not Dialect.STANDARD:
        raise UsageError("argument --dialect: JSON is always in standard notation.")
    variant = explicit_variant(options)
    if options.positions.count(STANDARD_INPUT) > 1:
        raise UsageError("Standard input can be read only once.")
    groups = [read_positions(word, variant) for word in options.positions]
    how = search_options(options, dialect_autoplay(dialect))
    with ctrl_c() as should_stop:
        if is_single(options.positions) and not options.json and options.resume is None:
            return _answer_one(next(iter(groups[0])), how, dialect, should_stop)
        answer_format = JsonFormat() if options.json else TextFormat(dialect)
        return Batch(groups, how, answer_format, should_stop).write_to(options.resume, options.jobs)


def _answer_one(position: NamedPosition, how: SearchOptions, dialect: Dialect, should_stop: ShouldStop) -> int:
    bar = ProgressBar(1, sys.stderr)
    for _, result in search_in_turn([position], how, should_stop, bar.draw):
        bar.clear()
        print(single_answer(position, result, dialect))
        return YES if isinstance(result, Solved) else NO
    bar.clear()
    return INTERRUPTED


COMMANDS: Final = {"solve": Command(_solve_arguments, _run_solve)}
