"""Machines that lack something: the game plays, and says once what is missing and what that means."""

import io
import os
import pwd
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from freecell_tui.controller.features.saved_games import delete_question, list_games
from freecell_tui.engine import Game
from freecell_tui.storage import database, files
from freecell_tui.storage.files import APP, player_folder
from support.commands import Batch
from support.pty_terminal import DEADLINE
from support.solutions import STANDARD
from support.ui_driver import NO_VERDICT, after, seated


@pytest.fixture
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be a user without an entry in passwd and without HOME; return the folder for files in place of a home folder."""

    def no_entry(user: int) -> None:
        raise KeyError(f"getpwuid(): uid not found: {user}")

    monkeypatch.setattr(pwd, "getpwuid", no_entry)
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_PICTURES_DIR"):
        monkeypatch.delenv(name, raising=False)
    temporary, current = tmp_path / "temporary", tmp_path / "current"
    for folder in (temporary, current):
        folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.chdir(current)
    monkeypatch.setattr(files, "_substitutes", [])
    monkeypatch.setattr(files, "_untold", [])
    return temporary / f"{APP}-{os.getuid()}"


COMMANDS = [
    "daily --plain", "learn --plain", "--plain --new", "--plain --resume", "stats", "stats --json", "tournament",
    "tournament first-ten", "export 1", "analyse 1", "share 1", "settings",
    "help files", "--version",
]  # fmt: skip


def test_without_a_home_folder_every_command_says_once_where_files_are_kept(
    homeless: Path,
    run: Batch,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    for command in COMMANDS:
        with subtests.test(command=command):
            monkeypatch.setattr(files, "_substitutes", [])
            monkeypatch.setattr("sys.stdin", io.StringIO("3a\nquit\n"))
            code, out, err = run(*command.split())
            assert code in (0, 1, 2), (command, err)
            said = (out + err).replace("\n", " ")
            assert "Traceback" not in said
            sentence = f"There is no home folder, so files are kept in {homeless}, which may be emptied"
            assert said.count(sentence) == (command != "--version")
    assert list(Path.cwd().iterdir()) == []
    assert len(list((homeless / "unfinished").iterdir())) > 1
    assert homeless.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("home", ["", "home", "~", "./here", " "])
def test_a_home_folder_that_is_relative_is_none(home: str, homeless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", home)
    assert player_folder("state") == player_folder("config") == homeless


@pytest.mark.parametrize("folder", ["state", "~/state", "./state", "../state", "~", ""])
def test_folders_of_the_environment_that_are_relative_are_ignored(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", folder)
    monkeypatch.chdir(tmp_path)
    assert player_folder("state") == tmp_path / ".local/state" / APP
    assert player_folder("config") == tmp_path / ".config" / APP


def test_the_folder_in_place_of_home_is_the_same_each_time_and_nobody_elses(
    homeless: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def chosen() -> Path:
        monkeypatch.setattr(files, "_substitutes", [])
        return player_folder("state")

    assert chosen() == chosen() == homeless
    homeless.chmod(0o777)
    assert chosen() != homeless
    homeless.rmdir()
    homeless.symlink_to(tmp_path)
    private = chosen()
    assert private.parent == homeless.parent
    assert private != homeless
    assert private.stat().st_mode & 0o777 == 0o700


def test_pictures_and_results_go_to_the_folder_in_place_of_home(homeless: Path) -> None:
    assert {files.documents_folder("pictures"), *files.folders_of_received_files()} == {homeless, Path.cwd()}
    assert files.short_path(homeless) == str(homeless)
    assert homeless.parent in set(files.rescue_folders())


NO_SQLITE = "This Python has no module sqlite3: there are no statistics, and wins are counted later."

WITHOUT = """
import io, sys
sys.modules["_sqlite3"] = None
from freecell_tui.cli import main
for line in sys.argv[1:]:
    words, _, typed = line.partition("<")
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    print(f"[{main(words.split())}]", file=sys.stderr)
"""
"""Runs commands, each with what is typed behind `<`, in a Python without SQLite."""


def test_a_python_without_sqlite_plays_and_its_wins_are_counted_by_another(run: Batch) -> None:
    lines = [f"--plain 1<{STANDARD[1]}\nquit\n", "--plain 2<3a\nquit\n", "stats", "export 2", "tournament", "share 1"]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *lines], capture_output=True, text=True, timeout=DEADLINE, check=True
    )
    assert "You won" in done.stdout
    assert NO_SQLITE in done.stdout
    assert "Traceback" not in done.stderr
    first, second, stats, export, *_ = done.stderr.split("]\n")
    assert (first[-2:], second[-2:]) == ("[0", "[0")
    assert stats == f"freecell: {NO_SQLITE}\n[1"
    assert export == f"freecell: {NO_SQLITE}\n[0"
    assert "1 win" in run("stats")[1]


def test_the_table_goes_on_after_a_win_without_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "sqlite3", None)
    monkeypatch.setenv("NO_MOTION", "1")
    with seated(tmp_path, after(617, len(STANDARD[617].split()) - 1), settings=NO_VERDICT) as seat:
        seat.press(*STANDARD[617].split()[-1])
        seat.draw()
        assert NO_SQLITE in " ".join(seat.text.split())
        seat.press("enter")
        seat.see("You won")
        seat.press("esc")
        seat.open("statistics")
        seat.draw()
        assert "no module sqlite3" in seat.text
        assert not seat.app.controller.recorder.is_waiting
        assert not seat.has_left
    assert len(list((tmp_path / "won").iterdir())) == 1


def test_a_game_can_be_deleted_without_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "sqlite3", None)
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        seat.press("3", "a")
        seat.draw()
        controller = seat.app.controller
        (path,) = list_games(controller)
        assert "lost" not in delete_question(controller, path)
        seat.open("games")
        seat.press("x", "y")
        seat.draw()
        assert "was deleted" in seat.text
