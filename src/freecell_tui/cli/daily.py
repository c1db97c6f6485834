"""`freecell daily`: the deal of today."""

import argparse

from freecell_tui.cli import streams
from freecell_tui.cli.options import Parser, add_front_end, print_error
from freecell_tui.cli.start import play_deal
from freecell_tui.controller.daily_deals import today
from freecell_tui.storage.results import deal_of


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments."""
    parser.epilog = (
        "Everybody gets the same deal, of FreeCell with four free cells. An unfinished game of it is resumed."
    )
    add_front_end(parser)
    parser.set_defaults(variant=None, cells=None)


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    if not options.plain and not streams.can_draw():
        return print_error(streams.NO_TABLE.format("freecell daily --plain plays"))
    return play_deal(options, deal_of(today()))
