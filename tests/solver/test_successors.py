"""What the search believes of a position, held against the engine and against the estimate worked out from scratch."""

from collections.abc import Callable
from itertools import product
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
    is_safe,
    legal_moves,
    play,
)
from freecell_tui.solver.cards import BITS, DEPENDENTS, cards_in, foundations, safe_moves
from freecell_tui.solver.columns import CARDS, PRICES, TOTAL_PRICE, ColumnWeights, Prices
from freecell_tui.solver.portfolio import QUICK, SHORT
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
    start: tuple[Board, Variant],
    path: list[int],
    weights: Prices | ColumnWeights,
    *,
    everything: bool,
    max_lifted: int,
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
