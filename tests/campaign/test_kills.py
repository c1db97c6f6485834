"""Programs that are killed: the next start offers the position that was last shown, and a win counts once."""

import re
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from campaign.conftest import Attack, calls_of
from campaign.player import DEAL, MOVES, SPOILT, Home, finish_in_line_mode, moves_kept, moves_on
from campaign.system_calls import Call, disturbing, on_linux
from campaign.ways_to_play import WAYS, Way, kept
from support.pty_terminal import Terminal

pytestmark = pytest.mark.slow

MANY = 10**6


def moves_shown(output: str) -> int:
    """How many moves line mode has told of: each has a line, after the one that names the deal."""
    return min(max(output.count("\n") - 1, 0), len(MOVES))


def assert_nothing_is_lost(home: Home, output: str) -> None:
    shown = moves_shown(output)
    assert finish_in_line_mode(home) in (shown, min(shown + 1, len(MOVES)))


def killed_at(home: Home, call: Call, lines: Sequence[str]) -> tuple[str, bool]:
    """Play these lines, and kill the program at a call of its own; return what it said, and whether it came to that.

    What is looked up a moment after the start or a win falls between other calls each time, and then the number of a
    call is that of another one, which need not be about the player's files, or of none.
    """
    trace = home.root / "trace"
    before = disturbing(f"{call.name}:signal=SIGKILL:when={call.number}", str(trace))
    done = home.run("--plain", str(DEAL), lines=lines, before=before)
    assert done.stderr == ""
    *_, last, end = trace.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    return done.stdout, "killed by SIGKILL" in end and str(home.folder) in last


@on_linux
@pytest.mark.rounds(short=1, long=100)
def test_killed_at_any_file_system_call_of_a_whole_game_the_program_has_lost_nothing(
    attack: Attack, calls_of_a_game: list[Call], tmp_path: Path
) -> None:
    points = calls_of_a_game
    assert {"openat", "write", "rename", "fsync", "pwrite64", "fdatasync", "unlink"} <= {call.name for call in points}
    every = list(range(len(points)))
    for at in attack.share(every) if attack.is_long else [attack.chance.choice(every)]:
        home = Home(tmp_path / str(at))
        output, is_killed = killed_at(home, points[at], MOVES)
        assert_nothing_is_lost(home, output)
        attack.tried("killed at a file-system call of a whole game", is_killed)


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Way, Call]]:
    """Every file-system call of other ways to play that is about the player's files."""
    calls = []
    for way in map(Way, WAYS):
        output, its_calls = calls_of(way.lines, tmp_path_factory)
        assert way.shown(output) == len(way.words)
        calls += [(way, call) for call in its_calls]
    return calls


@on_linux
@pytest.mark.rounds(short=0, long=100)
def test_killed_at_any_file_system_call_of_other_ways_to_play_the_program_has_lost_nothing(
    attack: Attack, ways: list[tuple[Way, Call]], tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    for at in attack.share(list(range(len(ways)))):
        home, (way, call) = Home(tmp_path / str(at)), ways[at]
        output, is_killed = killed_at(home, call, way.lines)
        shown = way.shown(output)
        numbers = [shown, min(shown + 1, len(way.words))]
        if way.words[shown - 1 : shown + 1] == ["give up", "undo"]:
            numbers.append(shown - 1)  # to play on brings the game back first, as it was when that was shown
        allowed = [way.after(number, tmp_path_factory) for number in numbers]
        assert kept(home) in allowed
        assert home.run("stats").stderr == ""
        assert kept(home) in allowed
        attack.tried("killed at a file-system call of other ways to play", is_killed)


@pytest.mark.rounds(short=1, long=20)
def test_killed_at_any_call_of_python_the_program_has_lost_nothing(attack: Attack, tmp_path: Path) -> None:
    whole = Home(tmp_path / "whole")
    done = whole.run("killed", str(MANY), "--plain", str(DEAL), lines=MOVES, program=(SPOILT,))
    counted = re.search(r"calls left: (\d+)", done.stderr)
    assert counted is not None
    every = list(range(1, MANY - int(counted[1]) + 1))
    for at in attack.share(every) if attack.is_long else [attack.chance.choice(every)]:
        home = Home(tmp_path / str(at))
        killed = home.run("killed", str(at), "--plain", str(DEAL), lines=MOVES, program=(SPOILT,))
        assert killed.returncode == -signal.SIGKILL
        assert_nothing_is_lost(home, killed.stdout)
        attack.tried("killed at a call that opens or changes a file, without strace")


class Killed(NamedTuple):
    """The moves that the table showed, and those that were typed, when it was killed."""

    shown: int
    typed: int


def play_and_kill(terminal: Terminal, played: int, chance: Random) -> Killed:
    """Type some moves after those that are played, and kill the table as soon as it shows some of them, or sooner."""
    typed = played + chance.randint(1, 12)
    terminal.type("".join(MOVES[played:typed]))
    wanted = chance.randint(played, min(typed, len(MOVES)) - 1)
    terminal.wait(lambda: moves_on(terminal) >= wanted or "You won" in terminal.text, f"move {wanted}")
    terminal.pump(chance.choice([0, 0.001, 0.003, 0.01, 0.03]))
    terminal.process.kill(signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    return Killed(max(moves_on(terminal), wanted), typed)  # after a win no moves are shown


@pytest.mark.rounds(short=1, long=150)
def test_killed_at_any_moment_the_table_shows_the_same_position_at_the_next_start(
    attack: Attack, start: Callable[..., Terminal], tmp_path: Path
) -> None:
    home, played = Home(tmp_path), 0
    for _ in range(8 if attack.is_long else 2):
        terminal = start(*(("--resume",) if played else (str(DEAL),)))
        assert moves_on(terminal) == played
        killed = play_and_kill(terminal, played, attack.chance)
        attack.tried("killed at a random moment of the table")
        played = moves_kept(home.latest())
        assert killed.shown <= played <= killed.typed
        if played == len(MOVES):
            break
    else:
        terminal = start(*(("--resume",) if played else (str(DEAL),)))
        terminal.type("".join(MOVES[played:]))
        terminal.see("You won")
        terminal.process.kill(signal.SIGKILL)
        assert terminal.end() == -signal.SIGKILL
    statistics = home.run("stats")
    assert statistics.stderr == ""
    assert home.results() == [(DEAL, True)]
