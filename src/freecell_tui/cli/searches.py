"""Asking the solver about many positions on the same terms."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from freecell_tui import solver
from freecell_tui.cli.positions import Position
from freecell_tui.engine import Autoplay
from freecell_tui.solver import Answer, Budget, Progress, Reason, Undecided

Answered = tuple[Position, Answer]
Stop = Callable[[], bool]
OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """What goes for every search of a run."""

    autoplay: Autoplay
    short: bool
    budget: Budget


def one_by_one(positions: Iterable[Position], terms: Terms, stop: Stop, on_progress: OnProgress) -> Iterator[Answered]:
    """Each position with its answer, until there is a stop."""
    for position in positions:
        answer = solver.solve(
            position.board,
            position.variant,
            autoplay=terms.autoplay,
            short=terms.short,
            budget=terms.budget,
            on_progress=on_progress,
            stop=stop,
        )
        if isinstance(answer, Undecided) and answer.reason is Reason.STOPPED:
            return
        yield position, answer
