"""The interned columns of one search, with their properties precomputed.

A search meets the same few hundred columns again and again, so a `Column` is made once, and then found through the
column it was pushed on: `column[PUSHED][card]`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Final, TypeAlias, TypeVar

from freecell_tui.engine import DECK
from freecell_tui.engine.cards import KING
from freecell_tui.solver.cards import BITS, BOTTOM, CardRules

# The heuristic of best-first search: the price of each card out of place.


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
        """A lower bound of the price of burying low cards."""
        return sum(min(0, price) for price in self.small)

    def cell_steps(self, cells: int) -> tuple[int, ...]:
        """Return the price of filling the nth of `cells` cells.

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


Column: TypeAlias = tuple[
    int,
    int,
    "Column",
    int,
    int,
    int,
    int,
    int,
    int,
    int,
    int,
    tuple[int, ...],
    int,
    dict[int, "Column"],
    tuple["Column", ...],
    dict[int, int],
]
"""A column: a plain tuple whose places have the names below.

A search unpacks columns some hundred thousand times a second, and unpacking a NamedTuple takes five times as long.
"""
SUMMARY: Final = 0
"""Three numbers packed in one, to be added up over a table's columns: the top card as a set; from bit EMPTIES, 1 if
the column is empty; and from bit TO_LIFT, how many cards must be lifted until none lies above a lower one. With free
cells for all that must be lifted, everything can go home."""
TOP: Final = 1
"""The top card, or BOTTOM."""
POPPED: Final = 2
"""The column without its top card."""
POPPED_SUMMARY: Final = 3
"""The SUMMARY of that column."""
POPPED_MASK: Final = 4
"""The cards of that column, as a set."""
LENGTH: Final = 5
"""The length of the sequence at its end: how many cards may leave it together, room allowing."""
ACCEPTED_BY: Final = 6
"""The set of cards that some part of that sequence may be put on."""
TOP_TERM: Final = 7
"""The term of its top card in the Zobrist hash."""
TOP_PRICE: Final = 8
"""What its top card adds to the estimate, but for needed cards below it; 0 where columns have PRICES."""
TOTAL_PRICE: Final = 9
"""What all its cards add likewise; 0 where columns have PRICES."""
BURY_PRICE: Final = 10
"""What a card pushed on it adds to the estimate for the low cards it buries; 0 where columns have PRICES."""
CARDS: Final = 11
"""BOTTOM and its cards, the lowest place first."""
MASK: Final = 12
"""Its cards, as a set."""
PUSHED: Final = 13
"""The columns with one card pushed on it, by that card, as far as they exist."""
REMAINDERS: Final = 14
"""The columns that remain when one card of its sequence leaves, two cards, and so on."""
PRICES: Final = 15
"""What the column as a whole adds to the estimate, by the set of cards needed next; empty unless the heuristic looks at
whole columns."""

# The bits where the numbers of a SUMMARY begin, and their units.
EMPTIES: Final = 52
ONE_EMPTY: Final = 1 << EMPTIES
TO_LIFT: Final = 56
ONE_TO_LIFT: Final = 1 << TO_LIFT

summary_of: Final = itemgetter(SUMMARY)
top_of: Final = itemgetter(TOP)
_pushed_on: Final = itemgetter(PUSHED)

_Interned = TypeVar("_Interned")


def release_all(empty: _Interned, pushed_on: Callable[[_Interned], dict[int, _Interned]]) -> None:
    """Cut the references from each column to the columns pushed on it.

    They refer to each other both ways, so without this they would wait for the next garbage collection.
    """
    stack = [empty]
    while stack:
        pushed = pushed_on(stack.pop())
        stack += pushed.values()
        pushed.clear()


Pricer: TypeAlias = Callable[[tuple[int, ...], int], dict[int, int]]
"""Returns the PRICES of a column, given its CARDS and its MASK."""


_NO_PRICES: Final[dict[int, int]] = {}


class Columns:
    """The interned columns of one search.

    `push(column, card)` makes and interns the column that is one card longer.
    """

    def __init__(self, rules: CardRules, prices: Prices, pricer: Pricer | None = None) -> None:
        self.push = _make_push(rules, prices, pricer)
        whole = pricer((BOTTOM,), 0) if pricer else _NO_PRICES
        self.empty: Column = (ONE_EMPTY, BOTTOM, None, 0, 0, 0, 0, 0, 0, 0, 0, (BOTTOM,), 0, {}, (), whole)  # type: ignore[assignment]

    def of(self, cards: Iterable[int]) -> Column:
        """Return the column of these cards, the lowest place first.

        They must be plain integers, as a Card is slow to hash.
        """
        column: Column = self.empty
        for card in cards:
            column = column[PUSHED].get(card) or self.push(column, card)
        return column

    def release(self) -> None:
        """Release all columns; they must not be used afterwards."""
        release_all(self.empty, _pushed_on)


def _make_push(rules: CardRules, prices: Prices, pricer: Pricer | None) -> Callable[[Column, int], Column]:
    on_empty = NOTHING if pricer else prices.on_empty
    breaks, lower, suit = prices.breaks, prices.lower, prices.suit
    small, facts = prices.small, rules.facts

    def push(under: Column, card: int) -> Column:
        summary, below, _, _, _, length_under, accepted_under, _, _, total, bury, cards, mask, pushed, rest, _ = under
        bit, length, accepted_by, terms, all_lower, lower_in_suit = facts[card]
        to_lift = summary & -ONE_TO_LIFT
        if to_lift:
            to_lift += ONE_TO_LIFT
        remainders: tuple[Column, ...] = (under,)
        if below == BOTTOM:
            price = on_empty[card]
        else:
            price = bury
            if accepted_by & BITS[below]:
                length += length_under
                accepted_by |= accepted_under
                remainders += rest
            else:
                price += breaks
            if mask & all_lower:
                price += lower
                to_lift = to_lift or ONE_TO_LIFT
                if mask & lower_in_suit:
                    price += suit
        cards, mask = (*cards, card), mask | bit
        column: Column = (
            bit | to_lift, card, under, summary, under[MASK], length, accepted_by, terms[below], price, total + price,
            bury + small[card], cards, mask, {}, remainders, pricer(cards, mask) if pricer else _NO_PRICES,
        )  # fmt: skip
        pushed[card] = column
        return column

    return push
