"""Statistics in words, and as sections of tables and charts."""

from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.controller.records import marks as chart_marks
from freecell_tui.controller.records import sections, statistics
from freecell_tui.controller.records.marks import ASCII, CONSOLE, UNICODE, Marks
from freecell_tui.controller.records.sections import Line, Page, Section
from freecell_tui.engine import FREECELL, find_variant
from freecell_tui.storage.statistics import Breakdown, DealStatistics, Statistics, Strokes, Tally

FEW = Statistics(
    3, 1, 2, without_undo=1, best_seconds=0.0, seconds=300.0, fewest_moves=70, moves=240.0, outcomes=b"\1\0\1\1"
)
MANY = Statistics(1200, 800, 0, 0, 61.0, 120_000.0, 1052, 2_400_000.0, b"\1" * 1190 + b"\0" * 800 + b"\1" * 10)
NONE = Statistics(0, 0, 1)
EIGHT_OFF = find_variant("eight-off")
MARKS = st.sampled_from([UNICODE, CONSOLE, ASCII])
OUTCOMES = st.binary(max_size=300).map(lambda games: bytes(game % 2 for game in games))


def text(lines: list[Line]) -> list[str]:
    return ["".join(part for part, _ in line).rstrip() for line in lines]


def drawn(found: list[Section], width: int = 74, more: int = 0) -> list[str]:
    (section,) = found
    return text(section.draw(width, more))


# Details


def test_figures_are_told_as_far_as_there_are_any(subtests: pytest.Subtests) -> None:
    assert dict(statistics.summary(FEW)) == {
        "played": "6",
        "won": "3, 75 % of 4",
        "lost": "1",
        "with help": "2 wins, counted separately",
        "without undo": "1 of 3 wins",
        "streak": "now 2 wins; longest: 2 wins, 1 loss",
        "time": "best 0:00, average 1:40",
        "moves": "fewest 70, average 80",
    }
    assert dict(statistics.summary(MANY)) == {
        "played": "2,000",
        "won": "1,200, 60 % of 2,000",
        "lost": "800",
        "without undo": "0 of 1,200 wins",
        "streak": "now 10 wins; longest: 1,190 wins, 800 losses",
        "last games": "10 of 10 won",
        "time": "best 1:01, average 1:40",
        "moves": "fewest 1,052, average 2,000",
    }
    assert [name for name, _ in statistics.summary(NONE)] == ["played", "won", "lost", "with help"]
    assert dict(statistics.summary(Statistics(1, outcomes=b"\1")))["streak"] == "now 1 win; longest: 1 win"
    for count, told in ((10, None), (11, "0 of 10 won")):
        with subtests.test(count=count):
            figures = dict(statistics.summary(Statistics(1, count - 1, outcomes=b"\1" + b"\0" * (count - 1))))
            assert figures.get("last games") == told
    assert "par" not in dict(statistics.summary(FEW, Strokes()))
    for strokes, against in (
        ((1, 0), "level with par in 1 deal"),
        ((2, 25), "25 moves over par in 2 deals"),
        ((3, -1), "1 move under par in 3 deals"),
    ):
        with subtests.test(strokes=strokes):
            par = dict(statistics.summary(FEW, Strokes(*strokes)))["par"]
            assert par == f"{against}; par is the fewest moves the solver knows"


COUNTS = st.integers(0, 2000)


@given(COUNTS, COUNTS, COUNTS)
def test_every_rate_says_of_how_many_games_it_is_and_they_are_those_played_without_those_won_with_help(
    won: int, lost: int, helped: int
) -> None:
    total = Statistics(won, lost, helped, outcomes=b"\1" * won + b"\0" * lost)
    (played, _, with_help), (rate, of, both), *_ = statistics.headlines(total)
    decided = total.played - helped
    assert played == f"{won + lost + helped:,}"
    assert with_help == (f"{helped:,} win{'s' * (helped != 1)} with help" if helped else "")
    expected = (f"of {decided:,} won", f"{won:,} won, {lost:,} lost") if decided else ("won", "")
    assert (of, both) == expected
    assert rate == statistics.percent(total.win_rate).replace(" ", "")
    of_deal = DealStatistics(1, FREECELL, total.played, won, None, None, "", None, helped)
    for games in (total, of_deal):
        assert statistics.won_of(games) == f"{won:,} of {decided:,}{f' +{helped:,}' * (helped > 0)}"
    if decided:
        (section,) = sections.rate_section(total, ASCII)
        (_, (about, _)), *_ = section.draw(74, 0)
        assert about.endswith(f", without {with_help}") == (helped > 0)


def test_a_deal_shows_its_fewest_moves_with_those_over_par_where_both_fit(subtests: pytest.Subtests) -> None:
    deal = DealStatistics(617, FREECELL, 5, 2, 61.0, 52, "2026-11-20", 48)
    for moves, par, told in (
        *((52, 48, "52 +4"), (52, 52, "52 +0"), (100, 99, "100 +1"), (1100, 99, "1,100")),
        *((52, None, "52"), (None, 48, "–")),
    ):
        with subtests.test(moves=moves):
            assert statistics.fewest_moves(deal._replace(fewest_moves=moves, par=par)) == told


def test_days_are_added_up_by_their_day_of_the_week() -> None:
    days = {"2026-11-16": Tally(2), "2026-11-22": Tally(1, 1), "2026-11-23": Tally(0, 3), "no day": Tally(5)}
    sums = statistics.by_weekday(days)
    assert list(sums)[:1] == ["Monday"]
    assert {day: tally for day, tally in sums.items() if tally.played} == {"Monday": Tally(2, 3), "Sunday": Tally(1, 1)}


def test_the_quarters_of_values_and_rates_are_told_in_words_and_only_all_is_100_percent() -> None:
    values = {10: 1, 20: 2, 40: 4, 90: 1}
    assert statistics.quarters(values) == "10 to 90; half of them 20 to 40, median 40"
    assert statistics.quarters({10: 1, 20: 2, 40: 4}) == "from 10 to 40"
    assert [statistics.quarters(each) for each in ({80: 3}, {80: 1}, {})] == ["always 80", "1 win: 80", ""]
    rates = (None, 0, 0.001, 0.0099, 0.01, 0.5, 0.999, 1)
    told = ["–", "0 %", "<1 %", "<1 %", "1 %", "50 %", "99 %", "100 %"]
    assert [statistics.percent(rate) for rate in rates] == told


@given(st.lists(st.integers(0, 10**6) | st.integers(0, 10**18), max_size=60), st.sampled_from([5, 30]))
def test_a_histogram_has_every_value_in_one_row_and_at_most_eight_rows(values: list[int], unit: int) -> None:
    rows = statistics.histogram_bins(Counter(values), unit)
    assert sum(row.count for row in rows) == len(values)
    assert len(rows) <= 8
    for row in rows:
        low, high = row.low or 0, row.high or float("inf")
        assert row.count == sum(low <= value < high for value in values)
        assert all(bound is None or bound % unit == 0 for bound in (row.low, row.high))


# Tables


def test_variants_stand_in_a_table_with_their_house_rules_and_in_a_narrow_one_above_their_figures() -> None:
    rules = find_variant("bakers-game").with_cells(5).with_house_rules(aces_only_home=True)
    assert drawn(sections.variants_section(Breakdown(variants={FREECELL: MANY, rules: NONE}), ASCII), 90) == [
        "Games",
        "+ 1 win with help: counted separately",
        "                                       played             won  rate  best  fewest",
        "FreeCell                                2,000  1,200 of 2,000  60 %  1:01   1,052  ====---",
        "Baker’s Game, 5 cells, aces only home       1       0 of 0 +1     –     –       –  -------",
    ]
    assert sections.variants_section(Breakdown(variants={FREECELL: MANY}), ASCII) == []
    shown = drawn(sections.variants_section(Breakdown(variants={FREECELL: FEW, EIGHT_OFF: FEW}), ASCII), 34)
    assert shown[3:6] == [" played       won rate best fewest", "FreeCell", "      6 3 of 4 +2 75 % 0:00     70"]


def test_the_last_games_have_a_bar_for_every_round_number_of_them_and_one_for_all() -> None:
    page = sections.figures_page(Breakdown(Statistics(outcomes=b"\0" * 15 + b"\1" * 10)), ASCII)
    assert text(page[-1][0].draw(40, 0)) == [
        "Last games",
        "last 10  100 %  ========================",
        "last 20   50 %  ============------------",
        "all 25    40 %  ==========--------------",
    ]


def test_wins_in_a_row_are_counted_by_how_many_they_were() -> None:
    wins = b"\0".join(b"\1" * count for count in (1, 0, 1, 3, 4, 25))
    rows = sections.histogram_rows(statistics.runs_of_wins(wins))
    assert [row.label for row in rows] == ["1", "2", "3 – 4", "5 – 9", "10 – 19", "20 or more"]
    assert ["".join(row.figures) for row in rows] == ["2", "0", "2", "0", "0", "1"]
    assert [row.part for row in rows] == [1, 0, 1, 0, 0, 0.5]
    assert statistics.runs_of_wins(b"\0\0") == []


def test_a_histogram_names_its_first_and_last_value_and_those_that_lie_far_out() -> None:
    moves = Breakdown(times={0: 1, 29: 1, 30: 4}, moves={0: 1, **dict.fromkeys(range(100, 200), 1), 10**9: 1})
    of_times, of_moves = sections.histograms(moves, ASCII)
    shown = text(of_moves.draw(34, 0))
    assert shown[:2] == ["Moves per win", "0 to 1000000000; half of them 124"]
    assert shown[3].split()[:4] == ["up", "to", "124", "26"]
    assert shown[4].split()[:4] == ["125", "–", "149", "25"]
    assert shown[-1].split()[:4] == ["175", "or", "more", "26"]
    assert text(of_times.draw(36, 0))[2:] == ["0:00 – 0:30  2  ==========", "0:30 – 1:00  4  ===================="]
    assert sections.histograms(Breakdown(), ASCII) == []


@given(st.floats(0, 1), MARKS)
def test_a_bar_is_as_long_as_its_part_and_never_nothing_for_something(part: float, marks: Marks) -> None:
    bar = chart_marks.bar(part, marks.bar, 40)
    assert len(bar) <= 40
    assert (bar == "") == (part == 0)
    assert abs(len(bar) - 40 * part) <= 1.5


# Columns


def test_columns_show_at_least_a_little_of_whatever_there_is_as_the_encoding_can_write_it() -> None:
    parts = [0.0, 0.001, 0.5, 0.5625, 1.0]
    assert [chart_marks.column(part, 2, UNICODE.columns) for part in parts] == ["  ", " ▁", " █", "▁█", "██"]
    assert [chart_marks.column(part, 2, ASCII.columns) for part in parts] == ["  ", " #", " #", " #", "##"]
    encodings = ("utf-8", "cp437", "ascii", "no such encoding")
    assert [chart_marks.marks_for(encoding) for encoding in encodings] == [UNICODE, ASCII, ASCII, ASCII]


def test_the_win_rate_has_gaps_between_its_columns_and_lines_where_0_50_and_100_percent_end() -> None:
    outcomes = b"".join(b"\1" * won + b"\0" * (10 - won) for won in (10, 5, 0, 7, 10, 2, 6, 8, 9, 1)) + b"\1\0\1"
    assert drawn(sections.rate_section(Statistics(outcomes=outcomes), UNICODE), 60) == [
        "Win rate  10 games a column",
        f"100 % {'▁' * 52}",
        "      ███             ███             ▂▂▂",
        "      ███             ███         ▅▅▅ ███",
        "      ███         ▇▇▇ ███     ▂▂▂ ███ ███     ▅▅▅",
        " 50 % ███─▄▄▄─────███─███─────███─███─███─────███─────────",
        "      ███ ███     ███ ███     ███ ███ ███     ███",
        "      ███ ███     ███ ███ ▃▃▃ ███ ███ ███     ███",
        "  0 % ███▁███▁▁▁▁▁███▁███▁███▁███▁███▁███▁▆▆▆▁███▁▁▁▁▁▁▁▁▁",
        "      1       21      41      61      81      101",
    ]


def test_the_columns_of_the_win_rate_are_coloured_by_their_height_and_of_a_round_number_of_games(
    subtests: pytest.Subtests,
) -> None:
    outcomes = b"".join(b"\1" * won + b"\0" * (10 - won) for won in (4, 5, 7, 8))
    (section,) = sections.rate_section(Statistics(outcomes=outcomes), ASCII)
    foot = section.draw(60, 0)[-2]
    inks = [ink.removeprefix("area ") for part, ink in foot if "#" in part]
    assert inks == ["winnable", "winnable", "winnable", "lost", "winnable", "text"]
    for games, width, told in ((42, 160, 2), (99, 78, 5), (220, 78, 10), (400, 78, 20), (220, 34, 50)):
        with subtests.test(games=games, width=width):
            shown = drawn(sections.rate_section(Statistics(outcomes=b"\1" * games), UNICODE), width)
            assert shown[0] == f"Win rate  {told} games a column"


def test_of_one_game_the_chart_has_one_column_and_says_what_fills_it() -> None:
    shown = drawn(sections.rate_section(Statistics(outcomes=b"\1"), UNICODE))
    assert all(set(row[6:]) <= {*"█ ", *UNICODE.grid} and row.count("█") == 5 for row in shown[2:-1])
    assert shown[-1].strip() == "1 of 2 games so far"
    assert sections.rate_section(Statistics(), UNICODE) == []


# The calendar


def calendar(days: dict[str, Tally], width: int = 74, marks: Marks = UNICODE) -> list[list[Line]]:
    """The sections of the calendar of some days, each as its lines."""
    months: dict[str, Tally] = {}
    for day, tally in days.items():
        months[day[:7]] = months.get(day[:7], Tally()).plus(tally)
    page = sections.calendar_page(Breakdown(months=months, days=days), marks, width)
    return [section.draw(min(section.width[1], width), 0) for group in page for section in group]


@given(
    st.dictionaries(
        st.dates(date(2020, 1, 1), date(2026, 12, 31)),
        st.tuples(st.integers(0, 9), st.integers(0, 9)),
        min_size=1,
        max_size=60,
    ),
    st.integers(30, 200),
    MARKS,
)
def test_the_map_of_days_fits_and_ends_with_the_last_day(
    played: dict[date, tuple[int, int]], width: int, marks: Marks
) -> None:
    days = {day.isoformat(): Tally(*counts) for day, counts in sorted(played.items())}
    lines = calendar(days, width, marks)[0]
    assert all(len(row) <= width for row in text(lines))
    last = max(played)
    cell = lines[1 + last.weekday()][-2]  # before a blank
    won, lost = played[last]
    assert cell[1].startswith("heat") == bool(won)
    assert (cell[1] == "lost") == (lost > 0 and not won)


@given(st.sets(st.dates(date(1, 1, 1), date(9999, 12, 31)), min_size=1, max_size=30), st.integers(30, 200))
def test_every_day_with_games_is_on_one_map(played: set[date], width: int) -> None:
    days = {day.isoformat(): Tally(1) for day in sorted(played)}
    maps = [line for part in calendar(days, width) for line in part if line and line[0][0].strip() != "○"]
    assert sum(set(part) == {"█"} and ink == "heat4" for line in maps for part, ink in line) == len(played) + 1


def test_the_map_of_days_begins_with_a_whole_month_and_ends_with_one_however_short() -> None:
    last, *_ = calendar({"2026-11-07": Tally(1), "2026-11-16": Tally(1)}, 60)
    assert text(last)[0].split() == ["Sep", "Oct", "Nov"]
    assert len(text(last)[1]) == 2 + 3 * 11
    shown = text(calendar({"2026-10-30": Tally(2), "2026-11-01": Tally(0, 1)})[0])
    assert shown[0].split()[-2:] == ["Oct", "Nov"]
    assert shown[-2].split() == ["2/2", "0/1"]


def test_the_years_before_have_maps_of_their_own_and_empty_ones_are_left_out() -> None:
    last, *others = calendar({"2020-12-24": Tally(1), "2026-11-20": Tally(1)}, 110)
    assert text(last)[0].split()[-1] == "Nov"
    earlier = next(part for part in others if part and part[0] and "Dec" in part[0][0][0])
    assert text(earlier)[0].split() == ["Dec"]
    assert sum("Mo" in row for row in text(earlier)) == 1


def test_the_more_wins_on_a_day_the_stronger_it_is() -> None:
    days = {f"2026-11-{16 + at}": Tally(won) for at, won in enumerate((1, 2, 5, 9))}
    lines = calendar(days)[0]
    assert [lines[1 + at][-2] for at in range(4)] == [(2 * mark, f"heat{at}") for at, mark in enumerate("░▒▓█", 1)]


def test_each_month_has_columns_of_its_wins_and_losses_on_the_axis_of_the_days() -> None:
    days = {"2026-09-15": Tally(3, 1), "2026-11-10": Tally(1, 1)}
    lines = calendar(days)[0]
    shown = text(lines)
    assert shown[-2].split() == ["3/4", "1/2"]
    assert shown[-1].split("%") == ["   75 ", "                    50 ", ""]
    assert shown[-2].index("3/4") == shown[0].index("Sep")
    assert shown[-2].index("1/2") == shown[0].index("Nov")
    (columns,) = lines[-3:-2]
    assert [ink for part, ink in columns if part.strip()] == ["area winnable", "area lost"] * 2


def test_each_month_stands_above_its_days_of_several_games_with_the_last_ones_first_and_unknown_days_nowhere() -> None:
    *_, listed = calendar({"2026-10-31": Tally(1, 1), "2026-11-01": Tally(2), "2026-11-02": Tally(0, 1)}, 34)
    assert [" ".join(row.split()[:6]) for row in text(listed)] == [
        *("By day", "2026-11 2 of 3 67 %", "Su 1 2 of 2 100"),
        *("2026-10 1 of 2 50 %", "Sa 31 1 of 2 50"),
    ]
    page = sections.calendar_page(Breakdown(FEW), UNICODE, 74)
    assert text(sections.arranged(page, 74, 20)) == ["It is not known when these games ended."]


# Pages


@settings(max_examples=20)
@given(
    OUTCOMES,
    st.dictionaries(st.dates(date(1, 1, 1)), st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20),
    st.dictionaries(st.integers(0, 9999), st.integers(1, 50), min_size=1, max_size=40),
    st.tuples(st.integers(33, 200), st.integers(5, 60)),
    MARKS,
)
def test_the_pages_are_no_wider_than_their_window_whatever_was_played(
    games: bytes, played: dict[date, tuple[int, int]], values: dict[int, int], size: tuple[int, int], marks: Marks
) -> None:
    total = Statistics(won=sum(games), lost=len(games) - sum(games), best_seconds=54.0, outcomes=games)
    days = {day.isoformat(): Tally(*counts) for day, counts in sorted(played.items())}
    months = {day[:7]: tally for day, tally in days.items()}
    variants = {FREECELL: total, EIGHT_OFF: replace(total, helped=100_000)}
    breakdown = Breakdown(total, variants, months, days, values, values)
    width, height = size
    for page in (sections.figures_page(breakdown, marks), sections.calendar_page(breakdown, marks, width)):
        rows = text(sections.arranged(page, width, height))
        assert all(len(row) <= width for row in rows)
        assert marks is not ASCII or "\n".join(rows).replace("–", "-").replace("’", "'").isascii()


@given(OUTCOMES.filter(bool), st.integers(30, 200), MARKS)
def test_there_is_a_mark_for_each_of_the_last_games(games: bytes, width: int, marks: Marks) -> None:
    (line,) = sections.last_games(games, marks, width, 0)
    shown = b"".join({"winnable": b"\1", "lost": b"\0"}[ink] * len(part) for part, ink in line[1:])
    assert games.endswith(shown)
    assert len(shown) >= min(len(games), width - 12)
    assert len(text([line])[0]) <= width


def test_sections_of_a_group_stand_side_by_side_where_they_fit_and_one_that_can_stretch_takes_what_is_left() -> None:
    def section(name: str, least: int, most: int, stretch: int = 0) -> Section:
        return Section(lambda width, more: [[(name * width, "text")]] * (1 + more), (least, most), stretch)

    page: Page = [[section("a", 4, 6)], [section("b", 3, 4), section("c", 3, 3)], [section("d", 2, 100, 9)]]
    assert text(sections.arranged(page, 12, 8)) == ["aaaaaa", "", "bbbb    ccc", "", *["d" * 12] * 4]
    assert text(sections.arranged(page, 9, 0)) == ["aaaaaa", "", "bbbb", "", "ccc", "", "d" * 9]
