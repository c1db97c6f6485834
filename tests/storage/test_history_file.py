"""The history's file: a damaged or foreign one is kept aside, and an old one is brought to the newest version."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from freecell_tui.storage.database import VERSION, Database
from freecell_tui.storage.files import HistoryError
from freecell_tui.storage.history import History, JourneyPosition
from freecell_tui.storage.results import result_of
from freecell_tui.storage.save_store import SaveStore
from support.factories import game_id, record_of, won_game
from support.histories import LOSS, WIN, ask, files_in, keep_save

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


def write_wrong_byte_in_schema(path: Path) -> None:
    fill(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"CREATE TABLE seen (save TEXT", b"CREATE TABLE seen (s\xffve TEXT"))


def write_wrong_check_in_schema(path: Path) -> None:
    fill(path)
    path.write_bytes(path.read_bytes().replace(b"IN ('won', 'lost')", b"IN ('wan', 'lost')"))


def write_wrong_name_in_schema(path: Path) -> None:
    fill(path)
    path.write_bytes(path.read_bytes().replace(b" undos INTEGER", b" \xfendos INTEGER"))


def write_format_of_the_future(path: Path) -> None:
    fill(path)
    content = bytearray(path.read_bytes())
    content[18] = 7
    path.write_bytes(content)


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
    write_wrong_name_in_schema,
    write_wrong_byte_in_schema,
    write_wrong_check_in_schema,
]


@pytest.mark.parametrize("write", BAD_FILES)
def test_a_file_that_is_no_history_is_put_aside_and_the_player_is_told_once(
    history: History, folder: Path, store: SaveStore, write: Callable[[Path], None]
) -> None:
    folder.mkdir()
    write(folder / "history.sqlite3")
    before = (folder / "history.sqlite3").read_bytes()
    keep_save(store, record_of(won_game(2), 3))
    history.record_win(WIN)
    history.import_missed_wins(store)
    assert {result.id for result in history.results()} >= {game_id(1), game_id(3)}
    (aside,) = (name for name in files_in(folder) if "damaged" in name)
    assert (folder / aside).read_bytes() == before
    assert history.notices == [
        f"The game history could not be read: it was kept as {aside}, and a new one was started."
    ]
    assert ask(folder, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("SELECT mood FROM games", ()),
        ("SELECT * FROM games WHERE id = ?", ()),
        ("SELECT * FROM games WHERE id = ?", ("\udcff",)),
    ],
)
def test_a_statement_that_cannot_be_run_is_no_damage_and_moves_nothing(
    folder: Path, statement: str, values: Sequence[object]
) -> None:
    fill(folder / "history.sqlite3")
    before, database = (folder / "history.sqlite3").read_bytes(), Database(folder)
    for use in (database.read, database.write):
        with pytest.raises(HistoryError, match="The game history is undamaged, but gives no answer"):
            use(lambda connection: connection.execute(statement, values))
    assert ((folder / "history.sqlite3").read_bytes(), files_in(folder)) == (before, ["history.sqlite3"])
    assert database.notices == []


def test_a_statement_that_cannot_be_run_in_a_damaged_history_puts_it_aside(folder: Path) -> None:
    fill(folder / "history.sqlite3")
    content = bytearray((folder / "history.sqlite3").read_bytes())
    content[-4096:] = b"\xaa" * 4096
    (folder / "history.sqlite3").write_bytes(content)
    database = Database(folder)
    with pytest.raises(HistoryError, match="gives no answer"):
        database.read(lambda connection: connection.execute("SELECT mood FROM games"))
    (aside,) = (name for name in files_in(folder) if "damaged" in name)
    assert (folder / aside).read_bytes() == content


@pytest.mark.parametrize("write", BAD_FILES)
def test_a_damaged_history_is_no_problem_for_a_query(
    history: History, folder: Path, write: Callable[[Path], None]
) -> None:
    folder.mkdir()
    write(folder / "history.sqlite3")
    assert history.results() == []
    assert len(history.notices) == 1
    history.record_win(WIN)
    assert history.results() == [result_of(WIN)]


def test_a_history_that_only_refuses_to_be_written_to_is_put_aside_by_the_first_win(
    history: History, folder: Path
) -> None:
    folder.mkdir()
    write_format_of_the_future(folder / "history.sqlite3")
    assert len(history.results()) == 8
    history.record_win(WIN)
    assert history.results() == [result_of(WIN)]
    assert len(history.notices) == 1


def test_a_second_damaged_history_in_one_second_is_put_aside_too(history: History, folder: Path) -> None:
    folder.mkdir()
    for number in range(3):
        (folder / "history.sqlite3").write_bytes(b"no history at all " * 100 + b"%d" % number)
        history.record_win(WIN)
    assert len([name for name in files_in(folder) if "damaged" in name]) == 3


def test_a_journal_goes_with_the_file_it_belongs_to(history: History, folder: Path) -> None:
    folder.mkdir()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 100)
    (folder / "history.sqlite3-journal").write_bytes(b"\0" * 1000)
    history.record_win(WIN)
    aside = [name for name in files_in(folder) if "damaged" in name]
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
        ("id", "0" * 16 + "\0" * 16),
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
        ("started", b"2026-11-20T18:00:00Z"),
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
    assert history.notices == ["Some games in the history cannot be read; they are left out, but kept."]
    assert ask(folder, "SELECT count(*) FROM games") == [(2,)]


@pytest.mark.parametrize("value", ["many", b"\xff\0", 1.5])
@pytest.mark.parametrize("table", ["journeys", "skipped"])
def test_a_place_on_a_journey_that_nobody_can_be_at_is_left_out_and_kept(
    history: History, folder: Path, table: str, value: object
) -> None:
    history.set_journey_position("all", 5)
    history.skip_deal("all", 3)
    ask(folder, f"UPDATE {table} SET deal = ?", value)
    expected = JourneyPosition(0, frozenset({3})) if table == "journeys" else JourneyPosition(5)
    assert [history.journey_position("all") for _ in range(2)] == [expected] * 2
    assert history.notices == ["Some of your journeys cannot be read; what is wrong is left out."]
    history.set_journey_position("all", 6)
    assert history.journey_position("all").deal == 6


@pytest.mark.slow
def test_whatever_byte_of_a_history_is_wrong_a_win_is_taken_unless_the_version_is(folder: Path) -> None:
    random, told = Random(1), set[str]()
    whole = folder / "whole"
    fill(whole / "history.sqlite3")
    content = (whole / "history.sqlite3").read_bytes()
    for number in range(400):
        wrong = bytearray(content)
        wrong[random.randrange(4096 if number % 2 else len(wrong))] = random.choice([0, 0xFF, random.randrange(256)])
        history = History(folder / str(number), lock_timeout=0.0)
        (folder / str(number)).mkdir()
        (folder / str(number) / "history.sqlite3").write_bytes(wrong)
        uses = (history.results, history.winning_streak, lambda history=history: history.journey_position("all"))
        for use in (*uses, lambda history=history: history.set_journey_position("all", 1)):
            with suppress(HistoryError):
                use()
        try:
            history.record_win(WIN)
        except HistoryError as error:
            told.add(str(error))
    assert all("was written by a newer freecell-tui" in sentence for sentence in told)


def test_a_record_that_is_none_is_not_given_out(history: History, folder: Path) -> None:
    history.record_win(WIN)
    ask(folder, "UPDATE games SET record = ?", b"\xff{}")
    assert history.saved_game(game_id(1)) is None
    assert history.results() == [result_of(WIN)]


# Versions


def test_a_new_history_bears_the_mark_of_the_game_and_version_1(history: History, folder: Path) -> None:
    history.record_win(WIN)
    assert ask(folder, "PRAGMA application_id") == [(0x46724365,)]
    assert ask(folder, "PRAGMA user_version") == [(1,)]


def test_a_newer_history_is_refused_in_one_sentence_and_not_touched(
    history: History, folder: Path, store: SaveStore
) -> None:
    history.record_win(WIN)
    ask(folder, f"PRAGMA user_version = {VERSION + 1}")
    before = (folder / "history.sqlite3").read_bytes()
    told = (
        f"The game history was written by a newer freecell-tui \\(version {VERSION + 1}; this one reads "
        f"{VERSION}\\): update the game\\."
    )
    keep_save(store, WIN)
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
    assert "damaged" not in " ".join(files_in(folder))
