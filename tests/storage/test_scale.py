"""A player of ten years: what is asked of a long history is answered from its index, and never row by row."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL
from freecell_tui.storage import statistics
from freecell_tui.storage.statistics import DealOrder, Figures
from support.big_folder import make_big_folder

QUESTIONS: dict[str, Callable[[sqlite3.Connection], object]] = {
    "breakdown": lambda connection: Figures(connection).breakdown(),
    "breakdown of some": lambda connection: Figures(connection, FREECELL.__eq__).breakdown(),
    "total": lambda connection: Figures(connection).total(),
    "months": lambda connection: Figures(connection).months(),
    "deals": lambda connection: [Figures(connection).deals(order) for order in DealOrder],
    "wins": lambda connection: [Figures(connection).won_games(best_first=best) for best in (True, False)],
    "won deals": lambda connection: statistics.won_deals(connection, FREECELL),
    "daily": lambda connection: statistics.wins_by_day(connection, FREECELL),
    "streak": statistics.winning_streak,
}


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("big")
    make_big_folder(folder, games=300, unfinished=0)
    return folder / "history.sqlite3"


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_reads_the_index_alone(history: Path, name: str) -> None:
    asked = list[str]()
    with closing(sqlite3.connect(history)) as connection:
        connection.set_trace_callback(asked.append)
        QUESTIONS[name](connection)
        connection.set_trace_callback(None)
        plans = [row[3] for sql in asked for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    reads = [plan for plan in plans if "games" in plan]
    assert reads
    assert all("USING COVERING INDEX games_by_end" in plan for plan in reads), reads
