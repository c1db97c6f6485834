"""A system without what only POSIX has: line mode and the command line work there as well."""

import os
import subprocess
import sys
from pathlib import Path

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


def test_games_are_played_and_solved_and_the_table_says_what_it_needs(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PYTHONUTF8": "1"}
    moves = STANDARD[1].split()
    begun, resumed = " ".join(moves[:10]), " ".join(moves[10:])
    lines = [f"--plain 1<{begun}\nquit\n", f"--plain --resume<{resumed}\nquit\n", "stats", "solve 1", "1"]
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *lines],
        env=environment,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=True,
    )
    first, second, stats, solved, table = done.stdout.split("]\n")[:-1]
    assert [part[-2:] for part in (first, second, stats, solved, table)] == ["[0", "[0", "[0", "[0", "[1"]
    assert "You won" in second
    assert "with help     1 win, counted separately" in stats
    assert "(FCPro - Solved)" in solved
    assert done.stderr.startswith("freecell: The table needs a terminal that can draw")
    assert done.stderr.count("\n") == 1
