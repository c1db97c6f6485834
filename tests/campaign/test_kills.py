"""Programs that are killed: the next start offers the position that was last shown, and a win counts once.

What a player does with games at the table is done, or it is not.
"""

import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from random import Random
from shutil import copy2, copytree
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from campaign.conftest import Attack, calls_of
from campaign.player import DEAL, MOVES, SPOILT, Home, finish_in_line_mode, moves_kept, moves_on, moves_shown
from campaign.system_calls import CALLS, Call, attached, disturbing, on_linux, recorded
from freecell_tui.engine import Game
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.games import number_of, played
from support.processes import sleeps
from support.pty_terminal import DOWN, Start, Terminal
from support.stored_games import keep
from support.ui_driver import after

pytestmark = pytest.mark.slow

MANY = 10**6


def assert_nothing_is_lost(home: Home, output: str) -> None:
    shown = moves_shown(output)
    assert finish_in_line_mode(home) in (shown, min(shown + 1, len(MOVES)))


def killed_at(home: Home, call: Call, lines: Sequence[str]) -> tuple[str, bool]:
    """Play these lines, and kill the program at a call of its own; return what it said, and whether it came to that.

    What is looked up a moment after the start or a win falls between other calls each time, and then the number of a
    call is that of another one, which need not be about the player's files, or of none.
    """
    before = disturbing(f"{call.name}:signal=SIGKILL:when={call.number}", home.trace)
    done = home.run("--plain", str(DEAL), lines=lines, before=before)
    assert done.stderr == ""
    return done.stdout, was_killed_at_a_file(home)


def was_killed_at_a_file(home: Home) -> bool:
    """Whether the last call of a program that was killed is about the player's files."""
    last, end = ["", *home.trace.read_text(encoding="utf-8", errors="surrogateescape").splitlines()][-2:]
    return "killed by SIGKILL" in end and str(home.folder) in last


@on_linux
@pytest.mark.rounds(short=1, long=100)
def test_killed_at_any_file_system_call_of_a_whole_game_the_program_has_lost_nothing(
    attack: Attack, calls_of_a_game: list[Call], tmp_path: Path
) -> None:
    points = calls_of_a_game
    assert {"openat", "write", "rename", "fsync", "pwrite64", "fdatasync", "unlink"} <= {call.name for call in points}
    for at in attack.share(range(len(points))):
        home = Home(tmp_path / str(at))
        output, is_killed = killed_at(home, points[at], MOVES)
        assert_nothing_is_lost(home, output)
        attack.tried("killed at a file-system call of a whole game", is_killed)


# Other ways to play


_BRANCHES = (
    "bookmark fork; undo 2; 1a; note a try; jump 1; 38; branch 2; bookmark try; unmark 2; branch 1; cut 2; uncut; "
    "branch 2; note none; restart; undo; redo; redo"
)
_GAMES = "daily; hint; best 1; deal 3; 1a; open 2; give up; give up; undo; deal 7851; resume"
_LISTS = "tournament first-ten; best 1; journey all; best 1"
WAYS = (
    [*MOVES[:3], *_BRANCHES.split("; ")],
    [*MOVES[:4], *_GAMES.split("; "), *MOVES[4:], "undo", MOVES[-1], *_LISTS.split("; ")],
)
"""Branches, bookmarks and notes; and several games."""


class Kept(NamedTuple):
    """What a player has: games of each kind without their times and marks, and results."""

    unfinished: tuple[str, ...]
    others: tuple[str, ...]
    results: tuple[tuple[int, bool], ...]


def kept(home: Home) -> Kept:
    """Look, as the next start does, at what is kept, in a copy of it: what is on the disk stays as it is."""
    with TemporaryDirectory(dir=home.root) as copy:
        folder = Path(copy) / "copy"
        if home.folder.is_dir():
            copytree(home.folder, folder, copy_function=_same_or_copied)
        store, history = SaveStore(folder), History(folder)
        store.latest(lambda _: True, [])
        history.import_missed_wins(store)
        return Kept(
            tuple(sorted(_content(path) for path in store.unfinished())),
            tuple(sorted(_content(path) for path in (*(store.folder / "won").glob("*.json"), *store.deleted()))),
            tuple(sorted((number_of(result.deal), result.is_won) for result in history.results())),
        )


def _same_or_copied(source: str, target: str) -> None:
    """Copy a file; a save, which is never written to again, stays the same one: the history may have seen that."""
    if source.endswith(".json"):
        os.link(source, target)
    else:
        copy2(source, target)


def _content(path: Path) -> str:
    saved = saves.read(path)
    return saves.encode(replace(saved, elapsed=0.0, started="", saved="", id="", order=0))


def assert_kept_is_one_of(allowed: Sequence[Kept], home: Home) -> None:
    assert kept(home) in allowed
    assert home.run("stats").stderr == ""
    assert kept(home) in allowed


class Way:
    """A way to play: behind each of its lines stands a word that nobody knows, whose answer marks where it is."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._after: dict[int, Kept] = {}

    @cached_property
    def lines(self) -> list[str]:
        return [line for number, word in enumerate(self.words, 1) for line in (word, f"nobody{number}")]

    def shown(self, output: str) -> int:
        """How many lines have been answered."""
        return max((number for number in range(1, len(self.words) + 1) if f"nobody{number}”" in output), default=0)

    def after(self, number: int, folders: pytest.TempPathFactory) -> Kept:
        """What is kept of a program that is killed when it has answered so many lines."""
        if number not in self._after:
            home = Home(folders.mktemp("after"))
            with home.start("--plain", str(DEAL)) as process:
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write("".join(f"{line}\n" for line in self.lines[: 2 * number]))
                process.stdin.flush()
                heard = process.stdout.readline()
                while self.shown(heard) < number:
                    heard += process.stdout.readline()
                process.kill()
            self._after[number] = kept(home)
        return self._after[number]


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
    for at in attack.share(range(len(ways))):
        home, (way, call) = Home(tmp_path / str(at)), ways[at]
        output, is_killed = killed_at(home, call, way.lines)
        shown = way.shown(output)
        numbers = [shown, min(shown + 1, len(way.words))]
        if way.words[shown - 1 : shown + 1] == ["give up", "undo"]:
            numbers.append(shown - 1)  # to play on brings the game back first, as it was when that was shown
        allowed = [way.after(number, tmp_path_factory) for number in numbers]
        assert_kept_is_one_of(allowed, home)
        attack.tried("killed at a file-system call of other ways to play", is_killed)


# At any moment


@pytest.mark.rounds(short=1, long=20)
def test_killed_at_any_call_of_python_the_program_has_lost_nothing(attack: Attack, tmp_path: Path) -> None:
    whole = Home(tmp_path / "whole")
    done = whole.run("killed", str(MANY), "--plain", str(DEAL), lines=MOVES, program=(SPOILT,))
    counted = re.search(r"calls left: (\d+)", done.stderr)
    assert counted is not None
    for at in attack.share(range(1, MANY - int(counted[1]) + 1)):
        home = Home(tmp_path / str(at))
        killed = home.run("killed", str(at), "--plain", str(DEAL), lines=MOVES, program=(SPOILT,))
        assert killed.returncode == -signal.SIGKILL
        assert_nothing_is_lost(home, killed.stdout)
        attack.tried("killed at a call that opens or changes a file, without strace")


def play_and_kill(terminal: Terminal, played: int, chance: Random) -> range:
    """Type some moves after those that are played, and kill the table as soon as it shows some of them, or sooner.

    Return what may be kept, from the moves that it showed to those that were typed.
    """
    typed = played + chance.randint(1, 12)
    terminal.type("".join(MOVES[played:typed]))
    wanted = chance.randint(played, min(typed, len(MOVES)) - 1)
    terminal.wait(lambda: moves_on(terminal) >= wanted or "You won" in terminal.text, f"move {wanted}")
    terminal.pump(chance.choice([0, 0.001, 0.003, 0.01, 0.03]))
    terminal.process.kill(signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    return range(max(moves_on(terminal), wanted), typed + 1)  # after a win no moves are shown


@pytest.mark.rounds(short=1, long=150)
def test_killed_at_any_moment_the_table_shows_the_same_position_at_the_next_start(
    attack: Attack, start: Start, tmp_path: Path
) -> None:
    home, played, left = Home(tmp_path), 0, 8 if attack.is_long else 2
    while played < len(MOVES):
        terminal = start("--resume" if played else str(DEAL))
        assert moves_on(terminal) == played
        if left:
            possible = play_and_kill(terminal, played, attack.chance)
        else:
            terminal.type("".join(MOVES[played:]))
            terminal.see("You won")
            terminal.process.kill(signal.SIGKILL)
            assert terminal.end() == -signal.SIGKILL
            possible = range(len(MOVES), len(MOVES) + 1)
        attack.tried("killed at a random moment of the table", bool(left))
        left, played = left - 1, moves_kept(home.latest())
        assert played in possible
    home.assert_won_once()


# What a player does with games


A_MOMENT = 0.3
"""Seconds after which a program that sends nothing and sleeps has nothing more to do."""


class Deed(NamedTuple):
    """What a player does: the keys that lead up to it and what is seen then, and the same for the deed itself."""

    keys_before: tuple[str, ...]
    seen_before: str
    keys: str
    seen: str


DEEDS = {
    "delete": Deed(("l", DOWN, "x"), "It will count as lost", "x", "was deleted"),
    "restore": Deed(("l", DOWN, "x", "x"), "was deleted", "u", "is back"),
    "delete the game on the table": Deed(("l", "x"), "It will count as lost", "x", "another deal is on the table"),
    "rename": Deed(("l", DOWN, "e", "mine"), "Name: mine", "\r", "2 mine"),
    "give up": Deed(("X",), "Give this game up?", "X", "Given up"),
    "bring back after giving up": Deed(("X", "X"), "Given up", "u", "counts as lost until"),
    "play on after giving up": Deed(("X", "X", "\x1b"), "move up", "3b", "no longer counts as lost"),
}


def get_ready(home: Home, deed: Deed) -> Terminal:
    """Start the table with two unfinished games that the history knows, and do all that comes before a deed."""
    home.forget_lesson()
    store = SaveStore(home.folder)
    for game in (after(617, 4), played(Game.new(DEAL), " ".join(MOVES[:5]))):
        keep(store, SavedGame(game, 60.0, started="2026-11-22T10:00:00Z"))
    History(home.folder).import_missed_wins(store)
    script = f"exec '{sys.executable}' '{SPOILT}' traceable --resume"
    terminal = Terminal(home.folder.parent, script=script, HOME=home.environment["HOME"])
    terminal.wait(lambda: "move up" in terminal.bottom, "the table")
    for keys in deed.keys_before:
        terminal.type(keys)
        terminal.pump(0.05)
    terminal.see(deed.seen_before)
    return terminal


class Course(NamedTuple):
    """A deed that was done: what is kept before and after it, and the calls that are about the player's files."""

    deed: Deed
    before: Kept
    after: Kept
    calls: list[Call]


def rest(terminal: Terminal) -> None:
    """Wait until the program has nothing more to do, or is gone."""
    sent = -1
    while sent != len(terminal.output) or not sleeps(terminal.process.pid):
        sent = len(terminal.output)
        terminal.pump(A_MOMENT)


def do_and_kill(home: Home, deed: Deed, calls: str, *more: str) -> Kept:
    """Do something while strace watches, and kill the program when it has done all; return what was kept before it."""
    terminal = get_ready(home, deed)
    before = kept(home)
    with attached(terminal.process.pid, home.trace, calls, *more):
        terminal.type(deed.keys)
        terminal.wait(lambda: deed.seen in terminal.text or not terminal.pump(0.05), f"“{deed.seen}”")
        rest(terminal)
        terminal.process.kill(signal.SIGKILL)
        terminal.end()
    assert more or deed.seen in terminal.text
    return before


def course_of(deed: Deed, home: Home) -> Course:
    """Do something, and see what comes of it."""
    before = do_and_kill(home, deed, CALLS)
    calls = [call for call in recorded(home.trace) if str(home.folder) in call.rest]
    return Course(deed, before, kept(home), calls)


def kill_at(course: Course, call: Call, home: Home) -> bool:
    """Do it again, and kill the program at a call: it is done, or it is not. Return whether it came to that call."""
    do_and_kill(home, course.deed, call.name, "-e", f"inject={call.name}:signal=SIGKILL:when={call.number}")
    assert_kept_is_one_of([course.before, course.after], home)
    return was_killed_at_a_file(home)


@pytest.fixture(scope="module")
def courses(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Course]:
    """What comes of each deed, done once."""
    return cache(lambda name: course_of(DEEDS[name], Home(tmp_path_factory.mktemp("done"))))


@on_linux
def test_killed_when_its_loss_is_counted_and_its_save_is_still_there_a_game_is_unfinished_again(
    courses: Callable[[str], Course], tmp_path: Path
) -> None:
    course = courses("delete")
    assert kill_at(course, next(call for call in course.calls if call.name == "rename"), Home(tmp_path))


@on_linux
@pytest.mark.rounds(short=0, long=20)
@pytest.mark.parametrize("name", DEEDS)
def test_killed_at_any_call_of_what_a_player_does_with_games_it_is_done_or_it_is_not(
    attack: Attack, name: str, courses: Callable[[str], Course], tmp_path: Path
) -> None:
    course = courses(name)
    for at in attack.share(range(len(course.calls))):
        is_killed = kill_at(course, course.calls[at], Home(tmp_path / str(at)))
        attack.tried(f"killed at a call at the table: {name}", is_killed)
