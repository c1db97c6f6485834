"""`freecell stats`: the figures, for people and for programs, from a real history."""

import csv
import io
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from support.big_folder import make_big_folder
from support.commands import Batch
from support.factories import record_of, won_game
from support.histories import six_games
from support.pty_terminal import Terminal
from support.stored_games import keep


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    return SaveStore.of_player().folder


@pytest.fixture
def played(folder: Path) -> History:
    return six_games(folder)


@pytest.mark.usefixtures("played")
def test_the_page_is_plain_where_it_is_asked_for_and_where_nothing_else_can_be_written(run: Batch) -> None:
    _, out, _ = run("stats", "--ascii")
    assert out.isascii()
    assert " 50 % ##### #####\n" in out
    assert "Baker's Game, 5 cells" in out
    assert "?" not in out
    command = [sys.executable, "-m", "freecell_tui", "stats"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert done.stdout.decode("ascii") == out


NASTY = ["\x1b[2J\x1b]0;mine\x07", "=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "\r\n=1", "a\x9bb\u202e", "x,y\nz"]


@pytest.mark.parametrize("form", ["--json", "--csv", "--ascii"])
def test_nothing_foreign_in_the_history_reaches_the_terminal_or_a_spreadsheet(
    run: Batch, played: History, folder: Path, form: str
) -> None:
    assert len(played.results()) == 6
    with closing(sqlite3.connect(folder / "history.sqlite3")) as connection:
        for column in ("id", "variant", "house_rules", "result", "started", "ended", "day", "record"):
            for number, text in enumerate(NASTY):
                values = connection.execute("SELECT * FROM games LIMIT 1").fetchone()
                names = [row[1] for row in connection.execute("PRAGMA table_info(games)")]
                fields = dict(zip(names, values, strict=True)) | {"id": f"{column} {number}"} | {column: text}
                if column != "result":
                    connection.execute(
                        f"INSERT OR REPLACE INTO games VALUES ({','.join('?' * 14)})", [*fields.values()]
                    )
        connection.commit()
    code, out, err = run("stats", form)
    assert code == 0
    assert err == "freecell: Some games in the history cannot be read; they are left out, but kept.\n"
    assert out.replace("\n", "").isprintable()
    if form == "--csv":
        rows = list(csv.reader(io.StringIO(out)))
        assert len(rows) == 7
        assert not any(cell.startswith(tuple("=+@\t\r")) for row in rows for cell in row)


def test_wins_that_were_not_recorded_and_those_of_a_damaged_history_are_counted(run: Batch, folder: Path) -> None:
    store = SaveStore(folder)
    keep(store, record_of(won_game()))
    assert "  won           1, 100 % of 1" in run("stats")[1].splitlines()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 100)
    code, out, err = run("stats")
    assert code == 0
    assert err.startswith("freecell: The game history could not be read: it was kept as history-damaged-")
    assert err.count("\n") == 1
    assert "  won           1, 100 % of 1" in out.splitlines()
    assert run("stats")[2] == ""


@pytest.mark.usefixtures("played")
def test_a_newer_history_is_told_and_is_exit_code_1(run: Batch, folder: Path) -> None:
    with closing(sqlite3.connect(folder / "history.sqlite3")) as connection:
        connection.execute("PRAGMA user_version = 99")
    code, out, err = run("stats")
    assert (code, out) == (1, "")
    assert err.startswith("freecell: The game history was written by a newer freecell-tui (version 99; ")
    assert err.count("\n") == 1


def test_a_state_folder_that_cannot_be_one_is_told_and_is_exit_code_1(
    run: Batch,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    for form in ([], ["--json"], ["--csv"]):
        with subtests.test(form=form):
            monkeypatch.setenv("XDG_STATE_HOME", "/etc/passwd")
            assert run("stats", *form) == (1, "", "freecell: The game history cannot be read: Not a directory.\n")


@pytest.mark.pty
def test_the_first_look_at_many_saves_shows_how_many_were_read(folder: Path, tmp_path: Path) -> None:
    make_big_folder(folder, games=0, unfinished=300)
    terminal = Terminal(tmp_path, "stats")
    try:
        assert terminal.end() == 0
    finally:
        terminal.close()
    assert b"Saves [" in terminal.output
    assert terminal.text.split() == ["No", "finished", "games", "yet."]
