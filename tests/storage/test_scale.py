"""A player of ten years: what is asked of a long history is answered from its index, and never row by row."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL
from freecell_tui.storage.history import History
from freecell_tui.storage.statistics import DealOrder, Figures
from support.big_folder import make_big_folder

QUESTIONS: dict[str, Callable[[History], object]] = {
    "breakdown": lambda history: history.figures(Figures.breakdown),
    "breakdown of some": lambda history: history.figures(Figures.breakdown, FREECELL.__eq__),
    "months": lambda history: history.figures(Figures.months),
    "deals": lambda history: history.figures(lambda figures: [figures.deals(order) for order in DealOrder]),
    "wins": lambda history: history.figures(Figures.won_games),
    "won deals": lambda history: history.won_deals(FREECELL),
    "daily": lambda history: history.wins_by_day(FREECELL),
    "streak": History.winning_streak,
}
EVERY_ROW = "SELECT count(*) FROM games"
"""It tells whether a row cannot be read, which the index of the others does not."""


def test_a_question_reads_the_index_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_big_folder(tmp_path, games=300, unfinished=0)
    asked, connect = list[str](), sqlite3.connect

    def listen(database: Path | str, *, timeout: float = 0, isolation_level: None = None) -> sqlite3.Connection:
        connection = connect(database, timeout=timeout, isolation_level=isolation_level)
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
