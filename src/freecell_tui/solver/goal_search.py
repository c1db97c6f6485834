"""The goal of a day: the first of its wishes that the solver can show to be within reach."""

from collections.abc import Generator
from typing import Final

from freecell_tui.engine import FREECELL, Autoplay, Game, Move, deal
from freecell_tui.engine.goals import Goal, GoalKind, wishes
from freecell_tui.solver.par import MAX_STATES, par_query
from freecell_tui.solver.protocol import SolverQuery
from freecell_tui.solver.results import Budget, Solved, SolverResult

_ROUND: Final = 5
"""Moves are rounded up to a multiple of this, so that there is some slack."""

GoalSearch = Generator[SolverQuery, SolverResult, Goal]


def find_goal(day: str, number: int) -> GoalSearch:
    """Yield what to ask the solver for the goal of a day and its deal, and return the goal.

    The limits are positions and no time, so that it is the same on every machine.
    """
    for wish in wishes(day):
        if wish.kind is GoalKind.NO_UNDO:
            return wish
        result = yield _query(wish, number)
        if isinstance(result, Solved) and (goal := _within_reach(wish, number, result.moves)) is not None:
            return goal
    raise AssertionError


def _query(wish: Goal, number: int) -> SolverQuery:
    if wish.kind is GoalKind.MOVES:
        return par_query(Game.new(number))
    variant = FREECELL.with_cells(wish.number) if wish.kind is GoalKind.CELLS else FREECELL
    return SolverQuery(deal(number, variant), variant, budget=Budget(states=MAX_STATES))


def _within_reach(wish: Goal, number: int, moves: tuple[Move, ...]) -> Goal | None:
    """Return a wish with the number that a winning line reaches, rounded up; None if the line does not."""
    if wish.kind is GoalKind.CELLS:
        return wish
    game = Game.new(number)
    for move in moves:
        if not game.is_won:
            game = game.play(move, Autoplay.SAFE, finish=True)
    if wish.kind is GoalKind.MOVES:
        needed = game.moves_made
    else:
        needed = next(at for at, board in enumerate(game.boards) if wish.are_home(board))
    return wish._replace(number=-(-needed // _ROUND) * _ROUND)
