"""Machines that lack something: the game plays, and says once what is missing and what that means."""

import errno
import io
import os
import pwd
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import closing
from datetime import UTC, datetime
from multiprocessing import synchronize
from pathlib import Path

import pytest

from freecell_tui.cli import runs
from freecell_tui.controller.features import games
from freecell_tui.controller.features.saved_games import delete_question, list_games
from freecell_tui.engine import Game
from freecell_tui.storage import daily, database, files, results, saves
from freecell_tui.storage.files import (
    APP,
    HistoryBusy,
    documents_folder,
    folders_of_received_files,
    player_folder,
)
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from support.commands import FORKS, Batch
from support.pty_terminal import DEADLINE
from support.refused_calls import CAN_REFUSE
from support.refusing_disk import make_loop
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


@pytest.mark.parametrize("folder", ["pictures", "~/pictures", "./here", "~", ""])
def test_relative_folders_of_pictures_and_documents_are_ignored_too(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("PICTURES", "DOCUMENTS", "DOWNLOAD"):
        monkeypatch.setenv(f"XDG_{name}_DIR", folder)
    assert documents_folder("pictures") == tmp_path / "Pictures"
    assert list(folders_of_received_files())[:2] == [tmp_path / "Documents", tmp_path / "Downloads"]


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
        assert "tried again" not in " ".join(seat.text.split())
        seat.press("enter")
        seat.see("You won")
        seat.press("esc")
        seat.open("statistics")
        seat.draw()
        assert "no module sqlite3" in seat.text
        recorder, autosave = seat.app.controller.recorder, seat.app.controller.table.autosave
        assert not recorder.is_waiting
        assert not recorder.has_counted(autosave.game_id)
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


ALONE = "Processes cannot share work on this machine, so everything is done in one; --jobs has no effect."


def refusing(error: Exception) -> Callable[..., None]:
    def refuse(*_: object, **_names: object) -> None:
        raise error

    return refuse


def _no_semlock(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(sys.modules, "multiprocessing.synchronize", None)
    patch.delattr("multiprocessing.synchronize")


def _no_semaphores(number: int) -> Callable[[pytest.MonkeyPatch], None]:
    error = OSError(number, os.strerror(number))
    return lambda patch: patch.setattr(synchronize.SemLock, "__init__", refusing(error))


LACKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "no semaphores in Python": _no_semlock,
    **{errno.errorcode[number]: _no_semaphores(number) for number in (errno.ENOSYS, errno.EACCES, errno.ENOSPC)},
    "no folder for semaphores": _no_semaphores(errno.ENOENT),
    "no threads": lambda patch: patch.setattr(
        threading.Thread, "start", refusing(RuntimeError("can't start new thread"))
    ),
    "no processes": lambda patch: patch.setattr(os, "fork", refusing(BlockingIOError(errno.EAGAIN, "no room"))),
    "too few semaphores": lambda patch: patch.setattr(os, "sysconf", lambda _: 200),
}


@pytest.fixture
def _forgets_processes() -> Iterator[None]:
    runs.can_start_processes.cache_clear()
    yield
    runs.can_start_processes.cache_clear()


@FORKS
@pytest.mark.parametrize("lack", LACKS)
@pytest.mark.usefixtures("_forgets_processes")
def test_jobs_are_done_in_one_process_where_no_others_can_be_started(
    lack: str, run: Batch, run_lab: Batch, tmp_path: Path
) -> None:
    plain = run("solve", "1..3")
    with pytest.MonkeyPatch.context() as patch:
        # What was loaded before is put back afterwards: a pool remembers what the machine lacks.
        futures.ProcessPoolExecutor(1).shutdown()
        patch.delitem(sys.modules, "concurrent.futures.process")
        for name in ("process", "ProcessPoolExecutor"):
            patch.delattr(futures, name)
        LACKS[lack](patch)
        code, out, err = run("solve", "1..3", "--jobs", "2")
        assert (code, out) == plain[:2]
        assert err == f"freecell: {ALONE}\n"
        code, out, err = run_lab("survey", "1..6", "-o", str(tmp_path / "survey"), "--jobs", "3", "--chunk", "2")
        assert (code, err) == (0, "")
        assert "6 deals" in out


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.ENOMEM])
def test_the_table_and_its_solver_play_without_threads(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading.Thread, "start", refusing(RuntimeError(f"can't start new thread: {number}")))
    with seated(tmp_path, after(617, 5), settings=NO_VERDICT) as seat:
        seat.open("statistics")
        seat.see("No finished games")
        seat.press("esc", "i")
        seat.see("Look at")


def test_line_mode_plays_without_threads(run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", refusing(RuntimeError("can't start new thread")))
    monkeypatch.setattr("sys.stdin", io.StringIO("3a\nhint\nstatistics\nquit\n"))
    code, out, err = run("--plain", "1")
    assert (code, err) == (0, "")
    assert "Two of hearts to cell a." in out


WITHOUT_LOCKS = """
import io, sys
sys.path.append(sys.argv[1])
from support.refused_calls import refuse_locks
refuse_locks(int(sys.argv[2]))
from freecell_tui.cli import main
for line in sys.argv[3:]:
    words, _, typed = line.partition("<")
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    print(f"[{main(words.split())}]", flush=True)
"""
"""Runs commands where the kernel refuses every file lock with an error."""


@pytest.mark.linux
@pytest.mark.skipif(not CAN_REFUSE, reason="the numbers of its calls are not known")
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL])
def test_without_file_locks_wins_are_counted_and_no_other_program_is_blamed(number: int) -> None:
    lines = [f"--plain 1<{STANDARD[1]}\nquit\n", "stats", "stats", "import -<3a\n", "--plain 2<3a\nquit\n"]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LOCKS, str(Path(__file__).parents[1]), str(number), *lines],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=True,
    )
    assert "in use by another program" not in done.stdout + done.stderr
    assert "disk reports" not in done.stdout + done.stderr
    game, stats, *_ = done.stdout.split("]\n")
    assert "There are no file locks in the folder of your games" in game
    assert re.search(r"with help     \d wins?, counted", stats)
    assert "Traceback" not in done.stderr


def test_a_history_that_another_program_has_locked_is_still_busy(tmp_path: Path) -> None:
    history = History(tmp_path, lock_timeout=0.0)
    history.set_journey_position("ladder", 1)
    with closing(sqlite3.connect(history.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(HistoryBusy):
            history.set_journey_position("ladder", 2)
    history.set_journey_position("ladder", 3)
    assert history.journey_position("ladder").deal == 3
    assert history.notices == []


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Go to a time zone until the end of the test."""

    def go(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield go
    monkeypatch.undo()
    time.tzset()


ZONES = ["XYZ-25", "XYZ+25", "XYZ-167", "XYZ+167:59:59", ":/nonsense", "", "nonsense", "A", "<+99>-99", "XYZ-24"]


@pytest.mark.parametrize("zone", ZONES)
def test_in_every_time_zone_there_is_a_daily_deal(
    zone: str, in_zone: Callable[[str], None], run: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_zone(zone)
    today = daily.today()
    assert abs((today - datetime.now(UTC).date()).days) <= 8
    assert 0 < daily.seconds_to_midnight() <= 90000
    assert saves.time_ago("2020-02-29T12:00:00Z").startswith("on 20")
    assert results.local_day("2020-02-29T12:00:00Z").startswith("2020-0")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, err = run("daily", "--plain")
    assert (code, err) == (0, "")
    assert str(daily.deal_of(today)) in out


@pytest.mark.parametrize("zone", ["UTC", "XYZ-25", "XYZ+25"])
@pytest.mark.parametrize("moment", [-(10.0**12), -86400.0, 0.0, 253402300799.0, 253402300800.0, 10.0**13])
def test_a_clock_outside_the_calendar_has_a_day_too(
    zone: str, moment: float, in_zone: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_zone(zone)
    monkeypatch.setattr(daily, "time", lambda: moment)
    monkeypatch.setattr(saves, "time", lambda: moment)
    assert daily.today().year in (1969, 1970, 9999)
    assert 0 < daily.seconds_to_midnight() <= 90000
    assert daily.occasion(Game.new(1)) == ""


UNREADABLE = "Your unfinished games cannot be read: "


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder, without games."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    made = player_folder("state")
    made.mkdir()
    return made


@pytest.fixture(params=[make_loop, Path.touch])
def spoil(request: pytest.FixtureRequest) -> Callable[[Path], None]:
    """Make something that cannot be read as a folder."""
    made: Callable[[Path], None] = request.param
    return made


def test_a_folder_of_games_that_cannot_be_read_is_not_an_empty_one(
    spoil: Callable[[Path], None], folder: Path, run: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(folder / "unfinished")
    code, _, err = run("--plain", "--resume")
    assert code == 1
    assert err.startswith(f"freecell: {UNREADABLE}")
    assert run("export", "1", "--unfinished")[2].startswith(f"freecell export: {UNREADABLE}")
    monkeypatch.setattr("sys.stdin", io.StringIO("games\nquit\n"))
    out = run("--plain")[1]
    assert out.count(UNREADABLE) == 1 + 1  # at the start, and as the list
    assert "No unfinished games" not in out
    with seated(folder, None) as seat:
        assert UNREADABLE in " ".join(seat.text.split())
        seat.app.show("games")
        seat.draw()
        assert UNREADABLE in " ".join(seat.text.split())
        assert "No unfinished games" not in seat.text


def test_a_deal_whose_unfinished_game_cannot_be_looked_for_says_so(
    spoil: Callable[[Path], None], folder: Path, tmp_path: Path, run: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(folder / "unfinished")
    for words, typed, times in (
        (("--plain", "1"), "quit\n", 1),
        (("daily", "--plain"), "quit\n", 1),
        (("--plain", "1"), "deal 2\nresume\nquit\n", 3),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert " ".join(run(*words)[1].split()).count(UNREADABLE) == times, words
    with seated(folder, None) as seat:
        seat.app.controller.play_game(Game.new(2))
        assert UNREADABLE in seat.message
        assert games.kept_note(seat.app.controller, Game.new(3)).startswith(f" {UNREADABLE}")
    assert games.past_of(History(tmp_path / "history.sqlite3"), SaveStore(folder), Game.new(2)) == (
        "unfinished games cannot be read"
    )


def test_folders_of_deleted_and_won_games_that_cannot_be_read_are_not_empty_ones(
    spoil: Callable[[Path], None], folder: Path, run: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(folder / "deleted")
    spoil(folder / "won")
    monkeypatch.setattr("sys.stdin", io.StringIO("restore\nquit\n"))
    out = run("--plain")[1]
    assert "Your deleted games cannot be read: " in out
    assert "Nothing to restore" not in out
    assert "Your won games cannot be read: " in run("stats")[2]
    with seated(folder, None) as seat:
        seat.app.show("games")
        seat.press("u")
        assert "Your deleted games cannot be read: " in " ".join(seat.text.split())
