"""Daily deals: who won which on its day, and how many days in a row."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, find_variant
from freecell_tui.storage.results import DailyRecord, DayState, deal_of
from support.histories import result, write_past

TODAY = date(2026, 11, 20)


def win(day: date, late: int = 0) -> tuple[str, int]:
    """The daily deal of a day, won so many days after it."""
    return (day + timedelta(days=late)).isoformat(), deal_of(day)


def record(*wins: tuple[str, int]) -> DailyRecord:
    return DailyRecord.of(frozenset(wins))


def test_a_daily_deal_is_won_on_its_day_or_on_another_which_does_not_count() -> None:
    days = [TODAY - timedelta(days=number) for number in range(5)]
    dailies = record(win(days[0]), win(days[0], 1), win(days[1], 1), win(days[2], 200), win(days[3], -1))
    assert dailies.on_the_day == {TODAY}
    states = [DayState.WON, DayState.LATER, DayState.LATER, DayState.LATER, DayState.NEW]
    assert [dailies.state(day) for day in days] == states


def test_a_deal_that_is_not_won_is_kept_or_lost() -> None:
    days = [TODAY - timedelta(days=number) for number in range(4)]
    deals = [deal_of(day) for day in days]
    dailies = DailyRecord.of(frozenset({("", deals[0])}), frozenset(deals[:3]), frozenset(deals[:2]))
    states = [DayState.LATER, DayState.KEPT, DayState.LOST, DayState.NEW]
    assert [dailies.state(day) for day in days] == states


def test_only_the_game_itself_won_without_help_counts(tmp_path: Path) -> None:
    others: list[dict[str, Any]] = [
        {"is_won": False},
        {"is_helped": True},
        {"variant": FREECELL.with_cells(5)},
        {"variant": FREECELL.with_house_rules(cards_come_back=True)},
        {"variant": find_variant("bakers-game")},
    ]
    day, deal = win(TODAY)
    wins = [result(number, deal=deal, day=day, **fields) for number, fields in enumerate(others)]
    assert write_past(tmp_path, wins).wins_by_day(FREECELL) == frozenset()
    assert record((day, 617)).state(TODAY) is DayState.NEW
    for wrong in ("", "2026-02-30", "today"):
        assert not record((wrong, deal)).on_the_day, wrong


@given(st.lists(st.sampled_from("wm-"), max_size=40))
def test_a_streak_is_the_days_in_a_row_that_were_won_on_the_day(days: list[str]) -> None:
    word = "".join(days)
    dates = [TODAY - timedelta(days=len(days) - 1 - at) for at in range(len(days))]
    wins = (win(day, kind == "m") for day, kind in zip(dates, days, strict=True) if kind != "-")
    dailies = record(*wins)
    up_to = word if word.endswith("w") else word[:-1]
    assert dailies.streak(TODAY) == len(up_to) - len(up_to.rstrip("w"))
    assert dailies.longest_streak == max(map(len, word.replace("m", "-").split("-")))


def test_the_ends_of_the_calendar_are_no_trouble() -> None:
    first, last = record(win(date.min)), record(win(date.max))
    assert (first.streak(date.min), first.longest_streak, last.streak(date.max), last.longest_streak) == (1, 1, 1, 1)
    assert first.streak(date.min + timedelta(days=1)) == 1
    assert record().streak(date.min) == 0
