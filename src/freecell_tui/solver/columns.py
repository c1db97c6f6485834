"""The columns of one search, each made once, with all that a search asks about it worked out.

A search meets the same few hundred columns again and again, so a `Column` is made when it is first met, and from then
on found through the column below: `column.grown[card]`.

A position's key is a sum, over all cards on the table, of a random number for the card and what it lies on: the card
below, the bottom of a column, or a cell. The sum knows neither the order of columns nor that of cells, so positions
that differ in nothing else are one; and a move changes one term of it, however many cards it carries. With 122 bits,
two positions among a hundred million share a key by chance with a probability under 10^-20: a proof may rely on it.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from random import Random
from typing import Final, NamedTuple

from freecell_tui.engine import DECK, EmptyColumn, Variant
from freecell_tui.engine.cards import KING
from freecell_tui.solver.weights import Prices, Weights

BOTTOM: Final = len(DECK)
"""What the lowest card of a column lies on."""

ALL_CARDS: Final = (1 << 52) - 1
ACES: Final = 0b1111
ONE_EMPTY: Final = 1 << 52
ONE_TANGLED: Final = 1 << 56

_random: Final = Random(2026)  # noqa: S311, any numbers do, and the same ones every time make every search repeatable
LINKS: Final = tuple(tuple(_random.getrandbits(122) for _ in range(BOTTOM + 1)) for _ in DECK)
"""`LINKS[card][below]` is what a card that lies on another, or on BOTTOM, adds to a position's key."""
IN_CELL: Final = tuple(_random.getrandbits(122) for _ in DECK)
"""`IN_CELL[card]` is what a card in a cell adds to a position's key."""

BITS: Final = tuple(1 << card for card in (*DECK, BOTTOM))
"""A card as a set; that of BOTTOM holds no card."""


def cards_in(mask: int) -> tuple[int, ...]:
    """The cards of a set, the lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        found.append(lowest.bit_length() - 1)
    return tuple(found)


def mask_of(cards: Iterable[int]) -> int:
    """The set of some cards: bit n for card n."""
    return sum({BITS[card] for card in cards})


class CardRules(NamedTuple):
    """What a variant says about single cards: tables by card."""

    parents: tuple[int, ...]
    """The cards it may lie on, as a set."""
    followers: tuple[int, ...]
    """The cards that may lie on it, as a set."""
    fills_empty: tuple[bool, ...]
    """Whether it may go to an empty column."""
    stays: int
    """The cards that may go nowhere but home, as a set."""


@cache
def card_rules(variant: Variant) -> CardRules:
    """The card tables of a variant."""
    stays = ACES if variant.aces_only_home else 0
    kings_only = variant.empty_column is EmptyColumn.KINGS
    return CardRules(
        tuple(0 if stays >> card & 1 else mask_of(o for o in DECK if variant.fits(card, o)) for card in DECK),
        tuple(mask_of(o for o in DECK if variant.fits(o, card)) & ~stays for card in DECK),
        tuple((card.rank == KING or not kings_only) and not stays >> card & 1 for card in DECK),
        stays,
    )


LOWER: Final = tuple((1 << 4 * (card // 4)) - 1 for card in DECK)
"""The cards lower than a card, as a set."""
LOWER_IN_SUIT: Final = tuple(mask_of(range(card % 4, card, 4)) for card in DECK)
"""The cards lower than a card in its suit, as a set."""


class Column(NamedTuple):
    """A column, and what a search asks about it. The hot loop unpacks it whole, so the order matters."""

    face: int
    """To be summed over a table's columns: its top card as a set, whether it is empty, and, from bit 56, whether a card
    lies above a lower one somewhere. When no column is tangled like that, all the rest can go home."""
    top: int
    """Its top card, or BOTTOM."""
    under: "Column"
    """The column without its top card."""
    under_face: int
    """That column's face."""
    under_mask: int
    """That column's cards, as a set."""
    length: int
    """How many cards may leave it together, room allowing."""
    onto: int
    """The cards that a part of its sequence may lie on, as a set."""
    cost: int
    """What its top card adds to the estimate, but for cards that are needed below it."""
    to_cell: int
    """What the key gains when its top card goes to a cell."""
    cards: tuple[int, ...]
    """BOTTOM and its cards, the lowest first."""
    mask: int
    """Its cards, as a set."""
    burden: int
    """What a card put upon it adds to the estimate for the small cards it buries."""
    grown: "dict[int, Column]"
    """The columns one card longer, by that card."""


# What `Column(…)` does, in half the time.
_new_column: Final = partial(tuple.__new__, Column)


class Columns:
    """Makes the columns of one search: `grow(under, card)` is the column that `card` on top of `under` is."""

    def __init__(self, variant: Variant, weights: Weights) -> None:
        self.grow = _grower(card_rules(variant), weights.prices)
        self.empty = Column(ONE_EMPTY, BOTTOM, None, 0, 0, 0, 0, 0, 0, (BOTTOM,), 0, 0, {})  # type: ignore[arg-type]

    def of(self, cards: Iterable[int]) -> Column:
        """The column of these cards, the lowest first."""
        column = self.empty
        for card in cards:
            column = column[12].get(card) or self.grow(column, card)
        return column


def _grower(rules: CardRules, prices: Prices) -> Callable[[Column, int], Column]:
    all_parents, stays = rules.parents, rules.stays
    on_empty, small, breaks, lower, suit = prices.on_empty, prices.small, prices.breaks, prices.lower, prices.suit

    def grow(under: Column, card: int) -> Column:
        face, below, _, _, _, length, onto, _, _, cards, mask, burden, grown = under
        parents, bit = all_parents[card], BITS[card]
        tangled = face & ONE_TANGLED
        if below == BOTTOM:
            length, onto, cost = 1, parents, on_empty[card]
        else:
            cost = burden
            if parents >> below & 1:
                length += 1
                onto |= parents
            else:
                length, onto = 1, parents
                cost += breaks
            if mask & LOWER[card]:
                cost += lower
                tangled = ONE_TANGLED
                if mask & LOWER_IN_SUIT[card]:
                    cost += suit
        if stays & bit:
            length = 0
        to_cell = IN_CELL[card] - LINKS[card][below]
        grown[card] = column = _new_column(
            (
                bit | tangled, card, under, face, mask, length, onto, cost, to_cell,
                (*cards, card), mask | bit, burden + small[card], {},
            )
        )  # fmt: skip
        return column

    return grow
