"""`freecell show`: the positions at the start of deals."""

import argparse
from typing import Final

from freecell_tui.cli.options import YES, Command, Parser, add_variant, chosen_variant, deal_number
from freecell_tui.engine import deal, write_position


def _show_arguments(parser: Parser) -> None:
    add_variant(parser)
    parser.add_argument("deals", nargs="+", type=deal_number, metavar="DEAL", help="a deal number")


def _run_show(options: argparse.Namespace) -> int:
    variant = chosen_variant(options)
    for number in options.deals:
        if len(options.deals) > 1:
            print(f"#{number}")
        print(write_position(deal(number, variant)), end="")
    return YES


COMMANDS: Final = {"show": Command(_show_arguments, _run_show)}
