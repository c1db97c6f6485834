"""Search over positions: can this be won, and how; or is it lost for certain."""

from freecell_tui.solver.results import Answer, Budget, Progress, Reason, Solved, Undecided, Unsolvable
from freecell_tui.solver.solve import UNLIMITED, solve

__all__ = [
    "UNLIMITED",
    "Answer",
    "Budget",
    "Progress",
    "Reason",
    "Solved",
    "Undecided",
    "Unsolvable",
    "solve",
]
