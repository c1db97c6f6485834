"""Goals of the day: which one a day has, and whether a game reaches it."""

from dataclasses import replace
from datetime import date

import pytest

from freecell_tui.engine import FREECELL, Autoplay, Board, Game, Move, PileKind, move_size, refusal
from freecell_tui.engine.cards import Suit
from freecell_tui.engine.deals import daily_deal
from freecell_tui.engine.goals import Goal, GoalKind, possible_goals
from freecell_tui.solver import Solved, SolverResult
from freecell_tui.solver.questions import find_goal
from freecell_tui.solver.results import SolverQuery
from freecell_tui.solver.solve import solve
from support.games import played, solved_game
from support.solutions import STANDARD
from support.strategies import small_table
from support.tasks import outcome_of


def solved(day: date) -> tuple[Goal, list[Solved]]:
    """The goal of a day, and what the solver said until it was found."""
    results = list[Solved]()

    async def ask(query: SolverQuery) -> SolverResult:
        assert query.budget.seconds is None, "the goal would depend on the machine"
        result = solve(query.board, query.variant, autoplay=query.autoplay, short=query.short, budget=query.budget)
        assert isinstance(result, Solved)
        results.append(result)
        return result

    return outcome_of(find_goal(day.isoformat(), daily_deal(day.isoformat()), ask)), results


def test_a_day_has_the_same_goal_everywhere_and_the_solvers_line_reaches_it(subtests: pytest.Subtests) -> None:
    for day, text in (
        (3, "win without undo"),
        (4, "win with three free cells"),
        (8, "all four threes home by move 40"),
        (9, "both black sevens home by move 55"),
        (22, "all four twos home by move 20"),
        (26, "win in at most 40 moves"),
    ):
        with subtests.test(day=day):
            there = date(2026, 11, day)
            goal, results = solved(there)
            assert str(goal) == text
            for result in results[-1:]:
                game = Game.new(daily_deal(there.isoformat()))
                for move in result.moves:
                    game = game if game.is_won else game.play(move, finish=True)
                assert (game.is_won, goal.is_reached(game, 0)) == (True, True)
    for day in range(1, 29):
        assert Goal(GoalKind.NO_UNDO) in possible_goals(f"2026-02-{day:02}")


def test_a_game_reaches_a_goal_or_not_and_a_card_on_its_way_home_is_in_a_cell_too(subtests: pytest.Subtests) -> None:
    won = solved_game(617)
    for goal, most, less, how in (
        (
            Goal(GoalKind.HOME, 0, 1, (Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS, Suit.HEARTS)),
            50,
            12,
            "all four aces were home by move 28, not 12",
        ),
        (Goal(GoalKind.MOVES), 59, 58, "you took 59 moves, not 58"),
        (Goal(GoalKind.CELLS), 4, 3, "you used four free cells, not three"),
        (Goal(GoalKind.CELLS), 4, 1, "you used four free cells, not one"),
    ):
        with subtests.test(goal=goal):
            assert [goal._replace(number=number).is_reached(won, 0) for number in (most, less)] == [True, False]
            assert goal._replace(number=less).missed_by(won, 0) == how
    assert Goal(GoalKind.NO_UNDO).missed_by(won, 3) == "you used undo 3 times"
    assert [Goal(GoalKind.NO_UNDO).is_reached(won, undos) for undos in (0, 1)] == [True, False]
    two = small_table("3H AC 2C", FREECELL)
    game = Game(FREECELL, 617, (two,)).play(Move.parse("1a"), Autoplay.ALL)
    assert game.board.foundations[Suit.CLUBS] == 2
    assert [Goal(GoalKind.CELLS, cells).is_reached(game, 0) for cells in (0, 1)] == [False, True]


def test_a_supermove_needs_the_free_cells_that_it_uses_for_a_moment() -> None:
    goal, three, judged = Goal(GoalKind.CELLS, 3), FREECELL.with_cells(3), set[bool]()
    words = STANDARD[617].split()
    for at, word in enumerate(words):
        before = played(Game.new(617), " ".join(words[:at]))
        after = before.play(Move.parse(word))
        cells = before.board.free_cells
        if cells[3] is None and after.board.free_cells[3] is None:
            move = after.turns[-1].move
            assert move is not None
            if move.target.kind is PileKind.COLUMN:
                move = replace(move, count=move_size(before.board, move, FREECELL))
            one = Game(FREECELL, 617, (before.board, after.board), after.turns[-1:], 1)
            smaller = Board(before.board.columns, cells[:3], before.board.foundations)
            judged.add(goal.is_reached(one, 0))
            assert goal.is_reached(one, 0) == (refusal(smaller, move, three) is None), word
    assert judged == {True, False}
