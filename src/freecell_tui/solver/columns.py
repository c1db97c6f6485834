"""The columns of one search: interned, with all that is asked of them worked out.

A search meets the same few hundred columns again and again, so a `Column` is made when it is first met, and from then
on found through the column it was pushed on: `column[PUSHED][card]`.
"""

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Final, TypeAlias, TypeVar

from freecell_tui.solver.card_rules import CardRules
from freecell_tui.solver.card_sets import BITS, BOTTOM
from freecell_tui.solver.heuristic import NOTHING, Prices

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
"""The columns with one card pushed on it, by that card, as far as they were met."""
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

    They refer to each other both ways and would wait for the next garbage collection after a search; memory that is
    free at once is the fastest to have again.
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
        """Let go of all columns; they must not be used after this."""
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
