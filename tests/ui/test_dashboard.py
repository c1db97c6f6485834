"""What is drawn of the statistics in the window: the large figures, curves, and the colours of days."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.storage.statistics import Statistics
from freecell_tui.ui.dialogs.statistics import headline
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.charts import curve
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE, Glyphs
from freecell_tui.ui.drawing.themes.theme import HEAT, Colours, attr_spec

GLYPHS = st.sampled_from([UNICODE, CONSOLE, ASCII])


def text(total: Statistics, width: int, glyphs: Glyphs = UNICODE) -> str:
    return "\n".join("".join(part for part, _ in line).rstrip() for line in headline(total, glyphs, width))


@given(st.binary(max_size=300).map(lambda games: bytes(game % 2 for game in games)), st.integers(30, 200), GLYPHS)
def test_the_large_figures_fit_into_their_window(games: bytes, width: int, glyphs: Glyphs) -> None:
    total = Statistics(won=sum(games), lost=len(games) - sum(games), best_seconds=54.0, outcomes=games)
    shown = text(total, width, glyphs)
    assert all(len(row) <= width for row in shown.splitlines())
    assert glyphs is UNICODE or set(shown) <= {*map(chr, range(128)), *"▀▄█–"}


def test_in_a_narrow_window_no_figure_loses_its_words(subtests: pytest.Subtests) -> None:
    told = {b"\0\1": 1, b"\1\1": 2, b"\1\0": 0, b"\0" * 20: 0}
    for games, streak in told.items():
        with subtests.test(games=games):
            total = Statistics(won=sum(games), lost=len(games) - sum(games), best_seconds=54.0, outcomes=games)
            assert f"{streak} winning streak " in text(total, 34)


@pytest.mark.parametrize(
    ("games", "said"), [(b"\1\1\0", "longest 2, now 1 loss"), (b"\1\0\1", "longest 1"), (b"", "longest 0")]
)
def test_losses_in_a_row_stand_below_the_wins_while_they_last(games: bytes, said: str) -> None:
    total = Statistics(won=sum(games), lost=len(games) - sum(games), helped=1, outcomes=games)
    assert said in text(total, 84)
    assert ("now" in text(total, 84)) == ("now" in said)
    assert "1 win with help" in text(total, 84)


@given(st.lists(st.floats(0, 1) | st.none(), max_size=300), st.integers(1, 80), st.integers(1, 6), GLYPHS)
def test_a_curve_has_as_many_cells_as_wanted_and_nothing_above_its_values(
    values: list[float | None], width: int, height: int, glyphs: Glyphs
) -> None:
    rows = curve(values, width, height, glyphs)
    assert [len(row) for row in rows] == [width] * height
    for column in zip(*rows, strict=True):
        assert "".join(column).lstrip(" ").find(" ") == -1


def test_a_curve_is_high_where_the_values_are() -> None:
    assert curve([1.0, 0.5, None, 0.25], 4, 2, UNICODE) == ["█   ", "██ ▄"]
    assert curve([0.0, 1.0, 1.0, 1.0], 2, 1, UNICODE) == ["▄█"]
    assert curve([0.0, 1.0], 4, 1, ASCII) == ["  ##"]
    assert curve([], 2, 1, UNICODE) == ["  "]


def test_the_strengths_of_days_differ_and_none_is_grey(subtests: pytest.Subtests) -> None:
    depths: tuple[Colours, ...] = (256, 16777216)
    for name, colours in product(themes.names(Path("nowhere")), depths):
        with subtests.test(name=name, colours=colours):
            theme = themes.load(name, Path("nowhere"))
            if theme.is_terminals:
                continue  # sixteen colours have no shades: the marks of the days differ
            shades = [attr_spec(f"{strength}bar winnable", theme, colours).background for strength in HEAT]
            assert len({*shades, attr_spec("bar text", theme, colours).background}) == len(HEAT) + 1
            # Among 256 a pale green would be nearest to a grey.
            for strength in HEAT:
                red, green, blue = attr_spec(f"{strength}bar winnable", theme, 256).get_rgb_values()[3:]
                assert not red == green == blue
