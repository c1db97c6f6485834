"""Rows of the registry of commands, as menus and the title screen offer them."""

from collections.abc import Iterator
from functools import partial

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.controller import Controller
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.dialog import Answer


def answer(ui: Ui, name: str) -> Answer:
    """Return the row of a command, under those of the player's keys for it that no dialog needs for itself."""
    command = BY_NAME[name]
    key, *more = ui.keymap.in_dialog(name) or (command.dialog_key,)
    return Answer(key, command.title, partial(ui.give, name), more_keys=tuple(more))


def has_other_games(controller: Controller, besides: object = None) -> bool:
    """Return whether there are unfinished games besides the one in a save, or else the one being played.

    A deleted game, which can be brought back, counts too.
    """
    store, is_on_table = controller.store, controller.is_on_table
    others = store.has_unfinished(lambda path: path != besides if besides is not None else not is_on_table(path))
    return others or bool(store.deleted())


def rows(ui: Ui, names: list[str]) -> Iterator[tuple[str, Answer]]:
    """Yield commands by name with their rows; a row's key that the player has given to another row is left out."""
    taken = {key for name in names for key in answer(ui, name).actions if BY_NAME[name].dialog_key != key}
    for name in names:
        row = answer(ui, name)
        yield name, row if row.key not in taken or ui.keymap.keys(name) else Answer("", row.text, row.action)
