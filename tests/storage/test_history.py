"""The history of games: nothing that was recorded is lost or counted twice, whatever becomes of the file."""

import fcntl
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from freecell_tui.engine import FREECELL, Bookmark, Bookmarks, Game, Move, find_variant
from freecell_tui.storage import saves
from freecell_tui.storage.database import APPLICATION_ID, MIGRATIONS, VERSION, Database, migrate
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.history import History, JourneyPosition
from freecell_tui.storage.results import Result, result_of
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.factories import game_id, lost_game, record_of, won_game

WRITER = Path(__file__).with_name("history_writer.py")


@pytest.fixture
def folder() -> Iterator[Path]:
    """The folder of the history, in memory if that can be had: no test is the better for waiting for a disk."""
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        yield Path(name) / "freecell-tui"


@pytest.fixture
def history(folder: Path) -> History:
    return History(folder, lock_timeout=0.0)


@pytest.fixture
def store(folder: Path) -> SaveStore:
    return SaveStore(folder)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".lock")


def ask(folder: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Ask the file itself, or change it behind the program's back."""
    with closing(sqlite3.connect(folder / "history.sqlite3", isolation_level=None)) as connection:
        return connection.execute(sql, values).fetchall()


def keep(store: SaveStore, record: SavedGame) -> Path:
    save_file = store.new_file(record)
    save_file.stage(record)
    save_file.commit()
    assert save_file.path is not None
    return save_file.path


WIN, LOSS = record_of(won_game(3), 1, undos=2), record_of(lost_game(2), 2, elapsed=30.0)


# What is recorded


def test_a_history_that_is_not_there_is_empty_and_asking_does_not_make_it(history: History, folder: Path) -> None:
    assert history.results() == []
    assert history.results_of_deal(617, FREECELL) == []
    assert history.saved_game(game_id(1)) is None
    assert history.journey_position("all") == JourneyPosition()
    assert history.unseen_saves(SaveStore(folder)) == []
    history.import_missed_wins(SaveStore(folder))
    assert not folder.exists()


def test_a_win_and_a_loss_are_kept_with_their_whole_records(history: History, folder: Path) -> None:
    history.record_win(WIN)
    assert history.record_loss(LOSS)
    won, lost = sorted(History(folder).results(), key=lambda result: result.id)
    assert won == result_of(WIN)
    assert (lost.is_won, lost.seconds, lost.moves) == (False, 30.0, 2)
    assert lost.ended > LOSS.saved
    assert history.saved_game(game_id(1)) == WIN
    assert history.saved_game(game_id(2)) == LOSS
    assert history.saved_game(game_id(3)) is None


def test_the_columns_can_be_asked_by_anybody(history: History, folder: Path) -> None:
    variant = find_variant("eight-off").with_cells(3).with_house_rules(cards_come_back=True, aces_only_home=True)
    history.record_loss(record_of(Game.new(617, variant).play(Move.parse("1b")), 1))
    columns = "variant, cells, house_rules, deal, result, moves, helped"
    assert ask(folder, f"SELECT {columns} FROM games") == [
        ("eight-off", 3, "cards_come_back aces_only_home", 617, "lost", 1, 0)
    ]
    assert history.results()[0].variant == variant
    assert len(history.results_of_deal(617, variant)) == 1
    assert history.results_of_deal(617, find_variant("eight-off").with_cells(3)) == []
    assert history.results_of_deal(618, variant) == []


def test_a_game_without_a_move_is_no_loss(history: History, folder: Path) -> None:
    assert not history.record_loss(record_of(Game.new(617)))
    assert not history.record_loss(record_of(Game.new(617).restart()))
    assert not folder.exists()


def test_a_loss_is_taken_back_when_the_game_is_and_a_win_stays(history: History) -> None:
    history.record_loss(LOSS)
    history.remove_loss(LOSS)
    assert history.results() == []
    history.record_win(record_of(won_game()))
    history.remove_loss(record_of(lost_game()))
    assert [result.is_won for result in history.results()] == [True]


def test_a_game_jumped_out_of_counts_by_the_moves_of_its_bookmarks(history: History) -> None:
    jumped = replace(record_of(Game.new(617)), bookmarks=Bookmarks((Bookmark(0, lost_game()),)))
    assert history.record_loss(jumped)


def test_the_same_win_recorded_twice_is_one_win(history: History, folder: Path) -> None:
    for _ in range(3):
        history.record_win(WIN)
        History(folder).record_win(WIN)
    assert history.results() == [result_of(WIN)]


def test_a_restart_after_the_win_that_needs_fewer_moves_improves_it(history: History) -> None:
    better = record_of(won_game(2), 1, elapsed=200.0, undos=5)
    history.record_win(WIN)
    history.record_win(better)
    history.record_win(record_of(won_game(5), 1, elapsed=300.0))
    (result,) = history.results()
    assert (result.moves, result.seconds, result.undos) == (2, 60.0, 0)
    assert history.saved_game(game_id(1)) == better


def test_a_game_that_was_won_and_is_left_after_that_stays_won(history: History) -> None:
    history.record_win(WIN)
    history.record_loss(record_of(lost_game(2), 1))
    assert history.results() == [result_of(WIN)]
    assert history.saved_game(game_id(1)) == WIN


def test_a_copy_that_is_won_makes_good_the_one_that_was_left(history: History) -> None:
    history.record_loss(record_of(lost_game(2), 1))
    history.record_win(WIN)
    assert history.results() == [result_of(WIN)]
    assert history.saved_game(game_id(1)) == WIN


def test_a_save_with_the_id_of_another_game_does_not_touch_its_result(history: History) -> None:
    history.record_win(WIN)
    history.record_win(record_of(won_game(1, FREECELL.with_cells(3)), 1))
    assert history.results() == [result_of(WIN)]


def test_results_are_asked_for_by_variant_and_by_cells(history: History) -> None:
    variants = [FREECELL, FREECELL.with_cells(3), find_variant("bakers-game")]
    for number, variant in enumerate(variants):
        history.record_win(record_of(won_game(1, variant), number))
    for asked, found in (
        ((None, None), variants),
        (("freecell", None), variants[:2]),
        (("freecell", 3), variants[1:2]),
        ((None, 4), [variants[0], variants[2]]),
        (("eight-off", None), []),
    ):
        assert [result.variant for result in history.results(*asked)] == found


# Catching up with the saves


def test_a_win_whose_program_died_is_found_in_its_save(history: History, store: SaveStore) -> None:
    keep(store, WIN)
    history.import_missed_wins(store)
    assert history.results() == [result_of(WIN)]


def test_a_win_that_was_only_written_beside_its_save_is_found(history: History, store: SaveStore) -> None:
    store.new_file(WIN).stage(WIN)
    history.import_missed_wins(store)
    assert history.results() == [result_of(WIN)]


def test_a_win_that_was_settled_and_not_put_away_is_found(history: History, store: SaveStore) -> None:
    save_file = store.new_file(WIN)
    save_file.stage(WIN)
    assert save_file.path is not None
    saves.commit(save_file.path)
    history.import_missed_wins(store)
    assert history.results() == [result_of(WIN)]


def test_an_unfinished_game_is_not_counted(history: History, store: SaveStore) -> None:
    keep(store, LOSS)
    history.import_missed_wins(store)
    assert history.results() == []


def test_the_wins_of_before_there_was_a_history_are_counted(history: History, store: SaveStore) -> None:
    for number in range(5):
        keep(store, SavedGame(won_game(2), 60.0, 0, f"2026-11-2{number}T18:00:00Z", f"2026-11-2{number}T18:01:00Z"))
    history.import_missed_wins(store)
    assert [result.ended for result in history.results()] == [f"2026-11-2{n}T18:01:00Z" for n in range(5)]


def test_two_copies_of_a_save_are_one_game(history: History, store: SaveStore) -> None:
    keep(store, WIN)
    keep(store, record_of(won_game(2), 1))
    history.import_missed_wins(store)
    assert [result.moves for result in history.results()] == [2]


def test_saves_are_looked_at_a_few_at_a_time_and_once(history: History, store: SaveStore, folder: Path) -> None:
    for number in range(7):
        keep(store, record_of(won_game(1), number))
    new = history.unseen_saves(store)
    for at, count in ((0, 3), (3, 6), (6, 7)):
        history.import_saves(new[at : at + 3])
        assert len(history.results()) == count
    assert history.unseen_saves(store) == []
    ask(folder, "DELETE FROM games")
    history.import_missed_wins(store)
    assert history.results() == [], "a save was read again"


def test_a_save_that_changes_is_looked_at_again(history: History, store: SaveStore) -> None:
    path = keep(store, record_of(lost_game(2), 1))
    history.import_missed_wins(store)
    save_file, _ = store.open(path)
    save_file.stage(WIN)
    history.import_missed_wins(store)
    assert history.results() == [result_of(WIN)]


def test_saves_that_cannot_be_read_hold_nothing_up(history: History, store: SaveStore, folder: Path) -> None:
    for name in (b"a", b"b", b"\xff\xfe", b"c"):
        (folder / "won").mkdir(parents=True, exist_ok=True)
        (folder / "won" / os.fsdecode(name + b".json")).write_bytes(b"\xff nothing")
    keep(store, WIN)
    while new := history.unseen_saves(store):
        history.import_saves(new[:2])
    assert history.results() == [result_of(WIN)]
    assert (folder / "won" / "a.json").read_bytes() == b"\xff nothing"


# Files that are no history


def write_text(path: Path) -> None:
    path.write_text("Dear diary, today I won.\n" * 100, encoding="utf-8")


def write_noise(path: Path) -> None:
    path.write_bytes(Random(1).randbytes(50_000))


def write_half(path: Path) -> None:
    fill(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def write_scratched(path: Path) -> None:
    fill(path)
    content = bytearray(path.read_bytes())
    for at in range(4096, len(content)):
        content[at] = 0xAA
    path.write_bytes(content)


def write_scratched_header(path: Path) -> None:
    fill(path)
    path.write_bytes(b"\0" * 16 + path.read_bytes()[16:])


def write_other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x');")


def write_application_of_others(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 252006674")


def write_other_tables(path: Path) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("DROP TABLE games; DROP TABLE seen; CREATE TABLE games (id TEXT);")


def write_version_zero(path: Path) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 0")


def write_version_below_zero(path: Path) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = -5")


def fill(path: Path) -> None:
    history = History(path.parent)
    for number in range(100, 108):
        history.record_win(record_of(won_game(1), number))


BAD_FILES = [
    write_text,
    write_noise,
    write_half,
    write_scratched,
    write_scratched_header,
    write_other_database,
    write_application_of_others,
    write_other_tables,
    write_version_zero,
    write_version_below_zero,
]


@pytest.mark.parametrize("write", BAD_FILES)
def test_a_file_that_is_no_history_is_put_aside_and_the_player_is_told_once(
    history: History, folder: Path, store: SaveStore, write: Callable[[Path], None]
) -> None:
    folder.mkdir()
    write(folder / "history.sqlite3")
    before = (folder / "history.sqlite3").read_bytes()
    keep(store, record_of(won_game(2), 3))
    history.record_win(WIN)
    history.import_missed_wins(store)
    assert {result.id for result in history.results()} >= {game_id(1), game_id(3)}
    (aside,) = (name for name in files(folder) if "damaged" in name)
    assert (folder / aside).read_bytes() == before
    assert history.notices == [
        f"The history of games could not be read: it is kept as {aside}, and a new one is begun."
    ]
    assert ask(folder, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("write", BAD_FILES)
def test_a_damaged_history_is_no_trouble_for_a_question(
    history: History, folder: Path, write: Callable[[Path], None]
) -> None:
    folder.mkdir()
    write(folder / "history.sqlite3")
    assert history.results() == []
    assert len(history.notices) == 1
    history.record_win(WIN)
    assert history.results() == [result_of(WIN)]


def test_a_second_damaged_history_in_one_second_is_put_aside_too(history: History, folder: Path) -> None:
    folder.mkdir()
    for number in range(3):
        (folder / "history.sqlite3").write_bytes(b"no history at all " * 100 + b"%d" % number)
        history.record_win(WIN)
    assert len([name for name in files(folder) if "damaged" in name]) == 3


def test_a_journal_goes_with_the_file_it_belongs_to(history: History, folder: Path) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 100)
    (folder / "history.sqlite3-journal").write_bytes(b"\0" * 1000)
    history.record_win(WIN)
    aside = [name for name in files(folder) if "damaged" in name]
    assert len(aside) == 2
    assert aside[1] == aside[0] + "-journal"
    assert history.results() == [result_of(WIN)]


def test_an_empty_file_becomes_a_history(history: History, folder: Path) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").touch()
    history.record_win(WIN)
    assert (history.results(), history.notices) == ([result_of(WIN)], [])


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("id", "x"),
        ("id", b"\xff\0"),
        ("variant", "klondike"),
        ("variant", "\x1b[2J"),
        ("cells", 9),
        ("cells", "four"),
        ("house_rules", "no_rules"),
        ("deal", 0),
        ("deal", 10**15),
        ("seconds", 1e300),
        ("seconds", "long"),
        ("moves", "many"),
        ("moves", 1.5),
        ("undos", b"\0"),
        ("started", "\x1b]0;gone\x07"),
        ("ended", "=1+1"),
        ("day", "today"),
    ],
)
def test_a_row_that_nobody_could_have_played_is_left_out_and_kept(
    history: History, folder: Path, column: str, value: object
) -> None:
    history.record_win(WIN)
    history.record_loss(LOSS)
    ask(folder, f"UPDATE games SET {column} = ? WHERE id = ?", value, game_id(2))
    assert history.results() == [result_of(WIN)]
    assert history.results() == [result_of(WIN)]
    assert history.notices == ["Some games in the history cannot be read; they are left out, and kept."]
    assert ask(folder, "SELECT count(*) FROM games") == [(2,)]


def test_a_record_that_is_none_is_not_given_out(history: History, folder: Path) -> None:
    history.record_win(WIN)
    ask(folder, "UPDATE games SET record = ?", b"\xff{}")
    assert history.saved_game(game_id(1)) is None
    assert history.results() == [result_of(WIN)]


# Versions

VERSION_1 = """
PRAGMA application_id = 1181893477;
PRAGMA user_version = 1;
CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    variant TEXT NOT NULL,
    cells INTEGER NOT NULL,
    house_rules TEXT NOT NULL,
    deal INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('won', 'lost')),
    seconds REAL NOT NULL CHECK (seconds >= 0),
    moves INTEGER NOT NULL CHECK (moves >= 0),
    undos INTEGER NOT NULL CHECK (undos >= 0),
    helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    day TEXT NOT NULL,
    record TEXT NOT NULL
);
INSERT INTO games VALUES ('3f0c8a52d4e94b7fa1c6e0b79d2f5a18', 'freecell', 4, '', 617, 'won', 431.5, 98, 3, 0,
    '2026-11-20T18:00:00Z', '2026-11-20T18:07:12Z', '2026-11-20', '{}');
INSERT INTO games VALUES ('9d2f5a183f0c8a52d4e94b7fa1c6e0b7', 'eight-off', 3, 'aces_only_home', -2, 'lost', 12.0, 7, 0,
    1, '', '2026-11-21T18:00:00Z', '2026-11-22', '{}');
CREATE INDEX games_of_a_deal ON games (deal, variant);
CREATE TABLE seen (save TEXT PRIMARY KEY NOT NULL, version TEXT NOT NULL);
INSERT INTO seen VALUES ('won/a.json', '1 2 3 4');
CREATE TABLE journeys (name TEXT PRIMARY KEY NOT NULL, deal INTEGER NOT NULL);
INSERT INTO journeys VALUES ('all', 17);
CREATE TABLE skipped (journey TEXT NOT NULL, deal INTEGER NOT NULL, PRIMARY KEY (journey, deal));
INSERT INTO skipped VALUES ('all', 3), ('all', 5), ('hard', 169);
"""


def test_a_history_of_version_1_opens_with_all_that_is_in_it(history: History, folder: Path) -> None:
    folder.mkdir()
    with closing(sqlite3.connect(folder / "history.sqlite3")) as connection:
        connection.executescript(VERSION_1)
    won, lost = history.results()
    assert won == Result(
        id="3f0c8a52d4e94b7fa1c6e0b79d2f5a18",
        variant=FREECELL,
        deal=617,
        is_won=True,
        seconds=431.5,
        moves=98,
        undos=3,
        started="2026-11-20T18:00:00Z",
        ended="2026-11-20T18:07:12Z",
        day="2026-11-20",
    )
    assert lost.variant == find_variant("eight-off").with_cells(3).with_house_rules(aces_only_home=True)
    assert (lost.is_won, lost.is_helped, lost.deal) == (False, True, -2)
    assert history.journey_position("all") == JourneyPosition(17, frozenset({3, 5}))
    history.record_win(WIN)
    assert len(history.results()) == 3
    assert history.notices == []


def test_a_new_history_is_what_version_1_was(history: History, folder: Path) -> None:
    def schema(connection: sqlite3.Connection) -> list[str]:
        rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").fetchall()
        return [" ".join(sql.split()) for (sql,) in rows]

    history.record_win(WIN)
    with (
        closing(sqlite3.connect(folder / "history.sqlite3")) as new,
        closing(sqlite3.connect(":memory:")) as old,
    ):
        old.executescript(VERSION_1)
        assert schema(new) == schema(old)
        for name in ("user_version", "application_id"):
            assert new.execute(f"PRAGMA {name}").fetchone() == old.execute(f"PRAGMA {name}").fetchone()
        assert new.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def test_every_version_is_brought_to_the_newest_one_step_after_the_other() -> None:
    later = (
        *MIGRATIONS,
        "ALTER TABLE games ADD COLUMN mood TEXT",
        "UPDATE games SET mood = 'glad'; CREATE TABLE x (y)",
    )
    for version in range(len(later) + 1):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            if version:
                migrate(connection, later[:version])
            if version == VERSION:
                connection.execute(next(sql for sql in VERSION_1.split(";\n") if sql.startswith("INSERT INTO games")))
            migrate(connection, later)
            assert connection.execute("PRAGMA user_version").fetchone() == (len(later),)
            assert connection.execute("SELECT mood FROM games").fetchall() == [("glad",)] * (version == VERSION)
            migrate(connection, later)


def test_a_migration_that_fails_leaves_the_history_as_it_was(folder: Path) -> None:
    folder.mkdir()
    path = folder / "history.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(VERSION_1)
        before = list(connection.iterdump())
    with closing(sqlite3.connect(path, isolation_level=None)) as connection, pytest.raises(sqlite3.Error):
        migrate(connection, (*MIGRATIONS, "CREATE TABLE x (y); DROP TABLE seen; DROP TABLE no_such_table"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert list(connection.iterdump()) == before
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_newer_history_is_refused_in_one_sentence_and_not_touched(
    history: History, folder: Path, store: SaveStore
) -> None:
    history.record_win(WIN)
    ask(folder, f"PRAGMA user_version = {VERSION + 1}")
    before = (folder / "history.sqlite3").read_bytes()
    told = (
        f"The history of games was written by a newer freecell-tui \\(version {VERSION + 1}, and this one knows "
        f"{VERSION}\\): update the game\\."
    )
    keep(store, WIN)
    for use in (
        history.results,
        lambda: history.record_win(WIN),
        lambda: history.record_loss(LOSS),
        lambda: history.import_missed_wins(store),
    ):
        with pytest.raises(HistoryError, match=told):
            use()
    assert (folder / "history.sqlite3").read_bytes() == before
    assert history.notices == []
    assert "damaged" not in " ".join(files(folder))


# A disk that refuses


def test_a_folder_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    history = History(tmp_path / "file")
    with pytest.raises(HistoryError, match="The history of games cannot be kept: it cannot be opened\\."):
        history.record_win(WIN)
    assert history.results() == []


def test_a_folder_where_the_file_should_be_is_a_sentence_and_stays(history: History, folder: Path) -> None:
    (folder / "history.sqlite3").mkdir(parents=True)
    for use in (history.results, lambda: history.record_win(WIN)):
        with pytest.raises(HistoryError, match="it cannot be opened"):
            use()
    assert files(folder) == ["history.sqlite3"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_read_only_history_can_be_asked_and_is_a_sentence_to_whoever_writes(history: History, folder: Path) -> None:
    history.record_win(WIN)
    (folder / "history.sqlite3").chmod(0o400)
    folder.chmod(0o500)
    try:
        assert history.results() == [result_of(WIN)]
        with pytest.raises(HistoryError, match="may not be written to"):
            history.record_loss(LOSS)
    finally:
        folder.chmod(0o700)


FULL = """
import resource, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.history import History
from support.factories import record_of, won_game
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
try:
    for number in range(1000, 1200):
        History(Path(sys.argv[1])).record_win(record_of(won_game(1), number))
except HistoryError as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [0, 5_000, 40_000, 60_000])
def test_a_full_disk_is_a_sentence_and_costs_no_game_that_was_in(history: History, folder: Path, limit: int) -> None:
    history.record_win(WIN)
    command = [sys.executable, "-c", FULL, str(folder), str(WRITER.parent.parent), str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("The history of games cannot be kept: the disk ")
    assert len(done.stdout.splitlines()) == 1
    results = history.results()
    assert result_of(WIN) in results
    assert [result.id for result in results] == [game_id(1), *(game_id(1000 + n) for n in range(len(results) - 1))]
    assert history.notices == []
    history.record_loss(LOSS)
    assert ask(folder, "PRAGMA integrity_check") == [("ok",)]


def test_a_history_that_is_locked_for_long_is_a_sentence(history: History, folder: Path) -> None:
    history.record_win(WIN)
    with closing(sqlite3.connect(folder / "history.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for use in (history.results, lambda: history.record_win(WIN), lambda: history.record_loss(LOSS)):
            with pytest.raises(HistoryError, match="The history of games is in use by another program\\."):
                use()
        other.execute("ROLLBACK")
    history.record_loss(LOSS)
    assert len(history.results()) == 2


def test_while_a_history_is_put_aside_the_others_wait(history: History, folder: Path) -> None:
    history.record_win(WIN)
    with (folder / "history.lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(HistoryError, match="in use by another program"):
            history.results()
    assert history.results() == [result_of(WIN)]


def test_a_history_in_use_is_not_put_aside(history: History, folder: Path) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 100)
    with (folder / "history.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_SH)
        with pytest.raises(HistoryError, match="in use by another program"):
            history.record_win(WIN)
    history.record_win(WIN)
    assert len(history.notices) == 1


# Several programs, and programs that are killed


class Writer:
    """A program that records wins with these numbers."""

    def __init__(self, folder: Path, first: int, count: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(WRITER), str(folder), str(first), str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def lines(self, count: int = -1) -> list[str]:
        """So many lines of what it says, or all of them."""
        assert self.process.stdout is not None
        if count < 0:
            return self.process.stdout.read().splitlines()
        return [self.process.stdout.readline().strip() for _ in range(count)]

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def writers(folder: Path) -> Iterator[Callable[[int, int], Writer]]:
    running: list[Writer] = []

    def start(first: int, count: int) -> Writer:
        running.append(Writer(folder, first, count))
        return running[-1]

    yield start
    for writer in running:
        writer.close()


def test_programs_that_write_at_once_lose_nothing_and_count_nothing_twice(
    writers: Callable[[int, int], Writer], history: History, folder: Path
) -> None:
    pair = [writers(0, 60), writers(30, 60), writers(0, 90)]
    for writer in pair:
        writer.go()
    for writer in pair:
        assert all(line.isdigit() for line in writer.lines())
        assert writer.process.wait() == 0
    assert sorted(result.id for result in history.results()) == [game_id(number) for number in range(90)]
    assert [result.moves for result in sorted(history.results(), key=lambda result: result.id)] == [
        number % 5 + 1 for number in range(90)
    ]
    assert ask(folder, "PRAGMA integrity_check") == [("ok",)]


def test_a_program_killed_at_any_moment_leaves_what_it_had_recorded(
    writers: Callable[[int, int], Writer], history: History, folder: Path
) -> None:
    random = Random(7)
    through, *programs = [writers(200 * number, 40 if number == 0 else 200) for number in range(5)]
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


def test_programs_that_find_the_same_damage_put_it_aside_once(
    writers: Callable[[int, int], Writer], history: History, folder: Path
) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 1000)
    programs = [writers(10 * number, 10) for number in range(4)]
    for writer in programs:
        writer.go()
    told = [line for writer in programs for line in writer.lines() if not line.isdigit()]
    assert len(told) == 1
    assert told[0].startswith("The history of games could not be read: it is kept as history-damaged-")
    assert sorted(result.id for result in history.results()) == [game_id(number) for number in range(40)]
    (aside,) = (name for name in files(folder) if "damaged" in name)
    assert (folder / aside).read_bytes() == b"no history at all " * 1000


def test_who_comes_late_does_not_put_aside_what_another_program_has_begun_anew(history: History, folder: Path) -> None:
    folder.mkdir()
    path = folder / "history.sqlite3"
    path.write_bytes(b"no history at all " * 100)
    damaged = (path.stat().st_dev, path.stat().st_ino)
    history.record_win(WIN)
    late = Database(folder)
    late._set_aside(damaged)  # noqa: SLF001 - as if it had met the damage before the other did
    assert (late.notices, history.results()) == ([], [result_of(WIN)])


# Journeys


def test_where_a_player_is_on_a_journey_is_remembered_and_what_was_skipped_is_kept(
    history: History, folder: Path
) -> None:
    history.set_journey_position("all", 1)
    history.set_journey_position("all", 17)
    history.skip_deal("all", 5)
    history.skip_deal("all", 5)
    history.skip_deal("hard", 169)
    again = History(folder)
    assert again.journey_position("all") == JourneyPosition(17, frozenset({5}))
    assert again.journey_position("hard") == JourneyPosition(0, frozenset({169}))
    assert again.journey_position("others") == JourneyPosition()
