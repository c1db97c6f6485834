"""What makes a position look far from home: the weights of a search's estimate."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Final

from freecell_tui.engine import DECK
from freecell_tui.engine.cards import KING

SCALE: Final = 64
"""Estimates are whole numbers, so many to a unit of the weights: those sort into stacks, one for each value."""


@dataclass(frozen=True)
class Weights:
    """The price of each thing that stands between a position and the win; a search takes the cheapest position first.

    For each card in a column: `suit` if it lies above a lower card of its suit, `lower` if above any lower card,
    `breaks` if it does not continue the sequence below it, and `small[n]` for each card of rank n + 1 that it buries.
    For each column: `king` if a king is its base, `empty` if it has no card. Of what the foundations need: `needed` for
    each card above the deepest card of a column that is needed next, and `after` for each above the deepest that is
    needed after that. `cells[n]` is for the (n + 1)th of four cells to be filled. `left` is for each card not yet home,
    and `depth` for each move made.
    """

    suit: float
    breaks: float
    lower: float
    small: tuple[float, float, float, float]
    king: float
    empty: float
    needed: float
    after: float
    cells: tuple[float, float, float, float]
    left: float
    depth: float

    @cached_property
    def prices(self) -> "Prices":
        """The same in whole numbers, spread out for the search."""
        return Prices(self)

    def cell_steps(self, cells: int) -> tuple[int, ...]:
        """What filling the nth of `cells` cells adds to the estimate.

        Where there are more or fewer cells than four, the four prices are stretched over them.
        """
        return _cell_steps(self.cells, cells)


@cache
def _cell_steps(prices: tuple[float, ...], cells: int) -> tuple[int, ...]:
    marks = (0, *(_scaled(sum(prices[:n])) for n in range(1, 5)))
    totals = [_between(marks, 4 * n / cells) for n in range(cells + 1)] if cells else [0]
    return tuple(after - before for before, after in pairwise(totals))


class Prices:
    """Weights in whole numbers, SCALE to a unit; `on_empty` and `small` by card.

    `least_burden` is below all that the small cards under a card can come to.
    """

    def __init__(self, weights: Weights) -> None:
        self.suit = _scaled(weights.suit)
        self.breaks = _scaled(weights.breaks)
        self.lower = _scaled(weights.lower)
        self.needed = _scaled(weights.needed)
        self.after = _scaled(weights.after)
        self.left = _scaled(weights.left)
        self.depth = _scaled(weights.depth)
        self.small = tuple(_scaled(weights.small[card // 4]) if card.rank <= len(weights.small) else 0 for card in DECK)
        self.least_burden = 4 * sum(min(0, _scaled(price)) for price in weights.small)
        self.on_empty = tuple(_scaled((weights.king if card.rank == KING else 0) - weights.empty) for card in DECK)


def _scaled(weight: float) -> int:
    return round(SCALE * weight)


def _between(marks: tuple[int, ...], at: float) -> int:
    """The value at a place between the marks, on the straight line from one to the next."""
    left = min(int(at), len(marks) - 2)
    return round(marks[left] + (at - left) * (marks[left + 1] - marks[left]))
