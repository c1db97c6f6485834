"""The history’s file: damaged or newer, on a disk that refuses, and under several programs at once."""

import fcntl
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import pytest

from freecell_tui.storage.database import Database
from freecell_tui.storage.files import HistoryError, file_version
from freecell_tui.storage.history import History, JourneyPosition
from freecell_tui.storage.results import result_of
from freecell_tui.storage.save_store import SaveStore
from support.factories import game_id, record_of, won_game
from support.histories import LOSS, WIN, ask, files_in
from support.refusing_disk import NO_FILES, full_disk, needs_permissions
from support.stored_games import keep

# Files that are no history


def fill(path: Path) -> None:
    history = History(path.parent)
    for number in range(100, 108):
        history.record_win(record_of(won_game(1), number))


def scratched(content: bytes, start: int) -> bytes:
    return content[:start] + b"\xaa" * (len(content) - start)


BAD_CONTENTS: dict[str, Callable[[bytes], bytes]] = {
    "text": lambda _: b"Dear diary, today I won.\n" * 100,
    "noise": lambda _: Random(1).randbytes(50_000),
    "half of it": lambda content: content[: len(content) // 2],
    "all but its first page scratched": lambda content: scratched(content, 4096),
    "a header of zeros": lambda content: b"\0" * 16 + content[16:],
    "a wrong name in its schema": lambda content: content.replace(b" undos INTEGER", b" \xfendos INTEGER"),
    "a wrong byte in its schema": lambda content: content.replace(b"TABLE seen (save", b"TABLE seen (s\xffve"),
    "a wrong check in its schema": lambda content: content.replace(b"IN ('won', 'lost')", b"IN ('wan', 'lost')"),
}
BAD_SCRIPTS = {
    "another program's tables": "DROP TABLE games; DROP TABLE seen; CREATE TABLE games (id TEXT);",
    "another program's database": "CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x');",
    "another program's mark": "PRAGMA application_id = 252006674",
    "no version": "PRAGMA user_version = 0",
    "a version below zero": "PRAGMA user_version = -5",
}


def test_a_file_that_is_no_history_is_put_aside_and_the_player_is_told_once(
    folder: Path, subtests: pytest.Subtests
) -> None:
    fill(folder / "history.sqlite3")
    whole = (folder / "history.sqlite3").read_bytes()
    for kind, asks_first in product((*BAD_CONTENTS, *BAD_SCRIPTS), (False, True)):
        with subtests.test(kind=kind, asks_first=asks_first):
            here = folder / f"{kind}{asks_first}"
            here.mkdir()
            if kind in BAD_CONTENTS:
                (here / "history.sqlite3").write_bytes(BAD_CONTENTS[kind](whole))
            else:
                (here / "history.sqlite3").write_bytes(b"" if "database" in kind else whole)
                with closing(sqlite3.connect(here / "history.sqlite3")) as connection:
                    connection.executescript(BAD_SCRIPTS[kind])
            before, history, store = (here / "history.sqlite3").read_bytes(), History(here), SaveStore(here)
            if asks_first:
                assert (history.results(), len(history.notices)) == ([], 1)
            keep(store, record_of(won_game(2), 3))
            history.record_win(WIN)
            history.import_missed_wins(store)
            assert {result.id for result in history.results()} >= {game_id(1), game_id(3)}
            (aside,) = (name for name in files_in(here) if "damaged" in name)
            assert (here / aside).read_bytes() == before
            assert history.notices == [
                f"The game history could not be read: it was kept as {aside}, and a new one was started."
            ]
            assert ask(here, "PRAGMA integrity_check") == [("ok",)]


def test_a_statement_that_cannot_be_run_puts_a_history_aside_only_if_it_is_damaged(
    folder: Path, subtests: pytest.Subtests
) -> None:
    path, database = folder / "history.sqlite3", Database(folder)
    fill(path)
    whole = path.read_bytes()
    by_id = "SELECT * FROM games WHERE id = ?"
    statements: tuple[tuple[Any, ...], ...] = (("SELECT mood FROM games",), (by_id,), (by_id, ("\udcff",)))
    for statement, use in product(statements, (database.read, database.write)):
        with (
            subtests.test(statement=statement, use=use),
            pytest.raises(HistoryError, match="The game history is undamaged, but gives no answer"),
        ):
            use(lambda connection: connection.execute(*statement))  # noqa: B023 - it is used at once
    assert (path.read_bytes(), files_in(folder), database.notices) == (whole, [path.name], [])
    path.write_bytes(scratched(whole, len(whole) - 4096))
    with pytest.raises(HistoryError, match="gives no answer"):
        database.read(lambda connection: connection.execute("SELECT mood FROM games"))
    (aside,) = (name for name in files_in(folder) if "damaged" in name)
    assert (folder / aside).read_bytes() == scratched(whole, len(whole) - 4096)


def test_a_history_that_refuses_only_to_be_written_is_put_aside_by_a_win(history: History, folder: Path) -> None:
    fill(folder / "history.sqlite3")
    content = bytearray((folder / "history.sqlite3").read_bytes())
    content[18] = 7  # the format of the future
    (folder / "history.sqlite3").write_bytes(content)
    assert len(history.results()) == 8
    history.record_win(WIN)
    assert history.results() == [result_of(WIN)]
    assert len(history.notices) == 1


def test_a_second_damaged_history_in_one_second_is_put_aside_too_with_its_journal(folder: Path) -> None:
    folder.mkdir()
    for number in range(1, 4):
        history = History(folder)
        (folder / "history.sqlite3").write_bytes(b"no history at all " * 100 + b"%d" % number)
        (folder / "history.sqlite3-journal").write_bytes(b"\0" * 1000)
        history.record_win(WIN)
        assert history.results() == [result_of(WIN)]
        aside = [name for name in files_in(folder) if "damaged" in name]
        assert len(aside) == 2 * number
        assert {f"{name}-journal" for name in aside if "journal" not in name} <= set(aside)


def test_a_place_on_a_journey_that_nobody_can_be_at_is_left_out_and_kept(
    folder: Path, subtests: pytest.Subtests
) -> None:
    for table, expected in (("journeys", JourneyPosition(0, frozenset({3}))), ("skipped", JourneyPosition(5))):
        for value in ("many", b"\xff\0", 1.5):
            with subtests.test(table=table, value=value):
                history = History(folder)
                history.set_journey_position("all", 5)
                history.skip_deal("all", 3)
                ask(folder, f"UPDATE {table} SET deal = ?", value)
                assert [history.journey_position("all") for _ in range(2)] == [expected] * 2
                assert history.notices == ["Some of your journeys cannot be read; what is wrong is left out."]
                history.set_journey_position("all", 6)
                assert history.journey_position("all").deal == 6
                ask(folder, "DELETE FROM skipped")


def test_a_row_or_a_record_that_is_none_is_not_given_out(history: History, folder: Path) -> None:
    history.record_win(WIN)
    ask(folder, "UPDATE games SET record = ?", b"\xff{}")
    assert history.saved_game(game_id(1)) is None
    assert history.results() == [result_of(WIN)]
    ask(folder, "UPDATE games SET id = ?", "0" * 16 + "\0" * 16)
    assert history.results() == []


# Versions


def test_an_empty_file_becomes_a_history_with_our_mark_and_version_1(history: History, folder: Path) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").touch()
    history.record_win(WIN)
    assert (history.results(), history.notices) == ([result_of(WIN)], [])
    assert ask(folder, "PRAGMA application_id") == [(0x46724365,)]
    assert ask(folder, "PRAGMA user_version") == [(1,)]


def test_a_newer_history_is_refused_and_not_touched(
    history: History, folder: Path, store: SaveStore, subtests: pytest.Subtests
) -> None:
    history.record_win(WIN)
    ask(folder, "PRAGMA user_version = 2")
    before = (folder / "history.sqlite3").read_bytes()
    told = r"The game history was written by a newer freecell-tui \(version 2; this one reads 1\): update the game\."
    keep(store, WIN)
    acts = (partial(history.record_win, WIN), partial(history.record_loss, LOSS))
    for use in (history.results, *acts, partial(history.import_missed_wins, store)):
        with subtests.test(use=use), pytest.raises(HistoryError, match=told):
            use()
    assert ((folder / "history.sqlite3").read_bytes(), history.notices) == (before, [])
    assert "damaged" not in " ".join(files_in(folder))


# A disk that refuses


def test_a_folder_that_cannot_be_is_a_sentence_and_stays(
    history: History, folder: Path, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    (tmp_path / "file").touch()
    nowhere = History(tmp_path / "file")
    with pytest.raises(HistoryError, match="The game history cannot be saved: it cannot be opened\\."):
        nowhere.record_win(WIN)
    with pytest.raises(HistoryError, match="The game history cannot be read: Not a directory\\."):
        nowhere.results()
    (folder / "history.sqlite3").mkdir(parents=True)
    for use in (history.results, lambda: history.record_win(WIN)):
        with subtests.test(use=use), pytest.raises(HistoryError, match="it cannot be opened"):
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


@pytest.mark.parametrize("limit", [0, 5_000, 40_000, 60_000])
def test_a_full_disk_is_a_sentence_and_costs_no_game_that_was_in(folder: Path, limit: int) -> None:
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
    assert ask(here, "PRAGMA integrity_check") == [("ok",)]


def test_a_history_that_is_locked_for_long_is_a_sentence(
    history: History, folder: Path, subtests: pytest.Subtests
) -> None:
    history.record_win(WIN)
    with closing(sqlite3.connect(folder / "history.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for use in (history.results, lambda: history.record_win(WIN), lambda: history.record_loss(LOSS)):
            with (
                subtests.test(use=use),
                pytest.raises(HistoryError, match="The game history is in use by another program\\."),
            ):
                use()
        other.execute("ROLLBACK")
    history.record_loss(LOSS)
    assert len(history.results()) == 2


def test_a_history_in_use_is_not_put_aside_nor_used_meanwhile(
    history: History, folder: Path, subtests: pytest.Subtests
) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 100)
    for lock, use in ((fcntl.LOCK_SH, lambda: history.record_win(WIN)), (fcntl.LOCK_EX, history.results)):
        with subtests.test(lock=lock):
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
