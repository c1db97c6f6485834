"""The front door: one question, one answer."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from freecell_tui.engine import Autoplay, Board, Build, Move, Variant
from freecell_tui.solver.auto_home import AutoHome
from freecell_tui.solver.beam import beam
from freecell_tui.solver.best_first import Exhausted, best_first
from freecell_tui.solver.limits import BudgetExceeded, Limits
from freecell_tui.solver.moves import Moves
from freecell_tui.solver.portfolio import SHORT, Proof, attempts, beam_widths
from freecell_tui.solver.relaxation import may_be_won
from freecell_tui.solver.results import UNLIMITED, Budget, Progress, Reason, Solved, SolverResult, Undecided, Unsolvable
from freecell_tui.solver.solution import line


def solve(  # noqa: PLR0913, each may be left out but the question itself
    board: Board,
    variant: Variant,
    *,
    autoplay: Autoplay = Autoplay.SAFE,
    short: bool = False,
    budget: Budget = UNLIMITED,
    on_progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> SolverResult:
    """Whether `board` can be won from here, in a game that goes on with this `autoplay`, and how.

    The moves of a Solved, played one after the other with `Game.play(move, autoplay)`, win the game; with `finish` it
    may be won before they are through. With `short`, more time is spent to have fewer of them. An Unsolvable is proved:
    everything that can be reached was looked at, but for what is certain to change nothing, in this game or in an
    easier one (see `proof`). `stop` is asked hundreds of times a second whether to end the search, and `on_progress` is
    told ten times a second how far it has come.

    >>> from freecell_tui.engine import FREECELL, deal
    >>> isinstance(solve(deal(617), FREECELL), Solved)
    True
    """
    watch = Limits(budget, on_progress, stop)
    try:
        with _no_garbage_collected():
            moves = _short_win(board, variant, autoplay, watch) if short else None
            if moves is None:
                moves = _win(board, variant, autoplay, watch)
    except BudgetExceeded as spent:
        return Undecided(spent.reason, watch.states, watch.seconds)
    if moves is not None:
        return Solved(moves, watch.states, watch.seconds)
    if variant.cards_come_back and variant.build is not Build.SUIT:
        return Undecided(Reason.HOUSE_RULE, watch.states, watch.seconds)
    return Unsolvable(watch.states, watch.seconds)


@contextmanager
def _no_garbage_collected() -> Iterator[None]:
    """Let the garbage lie for as long as a search runs.

    A search makes thousands of tuples and no garbage to speak of: a beam spends a tenth of its time looking for some.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _win(board: Board, variant: Variant, autoplay: Autoplay, watch: Limits) -> tuple[Move, ...] | None:
    """The moves of a win, or None if there is none."""
    hope = None
    for attempt in attempts(variant, autoplay):
        if isinstance(attempt, Proof):
            if hope is None:
                hope = may_be_won(board, variant, attempt.most_states, watch)
            if hope is False:
                return None
            continue
        moves = Moves(variant, attempt.weights, attempt.homing, every_count=attempt.every_count)
        with _forgotten_after(moves, watch):
            try:
                won = best_first(moves, moves.root(board), attempt.most_states, watch, attempt.margin)
            except Exhausted:
                if attempt.complete:
                    return None
                continue
            if won is not None:
                return line(board, variant, autoplay, won)
    return None


def _short_win(board: Board, variant: Variant, autoplay: Autoplay, watch: Limits) -> tuple[Move, ...] | None:
    """The moves of a win that a beam reaches in few moves, or None if none does: that proves nothing."""
    for width in beam_widths(variant):
        moves = Moves(variant, SHORT, AutoHome.ALL, lifted=1)
        with _forgotten_after(moves, watch):
            won = beam(moves, moves.root(board), width, watch)
            if won is not None:
                return line(board, variant, autoplay, won)
    return None


@contextmanager
def _forgotten_after(moves: Moves, watch: Limits) -> Iterator[None]:
    """Note what an attempt has met, and let go of it."""
    try:
        yield
    finally:
        watch.attempt_ends(len(moves.seen))
        moves.forget()
