"""The daily deal and the journeys: the same for everybody, and winnable throughout."""

from collections import Counter
from datetime import date, timedelta
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, deal
from freecell_tui.engine.deals import ALL, HARD, JOURNEYS, Journey, daily_deal
from freecell_tui.solver import Solved, Unsolvable
from freecell_tui.solver.solve import solve


@given(st.dates())
def test_a_daily_deal_is_what_the_documented_formula_gives(day: date) -> None:
    number = int(sha256(day.isoformat().encode("ascii")).hexdigest()[:16], 16) % 31999 + 1
    assert daily_deal(day.year, day.month, day.day) == (number if number < 11982 else number + 1)


def test_a_daily_deal_is_one_of_the_winnable_among_1_to_32000_and_none_is_favoured() -> None:
    first = date(1900, 1, 1)
    days = (first + timedelta(days=number) for number in range(20_000))
    deals = Counter(daily_deal(day.year, day.month, day.day) for day in days)
    assert daily_deal(2026, 11, 20) == 29211
    assert min(deals) >= 1
    assert max(deals) <= 32_000
    assert 11_982 not in deals
    assert max(deals.values()) < 10


# Journeys


def test_the_journey_through_all_deals_leaves_out_the_one_that_cannot_be_won() -> None:
    assert ALL.length == 31_999
    assert ALL.next_deal(0, frozenset(), frozenset()) == 1
    assert ALL.next_deal(11_982, frozenset(), frozenset()) == 11_983
    assert ALL.won_count({1, 2, 11_982, 32_001}) == 2


def test_the_hard_ones_are_in_order_and_each_once_and_need_all_cells() -> None:
    assert HARD.length == len(HARD.deals) == len(set(HARD.deals)) == 198
    assert list(HARD.deals) == sorted(HARD.deals)
    assert {169, 178, 454, 617} <= set(HARD.deals)
    assert 11_982 not in HARD.deals
    assert set(JOURNEYS) == {"all", "hard"}
    three = FREECELL.with_cells(3)
    assert isinstance(solve(deal(169, three), three), Unsolvable)
    assert isinstance(solve(deal(169), FREECELL), Solved)


WAY = Journey("way", "A way", (3, 5, 7, 9, 11), frozenset({7}))


def test_the_next_deal_is_the_first_ahead_then_behind_then_among_the_skipped() -> None:
    for here, won, skipped, expected in (
        (0, set(), set(), 3),
        (5, set(), set(), 5),
        (5, {5}, set(), 9),
        (5, set(), {5}, 9),
        (4, set(), set(), 3),
        (9, {9, 11}, set(), 3),
        (9, {3, 9, 11}, set(), 5),
        (9, {9}, {3, 5, 11}, 3),
        (0, {3, 5, 11}, {9}, 9),
        (0, {3, 5, 9, 11}, set(), None),
        (0, {3, 5, 9, 11}, {3, 5}, None),
    ):
        assert WAY.next_deal(here, won, skipped) == expected, (here, won, skipped)


@given(st.sets(st.sampled_from(WAY.deals)), st.sets(st.sampled_from(WAY.deals)), st.sampled_from((0, *WAY.deals)))
def test_whoever_goes_on_wins_every_deal_once(won: set[int], skipped: set[int], here: int) -> None:
    left, met = set(WAY.deals) - won - WAY.unwinnable, []
    while (number := WAY.next_deal(here, won, skipped)) is not None:
        met.append(number)
        won, here = won | {number}, number
    assert sorted(met) == sorted(left)
    assert [deal in skipped for deal in met] == sorted(deal in skipped for deal in met)
