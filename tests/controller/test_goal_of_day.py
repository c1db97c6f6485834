"""The goal of the day in the game: told with the daily deal, judged at the win, marked in the calendar."""

from pathlib import Path

import pytest

from freecell_tui.controller.features.daily import judge
from freecell_tui.engine import FREECELL, Game
from freecell_tui.solver import Solved
from freecell_tui.solver.solve import solve
from freecell_tui.storage.history import History
from freecell_tui.storage.results import deal_of, today
from freecell_tui.storage.saves import SavedGame
from support.plain_driver import Speaker
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


def test_the_win_of_a_daily_deal_is_held_against_its_goal(tmp_path: Path) -> None:
    twos, no_undo = "all four twos home by move 20.", "win without undo."
    rows = [
        (SavedGame(won(22229), 60), "2026-11-22", f"Goal of the day reached: {twos}", {"2026-11-22"}),
        (SavedGame(won(22229), 60), "2026-11-23", f"Goal of the day reached: {twos}", {"2026-11-22"}),
        (SavedGame(won(8178), 60), "2026-11-03", f"Goal of the day reached: {no_undo}", {"2026-11-03"}),
        (SavedGame(won(8178), 60, 1), "2026-11-03", f"The goal of the day was: {no_undo}", set()),
        (SavedGame(won(22229), 60), "2026-11-24", "", set()),
    ]
    for number, (saved, day, note, reached) in enumerate(rows):
        folder = tmp_path / str(number)
        controller = Speaker(folder, after(1, 3)).controller
        judge(controller, saved, day)
        assert controller.recorder.win_notes == ((note,) if note else ())
        assert History(folder).goals_reached() == reached
    controller = Speaker(tmp_path / "helped", after(1, 3)).controller
    judge(controller, SavedGame(won(8178), 60, helped=True), "2026-11-03")
    assert not History(tmp_path / "helped").goals_reached()


def test_the_daily_deal_tells_its_goal_and_the_win_what_became_of_it(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(1, 3))
    goal = speaker.say("daily")[-2]
    assert goal.startswith("Goal of the day: ")
    said = speaker.say(" ".join(str(turn.move) for turn in won(deal_of(today())).turns))
    assert any(line.startswith(("Goal of the day reached: ", "The goal of the day was: ")) for line in said)


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
