"""Nodes of the search graph, and successors that are not nodes yet."""

from operator import itemgetter
from typing import Final, TypeAlias

from freecell_tui.solver.columns import Column

CELL: Final = 16
"""As a target, a cell; as a source, CELL + n is the cell that holds card n. Columns are 0 to 9."""
HOME: Final = 15
"""As a target, the foundations."""


Node: TypeAlias = tuple[list[Column], int, int, int, int, "Node | None", int, int, int]
"""A position and the move that led to it: a plain tuple, like a column, whose places have the names below."""
COLUMNS: Final = 0
"""The columns, in the order of the board's."""
CELLS: Final = 1
"""The set of cards in cells."""
NEEDED: Final = 2
"""The set of cards that the foundations need next."""
KEY: Final = 3
"""The Zobrist hash."""
ESTIMATE: Final = 4
"""The heuristic's estimate and the price of the moves made, up to a constant of the search."""
PARENT: Final = 5
"""The node before the move; None at the root."""
SOURCE: Final = 6
TARGET: Final = 7
COUNT: Final = 8
"""The number of cards moved from SOURCE to TARGET, before any went home."""

Successor: TypeAlias = tuple[int, Node, int, int, int, int, int]
"""A move from a node: the estimate after it, the node, source, target and count, the key after it, and the set of cards
that go home next.

Most successors are never visited, so at first nothing is worked out but what tells them apart and how good they are.
Where cards go home after the move, key and estimate are those from before that, the latter less the price of a card
that is not yet home. A count of 0 says that the node of this successor exists already, and stands in place of its
parent.
"""
GOING: Final = 6
"""The place of the set of cards that go home, in a successor."""
estimate_of: Final = itemgetter(0)
"""Returns the estimate of a successor."""
