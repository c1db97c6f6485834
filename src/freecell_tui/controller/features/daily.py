"""The goal of the daily deal: found beside the game, and kept for each day on which a win reached it."""

from collections.abc import Callable
from datetime import date, timedelta

from freecell_tui.controller.background import SideFinder
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.controller.features.share import daily_of
from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.goals import Goal
from freecell_tui.solver.questions import find_goal
from freecell_tui.storage.history import History
from freecell_tui.storage.results import DailyRecord, deal_of, today
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame


def read_record(history: History, store: SaveStore) -> DailyRecord:
    """Return what became of the daily deals; raise HistoryError."""
    won, lost = (history.finished_deals(FREECELL, result) for result in ("won", "lost"))
    return DailyRecord.of(history.wins_by_day(FREECELL), won, lost, store.unfinished_deals(FREECELL.name))


def occasion(game: Game) -> str:
    """Return how a game of today's daily deal, or of yesterday's, is called; '' for any other game."""
    if game.variant != FREECELL:
        return ""
    day = today()
    if game.deal == deal_of(day):
        return "Daily deal"
    return "Yesterday’s daily deal" if day > date.min and game.deal == deal_of(day - timedelta(days=1)) else ""


def play_daily(controller: Controller, day: date) -> None:
    """Play or resume the deal of a day; the goal of today is told as soon as it is known, unless a move was first."""
    resume_or_play(controller, deal_of(day))
    begun = controller.game if controller.has_game else None

    def tell(goal: Goal) -> None:
        if controller.has_game and controller.game is begun:
            controller.say(f"Goal of the day: {goal}.")

    if day == today() and begun is not None and begun.deal == deal_of(day) and not begun.is_won:
        controller.finder(GoalFinder).find(day, tell)


class GoalFinder(SideFinder[date, Goal]):
    def find(self, day: date, tell: Callable[[Goal], None]) -> None:
        """Call `tell` with the goal of a day as soon as it is known; never without a solver."""
        self.search(day, find_goal(day.isoformat(), deal_of(day)), tell)


def judge_earlier(history: History, day: date, goal: Goal) -> bool:
    """Return whether a win of a day's deal reached its goal, and keep that; raise HistoryError.

    The program may have ended before the goal was known at the win.
    """
    name, wins = day.isoformat(), history.results_of_deal(deal_of(day), FREECELL)
    if name in history.goals_reached():
        return True
    days = [each.isoformat() for each in (day, day + timedelta(days=1))]
    games = (history.saved_game(win.id) for win in wins if win.is_own_win and win.day in days)
    is_reached = any(saved is not None and goal.is_reached(saved.game, saved.undos) for saved in games)
    if is_reached:
        history.set_goal_reached(name, str(goal))
    return is_reached


def judge(controller: Controller, win: SavedGame, won_on: str) -> None:
    """Keep whether the win of a daily deal reached its goal, and add that to the win's notes as soon as it is known.

    It was won on the local date `won_on`, '' if unknown: that of its own day or, made up, of the day after. A win with
    help reaches no goal.
    """
    day, recorder = daily_of(win, won_on), controller.recorder
    if day is None:
        return
    on_table = controller.game
    is_later = False

    def tell(goal: Goal) -> None:
        is_reached = not win.helped and goal.is_reached(win.game, win.undos)
        note = f"Goal of the day {'' if is_reached else 'not '}reached: {goal}."
        if controller.game is on_table:
            recorder.win_notes = (note, *recorder.win_notes)
        if is_later:
            # The summary may be closed, or another game on the table, by now.
            controller.say(note)
        if is_reached:
            recorder.change(
                ("goal", day.isoformat()),
                lambda history: history.set_goal_reached(day.isoformat(), str(goal)),
                "You reached the goal of the day, but this could not be saved.",
            )

    controller.finder(GoalFinder).find(day, tell)
    is_later = True
