"""The interned columns of one search, with their properties precomputed.

A search meets the same few hundred columns again and again, so a `Column` is made once, and then found through the
column it was pushed on: `column[PUSHED][card]`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, TypeAlias

from freecell_tui.engine import DECK
from freecell_tui.engine.cards import KING
from freecell_tui.solver.cards import BITS, BOTTOM, LOWER, LOWER_IN_SUIT, CardRules, cards_in, foundations

NOTHING: Final = (0,) * len(DECK)


@dataclass(frozen=True)
class Prices:
    """The price of each feature of a position.

    Their sum is the estimate of the position.

    The position with the lowest estimate is expanded first. For each card in a column: `suit` if it is above a lower
    card of its suit, `lower` if above any lower card, `breaks` if it does not continue the sequence below it, and
    `small[card]` for each card that it buries. `on_empty[card]` is for a card that is put on an empty column. For the
    cards that the foundations need: `needed` for each card above the deepest one of a column that is needed next, and
    `after` for each above the deepest that is needed after that. `cells[n]` is for n of four cells filled, `left` for
    each card not yet home, and `depth` for each move made.
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

    def cell_steps(self, cells: int) -> tuple[int, ...]:
        """Return the price of filling the nth of `cells` cells: those of four cells, interpolated over so many."""
        totals = [0]
        for n in range(1, cells + 1):
            at = 4 * n / cells
            left = min(int(at), 3)
            totals.append(round(self.cells[left] + (at - left) * (self.cells[left + 1] - self.cells[left])))
        return tuple(after - before for before, after in pairwise(totals))


Column: TypeAlias = tuple[
    int, int, "Column", int, int, int, int, int, int, int, int, tuple[int, ...], int, dict[int, "Column"],
    tuple["Column", ...], dict[int, int],
]  # fmt: skip
"""A column: a plain tuple whose places have the names below.

A search unpacks columns some hundred thousand times a second, and unpacking a NamedTuple takes five times as long.
"""
SUMMARY: Final = 0
"""Three numbers packed in one, to be added up over a table's columns: the top card as a set; from bit EMPTIES, 1 if
the column is empty; and from bit TO_LIFT, how many cards must be lifted until none lies above a lower one. With free
cells for all that must be lifted, everything can go home."""
TOP: Final = 1  # the top card, or BOTTOM
POPPED: Final = 2  # the column without its top card
POPPED_SUMMARY: Final = 3  # the SUMMARY of that column
POPPED_MASK: Final = 4  # the cards of that column, as a set
LENGTH: Final = 5  # the length of the sequence at its end: how many cards may leave it together, room allowing
ACCEPTED_BY: Final = 6  # the set of cards that some part of that sequence may be put on
TOP_TERM: Final = 7  # the term of its top card in the Zobrist hash
TOP_PRICE: Final = 8  # what its top card adds to the estimate, but for needed cards below it; 0 if there are PRICES
TOTAL_PRICE: Final = 9  # what all its cards add likewise; 0 if there are PRICES
BURY_PRICE: Final = 10  # what a card pushed on it adds for the low cards that it buries; 0 if there are PRICES
CARDS: Final = 11  # BOTTOM and its cards, the lowest place first
MASK: Final = 12  # its cards, as a set
PUSHED: Final = 13  # the columns with one card pushed on it, by that card, as far as they exist
REMAINDERS: Final = 14  # the columns that remain when one card of its sequence leaves, two cards, and so on
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


def release_all(empty: tuple[Any, ...], pushed_at: int) -> None:
    """Cut the references from columns to those pushed on them, which else wait for the next garbage collection.

    The latter are at the place `pushed_at` of a column.
    """
    stack = [empty]
    while stack:
        pushed = stack.pop()[pushed_at]
        stack += pushed.values()
        pushed.clear()


def key_of(column: Column) -> int:
    """Return the sum of the terms of a column's cards in the Zobrist hash."""
    key = 0
    while column[MASK]:
        key += column[TOP_TERM]
        column = column[POPPED]
    return key


Pricer: TypeAlias = Callable[[tuple[int, ...], int], dict[int, int]]
"""Returns the PRICES of a column, given its CARDS and its MASK."""

_NO_PRICES: Final[dict[int, int]] = {}


class Columns:
    """The interned columns of one search. `push(column, card)` makes and interns the column that is one card longer."""

    def __init__(self, rules: CardRules, prices: Prices, pricer: Pricer | None = None) -> None:
        self.push = _make_push(rules, prices, pricer)
        whole = pricer((BOTTOM,), 0) if pricer else _NO_PRICES
        self.empty: Column = (ONE_EMPTY, BOTTOM, None, 0, 0, 0, 0, 0, 0, 0, 0, (BOTTOM,), 0, {}, (), whole)  # type: ignore[assignment]

    def of(self, cards: Iterable[int]) -> Column:
        """Return the column of these cards, the lowest place first: plain integers, as a Card is slow to hash."""
        column: Column = self.empty
        for card in cards:
            column = column[PUSHED].get(card) or self.push(column, card)
        return column

    def release(self) -> None:
        """Release all columns.

        They must not be used afterwards.
        """
        release_all(self.empty, PUSHED)


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


# The heuristic of the beam search: how far from home a column looks as a whole.
#
# A beam meets the same few hundred columns again and again, so a detailed price of each column, computed once, pays: a
# beam 130 wide then finds solutions as short as one 350 wide with a heuristic that adds up prices of single cards.

ByRank = tuple[int, ...]
"""A price for each rank, the ace's first."""


@dataclass(frozen=True)
class ColumnWeights:
    """The price of each feature of a column, in thousandths of a unit.

    A column consists of sequences, each broken off from the one below it. It costs `base` for its lowest card, `top`
    for its top card, and for the sequence at its end `length`, by its number of cards, and `start`, by its lowest card.
    A column that is a single sequence costs `whole`, and `whole_from_king` besides if a king is its lowest card; and
    `tall` for each of three heights that it reaches: 8, 10 and 12 cards.

    For each break it costs `breaks` for the card above it and `broken` for the card below. For each card that lies
    above a lower one of its suit it costs `suit`; for each above any lower card `lower`, and `far` by how many ranks
    the lowest of these is below it: up to two, four or seven, or more. For each sequence with cards above a lower one
    of their suit it costs `stuck`, as that must be moved before all can go home. Each card of the four lowest ranks
    costs `small` for every card above it, and each card `blocked` for every sequence above its own.

    If the column has cards below its top that are needed next, it costs `needed`; `needed_cards` for each card above
    the deepest of them and `needed_sequences` for each sequence above that one's, with `covered` if there is any; and
    `needed_each` for each card above each of them. For the cards needed after those, it costs `after_cards` for each
    card above the deepest, and `after_sequences` for each sequence.

    An empty column costs `empty`. `cells[n]` is for filling the (n + 1)th of four cells, `left` is as in Prices, and a
    card in a cell costs `early` by how many cards of its suit go home before it.

    The prices in `prices.json` were found by regression on 49,000 layers of beams 400 to 600 wide, on 6,400 of the
    deals 70001 to 78500, to prefer the positions of a layer that are on the shortest lines found. Deals 60001 to 61800
    decided which features have a price.
    """

    base: ByRank
    top: ByRank
    length: tuple[int, ...]
    start: ByRank
    whole: int
    whole_from_king: int
    tall: tuple[int, ...]
    breaks: ByRank
    broken: ByRank
    suit: ByRank
    lower: ByRank
    far: tuple[int, ...]
    stuck: int
    small: tuple[int, ...]
    blocked: ByRank
    needed: int
    needed_cards: int
    needed_sequences: int
    covered: int
    needed_each: int
    after_cards: int
    after_sequences: int
    empty: int
    cells: tuple[int, ...]
    early: ByRank
    left: int

    @cached_property
    def prices(self) -> Prices:
        """The prices outside columns, and those of a card alone in a column."""
        return Prices(
            cells=tuple(sum(self.cells[:n]) for n in range(5)),
            left=self.left,
            on_empty=tuple([self.of_column((BOTTOM, card), NOTHING) - self.empty for card in range(len(DECK))]),
        )

    def in_cells(self, needed: int) -> tuple[int, ...]:
        """Return the price in a cell of each card, given the needed cards."""
        home = foundations(needed)
        return tuple([self.early[max(0, card // 4 - home[card % 4])] for card in range(len(DECK))])

    def of_column(self, cards: tuple[int, ...], accepted_by: tuple[int, ...]) -> int:
        """Return the price of a column, BOTTOM and its cards, if none is needed soon."""
        if len(cards) == 1:
            return self.empty
        price = self.base[cards[1] // 4] + self.top[cards[-1] // 4]
        below, start, seen, is_stuck = BOTTOM, 1, 0, False
        burden = block = 0
        for at, card in enumerate(cards[1:], 1):
            rank = card // 4
            price += burden
            if below != BOTTOM and not accepted_by[card] & BITS[below]:
                price += block + self.breaks[rank] + self.broken[below // 4]
                start, is_stuck = at, False
            lower = seen & LOWER[card]
            if lower:
                lowest = ((lower & -lower).bit_length() - 1) // 4
                price += self.lower[rank] + self.far[_BY_DISTANCE[rank - lowest]]
                if lower & LOWER_IN_SUIT[card]:
                    price += self.suit[rank]
                    if not is_stuck:
                        price += self.stuck
                        is_stuck = True
            if rank < len(self.small):
                burden += self.small[rank]
            block += self.blocked[rank]
            below, seen = card, seen | BITS[card]
        return price + self._end(cards, start)

    def _end(self, cards: tuple[int, ...], start: int) -> int:
        """Return the price of a column's height and of its last sequence, from `start`."""
        height = len(cards) - 1
        price = self.length[min(height - start, len(self.length) - 1)] + self.start[cards[start] // 4]
        for least, tall in zip(_HEIGHTS, self.tall, strict=True):
            if height >= least:
                price += tall
        if start == 1:
            price += self.whole
            if cards[1] // 4 == KING - 1:
                price += self.whole_from_king
        return price

    def of_needed(self, cards: tuple[int, ...], accepted_by: tuple[int, ...], needed: int, after: int) -> int:
        """Return what a column costs besides for its cards needed next, and for those needed `after` them."""
        price, top = 0, len(cards) - 1
        places = [place for card in cards_in(needed) if (place := cards.index(card)) < top]
        if places:
            deepest = min(places)
            sequences = _breaks(cards, deepest, accepted_by)
            price = self.needed + self.needed_cards * (top - deepest) + self.needed_sequences * sequences
            price += self.needed_each * (top * len(places) - sum(places))
            if sequences:
                price += self.covered
        if after:
            deepest = min([cards.index(card) for card in cards_in(after)])
            price += self.after_cards * (top - deepest) + self.after_sequences * _breaks(cards, deepest, accepted_by)
        return price


def _breaks(cards: tuple[int, ...], place: int, accepted_by: tuple[int, ...]) -> int:
    """Return the number of breaks above the card at a place."""
    count, below = 0, cards[place]
    for card in cards[place + 1 :]:
        if not accepted_by[card] & BITS[below]:
            count += 1
        below = card
    return count


_HEIGHTS: Final = (8, 10, 12)
_BY_DISTANCE: Final = (0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3)
"""The index into `far`, by how many ranks a card is above the lowest one below it."""


class ColumnPrices(dict[int, int]):
    """The price of one column by needed cards, computed on demand."""

    __slots__ = ("_accepted_by", "_cards", "_mask", "_weights")

    def __init__(self, weights: ColumnWeights, accepted_by: tuple[int, ...], cards: tuple[int, ...], mask: int) -> None:
        super().__init__()
        self._weights, self._accepted_by, self._cards, self._mask = weights, accepted_by, cards, mask

    def __missing__(self, needed: int) -> int:
        mask = self._mask
        matters = needed & (mask | mask >> 4)
        if matters != needed:
            price = self[matters]
        elif matters:
            after = matters << 4 & mask
            price = self[0] + self._weights.of_needed(self._cards, self._accepted_by, matters & mask, after)
        else:
            price = self._weights.of_column(self._cards, self._accepted_by)
        self[needed] = price
        return price
