"""The entry point of the solver."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from freecell_tui.engine import Autoplay, Board, IllegalMove, Move, Variant
from freecell_tui.engine.game import next_turn
from freecell_tui.solver import UNLIMITED, Budget, Reason, Solved, SolverResult, Undecided, Unsolvable, portfolio
from freecell_tui.solver.guided import guided_search, relaxed_distances
from freecell_tui.solver.portfolio import Attempt
from freecell_tui.solver.refinement import Refinement
from freecell_tui.solver.relaxation import has_relaxation, relaxed_search
from freecell_tui.solver.results import BudgetExceeded, Limits, OnProgress
from freecell_tui.solver.search import Exhausted, beam, best_first, reconstruct
from freecell_tui.solver.space import Node, SearchSpace


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
    # Where the game sends everything home, wise or not, so does each attempt, and it makes every move that the rules
    # allow: what it visits is then exactly what the game can come to.
    every_move = autoplay is Autoplay.ALL and not variant.by_suit

    def best_first_win(attempt: Attempt, max_states: float) -> tuple[Move, ...] | None:
        everything = attempt.everything or every_move
        space = SearchSpace(variant, attempt.prices, everything=everything, every_count=every_move)
        search = partial(best_first, space, space.root(board), max_states, limits, attempt.margin)
        return _win_of(search, space, board, autoplay, limits, is_proof=attempt.complete)

    def guided_win(max_explored: int, max_states: int) -> tuple[Move, ...] | None:
        distances, is_whole = relaxed_distances(board, variant, max_explored, limits)
        space = SearchSpace(variant, portfolio.STEADY)
        search = partial(guided_search, space, board, distances, max_states, limits)
        return _win_of(search, space, board, autoplay, limits, is_proof=is_whole)

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
            is_guided = not variant.cells and autoplay is not Autoplay.ALL
            if is_guided and (moves := guided_win(most_relaxed, most)) is not None:
                return moves
            has_room = variant.cells >= portfolio.LEAST_CELLS_REFINED and most_refined >= portfolio.LEAST_REFINED
            if has_room and refinement.is_lost(most_refined, limits):
                return None
        return best_first_win(portfolio.THOROUGH, portfolio.THOROUGH.max_states)
    except Exhausted:
        return None


def _win_of(
    search: Callable[[], Node | None],
    space: SearchSpace,
    board: Board,
    autoplay: Autoplay,
    limits: Limits,
    *,
    is_proof: bool = False,
) -> tuple[Move, ...] | None:
    """Return the moves of the win that a search finds, or None; raise Exhausted if it has proved that there is none.

    Its positions are counted when it ends, and released.
    """
    try:
        won = search()
        return None if won is None else reconstruct(board, space.variant, autoplay, won)
    except Exhausted:
        if is_proof:
            raise
        return None
    finally:
        limits.end_attempt(len(space.visited))
        space.columns.release()


def _find_short_win(board: Board, variant: Variant, autoplay: Autoplay, limits: Limits) -> tuple[Move, ...] | None:
    """Return the moves of a win that a beam finds; None, which proves nothing.

    Home moves that the game does not make by itself are moves here too: with all of them free, lines are 7 moves longer
    on deals of FreeCell.
    """
    for width in portfolio.beam_widths(variant):
        space = SearchSpace(variant, portfolio.SHORT, everything=autoplay is Autoplay.ALL, max_lifted=1)
        search = partial(beam, space, space.root(board), width, limits)
        if (moves := _win_of(search, space, board, autoplay, limits)) is not None:
            return moves
    return None


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
