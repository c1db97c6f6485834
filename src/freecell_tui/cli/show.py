"""`freecell show`: the positions at the start of deals."""

from collections.abc import Sequence

from freecell_tui.cli.options import YES, command_parser, deal_number, variant_of
from freecell_tui.engine import deal, write_position


def show(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser("show", "Print the position at the start of deals.")
    parser.add_argument("deals", nargs="+", type=deal_number, metavar="DEAL", help="a deal number")
    options = parser.parse_args(arguments)
    variant = variant_of(parser, options)
    for number in options.deals:
        if len(options.deals) > 1:
            print(f"#{number}")
        print(write_position(deal(number, variant)), end="")
    return YES
