"""The entry point of the solver, and its portfolio of searches."""

import gc
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from freecell_tui.engine import DECK, FREECELL, Autoplay, Board, IllegalMove, Move, Variant
from freecell_tui.engine.game import AutoplayRule, next_turn
from freecell_tui.engine.rules import may_lose
from freecell_tui.solver import UNLIMITED, Budget, Reason, Solved, SolverResult, Undecided, Unsolvable
from freecell_tui.solver.columns import ColumnWeights, Prices
from freecell_tui.solver.guided import guided_search, relaxed_distances
from freecell_tui.solver.refinement import Refinement
from freecell_tui.solver.relaxation import has_relaxation, relaxed_search
from freecell_tui.solver.results import BudgetExceeded, Limits, OnProgress, Stop
from freecell_tui.solver.search import Exhausted, beam, best_first, reconstruct
from freecell_tui.solver.space import Node, SearchSpace
from freecell_tui.solver.successors import NO_LIMIT

# The portfolio of searches: their prices, and for how long they are tried.


_Win: TypeAlias = tuple[Move, ...] | None
"""The moves of a win, or None."""


class Attempt(NamedTuple):
    """One best-first search: its heuristic, and its limits. It sends everything home, or only what is safe.

    It leaves out successors that look worse than their parent by `margin`. Exhausting what it can reach proves
    something only if it is `complete`.
    """

    prices: Prices
    max_states: float = inf
    margin: int = NO_LIMIT
    everything: bool = False
    complete: bool = False


_FITTED: Final[Mapping[str, Any]] = {
    name: {feature: tuple(price) if isinstance(price, list) else price for feature, price in prices.items()}
    for name, prices in json.loads(Path(__file__).with_name("prices.json").read_text(encoding="utf-8")).items()
}


def _prices(name: str) -> Prices:
    """Return fitted prices.

    In the file, prices of single cards are by rank.
    """
    fitted = _FITTED[name]
    of_cards = {each: tuple(fitted[each][card // 4] for card in DECK) for each in ("small", "on_empty")}
    return Prices(**{**fitted, **of_cards})


# The first four were found by random hill climbing: change a few prices, keep improvements. QUICK and its margin were
# to expand few positions on deals 32001 to 32800, for solutions of no more than 38 moves; SECOND few on the deals of
# 33001 to 37000 that QUICK leaves open; STEADY to generate few on such deals of 1001 to 7000; and THIRD to make beams
# 150 wide win in few moves on deals 50001 to 50700.
QUICK, SECOND, STEADY, THIRD = map(_prices, ("quick", "second", "steady", "third"))
SHORT: Final = ColumnWeights(**_FITTED["short"])

# A margin leaves out three of five successors of QUICK's, nearly all of which would never have been expanded: with the
# prices that go with it, the median deal takes 59 expansions, where it took 88 without.
_CLOSE: Final = 56
QUICK_ATTEMPTS: Final = (
    Attempt(QUICK, 1_500, margin=36, everything=True),
    Attempt(SECOND, 5_000, margin=_CLOSE, everything=True),
)
THOROUGH: Final = Attempt(STEADY, complete=True)
ALTERNATING: Final = (Attempt(THIRD, margin=_CLOSE), THOROUGH, Attempt(QUICK, margin=_CLOSE))

ROUNDS: Final = (3_000, 40_000, 400_000)
"""How many positions each of these may visit in each round."""
RELAXED_FACTOR: Final = 10
"""How many times as many a relaxed search may visit: of 1,500 lost deals, nine in ten were proved with 41,000, the last
with 230,000."""
REFINED_FACTOR: Final = 5
LEAST_REFINED: Final = 100_000
LEAST_CELLS_REFINED: Final = 2
"""The same for refinement, which proves nothing with fewer positions, or with fewer cells. Of 1,336 lost deals, 4 were
won in the relaxed game: refinement proves them in 3 seconds each, the complete search in 14."""

LEAST_SAFE: Final = 20_000
SAFE_FACTOR: Final = 2
"""How many positions more are visited after a loss, and how many times those of its proof, to find out whether it was
the autoplay that lost."""


def solve(  # noqa: PLR0913 - what a player may set, and two ways to look on
    board: Board,
    variant: Variant,
    *,
    autoplay: Autoplay = Autoplay.SAFE,
    finish: bool = False,
    short: bool = False,
    budget: Budget = UNLIMITED,
    on_progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> SolverResult:
    """Return whether `board` can be won in a game with this `autoplay`, and how.

    The moves of a Solved, played one after the other with `Game.play(move, autoplay)`, win the game. With `short`, more
    time is spent to find fewer moves, and `finish` is whether all cards go home as soon as the board is sorted; without
    it, the game may then be won before the last move. An Unsolvable is proved: every reachable position was visited,
    except by moves that provably change nothing, in this game or in a relaxed one (see `relaxation`). `on_progress`
    is called ten times a second.

    >>> from freecell_tui.engine import FREECELL, deal
    >>> isinstance(solve(deal(617), FREECELL), Solved)
    True
    """
    limits = Limits(budget, on_progress, stop)
    try:
        with paused_garbage_collection():
            found = _searches(board, variant, AutoplayRule(autoplay, finish), limits, short=short)
            moves = next((moves for moves in found if moves is not None), None)
    except BudgetExceeded as exceeded:
        return Undecided(exceeded.reason, limits.states, limits.seconds)
    if moves is not None:
        if short:
            moves = _shortened(
                board, moves, lambda before, move: next_turn(before, variant, move, autoplay, finish=finish)[1]
            )
        return Solved(moves, limits.states, limits.seconds)
    if variant.cards_come_back and not variant.by_suit:
        return Undecided(Reason.HOUSE_RULE, limits.states, limits.seconds)
    is_won_with_safe = _is_won_with_safe(board, variant, limits) if may_lose(autoplay, variant) else False
    return Unsolvable(limits.states, limits.seconds, is_won_with_safe)


def _is_won_with_safe(board: Board, variant: Variant, limits: Limits) -> bool | None:
    """Return whether a board is won with safe autoplay.

    None if that takes too long.
    """
    part = Limits(limits.remaining(max(LEAST_SAFE, SAFE_FACTOR * limits.states)), stop=limits.stop)
    try:
        with paused_garbage_collection():
            found = _searches(board, variant, AutoplayRule(Autoplay.SAFE, finish=False), part, short=False)
            return any(moves is not None for moves in found)
    except BudgetExceeded:
        return None
    finally:
        limits.end_attempt(part.states)


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


def _searches(board: Board, variant: Variant, rule: AutoplayRule, limits: Limits, *, short: bool) -> Iterator[_Win]:
    """Yield the moves of a win, or None, after each search.

    It ends when it is proved that there is none.

    With `short` beams come first, which prove nothing. With safe autoplay, home moves that the game does not make by
    itself are moves there too: with all of them free, lines are 7 moves longer on deals of FreeCell. They are free
    where the game sends everything home, and where it sends nothing: then all cards have to be sent home, sooner or
    later, and lines are 4 moves shorter.

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
    autoplay, finish = rule
    every_move = may_lose(autoplay, variant)

    def best_first_win(attempt: Attempt, max_states: float) -> _Win:
        everything = attempt.everything or every_move
        space = SearchSpace(variant, attempt.prices, everything=everything, every_count=every_move)
        search = partial(best_first, space, space.root(board), max_states, limits, attempt.margin)
        return _win_of(search, space, board, autoplay, limits, is_proof=attempt.complete)

    def guided_win(max_explored: int, max_states: int) -> _Win:
        distances, is_whole = relaxed_distances(board, variant, max_explored, limits)
        space = SearchSpace(variant, STEADY)
        search = partial(guided_search, space, board, distances, max_states, limits)
        return _win_of(search, space, board, autoplay, limits, is_proof=is_whole)

    is_free = autoplay is Autoplay.ALL or (autoplay is Autoplay.NONE and not finish)
    for width in _beam_widths(variant, is_free=is_free) if short else ():
        space = SearchSpace(variant, SHORT, everything=is_free, max_lifted=1)
        yield _win_of(partial(beam, space, space.root(board), width, limits), space, board, autoplay, limits)
    with suppress(Exhausted):
        for attempt in QUICK_ATTEMPTS:
            yield best_first_win(attempt, attempt.max_states)
        refinement, is_relaxed_won = Refinement(board, variant), None
        for most in ROUNDS if has_relaxation(variant) else ():
            for attempt in ALTERNATING:
                yield best_first_win(attempt, most)
            most_relaxed, most_refined = RELAXED_FACTOR * most, REFINED_FACTOR * most
            if is_relaxed_won is None:
                is_relaxed_won = relaxed_search(board, variant, most_relaxed, limits)
            if is_relaxed_won is None:
                continue
            if not is_relaxed_won:
                return
            if not variant.cells and autoplay is not Autoplay.ALL:
                yield guided_win(most_relaxed, most)
            has_room = variant.cells >= LEAST_CELLS_REFINED and most_refined >= LEAST_REFINED
            if has_room and refinement.is_lost(most_refined, limits):
                return
        yield best_first_win(THOROUGH, THOROUGH.max_states)


def _beam_widths(variant: Variant, *, is_free: bool) -> tuple[int, int]:
    """Return the widths of the first and second beam.

    The second is for when the first finds nothing. `is_free` is whether all home moves are free.
    SHORT was fitted on deals of FreeCell with safe autoplay. In games unlike it, a beam needs twice the width for lines
    as short. Where all home moves are free, positions are fewer, and many need not be made: with this width, lines are
    1.0 % shorter than with 128, in 1.2 times the time.
    """
    if variant.by_suit or variant.cells < FREECELL.cells:
        return 260, 1000
    return 186 if is_free else 128, 600


def _win_of(
    search: Callable[[], Node | None],
    space: SearchSpace,
    board: Board,
    autoplay: Autoplay,
    limits: Limits,
    *,
    is_proof: bool = False,
) -> _Win:
    """Return the moves of the win that a search finds, or None.

    Raise Exhausted if this `is_proof` of a loss. Its positions are counted when it ends, and released.
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


_Play = Callable[[Board, Move], Board]


def _shortened(board: Board, moves: Sequence[Move], play: _Play) -> tuple[Move, ...]:
    """Return a winning line without its needless home moves.

    That takes some milliseconds.
    The player's counter counts each card sent home that autoplay does not send.
    """
    bare = _winning_part(board, [move for move in moves if not move.goes_home], play)
    if bare is not None:
        return bare
    line, at = _winning_part(board, moves, play) or tuple(moves), 0
    while at < len(line):
        rest = _winning_part(board, line[at + 1 :], play) if line[at].goes_home else None
        if rest is not None:
            line = line[:at] + rest
        else:
            board = play(board, line[at])
            at += 1
    return line


def _winning_part(board: Board, moves: Iterable[Move], play: _Play) -> _Win:
    """Return the moves up to the win, or None if they do not win.

    Home moves that autoplay has made already are left out.
    """
    played: list[Move] = []
    for move in moves:
        if board.is_won:
            break
        try:
            board = play(board, move)
        except IllegalMove:
            if not move.goes_home:
                return None
        else:
            played.append(move)
    return tuple(played) if board.is_won else None
