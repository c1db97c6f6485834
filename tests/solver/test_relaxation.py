"""Proofs and searches by way of the relaxed game: what they say is true, and they find what they are made for."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, Autoplay, Board, Card, Variant, deal, find_variant
from freecell_tui.solver import Budget, Unsolvable
from freecell_tui.solver.columns import SUMMARY
from freecell_tui.solver.guided import guided_search, relaxed_distances
from freecell_tui.solver.relaxation import ONE_OUT_OF_ORDER, RelaxedColumns, has_relaxation, relaxed_search
from freecell_tui.solver.results import Limits
from freecell_tui.solver.search import Exhausted, best_first
from freecell_tui.solver.solve import STEADY, solve
from freecell_tui.solver.space import SearchSpace
from freecell_tui.solver.successors import NO_LIMIT
from support.small_positions import is_winnable, small_position

Foundations = tuple[int, int, int, int]

FORECELL = find_variant("forecell")


def is_proved(board: Board, variant: Variant = FREECELL, max_states: float = 1_000_000) -> bool:
    return relaxed_search(board, variant, max_states, Limits(Budget())) is False


def is_won(board: Board, variant: Variant) -> bool:
    """Whether the complete search for a win finds one."""
    space = SearchSpace(variant, STEADY)
    try:
        return best_first(space, space.root(board), 10**9, Limits(Budget()), NO_LIMIT) is not None
    except Exhausted:
        return False


def key(columns: str, *, in_cells: str = "", foundations: Foundations = (0, 0, 0, 0)) -> int:
    piles = [tuple(Card.parse(word) for word in column.split()) for column in columns.split("/")]
    cells = (*map(Card.parse, in_cells.split()), None, None, None, None)[:4]
    *_, key = RelaxedColumns(FREECELL).root(Board(tuple(piles), cells, foundations))
    return key


@pytest.mark.slow
def test_what_is_proved_lost_is_lost(after_random_play: Callable[..., Board], subtests: pytest.Subtests) -> None:
    for variant, last, lost in (
        (FREECELL.with_cells(0), 29, 29),
        (FREECELL.with_cells(1), 59, 52),
        (FREECELL.with_cells(2), 39, 23),
        (FREECELL.with_cells(3), 11, 5),
        (FREECELL.with_house_rules(aces_only_home=True).with_cells(3), 11, 5),
        (FORECELL, 19, 8),
    ):
        with subtests.test(variant=variant):
            boards = [after_random_play(number, variant, number % 3 * 8) for number in range(1, last + 1)]
            proved = [board for board in boards if is_proved(board, variant, 15_000)]
            assert len(proved) == lost
            assert not any(is_won(board, variant) for board in proved)


@pytest.mark.slow
@given(st.integers(0, 10**9))
@settings(max_examples=100)
def test_what_is_proved_lost_of_the_end_of_a_game_is_lost(seed: int) -> None:
    board, variant = small_position(seed)
    if is_proved(board, variant, 20_000):
        assert is_winnable(board, variant) is not True


def test_a_deal_that_needs_a_card_to_go_home_under_its_twins_name_is_not_proved_lost() -> None:
    assert not is_proved(deal(20714), FREECELL.with_cells(1))
    assert not is_proved(deal(1941), max_states=2_000)


@pytest.mark.slow
@pytest.mark.parametrize("number", [276371711, 1417872108, 2125700929, 3407376345, 8306848795])
def test_deals_that_cannot_be_won_are_proved_lost(number: int) -> None:
    assert is_proved(deal(number), max_states=400_000)


def test_a_deal_that_only_the_relaxed_game_wins_is_proved_lost_by_twins_apart() -> None:
    two_cells = FREECELL.with_cells(2)
    assert relaxed_search(deal(12713, two_cells), two_cells, 1e6, Limits(Budget()))
    assert isinstance(solve(deal(12713, two_cells), two_cells, budget=Budget(states=250_000)), Unsolvable)


@pytest.mark.slow
def test_a_deal_that_only_the_relaxed_game_wins_is_left_open() -> None:
    board = deal(4424632208)
    assert not is_proved(board)
    assert not is_won(board, FREECELL)


def test_a_card_above_a_lower_one_is_not_forgotten_under_others() -> None:
    assert RelaxedColumns(FREECELL).of(map(Card.parse, ("5S", "6H", "4C")))[SUMMARY] & ONE_OUT_OF_ORDER
    assert not RelaxedColumns(FREECELL).of(map(Card.parse, ("6H", "5S", "4C")))[SUMMARY] & ONE_OUT_OF_ORDER


def test_loose_twins_are_one_and_those_that_are_fixed_or_home_or_differ_are_two() -> None:
    assert key("KS QH JC/QD JS") == key("KS QD JS/QH JC")
    assert key("9D 4C/5S", in_cells="5C") == key("9D 4C/5C", in_cells="5S")
    assert key("KH QS/KD QC JD") == key("KD QC/KH QS JH")
    assert key("2H", foundations=(0, 1, 0, 0)) != key("2H", foundations=(0, 0, 1, 0))
    assert key("9D 4C/5S 4H") != key("9D 4S/5S 4H")
    assert key("QH 3C 8D 7S/9C 8H") != key("QH 3C 8H 7S/9C 8D")
    # Each card lies on one of the same rank and colour here and there, but the nine is in another column.
    assert key("5H KC QD JS TH 9C/5S KD QS JD TS") != key("5H KC QD JS TH/5S KD QS JD TS 9H")
    assert key("4C QS JH TS 9H/4D QC JD TC") != key("4C QS JH TS/4D QC JD TC 9H")


def test_nothing_is_proved_by_it_where_cards_come_back_or_build_by_suit() -> None:
    assert not has_relaxation(FREECELL.with_house_rules(cards_come_back=True))
    assert not has_relaxation(find_variant("bakers-game"))
    assert has_relaxation(FREECELL)
    assert has_relaxation(FORECELL)


NO_CELLS = FREECELL.with_cells(0)


@pytest.mark.slow
def test_a_deal_that_surveys_call_intractable_is_won_without_cells(
    assert_wins: Callable[..., None], subtests: pytest.Subtests
) -> None:
    board = deal(549073385, NO_CELLS)
    for autoplay in (Autoplay.SAFE, Autoplay.NONE):
        with subtests.test(autoplay=autoplay):
            result = solve(board, NO_CELLS, autoplay=autoplay, budget=Budget(states=150_000))
            assert_wins(result, board, NO_CELLS, autoplay)


def test_it_wins_just_what_can_be_won_without_cells() -> None:
    verdicts = list[bool]()
    for seed in range(3, 64):
        board, variant = small_position(seed)
        winnable = None if variant.cells else is_winnable(board, variant)
        if winnable is None:
            continue
        limits = Limits(Budget())
        distances, is_whole = relaxed_distances(board, variant, 1e5, limits)
        assert is_whole
        space = SearchSpace(variant, STEADY)
        try:
            won = guided_search(space, board, distances, 1e6, limits) is not None
        except Exhausted:
            won = False
        assert won is winnable
        verdicts.append(won)
    assert set(verdicts) == {True, False}


def test_what_was_explored_in_part_is_no_proof() -> None:
    _, is_whole = relaxed_distances(deal(549073385, NO_CELLS), NO_CELLS, 1000, Limits(Budget()))
    assert not is_whole
