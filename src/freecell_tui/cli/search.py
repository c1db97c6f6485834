"""Asking the solver about many positions with the same options."""

import gc
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass

from freecell_tui.cli.inputs import NamedPosition
from freecell_tui.engine import Autoplay
from freecell_tui.solver import Budget, Progress, Reason, SolverResult, Undecided
from freecell_tui.solver.solve import solve

NamedResult = tuple[NamedPosition, SolverResult]
ShouldStop = Callable[[], bool]
OnProgress = Callable[[Progress], None]


class WorkerDied(Exception):
    """A process that searched has ended before it had its result: somebody or the system killed it."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What every search of a run has in common; `budget` is for each of them."""

    autoplay: Autoplay
    short: bool
    budget: Budget


def search(
    position: NamedPosition,
    options: SearchOptions,
    should_stop: ShouldStop | None = None,
    on_progress: OnProgress | None = None,
) -> SolverResult:
    """Return the solver's result for one position, found in this process."""
    # Searches make no cycles, and looking for them costs a tenth of the time.
    gc.disable()
    try:
        return solve(
            position.board,
            position.variant,
            autoplay=options.autoplay,
            short=options.short,
            budget=options.budget,
            on_progress=on_progress,
            stop=should_stop,
        )
    finally:
        gc.enable()


def search_in_turn(
    positions: Iterable[NamedPosition], options: SearchOptions, should_stop: ShouldStop, on_progress: OnProgress
) -> Generator[NamedResult]:
    """Yield each position with its result, until it should stop."""
    for position in positions:
        result = search(position, options, should_stop, on_progress)
        if isinstance(result, Undecided) and result.reason is Reason.STOPPED:
            return
        yield position, result
