"""Statistics as text: figures, tables and charts."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.records import statistics
from freecell_tui.controller.records.statistics import ASCII, UNICODE
from freecell_tui.engine import FREECELL, find_variant
from freecell_tui.storage.statistics import Breakdown, DealStatistics, Statistics, Tally

FEW = Statistics(
    3, 1, 2, without_undo=1, best_seconds=0.0, seconds=300.0, fewest_moves=70, moves=240.0, outcomes=b"\1\0\1\1"
)
MANY = Statistics(1200, 800, 0, 0, 61.0, 120_000.0, 1052, 2_400_000.0, b"\1" * 1190 + b"\0" * 800 + b"\1" * 10)
NONE = Statistics(0, 0, 1)


def test_figures_are_told_as_far_as_there_are_any() -> None:
    assert dict(statistics.summary(FEW)) == {
        "played": "6",
        "won": "3, 75 % of 4",
        "lost": "1",
        "helped": "2 won after a solution was shown; not counted below",
        "no undo": "1 of the wins",
        "streaks": "now 2 wins, best 2 wins and 1 loss",
        "time": "best 0:00, average 1:40",
        "moves": "fewest 70, average 80",
    }
    assert dict(statistics.summary(MANY)) == {
        "played": "2,000",
        "won": "1,200, 60 % of 2,000",
        "lost": "800",
        "no undo": "0 of the wins",
        "streaks": "now 10 wins, best 1,190 wins and 800 losses",
        "last": "10 of the last 10 games won",
        "time": "best 1:01, average 1:40",
        "moves": "fewest 1,052, average 2,000",
    }
    assert [name for name, _ in statistics.summary(NONE)] == ["played", "won", "lost", "helped"]


def test_the_last_ten_games_are_told_only_of_more_than_ten() -> None:
    for count, told in ((10, False), (11, True)):
        figures = dict(statistics.summary(Statistics(1, count - 1, outcomes=b"\1" + b"\0" * (count - 1))))
        assert ("last" in figures) == told
    assert figures["last"] == "0 of the last 10 games won"


@pytest.mark.parametrize(
    ("strokes", "told"),
    [
        ((0, 0), None),
        ((1, 0), "level in 1 deal"),
        ((2, 1234), "1,234 over in 2 deals"),
        ((3, -5), "5 under in 3 deals"),
    ],
)
def test_the_best_wins_are_held_against_par(strokes: tuple[int, int], told: str | None) -> None:
    assert dict(statistics.overview(FEW, strokes)).get("par") == told


def test_a_deal_shows_its_fewest_moves_with_those_over_par_where_both_fit() -> None:
    deal = DealStatistics(617, FREECELL, 5, 2, 61.0, 52, "2026-11-20", 48)
    assert statistics.fewest_moves(deal) == "52 +4"
    assert statistics.fewest_moves(deal._replace(par=52)) == "52 +0"
    assert statistics.fewest_moves(deal._replace(fewest_moves=100, par=99)) == "100 +1"
    assert statistics.fewest_moves(deal._replace(fewest_moves=1100, par=99)) == "1,100"
    assert statistics.fewest_moves(deal._replace(par=None)) == "52"
    assert statistics.fewest_moves(deal._replace(fewest_moves=None)) == "–"
    assert (
        list(statistics.deal_table([deal] * 11))[1:]
        == ["         #617       5      2       1:01   52 +4  2026-11-20  FreeCell"] * 10
    )


def test_variants_stand_in_a_table_with_their_house_rules() -> None:
    rules = find_variant("bakers-game").with_cells(5).with_house_rules(aces_only_home=True)
    assert list(statistics.variant_table({FREECELL: MANY, rules: NONE})) == [
        "                                       played    won   rate       best  fewest",
        "FreeCell                                2,000  1,200   60 %       1:01   1,052",
        "Baker’s Game, 5 cells, aces only home       1      0      –          –       –",
    ]


def test_each_of_the_last_twelve_months_has_a_bar_for_its_win_rate() -> None:
    months = {f"2026-{month:02}": Tally(month, 13 - month) for month in range(1, 14)}
    lines = list(statistics.month_lines(months | {"2027-01": Tally(helped=1)}, ASCII))
    assert len(lines) == 12
    assert lines[0] == "2026-03         3 of 13   23 %  #########"
    assert lines[-1] == "2027-01          0 of 0      –"
    bars = statistics.period_bars({"2026-01": Tally(1, 3)})
    assert [bar.part for bar in bars] == [0.25]


def test_the_last_games_have_a_bar_for_every_round_number_of_them_and_one_for_all() -> None:
    bars = statistics.last_games(b"\0" * 15 + b"\1" * 10)
    assert [(bar.label, *bar.figures) for bar in bars] == [("last 10", "100 %"), ("last 20", "50 %"), ("all", "40 %")]
    assert statistics.last_games(b"") == []


def test_wins_in_a_row_are_counted_by_how_many_they_were() -> None:
    wins = b"\0".join(b"\1" * count for count in (1, 0, 1, 3, 4, 25))
    bars = statistics.run_histogram(wins)
    assert [(bar.label, *bar.figures) for bar in bars] == [
        ("1", "2"),
        ("2", "0"),
        ("3 – 4", "2"),
        ("5 – 9", "0"),
        ("10 – 19", "0"),
        ("20 or more", "1"),
    ]
    assert [bar.part for bar in bars] == [1, 0, 1, 0, 0, 0.5]
    assert statistics.run_histogram(b"\0\0") == []


def test_days_are_added_up_by_their_day_of_the_week() -> None:
    days = {"2026-11-16": Tally(2), "2026-11-22": Tally(1, 1), "2026-11-23": Tally(0, 3), "no day": Tally(5)}
    sums = statistics.by_weekday(days)
    assert list(sums)[:1] == ["Monday"]
    assert {day: tally for day, tally in sums.items() if tally.played} == {"Monday": Tally(2, 3), "Sunday": Tally(1, 1)}


def test_the_quarters_of_values_are_told_in_words() -> None:
    values = {10: 1, 20: 2, 40: 4, 90: 1}
    assert statistics.quarters(values, str) == "10 to 90; half of them 20 to 40, median 40"
    assert statistics.quarters({80: 3}, str) == "always 80"
    assert statistics.quarters({80: 1}, str) == "80"
    assert statistics.quarters({}, str) == ""


def test_a_chart_tells_how_many_games_a_column_stands_for() -> None:
    told = [statistics.games_a_column(games, 20) for games in (20, 25, 280)]
    assert told == ["", "; each column: 1 game", "; each column: 14 games"]


def test_a_histogram_names_its_first_and_last_value_and_those_that_lie_far_out() -> None:
    moves = Breakdown(moves={0: 1, **dict.fromkeys(range(100, 200), 1), 10**9: 1})
    told = [(each.label, *each.figures) for each in statistics.move_histogram(moves)]
    assert (told[0], told[1], told[-1]) == (("up to 124", "26"), ("125 – 149", "25"), ("175 or more", "26"))
    times = statistics.time_histogram(Breakdown(times={0: 1, 29: 1, 30: 4}))
    assert [(each.label, each.part) for each in times] == [("0:00 – 0:30", 0.5), ("0:30 – 1:00", 1.0)]
    assert list(statistics.histogram_lines(times, ASCII)) == [
        "      0:00 – 0:30      2  " + "#" * 20,
        "      0:30 – 1:00      4  " + "#" * 40,
    ]
    assert statistics.time_histogram(Breakdown()) == []


def test_columns_show_at_least_a_little_of_whatever_there_is() -> None:
    parts = [0.0, 0.001, 0.5, 0.5625, 1.0]
    assert statistics.bar_chart(parts, 2, UNICODE) == ["   ▁█", " ▁███"]
    assert statistics.bar_chart(parts, 2, ASCII) == ["    #", " ####"]


def test_the_win_rate_of_parts_is_that_of_their_own_games() -> None:
    assert statistics.win_rates(b"\1\1\0\1\0\0\0", 3) == [1.0, 0.5, 0.0]
    assert statistics.win_rates(b"\1\0", 5) == [1.0, 0.0]
    assert statistics.win_rates(b"", 5) == statistics.win_rates(b"\1", 0) == []
    line, _ = statistics.win_rate_line(b"\1\0" * 40, ASCII)
    assert line == "+" * 40


def test_sections_are_apart_and_none_is_empty() -> None:
    parts: list[tuple[str, list[str]]] = [("Nothing", []), ("One", ["a", "b"]), ("Nothing", []), ("Two", ["c"])]
    assert list(statistics.sections(parts)) == ["One", "  a", "  b", "", "Two", "  c"]


def test_blocks_are_drawn_only_where_they_can_be_written() -> None:
    found = [statistics.glyphs_for(encoding) for encoding in ("utf-8", "cp437", "ascii", "no such encoding")]
    assert found == [UNICODE, ASCII, ASCII, ASCII]


@given(st.lists(st.integers(0, 10**6) | st.integers(0, 10**18), max_size=60), st.sampled_from([5, 30]))
def test_a_histogram_has_every_value_in_one_row_and_at_most_eight_rows(values: list[int], unit: int) -> None:
    rows = statistics.histogram_bins(Counter(values), unit)
    assert sum(row.count for row in rows) == len(values)
    assert len(rows) <= 8
    for row in rows:
        low, high = row.low or 0, row.high or float("inf")
        assert row.count == sum(low <= value < high for value in values)
        assert all(bound is None or bound % unit == 0 for bound in (row.low, row.high))


def test_a_value_that_lies_far_out_does_not_squeeze_the_others() -> None:
    rows = statistics.histogram_bins(Counter([*range(100, 200), 10**9, 0]), 5)
    assert [(row.low, row.high, row.count) for row in (rows[0], rows[-1])] == [(None, 125, 26), (175, None, 26)]


@given(st.lists(st.booleans()), st.sampled_from([UNICODE, ASCII]))
def test_the_line_of_the_win_rate_is_as_long_as_fits(outcomes: list[bool], blocks: statistics.BarGlyphs) -> None:
    lines = list(statistics.win_rate_line(outcomes, blocks))
    if len(outcomes) < 2:
        assert lines == []
        return
    assert len(lines[0]) == min(len(outcomes), 40)
    if len(outcomes) <= 40:
        assert lines[0] == "".join(blocks.heights[-1] if is_won else blocks.heights[0] for is_won in outcomes)


@given(st.floats(0, 1), st.sampled_from([UNICODE, ASCII]))
def test_a_bar_is_as_long_as_its_part_and_never_nothing_for_something(
    part: float, blocks: statistics.BarGlyphs
) -> None:
    bar = statistics.bar(part, blocks)
    assert len(bar) <= 40
    assert (bar == "") == (part == 0)
    assert abs(len(bar) - 40 * part) <= 1.5


@pytest.mark.parametrize(
    ("rate", "text"), [(None, "–"), (0.0, "0 %"), (0.001, "<1 %"), (0.5, "50 %"), (0.999, "99 %"), (1.0, "100 %")]
)
def test_only_all_is_100_percent_and_only_none_is_0(rate: float | None, text: str) -> None:
    assert statistics.percent(rate) == text
