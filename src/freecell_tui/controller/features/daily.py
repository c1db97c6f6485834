"""The goal of the daily deal: found beside the game, and kept for each day on which a win reached it."""

from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple

from freecell_tui.controller.background import DealSearch
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.controller.features.share import daily_of
from freecell_tui.controller.records.results import History
from freecell_tui.controller.table import GameOnTable
from freecell_tui.engine import FREECELL, FreecellError
from freecell_tui.engine.goals import Goal
from freecell_tui.engine.text import counted
from freecell_tui.solver.questions import find_goal
from freecell_tui.solver.results import Ask
from freecell_tui.storage.daily import DailyRecord, deal_of, today
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame


def read_record(history: History, store: SaveStore) -> DailyRecord:
    """Return the player's record of daily deals; raise HistoryError."""
    won, lost = (history.finished_deals(FREECELL, result) for result in ("won", "lost"))
    return DailyRecord.of(history.wins_by_day(FREECELL), won, lost, store.unfinished_deals(FREECELL.name))


class FoundRecord(NamedTuple):
    """A player's daily deals, and the days whose goals were reached as `2026-11-22`."""

    record: DailyRecord
    goals_reached: frozenset[str]


async def find_record(controller: Controller) -> FoundRecord:
    """Return the player's daily deals while keys are heard; raise FreecellError."""
    return await controller.recorder.query(
        lambda history: FoundRecord(read_record(history, controller.store), frozenset(history.goals_reached()))
    )


def find_earlier_goal(controller: Controller, day: date, goal: Goal) -> bool:
    """Return whether an earlier win of a day's deal reached its goal; say why if that cannot be read."""
    return bool(controller.recorder.ask(partial(judge_earlier, day=day, goal=goal)))


def play_daily(controller: Controller, day: date) -> None:
    """Play or resume the deal of a day.

    The goal of today is told as soon as it is known, unless a move comes first.
    """
    resume_or_play(controller, deal_of(day))
    begun = controller.game if controller.has_game else None

    if day == today() and begun is not None and begun.deal == deal_of(day) and not begun.is_won:
        controller.table.scope.start(_tell_goal(controller, day))


async def _tell_goal(controller: Controller, day: date) -> None:
    begun = controller.game
    goal = await goal_of_day(controller, day)
    if goal is not None and controller.game is begun:
        controller.say(f"Goal of the day: {goal}.")


class GoalSearch(DealSearch[date, Goal]):
    """Finds the goals of days."""

    async def search(self, key: date, ask: Ask) -> Goal:
        return await find_goal(key.isoformat(), deal_of(key), ask)


async def goal_of_day(controller: Controller, day: date) -> Goal | None:
    """Return the goal of a day. None without a solver."""
    return await controller.deal_searches.of(GoalSearch).find(day)


def judge_earlier(history: History, day: date, goal: Goal) -> bool:
    """Return whether a day's win reached the goal, and keep that.

    Raise HistoryError. The program may have ended before the goal was known at the win.
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


async def _streak_with(controller: Controller, day: date) -> str:
    """Return a sentence about the streak of days that ends with `day`.

    '' if that day is not won, or the history cannot tell it.
    """
    with suppress(FreecellError):
        record = await controller.recorder.query(lambda history: DailyRecord.of(history.wins_by_day(FREECELL)))
        if day in record.on_the_day:
            streak, longest = record.streak(day), record.longest_streak
            more = f"; the longest was {longest}" if longest > streak else ""
            return f" Daily streak: {counted(streak, 'day')}{more}."
    return ""


async def judge(controller: Controller, table: GameOnTable, win: SavedGame, won_on: str) -> None:
    """Keep whether a win of a daily deal reached its goal.

    The win's notes say so, and the streak of days.
    `won_on` is the local date of the win or ''. A deal also counts on the day after its own. A win with help reaches no
    goal.
    """
    day = daily_of(win, won_on)
    if day is None:
        return
    is_known = day in controller.deal_searches.of(GoalSearch).known
    streak = await _streak_with(controller, day) if won_on == day.isoformat() and not win.helped else ""
    goal = await goal_of_day(controller, day)
    if goal is None:
        table.win_notes = tuple(filter(None, (streak.lstrip(), *table.win_notes)))
        return
    is_reached = not win.helped and goal.is_reached(win.game, win.undos)
    how = "a win with help reaches no goal" if win.helped else "" if is_reached else goal.missed_by(win.game, win.undos)
    note = f"Goal of the day {f'missed: {how}' if how else f'reached: {goal}'}.{streak}"
    table.win_notes = (note, *table.win_notes)
    if controller.frontend.has_screen and not is_known:
        # The summary may be closed, or another game on the table, by now.
        controller.say(note)
    if is_reached:
        controller.recorder.change(
            ("goal", day.isoformat()),
            lambda history: history.set_goal_reached(day.isoformat(), str(goal)),
            "You reached the goal of the day, but this could not be saved.",
        )
