"""Names that are no files: every command says so at once, and none waits for a pipe or reads a device."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from support.pty_terminal import DEADLINE
from support.refusing_disk import NO_FILES

SCRIPT = dedent("""
    import io, os, sys
    from freecell_tui.cli import main
    for words in sys.argv[1:]:
        folder, *arguments = words.split()
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        sys.stdin = io.StringIO("save\\nquit\\n")
        try:
            code = main(arguments)
        except SystemExit as left:
            code = left.code
        print("exit code", code, file=sys.stderr, flush=True)
""")
"""Runs one command after the other, each with the folder for the player's files before it."""


def outcomes(lines: list[str]) -> list[tuple[str, str]]:
    """What commands, which may wait for ever, say on standard error, and their exit codes."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *lines], capture_output=True, text=True, timeout=DEADLINE, check=True
    )
    assert "Traceback" not in done.stderr
    return re.findall(r"(.*?)exit code (\S+)\n", done.stderr, re.DOTALL)


@pytest.mark.parametrize("make", NO_FILES)
def test_what_is_no_file_is_a_sentence(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "x")
    commands = (
        "--plain --resume X",
        "solve X",
        "verify 1 X",
        "analyse X",
        "export X",
        "import X",
        "solve 1 --resume X",
    )
    said = outcomes([f"{tmp_path} {command.replace('X', str(tmp_path / 'x'))}" for command in commands])
    for command, (told, code) in zip(commands, said, strict=True):
        assert (code in ("1", "2"), str(tmp_path / "x") in told) == (True, True), (command, told)


@pytest.mark.parametrize("make", NO_FILES)
def test_what_is_no_file_among_a_players_files_stops_no_game(tmp_path: Path, make: Callable[[Path], None]) -> None:
    names = ["settings.toml", "unfinished/a.json", "history.sqlite3", "history.lock", "trouble.log"]
    lines = []
    for at, name in enumerate(names):
        path = tmp_path / str(at) / "freecell-tui" / name
        path.parent.mkdir(parents=True)
        make(path)
        lines.append(f"{tmp_path / str(at)} --plain --new")
    assert [code for _, code in outcomes(lines)] == ["0"] * len(names)


def test_what_a_shell_gives_as_a_descriptor_is_read() -> None:
    script = f"'{sys.executable}' -m freecell_tui verify -3 <(echo 5h)"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert done.stdout == "won in 1 move\n"
