"""`freecell race`: a deal again, beside the ghost of a game that won it."""

import argparse
from typing import Final

from freecell_tui.cli.game_source import GameSpec, read_game
from freecell_tui.cli.inputs import InputError, read_deal
from freecell_tui.cli.options import (
    Command,
    Parser,
    add_front_end,
    add_variant,
    check_table,
    explicit_variant,
    is_deal_number,
    print_error,
)
from freecell_tui.cli.own_games import own_win
from freecell_tui.cli.start import race
from freecell_tui.controller.share_text import shared_game
from freecell_tui.engine import FreecellError
from freecell_tui.engine.share_code import SharedGame, encode


def _race_arguments(parser: Parser) -> None:
    parser.epilog = "A code has no time for each move: the ghost’s moves are spread evenly over its time."
    add_variant(parser)
    parser.add_argument(
        "game", metavar="CODE|DEAL|FILE", help="a share code, a deal for your best win of it, or a file with a game"
    )
    add_front_end(parser)


def _run_race(options: argparse.Namespace) -> int:
    check_table(options, "freecell race --plain plays")
    try:
        shared = _find_game(options)
        if not shared.game.is_won:
            return print_error("That game is not won; only a win can be raced.")
        code = encode(shared)
    except (InputError, FreecellError) as error:
        return print_error(str(error))
    options.variant = options.cells = None
    return race(options, code)


def _find_game(options: argparse.Namespace) -> SharedGame:
    """Return the game that the arguments name; raise InputError if there is none, or UsageError."""
    variant = explicit_variant(options)
    if is_deal_number(options.game):
        saved = own_win(read_deal(options.game), variant, best=True)
        return shared_game(saved, "your best")
    loaded = read_game(options.game, GameSpec(variant=variant))
    if loaded.failure is not None:
        raise InputError(str(loaded.failure))
    return loaded.shared or shared_game(loaded.saved)


COMMANDS: Final = {"race": Command(_race_arguments, _run_race)}
