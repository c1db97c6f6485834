"""The table of the commands of `freecell`, and `freecell` itself."""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from freecell_tui import __version__
from freecell_tui.cli.options import (
    USAGE,
    Options,
    Parser,
    UsageError,
    deal_number,
    maybe_deal,
    prepare_streams,
    suggestion,
    write_error,
)
from freecell_tui.cli.program import Subcommand, joint_parser, listed, run_program
from freecell_tui.engine import VARIANTS
from freecell_tui.engine.text import quoted

PROGRAM: Final = "freecell"

PLAY: Final = Subcommand(
    PROGRAM,
    "",
    "freecell_tui.cli.commands",
    "FreeCell in a terminal. Without a deal it opens the title screen, where you can resume an unfinished game.",
    opens_a_game=True,
)
"""The program without a subcommand: it plays."""

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
        "verify": ("verify", "Check whether the moves in a file or a share code are legal, and whether they win."),
    },
    "solve": {
        "show": ("show", "Print the starting position of deals."),
        "solve": ("solve", "Find out whether deals and positions can be won, and how."),
        "analyse": ("analyse", "Print a game with the verdict after each move, and say which move lost it."),
    },
    "help and settings": {
        "help": ("help", "Print a help topic, or the list of topics."),
        "settings": ("help", "Print your settings, and any errors in the settings file."),
        "completions": ("completions", "Print a script that lets your shell complete commands and options."),
    },
}
"""The commands by the group of the list, each with its module and its purpose."""

_OPEN_A_GAME: Final = ("learn", "daily", "race", "replay")

GROUPS: Final = {
    group: tuple(
        Subcommand(PROGRAM, name, f"freecell_tui.cli.{module}", text, name in _OPEN_A_GAME)
        for name, (module, text) in commands.items()
    )
    for group, commands in _TABLE.items()
}
SUBCOMMANDS: Final = {command.name: command for commands in GROUPS.values() for command in commands}

OF_THE_LAB: Final = ("prove", "check", "survey")
"""The commands that have moved to `freecell-lab`."""

_IN_LINES: Final = ("learn", "daily", "race", "tournament")
"""The commands that take `--plain` and `--table`."""


def find_command(words: Sequence[str]) -> tuple[Subcommand, Sequence[str]]:
    """Return the command that words name, and its arguments.

    `--plain` and `--table` may stand before the command. Words without a command play.
    """
    if len(words) > 1 and words[0] in ("--plain", "--table") and words[1] in _IN_LINES:
        words = [words[1], words[0], *words[2:]]
    command = SUBCOMMANDS.get(words[0]) if words else None
    return (PLAY, words) if command is None else (command, words[1:])


def run_command(words: Sequence[str]) -> int:
    if words and words[0] in OF_THE_LAB:
        prepare_streams()
        write_error(f"{PROGRAM}: {moved_to_the_lab(words[0])}")
        return USAGE
    return run_program(*find_command(words))


def moved_to_the_lab(command: str) -> str:
    """Return a sentence about the new place of a command."""
    return f"“{command}” has moved to a program of its own, which is installed beside this one: freecell-lab {command}."


def full_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of `freecell`, and the parsers of its commands by name.

    Every command is imported.
    """
    return joint_parser(PLAY, SUBCOMMANDS.values())


# `freecell` itself: its options are here, so that --help and --version import no other module.

_OPTIONS: Final = ("--new", "--resume", "--plain", "--table", "--version", "--help")
"""The options that a mistyped word may mean."""


def play_arguments(parser: Parser) -> None:
    parser.usage = """freecell [OPTIONS] [DEAL|FILE]
       freecell daily
       freecell learn
       freecell COMMAND [OPTIONS] ..."""
    parser.commands = listed(GROUPS)
    parser.add_variant()
    game = parser.add_mutually_exclusive_group()
    game.add_argument(
        "deal",
        nargs="?",
        type=_deal,
        metavar="DEAL|FILE",
        help="play the deal with this number, or the position in a file",
    )
    game.add_argument("--new", action="store_true", help="play a random deal")
    game.add_argument(
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
    options.explicit_variant()  # raises UsageError for an unknown variant
    options.choose_front_end("freecell --plain plays")
    code: int = import_module("freecell_tui.cli.play").play_game(options)
    return code


def _deal(word: str) -> int | str:
    """Return the deal number of an argument, or the name of a file with a position; raise UsageError for others.

    The sentence names the command, option or variant that a mistyped word may mean.
    """
    number = deal_number(word) if word[:1].isdecimal() else maybe_deal(word)
    if isinstance(number, int):
        return number
    if os.path.isfile(word):  # noqa: PTH113 - pathlib raises OSError where a name is too long
        files = import_module("freecell_tui.cli.game_source")
        if files.holds_position(word):
            return word
        raise UsageError(files.file_use(word))
    if word in OF_THE_LAB:
        raise UsageError(moved_to_the_lab(word))
    if word in SUBCOMMANDS:
        raise UsageError(f"The command comes first: freecell {word}.")
    near_variant = suggestion(word, list(VARIANTS)).replace("mean ", "mean --variant ")
    # 0.66 is the similarity of `statistics` and `stats`.
    hint = suggestion(word, list(SUBCOMMANDS), 0.66) or suggestion(f"--{word}", _OPTIONS) or near_variant
    if hint:
        raise UsageError(f"There is no command {quoted(word)}.{hint}")
    raise UsageError(f"{quoted(word)} is neither a command nor a deal number.")
