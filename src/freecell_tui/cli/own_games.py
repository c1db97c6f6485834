"""The player's own finished games, by their deals."""

from freecell_tui.cli.inputs import InputError
from freecell_tui.cli.options import print_error
from freecell_tui.engine import Variant
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings_file import SettingsFile


def own_game(deal: int, variant: Variant | None, *, best: bool) -> SavedGame:
    """Return the player's last or best finished game of a deal; raise InputError if there is none.

    Without a `variant` it is a game of the one that the settings name. The best is a win without help, then one of few
    moves, then a quick one.
    """
    variant = variant or SettingsFile.of_player().load().settings.new_game_variant
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
