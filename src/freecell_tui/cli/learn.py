"""`freecell learn`: the guided first game."""

import argparse
from typing import Final

from freecell_tui.cli.options import Command, Parser, add_ascii, check_table
from freecell_tui.cli.start import learn


def _learn_arguments(parser: Parser) -> None:
    parser.add_argument("--plain", action="store_true", help="learn in plain lines of text, without drawing a table")
    add_ascii(parser)


def _run_learn(options: argparse.Namespace) -> int:
    check_table(options, "freecell learn --plain teaches")
    return learn(plain=options.plain, ascii_only=options.ascii)


COMMANDS: Final = {"learn": Command(_learn_arguments, _run_learn)}
