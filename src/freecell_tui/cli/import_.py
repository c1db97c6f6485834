"""`freecell import`: a written game or a save, put among the unfinished ones."""

import argparse
from dataclasses import replace
from typing import Final

from freecell_tui.cli.game_source import add_game_options, game_spec, read_game
from freecell_tui.cli.inputs import InputError, input_title
from freecell_tui.cli.options import YES, Command, Parser, add_variant, print_error
from freecell_tui.engine.text import counted
from freecell_tui.storage.files import reason
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import new_id, now


def _import_arguments(parser: Parser) -> None:
    parser.epilog = (
        "Winning an imported game counts as helped. A won game is not imported: watch it with freecell replay."
    )
    add_variant(parser)
    parser.add_argument(
        "game", metavar="FILE|CODE", help="a file with a save or moves, or a share code; - for standard input"
    )
    add_game_options(parser)


def _run_import(options: argparse.Namespace) -> int:
    spec = game_spec(options)
    try:
        loaded = read_game(options.game, spec)
    except InputError as error:
        return print_error(str(error))
    if loaded.failure is not None:
        return print_error(str(loaded.failure))
    game = loaded.game
    if game.is_won:
        what = "This game" if loaded.shared else input_title(options.game)
        return print_error(f"{what} is already won: watch it with freecell replay.")
    saved = loaded.saved
    if loaded.is_written:
        moment = now()
        saved = replace(saved, started=moment, saved=moment, helped=True, id=new_id())
    file = SaveStore.of_player().new_file(saved)
    try:
        file.stage(saved)
        file.commit()
    except OSError as error:
        return print_error(f"The game could not be saved: {reason(error)}.")
    moves = counted(game.moves_made, "move")
    print(f"{game.variant.full_title} #{game.deal}, {moves}: freecell --resume resumes it.")
    return YES


COMMANDS: Final = {"import": Command(_import_arguments, _run_import)}
