"""The menu: what there is to choose besides playing on."""

from typing import Final

from freecell_tui.controller.commands import BY_NAME, MENU
from freecell_tui.controller.controller import Controller
from freecell_tui.ui.command_rows import VARIANT_AFTER, has_other_games, rows, turn_variant
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import Answer, Dialog, Question

_ONLY_WHEN_ON: Final = ("restart", "bookmarks", "give-up")


def menu(ui: Ui, focus: int = 0) -> Dialog:
    """Return what there is to choose besides playing on; `focus` is the row that is chosen at first."""
    back = Answer("esc", "back to the game", ui.close_screen, more_keys=ui.keymap.keys("menu"))
    names = [name for name in MENU if _is_offered(ui.controller, name)]

    def turn(by: int) -> None:
        turn_variant(ui.controller, by)
        ui.replace(menu(ui, 1 + names.index(VARIANT_AFTER) + 1))

    answers = [back, *rows(ui, names, turn)]
    return Question("Menu", (), answers, ui.glyphs, ui.close_screen, focus=focus)


def _is_offered(controller: Controller, name: str) -> bool:
    if name == "games":
        return has_other_games(controller)
    if name == "last-winnable":
        return controller.has_advisor and controller.advisor.is_known_lost
    return name not in _ONLY_WHEN_ON or BY_NAME[name].disabled(controller) is None
