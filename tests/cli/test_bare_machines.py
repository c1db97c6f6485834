"""Machines that lack something: the game plays, and says once what is missing and what that means."""

import io
import os
import pwd
import tempfile
from pathlib import Path

import pytest

from freecell_tui.storage import files
from freecell_tui.storage.files import APP, player_folder
from support.commands import Batch


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
    homeless: Path, run: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in COMMANDS:
        monkeypatch.setattr(files, "_substitutes", [])
        monkeypatch.setattr("sys.stdin", io.StringIO("3a\nquit\n"))
        code, out, err = run(*command.split())
        assert code in (0, 1, 2), (command, err)
        said = (out + err).replace("\n", " ")
        assert "Traceback" not in said
        sentence = f"There is no home folder, so files are kept in {homeless}, which may be emptied"
        assert said.count(sentence) == (command != "--version"), command
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
