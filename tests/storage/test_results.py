"""The result of a game: one game has one, however often it is entered; and the daily deals won on their days."""

import time
from datetime import date, timedelta
from functools import partial, reduce
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, Game, find_variant
from freecell_tui.storage import saves
from freecell_tui.storage.daily import DailyRecord, DayState, deal_of
from freecell_tui.storage.results import Result, local_day, merged, result_of
from freecell_tui.storage.saves import SavedGame
from support.factories import ENDED, STARTED, game_id, lost_game, record_of, won_game
from support.games import played, solved_game
from support.histories import result, write_past

MOMENTS = st.sampled_from(["", "2026-11-20T18:00:00Z", "2026-11-21T07:30:00Z", "2026-12-01T00:00:00Z"])


def results_of_one_game() -> st.SearchStrategy[Result]:
    figures = (st.booleans(), st.integers(0, 50).map(float), st.integers(0, 9), st.integers(0, 3), st.booleans())
    return st.builds(partial(Result, game_id(1), FREECELL, 617), *figures, MOMENTS, MOMENTS, st.just("2026-11-20"))


@given(st.lists(results_of_one_game(), min_size=1, max_size=4))
def test_it_does_not_matter_in_which_order_the_results_of_one_game_arrive(results: list[Result]) -> None:
    assert len({reduce(merged, order) for order in permutations(results)}) == 1


@given(results_of_one_game(), results_of_one_game())
def test_a_result_that_arrives_again_changes_nothing(one: Result, other: Result) -> None:
    both = merged(one, other)
    assert merged(both, one) == merged(both, other) == merged(both, both) == both


@given(results_of_one_game(), results_of_one_game())
def test_of_two_results_the_better_kind_counts_and_of_one_kind_the_best(one: Result, other: Result) -> None:
    both, (worse, better) = merged(one, other), sorted((one, other), key=lambda each: each.is_won + each.is_own_win)
    if (worse.is_won, worse.is_own_win) != (better.is_won, better.is_own_win):
        assert both == better
    elif both.is_won:
        figures = (min(one.moves, other.moves), min(one.undos, other.undos))
        assert (both.moves, both.undos, both.is_helped) == (*figures, one.is_helped)
        first = min((one, other), key=lambda win: (win.ended or "unknown", -win.seconds))
        assert (both.seconds, both.ended) == (first.seconds, first.ended)
    else:
        assert both in (one, other)
        assert both.seconds == max(one.seconds, other.seconds)


def test_of_two_wins_the_first_beginning_and_the_first_end_that_are_known_count(subtests: pytest.Subtests) -> None:
    win = result_of(record_of(won_game()))
    for one, other, first in (("", ENDED, ENDED), (STARTED, ENDED, STARTED), ("", "", "")):
        for a, b in ((one, other), (other, one)):
            with subtests.test(one=one, other=other, a=a):
                both = merged(win._replace(started=a, ended=a), win._replace(started=b, ended=b))
                assert (both.started, both.ended) == (first, first)


def test_the_result_says_what_the_record_says() -> None:
    record = record_of(won_game(4), 7, elapsed=84.26, undos=2)
    assert result_of(record) == Result(
        id=game_id(7),
        variant=FREECELL,
        deal=-3,
        is_won=True,
        seconds=84.3,
        moves=4,
        undos=2,
        is_helped=False,
        started=STARTED,
        ended=ENDED,
        day=local_day(ENDED),
    )
    assert not result_of(record_of(lost_game())).is_won
    assert result_of(record, "2026-12-24T12:00:00Z").ended == "2026-12-24T12:00:00Z"


def test_a_moment_that_never_was_is_on_no_day_and_the_ends_of_the_calendar_are_no_trouble(
    subtests: pytest.Subtests,
) -> None:
    for timestamp in ("", "yesterday", "9999-99-99T99:99:99Z", "2026-02-30T00:00:00Z"):
        with subtests.test(timestamp=timestamp):
            assert local_day(timestamp) == ""
    for timestamp in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        with subtests.test(timestamp=timestamp):
            assert len(local_day(timestamp)) in (0, 10)


def test_a_game_ends_on_the_day_of_the_players_own_calendar(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    for zone, morning, evening in (("UTC", 20, 20), ("Pacific/Kiritimati", 20, 21), ("Etc/GMT+12", 19, 20)):
        with subtests.test(zone=zone), monkeypatch.context() as environment:
            environment.setenv("TZ", zone)
            time.tzset()
            assert local_day("2026-11-20T18:00:00Z") == f"2026-11-{evening}"
            assert local_day("2026-11-20T09:59:59Z") == f"2026-11-{morning}"
    time.tzset()


# Which game it is


def test_a_save_without_an_id_is_the_same_game_however_it_is_played_on(subtests: pytest.Subtests) -> None:
    start = Game.new(617)
    moved = played(start, "2a 27")
    for moment, game in enumerate((start, moved, moved.restart(), moved.undo(), solved_game(617))):
        with subtests.test(game=game):
            record = saves.decode(saves.encode(SavedGame(game, moment, moment, STARTED, ENDED)))
            told = (record.id, record.game_id)
            assert told == ("", "f880fc59e0a92d6f467d1072bbcd0c55"), "games that were kept must stay who they are"
    others = [
        SavedGame(start, started=STARTED),
        SavedGame(Game.new(618), started=STARTED),
        SavedGame(start, started=ENDED),
        SavedGame(Game.new(617, FREECELL.with_cells(3)), started=STARTED),
        SavedGame(Game.new(617, FREECELL.with_house_rules(aces_only_home=True)), started=STARTED),
    ]
    assert len({record.game_id for record in others}) == len(others)


def test_a_game_that_begins_gets_an_id_that_its_save_keeps() -> None:
    identity = saves.new_id()
    assert identity != saves.new_id()
    record = SavedGame(Game.new(617), id=identity)
    assert saves.decode(saves.encode(record)) == record
    assert record.game_id == identity


# Daily deals: which were won on their day, and how many days in a row

TODAY = date(2026, 11, 20)


def win(day: date, late: int = 0) -> tuple[str, int]:
    """The daily deal of a day, won so many days after it."""
    return (day + timedelta(days=late)).isoformat(), deal_of(day)


def record_of_days(*wins: tuple[str, int]) -> DailyRecord:
    return DailyRecord.of(frozenset(wins))


def test_a_daily_deal_is_won_on_its_day_or_on_another_which_does_not_count() -> None:
    days = [TODAY - timedelta(days=number) for number in range(5)]
    dailies = record_of_days(win(days[0]), win(days[0], 1), win(days[1], 1), win(days[2], 200), win(days[3], -1))
    assert dailies.on_the_day == {TODAY}
    states = [DayState.WON, DayState.LATER, DayState.LATER, DayState.LATER, DayState.NEW]
    assert [dailies.state(day) for day in days] == states


def test_a_deal_that_is_not_won_is_kept_won_with_help_or_lost() -> None:
    days = [TODAY - timedelta(days=number) for number in range(5)]
    deals = [deal_of(day) for day in days]
    helped, lost, kept = (frozenset(deals[:number]) for number in (3, 4, 2))
    dailies = DailyRecord.of(frozenset({("", deals[0])}), helped, lost, kept)
    states = [DayState.LATER, DayState.KEPT, DayState.HELPED, DayState.LOST, DayState.NEW]
    assert [dailies.state(day) for day in days] == states


def test_only_the_game_itself_won_without_help_counts(tmp_path: Path, subtests: pytest.Subtests) -> None:
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
    assert record_of_days((day, 617)).state(TODAY) is DayState.NEW
    for wrong in ("", "2026-02-30", "today"):
        with subtests.test(wrong=wrong):
            assert not record_of_days((wrong, deal)).on_the_day


@given(st.lists(st.sampled_from("wm-"), max_size=40))
def test_a_streak_is_the_days_in_a_row_that_were_won_on_the_day(days: list[str]) -> None:
    word = "".join(days)
    dates = [TODAY - timedelta(days=len(days) - 1 - at) for at in range(len(days))]
    wins = (win(day, kind == "m") for day, kind in zip(dates, days, strict=True) if kind != "-")
    dailies = record_of_days(*wins)
    up_to = word if word.endswith("w") else word[:-1]
    assert dailies.streak(TODAY) == len(up_to) - len(up_to.rstrip("w"))
    assert dailies.longest_streak == max(map(len, word.replace("m", "-").split("-")))


def test_the_ends_of_the_calendar_are_no_trouble() -> None:
    first, last = record_of_days(win(date.min)), record_of_days(win(date.max))
    assert (first.streak(date.min), first.longest_streak, last.streak(date.max), last.longest_streak) == (1, 1, 1, 1)
    assert first.streak(date.min + timedelta(days=1)) == 1
    assert record_of_days().streak(date.min) == 0
