"""A solver for FreeCell and its relatives.

It finds how a position can be won, or proves that it cannot.

>>> from freecell_tui.engine import FREECELL, deal
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
from freecell_tui.solver.solve import solve

__all__ = [
    "UNLIMITED",
    "Budget",
    "Progress",
    "Reason",
    "Solved",
    "SolverResult",
    "Undecided",
    "Unsolvable",
    "solve",
]
