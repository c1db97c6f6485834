"""The question whom to race: a win of the player, the solver or a friend."""

from functools import partial

from freecell_tui.controller.features import race
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import LineField, Prompt, Question


def opponents(ui: Ui) -> Dialog:
    """Return the question whom to race.

    Where no game is shown, only a friend can be raced.
    """
    controller = ui.controller
    if not ui.shows_game:
        return race_code(ui)
    wins = race.own_wins(controller)
    best = "your best win, with help" if all(win.is_helped for win in wins) else "your best win"
    choices = []
    if wins:
        choices.append(Choice("b", best, ui.closing(partial(race.race_win, controller))))
    if len(wins) > 1:
        choices.append(Choice("w", "your last win", ui.closing(partial(race.race_win, controller, is_last=True))))
    choices.append(Choice("s", "the solver", ui.closing(partial(race.race_solver, controller))))
    choices.append(Choice("c", "a friend, by share code", partial(_replace_with_race_code, ui)))
    return Question(ui, "Race against whom?", (), choices)


def _replace_with_race_code(ui: Ui) -> None:
    ui.replace(race_code(ui))


def race_code(ui: Ui) -> Dialog:
    """Return the prompt for the share code of a game to race."""
    return Prompt(
        ui,
        "Race a friend",
        LineField("", longest=8192),
        partial(race.race_code, ui.controller),
        about="Paste the share code of a win.",
        word="race",
        label="Code: ",
    )
