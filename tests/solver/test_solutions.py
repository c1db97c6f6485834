"""Whatever the solver calls won, the engine plays to the win; what is known about deals comes out; fc-solve agrees."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count, cycle, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Board, Game, Variant, deal, find_variant, write_position
from freecell_tui.solver import Budget, Reason, Solved, Undecided, Unsolvable, results
from freecell_tui.solver.solve import solve
from support.games import played
from support.strategies import lost_positions, with_home

Judge = Callable[..., None]
ENOUGH = Budget(states=20_000)


def test_solutions_win_in_every_game_under_every_autoplay(assert_wins: Judge, subtests: pytest.Subtests) -> None:
    for variant, autoplay in product(VARIANTS.values(), Autoplay):
        with subtests.test(variant=variant, autoplay=autoplay):
            assert won_of(range(1, 6), variant, autoplay, assert_wins) >= 3


@pytest.mark.slow
def test_solutions_win_with_any_number_of_cells(assert_wins: Judge, subtests: pytest.Subtests) -> None:
    for cells, won in enumerate([1, 1, 4, 8, 13, 14, 15, 15, 15]):
        with subtests.test(won=won):
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


@pytest.mark.parametrize(("autoplay", "most"), [(Autoplay.NONE, 228), (Autoplay.SAFE, 112), (Autoplay.ALL, 72)])
def test_short_solutions_are_as_short_as_the_autoplay_allows(autoplay: Autoplay, most: int) -> None:
    # Where nothing goes home by itself, each of 52 cards takes a move.
    results = [solve(deal(number), FREECELL, autoplay=autoplay, short=True) for number in (1, 2, 3)]
    lengths = [result.length for result in results if isinstance(result, Solved)]
    assert len(lengths) == 3
    assert sum(lengths) <= most


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


def test_a_board_that_is_won_or_in_order_or_has_cards_ready_is_won(
    assert_wins: Judge, subtests: pytest.Subtests
) -> None:
    won = solve(Board(((),) * 8, (None,) * 4, (13, 13, 13, 13)), FREECELL)
    assert isinstance(won, Solved)
    assert won.moves == ()
    in_order = with_home("KS QS, KH", (13, 13, 12, 11))
    # Deal 2 has an ace of spades that could go home at once; but nothing goes by itself before the first move.
    for board, autoplay in product((in_order, deal(2)), Autoplay):
        with subtests.test(board=board, autoplay=autoplay):
            assert_wins(solve(board, FREECELL, autoplay=autoplay), board, FREECELL, autoplay)


BAKERS = find_variant("bakers-game")
# Those among 1 to 40 that cannot be won; fc-solve's complete search says the same.
BAKERS_LOST = {10, 14, 22, 23, 26, 28, 37}
# A deal, and the fewest free cells with which it can be won.
FEWEST_CELLS = {164: 0, 892: 0, 2: 1, 5: 1, 3: 2, 4: 2, 21: 3, 169: 4}


@pytest.mark.slow
@pytest.mark.parametrize("number", [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948])
def test_the_eight_lost_deals_of_the_first_million_are_proved(number: int) -> None:
    assert isinstance(solve(deal(number), FREECELL), Unsolvable)


def test_microsofts_joke_is_proved_and_its_instant_win_is_won() -> None:
    assert isinstance(solve(deal(-1), FREECELL), Unsolvable)
    assert isinstance(solve(deal(-3), FREECELL), Solved)


@pytest.mark.slow
def test_deals_that_shortcuts_lose_are_won(subtests: pytest.Subtests) -> None:
    # 739671 needs a sequence broken up; 1941 and 98714 need a card kept that could go home.
    for number in (739671, 1941, 98714, 31465, 11230, 29138):
        with subtests.test(number=number):
            assert isinstance(solve(deal(number), FREECELL), Solved)
    # Deal 57148 takes six seconds from its start, and a third of one from here.
    under_way = played(Game.new(57148), "7a 2b 27 2c 52 27 5d 57 67 62 65 d4 26 52 5d 58 d5 1d 15")
    assert isinstance(solve(under_way.board, FREECELL), Solved)


def test_a_deal_may_be_lost_where_everything_goes_home_at_once(subtests: pytest.Subtests) -> None:
    # The last two are lost whatever goes home.
    for number, variant, is_won in (
        (414, FREECELL.with_cells(1), True),
        (98714, FREECELL, True),
        (-1, FREECELL, False),
        (10, BAKERS, False),
    ):
        with subtests.test(number=number):
            board = deal(number, variant)
            lost = solve(board, variant, autoplay=Autoplay.ALL)
            assert isinstance(lost, Unsolvable)
            assert lost.is_won_with_safe is is_won
            for autoplay in (Autoplay.SAFE, Autoplay.NONE):
                assert isinstance(solve(board, variant, autoplay=autoplay), Solved) is is_won
    # What there is no time for is not claimed.
    lost = solve(deal(414), FREECELL.with_cells(1), autoplay=Autoplay.ALL, budget=Budget(states=1_500))
    assert isinstance(lost, Unsolvable)
    assert lost.is_won_with_safe is None


@pytest.mark.slow
def test_a_deal_without_cells_may_be_lost_where_everything_goes_home_at_once() -> None:
    variant = FREECELL.with_cells(0)
    lost = solve(deal(164, variant), variant, autoplay=Autoplay.ALL)
    assert isinstance(lost, Unsolvable)
    assert lost.is_won_with_safe


def test_a_deal_is_won_with_its_fewest_cells_and_lost_with_one_less(subtests: pytest.Subtests) -> None:
    for number, cells in FEWEST_CELLS.items():
        for enough, verdict in ((cells, Solved), (cells - 1, Unsolvable)):
            with subtests.test(number=number, enough=enough):
                if enough >= 0:
                    variant = FREECELL.with_cells(enough)
                    assert isinstance(solve(deal(number, variant), variant), verdict)


@pytest.mark.slow
def test_bakers_game_is_lost_where_it_is_known_to_be() -> None:
    results = {number: solve(deal(number, BAKERS), BAKERS) for number in range(1, 41)}
    assert {number for number, result in results.items() if isinstance(result, Unsolvable)} == BAKERS_LOST
    assert {number for number, result in results.items() if isinstance(result, Solved)} == set(results) - BAKERS_LOST


def test_a_card_that_cannot_be_reached_loses() -> None:
    # The last two: a two upon its ace, no cell, and both columns beside it barred to all but kings.
    variant = find_variant("forecell").with_cells(0)
    assert isinstance(solve(with_home("AS 2S", (13, 13, 13, 0), variant), variant), Unsolvable)


ONE = Budget(states=1)
LONG = 3407376345
"""A deal that takes seconds."""


def undecided(result: object) -> Undecided:
    assert isinstance(result, Undecided)
    return result


def test_a_search_ends_with_its_budget_or_when_it_is_told_to(subtests: pytest.Subtests) -> None:
    for short in (False, True):
        with subtests.test(short=short):
            result = undecided(solve(deal(LONG), FREECELL, short=short, budget=Budget(states=10_000)))
            assert result.reason is Reason.STATES
            assert 10_000 <= result.states < 12_000
    assert undecided(solve(deal(LONG), FREECELL, budget=Budget(memory=2**20))).reason is Reason.MEMORY


def test_a_search_asks_whether_to_stop_and_what_time_it_is_after_few_positions(subtests: pytest.Subtests) -> None:
    for short, most in product((False, True), (20, 200)):
        with subtests.test(short=short, most=most):
            stop = partial(next, map(most.__le__, count()))
            result = undecided(solve(deal(LONG), FREECELL, short=short, stop=stop))
            assert result.reason is Reason.STOPPED
            assert result.states < 400 * most


def test_seconds_are_kept_and_progress_is_told_ten_times_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[int]()
    query = partial(solve, deal(LONG), FREECELL, on_progress=lambda states, _: told.append(states))
    for short in (False, True):
        told.clear()
        monkeypatch.setattr(results, "perf_counter", partial(next, count(0, 0.005)))
        result = undecided(query(short=short, budget=Budget(seconds=1)))
        assert result.reason is Reason.SECONDS
        assert 1 <= result.seconds < 1.1
        assert len(told) == 9
        assert told == sorted(told)
        assert told[-1] <= result.states


def test_a_budget_that_is_not_spent_changes_nothing_and_positions_are_counted() -> None:
    result = solve(deal(1), FREECELL, budget=Budget(states=10**6, seconds=60, memory=2**30))
    assert isinstance(result, Solved)
    free = solve(deal(1), FREECELL)
    assert isinstance(free, Solved)
    assert (result.moves, result.states) == (free.moves, free.states)
    assert min(free.states, solve(deal(-1), FREECELL).states, solve(deal(1), FREECELL, budget=ONE).states) >= 1
    assert free.seconds > 0


def test_where_cards_come_back_a_loss_is_proved_only_where_columns_build_by_suit(subtests: pytest.Subtests) -> None:
    variant = FREECELL.with_house_rules(cards_come_back=True)
    for autoplay in Autoplay:
        with subtests.test(autoplay=autoplay):
            assert undecided(solve(deal(-1), variant, autoplay=autoplay)).reason is Reason.HOUSE_RULE
            assert isinstance(solve(deal(1), variant, autoplay=autoplay), Solved)
    variant = find_variant("bakers-game").with_house_rules(cards_come_back=True)
    assert isinstance(solve(deal(10, variant), variant), Unsolvable)


def test_where_aces_may_only_go_home_lost_deals_stay_lost(subtests: pytest.Subtests) -> None:
    for number, cells, verdict in ((11982, 4, Unsolvable), (1, 3, Solved), (4, 1, Unsolvable)):
        with subtests.test(number=number):
            variant = FREECELL.with_cells(cells).with_house_rules(aces_only_home=True)
            assert isinstance(solve(deal(number), variant), verdict)


LIMIT = 40_000
FC_SOLVE = shutil.which("fc-solve")
needs_fc_solve = pytest.mark.skipif(FC_SOLVE is None, reason="fc-solve is not installed")

GAMES = ("freecell", "bakers-game", "eight-off", "forecell", "seahaven-towers")
TESTS = "01ABCDE"
"""Its tests for moves: single cards are among them, so it is complete."""


def fc_solves(board: Board, variant: Variant) -> bool | None:
    """Whether fc-solve can win the board; None if it does not find out among so many positions."""
    name, cells = variant.name.replace("-", "_"), str(variant.cells)
    options = ["--game", name, "--freecells-num", cells, "-to", TESTS, "-sp", "r:tf", "-mi", str(LIMIT)]
    run = subprocess.run(
        [str(FC_SOLVE), *options], input=write_position(board), capture_output=True, text=True, check=False, timeout=60
    )
    # It exits with 0 whatever it finds, and says that it could not solve the game when it only gave up, too.
    if "is solveable" in run.stdout:
        return True
    checked = re.search(r"states checked is (\d+)", run.stdout)
    return False if checked is not None and int(checked[1]) < LIMIT else None


def agrees(board: Board, variant: Variant, autoplay: Autoplay = Autoplay.SAFE) -> bool | None:
    """Ask both; return what they agree on, or None if one of them does not know."""
    result = solve(board, variant, autoplay=autoplay, budget=Budget(states=LIMIT))
    theirs = fc_solves(board, variant)
    if theirs is None or not isinstance(result, Solved | Unsolvable):
        return None
    assert isinstance(result, Solved) is theirs, write_position(board)
    return theirs


@needs_fc_solve
@pytest.mark.slow
def test_deals_of_every_game_and_with_few_cells(subtests: pytest.Subtests) -> None:
    variants = [*map(find_variant, GAMES), *map(FREECELL.with_cells, range(4))]
    for variant in variants:
        with subtests.test(variant=variant):
            verdicts = [agrees(deal(number, variant), variant) for number in range(1, 11)]
            assert sum(verdict is not None for verdict in verdicts) >= 6


@needs_fc_solve
@pytest.mark.slow
def test_positions_from_random_play(after_random_play: Callable[..., Board], subtests: pytest.Subtests) -> None:
    for autoplay in (Autoplay.NONE, Autoplay.SAFE):
        with subtests.test(autoplay=autoplay):
            boards = [after_random_play(number, FREECELL, number % 40 + 5, autoplay) for number in range(1, 31)]
            assert {True, False} <= {agrees(board, FREECELL, autoplay) for board in boards}
    verdicts = set()
    for name, cells, number in product(GAMES, (1, 3, 4, 6), range(1, 5)):
        variant = find_variant(name).with_cells(cells)
        verdicts.add(agrees(after_random_play(number, variant, 12), variant))
    assert {True, False} <= verdicts
