"""The table of commands of `freecell-lab`, and `freecell-lab` itself."""

import sys
from collections.abc import Sequence
from typing import Final

from freecell_tui import __version__
from freecell_tui.cli.commands import SUBCOMMANDS as OF_THE_GAME
from freecell_tui.cli.options import USAGE, Options, Parser, UsageError, suggestion
from freecell_tui.cli.program import Subcommand, joint_parser, listed, run_program
from freecell_tui.engine.text import quoted

PROGRAM: Final = "freecell-lab"

LAB: Final = Subcommand(
    PROGRAM,
    "",
    "freecell_tui.lab_cli.commands",
    "Research on FreeCell: proofs that deals can or cannot be won, and surveys of thousands of deals.",
)
"""The program without a command."""

_TABLE: Final = {
    "prove and ask": {
        "prove": ("proofs", "Prove that a deal can or cannot be won, and write a certificate that anyone can check."),
        "check": ("proofs", "Check a proof certificate, without the solver."),
        "survey": ("survey", "Ask the solver about thousands of deals, on one machine or many."),
    },
    "help": {
        "help": ("help", "Print a help topic, or the list of topics."),
        "completions": ("help", "Print a script that lets your shell complete commands and options."),
    },
}

GROUPS: Final = {
    group: tuple(
        Subcommand(PROGRAM, name, f"freecell_tui.lab_cli.{module}", text) for name, (module, text) in commands.items()
    )
    for group, commands in _TABLE.items()
}
SUBCOMMANDS: Final = {command.name: command for commands in GROUPS.values() for command in commands}


def find_command(words: Sequence[str]) -> tuple[Subcommand, Sequence[str]]:
    """Return the command named by `words`, and its arguments.

    Without a command it is the program itself.
    """
    command = SUBCOMMANDS.get(words[0]) if words else None
    return (LAB, words) if command is None else (command, words[1:])


def run_command(words: Sequence[str]) -> int:
    return run_program(*find_command(words))


def full_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of the program, and its commands' parsers by name."""
    return joint_parser(LAB, SUBCOMMANDS.values())


def play_arguments(parser: Parser) -> None:
    """Add the arguments of the program itself."""
    parser.usage = f"{PROGRAM} COMMAND [OPTIONS] ..."
    parser.commands = listed(GROUPS)
    parser.add_argument("words", nargs="*", type=_no_command, metavar="COMMAND", help="one of the commands below")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}", help="print the version")


def run_play(_: Options) -> int:
    """Print the commands, as none was named."""
    LAB.parser().print_help(sys.stderr)
    return USAGE


def _no_command(word: str) -> str:
    """Raise UsageError, as this word is not a command that comes first."""
    if word in SUBCOMMANDS:
        raise UsageError(f"The command comes first: {PROGRAM} {word}.")
    if word in OF_THE_GAME:
        raise UsageError(f"{quoted(word)} is a command of the game: freecell {word}.")
    raise UsageError(f"There is no command {quoted(word)}.{suggestion(word, list(SUBCOMMANDS))}")
