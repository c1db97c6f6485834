"""What a bug leaves behind: a sentence for the player, and a log for whoever mends it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from freecell_tui.cli.play import MOST_BYTES
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


UNLOGGED = "freecell: stopped by a bug; your game is saved.\n"


@pytest.fixture
def log(state: Path) -> Path:
    return state / "freecell-tui" / "trouble.log"


def test_a_crash_is_a_sentence_and_its_traceback_is_in_the_log(state: Path, log: Path) -> None:
    done = broken(state, "--plain", "--new")
    assert (done.returncode, done.stdout, done.stderr) == (70, "", sentence(log))
    text = log.read_text(encoding="utf-8")
    assert re.match(r"\d{4}-\d\d-\d\d \S+ freecell-tui \S+ stopped because of a bug\.\nTraceback ", text)
    assert text.endswith(TRACEBACK)
    # The next one is written below it.
    assert broken(state, "--plain", "--new").returncode == 70
    again = log.read_text(encoding="utf-8")
    assert (again.startswith(text), again.count(TRACEBACK)) == (True, 2)


REFUSING = BROKEN.replace("random.randint = None", "random.randint = lambda *_: open('/no/such/file')")


@pytest.mark.parametrize(("program", "reason"), [(BROKEN, TRACEBACK), (REFUSING, "FileNotFoundError")])
def test_a_crash_at_the_table_gives_the_terminal_back(
    start: Callable[..., Terminal], log: Path, tmp_path: Path, program: str, reason: str
) -> None:
    script = tmp_path / "broken.py"
    script.write_text(program, encoding="utf-8")
    terminal = start(script=f"'{sys.executable}' '{script}' 1; stty -a; echo code $?", size=(200, 24))
    terminal.type("n")
    terminal.see("code 0")
    assert b"\x1b[?1049l" in terminal.output
    assert sentence(log).strip() in terminal.text
    assert " icanon " in terminal.text
    assert " echo " in terminal.text
    assert reason in log.read_text(encoding="utf-8")


def test_an_error_of_a_disk_is_a_crash_like_any_other_and_ends_in_no_silence(state: Path, log: Path) -> None:
    done = scripted(state, REFUSING, "--plain", "1", lines="3a\nnew\n")
    assert (done.returncode, done.stderr) == (70, sentence(log))
    assert done.stdout.endswith("Two of hearts to cell a.\n")
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


def test_where_no_log_can_be_written_the_traceback_is_printed_and_no_log_is_named(state: Path) -> None:
    state.write_text("a file where a folder should be", encoding="utf-8")
    done = broken(state, "--plain", "--new")
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.endswith(TRACEBACK + UNLOGGED)
    assert done.stderr.count("Traceback") == 1


def test_where_the_disk_is_full_the_traceback_is_printed_and_no_empty_log_is_left(state: Path, log: Path) -> None:
    done = scripted(
        state, f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n{BROKEN}", "--plain", "--new"
    )
    assert done.returncode == 70
    assert done.stderr.endswith(TRACEBACK + UNLOGGED)
    assert done.stderr.count("Traceback") == 1
    assert not log.exists()


def test_a_log_that_is_a_pipe_is_left_alone_and_nobody_waits_for_its_reader(state: Path, log: Path) -> None:
    log.parent.mkdir(parents=True)
    os.mkfifo(log)
    done = broken(state, "--plain", "--new")
    assert done.returncode == 70
    assert done.stderr.endswith(TRACEBACK + UNLOGGED)
    assert log.is_fifo()


def raising(message: str) -> str:
    """A computer whose random numbers fail with these words."""
    return (
        "import random, sys\nfrom freecell_tui.cli import main\n"
        f"def fail(*_):\n    raise ValueError({message})\n"
        "random.randint = fail\nsys.exit(main(sys.argv[1:]))\n"
    )


def test_words_that_a_terminal_would_obey_or_no_file_can_hold_are_written_out(state: Path, log: Path) -> None:
    script = raising(r"chr(27) + ']0;pwn' + chr(7) + chr(0xdc80) + chr(0x9b) + 'é'")
    assert scripted(state, script, "--plain", "--new").stderr == sentence(log)
    assert log.read_text(encoding="utf-8").endswith(r"ValueError: \x1b]0;pwn\x07\udc80\x9bé" + "\n")
    log.unlink()
    log.parent.rmdir()
    log.parent.write_text("a file where a folder should be", encoding="utf-8")
    told = scripted(state, script, "--plain", "--new").stderr
    assert told.endswith(r"ValueError: \x1b]0;pwn\x07\udc80\x9bé" + f"\n{UNLOGGED}")


def test_a_log_keeps_what_is_newest_and_never_grows_beyond_its_size(state: Path, log: Path) -> None:
    log.parent.mkdir(parents=True)
    log.write_bytes(b"".join(b"old %d\n" % number for number in range(100_000)))
    assert log.stat().st_size > MOST_BYTES
    assert broken(state, "--plain", "--new").returncode == 70
    kept = log.read_bytes()
    assert MOST_BYTES * 0.9 < len(kept) <= MOST_BYTES
    assert kept.startswith(b"old ")
    assert b"old 99999\n2" in kept
    assert kept.endswith(TRACEBACK.encode())


def test_a_crash_that_has_much_to_say_fills_no_log(state: Path, log: Path) -> None:
    assert scripted(state, raising("'x' * 2_000_000 + ' the end'"), "--plain", "--new").returncode == 70
    text = log.read_text(encoding="utf-8")
    assert len(text) < MOST_BYTES // 4
    assert "Traceback" in text
    assert text.endswith("x the end\n")


def test_without_a_crash_there_is_no_log(state: Path, log: Path) -> None:
    assert broken(state, "--plain", "1").returncode != 70
    assert not log.exists()


def test_what_the_terminals_library_reports_is_in_the_log_and_not_on_the_screen(state: Path, log: Path) -> None:
    report = "logging.getLogger('urwid.display').error('No such colour.')"
    script = (
        "import logging, sys\n"
        "from freecell_tui.cli.play import run_with_crash_log\n"
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


def test_what_was_reported_before_the_player_broke_off_is_in_the_log(state: Path, log: Path) -> None:
    script = (
        "import logging\n"
        "from freecell_tui.cli.play import run_with_crash_log\n"
        "def play():\n"
        "    logging.getLogger('urwid.display').error('No such colour.')\n"
        "    raise KeyboardInterrupt\n"
        "run_with_crash_log(play)\n"
    )
    scripted(state, script)
    assert log.read_text(encoding="utf-8").endswith(" No such colour.\n")
