"""`freecell show`: the starting positions of deals."""

from freecell_tui.cli.options import YES, Options, Parser, deal_number, is_for_people, painted
from freecell_tui.engine import deal, write_position


def show_arguments(parser: Parser) -> None:
    parser.example = "freecell show 617"
    parser.add_variant()
    parser.add_argument("deals", nargs="+", type=deal_number, metavar="DEAL", help="a deal number")


def run_show(options: Options) -> int:
    variant = options.chosen_variant()
    for number in options.deals:
        if len(options.deals) > 1:
            print(painted(f"#{number}", "title"))
        position = write_position(deal(number, variant))
        print(painted(position) if is_for_people() else position, end="")
    return YES
