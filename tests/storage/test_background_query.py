"""What the history is asked on a thread is answered as if it were asked at once."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from freecell_tui.controller import background
from freecell_tui.controller.background import Work
from freecell_tui.storage.files import HistoryBusy, HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.statistics import Figures
from support.histories import past, write_past

_Found = TypeVar("_Found")


def answer(query: Work[_Found]) -> _Found:
    while query.step():
        pass
    return query.found


def test_the_answer_or_the_error_is_that_of_the_history(tmp_path: Path) -> None:
    history = write_past(tmp_path, past(300))
    assert answer(Work(history.results)) == history.results()
    assert answer(Work(lambda: None)) is None
    (tmp_path / "none" / "history.sqlite3").mkdir(parents=True)
    with pytest.raises(HistoryError, match="cannot be opened"):
        answer(Work(lambda: History(tmp_path / "none").figures(Figures.breakdown)))


def test_a_history_in_use_is_asked_again_until_it_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "FIRST_MOMENT", 0.0)
    write_past(tmp_path, past(3))
    history = History(tmp_path, lock_timeout=0.0)
    with closing(sqlite3.connect(tmp_path / "history.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(HistoryBusy):
            history.results()
        query = Work(history.results)
        assert query.step()
        other.execute("COMMIT")
        assert answer(query) == history.results()
