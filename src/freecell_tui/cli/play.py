"""`freecell` itself: the table, with a fresh game or a saved one."""

import argparse
import os
from typing import Final

from freecell_tui import __version__
from freecell_tui.cli import commands, streams
from freecell_tui.cli.options import (
    Command,
    Parser,
    UsageError,
    add_front_end,
    add_variant,
    deal_number,
    explicit_variant,
    is_deal_number,
    print_error,
    suggestion,
)
from freecell_tui.engine.text import quoted

_USAGE: Final = """freecell [OPTIONS] [DEAL]
       freecell daily
       freecell learn
       freecell COMMAND [OPTIONS] ..."""
_OPTIONS: Final = ("--new", "--resume", "--plain", "--version", "--help")
"""Options that may be meant by a word."""


def _play_arguments(parser: Parser) -> None:
    parser.usage = _USAGE
    parser.commands = {command.name: command.help for command in commands.SUBCOMMANDS}
    add_variant(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("deal", nargs="?", type=_deal, metavar="DEAL", help="play the deal with this number")
    which.add_argument("--new", action="store_true", help="play a random deal")
    which.add_argument(
        "--resume",
        nargs="?",
        const="",
        type=_deal_or_file,
        metavar="DEAL|FILE",
        help="resume the last unfinished game, the one of a deal, or the one in a file",
    )
    add_front_end(parser)
    parser.add_argument("--version", action="version", version=f"freecell-tui {__version__}")


def _run_play(options: argparse.Namespace) -> int:
    explicit_variant(options)  # raises UsageError if there is no such game
    if not options.plain and not streams.can_draw():
        return print_error(streams.NO_TABLE.format("freecell --plain plays"))
    from freecell_tui.cli.start import play  # noqa: PLC0415 - not needed for --help and --version

    return play(options)


def _deal(word: str) -> int:
    """Return the deal number of an argument; raise UsageError if it is something else, perhaps a mistyped command."""
    if word[:1].isdecimal() or is_deal_number(word):
        return deal_number(word)
    names = [command.name for command in commands.SUBCOMMANDS]
    if word in names:
        raise UsageError(f"The command comes first: freecell {word}.")
    if hint := suggestion(word, names) or suggestion(f"--{word}", _OPTIONS):
        raise UsageError(f"There is no command {quoted(word)}.{hint}")
    if os.path.isfile(word):  # noqa: PTH113 - pathlib raises OSError where a name is too long
        raise UsageError(f"{quoted(word)} is a file: freecell --resume FILE plays a save.")
    raise UsageError(f"{quoted(word)} is neither a command nor a deal number.")


def _deal_or_file(word: str) -> int | str:
    """Return the deal number of an argument, or else the argument: the name of a file, or ''."""
    return deal_number(word) if is_deal_number(word) else word


COMMANDS: Final = {"": Command(_play_arguments, _run_play)}
