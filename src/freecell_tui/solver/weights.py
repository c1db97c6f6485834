"""What makes a position look far from home: the weights of the search's estimate."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

SCALE: Final = 64
"""Estimates are whole numbers, of which this many make one unit of the weights: whole numbers sort into buckets."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The price of each thing that stands between a position and the win; a search takes the cheapest position first.

    For each card in a column: `suit` if it lies above a lower card of its suit, `lower` if above any lower card,
    `breaks` if it does not continue the sequence below it, `small[r]` for each card of rank r + 1 that it buries. For
    each column: `king` if a king is its base, `empty` if there is none. Of what the foundations need next: `needed` for
    each card above the deepest such card of a column, `after` for each above the deepest of the cards needed after
    those. `cells[n]` is the price of the (n + 1)th of four cells to be filled. `left` is paid for each card that is not
    home, and `depth` for each move made.
    """

    suit: float = 0.53
    breaks: float = 0.70
    lower: float = 0.06
    small: tuple[float, float, float, float] = (0.155, 0.07, 0.04, 0.06)
    king: float = -1.08
    empty: float = -0.69
    needed: float = 0.52
    after: float = 0.125
    cells: tuple[float, float, float, float] = (2.0, 1.4, 1.4, 1.0)
    left: float = 0.77
    depth: float = 0.55

    def cell_steps(self, cells: int) -> tuple[int, ...]:
        """What filling the nth of `cells` cells adds to the estimate.

        Where there are more or fewer cells than four, the four prices are stretched over them.
        """
        marks = (0, *(round(SCALE * sum(self.cells[:n])) for n in range(1, 5)))
        totals = [_between(marks, 4 * n / cells) for n in range(cells + 1)] if cells else [0]
        return tuple(after - before for before, after in pairwise(totals))


def _between(marks: tuple[int, ...], at: float) -> int:
    """The value at a place between the marks, on the straight line from one to the next."""
    left = min(int(at), len(marks) - 2)
    return round(marks[left] + (at - left) * (marks[left + 1] - marks[left]))
