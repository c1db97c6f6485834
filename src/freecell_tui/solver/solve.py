"""The entry point of the solver."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from freecell_tui.engine import Autoplay, Board, Build, Move, Variant
from freecell_tui.solver.cards import AutoHome
from freecell_tui.solver.guided import guided_search, relaxed_distances
from freecell_tui.solver.portfolio import (
    SHORT,
    Attempt,
    GuidedAttempt,
    RefinedAttempt,
    RelaxedAttempt,
    attempts,
    beam_widths,
)
from freecell_tui.solver.refinement import Refinement
from freecell_tui.solver.relaxation import relaxed_search
from freecell_tui.solver.results import (
    UNLIMITED,
    Budget,
    BudgetExceeded,
    Limits,
    Progress,
    Reason,
    Solved,
    SolverResult,
    Undecided,
    Unsolvable,
)
from freecell_tui.solver.search import Exhausted, beam, best_first, reconstruct, shortened
from freecell_tui.solver.space import SearchSpace


def solve(  # noqa: PLR0913 - what a player may set, and two ways to look on
    board: Board,
    variant: Variant,
    *,
    autoplay: Autoplay = Autoplay.SAFE,
    finish: bool = False,
    short: bool = False,
    budget: Budget = UNLIMITED,
    on_progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> SolverResult:
    """Return whether `board` can be won in a game with this `autoplay`, and how.

    The moves of a Solved, played one after the other with `Game.play(move, autoplay)`, win the game. With `short`, more
    time is spent to find fewer moves, and `finish` is whether all cards go home as soon as the board is sorted; without
    it, the game may then be won before the last move. An Unsolvable is proved: every reachable position was visited,
    except by moves that provably change nothing, in this game or in a relaxed one (see `relaxation`). `stop` is called
    hundreds of times a second and ends the search when it returns True; `on_progress` is called ten times a second.

    >>> from freecell_tui.engine import FREECELL, deal
    >>> isinstance(solve(deal(617), FREECELL), Solved)
    True
    """
    limits = Limits(budget, on_progress, stop)
    try:
        with paused_garbage_collection():
            moves = _find_short_win(board, variant, autoplay, limits) if short else None
            if moves is None:
                moves = _find_win(board, variant, autoplay, limits)
    except BudgetExceeded as exceeded:
        return Undecided(exceeded.reason, limits.states, limits.seconds)
    if moves is not None:
        if short:
            moves = shortened(board, variant, moves, autoplay, finish=finish)
        return Solved(moves, limits.states, limits.seconds)
    if variant.cards_come_back and variant.build is not Build.SUIT:
        return Undecided(Reason.HOUSE_RULE, limits.states, limits.seconds)
    return Unsolvable(limits.states, limits.seconds)


@contextmanager
def paused_garbage_collection() -> Iterator[None]:
    """Pause garbage collection while a search runs.

    A search creates thousands of tuples and hardly any cycles: a beam would spend a tenth of its time collecting.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _find_win(board: Board, variant: Variant, autoplay: Autoplay, limits: Limits) -> tuple[Move, ...] | None:
    """Return the moves of a win; None if it is proved that there is none."""
    refinement, is_relaxed_won = Refinement(board, variant), None
    for attempt in attempts(variant, autoplay):
        moves, is_lost = None, False
        try:
            match attempt:
                case Attempt():
                    moves = _best_first_win(board, variant, autoplay, attempt, limits)
                case RelaxedAttempt() if is_relaxed_won is None:
                    is_relaxed_won = relaxed_search(board, variant, attempt.max_states, limits)
                    is_lost = is_relaxed_won is False
                case GuidedAttempt() if is_relaxed_won:
                    moves = _guided_win(board, variant, autoplay, attempt, limits)
                case RefinedAttempt() if is_relaxed_won:
                    is_lost = refinement.is_lost(attempt.max_states, limits)
        except Exhausted:
            return None
        if is_lost or moves is not None:
            return moves
    return None


def _best_first_win(
    board: Board, variant: Variant, autoplay: Autoplay, attempt: Attempt, limits: Limits
) -> tuple[Move, ...] | None:
    """Return the moves of a win, or None if none is found; raise Exhausted if it is proved that there is none."""
    space = SearchSpace(variant, attempt.weights, attempt.auto_home, every_count=attempt.every_count)
    with _counted_and_released(space, limits):
        try:
            won = best_first(space, space.root(board), attempt.max_states, limits, attempt.margin)
        except Exhausted:
            if attempt.complete:
                raise
            return None
        return None if won is None else reconstruct(board, variant, autoplay, won)


def _guided_win(
    board: Board, variant: Variant, autoplay: Autoplay, attempt: GuidedAttempt, limits: Limits
) -> tuple[Move, ...] | None:
    """Return the moves of a win, or None if none is found; raise Exhausted if it is proved that there is none."""
    distances = relaxed_distances(board, variant, attempt.max_explored, limits)
    space = SearchSpace(variant, attempt.weights, AutoHome.SAFE)
    with _counted_and_released(space, limits):
        try:
            won = guided_search(space, board, distances, attempt.max_states, limits)
        except Exhausted:
            if distances.is_whole:
                raise
            return None
        return None if won is None else reconstruct(board, variant, autoplay, won)


def _find_short_win(board: Board, variant: Variant, autoplay: Autoplay, limits: Limits) -> tuple[Move, ...] | None:
    """Return the moves of a win that a beam finds; None, which proves nothing.

    Home moves that the game does not make by itself are moves here too: with all of them free, lines are 7 moves longer
    on deals of FreeCell.
    """
    auto_home = AutoHome.ALL if autoplay is Autoplay.ALL else AutoHome.SAFE
    for width in beam_widths(variant):
        space = SearchSpace(variant, SHORT, auto_home, max_lifted=1)
        with _counted_and_released(space, limits):
            won = beam(space, space.root(board), width, limits)
            if won is not None:
                return reconstruct(board, variant, autoplay, won)
    return None


@contextmanager
def _counted_and_released(space: SearchSpace, limits: Limits) -> Iterator[None]:
    """Count the positions of an attempt when it ends, and release them."""
    try:
        yield
    finally:
        limits.end_attempt(len(space.visited))
        space.columns.release()
