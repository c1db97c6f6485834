"""The first page of the statistics, and the days as a map: they fit, and say what the figures say."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.controller.records.statistics import percent
from freecell_tui.engine import FREECELL, find_variant
from freecell_tui.storage.statistics import Breakdown, Statistics, Tally
from freecell_tui.ui.dialogs.statistics.large import LargePages
from freecell_tui.ui.dialogs.statistics.pages import Line, StatisticsPages, dashboard, heat_map, year_maps
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.charts import ascii_line, braille_line
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE, Glyphs
from freecell_tui.ui.drawing.themes.theme import (
    HEAT,
    Colours,
    attr_spec,
)

WIDTHS = st.integers(30, 200)
EIGHT_OFF = find_variant("eight-off")
GLYPHS = st.sampled_from([UNICODE, CONSOLE, ASCII])


def text(lines: list[Line]) -> str:
    return "\n".join("".join(part for part, _ in line) for line in lines)


@given(st.binary(max_size=300).map(lambda games: bytes(game % 2 for game in games)), WIDTHS, GLYPHS)
def test_the_dashboard_fits_and_has_a_mark_for_each_of_the_last_games(games: bytes, width: int, glyphs: Glyphs) -> None:
    total = Statistics(won=sum(games), lost=len(games) - sum(games), best_seconds=54.0, outcomes=games)
    lines = dashboard(total, glyphs, width)
    assert all(len(row.rstrip()) <= width for row in text(lines).splitlines())
    assert glyphs is UNICODE or set(text(lines)) <= {*map(chr, range(128)), *"▀▄█–"}
    strip = next((line for line in lines if line and line[0][0] == "last "), [])
    shown = b"".join({"winnable": b"\1", "lost": b"\0"}[ink] * len(part) for part, ink in strip[1:])
    assert games.endswith(shown)
    assert len(shown) == min(len(games), width - 5)


@pytest.mark.parametrize(
    ("games", "said"),
    [(b"\0\1", "1 win in"), (b"\1\1", "2 wins in"), (b"\1\0", "1 loss in"), (b"\0" * 20, "20 losses in")],
)
def test_in_a_narrow_dashboard_no_figure_loses_its_words(games: bytes, said: str) -> None:
    total = Statistics(won=sum(games), lost=len(games) - sum(games), best_seconds=54.0, outcomes=games)
    assert f"{said} a row " in text(dashboard(total, UNICODE, 34))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=300), st.integers(1, 80), st.integers(1, 6))
def test_a_line_of_dots_has_a_dot_in_every_column_and_as_many_rows_as_wanted(
    values: list[float], width: int, height: int
) -> None:
    rows = braille_line(values, width, height)
    assert [len(row) for row in rows] == [width] * height
    dots = [0] * width
    for row in rows:
        for x, cell in enumerate(row):
            assert 0x2800 <= ord(cell) < 0x2900
            dots[x] |= ord(cell) - 0x2800
    assert all(cell & 0x47 and cell & 0xB8 for cell in dots)


def test_a_line_of_dots_is_high_where_the_values_are() -> None:
    assert braille_line([1.0, 1.0, 1.0, 1.0], 2, 1) == ["⠉⠉"]
    assert braille_line([0.0, 0.0], 1, 2) == ["⠀", "⣀"]
    assert braille_line([None, None], 1, 1) == ["⠀"]
    assert ascii_line([0.0, 0.5, None, 1.0], 4, 2) == ["   '", "_'  "]


@given(
    st.dictionaries(
        st.dates(date(2020, 1, 1), date(2026, 12, 31)), st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=60
    ),
    WIDTHS,
    GLYPHS,
)
def test_the_map_of_days_fits_and_ends_with_the_last_day(
    played: dict[date, tuple[int, int]], width: int, glyphs: Glyphs
) -> None:
    days = {day.isoformat(): Tally(*counts) for day, counts in sorted(played.items())}
    lines = heat_map(days, glyphs, width)
    assert bool(lines) == bool(played)
    assert all(len(row.rstrip()) <= width for row in text(lines).splitlines())
    if played:
        last = max(played)
        cell = lines[1 + last.weekday()][-1]
        won, lost = played[last]
        assert cell[1].startswith("heat") == bool(won)
        assert (cell[1] == "lost") == (lost > 0 and not won)


def test_the_map_of_days_begins_in_the_week_of_the_first_game() -> None:
    days = {"2026-11-07": Tally(1), "2026-11-16": Tally(1)}
    assert [len(line) for line in heat_map(days, UNICODE, 40)[1:8]] == [4] * 7


def test_the_more_wins_on_a_day_the_stronger_it_is() -> None:
    first = date(2026, 11, 16)
    days = {(first + timedelta(days=at)).isoformat(): Tally(won) for at, won in enumerate((1, 2, 5, 9))}
    lines = heat_map(days, UNICODE, 40)
    assert [lines[1 + at][-1] for at in range(4)] == [
        ("░░", "heat1"),
        ("▒▒", "heat2"),
        ("▓▓", "heat3"),
        ("██", "heat4"),
    ]
    assert "Nov" in text(lines)


@settings(max_examples=20)
@given(
    st.binary(min_size=20, max_size=300).map(lambda games: bytes(game % 2 for game in games)),
    st.dictionaries(st.dates(date(1, 1, 1)), st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20),
    st.dictionaries(st.integers(0, 9999), st.integers(1, 50), min_size=1, max_size=40),
    st.tuples(st.integers(110, 170), st.integers(29, 50)),
    GLYPHS,
)
def test_the_pages_of_a_large_window_fit_into_it_whatever_was_played(
    games: bytes,
    played: dict[date, tuple[int, int]],
    values: dict[int, int],
    size: tuple[int, int],
    glyphs: Glyphs,
) -> None:
    total = Statistics(won=sum(games), lost=len(games) - sum(games), best_seconds=54.0, outcomes=games)
    days = {day.isoformat(): Tally(*counts) for day, counts in sorted(played.items())}
    months = {day[:7]: tally for day, tally in days.items()} | {"no month": Tally(1)}
    variants = {FREECELL: total, EIGHT_OFF: total}
    pages = LargePages(Breakdown(total, variants, months, days, values, values), glyphs, *size)
    for page, scrolls in (
        (pages.figures(), False),
        (pages.rate(), False),
        (pages.wins(), False),
        (pages.months(), True),
        (pages.days(), True),
    ):
        rows = text(page).splitlines()
        assert all(len(row.rstrip()) <= size[0] for row in rows)
        assert scrolls or len(rows) <= size[1]
        assert glyphs is not ASCII or text(page).replace("–", "-").isascii()


@pytest.mark.parametrize(("games", "width", "told"), [(220, 78, 10), (400, 78, 11), (220, 34, 16), (24, 78, 1)])
def test_the_columns_of_the_win_rate_are_of_so_many_games_that_they_tell_something(
    games: int, width: int, told: int
) -> None:
    page = text(StatisticsPages(Breakdown(Statistics(outcomes=b"\1" * games)), UNICODE).rate(width, 15))
    assert f"each column: {told} game" in " ".join(page.split())


def test_the_months_without_a_game_between_others_are_shown_too() -> None:
    months = {"2025-11": Tally(3, 1), "2026-02": Tally(1, 1)}
    page = text(LargePages(Breakdown(Statistics(4, 2), months=months), UNICODE, 110, 29).months())
    names = next(row for row in page.splitlines() if "Nov" in row)
    assert names.split() == ["Sep", "Oct", "Nov", "Dec", "2026", "Feb"]
    assert "75 %" in page


def test_the_years_before_have_maps_of_their_own_where_there_is_room() -> None:
    days = {"2024-12-24": Tally(1), "2026-11-20": Tally(1)}
    for height, years in ((9, 1), (18, 2), (27, 2)):
        page = text(year_maps(days, UNICODE, 110, height))
        assert page.count("Mo") == years
        assert page.count("░░") == years


@pytest.mark.parametrize("name", themes.names(Path("nowhere")))
def test_the_strengths_of_days_differ_and_none_is_grey(name: str) -> None:
    theme = themes.load(name, Path("nowhere"))
    depths: tuple[Colours, ...] = (256, 16777216)
    for colours in depths:
        shades = [attr_spec(f"{strength}bar winnable", theme, colours).background for strength in HEAT]
        assert len({*shades, attr_spec("bar text", theme, colours).background}) == len(HEAT) + 1
    # Among 256 a pale green would be nearest to a grey.
    for strength in HEAT:
        red, green, blue = attr_spec(f"{strength}bar winnable", theme, 256).get_rgb_values()[3:]
        assert not red == green == blue


@pytest.mark.parametrize(
    ("rate", "shown"), [(0, "0 %"), (0.001, "<1 %"), (0.0099, "<1 %"), (0.01, "1 %"), (0.999, "99 %"), (1, "100 %")]
)
def test_less_than_one_per_cent_is_not_nothing(rate: float, shown: str) -> None:
    assert percent(rate) == shown
