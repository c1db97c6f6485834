"""The history under a disk that refuses, several programs, and programs that are killed: nothing is lost."""

import fcntl
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

from freecell_tui.storage.database import Database
from freecell_tui.storage.files import HistoryError, file_version
from freecell_tui.storage.history import History
from freecell_tui.storage.results import result_of
from support.factories import game_id, record_of, won_game
from support.histories import LOSS, WIN, ask, files_in
from support.refusing_disk import NO_FILES, full_disk, needs_permissions

WRITER = Path(__file__).with_name("history_writer.py")


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


# Several programs, and programs that are killed


class Writer:
    """A program that records wins with these numbers."""

    def __init__(self, folder: Path, first: int, count: int) -> None:
        command = [sys.executable, str(WRITER), str(folder), str(first), str(count)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def lines(self, count: int = 10**6) -> list[str]:
        """So many lines of what it says, or all of them."""
        assert self.process.stdout is not None
        return [line.strip() for line in islice(self.process.stdout, count)]


@pytest.fixture
def writers(folder: Path) -> Iterator[Callable[[int, int], Writer]]:
    running: list[Writer] = []

    def start(first: int, count: int) -> Writer:
        running.append(Writer(folder, first, count))
        return running[-1]

    yield start
    for writer in running:
        writer.process.kill()
        writer.process.communicate()


def test_programs_that_write_at_once_lose_nothing_and_count_nothing_twice(
    writers: Callable[[int, int], Writer], history: History, folder: Path
) -> None:
    programs = [writers(0, 20), writers(10, 20), writers(0, 30)]
    for writer in programs:
        writer.go()
    for writer in programs:
        assert all(line.isdigit() for line in writer.lines())
        assert writer.process.wait() == 0
    found = sorted((result.id, result.moves) for result in history.results())
    assert found == [(game_id(number), number % 5 + 1) for number in range(30)]
    assert ask(folder, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.slow
def test_a_program_killed_at_any_moment_leaves_what_it_had_recorded(
    writers: Callable[[int, int], Writer], history: History, folder: Path
) -> None:
    random = Random(7)
    through, *programs = [writers(200 * number, 40 if number == 0 else 200) for number in range(4)]
    through.go()
    expected = {game_id(number) for number in range(40)}
    for number, writer in enumerate(programs, 1):
        writer.go()
        seen = writer.lines(random.randrange(12))
        writer.process.send_signal(signal.SIGKILL)
        seen += [line for line in writer.lines() if line.isdigit()]
        assert writer.process.wait() == -signal.SIGKILL
        expected |= {game_id(200 * number + at) for at in range(len(seen))}
    assert len(through.lines()) == 40
    there = [result.id for result in history.results()]
    assert len(there) == len(set(there))
    assert expected <= set(there)
    assert len(there) <= len(expected) + len(programs), "more was recorded than the one at which it was killed"
    assert history.notices == []
    assert ask(folder, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.slow
def test_programs_that_find_the_same_damage_put_it_aside_once(
    writers: Callable[[int, int], Writer], history: History, folder: Path
) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 1000)
    programs = [writers(10 * number, 10) for number in range(3)]
    for writer in programs:
        writer.go()
    told = [line for writer in programs for line in writer.lines() if not line.isdigit()]
    assert len(told) == 1
    assert told[0].startswith("The game history could not be read: it was kept as history-damaged-")
    assert sorted(result.id for result in history.results()) == [game_id(number) for number in range(30)]
    (aside,) = (name for name in files_in(folder) if "damaged" in name)
    assert (folder / aside).read_bytes() == b"no history at all " * 1000


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
