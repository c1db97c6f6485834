"""The winnable deals of a tournament's wish, the same on every machine."""

from collections.abc import Callable
from typing import Final

from freecell_tui.engine import deal
from freecell_tui.engine.tournaments import DIFFICULTIES, Tournament, TournamentError
from freecell_tui.solver.analysis import difficulty
from freecell_tui.solver.results import Budget, Solved
from freecell_tui.solver.solve import solve

_WISH_STATES: Final = 50_000
"""The budget for one deal in positions, not in time, so that a slow machine finds the same deals."""


def with_deals(
    tournament: Tournament,
    on_progress: Callable[[int, int], None] = lambda _found, _tried: None,
    stop: Callable[[], bool] | None = None,
) -> Tournament:
    """Return a tournament with the deals of its wish; raise TournamentError if too few are found.

    `on_progress` is called with how many deals were found and tried, and `stop` ends the search.
    """
    wish, variant, found, tried = tournament.wish, tournament.variant, list[int](), 0
    if wish is None or tournament.deals:
        return tournament
    for tried, number in enumerate(wish.candidates, 1):
        if stop is not None and stop():
            raise TournamentError("The search for the deals was stopped.")
        result = solve(deal(number, variant), variant, budget=Budget(states=_WISH_STATES))
        if isinstance(result, Solved) and wish.difficulty in (DIFFICULTIES[0], difficulty(result.states, variant)):
            found.append(number)
        on_progress(len(found), tried)
        if len(found) == wish.amount:
            return tournament.with_deals(tuple(found))
    raise TournamentError(f"Only {len(found)} such deals were found among {tried:,}: ask for fewer or for other ones.")
