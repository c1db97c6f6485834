"""`freecell stats`: the figures, for people and for programs, from a real history."""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Variant, find_variant
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.big_folder import make_big_folder
from support.commands import Batch
from support.factories import game_id, lost_game, won_game
from support.pty_terminal import Terminal


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    return SaveStore.of_player().folder


def record(number: int, moves: int, elapsed: float, day: str, variant: Variant = FREECELL) -> SavedGame:
    """A game that ended at noon of a day of November; without moves it was left."""
    game = won_game(moves, variant) if moves else lost_game(2, variant)
    return SavedGame(game, elapsed, number % 2, "2026-11-01T12:00:00Z", f"2026-{day}T12:00:00Z", id=game_id(number))


@pytest.fixture
def played(folder: Path) -> History:
    """Three wins, a win with help and two losses, of two games."""
    history = History(folder)
    bakers = find_variant("bakers-game").with_cells(5)
    history.record_win(record(0, 3, 100.0, "10-02"))
    history.record_loss(record(1, 0, 40.0, "10-03"), "2026-10-03T12:00:00Z")
    history.record_win(record(2, 2, 300.0, "11-01"))
    helped = record(3, 1, 1.0, "11-02")
    history.record_win(SavedGame(helped.game, 1.0, 0, helped.started, helped.saved, helped=True, id=helped.id))
    history.record_win(record(4, 4, 3700.0, "11-03", bakers))
    history.record_loss(record(5, 0, 10.0, "11-04", bakers), "2026-11-04T12:00:00Z")
    return history


TEXT = """\
All games
  played    6
  won       3, 60 % of 5
  lost      2
  helped    1 won with help, not counted as wins
  no undo   in 3 of 3 wins
  in a row  1 loss now, at most 2 wins and 1 loss
  time      best 1:40, average 22:46
  moves     fewest 2, average 3

Games
                         played  won  rate     best  fewest
  FreeCell                    4    2  67 %     1:40       2  ━━━━━━━━━━━╸─────
  Baker’s Game, 5 cells       2    1  50 %  1:01:40       4  ━━━━━━━━╸────────

Win rate  10 games a column
  100 %      ·╭───╮·╭───╮·╭───╮·╭───╮·╭───╮·╭───╮·╭───╮·╭───╮·╭───╮·     ·
              │   │ │   │ │   │ │   │ │   │ │   │ │   │ │   │ │   │
        ▂▂▂▂▂ │   │ │   │ │   │ │   │ │   │ │   │ │   │ │   │ │   │
   50 % █████·│   │·│   │·│   │·│   │·│   │·│   │·│   │·│   │·│   │·     ·
        █████ │   │ │   │ │   │ │   │ │   │ │   │ │   │ │   │ │   │
        █████ │   │ │   │ │   │ │   │ │   │ │   │ │   │ │   │ │   │
    0 % █████ ╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯
        1  5 more fill this column

By month
  2026-10  1 of 2  50 %  ━━━━━━━━━━━━━━━━━━━━────────────────────
  2026-11  2 of 3  67 %  ━━━━━━━━━━━━━━━━━━━━━━━━━━╸─────────────

Time of wins
  1:40 to 1:01:40; half of them 1:40 to 1:01:40, median 5:00
       0:00 – 10:00  2  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
      10:00 – 20:00  0
      20:00 – 30:00  0
      30:00 – 40:00  0
      40:00 – 50:00  0
    50:00 – 1:00:00  0
  1:00:00 – 1:10:00  1  ━━━━━━━━━━━━━━━━━━━━

Moves of wins
  2 to 4; half of them 2 to 4, median 3
  0 – 4  3  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

Deals
                             played  won     best  fewest  last played
  Baker’s Game, 5 cells #-3       2    1  1:01:40       4   2026-11-04
  FreeCell #-3                    4    2     1:40       2   2026-11-02
"""


@pytest.mark.usefixtures("played")
def test_the_figures_are_printed_as_a_page(run: Batch) -> None:
    code, out, err = run("stats")
    assert (code, err) == (0, "")
    assert out.splitlines() == TEXT.splitlines()


@pytest.mark.usefixtures("played")
def test_the_page_is_plain_where_it_is_asked_for_and_where_nothing_else_can_be_written(run: Batch) -> None:
    _, out, _ = run("stats", "--ascii")
    assert out.isascii()
    assert " 50 % #####.:   :." in out
    assert "Baker's Game, 5 cells" in out
    assert "?" not in out
    command = [sys.executable, "-m", "freecell_tui", "stats"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert done.stdout.decode("ascii") == out


@pytest.mark.usefixtures("played")
def test_one_game_is_asked_about_by_its_name_and_its_cells(run: Batch) -> None:
    for arguments, heading, count in (
        (("--variant", "freecell"), "FreeCell", 4),
        (("--variant", "bakers-game", "--cells", "5"), "Baker’s Game, 5 cells", 2),
        (("--cells", "4"), "FreeCell", 4),
    ):
        out = run("stats", *arguments)[1].splitlines()
        assert out[:2] == [heading, f"  played    {count}"]
        assert "Games" not in out
        assert len(list(csv.DictReader(io.StringIO(run("stats", "--csv", *arguments)[1])))) == count


def test_whoever_has_finished_no_game_gets_a_kind_sentence(run: Batch, folder: Path) -> None:
    assert run("stats") == (0, "No finished games yet.\n", "")
    assert run("stats", "--variant", "eight-off") == (0, "No finished games of this kind yet.\n", "")
    assert run("stats", "--csv")[1].count("\n") == 1
    fields = json.loads(run("stats", "--json")[1])
    assert fields["all"]["played"] == 0
    assert fields["all"]["win_rate"] is None
    assert fields["deals"] == fields["variants"] == []
    assert not folder.exists()


@pytest.mark.usefixtures("played")
def test_json_is_one_object_with_every_figure(run: Batch) -> None:
    fields = json.loads(run("stats", "--json")[1])
    assert fields["all"] == {
        "played": 6,
        "won": 3,
        "lost": 2,
        "helped": 1,
        "win_rate": 0.6,
        "won_without_undo": 3,
        "winning_streak": 0,
        "losing_streak": 1,
        "longest_winning_streak": 2,
        "longest_losing_streak": 1,
        "best_seconds": 100.0,
        "average_seconds": 1366.7,
        "fewest_moves": 2,
        "average_moves": 3.0,
    }
    assert [(of["variant"], of.get("cells"), of["won"]) for of in fields["variants"]] == [
        ("freecell", None, 2),
        ("bakers-game", 5, 1),
    ]
    assert {month: of["won"] for month, of in fields["months"].items()} == {"2026-10": 1, "2026-11": 2}
    assert len(fields["days"]) == 6
    assert fields["deals"][1] == {
        "deal": -3,
        "variant": "freecell",
        "played": 4,
        "won": 2,
        "best_seconds": 100.0,
        "fewest_moves": 2,
        "par": None,
        "last_played": "2026-11-02",
    }


@pytest.mark.usefixtures("played")
def test_csv_has_a_row_a_game_in_the_order_of_their_ends(run: Batch) -> None:
    code, out, _ = run("stats", "--csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["id"] for row in rows] == [game_id(number) for number in range(6)]
    assert rows[0] == {
        "id": game_id(0),
        "variant": "freecell",
        "cells": "4",
        "house_rules": "",
        "deal": "-3",
        "result": "won",
        "seconds": "100.0",
        "moves": "3",
        "undos": "0",
        "helped": "0",
        "started": "2026-11-01T12:00:00Z",
        "ended": "2026-10-02T12:00:00Z",
        "day": "2026-10-02",
    }


NASTY = [
    "\x1b[2J\x1b]0;mine\x07",
    "=HYPERLINK(1)",
    "+1",
    "-1",
    "@SUM(1)",
    "\t=1",
    "\r\n=1",
    "a\x9bb",
    "\u202e",
    "x,y\nz",
]


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
    save_file = store.new_file(record(1, 2, 50.0, "11-01"))
    save_file.stage(record(1, 2, 50.0, "11-01"))
    save_file.commit()
    assert "  won       1, 100 % of 1" in run("stats")[1].splitlines()
    (folder / "history.sqlite3").write_bytes(b"no history at all " * 100)
    code, out, err = run("stats")
    assert code == 0
    assert err.startswith("freecell: The game history could not be read: it was kept as history-damaged-")
    assert err.count("\n") == 1
    assert "  won       1, 100 % of 1" in out.splitlines()
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
    run: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form in (
        [],
        ["--json"],
        ["--csv"],
    ):
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
