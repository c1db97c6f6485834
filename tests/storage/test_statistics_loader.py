"""Statistics loaded a little at a time are those of all games at once."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.results import Result
from freecell_tui.storage.statistics import Breakdown, Statistics, chronological
from freecell_tui.storage.statistics_loader import StatisticsLoader
from support.factories import game_id, lost_game, record_of, won_game
from support.histories import past, result, write_past


def read(history: History) -> StatisticsLoader:
    loader = StatisticsLoader(history)
    while loader.step():
        pass
    return loader


def test_a_long_history_read_in_slices_comes_to_what_it_comes_to_at_once(tmp_path: Path) -> None:
    results = past(1700)
    Random(1).shuffle(results)
    loader = read(write_past(tmp_path, results))
    assert loader.is_complete
    assert loader.results == chronological(results)
    assert loader.breakdowns[None] == Breakdown.of(results)
    for variant in {each.variant for each in results}:
        assert loader.breakdowns[variant] == Breakdown.of(each for each in results if each.variant == variant)


def test_of_an_empty_history_the_statistics_are_complete_at_once(tmp_path: Path) -> None:
    loader = StatisticsLoader(History(tmp_path))
    assert not loader.step()
    assert loader.is_complete
    assert loader.breakdowns[None].total.played == 0


def test_a_game_won_while_the_history_is_read_is_counted_once_and_as_won(tmp_path: Path) -> None:
    lost = result(5000, is_won=False)
    history = write_past(tmp_path, [lost, *past(1000)])
    loader = StatisticsLoader(history)
    assert loader.step()
    write_past(tmp_path, [result(5000)])
    while loader.step():
        pass
    assert len(loader.results) == 1001
    assert result(5000) in loader.results


def test_what_cannot_be_read_is_told_as_the_history_tells_it(tmp_path: Path) -> None:
    (tmp_path / "history.sqlite3").mkdir()
    with pytest.raises(HistoryError, match="cannot be opened"):
        StatisticsLoader(History(tmp_path)).step()


@st.composite
def games(draw: st.DrawFn) -> list[Result]:
    """A few games, some of which ended in the same second."""
    kinds = draw(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(1, 3)), max_size=12))
    return [
        result(number, deal=number % 4 + 1, is_won=won, is_helped=helped, ended=f"2026-11-20T00:00:0{second}Z")
        for number, (won, helped, second) in enumerate(kinds)
    ]


@pytest.mark.slow
@given(games())
def test_the_streak_and_the_deals_won_are_those_that_counting_finds(results: list[Result]) -> None:
    with TemporaryDirectory() as name:
        history = write_past(Path(name), results)
        assert history.winning_streak() == Statistics.of(results).streaks.winning
        assert history.won_deals(FREECELL) == {each.deal for each in results if each.is_own_win}
        assert history.won_deals(FREECELL.with_cells(3)) == frozenset()


def test_a_loss_that_is_taken_back_is_gone_and_a_win_stays(tmp_path: Path) -> None:
    history = History(tmp_path)
    assert history.record_loss(record_of(lost_game(), 1))
    history.record_win(record_of(won_game(), 2))
    for number in (1, 2, 3):
        history.remove_loss(record_of(lost_game(), number))
    assert [each.id for each in history.results()] == [game_id(2)]
