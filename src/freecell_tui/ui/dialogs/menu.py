"""The menu, and the choices of the title screen: rows of the registry of commands."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from freecell_tui.controller.commands import BY_NAME, MENU, TITLE
from freecell_tui.controller.controller import Controller
from freecell_tui.engine import VARIANTS
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import Answer, Dialog, Question

_ONLY_WHEN_ON: Final = ("restart", "bookmarks", "give-up")
_VARIANT_AFTER: Final = "deal-by-number"


def answer(ui: Ui, name: str) -> Answer:
    """Return the row of a command, under the keys that the player has for it."""
    command = BY_NAME[name]
    key, *more = ui.keymap.keys(name) or (command.dialog_key,)
    return Answer(key, command.title, partial(ui.give, name), more_keys=tuple(more))


def menu(ui: Ui, focus: int = 0) -> Dialog:
    """Return what there is to choose besides playing on; `focus` is the row that is chosen at first."""
    back = Answer("esc", "back to the game", ui.close_screen, more_keys=ui.keymap.keys("menu"))
    names = [name for name in MENU if _is_offered(ui.controller, name)]

    def turn(by: int) -> None:
        turn_variant(ui.controller, by)
        ui.replace(menu(ui, 1 + names.index(_VARIANT_AFTER) + 1))

    answers = [back, *_rows(ui, names, turn)]
    return Question("Menu", (), answers, ui.glyphs, ui.close_screen, focus=focus)


def title_answers(ui: Ui, *, has_others: bool) -> list[Answer]:
    """Return the choices of the title screen; with `has_others`, the unfinished games."""
    names = [name for name in TITLE if has_others or name != "games"]
    return list(_rows(ui, names, partial(turn_variant, ui.controller)))


def _is_offered(controller: Controller, name: str) -> bool:
    if name == "games":
        return has_other_games(controller)
    if name == "last-winnable":
        return controller.has_advisor and controller.advisor.is_known_lost
    return name not in _ONLY_WHEN_ON or BY_NAME[name].disabled(controller) is None


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


def _rows(ui: Ui, names: list[str], turn: Callable[[int], None]) -> Iterator[Answer]:
    """Yield the rows of commands, with the one that changes the variant of new games among them.

    A row's key that the player has given to another row is left out.
    """
    taken = {key for name in names for key in answer(ui, name).actions if BY_NAME[name].dialog_key != key}
    for name in names:
        row = answer(ui, name)
        yield row if row.key not in taken or ui.keymap.keys(name) else Answer("", row.text, row.action)
        if name == _VARIANT_AFTER:
            text = f"variant ‹{ui.controller.settings.new_game_variant.full_title}›"
            yield Answer("" if "v" in taken else "v", text, partial(turn, 1), "← →", turn=turn)
