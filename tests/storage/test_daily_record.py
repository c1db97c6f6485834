"""Daily deals: who won which on its day, and how many days in a row."""

from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, find_variant
from freecell_tui.storage.results import DailyRecord, DayState, Result, deal_of
from support.factories import game_id
from support.histories import write_past

TODAY = date(2026, 11, 20)


def win(day: date, late: int = 0, **fields: Any) -> Result:  # noqa: ANN401
    """The daily deal of a day, won so many days after it."""
    ended = day + timedelta(days=late)
    usual = Result(game_id(day.toordinal()), FREECELL, deal_of(day), is_won=True, seconds=1.0, moves=1)
    return usual._replace(day=ended.isoformat(), **fields)


def record(wins: Iterable[Result]) -> DailyRecord:
    """What a history says of these games."""
    with TemporaryDirectory() as name:
        return DailyRecord.of(
            write_past(Path(name), (win._replace(id=game_id(number)) for number, win in enumerate(wins))).wins_by_day(
                FREECELL
            )
        )


def test_a_daily_deal_is_won_on_its_day_or_on_another_which_does_not_count() -> None:
    days = [TODAY - timedelta(days=number) for number in range(5)]
    dailies = record([win(days[0]), win(days[0], 1), win(days[1], 1), win(days[2], 200), win(days[3], -1)])
    assert dailies.on_the_day == {TODAY}
    states = [DayState.WON, DayState.LATER, DayState.LATER, DayState.LATER, DayState.NEW]
    assert [dailies.state(day) for day in days] == states


def test_a_deal_that_is_not_won_is_kept_or_lost() -> None:
    days = [TODAY - timedelta(days=number) for number in range(4)]
    deals = [deal_of(day) for day in days]
    dailies = DailyRecord.of(frozenset({("", deals[0])}), frozenset(deals[:3]), frozenset(deals[:2]))
    states = [DayState.LATER, DayState.KEPT, DayState.LOST, DayState.NEW]
    assert [dailies.state(day) for day in days] == states


def test_only_the_game_itself_won_without_help_on_a_day_counts() -> None:
    others: list[dict[str, Any]] = [
        {"is_won": False},
        {"is_helped": True},
        {"variant": FREECELL.with_cells(5)},
        {"variant": FREECELL.with_house_rules(cards_come_back=True)},
        {"variant": find_variant("bakers-game")},
        {"deal": 617},
    ]
    for fields in others:
        assert record([win(TODAY, **fields)]).state(TODAY) is DayState.NEW, fields
    for day in ("", "2026-02-30", "today"):
        assert not record([win(TODAY)._replace(day=day)]).on_the_day, day


@given(st.lists(st.sampled_from("wm-"), max_size=40))
def test_a_streak_is_the_days_in_a_row_that_were_won_on_the_day(days: list[str]) -> None:
    word = "".join(days)
    dates = [TODAY - timedelta(days=len(days) - 1 - at) for at in range(len(days))]
    wins = (win(day, kind == "m") for day, kind in zip(dates, days, strict=True) if kind != "-")
    dailies = DailyRecord.of(frozenset((each.day, each.deal) for each in wins))
    up_to = word if word.endswith("w") else word[:-1]
    assert dailies.streak(TODAY) == len(up_to) - len(up_to.rstrip("w"))
    assert dailies.longest_streak == max(map(len, word.replace("m", "-").split("-")))


def test_the_ends_of_the_calendar_are_no_trouble() -> None:
    first, last = record([win(date.min)]), record([win(date.max)])
    assert (first.streak(date.min), first.longest_streak, last.streak(date.max), last.longest_streak) == (1, 1, 1, 1)
    assert first.streak(date.min + timedelta(days=1)) == 1
    assert DailyRecord.of(frozenset()).streak(date.min) == 0
