"""The command line: the table of commands, each with the module that runs it; `freecell` itself and `freecell show`."""

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

from freecell_tui import __version__
from freecell_tui.cli.options import (
    NO,
    USAGE,
    YES,
    Command,
    InputError,
    NoTable,
    Options,
    Parser,
    UsageError,
    deal_number,
    finish_streams,
    is_deal_number,
    prepare_streams,
    print_error,
    suggestion,
    write_error,
)
from freecell_tui.engine import FreecellError, deal, write_position
from freecell_tui.engine.text import printable, quoted


class Subcommand(NamedTuple):
    """A row of the table; `help` says in a sentence what the command is for, and `group` where it is listed.

    One that `opens_a_game` runs without garbage collection until the front end begins it.
    """

    name: str
    group: str
    module: str
    help: str
    opens_a_game: bool = False

    def load(self) -> Command:
        commands: Mapping[str, Command] = import_module(f"freecell_tui.cli.{self.module}").COMMANDS
        return commands[self.name]

    def parser(self) -> Parser:
        parser = Parser(prog=f"freecell {self.name}".rstrip(), description=self.help, allow_abbrev=False)
        self.load().add_arguments(parser)
        return parser

    def run(self, words: Sequence[str]) -> int:
        parser = self.parser()
        options = parser.parse(words)
        if not self.opens_a_game:
            gc.enable()
        try:
            return self.load().run(options)
        except InputError as error:
            write_error(f"{parser.prog}: {printable(str(error))}")
            return USAGE
        except UsageError as error:
            parser.error(str(error))
        except (NoTable, FreecellError) as error:
            return print_error(str(error))


PLAY: Final = Subcommand(
    "",
    "",
    "commands",
    "FreeCell in a terminal. Without a deal it opens the title screen, where an unfinished game can be resumed.",
    opens_a_game=True,
)
"""What `freecell` does without a subcommand."""

_PLAY, _OWN, _SHARE, _SOLVE, _HELP = "play", "your games", "share", "solve and prove", "help and settings"

SUBCOMMANDS: Final = (
    Subcommand("learn", _PLAY, "play", "Learn to play in a guided first game of a few minutes.", opens_a_game=True),
    Subcommand("daily", _PLAY, "play", "Play today’s deal, or resume it.", opens_a_game=True),
    Subcommand(
        "race",
        _PLAY,
        "share",
        "Race a win of yours, or that of a share code, on the same deal.",
        opens_a_game=True,
    ),
    Subcommand(
        "tournament",
        _PLAY,
        "tournament",
        "Play a tournament, hand in your results, or compare those of several players.",
    ),
    Subcommand("stats", _OWN, "own_games", "Print your statistics, for all games or one variant."),
    Subcommand(
        "replay",
        _OWN,
        "share",
        "Watch a game on the table: Space plays and pauses, the arrows step, Enter plays on from there.",
        opens_a_game=True,
    ),
    Subcommand(
        "export",
        _OWN,
        "export",
        "Write a game as moves for other programs, as a save, as a recording to watch in a terminal, or as a picture.",
    ),
    Subcommand("import", _OWN, "share", "Add a save or a list of moves to your unfinished games."),
    Subcommand(
        "share",
        _SHARE,
        "share",
        "Print a game as a share code and as a line of text: your last win, or another game.",
    ),
    Subcommand("verify", _SHARE, "game_source", "Check whether a list of moves, or a share code, is legal and wins."),
    Subcommand("show", _SOLVE, "commands", "Print the starting position of deals."),
    Subcommand("solve", _SOLVE, "solve", "Find out whether deals and positions can be won, and how."),
    Subcommand(
        "analyse",
        _SOLVE,
        "analyse",
        "Print a game with the verdict after each move, and name the move that lost it.",
    ),
    Subcommand(
        "prove",
        _SOLVE,
        "proofs",
        "Prove that a deal can or cannot be won, and write a certificate that anyone can check.",
    ),
    Subcommand("check", _SOLVE, "proofs", "Check such a certificate, without the solver."),
    Subcommand("survey", _SOLVE, "survey", "Ask the solver about thousands of deals, on one machine or many."),
    Subcommand("help", _HELP, "help", "Print a help topic, or the list of topics."),
    Subcommand("settings", _HELP, "help", "Print your settings, and any mistakes in the settings file."),
    Subcommand("completions", _HELP, "help", "Print a script that lets your shell complete commands and options."),
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
    prepare_streams()
    command, arguments = find_command(words)
    try:
        try:
            code = command.run(arguments)
        finally:
            sys.stdout.flush()  # after --help too, which is left by SystemExit
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # the reader has seen enough
            return NO
        return print_error(f"{os.strerror(error.errno) if error.errno else 'the system refuses it'}.")
    finally:
        finish_streams()
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
    _play_arguments(parser)
    parser.commands = []
    return parser, commands


# `freecell` itself, whose options are here so that --help and --version load no more

_USAGE: Final = """freecell [OPTIONS] [DEAL]
       freecell daily
       freecell learn
       freecell COMMAND [OPTIONS] ..."""
_OPTIONS: Final = ("--new", "--resume", "--plain", "--version", "--help")
"""Options that may be meant by a word."""


def _play_arguments(parser: Parser) -> None:
    parser.usage = _USAGE
    parser.commands = [(command.group, command.name, command.help) for command in SUBCOMMANDS]
    parser.add_variant()
    which = parser.add_mutually_exclusive_group()
    which.add_argument("deal", nargs="?", type=_deal, metavar="DEAL", help="play the deal with this number")
    which.add_argument("--new", action="store_true", help="play a random deal")
    which.add_argument(
        "--resume",
        nargs="?",
        const="",
        type=lambda word: deal_number(word) if is_deal_number(word) else word,
        metavar="DEAL|FILE",
        help="resume the last unfinished game, the one of a deal, or the one in a file",
    )
    parser.add_front_end()
    parser.add_argument("--version", action="version", version=f"freecell-tui {__version__}")


def _run_play(options: Options) -> int:
    options.explicit_variant()  # raises UsageError if there is no such game
    options.check_table("freecell --plain plays")
    return PLAY._replace(module="play").load().run(options)


def _deal(word: str) -> int:
    """Return the deal number of an argument; raise UsageError if it is something else, perhaps a mistyped command."""
    if word[:1].isdecimal() or is_deal_number(word):
        return deal_number(word)
    names = [command.name for command in SUBCOMMANDS]
    if word in names:
        raise UsageError(f"The command comes first: freecell {word}.")
    if hint := suggestion(word, names) or suggestion(f"--{word}", _OPTIONS):
        raise UsageError(f"There is no command {quoted(word)}.{hint}")
    if os.path.isfile(word):  # noqa: PTH113 - pathlib raises OSError where a name is too long
        raise UsageError(f"{quoted(word)} is a file: freecell --resume FILE plays a save.")
    raise UsageError(f"{quoted(word)} is neither a command nor a deal number.")


# `freecell show`, which needs no more than the rules


def _show_arguments(parser: Parser) -> None:
    parser.add_variant()
    parser.add_argument("deals", nargs="+", type=deal_number, metavar="DEAL", help="a deal number")


def _run_show(options: Options) -> int:
    variant = options.chosen_variant()
    for number in options.deals:
        if len(options.deals) > 1:
            print(f"#{number}")
        print(write_position(deal(number, variant)), end="")
    return YES


COMMANDS: Final = {"": Command(_play_arguments, _run_play), "show": Command(_show_arguments, _run_show)}
