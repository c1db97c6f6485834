"""Whatever the solver calls won, the engine plays to the win."""

from collections.abc import Callable, Iterable
from itertools import cycle, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Board, Game, Variant, deal
from freecell_tui.solver import Budget, Solved, Undecided, Unsolvable
from freecell_tui.solver.solve import solve
from support.strategies import lost_positions, with_home

Judge = Callable[..., None]
ENOUGH = Budget(states=20_000)


def test_solutions_win_in_every_game_under_every_autoplay(assert_wins: Judge) -> None:
    for variant, autoplay in product(VARIANTS.values(), Autoplay):
        assert won_of(range(1, 6), variant, autoplay, assert_wins) >= 3, (variant, autoplay)


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
def test_short_solutions_win_and_are_short(assert_wins: Judge) -> None:
    lengths = []
    for number in range(1, 9):
        board = deal(number)
        result = solve(board, FREECELL, short=True)
        assert isinstance(result, Solved)
        assert_wins(result, board, FREECELL)
        lengths.append(result.length)
    assert sum(lengths) / len(lengths) < 37.5


def test_short_solutions_win_in_every_game_with_their_last_move_and_no_sooner() -> None:
    for variant, (autoplay, finish) in zip(cycle(VARIANTS.values()), product(Autoplay, (False, True)), strict=False):
        game = Game.new(5, variant)
        result = solve(game.board, variant, autoplay=autoplay, finish=finish, short=True, budget=ENOUGH)
        assert isinstance(result, Solved)
        for move in result.moves:
            assert not game.is_won
            game = game.play(move, autoplay, finish=finish)
        assert game.is_won
        assert game.moves_made == result.length


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


def test_a_board_that_is_won_or_in_order_or_has_cards_ready_is_won(assert_wins: Judge) -> None:
    won = solve(Board(((),) * 8, (None,) * 4, (13, 13, 13, 13)), FREECELL)
    assert isinstance(won, Solved)
    assert won.moves == ()
    in_order = with_home("KS QS, KH", (13, 13, 12, 11))
    # Deal 2 has an ace of spades that could go home at once; but nothing goes by itself before the first move.
    for board, autoplay in product((in_order, deal(2)), Autoplay):
        assert_wins(solve(board, FREECELL, autoplay=autoplay), board, FREECELL, autoplay)


def test_results_count_states_and_seconds() -> None:
    for result in (
        solve(deal(1), FREECELL),
        solve(deal(-1), FREECELL),
        solve(deal(1), FREECELL, budget=Budget(states=1)),
    ):
        assert isinstance(result, Solved | Unsolvable | Undecided)
        assert result.states >= 1
        assert result.seconds > 0
