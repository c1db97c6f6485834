"""Questions about deals: par, the goal of a day, and the deals of a tournament.

Every limit is in positions, not in time, so that the answers are the same on every machine.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from freecell_tui.engine import FREECELL, Autoplay, Board, Game, Variant, deal
from freecell_tui.engine.deals import ANY
from freecell_tui.engine.goals import Goal, GoalKind, possible_goals
from freecell_tui.engine.text import NotationError
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.solver.analysis import difficulty
from freecell_tui.solver.results import SHORT_STATES, Ask, Budget, Solved, SolverQuery, SolverResult


def short_query(
    board: Board, variant: Variant, autoplay: Autoplay = Autoplay.SAFE, *, finish: bool = True
) -> SolverQuery:
    """Return the query for a short line from a position. From the deal, its length is the par."""
    return SolverQuery(board, variant, autoplay, finish, short=True, budget=Budget(states=SHORT_STATES))


_ROUND: Final = 5
_SPARE_MOVES: Final = 8
"""Numbers of moves are rounded up to a multiple of five; a win in few moves may take eight more than the solver's."""


async def find_goal(day: str, number: int, ask: Ask) -> Goal:
    """Return the goal of a day, whose deal has this number."""
    for goal in possible_goals(day):
        if goal.kind is GoalKind.NO_UNDO:
            return goal
        if goal.kind is GoalKind.MOVES:
            query = short_query(deal(number), FREECELL)
        else:
            variant = FREECELL.with_cells(goal.number) if goal.kind is GoalKind.CELLS else FREECELL
            query = SolverQuery(deal(number, variant), variant, budget=Budget(states=400_000))
        result = await ask(query)
        if isinstance(result, Solved):
            return _within_reach(goal, number, result)
    raise AssertionError


def _within_reach(goal: Goal, number: int, win: Solved) -> Goal:
    """Return a goal with the number that a winning line reaches, rounded up."""
    if goal.kind is GoalKind.CELLS:
        return goal
    if goal.kind is GoalKind.MOVES:
        needed = win.length + _SPARE_MOVES
    else:
        game = Game.new(number)
        for move in win.moves:
            if not game.is_won:
                game = game.play(move, Autoplay.SAFE, finish=True)
        needed = next(at for at, board in enumerate(game.boards) if goal.are_home(board))
    return goal._replace(number=-(-needed // _ROUND) * _ROUND)


_WISH: Final = Budget(states=50_000)


def with_deals(
    tournament: Tournament,
    solve_deal: Callable[[Board, Variant, Budget], SolverResult],
    on_progress: Callable[[int, int], None] = lambda _found, _tried: None,
) -> Tournament:
    """Return a tournament with the deals of its wish; raise NotationError if too few are found.

    `on_progress` is called with how many deals were found and tried.
    """
    wish, variant, found, tried = tournament.wish, tournament.variant, list[int](), 0
    if wish is None or tournament.deals:
        return tournament
    for tried, number in enumerate(wish.candidates, 1):
        result = solve_deal(deal(number, variant), variant, _WISH)
        if isinstance(result, Solved) and wish.difficulty in (ANY, difficulty(result.states, variant)):
            found.append(number)
        on_progress(len(found), tried)
        if len(found) == wish.amount:
            return replace(tournament, deals=tuple(found))
    raise NotationError(f"Only {len(found)} such deals were found among {tried:,}: ask for fewer or for other ones.")
