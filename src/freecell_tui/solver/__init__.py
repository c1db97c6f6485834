"""A solver for FreeCell and its relatives.

It finds how a position can be won, or proves that it cannot. Here are its results and what it may spend; `solve` is a
module of its own, so that who only reads results does not load the search.

>>> from freecell_tui.engine import FREECELL, deal
>>> from freecell_tui.solver.solve import solve
>>> result = solve(deal(11982), FREECELL, budget=Budget(seconds=60))
>>> isinstance(result, Unsolvable)
True
"""

from freecell_tui.solver.results import (
    UNLIMITED,
    Budget,
    Progress,
    Reason,
    Solved,
    SolverResult,
    Undecided,
    Unsolvable,
)

__all__ = [
    "UNLIMITED",
    "Budget",
    "Progress",
    "Reason",
    "Solved",
    "SolverResult",
    "Undecided",
    "Unsolvable",
]
