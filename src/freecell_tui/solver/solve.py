"""The entry point of the solver."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from freecell_tui.engine import Autoplay, Board, IllegalMove, Move, Variant
from freecell_tui.engine.game import next_turn
from freecell_tui.solver import UNLIMITED, Budget, Reason, Solved, SolverResult, Undecided, Unsolvable, portfolio
from freecell_tui.solver.cards import AutoHome
from freecell_tui.solver.guided import guided_search, relaxed_distances
from freecell_tui.solver.portfolio import Attempt
from freecell_tui.solver.refinement import Refinement
from freecell_tui.solver.relaxation import has_relaxation, relaxed_search
from freecell_tui.solver.results import BudgetExceeded, Limits, OnProgress
from freecell_tui.solver.search import Exhausted, beam, best_first, reconstruct
from freecell_tui.solver.space import SearchSpace


def solve(  # noqa: PLR0913 - what a player may set, and two ways to look on
    board: Board,
    variant: Variant,
    *,
    autoplay: Autoplay = Autoplay.SAFE,
    finish: bool = False,
    short: bool = False,
    budget: Budget = UNLIMITED,
    on_progress: OnProgress | None = None,
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
            moves = _shortened(board, variant, moves, autoplay, finish=finish)
        return Solved(moves, limits.states, limits.seconds)
    if variant.cards_come_back and not variant.by_suit:
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
    """Return the moves of a win; None if it is proved that there is none.

    Most wins are found soonest where everything goes home, and some only where just safe cards do: the first two
    searches do the former and the others the latter, unless columns build by suit, where everything is safe. Positions
    that these two leave open may well be lost, and a win that takes one heuristic long is often found soon by another.
    So three of them take turns with a search of the relaxed game, where there is one, for more positions in each round.
    If that game is won, it guides a search where there are no cells; with two or more, searches between it and the game
    are tried for a proof of loss. The last search is complete and has no limit.

    Exhausting the positions that can be reached with all safe cards sent home proves a loss, for sending them home
    loses nothing, and moves of single cards are included.
    """

    def best_first_win(attempt: Attempt, max_states: float) -> tuple[Move, ...] | None:
        fitted = replace(attempt.in_game(variant, autoplay), max_states=max_states)
        return _best_first_win(board, variant, autoplay, fitted, limits)

    try:
        for attempt in portfolio.QUICK_ATTEMPTS:
            if (moves := best_first_win(attempt, attempt.max_states)) is not None:
                return moves
        refinement, is_relaxed_won = Refinement(board, variant), None
        for most in portfolio.ROUNDS if has_relaxation(variant) else ():
            for attempt in portfolio.ALTERNATING:
                if (moves := best_first_win(attempt, most)) is not None:
                    return moves
            most_relaxed, most_refined = portfolio.RELAXED_FACTOR * most, portfolio.REFINED_FACTOR * most
            if is_relaxed_won is None:
                is_relaxed_won = relaxed_search(board, variant, most_relaxed, limits)
            if is_relaxed_won is None:
                continue
            if not is_relaxed_won:
                return None
            if not variant.cells and autoplay is not Autoplay.ALL:
                moves = _guided_win(board, variant, autoplay, most_relaxed, most, limits)
                if moves is not None:
                    return moves
            has_room = variant.cells >= portfolio.LEAST_CELLS_REFINED and most_refined >= portfolio.LEAST_REFINED
            if has_room and refinement.is_lost(most_refined, limits):
                return None
        return best_first_win(portfolio.THOROUGH, portfolio.THOROUGH.max_states)
    except Exhausted:
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
    board: Board, variant: Variant, autoplay: Autoplay, max_explored: int, max_states: int, limits: Limits
) -> tuple[Move, ...] | None:
    """Return the moves of a win, or None if none is found; raise Exhausted if it is proved that there is none."""
    distances, is_whole = relaxed_distances(board, variant, max_explored, limits)
    space = SearchSpace(variant, portfolio.STEADY, AutoHome.SAFE)
    with _counted_and_released(space, limits):
        try:
            won = guided_search(space, board, distances, max_states, limits)
        except Exhausted:
            if is_whole:
                raise
            return None
        return None if won is None else reconstruct(board, variant, autoplay, won)


def _find_short_win(board: Board, variant: Variant, autoplay: Autoplay, limits: Limits) -> tuple[Move, ...] | None:
    """Return the moves of a win that a beam finds; None, which proves nothing.

    Home moves that the game does not make by itself are moves here too: with all of them free, lines are 7 moves longer
    on deals of FreeCell.
    """
    auto_home = AutoHome.ALL if autoplay is Autoplay.ALL else AutoHome.SAFE
    for width in portfolio.beam_widths(variant):
        space = SearchSpace(variant, portfolio.SHORT, auto_home, max_lifted=1)
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


def _shortened(
    board: Board, variant: Variant, moves: Sequence[Move], autoplay: Autoplay, *, finish: bool
) -> tuple[Move, ...]:
    """Return a line that wins from `board` without the home moves that it can do without; they take some milliseconds.

    The player's counter counts each card sent home that autoplay does not send.
    """
    bare = _winning_part(board, variant, [move for move in moves if not move.goes_home], autoplay, finish=finish)
    if bare is not None:
        return bare
    line, at = _winning_part(board, variant, moves, autoplay, finish=finish) or tuple(moves), 0
    while at < len(line):
        if line[at].goes_home:
            rest = _winning_part(board, variant, line[at + 1 :], autoplay, finish=finish)
            if rest is not None:
                line = line[:at] + rest
                continue
        _, board = next_turn(board, variant, line[at], autoplay, finish=finish)
        at += 1
    return line


def _winning_part(
    board: Board, variant: Variant, moves: Iterable[Move], autoplay: Autoplay, *, finish: bool
) -> tuple[Move, ...] | None:
    """Return the moves up to the win, without home moves that autoplay has made already; None if they do not win."""
    played: list[Move] = []
    for move in moves:
        if board.is_won:
            break
        try:
            _, board = next_turn(board, variant, move, autoplay, finish=finish)
        except IllegalMove:
            if not move.goes_home:
                return None
        else:
            played.append(move)
    return tuple(played) if board.is_won else None
