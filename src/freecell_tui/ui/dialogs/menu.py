"""The menu: what there is to choose besides playing on."""

from collections.abc import Sequence
from typing import Any, Final

from freecell_tui.controller.commands import BY_NAME, MENU
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import new_games_title
from freecell_tui.ui.command_rows import has_other_games, rows
from freecell_tui.ui.context import Ui
from freecell_tui.ui.dialogs.variants import VariantChooser
from freecell_tui.ui.widgets.dialog import Answer, Dialog, Question

_ARROWS: Final = ("left", "right", "up", "down")
_ONLY_WHEN_ON: Final = ("undo", "hint", "restart", "bookmarks", "give-up")
_ONLY_WHEN_LOST: Final = ("where-lost",)


def menu(ui: Ui) -> Dialog:
    """Return what there is to choose besides playing on."""
    back = Answer("esc", "back to the game", ui.close_screen, more_keys=ui.keymap.keys("menu"))
    names = [name for name in MENU if _is_offered(ui.controller, name)]
    title = new_games_title(ui.controller.settings.new_game_variant)
    # Undo's other keys are not the menu's: Backspace goes back in other dialogs.
    rows_by_name = [(name, row._replace(more_keys=()) if name == "undo" else row) for name, row in rows(ui, names)]
    answers = [
        row._replace(text=f"new games: {title}", action=lambda: ui.stack.replace(VariantChooser(ui)))
        if name == "variants"
        else row
        for name, row in rows_by_name
    ]
    return MenuDialog(ui, [back, *answers])


class MenuDialog(Question):
    """The menu; a key of the table that it does not have closes it, and does at the table what it always does."""

    def __init__(self, ui: Ui, answers: Sequence[Answer]) -> None:
        super().__init__("Menu", (), answers, ui.glyphs, ui.close_screen)
        self._ui = ui

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key means in the menu, or else at the table."""
        left = super().keypress(size, key)
        if left is None or not self._is_for_table(left):
            return left
        self._ui.close_screen()
        self._ui.stack.top.keypress(size, left)
        return None

    def _is_for_table(self, key: str) -> bool:
        """Return whether a key chooses a pile or gives a command; arrows, and what stands for them, are the menu's."""
        if len(key) > 1:
            return False
        keymap = self._ui.keymap
        command = keymap.find(key)
        is_arrow = command is not None and command.name in _ARROWS
        return not is_arrow and (
            command is not None or keymap.pile(key, self._ui.controller.session.game.variant) is not None
        )


def _is_offered(controller: Controller, name: str) -> bool:
    if name == "games":
        return has_other_games(controller)
    if name == "last-winnable":
        return controller.has_advisor and controller.advisor.can_go_back
    if name in _ONLY_WHEN_LOST:
        return controller.has_advisor and controller.advisor.shows_lost
    return name not in _ONLY_WHEN_ON or BY_NAME[name].disabled(controller) is None
