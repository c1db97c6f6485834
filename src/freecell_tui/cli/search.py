"""Asking the solver about many positions on the same terms."""

import gc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from freecell_tui import solver
from freecell_tui.cli.inputs import NamedPosition
from freecell_tui.engine import Autoplay
from freecell_tui.solver import Budget, Progress, Reason, SolverResult, Undecided

Answered = tuple[NamedPosition, SolverResult]
Stop = Callable[[], bool]
OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What goes for every search of a run."""

    autoplay: Autoplay
    short: bool
    budget: Budget


def search(
    position: NamedPosition, terms: SearchOptions, stop: Stop | None = None, on_progress: OnProgress | None = None
) -> SolverResult:
    """The answer for one position, found in this process."""
    # Searches make no cycles, and looking for them costs a tenth of the time.
    gc.disable()
    try:
        return solver.solve(
            position.board,
            position.variant,
            autoplay=terms.autoplay,
            short=terms.short,
            budget=terms.budget,
            on_progress=on_progress,
            stop=stop,
        )
    finally:
        gc.enable()


def one_by_one(
    positions: Iterable[NamedPosition], terms: SearchOptions, stop: Stop, on_progress: OnProgress
) -> Iterator[Answered]:
    """Each position with its answer, until there is a stop."""
    for position in positions:
        answer = search(position, terms, stop, on_progress)
        if isinstance(answer, Undecided) and answer.reason is Reason.STOPPED:
            return
        yield position, answer
