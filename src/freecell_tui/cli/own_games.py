"""The player's own games, by their deals."""

from collections.abc import Sequence

from freecell_tui.cli.inputs import InputError
from freecell_tui.cli.options import print_error
from freecell_tui.cli.progress import import_missed_wins
from freecell_tui.engine import Variant
from freecell_tui.storage.files import HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.results import Result
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings_file import SettingsFile


def own_game(deal: int, variant: Variant | None, *, best: bool, unfinished: bool) -> SavedGame:
    """Return a player's last game of a deal: a finished one, if there is one; raise InputError if there is no game.

    Without a `variant` it is a game of the one that the settings name. With `best` it is the best finished game: a win
    without help, then one of few moves, then a quick one. With `unfinished` it is the last unfinished one.
    """
    variant = variant or SettingsFile.of_player().load().settings.new_game_variant
    store = SaveStore.of_player()
    game = None if unfinished else _finished_game(store, deal, variant, best=best)
    problems: list[SaveError] = []
    if game is None and not best:
        found = store.latest_of_deal(deal, lambda its: its == variant, problems)
        game = found[1] if found else None
    if game is None:
        kind = "finished " if best else "unfinished " if unfinished else ""
        none = f"You have no {kind}game of {variant.full_title} #{deal}."
        raise InputError(" ".join([none, *map(str, problems)]))
    return game


def _finished_game(store: SaveStore, deal: int, variant: Variant, *, best: bool) -> SavedGame | None:
    """Return the last or the best finished game, None if there is none; raise InputError without a history."""
    history = History(store.folder)
    try:
        import_missed_wins(history, store)
        results = history.results_of_deal(deal, variant)
        game = _chosen(history, results, best=best)
    except HistoryError as error:
        raise InputError(str(error)) from None
    _tell(history)
    return game


def _chosen(history: History, results: list[Result], *, best: bool) -> SavedGame | None:
    """Return the last or the best of some games whose moves are kept; None if there is none. Raise HistoryError."""
    in_order = sorted(results, key=_merit) if best else results
    return _first_readable(history, [result.id for result in reversed(in_order)])


def _last_win(history: History, variant: Variant | None, *, best: bool) -> SavedGame | None:
    """Return the last or the best win of all, or of those with a variant's name and cells. Raise HistoryError."""

    def is_wanted(played: Variant) -> bool:
        return variant is None or (played.name, played.cells) == (variant.name, variant.cells)

    return _first_readable(history, history.figures(lambda figures: figures.won_games(best_first=best), is_wanted))


def _first_readable(history: History, game_ids: Sequence[str]) -> SavedGame | None:
    games = map(history.saved_game, game_ids)
    return next((game for game in games if game is not None), None)


def own_win(deal: int | None, variant: Variant | None, *, best: bool = False) -> SavedGame:
    """Return the player's last win, or the last or best one of a deal; raise InputError if there is none.

    Of a deal it is a win of the `variant` or, without one, of the variant that the settings name.
    """
    store = SaveStore.of_player()
    history = History(store.folder)
    try:
        import_missed_wins(history, store)
        if deal is not None:
            variant = variant or SettingsFile.of_player().load().settings.new_game_variant
            wins = [result for result in history.results_of_deal(deal, variant) if result.is_won]
            game = _chosen(history, wins, best=best)
        else:
            game = _last_win(history, variant, best=best)
    except HistoryError as error:
        raise InputError(str(error)) from None
    _tell(history)
    if game is None:
        of = f" of {variant.full_title}" if variant else ""
        raise InputError(f"You have no win{of}{f' #{deal}' if deal is not None else ''} yet.")
    return game


def known_par(saved: SavedGame) -> int | None:
    """Return the par of a game's deal, None if it is not known."""
    try:
        return History(SaveStore.of_player().folder).par(saved.game.deal, saved.game.variant)
    except HistoryError:
        return None


def _merit(result: Result) -> tuple[bool, bool, int, float, int]:
    """Return what results are sorted by, the best last."""
    return result.is_won, not result.is_helped, -result.moves, -result.seconds, -result.undos


def _tell(history: History) -> None:
    for notice in history.notices:
        print_error(notice)
