"""`freecell show`: the positions at the start of deals."""

import argparse

from freecell_tui.cli.exit_codes import YES
from freecell_tui.cli.options import Parser, add_variant, chosen_variant, deal_number
from freecell_tui.engine import deal, write_position


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments."""
    add_variant(parser)
    parser.add_argument("deals", nargs="+", type=deal_number, metavar="DEAL", help="a deal number")


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    variant = chosen_variant(options)
    for number in options.deals:
        if len(options.deals) > 1:
            print(f"#{number}")
        print(write_position(deal(number, variant)), end="")
    return YES
