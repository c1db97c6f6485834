"""Positions in a search, and the children that have not been made yet."""

from typing import Final, NamedTuple

from freecell_tui.solver.columns import Column

CELL: Final = 16
"""As a target, a cell; as a source, CELL + n is the cell with card n. Columns are 0 to 9."""
HOME: Final = 15
"""As a target, home."""


class Node(NamedTuple):
    """A position in a search, and how it came about.

    The columns lie as the board's do. `cells` and `needed` are sets of cards: those in cells, and those that the
    foundations wait for. `value` is the estimate but for a part that is the same in all of the search. `source`,
    `target` and the number of cards `carried` are the move that led here from `parent`, before cards went home.
    """

    columns: list[Column]
    cells: int
    needed: int
    key: int
    value: int
    parent: "Node | None" = None
    source: int = 0
    target: int = 0
    carried: int = 0


Child = tuple[int, Node, int, int, int, int, int]
"""A child that is not made yet: its value, its parent, the move's source, target and count, its key, and the cards that
go home first, as a set.

Most children are never looked at again, so nothing is worked out at first but what tells them apart and how good they
are. Where cards go home after the move, the key is that of before, and so is the value, but for one card less. A count
of 0 says that the child is made, and stands in the parent's place.
"""
