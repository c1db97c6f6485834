"""`freecell learn`: the guided first game."""

import argparse

from freecell_tui.cli import streams
from freecell_tui.cli.options import Parser, add_ascii, print_error
from freecell_tui.cli.start import learn


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments."""
    parser.add_argument("--plain", action="store_true", help="learn in plain lines of text, without drawing a table")
    add_ascii(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    if not options.plain and not streams.can_draw():
        return print_error(streams.NO_TABLE.format("freecell learn --plain teaches"))
    return learn(plain=options.plain, ascii_only=options.ascii)
