"""Whatever the solver calls won, the engine plays to the win."""

from collections.abc import Callable, Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Board, Card, Game, Variant, deal
from freecell_tui.solver import Budget, Solved, Undecided, Unsolvable
from freecell_tui.solver.solve import solve
from support.strategies import lost_positions

Judge = Callable[..., None]
ENOUGH = Budget(states=20_000)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_solutions_win_in_every_game_under_every_autoplay(variant: Variant, assert_wins: Judge) -> None:
    for autoplay in Autoplay:
        assert won_of(range(1, 16), variant, autoplay, assert_wins) >= 11, autoplay


@pytest.mark.slow
def test_solutions_win_with_any_number_of_cells(assert_wins: Judge) -> None:
    for cells, won in enumerate([1, 1, 4, 8, 13, 14, 15, 15, 15]):
        games = [game.with_cells(cells) for game in VARIANTS.values()]
        solved = sum(won_of((3, 5, 164), variant, Autoplay.SAFE, assert_wins) for variant in games)
        assert solved >= won, cells


def won_of(numbers: Iterable[int], variant: Variant, autoplay: Autoplay, assert_wins: Judge) -> int:
    """How many of some deals the solver wins among a few positions; the engine plays each."""
    solved = 0
    for number in numbers:
        board = deal(number, variant)
        result = solve(board, variant, autoplay=autoplay, budget=ENOUGH)
        if isinstance(result, Solved):
            solved += 1
            assert_wins(result, board, variant, autoplay)
    return solved


@pytest.mark.slow
@given(
    cards=st.permutations(range(52)),
    foundations=st.tuples(*[st.integers(8, 12)] * 4),
    full=st.integers(0, 4),
    columns=st.integers(3, 8),
    variant=st.sampled_from(list(VARIANTS.values())),
    autoplay=st.sampled_from(Autoplay),
)
def test_with_cells_for_all_that_lies_above_lower_cards_everything_goes_home(
    cards: list[int],
    foundations: tuple[int, int, int, int],
    full: int,
    columns: int,
    variant: Variant,
    autoplay: Autoplay,
    assert_wins: Judge,
) -> None:
    left = [Card(card) for card in cards if card // 4 >= foundations[card % 4]]
    full = min(full, len(left))
    in_columns = tuple(tuple(left[full + at :: columns]) if at < columns else () for at in range(variant.columns))
    to_lift = 0
    for column in in_columns:
        above_lower = [at for at, card in enumerate(column) if any(other.rank < card.rank for other in column[:at])]
        to_lift += len(column) - above_lower[0] if above_lower else 0
    enough = full + to_lift
    for cells in range(full, 9):
        game = variant.with_cells(cells)
        in_cells = (*left[:full], *[None] * (cells - full))
        board = Board(in_columns, in_cells, foundations)
        result = solve(board, game, autoplay=autoplay, budget=ENOUGH)
        if cells >= enough:
            assert result.states == 1
        if cells >= enough or isinstance(result, Solved):
            assert_wins(result, board, game, autoplay)


@pytest.mark.slow
def test_the_first_sixty_deals_are_won(assert_wins: Judge) -> None:
    for number in range(1, 61):
        board = deal(number)
        assert_wins(solve(board, FREECELL), board, FREECELL)


@pytest.mark.slow
def test_short_solutions_win_and_are_short(assert_wins: Judge) -> None:
    lengths = []
    for number in range(1, 9):
        board = deal(number)
        result = solve(board, FREECELL, short=True)
        assert isinstance(result, Solved)
        assert_wins(result, board, FREECELL)
        lengths.append(result.length)
    assert sum(lengths) / len(lengths) < 37.5


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_short_solutions_win_in_every_game_with_their_last_move_and_no_sooner(variant: Variant) -> None:
    for autoplay, finish in product(Autoplay, (False, True)):
        game = Game.new(5, variant)
        result = solve(game.board, variant, autoplay=autoplay, finish=finish, short=True, budget=ENOUGH)
        assert isinstance(result, Solved)
        for move in result.moves:
            assert not game.is_won
            game = game.play(move, autoplay, finish=finish)
        assert game.is_won
        assert game.moves_made == result.length


def test_a_won_board_needs_no_moves() -> None:
    won = Board(((),) * 8, (None,) * 4, (13, 13, 13, 13))
    result = solve(won, FREECELL)
    assert isinstance(result, Solved)
    assert result.moves == ()


def test_what_lies_in_order_is_brought_home(assert_wins: Judge) -> None:
    board = Board(
        ((Card.parse("KS"), Card.parse("QS")), (Card.parse("KH"),), (), (), (), (), (), ()),
        (None,) * 4,
        (13, 13, 12, 11),
    )
    for autoplay in Autoplay:
        assert_wins(solve(board, FREECELL, autoplay=autoplay), board, FREECELL, autoplay)


def test_a_card_that_lies_ready_at_the_start_is_asked_for_or_follows_the_first_move(assert_wins: Judge) -> None:
    # Deal 2 has an ace of spades that could go home at once; but nothing goes by itself before the first move.
    for autoplay in Autoplay:
        assert_wins(solve(deal(2), FREECELL, autoplay=autoplay), deal(2), FREECELL, autoplay)


@pytest.mark.slow
@given(
    number=st.integers(1, 10**6),
    moves=st.integers(0, 60),
    variant=st.sampled_from(list(VARIANTS.values())),
    autoplay=st.sampled_from(Autoplay),
    house=st.booleans(),
)
def test_solutions_win_from_any_position(
    number: int,
    moves: int,
    variant: Variant,
    autoplay: Autoplay,
    house: bool,  # noqa: FBT001
    assert_wins: Judge,
    after_random_play: Callable[..., Board],
) -> None:
    variant = variant.with_house_rules(aces_only_home=house)
    board = after_random_play(number, variant, moves, autoplay)
    result = solve(board, variant, autoplay=autoplay, budget=ENOUGH)
    if isinstance(result, Solved):
        assert_wins(result, board, variant, autoplay)


@pytest.mark.slow
def test_every_fourth_position_on_a_solution_is_won_too(assert_wins: Judge) -> None:
    result = solve(deal(617), FREECELL)
    assert isinstance(result, Solved)
    game = Game.new(617)
    for at, move in enumerate(result.moves):
        game = game.play(move)
        if at % 4 == 0:
            assert_wins(solve(game.board, FREECELL), game.board, FREECELL)


@settings(max_examples=10)
@given(lost_positions(), st.sampled_from(Autoplay), st.booleans())
def test_nothing_that_comes_of_a_lost_deal_is_ever_called_won(
    position: tuple[Board, Variant],
    autoplay: Autoplay,
    short: bool,  # noqa: FBT001 - drawn
) -> None:
    board, variant = position
    assert not isinstance(solve(board, variant, autoplay=autoplay, short=short, budget=Budget(states=1500)), Solved)


def test_the_same_query_has_the_same_result() -> None:
    first, second = solve(deal(169), FREECELL), solve(deal(169), FREECELL)
    assert isinstance(first, Solved)
    assert isinstance(second, Solved)
    assert (first.moves, first.states) == (second.moves, second.states)


def test_results_count_states_and_seconds() -> None:
    for result in (
        solve(deal(1), FREECELL),
        solve(deal(-1), FREECELL),
        solve(deal(1), FREECELL, budget=Budget(states=1)),
    ):
        assert isinstance(result, Solved | Unsolvable | Undecided)
        assert result.states >= 1
        assert result.seconds > 0
