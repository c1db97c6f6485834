"""Many games won at one table: the program takes no more memory, and no more time for a key, than in the beginning."""

import os
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from campaign.conftest import Attack
from campaign.player import SPOILT, Home
from support.pty_terminal import RIGHT, Start, Terminal
from support.solutions import HUMAN

pytestmark = pytest.mark.slow

DEALS = (7851, 6893, 23190, 3, 5)
"""They are won in turn: of every deal the table looks up all earlier wins, which are to be few."""

TICKS = os.sysconf("SC_CLK_TCK")
KEYS = 60


class Figures(NamedTuple):
    """What a process takes: memory in pages, and the seconds of processor time for some keys."""

    memory: int
    seconds: float


def win(terminal: Terminal, number: int) -> None:
    """Win the game, the table's `number`-th, and begin the next."""
    terminal.type("".join(HUMAN[DEALS[number % len(DEALS)]].split()))
    terminal.see("You won")
    terminal.see_cursor()
    terminal.type("\x1b")
    terminal.not_see("You won")
    deal = DEALS[(number + 1) % len(DEALS)]
    terminal.type(f"#{deal}\r")
    terminal.wait(lambda: f"#{deal} " in terminal.top and "move up" in terminal.bottom, "the next deal")


def figures(terminal: Terminal) -> Figures:
    """Play some keys, three times, and see what they take at least; the game is as before."""
    process, spent = Path("/proc") / str(terminal.process.pid), []
    for _ in range(3):
        before = processor_seconds(process)
        for _ in range(KEYS):
            sent = len(terminal.output)
            terminal.type(RIGHT)
            terminal.wait(lambda sent=sent: len(terminal.output) > sent, "the cursor")  # type: ignore[misc]
        spent.append(processor_seconds(process) - before)
    return Figures(int((process / "statm").read_text(encoding="ascii").split()[1]), min(spent))


def processor_seconds(process: Path) -> float:
    fields = (process / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@pytest.fixture
def quick(tmp_path: Path) -> Home:
    """A player who has no patience with cards that fly."""
    home = Home(tmp_path)
    home.without_motion()
    return home


def grown(terminal: Terminal, warm: int, games: int) -> tuple[Figures, Figures]:
    """What the table takes after some games, and after all of them."""
    for number in range(warm):
        win(terminal, number)
    before = figures(terminal)
    for number in range(warm, games):
        win(terminal, number)
    return before, figures(terminal)


@pytest.mark.linux
@pytest.mark.rounds(short=1, long=1)
def test_after_many_games_the_table_takes_no_more_memory_and_time(attack: Attack, start: Start, quick: Home) -> None:
    games = 1000 if attack.is_long else 7
    terminal = start(str(DEALS[0]))
    before, after = grown(terminal, games // 10 + 3, games)
    assert after.memory < before.memory * 1.05
    assert after.seconds < before.seconds * 1.5 + 0.1
    terminal.type("q")
    assert terminal.end() == 0
    assert sorted(quick.results()) == sorted((DEALS[game % len(DEALS)], True) for game in range(games))
    kibibytes = os.sysconf("SC_PAGE_SIZE") // 1024
    attack.tried(f"games won at one table, with {before.memory * kibibytes:,} KiB at first", games)
    attack.tried("KiB of memory after them", after.memory * kibibytes)
    attack.tried("µs of processor time for a key at first", round(before.seconds / KEYS * 1e6))
    attack.tried("µs of processor time for a key after them", round(after.seconds / KEYS * 1e6))


@pytest.mark.linux
def test_a_table_that_keeps_something_of_every_game_is_noticed(start: Start, quick: Home) -> None:
    terminal = start(script=f"exec '{sys.executable}' '{SPOILT}' leaking {DEALS[0]}")
    before, after = grown(terminal, 2, 6)
    assert after.memory > before.memory * 1.05
    assert quick.folder.is_dir()
