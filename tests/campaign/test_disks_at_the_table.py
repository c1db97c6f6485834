"""Disks that refuse while the real table is played at: the player is told, and the game is kept where that can be."""

import re
import signal
import sys
from pathlib import Path
from shlex import join

import pytest

from campaign.conftest import Attack
from campaign.faults import Fault, Full, FullDisk, Removed, can_mount
from campaign.player import DEAL, GAME, MOVES, Home
from campaign.system_calls import attached, disturbing, on_linux
from campaign.test_disks import ELSEWHERE, FAULTS, moves_kept
from support.pty_terminal import Start, Terminal
from support.refusing_disk import ordinary_user

TRACEABLE = str(Path(__file__).with_name("traceable.py"))
TOLD = "NOT SAVED"
CALLS = {"rename": 100, "fsync": 100, "fdatasync": 8, "pwrite64": 30, "unlink": 35, "mkdir": 4, "flock": 70}
"""Calls that may fail, and about how many of each there are in a game."""


def moves_on(terminal: Terminal) -> int:
    counted = re.search(r"moves (\d+) ", terminal.top)
    return int(counted[1]) if counted else 0


def play(terminal: Terminal, at: int) -> None:
    """Play a move of the game, and wait until it is seen."""
    terminal.type(MOVES[at])
    terminal.wait(lambda: moves_on(terminal) > at or "You won" in terminal.text, f"move {at + 1}")


def leave(terminal: Terminal) -> str:
    """Leave the table, whatever is asked; return what is said then, in one line."""
    # The summary of a win takes no other key for a second.
    terminal.type("\x03")
    terminal.wait(lambda: "Not saved" in terminal.text or not terminal.pump(0.05), "the end")
    if "Not saved" in terminal.text:
        terminal.type("g")
    assert terminal.end() == 0
    return "".join(terminal.screen.display)


def table(start: Start, home: Home, *before: str) -> Terminal:
    """The table of a player for whom permissions hold, and who has no patience with cards that fly."""
    settings = home.root / "config" / "freecell-tui" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('animation = "off"\n', encoding="utf-8")
    script = f"exec {join([*ordinary_user(), *before])} $FREECELL {DEAL}"
    return start(script=script, size=(120, 40), HOME=str(home.root / "home"), TMPDIR=str(home.root / "home"))


def play_through(attack: Attack, start: Start, home: Home, fault: Fault) -> None:
    """Play while a disk refuses for some moves, or from some move on; the last position shown is kept."""
    chance = attack.chance
    begin, last = chance.randint(0, 30), chance.randint(20, len(MOVES))
    end = begin + chance.randint(1, 12) if chance.random() < 0.6 else len(MOVES)
    terminal = table(start, home)
    fault.process = terminal.process.pid
    try:
        for at in range(last):
            if at == begin:
                fault.begin()
            if at == end:
                fault.end()
            play(terminal, at)
            if at == begin and not isinstance(fault, Removed | FullDisk):
                terminal.wait(lambda: TOLD in terminal.top or "You won" in terminal.text, TOLD)
            if at == end:
                terminal.wait(lambda: TOLD not in terminal.top, "the game to be saved again")
        said = leave(terminal)
    finally:
        fault.end()
    assert "Traceback" not in said
    if "could not be saved in another folder either" in said:
        assert isinstance(fault, Full)  # to this process every disk is full, and it has said so
        assert moves_kept(home, said) >= begin
        return
    assert moves_kept(home, said) == last
    if last == len(MOVES):
        assert home.run("stats").returncode == 0
        assert home.results() == [(DEAL, True)] or ELSEWHERE.search(said)


@on_linux
@pytest.mark.slow
@pytest.mark.rounds(short=0, long=10)
@pytest.mark.parametrize("name", [*FAULTS])
def test_at_the_table_a_disk_that_refuses_is_told_and_costs_no_move(
    attack: Attack, home: Home, start: Start, name: str
) -> None:
    play_through(attack, start, home, FAULTS[name](home))
    attack.tried(f"games at the table on a disk that is {name} for a while, or for good")


@on_linux
@pytest.mark.slow
@pytest.mark.rounds(short=0, long=10)
def test_at_the_table_a_disk_that_is_really_full_is_told_and_costs_no_move(
    attack: Attack, home: Home, start: Start, tmp_path: Path
) -> None:
    if not can_mount(tmp_path / "mounted"):
        pytest.skip("this user may mount no disk")
    fault = FullDisk(home)
    try:
        play_through(attack, start, home, fault)
    finally:
        fault.unmount()
    attack.tried("games at the table on a disk of 256 KiB that is filled up for a while, or for good")


@on_linux
@pytest.mark.slow
@pytest.mark.rounds(short=0, long=30)
def test_at_the_table_a_call_that_fails_once_costs_no_move_and_no_win(attack: Attack, home: Home, start: Start) -> None:
    name, most = attack.chance.choice([*CALLS.items()])
    error = attack.chance.choice(["EIO", "ENOSPC", "EDQUOT"])
    trace = home.root / "trace"
    what = disturbing(f"{name}:error={error}:when={attack.chance.randint(1, most)}", str(trace))
    terminal = table(start, home, *what)
    for at in range(len(MOVES)):
        play(terminal, at)
    said = leave(terminal)
    assert "freecell:" not in said
    saved = home.latest()
    assert saved is not None
    assert GAME.moves_to(saved.game.board) == len(MOVES)
    assert home.run("stats").stderr == ""
    assert home.results() == [(DEAL, True)]
    has_failed = "INJECTED" in trace.read_text(encoding="utf-8", errors="surrogateescape")
    attack.tried("calls of a game at the table that failed once", has_failed)


# Slow disks


@on_linux
@pytest.mark.slow
def test_at_the_table_a_move_is_seen_before_the_disk_is_waited_for(home: Home, start: Start) -> None:
    terminal, trace = start(script=f"exec '{sys.executable}' '{TRACEABLE}' {DEAL}"), home.root / "trace"
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
    saved = home.latest()
    assert saved is not None
    assert GAME.moves_to(saved.game.board) == 2


@on_linux
@pytest.mark.slow
@pytest.mark.rounds(short=0, long=20)
def test_at_the_table_a_slow_disk_costs_no_move_and_leaving_waits_for_it(
    attack: Attack, home: Home, start: Start
) -> None:
    chance = attack.chance
    delay = chance.choice([100_000, 300_000, 1_000_000])
    calls = chance.choice(["fsync,fdatasync", "fsync,fdatasync,rename,unlink"])
    trace = home.root / "trace"
    terminal = table(start, home, *disturbing(f"{calls}:delay_enter={delay}", str(trace)))
    last = chance.randint(1, 20)
    for at in range(last):
        play(terminal, at)
        terminal.pump(chance.choice([0, 0.1, 0.5]))
    assert "freecell:" not in leave(terminal)
    assert moves_kept(home, "") == last
    assert [path.name for path in (home.folder / "unfinished").iterdir() if path.suffix != ".json"] == []
    attack.tried("games at the table on a disk that takes 0.1 to 1 s for each flush")
