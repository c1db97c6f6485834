"""Deleting, restoring, renaming and giving up at the real table, killed half way: it is done, or it is not."""

import signal
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from campaign.conftest import Attack
from campaign.player import DEAL, MOVES, SPOILT, Home
from campaign.system_calls import CALLS, Call, attached, on_linux, recorded
from campaign.ways_to_play import Kept, kept
from freecell_tui.engine import Game
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.games import played
from support.pty_terminal import DOWN, Terminal
from support.stored_games import keep
from support.ui_driver import after

pytestmark = pytest.mark.slow

A_MOMENT = 0.3
"""Seconds after which a program that sends nothing has nothing more to do."""


class Deed(NamedTuple):
    """What a player does: the keys that lead up to it and what is seen then, and the same for the deed itself."""

    keys_before: tuple[str, ...]
    seen_before: str
    keys: str
    seen: str


DEEDS = {
    "delete": Deed(("l", DOWN, "x"), "It counts as lost", "x", "was deleted"),
    "restore": Deed(("l", DOWN, "x", "x"), "was deleted", "u", "is back"),
    "delete the game on the table": Deed(("l", "x"), "It counts as lost", "x", "another deal is on the table"),
    "rename": Deed(("l", DOWN, "e", "mine"), "Name: mine", "\r", "2 mine"),
    "give up": Deed(("X",), "Give this game up?", "X", "Given up"),
    "play on after giving up": Deed(("X", "X"), "Given up", "u", "no longer counts as lost"),
}


def prepare(home: Home) -> None:
    """Let a player have two unfinished games, of which the history knows; the second was played last."""
    home.forget_lesson()
    store = SaveStore(home.folder)
    for game in (after(617, 4), played(Game.new(DEAL), " ".join(MOVES[:5]))):
        keep(store, SavedGame(game, 60.0, started="2026-11-22T10:00:00Z"))
    History(home.folder).import_missed_wins(store)


class Course(NamedTuple):
    """A deed that was done: what is kept before and after it, and the calls that are about the player's files."""

    name: str
    before: Kept
    after: Kept
    calls: list[Call]


def get_ready(home: Home, deed: Deed) -> Terminal:
    """Start the table, and do all that comes before a deed."""
    script = f"exec '{sys.executable}' '{SPOILT}' traceable --resume"
    terminal = Terminal(home.folder.parent, script=script, HOME=home.environment["HOME"])
    terminal.wait(lambda: "carry" in terminal.bottom, "the table")
    for keys in deed.keys_before:
        terminal.type(keys)
        terminal.pump(0.05)
    terminal.see(deed.seen_before)
    return terminal


def rest(terminal: Terminal) -> None:
    """Wait until the program has nothing more to do, or is gone."""
    sent = -1
    while sent != len(terminal.output):
        sent = len(terminal.output)
        terminal.pump(A_MOMENT)


def course_of(name: str, home: Home) -> Course:
    """Do something, and see what comes of it."""
    prepare(home)
    deed, trace = DEEDS[name], home.root / "trace"
    terminal = get_ready(home, deed)
    before = kept(home)
    with attached(terminal.process.pid, trace, CALLS):
        terminal.type(deed.keys)
        terminal.see(deed.seen)
        rest(terminal)
        terminal.process.kill(signal.SIGKILL)
        terminal.end()
    calls = [call for call in recorded(trace) if str(home.folder) in call.rest]
    return Course(name, before, kept(home), calls)


def kill_at(course: Course, call: Call, home: Home) -> bool:
    """Do it again, and kill the program at a call: it is done, or it is not. Return whether it came to that call."""
    prepare(home)
    deed, trace = DEEDS[course.name], home.root / "trace"
    terminal = get_ready(home, deed)
    killing = f"inject={call.name}:signal=SIGKILL:when={call.number}"
    with attached(terminal.process.pid, trace, call.name, "-e", killing):
        terminal.type(deed.keys)
        terminal.wait(lambda: not terminal.pump(0.05) or deed.seen in terminal.text, "the end")
        rest(terminal)
        terminal.process.kill(signal.SIGKILL)
        terminal.end()
    assert kept(home) in (course.before, course.after)
    assert home.run("stats").stderr == ""
    assert kept(home) in (course.before, course.after)
    *calls, end = trace.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    return "killed by SIGKILL" in end and str(home.folder) in "".join(calls[-1:])


@pytest.fixture(scope="module")
def courses(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Course]:
    """What comes of each deed, done once."""
    return cache(lambda name: course_of(name, Home(tmp_path_factory.mktemp("done"))))


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
    calls = courses(name).calls
    for at in attack.share(list(range(len(calls)))):
        is_killed = kill_at(courses(name), calls[at], Home(tmp_path / str(at)))
        attack.tried(f"killed at a call at the table: {name}", is_killed)
