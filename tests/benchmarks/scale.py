"""What the program takes with a hundred thousand finished games and five thousand saves, beside an empty folder.

    python tests/benchmarks/scale.py [--games N] [--saves N] [--unseen N] [--folder FOLDER]

Milliseconds: of a screen from its key to the first drawing and to the whole of it, and of a click that closes it as
soon as it is drawn; of the start to the first frame; of `freecell stats` as a whole, with the most memory that it takes
in MiB. The best of three. The processor time of a screen is that until nothing moves any more. The first `freecell
stats` is one that finds `--unseen` saves of which the history knows nothing; it is run once.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from freecell_tui.storage.files import APP
from freecell_tui.storage.settings import LESSON_OFFERED, leave_marker
from support.big_folder import make_big_folder
from support.pty_terminal import ESC, Terminal

SCREENS = {
    "statistics": ("S", "Statistics", "winning streak"),
    "calendar": ("S2", "Statistics", "days with games"),
    "deals": ("S3", "Statistics", "of 4"),
    "daily deal": ("D", "Daily deal", "Streak"),
    "journeys": ("W", "Journeys", "31,999"),
    "unfinished games": ("l", "Unfinished games", "ago"),
    "menu": ("m", "Menu", "Esc"),
    "new deal": ("n", "FreeCell #", "moves 0"),
}
QUIET = 0.4
FRAME = 1000
"""The bytes that tell a frame from the questions before it."""


def timed(terminal: Terminal, keys: str, *conditions: Callable[[str], bool]) -> list[float]:
    """Type keys, and return after how many milliseconds each condition held for the text on the screen."""
    found = [0.0] * len(conditions)
    start = time.perf_counter()
    terminal.type(keys)
    while not all(found) and time.perf_counter() < start + 30:
        terminal.pump(0.01)
        now, text = (time.perf_counter() - start) * 1000, terminal.text
        found = [then or now * holds(text) for then, holds in zip(found, conditions, strict=True)]
    return found


def settle(terminal: Terminal) -> None:
    """Wait until nothing is drawn any more."""
    end = time.perf_counter() + QUIET
    latest = end + 1.0  # a clock ticks for ever
    while time.perf_counter() < min(end, latest):
        before = len(terminal.output)
        terminal.pump(0.05)
        if len(terminal.output) != before:
            end = time.perf_counter() + QUIET


def at_table(state: Path) -> Terminal:
    """Start a game, and wait until it is quiet."""
    terminal = Terminal(state, "1")
    terminal.see("FreeCell #1 ")
    settle(terminal)
    return terminal


def start_time(state: Path, *arguments: str) -> float:
    """Return the milliseconds of a start to its first frame."""
    best = []
    for _ in range(3):
        start = time.perf_counter()
        terminal = Terminal(state, *arguments)
        while len(terminal.output) < FRAME and terminal.pump(0.05):
            pass
        best.append((time.perf_counter() - start) * 1000)
        settle(terminal)
        terminal.close()
    return min(best)


RUN = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
command = [sys.executable, "-m", "freecell_tui", *sys.argv[1:]]
_, status, used = os.wait4(os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet), 0)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""A small program between: the memory of a process is at least that of the one that it was started from."""


def command_time(state: Path, *arguments: str, runs: int = 3) -> str:
    """Return the milliseconds of a command, those of the processor, and the most memory that it took."""
    best = []
    for _ in range(runs):
        start = time.perf_counter()
        environment = {**os.environ, "XDG_STATE_HOME": str(state)}
        command = [sys.executable, "-c", RUN, *arguments]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
        spent, memory = map(float, done.stdout.split())
        best.append(((time.perf_counter() - start) * 1000, spent * 1000, memory / 1024))
    wall, spent, memory = (min(each) for each in zip(*best, strict=True))
    return f"{wall:8.0f} {'':8} {spent:10.0f} {memory:14.0f} MiB"


def processor_ms(terminal: Terminal) -> float:
    """Return the processor time of a program so far: on a busy machine it says more than the clock."""
    fields = Path(f"/proc/{terminal.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def has(*texts: str) -> Callable[[str], bool]:
    return lambda text: all(each in text for each in texts)


def lacks(title: str) -> Callable[[str], bool]:
    return lambda text: title not in text


def screens(state: Path) -> None:
    """Print what each screen takes."""
    print(f"{'':20} {'drawn':>8} {'whole':>8} {'processor':>10} {'a click meanwhile':>18}")
    terminal = at_table(state)
    for name, (keys, title, whole) in SCREENS.items():
        rounds = []
        for _ in range(3):
            before = processor_ms(terminal)
            drawn, complete = timed(terminal, keys, has(title), has(title, whole))
            settle(terminal)
            spent = processor_ms(terminal) - before
            key = 0.0
            if name != "new deal":
                terminal.type(ESC)
                settle(terminal)
                terminal.type(keys[0])
                terminal.see(title)
                # Not the key Esc, for which a terminal waits: it may begin another key's bytes.
                terminal.see("Esc")
                row = max(y for y, line in enumerate(terminal.screen.display) if "Esc" in line)
                place = f"{terminal.screen.display[row].index('Esc') + 1};{row + 1}"
                (key,) = timed(terminal, f"\x1b[<0;{place}M\x1b[<0;{place}m", lacks(title))
                settle(terminal)
            rounds.append((drawn, complete, spent, key))
        best = [min(each) for each in zip(*rounds, strict=True)]
        print(f"{name:20} {best[0]:8.0f} {best[1]:8.0f} {best[2]:10.0f} {best[3]:18.0f}")
    terminal.close()


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="finished games")
    parser.add_argument("--saves", type=int, default=5_000, metavar="N", help="unfinished games")
    parser.add_argument("--unseen", type=int, default=50_000, metavar="N", help="saves that the history has not seen")
    parser.add_argument("--folder", type=Path, help="where the folder is made, or is already")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = options.folder or Path(name)
        states = {}
        for kind, games, saves in (("empty", 0, 0), ("full", options.games, options.saves)):
            states[kind] = folder / kind / "state"
            if not states[kind].exists():
                make_big_folder(states[kind] / APP, games, saves)
                leave_marker(states[kind] / APP / LESSON_OFFERED)
        for kind, state in states.items():
            print(f"{kind}: start at the title {start_time(state):.0f} ms, at a table {start_time(state, '1'):.0f} ms")
        unseen = folder / "unseen" / "state"
        shutil.rmtree(unseen, ignore_errors=True)
        make_big_folder(unseen / APP, 0, options.unseen)
        print(f"{'the first stats':20} {command_time(unseen, 'stats', runs=1)}")
        for arguments in (["stats"], ["stats", "--json"], ["stats", "--csv"]):
            print(f"{' '.join(arguments):20} {command_time(states['full'], *arguments)}")
        screens(states["full"])


if __name__ == "__main__":
    main()
