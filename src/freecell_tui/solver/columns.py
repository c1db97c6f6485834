"""The columns of one search, each made once, with all that a search asks about it worked out.

A search meets the same few hundred columns again and again, so a `Column` is made when it is first met, and from then
on found through the column below: `column[GROWN][card]`.

A position's key is a sum, over all cards on the table, of a random number for the card and what it lies on: the card
below, the bottom of a column, or a cell. The sum knows neither the order of columns nor that of cells, so positions
that differ in nothing else are one; and a move changes one term of it, however many cards it carries. With 122 bits,
two positions among a hundred million share a key by chance with a probability under 10^-20: a proof may rely on it.
"""

from collections.abc import Callable, Iterable
from functools import cache
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeVar

from freecell_tui.engine import DECK, EmptyColumn, Variant
from freecell_tui.engine.cards import KING
from freecell_tui.solver.heuristic import NOTHING, Prices

BOTTOM: Final = len(DECK)
"""What the lowest card of a column lies on."""

ALL_CARDS: Final = (1 << 52) - 1
ACES: Final = 0b1111
EMPTIES: Final = 52
"""The bit of a face, or of a sum of faces, where the number of empty columns begins."""
ONE_EMPTY: Final = 1 << EMPTIES
TO_LIFT: Final = 56
"""The bit where the number of cards to be lifted begins."""
ONE_TO_LIFT: Final = 1 << TO_LIFT

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


def above(cards: tuple[int, ...], hits: int) -> int:
    """How many of some cards, the lowest first, lie above the deepest of the set `hits`; all of that are among them."""
    if not hits:
        return 0
    deepest = len(cards)
    while hits:
        card = hits.bit_length() - 1
        hits ^= BITS[card]
        place = cards.index(card)
        if place < deepest:  # noqa: PLR1730 - a call of min takes as long as all the rest
            deepest = place
    return len(cards) - 1 - deepest


LOWER: Final = tuple((1 << 4 * (card // 4)) - 1 for card in DECK)
"""The cards lower than a card, as a set."""
LOWER_IN_SUIT: Final = tuple(mask_of(range(card % 4, card, 4)) for card in DECK)
"""The cards lower than a card in its suit, as a set."""


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
    facts: tuple[tuple[int, int, int, tuple[int, ...], int, int], ...]
    """What is asked of a card that makes a column longer, at once: the card as a set, how many cards may leave a column
    for its sake, 1 or 0; its parents, its row of LINKS, and the cards lower than it, all and those in its suit."""


@cache
def card_rules(variant: Variant) -> CardRules:
    """The card tables of a variant."""
    stays = ACES if variant.aces_only_home else 0
    kings_only = variant.empty_column is EmptyColumn.KINGS
    parents = tuple(0 if stays >> card & 1 else mask_of(o for o in DECK if variant.fits(card, o)) for card in DECK)
    leaves = tuple(1 - (stays >> card & 1) for card in DECK)
    return CardRules(
        parents,
        tuple(mask_of(o for o in DECK if variant.fits(o, card)) & ~stays for card in DECK),
        tuple((card.rank == KING or not kings_only) and not stays >> card & 1 for card in DECK),
        stays,
        tuple(zip(BITS, leaves, parents, LINKS, LOWER, LOWER_IN_SUIT, strict=False)),
    )


Column: TypeAlias = "tuple[int, int, Column, int, int, int, int, int, int, int, int, tuple[int, ...], int, dict[int, Column], tuple[Column, ...], dict[int, int]]"  # noqa: E501
"""A column, and what a search asks about it, each thing at a place with a name.

It is a plain tuple, for a column is taken apart some hundred thousand times a second, and to take a tuple apart that
has a class of its own lasts five times as long.
"""
FACE: Final = 0
"""To be summed over a table's columns: its top card as a set; whether it is empty; and how many cards must be lifted
off until none lies above a lower one. With free cells for all that must be lifted, everything can go home."""
TOP: Final = 1
"""Its top card, or BOTTOM."""
UNDER: Final = 2
"""The column without its top card."""
UNDER_FACE: Final = 3
"""That column's face."""
UNDER_MASK: Final = 4
"""That column's cards, as a set."""
LENGTH: Final = 5
"""How many cards may leave it together, room allowing."""
ONTO: Final = 6
"""The cards that a part of its sequence may lie on, as a set."""
LINK: Final = 7
"""What its top card adds to a position's key."""
COST: Final = 8
"""What its top card adds to the estimate, but for cards that are needed below it; 0 where there are PRICES."""
TOTAL: Final = 9
"""What all its cards add; 0 where there are PRICES."""
BURDEN: Final = 10
"""What a card put upon it adds to the estimate for the small cards it buries; 0 where there are PRICES."""
CARDS: Final = 11
"""BOTTOM and its cards, the lowest first."""
MASK: Final = 12
"""Its cards, as a set."""
GROWN: Final = 13
"""The columns one card longer, by that card."""
BASES: Final = 14
"""The columns that are left when one card of its sequence leaves it, two cards, and so on."""
PRICES: Final = 15
"""What it adds to the estimate as a whole, by the set of cards needed, where the estimate looks at it so."""

face_of: Final = itemgetter(FACE)
top_of: Final = itemgetter(TOP)
_grown_of: Final = itemgetter(GROWN)

_Grows = TypeVar("_Grows")


def take_apart(empty: _Grows, grown: Callable[[_Grows], dict[int, _Grows]]) -> None:
    """Make all the columns that have grown from the empty one forget each other, at the end of a search.

    As a column knows what has grown from it, and that knows what it has grown from, they would lie about until the next
    collection of garbage; and memory that is free at once is the fastest to have again.
    """
    to_do = [empty]
    while to_do:
        longer = grown(to_do.pop())
        to_do += longer.values()
        longer.clear()


Pricer: TypeAlias = Callable[[tuple[int, ...], int], dict[int, int]]
"""Gives the PRICES of a column for its CARDS and its MASK."""


_NO_PRICES: Final[dict[int, int]] = {}


class Columns:
    """Makes the columns of one search: `grow(under, card)` is the column that `card` on top of `under` is."""

    def __init__(self, rules: CardRules, prices: Prices, pricer: Pricer | None = None) -> None:
        self.grow = _grower(rules, prices, pricer)
        whole = pricer((BOTTOM,), 0) if pricer else _NO_PRICES
        self.empty: Column = (ONE_EMPTY, BOTTOM, None, 0, 0, 0, 0, 0, 0, 0, 0, (BOTTOM,), 0, {}, (), whole)  # type: ignore[assignment]

    def of(self, cards: Iterable[int]) -> Column:
        """The column of these cards, the lowest first: plain integers, for a Card is slow to look up in a table."""
        column: Column = self.empty
        for card in cards:
            column = column[GROWN].get(card) or self.grow(column, card)
        return column

    def forget(self) -> None:
        """Take the columns apart: see `take_apart`."""
        take_apart(self.empty, _grown_of)


def _grower(rules: CardRules, prices: Prices, pricer: Pricer | None) -> Callable[[Column, int], Column]:
    on_empty = NOTHING if pricer else prices.on_empty
    breaks, lower, suit = prices.breaks, prices.lower, prices.suit
    small, facts = prices.small, rules.facts

    def grow(under: Column, card: int) -> Column:
        face, below, _, _, _, under_length, under_onto, _, _, total, burden, cards, mask, grown, under_bases, _ = under
        bit, length, onto, links, all_lower, lower_in_suit = facts[card]
        to_lift = face & -ONE_TO_LIFT
        if to_lift:
            to_lift += ONE_TO_LIFT
        bases: tuple[Column, ...] = (under,)
        if below == BOTTOM:
            cost = on_empty[card]
        else:
            cost = burden
            if onto & BITS[below]:
                length += under_length
                onto |= under_onto
                bases += under_bases
            else:
                cost += breaks
            if mask & all_lower:
                cost += lower
                to_lift = to_lift or ONE_TO_LIFT
                if mask & lower_in_suit:
                    cost += suit
        cards, mask = (*cards, card), mask | bit
        column: Column = (
            bit | to_lift, card, under, face, under[MASK], length, onto, links[below], cost, total + cost,
            burden + small[card], cards, mask, {}, bases, pricer(cards, mask) if pricer else _NO_PRICES,
        )  # fmt: skip
        grown[card] = column
        return column

    return grow
