"""The table of commands: what each is called, what it is for, and which module runs it."""

import gc
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

from freecell_tui.cli import streams
from freecell_tui.cli.exit_codes import NO
from freecell_tui.cli.options import Command, Parser, UsageError, print_error


class Subcommand(NamedTuple):
    """A row of the table; `help` says in a sentence what the command is for.

    One that `opens_a_game` runs without garbage collection until the front end begins it.
    """

    name: str
    module: str
    help: str
    opens_a_game: bool = False

    def load(self) -> Command:
        """Import the command's module; return what runs it."""
        commands: Mapping[str, Command] = import_module(f"freecell_tui.cli.{self.module}").COMMANDS
        return commands[self.name]

    def parser(self) -> Parser:
        """Return a parser of the command's arguments."""
        parser = Parser(prog=f"freecell {self.name}".rstrip(), description=self.help, allow_abbrev=False)
        self.load().add_arguments(parser)
        return parser

    def run(self, words: Sequence[str]) -> int:
        """Run the command with these arguments; return the exit code."""
        parser = self.parser()
        options = parser.parse(words)
        if not self.opens_a_game:
            gc.enable()
        try:
            return self.load().run(options)
        except UsageError as error:
            parser.error(str(error))


PLAY: Final = Subcommand(
    "",
    "play",
    "FreeCell in a terminal. Without a deal it opens the title screen, where an unfinished game can be resumed.",
    opens_a_game=True,
)
"""What `freecell` does without a subcommand."""

SUBCOMMANDS: Final = (
    Subcommand("learn", "learn", "Learn to play in a guided first game of a few minutes.", opens_a_game=True),
    Subcommand("daily", "daily", "Play today’s deal, or resume it.", opens_a_game=True),
    Subcommand("show", "show", "Print the starting position of deals."),
    Subcommand("verify", "verify", "Check whether a list of moves is legal and wins."),
    Subcommand("solve", "solve", "Find out whether deals and positions can be won, and how."),
    Subcommand("prove", "prove", "Prove that a deal can be won or not, and write a certificate that anyone can check."),
    Subcommand("check", "check", "Check a certificate that a deal can be won or not, without the solver."),
    Subcommand("survey", "survey", "Ask the solver about thousands of deals, on one machine or many."),
    Subcommand("analyse", "analyse", "Print a game with the verdict after each move, and name the move that lost it."),
    Subcommand("stats", "stats", "Print your statistics, for all games or one variant."),
    Subcommand("settings", "settings", "Print the settings in force, and the mistakes in the settings file."),
    Subcommand(
        "replay",
        "replay",
        "Watch a game on the table: Space plays and pauses, the arrows step, Enter plays on from there.",
        opens_a_game=True,
    ),
    Subcommand(
        "export",
        "export",
        "Export a game: as moves that other programs read, as a save, or as a recording to watch in a terminal.",
    ),
    Subcommand("share", "share", "Print a game as a share code and as a line of text: your last win, or another game."),
    Subcommand(
        "race",
        "race",
        "Play a deal again beside the ghost of a game that won it: a share code, or your best.",
        opens_a_game=True,
    ),
    Subcommand(
        "tournament",
        "tournament",
        "Play a tournament, hand in your results, or compare those of several players.",
    ),
    Subcommand("import", "import_", "Add a save or a list of moves to your unfinished games."),
    Subcommand("completions", "completions", "Print a script that lets your shell complete commands and options."),
    Subcommand("help", "help", "Print a help topic, or the list of topics."),
)

_IN_LINES: Final = ("learn", "daily", "race", "tournament")
"""The commands that play in lines of text with `--plain`."""


def find_command(words: Sequence[str]) -> tuple[Subcommand, Sequence[str]]:
    """Return the command that the words of a command line name, and its arguments; anything else plays.

    `--plain` may stand before a command that plays as it stands before a deal.
    """
    if len(words) > 1 and words[0] == "--plain" and words[1] in _IN_LINES:
        words = [words[1], "--plain", *words[2:]]
    for command in SUBCOMMANDS:
        if words and words[0] == command.name:
            return command, words[1:]
    return PLAY, words


def run_command(words: Sequence[str]) -> int:
    """Run the command that the words of a command line name; return the exit code."""
    streams.prepare()
    command, arguments = find_command(words)
    try:
        try:
            code = command.run(arguments)
        finally:
            sys.stdout.flush()  # after --help too, which is left by SystemExit
    except OSError as error:
        from freecell_tui.storage.files import reason  # noqa: PLC0415 - not needed for --help and --version

        # The disk is full, or the reader has seen enough.
        return NO if isinstance(error, BrokenPipeError) else print_error(f"{reason(error)}.")
    finally:
        streams.finish()
    return code


def full_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return a parser of `freecell` with all its subcommands, and those of the subcommands by name.

    Documents are made from it. It imports every command.
    """
    parser = Parser(prog="freecell", description=PLAY.help, allow_abbrev=False)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    commands = {}
    for command in SUBCOMMANDS:
        commands[command.name] = subparsers.add_parser(
            command.name,
            prog=f"freecell {command.name}",
            help=command.help,
            description=command.help,
            allow_abbrev=False,
        )
        command.load().add_arguments(commands[command.name])
    # A word that is completed may be a command, and cannot be a deal.
    PLAY.load().add_arguments(parser)
    parser.commands = {}
    return parser, commands
