"""What to do where no move is left, and before and after giving up."""

from functools import partial

from freecell_tui.controller.actions import start_over
from freecell_tui.controller.commands import AFTER_GIVING_UP, BY_NAME, DEAD_END
from freecell_tui.controller.play.game import clock_text
from freecell_tui.engine.text import counted
from freecell_tui.ui.command_rows import answer
from freecell_tui.ui.context import Ui
from freecell_tui.ui.dialogs.next_in_tournament import next_in_tournament
from freecell_tui.ui.widgets.dialog import Answer, Dialog, Question


def dead_end(ui: Ui) -> Dialog:
    """Return what to do when no move is left."""
    controller = ui.controller
    names = (name for name in DEAD_END if BY_NAME[name].disabled(controller) is None)
    answers = (*(answer(ui, name) for name in names), Answer("esc", "back to the table", ui.close_screen))
    no_move = controller.session.game.is_lost
    text = "No card can move." if no_move else "Every move only undoes the last one."
    return Question("Dead end", [text], answers, ui.glyphs, ui.close_screen)


def give_up(ui: Ui) -> Dialog:
    """Return the question whether the game is to count as lost."""
    controller = ui.controller
    controller.keep()
    saved = controller.saved_game()
    game = saved.game
    time = f", {clock_text(saved.elapsed)}" if controller.settings.clock else ""
    text = f"{game.variant.full_title} #{game.deal}: {counted(game.moves_made, 'move')}{time}."
    answers = (
        Answer("esc", "play on", ui.close_screen),
        Answer(_key(ui, "give-up"), "give it up: it counts as lost", controller.give_up),
    )
    return Question("Give this game up?", [text], answers, ui.glyphs, ui.close_screen)


def given_up(ui: Ui) -> Dialog:
    """Return what to do after giving up."""
    controller, game = ui.controller, ui.controller.session.game

    def take_back() -> None:
        ui.close_screen()
        controller.take_back_giving_up()

    *rows, leave = (answer(ui, name) for name in AFTER_GIVING_UP)
    answers = (
        *next_in_tournament(ui),
        *rows,
        Answer(
            _key(ui, "restart"),
            "play this deal again",
            partial(start_over, controller),
        ),
        Answer(_key(ui, "undo"), "don’t give up: play on", take_back),
        leave,
        Answer("esc", "back to the table", ui.close_screen),
    )
    text = f"{game.variant.full_title} #{game.deal} counts as lost."
    return Question("Given up", [text], answers, ui.glyphs, ui.close_screen)


def _key(ui: Ui, name: str) -> str:
    return next(iter(ui.keymap.in_dialog(name)), "")
