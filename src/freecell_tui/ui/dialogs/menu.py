"""The menu: what there is to choose besides playing on."""

from typing import Final

from freecell_tui.controller.commands import BY_NAME, MENU
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.variant_choice import new_games_title
from freecell_tui.ui.command_rows import has_other_games, rows
from freecell_tui.ui.context import Ui
from freecell_tui.ui.dialogs.variants import VariantChooser
from freecell_tui.ui.widgets.dialog import Answer, Dialog, Question

_ONLY_WHEN_ON: Final = ("restart", "bookmarks", "give-up")


def menu(ui: Ui) -> Dialog:
    """Return what there is to choose besides playing on."""
    back = Answer("esc", "back to the game", ui.close_screen, more_keys=ui.keymap.keys("menu"))
    names = [name for name in MENU if _is_offered(ui.controller, name)]
    title = new_games_title(ui.controller.settings.new_game_variant)
    answers = [
        row._replace(text=f"new games: {title}", action=lambda: ui.stack.replace(VariantChooser(ui)))
        if name == "variants"
        else row
        for name, row in rows(ui, names)
    ]
    return Question("Menu", (), [back, *answers], ui.glyphs, ui.close_screen)


def _is_offered(controller: Controller, name: str) -> bool:
    if name == "games":
        return has_other_games(controller)
    if name == "last-winnable":
        return controller.has_advisor and controller.advisor.shows_lost
    return name not in _ONLY_WHEN_ON or BY_NAME[name].disabled(controller) is None
