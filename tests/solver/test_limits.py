"""A search ends when it must, and then it says so."""

from functools import partial
from itertools import count, product

import pytest

from freecell_tui.engine import FREECELL, Autoplay, deal, find_variant
from freecell_tui.solver import Budget, Reason, Solved, Undecided, Unsolvable, results
from freecell_tui.solver.solve import solve

LONG = 3407376345
"""A deal that takes seconds."""


def undecided(result: object) -> Undecided:
    assert isinstance(result, Undecided)
    return result


def test_a_search_ends_with_its_budget_or_when_it_is_told_to() -> None:
    for short in (False, True):
        result = undecided(solve(deal(LONG), FREECELL, short=short, budget=Budget(states=10_000)))
        assert result.reason is Reason.STATES
        assert 10_000 <= result.states < 12_000
    assert undecided(solve(deal(LONG), FREECELL, budget=Budget(memory=2**20))).reason is Reason.MEMORY


def test_a_search_asks_whether_to_stop_and_what_time_it_is_after_few_positions() -> None:
    for short, most in product((False, True), (20, 200)):
        stop = partial(next, map(most.__le__, count()))
        result = undecided(solve(deal(LONG), FREECELL, short=short, stop=stop))
        assert result.reason is Reason.STOPPED
        assert result.states < 400 * most, short


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


def test_a_budget_that_is_not_spent_changes_nothing() -> None:
    result = solve(deal(1), FREECELL, budget=Budget(states=10**6, seconds=60, memory=2**30))
    assert isinstance(result, Solved)
    free = solve(deal(1), FREECELL)
    assert isinstance(free, Solved)
    assert result.moves == free.moves


def test_where_cards_come_back_a_loss_is_proved_only_where_columns_build_by_suit() -> None:
    variant = FREECELL.with_house_rules(cards_come_back=True)
    for autoplay in Autoplay:
        assert undecided(solve(deal(-1), variant, autoplay=autoplay)).reason is Reason.HOUSE_RULE
        assert isinstance(solve(deal(1), variant, autoplay=autoplay), Solved)
    variant = find_variant("bakers-game").with_house_rules(cards_come_back=True)
    assert isinstance(solve(deal(10, variant), variant), Unsolvable)


def test_where_aces_may_only_go_home_lost_deals_stay_lost() -> None:
    for number, cells, verdict in ((11982, 4, Unsolvable), (1, 3, Solved), (4, 1, Unsolvable)):
        variant = FREECELL.with_cells(cells).with_house_rules(aces_only_home=True)
        assert isinstance(solve(deal(number), variant), verdict), number
