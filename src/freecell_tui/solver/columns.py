"""The columns of one search, each met once and from then on a small number.

A search meets the same few thousand columns again and again: what is known about a column is worked out when it is
first met, and kept in lists that the column's number indexes. Column 0 is the empty one.

A position's key is a sum, over all cards on the table, of a random number for the card and what it lies on: the card
below, the bottom of a column, or a cell. The sum knows neither the order of columns nor that of cells, so positions that
differ in nothing else are one; and a move changes one term of it, however many cards it carries. With 122 bits, two
positions among a hundred million share a key by chance with a probability under 10^-20: a proof may rely on it.
"""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Final

from freecell_tui.engine import DECK, Build, EmptyColumn, Variant
from freecell_tui.solver.weights import SCALE, Weights

EMPTY: Final = 0
BOTTOM: Final = len(DECK)
"""What the lowest card of a column lies on."""

ALL_CARDS: Final = (1 << 52) - 1
ONE_EMPTY: Final = 1 << 52
ONE_TANGLED: Final = 1 << 56

_random: Final = Random(2026)  # noqa: S311, any numbers do, and the same ones every time make every search repeatable
LINKS: Final = tuple(tuple(_random.getrandbits(122) for _ in range(53)) for _ in DECK)
"""`LINKS[card][below]` is what a card that lies on another, or on BOTTOM, adds to a position's key."""
IN_CELL: Final = tuple(_random.getrandbits(122) for _ in DECK)
"""`IN_CELL[card]` is what a card in a cell adds to a position's key."""

BITS: Final = tuple(1 << card for card in DECK)


def cards_in(mask: int) -> tuple[int, ...]:
    """The cards of a set, from the lowest."""
    found = []
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        found.append(lowest.bit_length() - 1)
    return tuple(found)


def mask_of(cards: Iterable[int]) -> int:
    """The set of some cards: bit n for card n."""
    return sum({BITS[card] for card in cards})


class Decoded(dict[int, tuple[int, ...]]):
    """The cards of a set, remembered."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        self[mask] = cards = cards_in(mask)
        return cards


class CardRules:
    """What a variant and an estimate say about single cards, as tables."""

    def __init__(self, variant: Variant, weights: Weights) -> None:
        kings_only = variant.empty_column is EmptyColumn.KINGS
        locked = BITS[0] * 15 if variant.aces_only_home else 0
        self.parents = tuple(
            0 if locked & BITS[card] else mask_of(onto for onto in DECK if variant.fits(card, onto)) for card in DECK
        )
        self.fills_empty = tuple((not kings_only or card.rank == 13) and not locked & BITS[card] for card in DECK)
        self.locked = locked
        self.lower = tuple((1 << (4 * (card // 4))) - 1 for card in DECK)
        self.lower_in_suit = tuple(mask_of(range(card % 4, card, 4)) for card in DECK)
        self.on_empty = tuple(round(SCALE * ((weights.king if card.rank == 13 else 0) - weights.empty)) for card in DECK)


card_rules = cache(CardRules)


class Columns:
    """Everything a search knows about the columns it has met, in parallel lists.

    `cards[c]` are the column's cards above a first entry BOTTOM. `top[c]` is its last card; `under[c]` the column
    without it; `under_mask[c]` that column's cards. `run[c]` is how many cards may leave together, 0 if none. `onto[c]` is the set of cards that a part of its sequence may lie
    on; `cost[c]` what its top card adds to the estimate, and `burden[c]` what any card put upon it would add for the
    small cards it buries; `to_cell[c]` is how the key changes when the top card goes to a cell.

    `face[c]` sums up over a table's columns: the set of top cards in the low 52 bits, then the number of empty columns,
    then that of tangled ones, in which a card lies above a lower one. With none of these, all the rest can go home.
    """

    def __init__(self, variant: Variant, weights: Weights) -> None:
        self.rules = card_rules(variant, weights)
        self._build_by_suit = variant.build is Build.SUIT
        self._fits = variant.fits
        self._suit = round(SCALE * weights.suit)
        self._lower = round(SCALE * weights.lower)
        self._breaks = round(SCALE * weights.breaks)
        self.small_price = tuple(round(SCALE * price) for price in weights.small for _ in range(4))
        self.cards: list[tuple[int, ...]] = [(BOTTOM,)]
        self.top = [BOTTOM]
        self.under = [EMPTY]
        self.mask = [0]
        self.under_mask = [0]
        self.run = [0]
        self.onto = [0]
        self.cost = [0]
        self.burden = [0]
        self.to_cell = [0]
        self.face = [ONE_EMPTY]
        self._grown: dict[int, int] = {}

    def of(self, cards: Iterable[int]) -> int:
        """The number of the column of these cards, the lowest first."""
        column = EMPTY
        for card in cards:
            column = self.grown(column, card)
        return column

    def grown(self, column: int, card: int) -> int:
        """The number of the column that `card` on top of `column` makes."""
        name = column << 6 | card
        found = self._grown.get(name)
        if found is None:
            found = self._grown[name] = self._add(column, card)
        return found

    def _add(self, under: int, card: int) -> int:
        rules = self.rules
        bit, mask, below = BITS[card], self.mask[under], self.top[under]
        fits = below != BOTTOM and bool(rules.parents[card] & BITS[below])
        run, onto = (self.run[under], self.onto[under]) if fits else (0, 0)
        tangled = self.face[under] & ONE_TANGLED
        if below == BOTTOM:
            cost = rules.on_empty[card]
        else:
            cost = self.burden[under]
            if not fits:
                cost += self._breaks
            if mask & rules.lower_in_suit[card]:
                cost += self._suit
            if mask & rules.lower[card]:
                cost += self._lower
                tangled = ONE_TANGLED
        self.cards.append((*self.cards[under], card))
        self.top.append(card)
        self.under.append(under)
        self.mask.append(mask | bit)
        self.under_mask.append(mask)
        self.run.append(0 if rules.locked & bit else run + 1)
        self.onto.append(onto | rules.parents[card])
        self.cost.append(cost)
        self.burden.append(self.burden[under] + (self.small_price[card] if card < 16 else 0))
        self.to_cell.append(IN_CELL[card] - LINKS[card][below])
        self.face.append(bit | tangled)
        return len(self.top) - 1
