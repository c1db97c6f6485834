"""The daily deal and its goal: which ones the player has won, playing that of a day, and what its goal is."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final

from freecell_tui.controller.advice.transport import SideFinder
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.controller.features.share import daily_of
from freecell_tui.controller.frontend import FrontEnd
from freecell_tui.controller.records.results import ResultRecorder
from freecell_tui.engine import FREECELL
from freecell_tui.engine.goals import Goal
from freecell_tui.solver.questions import find_goal
from freecell_tui.storage.results import DailyRecord, deal_of
from freecell_tui.storage.saves import SavedGame

_DAY: Final = timedelta(days=1)


def today() -> date:
    """Return the date where the player is."""
    return datetime.now().astimezone().date()


def daily_record(controller: Controller) -> DailyRecord | None:
    """Return which daily deals are won; None if the history cannot say, which the player is told."""
    controller.recorder.import_all_missed_wins()
    wins = controller.recorder.ask(lambda history: history.wins_by_day(FREECELL))
    return None if wins is None else DailyRecord.of(wins)


def play_yesterday(controller: Controller, record: DailyRecord | None) -> bool:
    """Play the deal of yesterday, to make it up; return False if it is won already, as far as `record` says."""
    if record is not None and not record.can_be_made_up(today()):
        return False
    resume_or_play(controller, deal_of(today() - _DAY))
    return True


# The goal of the day: found beside the game, and kept for each day on which it was reached.


class GoalFinder(SideFinder[date, Goal]):
    """Finds the goals of days."""

    def __init__(self, frontend: FrontEnd, recorder: ResultRecorder) -> None:
        super().__init__(frontend)
        self._recorder = recorder

    def find(self, day: date, tell: Callable[[Goal], None]) -> None:
        """Call `tell` with the goal of a day as soon as it is known; never without a solver."""
        self._find(day, lambda: find_goal(day.isoformat(), deal_of(day)), tell)

    def judge(self, win: SavedGame, won_on: str) -> None:
        """Keep whether the win of a daily deal reached its goal, and add that to the win's notes.

        It was won on the local date `won_on`, '' if unknown: that of its own day or, made up, of the day after.
        """
        game, day = win.game, daily_of(win, won_on)
        if day is None or win.helped:
            return

        def tell(goal: Goal) -> None:
            if not goal.is_reached(game, win.undos):
                self._note(f"The goal of the day was: {goal}.")
                return
            self._note(f"Goal of the day reached: {goal}.")
            self._recorder.change(
                ("goal", day.isoformat()),
                lambda history: history.set_goal_reached(day.isoformat(), str(goal)),
                "That the goal of the day was reached is not kept.",
            )

        self.find(day, tell)

    def _note(self, sentence: str) -> None:
        self._recorder.win_notes = (*self._recorder.win_notes, sentence)


def goal_sentence(goal: Goal) -> str:
    """Return a goal as a sentence of its own."""
    return f"Goal: {goal}."
