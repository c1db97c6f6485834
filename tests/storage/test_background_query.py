"""What the history is asked on a thread is answered as if it were asked at once."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import Generic, TypeVar

import pytest

from freecell_tui.controller.background import BackgroundTask
from freecell_tui.controller.frontend import Action
from freecell_tui.controller.tasks import Scope
from freecell_tui.storage.files import HistoryBusy, HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.statistics import Figures
from support.histories import past, write_past
from support.pty_terminal import DEADLINE
from support.tasks import outcome_of

_Found = TypeVar("_Found")


class Asked(Generic[_Found]):
    """A question asked on a thread, by someone who looks for the answer when told to."""

    def __init__(self, question: Callable[[], _Found]) -> None:
        self.told: list[_Found | Exception] = []
        self._due: list[Action] = []
        task = BackgroundTask(lambda _, look: self._due.append(look), question, seconds=0.0, busy_seconds=DEADLINE)

        async def ask() -> None:
            try:
                self.told.append(await task)
            except HistoryError as error:
                self.told.append(error)

        Scope().start(ask())

    @property
    def answer(self) -> _Found | Exception:
        while not self.told:
            sleep(0.001)
            self._due.pop()()
        assert not self._due
        (found,) = self.told
        return found


def test_the_answer_or_the_error_is_that_of_the_history(tmp_path: Path) -> None:
    history = write_past(tmp_path, past(300))
    assert Asked(history.results).answer == history.results()
    assert Asked(lambda: None).answer is None
    (tmp_path / "none" / "history.sqlite3").mkdir(parents=True)
    refused = Asked(lambda: History(tmp_path / "none").figures(Figures.breakdown)).answer
    assert isinstance(refused, HistoryError)
    assert "cannot be opened" in str(refused)


def test_a_history_in_use_is_asked_again_until_it_answers(tmp_path: Path) -> None:
    write_past(tmp_path, past(3))
    history = History(tmp_path, lock_timeout=0.0)
    with closing(sqlite3.connect(tmp_path / "history.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(HistoryBusy):
            history.results()
        asked = Asked(history.results)
        assert not asked.told
        other.execute("COMMIT")
        assert asked.answer == history.results()


def test_who_waits_is_told_before_anything_else() -> None:
    def find_slowly() -> float:
        sleep(0.02)
        return monotonic()

    async def ask() -> float:
        return await BackgroundTask(lambda *_: pytest.fail("not at once"), find_slowly, seconds=None)

    assert outcome_of(ask())
