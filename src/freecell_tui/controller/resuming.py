"""Playing on: an unfinished game, from its save or of a deal that is to be played."""

from pathlib import Path

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.engine import FREECELL, Game
from freecell_tui.storage.saves import SaveError


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
    controller.play_game(Game.new(deal, FREECELL), asks=False)


def kept_note(controller: Controller, game: Game) -> str:
    """Return that the unfinished game of a deal is kept that is begun anew; '' if there is none, or it is left now."""
    if controller.is_playing_deal_of(game) or controller.store.find_unfinished(game.deal, game.variant) is None:
        return ""
    return " Your unfinished game of this deal is kept."


def resume_same_deal(controller: Controller) -> bool:
    """Resume the unfinished game of the deal on the table that was played last; return whether there is one."""
    found = controller.store.find_unfinished(controller.session.game.deal, controller.session.game.variant)
    if found is None:
        return False
    save_file, saved = found
    controller.play_saved(saved, save_file)
    return True
