"""What a bug leaves behind: a sentence for the player, and a log for whoever mends it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from support.pty_terminal import Terminal

# A computer without random numbers: no program reckons with one.
BROKEN = "import random, sys\nfrom freecell_tui.cli import main\nrandom.randint = None\nsys.exit(main(sys.argv[1:]))\n"
TRACEBACK = "TypeError: 'NoneType' object is not callable\n"


def broken(state: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the program on a broken computer."""
    return scripted(state, BROKEN, *arguments)


def scripted(state: Path, script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=os.environ | {"XDG_STATE_HOME": str(state), "XDG_CONFIG_HOME": str(state)},
        text=True,
        timeout=20,
        check=False,
    )


def sentence(log: Path) -> str:
    return f"freecell: stopped by a bug; your game is saved. The details are in {log}.\n"


@pytest.fixture
def log(state: Path) -> Path:
    return state / "freecell-tui" / "trouble.log"


def test_a_crash_is_a_sentence_and_its_traceback_is_in_the_log(state: Path, log: Path) -> None:
    done = broken(state, "--plain", "--new")
    assert (done.returncode, done.stdout, done.stderr) == (70, "", sentence(log))
    text = log.read_text(encoding="utf-8")
    assert re.match(r"\d{4}-\d\d-\d\d \S+ freecell-tui \S+ stopped because of a bug\.\nTraceback ", text)
    assert text.endswith(TRACEBACK)


def test_a_second_crash_is_written_below_the_first(state: Path, log: Path) -> None:
    for _ in range(2):
        assert broken(state, "--plain", "--new").returncode == 70
    assert log.read_text(encoding="utf-8").count(TRACEBACK) == 2


def test_a_crash_at_the_table_gives_the_terminal_back(
    start: Callable[..., Terminal], log: Path, tmp_path: Path
) -> None:
    script = tmp_path / "broken.py"
    script.write_text(BROKEN, encoding="utf-8")
    terminal = start(script=f"'{sys.executable}' '{script}' 1; stty -a; echo code $?", size=(200, 24))
    terminal.type("n")
    terminal.see("code 0")
    assert b"\x1b[?1049l" in terminal.output
    assert sentence(log).strip() in terminal.text
    assert " icanon " in terminal.text
    assert " echo " in terminal.text
    assert log.read_text(encoding="utf-8").endswith(TRACEBACK)


def test_where_no_log_can_be_written_the_traceback_is_printed(state: Path, log: Path) -> None:
    state.write_text("a file where a folder should be", encoding="utf-8")
    done = broken(state, "--plain", "--new")
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.endswith(TRACEBACK + sentence(log))
    assert done.stderr.count("Traceback") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_where_the_disk_is_full_the_traceback_is_printed(state: Path, log: Path) -> None:
    log.parent.mkdir(parents=True)
    log.symlink_to("/dev/full")
    done = broken(state, "--plain", "--new")
    assert done.returncode == 70
    assert done.stderr.endswith(TRACEBACK + sentence(log))
    assert done.stderr.count("Traceback") == 1


def test_without_a_crash_there_is_no_log(state: Path, log: Path) -> None:
    assert broken(state, "--plain", "1").returncode != 70
    assert not log.exists()


def test_what_the_terminals_library_reports_is_in_the_log_and_not_on_the_screen(state: Path, log: Path) -> None:
    report = "logging.getLogger('urwid.display').error('No such colour.')"
    script = (
        "import logging, sys\n"
        "from freecell_tui.cli.crash_log import run_with_crash_log\n"
        f"sys.exit(run_with_crash_log(lambda: {report} or 3))\n"
    )
    done = scripted(state, script)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "")
    assert log.read_text(encoding="utf-8").endswith(" No such colour.\n")
    log.unlink()
    log.parent.rmdir()
    log.parent.write_text("a file where a folder should be", encoding="utf-8")
    done = scripted(state, script)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "")
