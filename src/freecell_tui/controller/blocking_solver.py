"""The solver in this process, asked while the player waits."""

from collections.abc import Callable

from freecell_tui.controller.frontend import OnFailure, OnJudged, OnResult, SearchInterrupted
from freecell_tui.solver import Reason, Undecided
from freecell_tui.solver.process import AheadQuery, SolverQuery
from freecell_tui.solver.solve import solve


class BlockingSolver:
    """The solver in this process. `is_interrupted` is asked again and again whether the player wants to go on."""

    def __init__(self, is_interrupted: Callable[[], bool], background_states: int | None) -> None:
        self._is_interrupted = is_interrupted
        self.background_states = background_states

    def ask(self, query: SolverQuery, on_result: OnResult, on_failure: OnFailure) -> None:  # noqa: ARG002 - it is here
        """Search, and tell the result before returning; raise SearchInterrupted."""
        result = solve(
            query.board,
            query.variant,
            autoplay=query.autoplay,
            short=query.short,
            budget=query.budget,
            stop=self._is_interrupted,
        )
        if isinstance(result, Undecided) and result.reason is Reason.STOPPED:
            raise SearchInterrupted
        on_result(result)

    def judge(self, query: AheadQuery, on_judged: OnJudged, on_failure: OnFailure) -> None:
        """Do nothing: the player would wait for moves that nobody plays."""

    def stop(self) -> None:
        """Do nothing: no search outlives the question."""

    def close(self) -> None:
        """Do nothing."""
