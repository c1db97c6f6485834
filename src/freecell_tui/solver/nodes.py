"""Positions in a search, and the children that have not been made yet."""

from operator import itemgetter
from typing import Final, TypeAlias

from freecell_tui.solver.columns import Column

CELL: Final = 16
"""As a target, a cell; as a source, CELL + n is the cell with card n. Columns are 0 to 9."""
HOME: Final = 15
"""As a target, home."""


Node: TypeAlias = "tuple[list[Column], int, int, int, int, Node | None, int, int, int]"
"""A position in a search, and how it came about: a plain tuple, like a column, whose places have names."""
COLUMNS: Final = 0
"""The columns, which lie as the board's do."""
CELLS: Final = 1
"""The cards in cells, as a set."""
NEEDED: Final = 2
"""The cards that the foundations wait for, as a set."""
KEY: Final = 3
"""What tells the position from all others, whatever the order of columns and cells: see `columns`."""
VALUE: Final = 4
"""The estimate but for a part that is the same in all of the search."""
PARENT: Final = 5
"""The position before the move that led here; None where the search began. The move is that of SOURCE, TARGET and the
number of cards CARRIED, before cards went home."""
SOURCE: Final = 6
TARGET: Final = 7
CARRIED: Final = 8

Successor = tuple[int, Node, int, int, int, int, int]
"""A child that is not made yet: its value, its parent, the move's source, target and count, its key, and the cards that
go home first, as a set.

Most children are never looked at again, so nothing is worked out at first but what tells them apart and how good they
are. Where cards go home after the move, the key is that of before, and so is the value, but for one card less. A count
of 0 says that the child is made, and stands in the parent's place.
"""
value_of: Final = itemgetter(0)
"""The value of a child."""
