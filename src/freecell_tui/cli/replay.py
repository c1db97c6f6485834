"""`freecell replay`: a game on the table, move by move."""

import argparse
from typing import Final

from freecell_tui.cli.game_source import add_game_or_deal, load_game_or_deal
from freecell_tui.cli.inputs import InputError, no_moves_in
from freecell_tui.cli.options import Command, Parser, add_ascii, add_variant, can_draw, print_error, read_keyboard
from freecell_tui.cli.start import watch


def _replay_arguments(parser: Parser) -> None:
    parser.epilog = "Replays are not saved or counted. A game that you play on from a replay counts as helped."
    add_variant(parser)
    add_game_or_deal(parser)
    add_ascii(parser)


def _run_replay(options: argparse.Namespace) -> int:
    try:
        loaded = load_game_or_deal(options)
    except InputError as error:
        return print_error(str(error))
    if not loaded.game.without_undone().turns:
        return print_error(str(loaded.failure or no_moves_in(options.game)))
    read_keyboard()
    if not can_draw():
        return print_error("A replay needs a terminal that can draw; freecell export writes a game anywhere.")
    return watch(loaded.saved, str(loaded.failure or ""), ascii_only=options.ascii)


COMMANDS: Final = {"replay": Command(_replay_arguments, _run_replay)}
