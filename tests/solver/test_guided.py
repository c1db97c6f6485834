"""Searches guided by the relaxed game: they win what others leave open, and lose nothing."""

from collections.abc import Callable

import pytest

from freecell_tui.engine import FREECELL, Autoplay, deal
from freecell_tui.solver import Budget
from freecell_tui.solver.guided import guided_search, relaxed_distances
from freecell_tui.solver.portfolio import STEADY
from freecell_tui.solver.results import Limits
from freecell_tui.solver.search import Exhausted
from freecell_tui.solver.solve import solve
from freecell_tui.solver.space import SearchSpace
from support.small_positions import is_winnable, small_position

NO_CELLS = FREECELL.with_cells(0)


@pytest.mark.slow
def test_a_deal_that_surveys_call_intractable_is_won_without_cells(assert_wins: Callable[..., None]) -> None:
    board = deal(549073385, NO_CELLS)
    for autoplay in (Autoplay.SAFE, Autoplay.NONE):
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
