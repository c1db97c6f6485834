"""`freecell daily`: the deal of today."""

import argparse
from typing import Final

from freecell_tui.cli.options import Command, Parser, add_front_end, check_table
from freecell_tui.cli.start import play_deal
from freecell_tui.controller.daily_deals import today
from freecell_tui.storage.results import deal_of


def _daily_arguments(parser: Parser) -> None:
    parser.epilog = (
        "Everybody gets the same deal, of FreeCell with four free cells. An unfinished game of it is resumed."
    )
    add_front_end(parser)
    parser.set_defaults(variant=None, cells=None)


def _run_daily(options: argparse.Namespace) -> int:
    check_table(options, "freecell daily --plain plays")
    return play_deal(options, deal_of(today()))


COMMANDS: Final = {"daily": Command(_daily_arguments, _run_daily)}
