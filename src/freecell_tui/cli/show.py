"""`freecell show`: the starting positions of deals, and positions in files as this program writes them."""

from freecell_tui.cli.game_source import read_positions
from freecell_tui.cli.options import YES, Options, Parser, is_for_people, painted
from freecell_tui.engine import write_position


def show_arguments(parser: Parser) -> None:
    parser.example = "freecell show 617"
    parser.epilog = (
        "Of a save it prints where the game stands. freecell solve, fc-solve and PySolFC read what it prints."
    )
    parser.reads_ranges = True
    parser.add_variant()
    parser.add_argument(
        "deals",
        nargs="+",
        metavar="DEAL|FILE",
        help="a deal number, a range like 1..10, or a file with a position or a save; - for standard input",
    )


def run_show(options: Options) -> int:
    variant = options.explicit_variant()
    groups = [read_positions(word, variant) for word in options.deals]
    is_single = len(groups) == groups[0].total == 1
    for position in (position for group in groups for position in group.positions):
        if not is_single:
            print(painted(f"#{position.name}", "title"))
        text = write_position(position.board)
        print(painted(text) if is_for_people() else text, end="")
    return YES
