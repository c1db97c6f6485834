"""The dialogs of what a player keeps: statistics, the daily deal, the journeys, and how a game went."""

from functools import partial
from typing import Final

from freecell_tui.controller.actions import jump_refusal
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.features.daily import GoalFinder, goal_sentence, today
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.controller.features.journeys import JourneyProgress, journeys_progress, play, skip
from freecell_tui.controller.features.share import share_best, watch_best
from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.engine import FREECELL, Game, Move, Variant
from freecell_tui.engine.text import counted
from freecell_tui.solver.analysis import GameCourse
from freecell_tui.storage.history import History
from freecell_tui.storage.results import DailyRecord
from freecell_tui.ui.dialogs.daily import DailyScreen
from freecell_tui.ui.dialogs.journeys import JourneysScreen, NotWonScreen
from freecell_tui.ui.dialogs.review import GameReview
from freecell_tui.ui.dialogs.share import save_picture
from freecell_tui.ui.dialogs.statistics.screen import Question, StatisticsScreen
from freecell_tui.ui.drawing.preview import Preview
from freecell_tui.ui.stack import Ui

_GOAL_SECONDS: Final = 0.1
"""When the goal of the day is looked for: who only passes by starts no solver."""


def open_statistics(ui: Ui) -> None:
    """Show the statistics of all games."""

    def play_again(deal: int, variant: Variant) -> None:
        ui.controller.play_game(Game.new(deal, variant))

    def watch(deal: int, variant: Variant) -> str:
        return watch_best(ui.controller, deal, variant)

    def share(deal: int, variant: Variant) -> str:
        return share_best(ui.controller, deal, variant)

    def ask(question: Question) -> None:
        ui.controller.recorder.find_out(question.ask, partial(dialog.tell, question), dialog.tell_trouble)

    preview = Preview(ui.glyphs, ui.appearance, colour=ui.has_colour)
    dialog = StatisticsScreen(ui.glyphs, ui.close_screen, play_again, watch, ask, preview)
    dialog.offer_sharing(ui.keymap.in_dialog("share"), share)
    ui.push(dialog)


def open_daily(ui: Ui) -> None:
    """Show the daily deal."""
    dialog = DailyScreen(today(), ui.glyphs, ui.close_screen, partial(resume_or_play, ui.controller))

    def ask(history: History) -> DailyRecord:
        return DailyRecord.of(history.wins_by_day(FREECELL))

    def find_goal() -> None:
        if ui.stack.top is dialog:
            ui.controller.finder(GoalFinder).find(today(), lambda goal: dialog.tell_goal(goal_sentence(goal)))

    ui.push(dialog)
    recorder = ui.controller.recorder
    recorder.find_out(ask, dialog.tell, partial(dialog.tell, None))
    recorder.find_out(History.goals_reached, dialog.tell_goals_reached, lambda _: None)
    ui.call_later(_GOAL_SECONDS, find_goal)


def open_journeys(ui: Ui) -> None:
    """Show the journeys."""
    controller, recorder = ui.controller, ui.controller.recorder

    def play_deal(progress: JourneyProgress, deal: int) -> None:
        play(controller, progress, deal)

    def skip_deal(progress: JourneyProgress) -> None:
        is_skipped = recorder.ask(lambda history: skip(history, progress))
        message = "" if is_skipped else "There is no other deal left."
        if (found := recorder.ask(journeys_progress)) is not None:
            dialog.tell(found, message)

    def open_list(progress: JourneyProgress) -> None:
        ui.push(NotWonScreen(progress, ui.glyphs, ui.close_screen, play_deal))

    dialog = JourneysScreen(ui.glyphs, ui.close_screen, play=play_deal, skip=skip_deal, open_list=open_list)
    ui.push(dialog)
    recorder.find_out(journeys_progress, dialog.tell, partial(dialog.tell, ()))


def open_review(ui: Ui) -> None:
    """Show the game review, and go on finding it out while that is shown."""
    controller, advisor = ui.controller, ui.controller.advisor
    game = controller.session.game

    def better_moves(at: int) -> tuple[Move, ...]:
        return advisor.analysis.line(game.seek(at)) if controller.settings.hints else ()

    def go(position: int) -> None:
        ui.show_table()
        count = controller.session.game.position - position
        if count > 0 and (refusal := jump_refusal(controller)):
            controller.notify(Message(refusal, Severity.REFUSAL))
            return
        controller.session.seek(position)
        if count > 0:
            controller.notify(Message(f"{counted(count, 'move')} undone; redo plays them again."))
        elif count < 0:
            controller.notify(Message(f"{counted(-count, 'move')} played again."))
        controller.game_changed()

    def tell(course: GameCourse, left: int) -> None:
        dialog.tell(course, left=left, trouble=advisor.trouble)

    dialog = GameReview(game, better_moves, go, ui.glyphs, ui.close_screen)
    dialog.offer_sharing(ui.keymap.in_dialog("share"), lambda: execute(controller, BY_NAME["share"]))
    dialog.offer_picture(ui.keymap.in_dialog("picture"), partial(save_picture, ui, dialog, dialog.say))
    notes = controller.session.notes
    dialog.show_notes({at: notes[place] for at in range(len(game.boards)) if (place := game.place_at(at)) in notes})
    dialog.after_close = advisor.end_review
    ui.push(dialog)
    advisor.review(game, tell)
