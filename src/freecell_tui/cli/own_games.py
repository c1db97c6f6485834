"""A game in a file, or one of the player's own finished games by its deal."""

import argparse
from dataclasses import replace

from freecell_tui.cli.game_source import LoadedGame, add_game_options, game_spec, read_game
from freecell_tui.cli.inputs import InputError, is_deal_number, read_deal
from freecell_tui.cli.options import Parser, UsageError, print_error
from freecell_tui.engine import Variant
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings_file import SettingsFile


def add_game_or_deal(parser: Parser) -> None:
    """Give a command the arguments that name a game in a file or a finished game of the player's."""
    parser.add_argument(
        "game",
        metavar="FILE|DEAL",
        help="a save or written moves; - for standard input; or a deal, for your own last finished game of it",
    )
    parser.add_argument("moves", nargs="?", metavar="FILE", help="the moves of that deal")
    parser.add_argument("--best", action="store_true", help="of several games of yours the best, not the last")
    add_game_options(parser)


def load_game_or_deal(options: argparse.Namespace) -> LoadedGame:
    """Return the game that the arguments name; raise InputError if there is none, or UsageError."""
    spec = game_spec(options)
    file = options.game
    if is_deal_number(file):
        if spec.deal is not None:
            raise UsageError(f"argument --deal: {file} is a deal already; ./{file} is a file.")
        deal = read_deal(file)
        if options.moves is None:
            variant = spec.variant or SettingsFile.of_player().load().settings.new_game_variant
            return LoadedGame(_own_game(deal, variant, best=options.best))
        spec, file = replace(spec, deal=deal), options.moves
    elif options.moves is not None:
        raise UsageError(f"{file} is no deal number: write the deal, then the file with its moves.")
    if options.best:
        raise UsageError("argument --best: there is only one game in a file.")
    return read_game(file, spec)


def _own_game(deal: int, variant: Variant, *, best: bool) -> SavedGame:
    """Return the player's last or best finished game of a deal; raise InputError if there is none.

    The best is a win without help, then one of few moves, then a quick one.
    """
    store = SaveStore.of_player()
    history = History(store.folder)
    try:
        history.import_missed_wins(store)
        results = history.results_of_deal(deal, variant)
        if best:
            results.sort(key=lambda it: (not it.is_won, it.is_helped, it.moves, it.seconds, it.undos), reverse=True)
        games = (history.saved_game(result.id) for result in reversed(results))
        game = next((game for game in games if game is not None), None)
    except HistoryError as error:
        raise InputError(str(error)) from None
    for notice in history.notices:
        print_error(notice)
    if game is None:
        raise InputError(f"You have no finished game of {variant.full_title} #{deal}.")
    return game
