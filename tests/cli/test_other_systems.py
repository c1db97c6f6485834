"""A system without what only POSIX has: line mode and the command line work there as well."""

import os
import subprocess
import sys
from pathlib import Path

from support.pty_terminal import DEADLINE
from support.solutions import STANDARD

ELSEWHERE = """
import os, platformdirs, signal, sys, time
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
sys.exit(main(sys.argv[1:]))
"""


def elsewhere(state: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program where there is no POSIX."""
    environment = os.environ | {"XDG_STATE_HOME": str(state), "XDG_CONFIG_HOME": str(state), "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", ELSEWHERE, *arguments]
    return subprocess.run(
        command, input=typed, env=environment, capture_output=True, text=True, timeout=DEADLINE, check=False
    )


def test_a_game_is_saved_resumed_and_won_in_line_mode_and_counted(tmp_path: Path) -> None:
    moves = STANDARD[1].split()
    first = elsewhere(tmp_path, "--plain", "1", typed="\n".join([*moves[:10], "quit"]))
    assert (first.returncode, first.stderr) == (0, "")
    second = elsewhere(tmp_path, "--plain", "--resume", typed="\n".join([*moves[10:], "quit"]))
    assert (second.returncode, second.stderr) == (0, "")
    assert "You won" in second.stdout
    stats = elsewhere(tmp_path, "stats")
    assert (stats.returncode, stats.stderr) == (0, "")
    assert "won       1, 100 % of 1" in stats.stdout


def test_the_command_line_solves_and_the_table_says_what_it_needs(tmp_path: Path) -> None:
    solved = elsewhere(tmp_path, "solve", "1")
    assert (solved.returncode, solved.stderr) == (0, "")
    table = elsewhere(tmp_path, "1")
    assert table.returncode == 1
    assert "The table needs a terminal that can draw" in table.stderr
