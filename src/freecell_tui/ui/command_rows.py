"""Rows of the registry of commands, as menus and the title screen offer them."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from freecell_tui.controller.commands import BY_NAME, TITLE
from freecell_tui.controller.controller import Controller
from freecell_tui.engine import VARIANTS
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import Answer

VARIANT_AFTER: Final = "deal-by-number"


def answer(ui: Ui, name: str) -> Answer:
    """Return the row of a command, under those of the player's keys for it that no dialog needs for itself."""
    command = BY_NAME[name]
    key, *more = ui.keymap.in_dialog(name) or (command.dialog_key,)
    return Answer(key, command.title, partial(ui.give, name), more_keys=tuple(more))


def title_answers(ui: Ui, *, has_others: bool) -> list[Answer]:
    """Return the choices of the title screen; with `has_others`, the unfinished games."""
    names = [name for name in TITLE if has_others or name != "games"]
    return list(rows(ui, names, partial(turn_variant, ui.controller)))


def has_other_games(controller: Controller, besides: object = None) -> bool:
    """Return whether there are unfinished games besides the one in a save, or else the one being played.

    A deleted game, which can be brought back, counts too.
    """
    unfinished = controller.store.unfinished()
    others = (not controller.is_on_table(path) if besides is None else path != besides for path in unfinished)
    return any(others) or bool(controller.store.deleted())


def turn_variant(controller: Controller, by: int) -> None:
    """Let new games be of the next variant, or of the one before, from now on."""
    controller.cancel_request()
    names = list(VARIANTS)
    controller.change_setting("variant", names[(names.index(controller.settings.variant) + by) % len(names)])


def rows(ui: Ui, names: list[str], turn: Callable[[int], None]) -> Iterator[Answer]:
    """Yield the rows of commands, with the one that changes the variant of new games among them.

    A row's key that the player has given to another row is left out.
    """
    taken = {key for name in names for key in answer(ui, name).actions if BY_NAME[name].dialog_key != key}
    for name in names:
        row = answer(ui, name)
        yield row if row.key not in taken or ui.keymap.keys(name) else Answer("", row.text, row.action)
        if name == VARIANT_AFTER:
            text = f"variant ‹{ui.controller.settings.new_game_variant.full_title}›"
            yield Answer("" if "v" in taken else "v", text, partial(turn, 1), "← →", cycle=turn)
