"""What a column costs in the search for short wins, held against a plain reading of what ColumnWeights says."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import DECK, VARIANTS, Card, Variant
from freecell_tui.solver.cards import needed_after
from freecell_tui.solver.columns import PRICES
from freecell_tui.solver.portfolio import SHORT
from freecell_tui.solver.space import SearchSpace

columns = st.lists(st.sampled_from(DECK), unique=True, max_size=16)
homes = st.tuples(*[st.integers(0, 12)] * 4)


def sequences(cards: list[Card], variant: Variant) -> list[list[Card]]:
    parts: list[list[Card]] = []
    for card in cards:
        if parts and variant.fits(card, parts[-1][-1]):
            parts[-1].append(card)
        else:
            parts.append([card])
    return parts


def plain_price(cards: list[Card], variant: Variant) -> int:
    """The price of a column whose cards are not needed soon."""
    if not cards:
        return SHORT.empty
    parts = sequences(cards, variant)
    end, height = parts[-1], len(cards)
    price = SHORT.base[cards[0].rank - 1] + SHORT.top[cards[-1].rank - 1]
    price += SHORT.length[min(len(end), 8) - 1] + SHORT.start[end[0].rank - 1]
    if len(parts) == 1:
        price += SHORT.whole + (SHORT.whole_from_king if cards[0].rank == 13 else 0)
    price += sum(tall for least, tall in zip((8, 10, 12), SHORT.tall, strict=True) if height >= least)
    for under, over in pairwise(parts):
        price += SHORT.broken[under[-1].rank - 1] + SHORT.breaks[over[0].rank - 1]
    for at, card in enumerate(cards):
        lower = [other.rank for other in cards[:at] if other.rank < card.rank]
        if lower:
            distance = card.rank - min(lower)
            price += SHORT.lower[card.rank - 1] + SHORT.far[sum(distance > most for most in (2, 4, 7))]
        if is_stuck(card, cards):
            price += SHORT.suit[card.rank - 1]
        if card.rank <= 4:
            price += SHORT.small[card.rank - 1] * (height - 1 - at)
    for at, part in enumerate(parts):
        price += SHORT.stuck * any(is_stuck(card, cards) for card in part)
        price += sum(SHORT.blocked[card.rank - 1] for card in part) * (len(parts) - 1 - at)
    return price


def is_stuck(card: Card, cards: list[Card]) -> bool:
    below = cards[: cards.index(card)]
    return any(other.suit == card.suit and other.rank < card.rank for other in below)


def price_of_need(cards: list[Card], home: tuple[int, ...], variant: Variant) -> int:
    """What it adds that some cards are needed soon."""
    price, height = 0, len(cards)
    parts = sequences(cards, variant)
    above = {card: (height - 1 - at, len(parts) - 1 - place_of(card, parts)) for at, card in enumerate(cards)}
    next_ones = [card for card in cards[:-1] if card.rank == home[card.suit] + 1]
    if next_ones:
        count, breaks = above[next_ones[0]]
        price += SHORT.needed + SHORT.needed_cards * count + SHORT.needed_sequences * breaks
        price += SHORT.needed_each * sum(above[card][0] for card in next_ones) + (SHORT.covered if breaks else 0)
    later = [card for card in cards if card.rank == home[card.suit] + 2]
    if later:
        count, breaks = above[later[0]]
        price += SHORT.after_cards * count + SHORT.after_sequences * breaks
    return price


def place_of(card: Card, parts: list[list[Card]]) -> int:
    return next(at for at, part in enumerate(parts) if card in part)


@given(variant=st.sampled_from(list(VARIANTS.values())), cards=columns, asked=st.lists(homes, min_size=1, max_size=5))
def test_a_column_costs_what_the_weights_say_whatever_was_asked_before(
    variant: Variant, cards: list[Card], asked: list[tuple[int, ...]]
) -> None:
    space = SearchSpace(variant, SHORT, everything=True, max_lifted=1)
    prices = space.columns.of(map(int, cards))[PRICES]
    for home in asked:
        assert prices[needed_after(home)] == plain_price(cards, variant) + price_of_need(cards, home, variant)


@given(card=st.sampled_from(DECK), home=homes)
def test_a_card_in_a_cell_costs_by_how_many_of_its_suit_go_home_before_it(card: Card, home: tuple[int, ...]) -> None:
    early = card.rank - home[card.suit] - 1
    if early >= 0:
        # Below nothing, the search would leave out too many: it keeps a card from the cells by its price in its column.
        assert SHORT.in_cells(needed_after(home))[card] == SHORT.early[early] >= 0
