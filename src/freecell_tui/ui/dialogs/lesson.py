"""Around the guided first game: the offer at the very first start, and what to do after it."""

from collections.abc import Callable
from typing import Final

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.controller.play.lesson import END
from freecell_tui.ui.command_rows import answer
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import Answer, Dialog, Question
from freecell_tui.ui.widgets.parts import Action

_FIRST_DEAL: Final = 1


def lesson_offer(ui: Ui, remember: Action) -> Dialog:
    """Return the question of the very first start; any answer is remembered."""

    def answered(then: Callable[[], None]) -> Action:
        def act() -> None:
            remember()
            ui.close_screen()
            then()

        return act

    no = answered(lambda: None)
    answers = (
        Answer(
            "y",
            "yes, show me how to play",
            answered(lambda: ui.controller.frontend.open(ScreenRequest.LESSON)),
            more_keys=(BY_NAME["learn"].dialog_key,),
        ),
        Answer("n", "no, thanks", no, more_keys=("esc",)),
    )
    text = ("A short guided game shows you how to play.", "It is also on the title screen and in the menu.")
    return Question("New to FreeCell?", text, answers, ui.glyphs, no)


def lesson_over(ui: Ui) -> Dialog:
    """Return what to do after the last step."""

    def leave() -> None:
        ui.close_screen()
        ui.close_screen()

    answers = (
        Answer("1", f"play deal {_FIRST_DEAL}", lambda: resume_or_play(ui.controller, _FIRST_DEAL)),
        answer(ui, "how-to-play"),
        answer(ui, "title"),
        Answer("esc", "leave the lesson", leave),
    )
    title, text = END
    return Question(title, [text], answers, ui.glyphs, leave)
