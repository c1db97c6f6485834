"""Search over positions: can this be won, and how; or is it lost for certain."""

from freecell_tui.solver.answers import Answer, Budget, Progress, Reason, Solved, Undecided, Unsolvable
from freecell_tui.solver.solving import UNLIMITED, solve

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
