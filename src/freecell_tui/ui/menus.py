"""Rows of the registry of commands, as menus and the title screen offer them."""

from functools import partial
from typing import Final

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.controller import Controller
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.dialog import Answer
from freecell_tui.ui.widgets.parts import Action

DEAL_NUMBERS: Final = "1–32,000 are Windows deals; -1 and -2 cannot be won, -3 wins in one move"
"""What there is to say of numbers where one is typed."""


def answer(ui: Ui, name: str) -> Answer:
    """Return the row of a command, under the keys that give it in a dialog."""
    key, *more = ui.keymap.in_dialog(name) or ("",)
    return Answer(key, BY_NAME[name].title, partial(ui.give, name), more_keys=tuple(more))


def closing(ui: Ui, action: Action) -> Action:
    """Return what closes the top screen, and then does `action`."""

    def act() -> None:
        ui.close_screen()
        action()

    return act


def has_other_games(controller: Controller, besides: object = None) -> bool:
    """Return whether there are unfinished games besides the one in a save, or else the one being played.

    A deleted game, which can be brought back, counts too.
    """
    store, is_on_table = controller.store, controller.is_on_table
    others = store.has_unfinished(lambda path: path != besides if besides is not None else not is_on_table(path))
    return others or bool(store.deleted())
