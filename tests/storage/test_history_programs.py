"""The history under a disk that refuses, and several programs: nothing is lost."""

import fcntl
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from itertools import product
from pathlib import Path
from threading import Barrier

import pytest

from freecell_tui.storage.database import Database
from freecell_tui.storage.files import HistoryError, file_version
from freecell_tui.storage.history import History
from freecell_tui.storage.results import result_of
from support.factories import game_id, record_of, won_game
from support.histories import LOSS, WIN, ask, files_in
from support.refusing_disk import NO_FILES, full_disk, needs_permissions

# A disk that refuses


def test_a_folder_that_cannot_be_is_a_sentence_and_stays(history: History, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = History(tmp_path / "file")
    with pytest.raises(HistoryError, match="The game history cannot be saved: it cannot be opened\\."):
        nowhere.record_win(WIN)
    with pytest.raises(HistoryError, match="The game history cannot be read: Not a directory\\."):
        nowhere.results()
    (folder / "history.sqlite3").mkdir(parents=True)
    for use in (history.results, lambda: history.record_win(WIN)):
        with pytest.raises(HistoryError, match="it cannot be opened"):
            use()
    assert files_in(folder) == ["history.sqlite3"]


@needs_permissions
def test_a_read_only_history_can_be_asked_and_is_a_sentence_to_whoever_writes(history: History, folder: Path) -> None:
    history.record_win(WIN)
    (folder / "history.sqlite3").chmod(0o400)
    folder.chmod(0o500)
    try:
        assert history.results() == [result_of(WIN)]
        with pytest.raises(HistoryError, match="it is write-protected"):
            history.record_loss(LOSS)
    finally:
        folder.chmod(0o700)


def test_a_full_disk_is_a_sentence_and_costs_no_game_that_was_in(folder: Path) -> None:
    for limit in (0, 5_000, 40_000, 60_000):
        here = folder / str(limit)
        history = History(here)
        history.record_win(WIN)
        with full_disk(limit), pytest.raises(HistoryError, match="The game history cannot be saved: the disk "):
            list(map(history.record_win, (record_of(won_game(1), number) for number in range(1000, 1200))))
        results = history.results()
        assert result_of(WIN) in results
        assert [result.id for result in results] == [game_id(1), *(game_id(1000 + n) for n in range(len(results) - 1))]
        assert history.notices == []
        history.record_loss(LOSS)
        assert ask(here, "PRAGMA integrity_check") == [("ok",)], limit


def test_a_history_that_is_locked_for_long_is_a_sentence(history: History, folder: Path) -> None:
    history.record_win(WIN)
    with closing(sqlite3.connect(folder / "history.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for use in (history.results, lambda: history.record_win(WIN), lambda: history.record_loss(LOSS)):
            with pytest.raises(HistoryError, match="The game history is in use by another program\\."):
                use()
        other.execute("ROLLBACK")
    history.record_loss(LOSS)
    assert len(history.results()) == 2


def test_a_history_in_use_is_not_put_aside_nor_used_meanwhile(history: History, folder: Path) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 100)
    for lock, use in ((fcntl.LOCK_SH, lambda: history.record_win(WIN)), (fcntl.LOCK_EX, history.results)):
        with (folder / "history.lock").open("w") as held:
            fcntl.flock(held, lock)
            with pytest.raises(HistoryError, match="in use by another program"):
                use()
        history.record_win(WIN)
        assert (history.results(), len(history.notices)) == ([result_of(WIN)], 1)


# Several programs; tests/campaign kills them


def test_programs_that_write_at_once_lose_nothing_and_count_nothing_twice(history: History, folder: Path) -> None:
    history.record_win(record_of(won_game(), 0))
    begin = Barrier(3)

    def write(numbers: range) -> None:
        begin.wait()
        for number in numbers:
            History(folder, lock_timeout=20.0).record_win(record_of(won_game(number % 5 + 1), number))

    with ThreadPoolExecutor(3) as programs:
        list(programs.map(write, (range(20), range(10, 30), range(30))))
    found = sorted((result.id, result.moves) for result in history.results())
    assert found == [(game_id(number), number % 5 + 1) for number in range(30)]
    assert ask(folder, "PRAGMA integrity_check") == [("ok",)]


def test_who_comes_late_does_not_put_aside_what_another_program_has_begun_anew(history: History, folder: Path) -> None:
    folder.mkdir()
    path = folder / "history.sqlite3"
    path.write_bytes(b"no history at all " * 100)
    damaged = file_version(path)
    history.record_win(WIN)
    late = Database(folder)
    late._set_aside(damaged)  # noqa: SLF001 - as if it had met the damage before the other did
    assert (late.notices, history.results()) == ([], [result_of(WIN)])


# What is no file


def test_what_is_no_file_stops_nobody(folder: Path) -> None:
    for make, name in product(NO_FILES, ("history.sqlite3", "history.lock")):
        here = folder / make.__name__ / name
        here.mkdir(parents=True)
        make(here / name)
        history = History(here, lock_timeout=0.0)
        for use in (history.results, partial(history.record_win, WIN)):
            with suppress(HistoryError):
                use()
