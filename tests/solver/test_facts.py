"""What is known about deals, and must come out."""

import pytest

from freecell_tui.engine import FREECELL, Autoplay, Board, Card, deal, find_variant
from freecell_tui.solver import Solved, Unsolvable
from freecell_tui.solver.solve import solve

BAKERS = find_variant("bakers-game")
# Those among 1 to 40 that cannot be won; fc-solve's complete search says the same.
BAKERS_LOST = {10, 14, 22, 23, 26, 28, 37}
# A deal, and the fewest free cells with which it can be won.
FEWEST_CELLS = {
    164: 0, 892: 0, 1081: 0,
    2: 1, 5: 1, 8: 1,
    3: 2, 4: 2, 10: 2,
    21: 3, 25: 3,
    169: 4, 285: 4,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("number", [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948])
def test_the_eight_lost_deals_of_the_first_million_are_proved(number: int) -> None:
    assert isinstance(solve(deal(number), FREECELL), Unsolvable)


def test_microsofts_joke_is_proved_and_its_instant_win_is_won() -> None:
    assert isinstance(solve(deal(-1), FREECELL), Unsolvable)
    assert isinstance(solve(deal(-3), FREECELL), Solved)


@pytest.mark.slow
@pytest.mark.parametrize("number", [739671, 1941, 98714, 57148, 31465, 11230, 29138])
def test_deals_that_shortcuts_lose_are_won(number: int) -> None:
    # 739671 needs a sequence broken up; 1941 and 98714 need a card kept that could go home.
    assert isinstance(solve(deal(number), FREECELL), Solved)


def test_a_deal_may_be_lost_where_everything_goes_home_at_once() -> None:
    assert isinstance(solve(deal(98714), FREECELL, autoplay=Autoplay.ALL), Unsolvable)
    assert isinstance(solve(deal(98714), FREECELL, autoplay=Autoplay.NONE), Solved)


@pytest.mark.parametrize(("number", "cells"), FEWEST_CELLS.items())
def test_a_deal_is_won_with_its_fewest_cells_and_lost_with_one_less(number: int, cells: int) -> None:
    enough = FREECELL.with_cells(cells)
    assert isinstance(solve(deal(number, enough), enough), Solved)
    if cells:
        too_few = FREECELL.with_cells(cells - 1)
        assert isinstance(solve(deal(number, too_few), too_few), Unsolvable)


@pytest.mark.slow
def test_bakers_game_is_lost_where_it_is_known_to_be() -> None:
    results = {number: solve(deal(number, BAKERS), BAKERS) for number in range(1, 41)}
    assert {number for number, result in results.items() if isinstance(result, Unsolvable)} == BAKERS_LOST
    assert {number for number, result in results.items() if isinstance(result, Solved)} == set(results) - BAKERS_LOST


def test_a_card_that_cannot_be_reached_loses() -> None:
    # The last two: a two upon its ace, no cell, and both columns beside it barred to all but kings.
    variant = find_variant("forecell").with_cells(0)
    columns = ((Card.parse("AS"), Card.parse("2S")), *[()] * 7)
    assert isinstance(solve(Board(columns, (), (13, 13, 13, 0)), variant), Unsolvable)
