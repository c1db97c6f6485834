"""`freecell` itself: the table, with a fresh game or a saved one."""

import argparse

from freecell_tui import __version__
from freecell_tui.cli import commands, streams
from freecell_tui.cli.options import Parser, add_ascii, add_variant, deal_number, explicit_variant, print_error


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments."""
    names = ", ".join(command.name for command in commands.SUBCOMMANDS)
    parser.epilog = f"Also: freecell {names}; each has a --help."
    add_variant(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("deal", nargs="?", type=deal_number, metavar="DEAL", help="play the deal of this number")
    which.add_argument("--new", action="store_true", help="play a random deal")
    which.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with the saved game, or the one in FILE"
    )
    parser.add_argument("--plain", action="store_true", help="play in lines of text, without a table drawn")
    add_ascii(parser)
    parser.add_argument("--theme", metavar="NAME", help="the colours of the table, as felt, midnight or paper")
    parser.add_argument(
        "--verdict",
        choices=("on", "masked", "off"),
        help="whether it is said if the game can still be won: always, when asked (--plain’s own way), or never",
    )
    parser.add_argument("--version", action="version", version=f"freecell-tui {__version__}")


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    explicit_variant(options)  # raises UsageError if there is no such game
    if not options.plain and not streams.can_draw():
        return print_error(
            "The table needs a terminal that can draw; freecell --plain plays in lines of text anywhere."
        )
    from freecell_tui.cli.start import play  # noqa: PLC0415 - not needed for --help and --version

    return play(options)
