"""Systems without what only POSIX has: Windows, with its console, and others, with line mode and the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from support.pty_terminal import DEADLINE
from support.solutions import STANDARD

ELSEWHERE = """
import io, os, platformdirs, signal, sys, time
for module in ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "curses"):
    sys.modules[module] = None
flags = ("O_CLOEXEC", "O_NONBLOCK", "O_NOFOLLOW", "O_NOCTTY", "O_DIRECTORY")
calls = ("fork", "nice", "getuid", "geteuid", "setsid", "fchmod", "chown", "killpg", "uname", "mkfifo")
for owner, names in ((os, flags + calls), (time, ("tzset",)), (signal, ("setitimer", "ITIMER_REAL", "pthread_sigmask",
    "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGTSTP", "SIGCONT", "SIGPIPE", "SIGWINCH", "SIGCHLD"))):
    for name in names:
        if hasattr(owner, name):
            delattr(owner, name)
from freecell_tui.cli import main
for line in sys.argv[1:]:
    words, _, typed = line.partition("<")
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    print(f"[{main(words.split())}]")
"""
"""Runs commands, each with what is typed behind `<`, where there is no POSIX."""

WINDOWS = """
import io, json, sys
from pathlib import Path
from support.windows import Console, become_windows, play
reported, answers = sys.stdout, {}
console = Console(is_legacy="legacy" in sys.argv)
become_windows(console, Path(sys.argv[1]))
"""
"""Makes a process one on Windows, before anything of the game is loaded."""


def on_windows(folder: Path, script: str, *arguments: str) -> tuple[dict[str, Any], str]:
    """Run a script on Windows; return what it answers, and what was printed on standard error."""
    done = subprocess.run(
        [sys.executable, "-c", f"{WINDOWS}{script}\njson.dump(answers, reported)", str(folder), *arguments],
        env=os.environ | {"PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


TABLE = """
def player():
    console.see("moves 0")
    console.see("winnable")
    answers["title"] = "FreeCell #1" in console.output
    console.resize(100, 30)
    console.see_in(29, "move up to")
    console.type("3a")
    console.see("moves 1")
    # What a mouse reports, and a sign from beyond the basic plane, in two halves.
    console.type("\\x1b[<0;8;4M\\x1b[<0;8;4m\\ud83c\\udca1")
    console.see("🂡 does nothing here")
    answers["lifted"] = "║" in console.text
    answers["modes"] = console.modes[-10] & 1
    console.type("\\x03")

answers["code"] = play(console, ["1"], player)
answers["same"] = console.modes == console.first_modes
answers["left"] = console.is_as_before and not console.unread
from freecell_tui.storage import saves
(save,) = Path(sys.argv[1]).rglob("unfinished/*")
answers["moves"] = saves.read(save).game.moves_made
"""


def test_the_table_is_drawn_played_and_left_in_the_console_of_windows(tmp_path: Path) -> None:
    answers, errors = on_windows(tmp_path, TABLE)
    assert errors == ""
    assert answers == {"title": True, "lifted": True, "modes": 0, "code": 0, "same": True, "left": True, "moves": 1}


def test_a_console_of_windows_that_cannot_draw_is_told_apart(tmp_path: Path) -> None:
    answers, errors = on_windows(tmp_path, 'answers["code"] = play(console, ["--table", "1"], lambda: None)', "legacy")
    assert answers == {"code": 1}
    assert errors.startswith("freecell: The table needs a terminal that can draw; freecell --plain plays")
    assert errors.count("\n") == 1


COMMANDS = """
from freecell_tui.cli import main
import msvcrt
class Written(io.TextIOWrapper):
    def isatty(self):
        return False

for line in sys.argv[2:]:
    words, _, typed = line.partition("<")
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    sys.stdout = Written(io.BytesIO(), encoding="utf-8", write_through=True)
    code = main(words.split())
    answers[words] = [code, sys.stdout.buffer.getvalue().decode()]
answers["locks"] = len(msvcrt.locked)
"""


def test_commands_and_line_mode_keep_to_the_rules_of_files_on_windows(tmp_path: Path) -> None:
    moves = STANDARD[1].split()
    begun, resumed = " ".join(moves[:10]), " ".join(moves[10:])
    picture = tmp_path / "game.svg"
    exports = [f"export 1 --format svg -o {picture}", f"export 1 --format svg -o {picture} --force"]
    plays = [f"--plain 1<{begun}\nname first\nquit\n", f"--plain --resume<{resumed}\nquit\n"]
    answers, errors = on_windows(tmp_path, COMMANDS, *plays, "stats", *exports, "solve 1..2 --jobs 2", "share 1")
    assert answers.pop("locks") > 0
    assert [code for code, _ in answers.values()] == [0] * 7
    assert "You won" in answers["--plain --resume"][1]
    assert "with help     1 win, counted separately" in answers["stats"][1]
    assert "FreeCell #1, won in 59 moves" in answers["share 1"][1]
    assert errors.startswith("freecell: Processes cannot share work on this machine, so everything is done in one;")
    assert errors.count("\n") == 1
    assert picture.read_text().startswith("<svg")


LOCKS = """
import os
from freecell_tui.storage import files
path = Path(sys.argv[1]) / "games.lock"
flags = os.O_RDWR | os.O_CREAT
with files.locked(path, flags, 0):
    try:
        with files.locked(path, flags, 0.02, in_use=RuntimeError("in use")):
            answers["second"] = "held"
    except RuntimeError as error:
        answers["second"] = str(error)
with files.locked(path, flags, 0, in_use=RuntimeError("in use")):
    answers["third"] = "held"
with files.folder_lock(path.parent), files.folder_lock(path.parent):
    answers["files"] = [entry.name for entry in path.parent.iterdir()]
"""


def test_a_lock_of_windows_is_held_by_one_program_until_it_lets_go(tmp_path: Path) -> None:
    answers, _ = on_windows(tmp_path, LOCKS)
    assert answers == {"second": "in use", "third": "held", "files": ["games.lock"]}


def test_games_are_played_and_solved_and_the_table_says_what_it_needs(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PYTHONUTF8": "1"}
    lines = [f"--plain 1<{' '.join(STANDARD[1].split())}\nquit\n", "stats", "--table 1"]
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *lines],
        env=environment,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=True,
    )
    played, stats, table = done.stdout.split("]\n")[:-1]
    assert [part[-2:] for part in (played, stats, table)] == ["[0", "[0", "[1"]
    assert "You won" in played
    assert "with help     1 win" in stats
    assert done.stderr.startswith("freecell: The table needs a terminal that can draw")
    assert done.stderr.count("\n") == 1
