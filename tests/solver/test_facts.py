"""What is known about deals, and must come out."""

import pytest

from freecell_tui.engine import FREECELL, Autoplay, Game, deal, find_variant
from freecell_tui.solver import Solved, Unsolvable
from freecell_tui.solver.solve import solve
from support.games import played
from support.strategies import with_home

BAKERS = find_variant("bakers-game")
# Those among 1 to 40 that cannot be won; fc-solve's complete search says the same.
BAKERS_LOST = {10, 14, 22, 23, 26, 28, 37}
# A deal, and the fewest free cells with which it can be won.
FEWEST_CELLS = {164: 0, 892: 0, 2: 1, 5: 1, 3: 2, 4: 2, 21: 3, 169: 4}


@pytest.mark.slow
def test_the_eight_lost_deals_of_the_first_million_are_proved() -> None:
    for number in (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948):
        assert isinstance(solve(deal(number), FREECELL), Unsolvable), number


def test_microsofts_joke_is_proved_and_its_instant_win_is_won() -> None:
    assert isinstance(solve(deal(-1), FREECELL), Unsolvable)
    assert isinstance(solve(deal(-3), FREECELL), Solved)


@pytest.mark.slow
def test_deals_that_shortcuts_lose_are_won() -> None:
    # 739671 needs a sequence broken up; 1941 and 98714 need a card kept that could go home.
    for number in (739671, 1941, 98714, 31465, 11230, 29138):
        assert isinstance(solve(deal(number), FREECELL), Solved), number
    # Deal 57148 takes six seconds from its start, and a third of one from here.
    under_way = played(Game.new(57148), "7a 2b 27 2c 52 27 5d 57 67 62 65 d4 26 52 5d 58 d5 1d 15")
    assert isinstance(solve(under_way.board, FREECELL), Solved)


def test_a_deal_may_be_lost_where_everything_goes_home_at_once() -> None:
    assert isinstance(solve(deal(98714), FREECELL, autoplay=Autoplay.ALL), Unsolvable)
    assert isinstance(solve(deal(98714), FREECELL, autoplay=Autoplay.NONE), Solved)


def test_a_deal_is_won_with_its_fewest_cells_and_lost_with_one_less() -> None:
    for number, cells in FEWEST_CELLS.items():
        for count, verdict in ((cells, Solved), (cells - 1, Unsolvable)):
            if count >= 0:
                variant = FREECELL.with_cells(count)
                assert isinstance(solve(deal(number, variant), variant), verdict), (number, count)


@pytest.mark.slow
def test_bakers_game_is_lost_where_it_is_known_to_be() -> None:
    results = {number: solve(deal(number, BAKERS), BAKERS) for number in range(1, 41)}
    assert {number for number, result in results.items() if isinstance(result, Unsolvable)} == BAKERS_LOST
    assert {number for number, result in results.items() if isinstance(result, Solved)} == set(results) - BAKERS_LOST


def test_a_card_that_cannot_be_reached_loses() -> None:
    # The last two: a two upon its ace, no cell, and both columns beside it barred to all but kings.
    variant = find_variant("forecell").with_cells(0)
    assert isinstance(solve(with_home("AS 2S", (13, 13, 13, 0), variant), variant), Unsolvable)
