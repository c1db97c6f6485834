"""Disks that refuse while the real table is played at: the player is told, and the game is kept where that can be."""

import signal
import sys
from functools import partial
from shlex import join

import pytest

from campaign.conftest import Attack
from campaign.faults import Fault, FullDisk, Removed
from campaign.player import DEAL, MOVES, SPOILT, Home, moves_kept, moves_on
from campaign.system_calls import attached, disturbing, on_linux
from campaign.test_disks import FAULTS, play_through
from support.pty_terminal import Start, Terminal
from support.refusing_disk import ordinary_user

pytestmark = pytest.mark.slow

TOLD = "NOT SAVED"
CALLS = {"rename": 100, "fsync": 100, "fdatasync": 8, "pwrite64": 30, "unlink": 35, "mkdir": 4, "flock": 70}
"""Calls that may fail, and about how many of each there are in a game."""


class AtTheTable:
    """A game at the real table, of an ordinary user; behind a command such as strace."""

    def __init__(self, start: Start, home: Home, *before: str) -> None:
        home.without_motion()
        script = f"exec {join([*ordinary_user(), *before])} $FREECELL {DEAL}"
        folder = str(home.root / "home")
        self._terminal = start(script=script, size=(120, 40), HOME=folder, TMPDIR=folder)
        self.pid = self._terminal.process.pid

    def play(self, at: int) -> None:
        play(self._terminal, at)

    def see(self, fault: Fault, *, is_saved: bool) -> None:
        """Wait until the table tells that the game is not saved, or no longer tells it."""
        terminal = self._terminal
        if is_saved:
            terminal.wait(lambda: TOLD not in terminal.top, "the game to be saved again")
        elif not isinstance(fault, Removed | FullDisk):
            terminal.wait(lambda: TOLD in terminal.top or "You won" in terminal.text, TOLD)

    def pump(self, seconds: float) -> None:
        self._terminal.pump(seconds)

    def leave(self) -> str:
        """Leave the table, whatever is asked; return what is said then, in one line."""
        terminal = self._terminal
        # The summary of a win takes no other key for a second.
        terminal.type("\x03")
        terminal.wait(lambda: "Not saved" in terminal.text or not terminal.pump(0.05), "the end")
        if "Not saved" in terminal.text:
            terminal.type("g")
        assert terminal.end() == 0
        return "".join(terminal.screen.display)

    def close(self) -> None:
        self._terminal.close()


def play(terminal: Terminal, at: int) -> None:
    """Play a move of the game, and wait until it is seen."""
    terminal.type(MOVES[at])
    terminal.wait(lambda: moves_on(terminal) > at or "You won" in terminal.text, f"move {at + 1}")


@on_linux
@pytest.mark.rounds(short=0, long=10)
@pytest.mark.parametrize("name", [*FAULTS])
def test_at_the_table_a_disk_that_refuses_is_told_and_costs_no_move(
    attack: Attack, home: Home, start: Start, name: str
) -> None:
    play_through(attack, home, FAULTS[name](home), partial(AtTheTable, start))
    attack.tried(f"games at the table on a disk that is {name} for a while, or for good")


@on_linux
@pytest.mark.rounds(short=0, long=10)
def test_at_the_table_a_disk_that_is_really_full_is_told_and_costs_no_move(
    attack: Attack, home: Home, start: Start, full_disk: Fault
) -> None:
    play_through(attack, home, full_disk, partial(AtTheTable, start))
    attack.tried("games at the table on a disk of 256 KiB that is filled up for a while, or for good")


@on_linux
@pytest.mark.rounds(short=0, long=30)
def test_at_the_table_a_call_that_fails_once_costs_no_move_and_no_win(attack: Attack, home: Home, start: Start) -> None:
    name, most = attack.chance.choice([*CALLS.items()])
    error = attack.chance.choice(["EIO", "ENOSPC", "EDQUOT"])
    trace = home.root / "trace"
    what = disturbing(f"{name}:error={error}:when={attack.chance.randint(1, most)}", str(trace))
    player = AtTheTable(start, home, *what)
    for at in range(len(MOVES)):
        player.play(at)
    assert "freecell:" not in player.leave()
    assert moves_kept(home.latest()) == len(MOVES)
    assert home.run("stats").stderr == ""
    assert home.results() == [(DEAL, True)]
    has_failed = "INJECTED" in trace.read_text(encoding="utf-8", errors="surrogateescape")
    attack.tried("calls of a game at the table that failed once", has_failed)


# Slow disks


@on_linux
def test_at_the_table_a_move_is_seen_before_the_disk_is_waited_for(home: Home, start: Start) -> None:
    terminal, trace = start(script=f"exec '{sys.executable}' '{SPOILT}' traceable {DEAL}"), home.root / "trace"
    play(terminal, 0)
    # A key is only heard when the disk has the move before it.
    terminal.type("\x1b[C")
    terminal.wait(lambda: "Enter " in terminal.bottom, "the cursor")
    with attached(terminal.process.pid, trace, "fsync", "-e", "inject=fsync:signal=SIGSTOP"):
        terminal.type(MOVES[1])
        terminal.wait(lambda: "stopped by SIGSTOP" in trace.read_text(encoding="utf-8"), "the program to stop")
        terminal.wait(lambda: moves_on(terminal) == 2, "what the program wrote before it stopped")
        terminal.process.kill(signal.SIGKILL)
        terminal.end()
    assert moves_kept(home.latest()) == 2


@on_linux
@pytest.mark.rounds(short=0, long=20)
def test_at_the_table_a_slow_disk_costs_no_move_and_leaving_waits_for_it(
    attack: Attack, home: Home, start: Start
) -> None:
    chance = attack.chance
    delay = chance.choice([100_000, 300_000, 1_000_000])
    calls = chance.choice(["fsync,fdatasync", "fsync,fdatasync,rename,unlink"])
    trace = home.root / "trace"
    player = AtTheTable(start, home, *disturbing(f"{calls}:delay_enter={delay}", str(trace)))
    last = chance.randint(1, 20)
    for at in range(last):
        player.play(at)
        player.pump(chance.choice([0, 0.1, 0.5]))
    assert "freecell:" not in player.leave()
    assert moves_kept(home.latest()) == last
    assert [path.name for path in (home.folder / "unfinished").iterdir() if path.suffix != ".json"] == []
    attack.tried("games at the table on a disk that takes 0.1 to 1 s for each flush")
