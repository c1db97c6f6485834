"""The heuristic of the beam search: how far from home a column looks as a whole.

A beam meets the same few hundred columns again and again, so a detailed price of each column, computed once, pays: a
beam 130 wide then finds solutions as short as one 350 wide with a heuristic that adds up prices of single cards.
"""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from freecell_tui.engine import DECK
from freecell_tui.engine.cards import KING
from freecell_tui.solver.cards import (
    BITS,
    BOTTOM,
    LOWER,
    LOWER_IN_SUIT,
    cards_in,
    foundations,
)
from freecell_tui.solver.columns import NOTHING, Pricer, Prices

ByRank = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]
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

    An empty column costs `empty`. `cells` and `left` are as in Weights, and a card in a cell costs `early` by how many
    cards of its suit go home before it.
    """

    base: ByRank
    top: ByRank
    length: tuple[int, int, int, int, int, int, int, int]
    start: ByRank
    whole: int
    whole_from_king: int
    tall: tuple[int, int, int]
    breaks: ByRank
    broken: ByRank
    suit: ByRank
    lower: ByRank
    far: tuple[int, int, int, int]
    stuck: int
    small: tuple[int, int, int, int]
    blocked: ByRank
    needed: int
    needed_cards: int
    needed_sequences: int
    covered: int
    needed_each: int
    after_cards: int
    after_sequences: int
    empty: int
    cells: tuple[int, int, int, int]
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

    def cell_prices(self) -> dict[int, tuple[int, ...]]:
        """Return the price of each card in a cell, by the set of needed cards."""
        return _CellPrices(self.early)

    def pricer(self, accepted_by: tuple[int, ...]) -> Pricer:
        """Return the function that prices columns, given the sets of `CardRules`."""
        return partial(_ColumnPrices, self, accepted_by)

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
        """Return the additional price of a column for cards needed soon.

        These are its sets of cards needed next, and needed `after` them.
        """
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


class _ColumnPrices(dict[int, int]):
    """The price of one column by the set of needed cards, computed on demand."""

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


class _CellPrices(dict[int, tuple[int, ...]]):
    """The price of each card in a cell, by the set of cards needed next."""

    def __init__(self, early: ByRank) -> None:
        super().__init__()
        self._early = early

    def __missing__(self, needed: int) -> tuple[int, ...]:
        home = foundations(needed)
        self[needed] = prices = tuple([self._early[max(0, card // 4 - home[card % 4])] for card in range(len(DECK))])
        return prices
