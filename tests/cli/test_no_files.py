"""Names that are no files: every command says so at once, and none waits for a pipe or reads a device."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from support.pty_terminal import DEADLINE
from support.refusing_disk import NO_FILES

COMMANDS = [
    ("--plain", "--resume", "X"),
    ("solve", "X"),
    ("verify", "1", "X"),
    ("analyse", "X"),
    ("export", "X"),
    ("import", "X"),
    ("solve", "1", "--resume", "X"),
]


def freecell(folder: Path, *arguments: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "freecell_tui", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
        env=os.environ | {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
    )


@pytest.mark.parametrize("make", NO_FILES)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_what_is_no_file_is_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], make: Callable[[Path], None]
) -> None:
    make(tmp_path / "x")
    done = freecell(tmp_path, *(str(tmp_path / "x") if word == "X" else word for word in arguments))
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert str(tmp_path / "x") in done.stderr


@pytest.mark.parametrize("make", NO_FILES)
@pytest.mark.parametrize(
    "name", ["settings.toml", "unfinished/a.json", "history.sqlite3", "history.lock", "trouble.log"]
)
def test_what_is_no_file_among_a_players_files_stops_no_game(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    path = tmp_path / "freecell-tui" / name
    path.parent.mkdir(parents=True)
    make(path)
    done = freecell(tmp_path, "--plain", "--new", text="save\nquit\n")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "Deal" in done.stdout or "FreeCell" in done.stdout


def test_what_a_shell_gives_as_a_descriptor_is_read() -> None:
    script = f"'{sys.executable}' -m freecell_tui verify -3 <(echo 5h)"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert done.stdout == "won in 1 move\n"
