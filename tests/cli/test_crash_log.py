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


def scripted(state: Path, script: str, *arguments: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        input=lines,
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


REFUSING = BROKEN.replace("random.randint = None", "random.randint = lambda *_: open('/no/such/file')")


def test_an_error_of_a_disk_is_a_crash_like_any_other_and_ends_in_no_silence(state: Path, log: Path) -> None:
    done = scripted(state, REFUSING, "--plain", "1", lines="3a\nnew\n")
    assert (done.returncode, done.stderr) == (70, sentence(log))
    assert done.stdout.endswith("Two of hearts to cell a.\n")
    assert "FileNotFoundError" in log.read_text(encoding="utf-8")


def test_an_error_of_a_disk_at_the_table_gives_the_terminal_back_and_is_told(
    start: Callable[..., Terminal], log: Path, tmp_path: Path
) -> None:
    script = tmp_path / "refusing.py"
    script.write_text(REFUSING, encoding="utf-8")
    terminal = start(script=f"'{sys.executable}' '{script}' 1; stty -a; echo code $?", size=(200, 24))
    terminal.type("n")
    terminal.see("code 0")
    assert b"\x1b[?1049l" in terminal.output
    assert sentence(log).strip() in terminal.text
    assert " icanon " in terminal.text
    assert "FileNotFoundError" in log.read_text(encoding="utf-8")


def test_a_crash_does_not_claim_to_have_saved_a_game_that_no_disk_took(
    start: Callable[..., Terminal], state: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    state.mkdir()
    (state / "freecell-tui").mkdir()
    (state / "freecell-tui" / "unfinished").write_text("a file where a folder should be", encoding="utf-8")
    script = tmp_path / "broken.py"
    script.write_text(BROKEN, encoding="utf-8")
    terminal = start(script=f"'{sys.executable}' '{script}' 1; echo code $?", size=(500, 24), HOME=str(home))
    terminal.type("3a")
    terminal.see("This game cannot be saved: ")
    terminal.type("ng")
    terminal.see("code 70")
    (kept,) = home.iterdir()
    text = " ".join(terminal.text.split())
    assert "stopped by a bug. This game cannot be saved: " in text
    assert f"freecell --resume {kept} continues it. The details are in " in text
    assert "your game is saved" not in text


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


def test_where_the_log_is_a_pipe_nobody_waits_for_a_reader(state: Path, log: Path) -> None:
    log.parent.mkdir(parents=True)
    os.mkfifo(log)
    done = broken(state, "--plain", "--new")
    assert done.returncode == 70
    assert done.stderr.endswith(TRACEBACK + sentence(log))


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
