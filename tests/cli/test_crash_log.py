"""What a bug leaves behind: a sentence for the player, and a log for whoever mends it."""

import logging
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from freecell_tui.cli.play import CrashReporter
from freecell_tui.storage.crash_log import MOST_BYTES
from support.commands import Batch
from support.pty_terminal import Terminal

# A computer without random numbers: no program reckons with one.
BROKEN = "import random, sys\nfrom freecell_tui.cli import main\nrandom.randint = None\nsys.exit(main(sys.argv[1:]))\n"
TRACEBACK = "TypeError: 'NoneType' object is not callable\n"
UNLOGGED = "freecell: stopped by a bug; your game is saved.\n"


def sentence(log: Path) -> str:
    return f"freecell: stopped by a bug; your game is saved. The details are in {log}.\n"


@pytest.fixture
def log(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Break this computer; return the path of the log."""
    monkeypatch.setattr(random, "randint", None)
    return home / "trouble.log"


def crash(run: Batch) -> str:
    """Let a new game crash; return what is said of it."""
    code, out, err = run("--plain", "--new")
    assert (code, out) == (70, "")
    return err


def test_a_crash_is_a_sentence_and_its_traceback_is_in_the_log(run: Batch, log: Path) -> None:
    assert crash(run) == sentence(log)
    text = log.read_text(encoding="utf-8")
    assert re.match(r"\d{4}-\d\d-\d\d \S+ freecell-tui \S+ stopped because of a bug\.\nTraceback ", text)
    assert text.endswith(TRACEBACK)
    assert crash(run) == sentence(log)
    again = log.read_text(encoding="utf-8")
    assert (again.startswith(text), again.count(TRACEBACK)) == (True, 2), "the next one is written below it"


REFUSING = BROKEN.replace("random.randint = None", "random.randint = lambda *_: open('/no/such/file')")


@pytest.mark.parametrize(("program", "reason"), [(BROKEN, TRACEBACK), (REFUSING, "FileNotFoundError")])
def test_a_crash_at_the_table_gives_the_terminal_back(
    start: Callable[..., Terminal], state: Path, tmp_path: Path, program: str, reason: str
) -> None:
    script, log = tmp_path / "broken.py", state / "freecell-tui" / "trouble.log"
    script.write_text(program, encoding="utf-8")
    terminal = start(script=f"'{sys.executable}' '{script}' 1; stty -a; echo code $?", size=(200, 24))
    terminal.type("n")
    terminal.see("code 0")
    assert b"\x1b[?1049l" in terminal.output
    assert sentence(log).strip() in " ".join(terminal.text.split())
    assert " icanon " in terminal.text
    assert " echo " in terminal.text
    assert reason in log.read_text(encoding="utf-8")


def test_an_error_of_a_disk_is_a_crash_like_any_other_and_ends_in_no_silence(
    run: Batch, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "randint", lambda *_: open("/no/such/file"))  # noqa: SIM115, PTH123
    monkeypatch.setattr(sys, "stdin", StringIO("3a\nnew\n"))
    code, out, err = run("--plain", "1")
    assert (code, err) == (70, sentence(log))
    assert out.endswith("Two of hearts to cell a.\n")
    assert "FileNotFoundError" in log.read_text(encoding="utf-8")


def test_a_crash_does_not_claim_to_have_saved_a_game_that_no_disk_took(
    start: Callable[..., Terminal], state: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (state / "freecell-tui").mkdir(parents=True)
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


def test_where_the_disk_is_full_the_traceback_is_printed_and_no_empty_log_is_left(log: Path) -> None:
    script = f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n{BROKEN}"
    # Nor could anything be written that counts which lines are run.
    environment = {name: value for name, value in os.environ.items() if name != "COVERAGE_PROCESS_CONFIG"}
    done = subprocess.run(
        [sys.executable, "-c", script, "--plain", "--new"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 70
    assert done.stderr.endswith(TRACEBACK + UNLOGGED)
    assert done.stderr.count("Traceback") == 1
    assert not log.exists()


def test_where_no_log_can_be_the_traceback_is_printed_and_no_log_is_named(run: Batch, log: Path) -> None:
    log.parent.mkdir(parents=True)
    os.mkfifo(log)  # nobody waits for its reader
    assert crash(run).endswith(TRACEBACK + UNLOGGED)
    assert log.is_fifo()
    log.unlink()
    log.parent.rmdir()
    log.parent.write_text("a file where a folder should be", encoding="utf-8")
    err = crash(run)
    assert err.endswith(TRACEBACK + UNLOGGED)
    assert err.count("Traceback") == 1


def test_words_that_a_terminal_would_obey_or_no_file_can_hold_are_written_out(log: Path) -> None:
    words = r"'\x1b]0;pwn\x07\udc80\x9b\xe9'"
    script = BROKEN.replace("= None", f"= lambda *_: (_ for _ in ()).throw(ValueError({words}))")
    done = subprocess.run(
        [sys.executable, "-c", script, "--plain", "--new"], capture_output=True, text=True, check=False
    )
    assert done.stderr == sentence(log)
    assert log.read_text(encoding="utf-8").endswith(r"ValueError: \x1b]0;pwn\x07\udc80\x9bé" + "\n")


def test_a_log_keeps_what_is_newest_and_never_grows_beyond_its_size(run: Batch, log: Path) -> None:
    log.parent.mkdir(parents=True)
    log.write_bytes(b"".join(b"old %d\n" % number for number in range(100_000)))
    assert log.stat().st_size > MOST_BYTES
    crash(run)
    kept = log.read_bytes()
    assert MOST_BYTES * 0.9 < len(kept) <= MOST_BYTES
    assert kept.startswith(b"old ")
    assert b"old 99999\n2" in kept
    assert kept.endswith(TRACEBACK.encode())


def test_a_crash_that_has_much_to_say_fills_no_log(run: Batch, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "randint", lambda *_: dict[str, int]()["x" * 2_000_000 + " the end"])
    crash(run)
    text = log.read_text(encoding="utf-8")
    assert len(text) < MOST_BYTES // 4
    assert "Traceback" in text
    assert text.endswith("x the end'\n")


def test_without_a_crash_there_is_no_log(run: Batch, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
    assert run("--plain", "1")[0] == 0
    assert not log.exists()


def test_what_the_terminals_library_reports_is_in_the_log_and_not_on_the_screen(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = logging.getLogger("urwid.display")

    def break_off() -> None:
        with CrashReporter():
            library.error("No such colour.")
            raise KeyboardInterrupt

    with CrashReporter():
        library.error("No such colour.")
    assert log.read_text(encoding="utf-8").endswith(" No such colour.\n")
    log.unlink()
    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert log.read_text(encoding="utf-8").endswith(" No such colour.\n"), "whatever ends the game"
    log.unlink()
    log.mkdir()
    with CrashReporter():
        library.error("No such colour.")
    assert capsys.readouterr() == ("", "")
