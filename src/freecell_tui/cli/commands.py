"""The command line: the table of commands, each with the module that runs it; `freecell` itself and `freecell show`."""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, NamedTuple

from freecell_tui import __version__
from freecell_tui.cli.options import (
    NO,
    USAGE,
    YES,
    InputError,
    Options,
    Parser,
    UsageError,
    deal_number,
    finish_streams,
    maybe_deal,
    prepare_streams,
    print_error,
    suggestion,
    write_error,
)
from freecell_tui.engine import VARIANTS, FreecellError, deal, write_position
from freecell_tui.engine.text import printable, quoted


class Subcommand(NamedTuple):
    """A row of the table; `help` says in a sentence what it is for."""

    name: str
    module: str
    help: str

    def functions(self) -> tuple[Callable[[Parser], None], Callable[[Options], int]]:
        """Return the two that its module has for it, as `solve_arguments` and `run_solve`.

        The first gives a parser its arguments. The other returns the exit code; it raises UsageError if it cannot run
        with these options, or FreecellError.
        """
        module, name = import_module(f"freecell_tui.cli.{self.module}"), self.name or "play"
        return getattr(module, f"{name}_arguments"), getattr(module, f"run_{name}")

    def parser(self) -> Parser:
        parser = Parser(prog=f"freecell {self.name}".rstrip(), description=self.help, allow_abbrev=False)
        self.functions()[0](parser)
        return parser

    def run(self, words: Sequence[str]) -> int:
        parser = self.parser()
        options = parser.parse(words)
        if self.name not in _OPEN_A_GAME:
            gc.enable()
        try:
            return self.functions()[1](options)
        except InputError as error:
            write_error(f"{parser.prog}: {printable(str(error))}")
            return USAGE
        except UsageError as error:
            parser.error(str(error))
        except FreecellError as error:
            return print_error(str(error))


PLAY: Final = Subcommand(
    "",
    "commands",
    "FreeCell in a terminal. Without a deal it opens the title screen, where you can resume an unfinished game.",
)
"""What `freecell` does without a subcommand."""

_TABLE: Final = {
    "play": {
        "learn": ("play", "Learn to play in a guided first game of a few minutes."),
        "daily": ("play", "Play the daily deal, or resume it."),
        "race": ("share", "Race against your own win of a deal, or against a friend’s win in a share code."),
        "tournament": (
            "tournament",
            "Play a tournament, save your results for others, or compare the results of several players.",
        ),
    },
    "your games": {
        "stats": ("own_games", "Print your statistics, for all games or one variant."),
        "replay": (
            "share",
            "Watch a game on the table: Space plays and pauses, the arrow keys step, Enter plays on from there.",
        ),
        "export": (
            "export",
            "Write out a game, as moves for other programs, a save, a recording to watch in a terminal, or a picture.",
        ),
        "import": ("share", "Add a save or a list of moves to your unfinished games."),
    },
    "share": {
        "share": ("share", "Print a game as a share code and as a line of text: your last win, or another game."),
        "verify": ("game_source", "Check whether the moves in a file or a share code are legal, and whether they win."),
    },
    "solve and prove": {
        "show": ("commands", "Print the starting position of deals."),
        "solve": ("solve", "Find out whether deals and positions can be won, and how."),
        "analyse": ("analyse", "Print a game with the verdict after each move, and say which move lost it."),
        "prove": ("proofs", "Prove that a deal can or cannot be won, and write a certificate that anyone can check."),
        "check": ("proofs", "Check a proof certificate, without the solver."),
        "survey": ("survey", "Ask the solver about thousands of deals, on one machine or many."),
    },
    "help and settings": {
        "help": ("help", "Print a help topic, or the list of topics."),
        "settings": ("help", "Print your settings, and any errors in the settings file."),
        "completions": ("help", "Print a script that lets your shell complete commands and options."),
    },
}
"""The commands by the group in which they are listed, each with its module and what it is for."""

GROUPS: Final = {
    group: tuple(Subcommand(name, module, text) for name, (module, text) in commands.items())
    for group, commands in _TABLE.items()
}
SUBCOMMANDS: Final = {command.name: command for commands in GROUPS.values() for command in commands}

_OPEN_A_GAME: Final = ("", "learn", "daily", "race", "replay")
"""The commands that run without garbage collection until the front end begins it."""

_IN_LINES: Final = ("learn", "daily", "race", "tournament")
"""The commands that play in lines of text with `--plain`."""


def find_command(words: Sequence[str]) -> tuple[Subcommand, Sequence[str]]:
    """Return the command that words name, perhaps after `--plain`, and its arguments; anything else plays."""
    if len(words) > 1 and words[0] == "--plain" and words[1] in _IN_LINES:
        words = [words[1], "--plain", *words[2:]]
    command = SUBCOMMANDS.get(words[0]) if words else None
    return (PLAY, words) if command is None else (command, words[1:])


def run_command(words: Sequence[str]) -> int:
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
    """Return the parser of `freecell` with all its subcommands, and theirs by name; it imports every command."""
    parser = Parser(prog="freecell", description=PLAY.help, allow_abbrev=False)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    commands = {}
    for command in SUBCOMMANDS.values():
        commands[command.name] = subparsers.add_parser(
            command.name,
            prog=f"freecell {command.name}",
            help=command.help,
            description=command.help,
            allow_abbrev=False,
        )
        command.functions()[0](commands[command.name])
    # A word that is completed may be a command, and cannot be a deal.
    play_arguments(parser)
    parser.commands = {}
    return parser, commands


# `freecell` itself, whose options are here so that --help and --version load no more

_OPTIONS: Final = ("--new", "--resume", "--plain", "--version", "--help")
"""Options that may be meant by a word."""


def play_arguments(parser: Parser) -> None:
    parser.usage = """freecell [OPTIONS] [DEAL]
       freecell daily
       freecell learn
       freecell COMMAND [OPTIONS] ..."""
    parser.commands = {group: [(each.name, each.help) for each in commands] for group, commands in GROUPS.items()}
    parser.add_variant()
    which = parser.add_mutually_exclusive_group()
    which.add_argument("deal", nargs="?", type=_deal, metavar="DEAL", help="play the deal with this number")
    which.add_argument("--new", action="store_true", help="play a random deal")
    which.add_argument(
        "--resume",
        nargs="?",
        const="",
        type=maybe_deal,
        metavar="DEAL|FILE",
        help="resume your last unfinished game, your unfinished game of a deal, or the game in a file",
    )
    parser.add_front_end()
    parser.add_argument(
        "--version", action="version", version=f"freecell-tui {__version__}", help="print the version and exit"
    )


def run_play(options: Options) -> int:
    options.explicit_variant()  # raises UsageError if there is no such game
    options.check_table("freecell --plain plays")
    code: int = import_module("freecell_tui.cli.play").run_play(options)
    return code


def _deal(word: str) -> int:
    """Return the deal number of an argument; raise UsageError if it is something else, perhaps a mistyped command."""
    number = deal_number(word) if word[:1].isdecimal() else maybe_deal(word)
    if isinstance(number, int):
        return number
    if word in SUBCOMMANDS:
        raise UsageError(f"The command comes first: freecell {word}.")
    near_variant = suggestion(word, list(VARIANTS)).replace("mean ", "mean --variant ")
    # `statistics` is like `stats` by 0.66.
    hint = suggestion(word, list(SUBCOMMANDS), 0.66) or suggestion(f"--{word}", _OPTIONS) or near_variant
    if hint:
        raise UsageError(f"There is no command {quoted(word)}.{hint}")
    if os.path.isfile(word):  # noqa: PTH113 - pathlib raises OSError where a name is too long
        raise UsageError(f"{quoted(word)} is a file: freecell --resume FILE plays a save.")
    raise UsageError(f"{quoted(word)} is neither a command nor a deal number.")


def show_arguments(parser: Parser) -> None:
    parser.example = "freecell show 617"
    parser.add_variant()
    parser.add_argument("deals", nargs="+", type=deal_number, metavar="DEAL", help="a deal number")


def run_show(options: Options) -> int:
    variant = options.chosen_variant()
    for number in options.deals:
        if len(options.deals) > 1:
            print(f"#{number}")
        print(write_position(deal(number, variant)), end="")
    return YES
