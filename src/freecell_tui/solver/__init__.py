"""Search over positions: can this be won, and how; or is it lost for certain."""

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
