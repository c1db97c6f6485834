"""The figures that the database reckons are those that counting finds, and are read from its index alone."""

import sqlite3
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from freecell_tui.engine import FREECELL, Variant
from freecell_tui.storage.history import History
from freecell_tui.storage.results import Result
from freecell_tui.storage.statistics import Breakdown, DealOrder, DealStatistics, Figures, Statistics
from support.big_folder import make_big_folder
from support.factories import game_id
from support.games import number_of
from support.histories import ask, past, result, write_past


class Counted:
    """Statistics as they are reckoned in Python, game by game: the second opinion on what the database says.

    A win with help, where a move was shown, is counted separately, as neither won nor lost: it changes no rate, streak,
    time or best result of a deal. A lost game is lost with help or without. A time of a second or less is no best.
    """

    def __init__(self, results: Iterable[Result]) -> None:
        games = chronological(results)
        counted = [each for each in games if not (each.is_won and each.is_helped)]
        wins = [each for each in counted if each.is_won]
        self.outcomes = [each.is_won for each in counted]
        self.played, self.helped = len(games), len(games) - len(counted)
        self.won, self.lost = len(wins), len(counted) - len(wins)
        self.win_rate = len(wins) / len(counted) if counted else None
        self.without_undo = sum(not each.undos for each in wins)
        self.times, self.moves = [each.seconds for each in wins], [each.moves for each in wins]
        self.best_seconds = min((time for time in self.times if time > 1), default=None)
        self.fewest_moves = min(self.moves, default=None)
        self.average_seconds = sum(self.times) / len(wins) if wins else None
        self.average_moves = sum(self.moves) / len(wins) if wins else None

    @property
    def streaks(self) -> tuple[int, int, int, int]:
        """The games won and lost in a row, now and at most."""
        word = "".join("lw"[is_won] for is_won in self.outcomes)
        now = [len(word) - len(word.rstrip(kind)) for kind in "wl"]
        longest = [max(map(len, word.split(kind))) for kind in "lw"]
        return now[0], now[1], longest[0], longest[1]


def chronological(results: Iterable[Result]) -> list[Result]:
    """Return results in the order in which the games ended, those of unknown end first."""
    return sorted(results, key=lambda result: (result.ended, result.id))


def grouped(results: Iterable[Result], key: Callable[[Result], Any]) -> dict[Any, list[Result]]:
    """Return results by what a key says of them, the one that was finished first first."""
    groups: dict[Any, list[Result]] = {}
    for each in chronological(results):
        groups.setdefault(key(each), []).append(each)
    return groups


def by_key(results: Iterable[Result], key: Callable[[Result], Any]) -> dict[Any, Counted]:
    return {name: Counted(games) for name, games in grouped(results, key).items()}


def by_date(results: Iterable[Result], length: int) -> dict[str, Counted]:
    """Return the figures of each day or month on which a game ended, the earliest first."""
    found = by_key((each for each in results if each.day), lambda each: each.day[:length])
    return dict(sorted(found.items()))


def by_deal(results: Iterable[Result]) -> list[DealStatistics]:
    """Return the deals of each variant that were played, the one played last first."""
    groups = grouped(results, lambda each: (each.deal, each.variant))
    found = []
    for deal, variant in sorted(groups, key=lambda key: (groups[key][-1].ended, groups[key][-1].id), reverse=True):
        games = groups[deal, variant]
        of = Counted(games)
        figures = (of.played, of.won, of.best_seconds, of.fewest_moves)
        found.append(DealStatistics(deal, variant, *figures, games[-1].day, helped=of.helped))
    return found


def same(found: Statistics, counted: Counted) -> None:
    for name in ("won", "lost", "helped", "played", "without_undo", "best_seconds", "fewest_moves", "win_rate"):
        assert getattr(found, name) == getattr(counted, name), name
    for name in ("average_seconds", "average_moves"):
        assert getattr(found, name) == pytest.approx(getattr(counted, name)), name
    assert list(found.outcomes) == counted.outcomes
    streaks = found.streaks
    now_and_longest = (streaks.winning, streaks.losing, streaks.longest_winning, streaks.longest_losing)
    assert now_and_longest == counted.streaks


SORT_KEYS: dict[DealOrder, Callable[[DealStatistics], object]] = {
    DealOrder.DEAL: lambda deal: deal.deal,
    DealOrder.WINS: lambda deal: (-deal.won, deal.played),
    DealOrder.TIME: lambda deal: (deal.best_seconds is None, deal.best_seconds or 0),
    DealOrder.MOVES: lambda deal: (deal.fewest_moves is None, deal.fewest_moves or 0),
    DealOrder.PLAYED: lambda _: 0,
}


def assert_agrees(history: History, results: list[Result], wanted: Callable[[Variant], bool] | None = None) -> None:
    """Compare all figures of a history with the second opinion on its results."""
    counted = [each for each in results if wanted is None or wanted(each.variant)]

    def everything(figures: Figures) -> tuple[Breakdown, dict[str, Statistics]]:
        return figures.breakdown(), figures.months()

    breakdown, months = history.figures(everything, wanted)
    same(breakdown.total, Counted(counted))
    by_variant = by_key(counted, lambda each: each.variant)
    assert list(breakdown.variants) == list(by_variant)
    for variant, statistics in by_variant.items():
        same(breakdown.variants[variant], statistics)
    by_month = by_date(counted, 7)
    assert list(months) == list(by_month)
    for month, statistics in by_month.items():
        same(months[month], statistics)
    for tallies, figures in ((breakdown.months, by_month), (breakdown.days, by_date(counted, 10))):
        found = [(name, each.won, each.lost, each.helped, each.win_rate) for name, each in tallies.items()]
        expected = [(name, each.won, each.lost, each.helped, each.win_rate) for name, each in figures.items()]
        assert found == expected
    assert breakdown.times == Counter(map(int, Counted(counted).times))
    assert breakdown.moves == Counter(Counted(counted).moves)
    deals = by_deal(counted)
    for order, key in SORT_KEYS.items():
        in_order = sorted(deals, key=key)  # type: ignore[arg-type]
        answer = history.figures(lambda figures, order=order: (figures.deals(order), figures.deals(order, 2)), wanted)  # type: ignore[misc]
        assert answer == (in_order, in_order[:2])


def test_the_figures_of_a_long_history_are_those_that_counting_finds(tmp_path: Path) -> None:
    results = past(1500)
    for number in range(100, 1500, 31):  # some end nobody knows when, or in the same second
        results[number] = results[number]._replace(ended="", day="")
        results[number + 1] = results[number + 1]._replace(ended=results[number + 2].ended, moves=2**62)
    for number in range(0, 1500, 7):  # from before a paste was help
        results[number] = results[number]._replace(seconds=(0.0, 0.9, 1.0, 1.1)[number % 4])
    rules = FREECELL.with_house_rules(aces_only_home=True)
    results[::97] = [each._replace(variant=rules) for each in results[::97]]
    history = write_past(tmp_path, results)
    assert_agrees(history, results)
    assert_agrees(history, results, lambda variant: variant.name != "freecell")
    assert_agrees(History(tmp_path / "none"), [])
    assert not (tmp_path / "none").exists()
    assert history.winning_streak() == Counted(results).streaks[0]
    own = {(each.day, each.deal) for each in results if each.is_own_win and each.variant == FREECELL}
    assert history.wins_by_day(FREECELL) == own
    wins = [each.id for each in chronological(results)[::-1] if each.is_won]
    assert (history.figures(Figures.won_games), history.notices) == (wins, [])
    won = [deal for deal in by_deal(results) if deal.variant == FREECELL and deal.won]
    bests = [(number_of(deal.deal), deal.fewest_moves) for deal in won]
    for over, (deal, moves) in enumerate(bests[:4]):
        history.set_par(deal, FREECELL, (moves or 0) - over)
    history.set_par(bests[4][0], rules, 1)  # another game
    assert history.figures(Figures.breakdown).strokes == (4, 0 + 1 + 2 + 3)


def test_the_figures_of_many_games_take_a_few_bytes_of_memory_a_game(tmp_path: Path) -> None:
    games = 8_000
    days = [f"2026-11-{1 + number * 28 // games:02}" for number in range(games)]
    history = write_past(
        tmp_path, (result(number, day=day, ended=f"{day}T00:00:00Z") for number, day in enumerate(days))
    )
    tracemalloc.start()
    breakdown = history.figures(Figures.breakdown)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (breakdown.total.won, len(breakdown.days)) == (games, 28)
    assert peak < 20 * games


NO_RESULTS: dict[str, list[object]] = {
    "id": ["g" * 32, "x", "0" * 31, b"0" * 32, b"\xff\0", "0" * 32 + "\0"],
    "variant": ["klondike", b"\xff", "\x1b[2J", "freecell\0"],
    "cells": [99, 9, 4.5, "four"],
    "house_rules": ["fun", " aces_only_home"],
    "deal": [0, -4, 2**33, 10**15, "many", 1.5],
    "seconds": ["soon", 3162240001.0, 1e300],
    "moves": [1.5, "many"],
    "undos": ["none", b"\0"],
    "started": ["2026", "\x1b]0;gone\x07", b"2026-11-20T18:00:00Z", "2026-11-20T18:00:00Z\0"],
    "ended": ["never", b"", "=1+1"],
    "day": ["2026-11-2", "2026-11-20\0", b"2026-11-20", "today"],
}


def test_a_row_that_is_no_result_is_in_no_figure_and_that_is_told(folder: Path, subtests: pytest.Subtests) -> None:
    results, path = past(12), folder / "history.sqlite3"
    write_past(folder, results)
    left, whole = results[:7] + results[8:], path.read_bytes()
    for column, values in NO_RESULTS.items():
        with subtests.test(column=column):
            for value in values:
                path.write_bytes(whole)
                ask(folder, f"UPDATE games SET {column} = ? WHERE id = ?", value, game_id(7))
                history = History(folder)
                assert history.results() == chronological(left), (column, value)
                assert history.notices == ["Some games in the history cannot be read; they are left out, but kept."], (
                    value
                )
                assert_agrees(history, left)
                assert ask(folder, "SELECT count(*) FROM games") == [(12,)]


# A player of ten years: what is asked of a long history is answered from its index, and never row by row

QUESTIONS: dict[str, Callable[[History], object]] = {
    "breakdown": lambda history: history.figures(Figures.breakdown),
    "breakdown of some": lambda history: history.figures(Figures.breakdown, FREECELL.__eq__),
    "months": lambda history: history.figures(Figures.months),
    "deals": lambda history: history.figures(lambda figures: [figures.deals(order) for order in DealOrder]),
    "wins": lambda history: history.figures(Figures.won_games),
    "daily": lambda history: history.wins_by_day(FREECELL),
    "streak": History.winning_streak,
}
EVERY_ROW = "SELECT count(*) FROM games"
"""It tells whether a row cannot be read, which the index of the others does not."""


def test_a_question_reads_the_index_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_big_folder(tmp_path, games=300, unfinished=0)
    asked, connect = list[str](), sqlite3.connect

    def listen(database: str, *, timeout: float, isolation_level: None, uri: bool) -> sqlite3.Connection:
        connection = connect(database, timeout=timeout, isolation_level=isolation_level, uri=uri)
        connection.set_trace_callback(asked.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", listen)
    for name, question in QUESTIONS.items():
        asked.clear()
        question(History(tmp_path))
        with closing(connect(tmp_path / "history.sqlite3")) as connection:
            questions = [sql for sql in asked if sql.startswith("SELECT") and sql != EVERY_ROW]
            plans = [row[3] for sql in questions for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
        reads = [plan for plan in plans if "games" in plan]
        assert reads, name
        assert all("USING COVERING INDEX games_by_end" in plan for plan in reads), (name, reads)
