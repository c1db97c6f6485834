"""A search ends when it must, and then it says so."""

from itertools import count, pairwise
from time import perf_counter, process_time

import pytest

from freecell_tui.engine import FREECELL, Autoplay, Variant, deal, find_variant
from freecell_tui.solver import Budget, Reason, Solved, Undecided, Unsolvable
from freecell_tui.solver.solve import solve

LONG = 3407376345
"""A deal that takes seconds."""


def undecided(result: object) -> Undecided:
    assert isinstance(result, Undecided)
    return result


@pytest.mark.parametrize("short", [False, True])
def test_a_budget_of_states_is_kept(short: bool) -> None:  # noqa: FBT001
    result = undecided(solve(deal(LONG), FREECELL, short=short, budget=Budget(states=10_000)))
    assert result.reason is Reason.STATES
    assert 10_000 <= result.states < 12_000


@pytest.mark.parametrize("short", [False, True])
def test_a_budget_of_seconds_is_kept(short: bool) -> None:  # noqa: FBT001
    start = perf_counter()
    result = undecided(solve(deal(LONG), FREECELL, short=short, budget=Budget(seconds=0.2)))
    assert result.reason is Reason.SECONDS
    assert 0.2 <= result.seconds <= perf_counter() - start < 0.6


def test_a_budget_of_memory_is_kept() -> None:
    result = undecided(solve(deal(LONG), FREECELL, budget=Budget(memory=4 * 2**20)))
    assert result.reason is Reason.MEMORY


def test_a_search_stops_when_it_is_told_to() -> None:
    asked = count()
    result = undecided(solve(deal(LONG), FREECELL, stop=lambda: next(asked) == 20))
    assert result.reason is Reason.STOPPED
    assert result.states < 20_000


def test_stop_is_asked_a_hundred_times_a_second_and_more() -> None:
    times = [process_time()]

    def stop() -> bool:
        times.append(process_time())
        return len(times) > 300

    solve(deal(LONG), FREECELL, stop=stop)
    waits = sorted(later - sooner for sooner, later in pairwise(times))
    assert waits[len(waits) * 9 // 10] < 0.01


def test_progress_is_told_as_it_goes() -> None:
    told = list[int]()
    result = solve(deal(LONG), FREECELL, budget=Budget(seconds=0.75), on_progress=lambda states, _: told.append(states))
    assert 3 <= len(told) <= 7
    assert told == sorted(told)
    assert told[-1] <= result.states


def test_a_budget_that_is_not_spent_changes_nothing() -> None:
    result = solve(deal(1), FREECELL, budget=Budget(states=10**6, seconds=60, memory=2**30))
    assert isinstance(result, Solved)
    free = solve(deal(1), FREECELL)
    assert isinstance(free, Solved)
    assert result.moves == free.moves


def test_where_cards_come_back_a_loss_is_not_proved_without_them() -> None:
    variant = FREECELL.with_house_rules(cards_come_back=True)
    for autoplay in Autoplay:
        assert undecided(solve(deal(-1), variant, autoplay=autoplay)).reason is Reason.HOUSE_RULE
        assert isinstance(solve(deal(1), variant, autoplay=autoplay), Solved)


def test_where_columns_build_by_suit_nothing_is_missed_and_a_loss_is_a_loss() -> None:
    variant = find_variant("bakers-game").with_house_rules(cards_come_back=True)
    assert isinstance(solve(deal(10, variant), variant), Unsolvable)


def aces_locked(cells: int) -> Variant:
    return FREECELL.with_cells(cells).with_house_rules(aces_only_home=True)


def test_where_aces_may_only_go_home_lost_deals_stay_lost() -> None:
    assert isinstance(solve(deal(11982), aces_locked(4)), Unsolvable)
    assert isinstance(solve(deal(1), aces_locked(3)), Solved)
    assert isinstance(solve(deal(4), aces_locked(1)), Unsolvable)
