"""The player's own games, by their deals; and the games that the command line names, in a file or by a deal."""

from collections.abc import Callable, Iterable

from freecell_tui.cli.game_source import LoadedGame, add_game_options, read_deal, read_game
from freecell_tui.cli.options import InputError, Options, Parser, UsageError, is_deal_number
from freecell_tui.cli.stats import import_missed_wins, print_notices
from freecell_tui.engine import Variant
from freecell_tui.storage.files import HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.results import Result
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import SettingsFile


def add_game_or_deal(parser: Parser) -> None:
    """Give a command the arguments that name a game in a file or a finished game of the player's."""
    parser.add_argument(
        "game",
        metavar="FILE|DEAL|CODE",
        help="a file with a save or moves, or a share code; - for standard input; or a deal, for your last game of it: "
        "a finished one, if there is one",
    )
    parser.add_argument("moves", nargs="?", metavar="FILE", help="a file with moves for that deal")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--best", action="store_true", help="your best game of that deal, instead of your last")
    which.add_argument("--unfinished", action="store_true", help="your unfinished game of that deal")
    add_game_options(parser)


def load_game_or_deal(options: Options) -> LoadedGame:
    """Return the game that the arguments name; raise InputError if there is none, or UsageError."""
    file, deal, variant = options.game, options.deal, options.explicit_variant()
    if is_deal_number(file):
        if deal is not None:
            raise UsageError(f"argument --deal: {file} is already a deal number; ./{file} is a file.")
        deal = read_deal(file)
        if options.moves is None:
            return LoadedGame(own_game(deal, variant, best=options.best, unfinished=options.unfinished))
        file = options.moves
    elif options.moves is not None:
        raise UsageError(f"{file} is not a deal number: write the deal, then the file with its moves.")
    for option in ("best", "unfinished"):
        if getattr(options, option):
            raise UsageError(f"argument --{option}: a file holds only one game.")
    return read_game(file, deal, variant, options.explicit_dialect())


def own_game(deal: int, variant: Variant | None, *, best: bool, unfinished: bool) -> SavedGame:
    """Return a player's last game of a deal: a finished one, if there is one; raise InputError if there is no game.

    Without a `variant` it is a game of the one that the settings name. With `best` it is the best finished game: a win
    without help, then one of few moves, then a quick one. With `unfinished` it is the last unfinished one.
    """
    variant = variant or SettingsFile.of_player().load().settings.new_game_variant
    store = SaveStore.of_player()
    game = None
    if not unfinished:
        game = _first_game(store, lambda history: _in_order(history.results_of_deal(deal, variant), best=best))
    problems: list[SaveError] = []
    if game is None and not best:
        found = store.latest_of_deal(deal, lambda its: its == variant, problems)
        game = found[1] if found else None
    if game is None:
        kind = "finished " if best else "unfinished " if unfinished else ""
        none = f"You have no {kind}game of {variant.full_title} #{deal}."
        raise InputError(" ".join([none, *map(str, problems)]))
    return game


def own_win(deal: int | None, variant: Variant | None, *, best: bool = False) -> SavedGame:
    """Return the player's last win, or the last or best one of a deal; raise InputError if there is none.

    Of a deal it is a win of the `variant` or, without one, of the variant that the settings name.
    """
    if deal is not None:
        variant = variant or SettingsFile.of_player().load().settings.new_game_variant

    def wins(history: History) -> Iterable[str]:
        if deal is not None and variant is not None:
            results = history.results_of_deal(deal, variant)
            return _in_order([result for result in results if result.is_won], best=best)
        cells = None if variant is None else (variant.name, variant.cells)
        return history.figures(
            lambda figures: figures.won_games(best_first=best),
            lambda played: cells in (None, (played.name, played.cells)),
        )

    game = _first_game(SaveStore.of_player(), wins)
    if game is None:
        of = f" of {variant.full_title}" if variant else ""
        raise InputError(f"You have no win{of}{f' #{deal}' if deal is not None else ''} yet.")
    return game


def _in_order(results: list[Result], *, best: bool) -> list[str]:
    """Return the ids of results, the last or the best first."""
    if best:
        results = sorted(results, key=lambda it: (it.is_won, not it.is_helped, -it.moves, -it.seconds, -it.undos))
    return [result.id for result in reversed(results)]


def _first_game(store: SaveStore, ids: Callable[[History], Iterable[str]]) -> SavedGame | None:
    """Return the first finished game whose moves are kept, after counting every win in a save; None if there is none.

    Raise InputError if the history cannot be read.
    """
    history = History(store.folder)
    try:
        import_missed_wins(history, store)
        game = next(filter(None, map(history.saved_game, ids(history))), None)
    except HistoryError as error:
        raise InputError(str(error)) from None
    print_notices(history)
    return game


def known_par(saved: SavedGame) -> int | None:
    """Return the par of a game's deal, None if it is not known."""
    try:
        return History(SaveStore.of_player().folder).par(saved.game.deal, saved.game.variant)
    except HistoryError:
        return None
