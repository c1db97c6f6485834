"""What a move's cards add to the estimate, by either heuristic.

The functions are closures, made once for a search: they run ten thousand times a second, and a closure's variables are
the cheapest to reach.
"""

from collections.abc import Callable
from typing import TypeAlias

from freecell_tui.solver.card_sets import LOWER, LOWER_IN_SUIT, count_above
from freecell_tui.solver.columns import (
    BURY_PRICE,
    CARDS,
    MASK,
    PRICES,
    PUSHED,
    TOTAL_PRICE,
    Column,
)
from freecell_tui.solver.space import SearchSpace

PriceCard: TypeAlias = Callable[[int, Column, int], int]
"""Returns what a card adds to the estimate on a column whose top card accepts it, given the set of needed cards."""

PriceSequence: TypeAlias = Callable[[Column, Column, Column, int, int, int], int]
"""Returns what moving cards adds to the estimate, given their column, what remains of it, their target, their number,
the set of needed cards, and an allowance: the result is exact if it is below that, and otherwise only known not to be.
"""


def make_card_pricer(space: SearchSpace) -> PriceCard:
    """Return the function that prices a single card on its new column."""
    return _card_pricer_by_column(space) if space.has_column_prices else _card_pricer_by_card(space)


def make_sequence_pricer(space: SearchSpace) -> PriceSequence:
    """Return the function that prices the move of several cards from column to column."""
    return _sequence_pricer_by_column(space) if space.has_column_prices else _sequence_pricer_by_card(space)


def _card_pricer_by_column(space: SearchSpace) -> PriceCard:
    push = space.columns.push

    def price_card(card: int, onto: Column, needed: int) -> int:
        pushed = onto[PUSHED].get(card) or push(onto, card)
        return pushed[PRICES][needed] - onto[PRICES][needed]

    return price_card


def _card_pricer_by_card(space: SearchSpace) -> PriceCard:
    prices = space.prices
    suit, lower, needed_price, after_price = prices.suit, prices.lower, prices.needed, prices.after

    def price_card(card: int, onto: Column, needed: int) -> int:
        there, price = onto[MASK], onto[BURY_PRICE]
        if there & LOWER[card]:
            price += lower
            if there & LOWER_IN_SUIT[card]:
                price += suit
        if there & needed:
            price += needed_price
        if there & needed << 4:
            price += after_price
        return price

    return price_card


def _sequence_pricer_by_column(space: SearchSpace) -> PriceSequence:
    push = space.columns.push

    def price_sequence(
        column: Column, remainder: Column, onto: Column, count: int, needed: int, _allowance: int
    ) -> int:
        pushed = onto
        for card in column[CARDS][-count:]:
            pushed = pushed[PUSHED].get(card) or push(pushed, card)
        price = pushed[PRICES][needed] - onto[PRICES][needed]
        return price + remainder[PRICES][needed] - column[PRICES][needed]

    return price_sequence


def _sequence_pricer_by_card(space: SearchSpace) -> PriceSequence:
    prices = space.prices
    suit, lower, small, on_empty = prices.suit, prices.lower, prices.small, prices.on_empty
    needed_price, after_price, least_bury = prices.needed, prices.after, prices.least_bury

    def price_sequence(column: Column, remainder: Column, onto: Column, count: int, needed: int, allowance: int) -> int:
        there = onto[MASK]
        cards, left = column[CARDS][-count:], remainder[MASK]
        moved = column[MASK] ^ left
        price = remainder[TOTAL_PRICE] - column[TOTAL_PRICE]
        either = left | there
        if either & needed:
            price += needed_price * _newly_above(left & needed, there & needed, moved & needed, cards)
        if after_price and either & (after := needed << 4):
            price += after_price * _newly_above(left & after, there & after, moved & after, cards)
        if not there:
            price += on_empty[cards[0]]
        # However many low cards these bury, they cannot make up for more than this.
        if price >= allowance - count * least_bury:
            return price
        bury = onto[BURY_PRICE]
        for card in cards:
            price += bury
            bury += small[card]
            # The cards of a sequence are never above a lower one of their own.
            if there & LOWER[card]:
                price += lower
                if there & LOWER_IN_SUIT[card]:
                    price += suit
        return price

    return price_sequence


def _newly_above(left: int, there: int, moved: int, cards: tuple[int, ...]) -> int:
    """Return how many more cards are above a wanted one when these `cards` move.

    The sets are of wanted cards: `left` in the column they leave, `there` in the one they go to, and `moved` among
    them. What counts is the deepest wanted card of a column. If one is below the cards, all of them count, and else
    those above a wanted one of their own.
    """
    if left:
        if there:
            return 0
        more = -len(cards)
    elif there:
        more = len(cards)
    else:
        return 0
    if moved:
        above_own = count_above(cards, moved)
        return more - above_own if more > 0 else more + above_own
    return more
