"""The goal of the day in the game: told with the daily deal, judged at the win, marked in the calendar."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from freecell_tui.controller.features.daily import judge, judge_earlier
from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.goals import Goal, GoalKind
from freecell_tui.solver import Solved
from freecell_tui.solver.solve import solve
from freecell_tui.storage.daily import deal_of, today
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame, new_id
from freecell_tui.storage.settings import AnimationSpeed
from support.plain_driver import Speaker
from support.tasks import outcome_of
from support.ui_driver import NO_VERDICT, after, seated


def won(deal: int) -> Game:
    """A deal as the solver wins it at once."""
    game = Game.new(deal)
    result = solve(game.board, FREECELL)
    assert isinstance(result, Solved)
    for move in result.moves:
        if not game.is_won:
            game = game.play(move, finish=True)
    return game


def test_the_win_of_a_daily_deal_is_held_against_its_goal(tmp_path: Path, subtests: pytest.Subtests) -> None:
    twos, no_undo = "all four twos home by move 20.", "win without undo."
    rows = [
        (SavedGame(won(22229), 60), "2026-11-22", f"Goal of the day reached: {twos}", {"2026-11-22"}),
        (SavedGame(won(22229), 60), "2026-11-23", f"Goal of the day reached: {twos}", {"2026-11-22"}),
        (SavedGame(won(8178), 60), "2026-11-03", f"Goal of the day reached: {no_undo}", {"2026-11-03"}),
        (SavedGame(won(8178), 60, 1), "2026-11-03", "Goal of the day missed: you used undo once.", set()),
        (SavedGame(won(22229), 60), "2026-11-24", "", set()),
    ]
    for number, (saved, day, note, reached) in enumerate(rows):
        with subtests.test(saved=saved):
            folder = tmp_path / str(number)
            controller = Speaker(folder, after(1, 3)).controller
            outcome_of(judge(controller, controller.table, saved, day))
            assert controller.table.win_notes == ((note,) if note else ())
            assert History(folder).goals_reached() == reached
    controller = Speaker(tmp_path / "helped", after(1, 3)).controller
    outcome_of(judge(controller, controller.table, SavedGame(won(8178), 60, helped=True), "2026-11-03"))
    assert controller.table.win_notes == ("Goal of the day missed: a win with help reaches no goal.",)
    assert not History(tmp_path / "helped").goals_reached()


def test_the_win_of_a_daily_deal_tells_the_streak_of_days(tmp_path: Path) -> None:
    days = [date(2026, 11, day) for day in (1, 2, 3)]
    controller = Speaker(tmp_path, after(1, 3)).controller
    history = History(tmp_path)
    for day in days:
        win = SavedGame(won(deal_of(day)), 60, saved=f"{day}T12:00:00Z", id=new_id())
        controller.table.win_notes = ("Winning streak: 2.",)
        history.record_win(win)
        outcome_of(judge(controller, controller.table, win, str(day)))
        notes = controller.table.win_notes
        assert notes[0].startswith("Goal of the day ")
        assert notes[0].endswith(f". Daily streak: {day.day} day{'s' if day.day > 1 else ''}.")
        assert list(notes[1:]) == ["Winning streak: 2."]
    outcome_of(judge(controller, controller.table, win, "2026-11-04"))
    assert "Daily streak" not in controller.table.win_notes[0], "a day late"


def test_the_daily_deal_tells_its_goal_and_the_win_what_became_of_it(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(1, 3))
    goal = speaker.say("daily")[-2]
    assert goal.startswith("Goal of the day: ")
    said = speaker.say(" ".join(str(turn.move) for turn in won(deal_of(today())).turns))
    assert any(line.startswith(("Goal of the day reached: ", "Goal of the day missed: ")) for line in said)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 16), (80, 24)])
def test_the_daily_screen_shows_the_goal_and_marks_the_days_on_which_it_was_reached(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    History(tmp_path).set_goal_reached(today().isoformat(), "win without undo")
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=size) as seat:
        seat.press("D")
        goals = ("home by move", "in with", "in in at most")
        seat.wait(lambda: any(goal in seat.text for goal in goals), "the goal")
        seat.see(f"{seat.app.glyphs.markers[-1]}{today().day}")


def test_a_goal_that_was_reached_before_it_was_known_is_kept_when_it_is(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    day = date(2026, 11, 3)
    goal = Goal(GoalKind.NO_UNDO)
    for undos, helped, is_reached in ((1, False, False), (0, True, False), (0, False, True)):
        with subtests.test(undos=undos, helped=helped):
            history = History(tmp_path / f"{undos} {helped}")
            moment = "2026-11-03T12:00:00Z"
            history.record_win(
                SavedGame(won(8178), 60, undos, helped=helped, started=moment, saved=moment, id=new_id())
            )
            assert judge_earlier(history, day, goal) == is_reached
            assert history.goals_reached() == ({"2026-11-03"} if is_reached else set())


@pytest.mark.slow
@pytest.mark.parametrize("leaves", [False, True])
def test_a_goal_that_is_not_known_at_the_win_is_told_as_soon_as_it_is(tmp_path: Path, *, leaves: bool) -> None:
    game = won(deal_of(today()))
    settings = replace(NO_VERDICT, animation=AnimationSpeed.OFF)
    with seated(tmp_path, game.undo(), settings=settings) as seat:
        seat.press(*str(game.turns[-1].move))
        seat.draw()
        if leaves:
            seat.later(1)
            seat.press("n")
        seat.wait(lambda: "Goal of the day" in seat.message, "the goal")
        assert (seat.message in seat.controller.table.win_notes) != leaves
