"""What the search believes of a position and of its price, held against the engine and plain readings of both."""

from collections.abc import Callable
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import (
    DECK,
    FREECELL,
    VARIANTS,
    Autoplay,
    Board,
    Card,
    Move,
    PileKind,
    Variant,
    legal_moves,
    play,
)
from freecell_tui.engine.rules import is_safe
from freecell_tui.solver.cards import BITS, DEPENDENTS, cards_in, foundations, needed_after, safe_moves
from freecell_tui.solver.columns import CARDS, PRICES, TOTAL_PRICE, ColumnWeights, Prices
from freecell_tui.solver.solve import QUICK, SHORT
from freecell_tui.solver.space import CELLS, COLUMNS, ESTIMATE, HOME, KEY, NEEDED, TARGET, Node, SearchSpace
from freecell_tui.solver.successors import NO_LIMIT, make_applier, make_expander
from support.strategies import laid_out, positions, settled, variants

Layout = tuple[tuple[tuple[int, ...], ...], frozenset[int], tuple[int, ...]]


def as_layout(board: Board) -> Layout:
    """A board without the order of its columns and cells."""
    in_cells = frozenset(int(card) for card in board.free_cells if card is not None)
    return tuple(sorted(tuple(map(int, column)) for column in board.columns)), in_cells, tuple(board.foundations)


def layout_of(node: Node) -> Layout:
    """The same of a search's position."""
    columns, cells, needed, *_ = node
    in_columns = sorted(column[CARDS][1:] for column in columns)
    return tuple(in_columns), frozenset(cards_in(cells)), tuple(foundations(needed))


def successors(space: SearchSpace, node: Node) -> list[Node]:
    expand, apply = make_expander(space), make_applier(space)
    return [after for successor in expand(node, NO_LIMIT) if (after := apply(successor)) is not None]


def estimate(space: SearchSpace, node: Node) -> int:
    """The estimate of a position, worked out from scratch and without the price of the moves made."""
    prices = space.prices
    columns, cells, needed, *_ = node
    total = sum(space.cell_steps[: cells.bit_count()])
    total -= prices.left * sum(foundations(needed))
    total += sum([space.cell_prices[needed][card] for card in cards_in(cells)])
    for column in columns:
        height = len(column[CARDS]) - 1
        for wanted, price in ((needed, prices.needed), (needed << 4, prices.after)):
            deepest = next((at for at, card in enumerate(column[CARDS]) if wanted & BITS[card]), height)
            total += price * (height - deepest)
        total += column[TOTAL_PRICE]
        if space.has_column_prices:
            total += column[PRICES][needed]
    return total


@given(
    variant=st.sampled_from(list(VARIANTS.values())),
    house=st.booleans(),
    number=st.integers(1, 10**6),
    count=st.integers(0, 50),
)
@settings(max_examples=60)
def test_a_search_that_takes_everything_home_sees_just_what_the_game_can_come_to(
    variant: Variant, number: int, count: int, after_random_play: Callable[..., Board], *, house: bool
) -> None:
    variant = variant.with_house_rules(aces_only_home=house)
    board = after_random_play(number, variant, count)
    space = SearchSpace(variant, QUICK, everything=True, every_count=True, max_lifted=0)
    root = space.root(board)
    found = {layout_of(node) for node in successors(space, root)}
    if space.won:
        return
    possible, idle = set[Layout](), set[Layout]()
    for move in legal_moves(board, variant):
        after = play(board, move, variant)
        there = idle if is_idle(board, move, after, variant) else possible
        there.add(as_layout(settled(after, variant, Autoplay.ALL)))
    # A move that changes nothing, but that what lay ready goes home after it, the search leaves out.
    assert found <= possible | idle
    assert possible - found <= {as_layout(board), as_layout(settled(board, variant, Autoplay.ALL))}


def is_idle(board: Board, move: Move, after: Board, variant: Variant) -> bool:
    """Whether a move to a cell takes the last room and makes nothing possible but to move that card on."""
    if move.target.kind is not PileKind.CELL or after.free_cell_count or after.empty_column_count:
        return False
    before = {(other.source, other.target) for other in legal_moves(board, variant)}
    return all(
        other.source == move.target
        or (move.source not in {other.source, other.target} and (other.source, other.target) in before)
        for other in legal_moves(after, variant)
    )


@pytest.mark.slow
def test_a_move_that_takes_the_last_room_and_opens_nothing_is_left_out_and_no_other(
    after_random_play: Callable[..., Board],
) -> None:
    left_out = 0
    for cells, number in product((1, 2, 4), range(1, 160)):
        variant = FREECELL.with_cells(cells)
        board = after_random_play(number, variant, number % 30 + 2)
        space = SearchSpace(variant, QUICK, max_lifted=0)
        root = space.root(board)
        found = {layout_of(node) for node in successors(space, root)}
        if space.won or board != settled(board, variant, Autoplay.ALL):
            continue
        for move in legal_moves(board, variant):
            after = play(board, move, variant)
            to_cell = move.source.kind is PileKind.COLUMN and move.target.kind is PileKind.CELL
            if to_cell and after == settled(after, variant, Autoplay.ALL):
                idle = is_idle(board, move, after, variant)
                left_out += idle
                assert idle == (as_layout(after) not in found)
    assert left_out > 30


def test_a_first_move_may_cover_a_card_that_lay_ready_to_go_home() -> None:
    columns = (("QS", "2C"), ("KD", "3H"), ("AC", "4D"), *[()] * 5)
    board = Board(tuple(tuple(map(Card.parse, column)) for column in columns), (None,) * 4, (0, 0, 2, 0))
    space = SearchSpace(FREECELL, QUICK, everything=True, max_lifted=0)
    covered = tuple(map(Card.parse, ("KD", "3H", "2C")))
    found = [layout_of(node) for node in successors(space, space.root(board))]
    assert any(covered in layout[0] for layout in found)


@given(number=st.integers(1, 10**6), count=st.integers(0, 50))
def test_a_search_that_takes_safe_cards_home_sees_every_move_of_a_single_card(
    number: int, count: int, after_random_play: Callable[..., Board]
) -> None:
    board = after_random_play(number, FREECELL, count)
    space = SearchSpace(FREECELL, QUICK, max_lifted=0)
    root = space.root(board)
    found = {layout_of(node) for node in successors(space, root)}
    if space.won:
        return
    for move in legal_moves(board, FREECELL):
        after = play(board, move, FREECELL)
        shifted = sum(a != b for a, b in zip(after.columns, board.columns, strict=True))
        single = sum(abs(len(a) - len(b)) for a, b in zip(after.columns, board.columns, strict=True)) == shifted
        if single and as_layout(after) != as_layout(board) and not is_idle(board, move, after, FREECELL):
            assert any(at_least(home, settled(after, FREECELL, Autoplay.SAFE)) for home in found)


def at_least(layout: Layout, board: Board) -> bool:
    """Whether a position is the board's, or what the board becomes when more goes home."""
    again = settled(board, FREECELL, Autoplay.ALL)
    if layout == as_layout(board):
        return True
    home = layout[2]
    return all(a <= b <= c for a, b, c in zip(board.foundations, home, again.foundations, strict=True))


@given(
    start=positions(),
    path=st.lists(st.integers(0, 99), max_size=40),
    weights=st.sampled_from([QUICK, SHORT]),
    everything=st.booleans(),
    max_lifted=st.integers(0, 3),
)
def test_keys_and_estimates_kept_up_move_by_move_are_those_worked_out_from_scratch(
    start: tuple[Board, Variant], path: list[int], weights: Prices | ColumnWeights, *, everything: bool, max_lifted: int
) -> None:
    board, variant = start
    space = SearchSpace(variant, weights, everything=everything, max_lifted=max_lifted)
    root = node = space.root(board)
    depth = 0
    for choice in path:
        found = successors(space, node)
        if not found:
            break
        node = found[choice % len(found)]
        depth += node[TARGET] != HOME
    again = SearchSpace(variant, weights, everything=everything).root(board_of(node, variant))
    assert again[KEY] == node[KEY]
    price = estimate(space, node) - estimate(space, root) + depth * space.prices.depth
    assert node[ESTIMATE] - root[ESTIMATE] == price


@given(variant=variants(), chance=st.randoms(use_true_random=False), max_lifted=st.integers(0, 3))
def test_a_position_is_won_as_soon_as_there_is_room_for_all_cards_above_lower_ones(
    variant: Variant, chance: Random, max_lifted: int
) -> None:
    board = laid_out(variant, chance)
    lifted = sum(map(above_lower, board.columns))
    for most in {max_lifted, lifted - 1, lifted, lifted + 1, len(DECK)}:
        space = SearchSpace(variant, QUICK, everything=True, max_lifted=most)
        root = space.root(board)
        make_expander(space)(root, NO_LIMIT)
        assert (space.won == [root]) == (lifted <= min(most, board.free_cell_count))


def above_lower(column: tuple[Card, ...]) -> int:
    """The number of cards of a column, from the lowest place up, that lie on a lower card, and of those on them."""
    for at, card in enumerate(column):
        if any(other.rank < card.rank for other in column[:at]):
            return len(column) - at
    return 0


def board_of(node: Node, variant: Variant) -> Board:
    clubs, diamonds, hearts, spades = foundations(node[NEEDED])
    in_cells = [Card(card) for card in cards_in(node[CELLS])]
    return Board(
        tuple(tuple(map(Card, column[CARDS][1:])) for column in node[COLUMNS]),
        (*in_cells, *[None] * (variant.cells - len(in_cells))),
        (clubs, diamonds, hearts, spades),
    )


@given(st.tuples(*[st.integers(0, 13)] * 4))
def test_what_the_engine_calls_safe_the_search_takes_home(home: tuple[int, int, int, int]) -> None:
    needed = sum(1 << 4 * rank + suit for suit, rank in enumerate(home) if rank < 13)
    safe = {card for card in cards_in(needed) if is_safe(Board((), (), home), Card(card), FREECELL)}
    taken = set(cards_in(safe_moves(everything=False)[needed]))
    assert safe <= taken <= set(cards_in(needed))
    assert safe == {card for card in cards_in(needed) if not needed & DEPENDENTS[card]}


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
    place_of = {card: at for at, part in enumerate(parts) for card in part}
    above = {card: (height - 1 - at, len(parts) - 1 - place_of[card]) for at, card in enumerate(cards)}
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
