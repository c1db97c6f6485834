"""The heuristic of best-first search: the price of each card out of place."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Final

from freecell_tui.engine import DECK
from freecell_tui.engine.cards import KING

SCALE: Final = 64
"""Steps of an estimate to one unit of the weights.

Estimates are integers, so many nodes tie; ties are broken last in, first out.
"""


@dataclass(frozen=True)
class Weights:
    """The weight of each feature of a position; their sum is its estimate.

    The position with the lowest estimate is expanded first. For each card in a column: `suit` if it is above a lower
    card of its suit, `lower` if above any lower card, `breaks` if it does not continue the sequence below it, and
    `small[n]` for each card of rank n + 1 that it buries. For each column: `king` if a king is its lowest card, `empty`
    if it has no card. For the cards that the foundations need: `needed` for each card above the deepest one of a column
    that is needed next, and `after` for each above the deepest that is needed after that. `cells[n]` is for filling the
    (n + 1)th of four cells, `left` for each card not yet home, and `depth` for each move made.
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
        """The weights as integers, tabulated for the search."""
        return Prices(
            suit=_scaled(self.suit),
            breaks=_scaled(self.breaks),
            lower=_scaled(self.lower),
            small=tuple(_scaled(self.small[card // 4]) if card.rank <= len(self.small) else 0 for card in DECK),
            on_empty=tuple(_scaled((self.king if card.rank == KING else 0) - self.empty) for card in DECK),
            needed=_scaled(self.needed),
            after=_scaled(self.after),
            cells=tuple(_scaled(sum(self.cells[:n])) for n in range(5)),
            left=_scaled(self.left),
            depth=_scaled(self.depth),
        )

    def cell_prices(self) -> dict[int, tuple[int, ...]]:
        """Return the price of each card in a cell, by the set of needed cards: nothing."""
        return defaultdict(lambda: NOTHING)


NOTHING: Final = (0,) * len(DECK)
"""No price for any card."""


@dataclass(frozen=True)
class Prices:
    """Weights as integers, by card or by number of cells.

    `on_empty` and `small` are by card, and `cells[n]` is for n of four cells filled.
    """

    cells: tuple[int, ...]
    left: int
    on_empty: tuple[int, ...]
    suit: int = 0
    breaks: int = 0
    lower: int = 0
    small: tuple[int, ...] = NOTHING
    needed: int = 0
    after: int = 0
    depth: int = 0

    @cached_property
    def least_bury(self) -> int:
        """A lower bound of what a card can add for all the low cards it buries."""
        return sum(min(0, price) for price in self.small)

    def cell_steps(self, cells: int) -> tuple[int, ...]:
        """Return what filling the nth of `cells` cells adds to the estimate.

        The prices of four cells are interpolated over more or fewer.
        """
        return _cell_steps(self.cells, cells)


@cache
def _cell_steps(marks: tuple[int, ...], cells: int) -> tuple[int, ...]:
    totals = [_interpolated(marks, 4 * n / cells) for n in range(cells + 1)] if cells else [0]
    return tuple(after - before for before, after in pairwise(totals))


def _scaled(weight: float) -> int:
    return round(SCALE * weight)


def _interpolated(marks: tuple[int, ...], at: float) -> int:
    left = min(int(at), len(marks) - 2)
    return round(marks[left] + (at - left) * (marks[left + 1] - marks[left]))
