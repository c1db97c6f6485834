"""Playing on: an unfinished game, from its save or of a deal that is to be played."""

from pathlib import Path

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.controller.new_games import unfinished_game
from freecell_tui.engine import FREECELL, Game
from freecell_tui.storage.saves import SavedGame, SaveError


def open_save(controller: Controller, path: Path) -> str:
    """Play on the unfinished game in a save; return why not, or ''."""
    if controller.is_on_table(path):
        controller.frontend.open(ScreenRequest.TABLE)
        return ""
    try:
        save_file, saved = controller.store.open(path)
    except SaveError as error:
        return str(error)
    controller.play_saved(saved, save_file)
    return ""


def resume_or_play(controller: Controller, deal: int) -> None:
    """Play a deal of FreeCell with four cells and no house rules: its unfinished game, or a new one."""
    if _is_playing(controller, deal):
        controller.frontend.open(ScreenRequest.TABLE)
        return
    controller.keep()
    found = controller.store.find_unfinished(deal, FREECELL)
    save_file, saved = found or (None, SavedGame(Game.new(deal, FREECELL)))
    controller.play_saved(saved, save_file)


def _is_playing(controller: Controller, deal: int) -> bool:
    """Whether the game being played is one of this deal of FreeCell that can be played on."""
    if not controller.has_game or controller.autosave.is_discarded:
        return False
    game = controller.session.game
    return (game.deal, game.variant) == (deal, FREECELL) and not game.is_won


def resume_same_deal(controller: Controller) -> bool:
    """Resume the unfinished game of the deal on the table that was played last; return whether there is one."""
    found = unfinished_game(controller.store, controller.session.game)
    if found is None:
        return False
    save_file, saved = found
    controller.play_saved(saved, save_file)
    return True
