"""`--budget`: how much a search may spend before it leaves a question open."""

import argparse
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from freecell_tui.engine.text import quoted
from freecell_tui.solver import UNLIMITED, Budget

_BUDGET: Final = re.compile(r"(?P<number>[0-9]{1,15}(\.[0-9]{1,9})?)(?P<unit>[sKMG]?)")
_BYTES: Final = {"K": 2**10, "M": 2**20, "G": 2**30}


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Give a command the option."""
    parser.add_argument(
        "--budget",
        action="append",
        type=budget,
        default=[],
        metavar="N",
        help="what each search may spend: 100000 positions, 30s of time or 512M of memory; may be given for each",
    )


def budget(text: str) -> Budget:
    """A budget of one kind, as `100000`, `30s` or `512M` (K, M, G: 1024 at a time)."""
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


def together(budgets: Iterable[Budget]) -> Budget:
    """Budgets of several kinds as one; of two of a kind the later holds."""
    whole = UNLIMITED
    for one in budgets:
        whole = replace(whole, **{kind: value for kind in one.__slots__ if (value := getattr(one, kind)) is not None})
    return whole
