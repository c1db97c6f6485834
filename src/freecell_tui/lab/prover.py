"""Proofs that a position is won or lost, of the kind that certificates are made of.

A win is found by the solver. A loss is a closed set of positions of the easier game (see `EasierGame`), or, where that
is won, of a game between the two (see `refinement`).
"""

from collections.abc import Callable
from itertools import count
from typing import Final, NamedTuple

from freecell_tui.engine import Autoplay, Board, Move, Variant
from freecell_tui.engine.rules import apply_move, single_card_moves
from freecell_tui.solver import UNLIMITED, Budget, Reason, Solved, Unsolvable
from freecell_tui.solver.refinement import Loss, Win, search_or_refine
from freecell_tui.solver.results import BudgetExceeded, Limits, OnProgress
from freecell_tui.solver.solve import paused_garbage_collection, solve

_QUICK: Final = 20_000
"""The positions that the solver may visit before the first attempt at a proof; most wins need fewer."""
_GROWTH: Final = 4  # the factor of this limit from each attempt at a proof to the next


class Open(NamedTuple):
    """A position that is undecided; `easier_is_won` if the easier game, with no twins apart, is won."""

    reason: Reason
    easier_is_won: bool


Proof = Win | Loss | Open


def prove(
    board: Board,
    variant: Variant,
    *,
    budget: Budget = UNLIMITED,
    on_progress: OnProgress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Proof:
    """Return a proof that `board` is won or lost; the variant must have an easier game, see `has_relaxation`.

    `on_progress` and `stop` are as in `solve`.
    """

    def report(states: int, _: float) -> None:
        if on_progress is not None:
            on_progress(limits.states + states, limits.seconds)

    limits = Limits(budget, on_progress, stop)
    apart: tuple[int, ...] = ()
    is_lost = False
    try:
        for attempt in count():
            if not is_lost:
                states = _QUICK * _GROWTH**attempt
                result = solve(
                    board,
                    variant,
                    autoplay=Autoplay.NONE,
                    budget=limits.remaining(states),
                    on_progress=report,
                    stop=stop,
                )
                limits.end_attempt(result.states)
                limits.check(0)
                if isinstance(result, Solved):
                    steps = list[Move]()
                    for move in result.moves:
                        steps += single_card_moves(board, move, variant)
                        board = apply_move(board, move, variant)
                    return Win(tuple(steps))
                is_lost = isinstance(result, Unsolvable)
            with paused_garbage_collection():
                proof = search_or_refine(board, variant, apart, limits)
            if not isinstance(proof, int):
                return proof
            apart = tuple(sorted((*apart, proof)))
    except BudgetExceeded as exceeded:
        return Open(exceeded.reason, easier_is_won=bool(apart))
    raise AssertionError("the attempts have no end")
