"""Questions about deals: par, and the goal of a day.

Par is the fewest moves with which the solver wins a deal. A player's move that sends a card home counts, autoplay does
not. So the solver's line is replayed with the default autoplay, without the home moves that autoplay makes.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Final

from freecell_tui.engine import FREECELL, Autoplay, Game, Move, Variant, deal, refusal
from freecell_tui.engine.goals import Goal, GoalKind, possible_goals
from freecell_tui.solver.process import SolverQuery
from freecell_tui.solver.results import Budget, Solved, SolverResult

PAR_STATES: Final = 400_000
"""The budget in positions, not in time, so that every machine finds the same par."""


def par_query(game: Game) -> SolverQuery:
    """Return the query for the par of a game's deal."""
    return SolverQuery(game.boards[0], game.variant, Autoplay.SAFE, short=True, budget=Budget(states=PAR_STATES))


def fewest_moves(deal: int, variant: Variant, moves: Sequence[Move]) -> Iterator[int]:
    """Generate the moves of ever shorter games found from a winning line; the last is the shortest.

    Each step replays the line once, which takes some milliseconds.
    """
    best = _replayed(deal, variant, moves)
    if best is None:
        return
    yield best
    line = list(moves)
    bare = _replayed(deal, variant, [move for move in moves if not move.goes_home])
    if bare is not None:
        yield min(best, bare)
        return
    at = 0
    while at < len(line):
        shorter = None
        if line[at].goes_home:
            shorter = _replayed(deal, variant, [*line[:at], *line[at + 1 :]])
        if shorter is not None and shorter <= best:
            best = shorter
            del line[at]
        else:
            at += 1
        yield best


def _replayed(deal: int, variant: Variant, moves: Sequence[Move]) -> int | None:
    """Return how many moves a line takes with the default autoplay, None if it does not win.

    Home moves that autoplay has made already are left out.
    """
    game = Game.new(deal, variant)
    for move in moves:
        if game.is_won:
            break
        if refusal(game.board, move, variant) is None:
            game = game.play(move, Autoplay.SAFE, finish=True)
        elif not move.goes_home:
            return None
    return game.moves_made if game.is_won else None


# The goal of a day: the first possible one that a line of the solver reaches.

_ROUND: Final = 5
"""Numbers of moves are rounded up to a multiple of this, for some slack."""

GoalSearch = Generator[SolverQuery, SolverResult, Goal]


def find_goal(day: str, number: int) -> GoalSearch:
    """Yield queries about a day and its deal, and return the goal.

    The limits are in positions, not in time, so that it is the same on every machine.
    """
    for goal in possible_goals(day):
        if goal.kind is GoalKind.NO_UNDO:
            return goal
        result = yield _query(goal, number)
        if isinstance(result, Solved) and (reached := _within_reach(goal, number, result.moves)) is not None:
            return reached
    raise AssertionError


def _query(goal: Goal, number: int) -> SolverQuery:
    if goal.kind is GoalKind.MOVES:
        return par_query(Game.new(number))
    variant = FREECELL.with_cells(goal.number) if goal.kind is GoalKind.CELLS else FREECELL
    return SolverQuery(deal(number, variant), variant, budget=Budget(states=PAR_STATES))


def _within_reach(goal: Goal, number: int, moves: tuple[Move, ...]) -> Goal | None:
    """Return a goal with the number that a winning line reaches, rounded up; None if it does not reach it."""
    if goal.kind is GoalKind.CELLS:
        return goal
    game = Game.new(number)
    for move in moves:
        if not game.is_won:
            game = game.play(move, Autoplay.SAFE, finish=True)
    if goal.kind is GoalKind.MOVES:
        needed = game.moves_made
    else:
        needed = next(at for at, board in enumerate(game.boards) if goal.are_home(board))
    return goal._replace(number=-(-needed // _ROUND) * _ROUND)
