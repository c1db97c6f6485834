"""What a search may spend before it leaves a question open, as `--budget` and `--short` say."""

import argparse
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from freecell_tui.cli.search import SearchOptions
from freecell_tui.engine import Autoplay
from freecell_tui.engine.text import quoted
from freecell_tui.solver import UNLIMITED, Budget

_BUDGET: Final = re.compile(r"(?P<number>[0-9]{1,15}(\.[0-9]{1,9})?)(?P<unit>[sKMG]?)")
_BYTES: Final = {"K": 2**10, "M": 2**20, "G": 2**30}


def add_search_options(parser: argparse.ArgumentParser, short_help: str) -> None:
    """Give a command `--short` and `--budget`."""
    parser.add_argument("--short", action="store_true", help=short_help)
    add_budget(parser)


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


def search_options(options: argparse.Namespace, autoplay: Autoplay) -> SearchOptions:
    """Return what `--short` and `--budget` ask of every search."""
    return SearchOptions(autoplay, options.short, merge_budgets(options.budget))


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
