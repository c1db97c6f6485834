"""A solver for FreeCell and its relatives.

It finds a win of a position, or proves that there is none. This package has its results and budgets; `solve` is a
module of its own, so that code that only reads results does not load the search.

>>> from freecell_tui.engine import FREECELL, deal
>>> from freecell_tui.solver.solve import solve
>>> result = solve(deal(11982), FREECELL, budget=Budget(seconds=60))
>>> isinstance(result, Unsolvable)
True
"""

from freecell_tui.solver.results import UNLIMITED, Budget, Reason, Solved, SolverResult, Undecided, Unsolvable

__all__ = ["UNLIMITED", "Budget", "Reason", "Solved", "SolverResult", "Undecided", "Unsolvable"]
