"""Disks that refuse, as they do to an ordinary user, in line mode and at the table: the game goes on, and is kept."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from shlex import join
from threading import Timer

import pytest

from campaign.conftest import Attack
from campaign.player import DEAL, MOVES, SPOILT, Home, moves_kept, moves_on
from campaign.system_calls import Call, attached, disturbing, has_met, on_linux
from freecell_tui.storage import saves
from support.pty_terminal import DEADLINE, Start, Terminal
from support.refusing_disk import ordinary_user

pytestmark = pytest.mark.slow

YEAR = 366 * 86400
WRITING = {"write", "pwrite64", "rename", "fsync", "fdatasync", "unlink", "mkdir", "flock", "ftruncate"}
"""Calls that change the player's files, or wait for the disk."""

TABLE_CALLS = {"rename": 100, "fsync": 100, "fdatasync": 8, "pwrite64": 30, "unlink": 35, "mkdir": 4, "flock": 70}
"""Calls that may fail, and about how many of each there are in a game."""

ERRORS = ["EIO", "ENOSPC", "EDQUOT"]
ELSEWHERE = re.compile(r"freecell --resume (\S+) continues it")
TOLD = "NOT SAVED"


# What goes wrong with a player's folder, and right again, which may be said twice


class Fault:
    """Something wrong with the player's folder, for a process that plays; at the table it may be told at once."""

    is_told = True

    def __init__(self, home: Home) -> None:
        self.home = home

    def begin(self, process: int) -> None:
        pass

    def end(self, process: int) -> None:
        pass


class Full(Fault):
    """No file of a process may grow, which the system tells as an error of the file system."""

    def begin(self, process: int) -> None:
        if sys.platform == "linux":
            resource.prlimit(process, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def end(self, process: int) -> None:
        if sys.platform == "linux":
            with suppress(ProcessLookupError):
                resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class FullDisk(Fault):
    """A disk of its own, small and filled up; only root may have one."""

    is_told = False

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self.disk = home.root / "state"
        self.disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(self.disk)]
        if os.geteuid() != 0 or shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
            pytest.skip("this user may mount no disk")

    def begin(self, _process: int) -> None:
        with suppress(OSError), (self.disk / "ballast").open("ab", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def end(self, _process: int) -> None:
        (self.disk / "ballast").unlink(missing_ok=True)


class ReadOnly(Fault):
    """Folders that may be looked at, and not written to."""

    mode = 0o500

    def begin(self, _process: int) -> None:
        self._change((self.home.folder / "unfinished", self.home.folder / "won", self.home.folder), self.mode)

    def end(self, _process: int) -> None:
        self._change((self.home.folder, self.home.folder / "won", self.home.folder / "unfinished"), 0o700)

    def _change(self, folders: tuple[Path, ...], mode: int) -> None:
        for folder in folders:
            with suppress(FileNotFoundError):
                folder.chmod(mode)


class Denied(ReadOnly):
    """Folders that may not be entered."""

    mode = 0


class Removed(Fault):
    """A folder that is gone; it may be made again."""

    is_told = False

    def begin(self, _process: int) -> None:
        shutil.rmtree(self.home.folder, ignore_errors=True)


class InTheWay(Fault):
    """A file where the folder was, as a disk that is no longer there leaves it."""

    def begin(self, _process: int) -> None:
        if self.home.folder.is_dir():
            self.home.folder.rename(self.home.root / "elsewhere")
        self.home.folder.parent.mkdir(exist_ok=True)
        self.home.folder.touch()

    def end(self, _process: int) -> None:
        if self.home.folder.is_file():
            self.home.folder.unlink()
            with suppress(FileNotFoundError):
                (self.home.root / "elsewhere").rename(self.home.folder)


FAULTS: dict[str, type[Fault]] = {
    "full": Full,
    "read-only": ReadOnly,
    "denied": Denied,
    "removed": Removed,
    "a file in the way": InTheWay,
}


@pytest.fixture
def full_disk(home: Home) -> Iterator[FullDisk]:
    """A small disk that is filled up."""
    fault = FullDisk(home)
    yield fault
    subprocess.run(["umount", "--lazy", str(fault.disk)], check=True)


# Who plays


class LineMode:
    """A game in line mode, one move at a time, of an ordinary user."""

    def __init__(self, home: Home) -> None:
        self._process = home.start("--plain", str(DEAL), before=ordinary_user())
        self.pid = self._process.pid
        self._watch = Timer(DEADLINE, self._process.kill)
        self._watch.start()
        self._asked = 0
        self._say("")

    def _say(self, line: str) -> str:
        """Say a line, and return all that is answered, up to what is answered to a word that nobody knows."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._asked += 1
        self._process.stdin.write(f"{line}\nnobody{self._asked}\n")
        self._process.stdin.flush()
        answer = ""
        while f"nobody{self._asked}" not in answer:
            heard = self._process.stdout.readline()
            assert heard, f"the program has ended: {answer}"
            answer += heard
        return answer

    def play(self, at: int) -> None:
        """Play a move of the game; what is answered tells of it."""
        answer = self._say(MOVES[at])
        assert any(" to " in sentence for sentence in answer.splitlines()[:-1]), answer
        assert answer.count("This game cannot be saved") <= 1

    def see(self, fault: Fault, *, is_saved: bool) -> None:
        """See that a game is not saved, or is again: it is said with a move."""

    def leave(self) -> str:
        """End the input; return what was said on standard error."""
        _, err = self._process.communicate()
        assert self._process.returncode in {0, 1}, err
        return err

    def close(self) -> None:
        self._watch.cancel()
        self._process.kill()


class AtTheTable:
    """A game at the real table, of an ordinary user; behind a command such as strace."""

    def __init__(self, start: Start, home: Home, *before: str) -> None:
        home.without_motion()
        script = f"exec {join([*ordinary_user(), *before])} $FREECELL {DEAL}"
        folder = str(home.root / "home")
        self.terminal = start(script=script, size=(120, 40), HOME=folder, TMPDIR=folder)
        self.pid = self.terminal.process.pid

    def play(self, at: int) -> None:
        play(self.terminal, at)

    def see(self, fault: Fault, *, is_saved: bool) -> None:
        """Wait until the table tells that the game is not saved, or no longer tells it."""
        terminal = self.terminal
        if is_saved:
            terminal.wait(lambda: TOLD not in terminal.top, "the game to be saved again")
        elif fault.is_told:
            terminal.wait(lambda: TOLD in terminal.top or "You won" in terminal.text, TOLD)

    def leave(self) -> str:
        """Leave the table, whatever is asked; return what is said then, in one line."""
        terminal = self.terminal
        # The summary of a win takes no other key for a second.
        terminal.type("\x03")
        terminal.wait(lambda: "Not saved" in terminal.text or not terminal.pump(0.05), "the end")
        if "Not saved" in terminal.text:
            terminal.type("g")
        assert terminal.end() == 0
        return "".join(terminal.screen.display)

    def close(self) -> None:
        self.terminal.close()


def play(terminal: Terminal, at: int) -> None:
    """Play a move of the game, and wait until it is seen."""
    terminal.type(MOVES[at])
    terminal.wait(lambda: moves_on(terminal) > at or "You won" in terminal.text, f"move {at + 1}")


def moves_kept_anywhere(home: Home, err: str) -> int:
    """How many moves the game has where it is kept: in another folder if that was said, else in its own."""
    elsewhere = ELSEWHERE.search(err)
    return moves_kept(saves.read(Path(elsewhere[1])) if elsewhere else home.latest())


def play_through(
    attack: Attack, home: Home, fault: Fault, begin_to_play: Callable[[Home], LineMode | AtTheTable] = LineMode
) -> None:
    """Play while a disk refuses for some moves, or from some move on; the last position shown is kept."""
    chance = attack.chance
    begin, last = chance.randint(0, 30), chance.randint(20, len(MOVES))
    end = begin + chance.randint(1, 12) if chance.random() < 0.6 else len(MOVES)
    player = begin_to_play(home)
    try:
        for at in range(last):
            if at == begin:
                fault.begin(player.pid)
            if at == end:
                fault.end(player.pid)
            player.play(at)
            if at in (begin, end):
                player.see(fault, is_saved=at == end)
        said = player.leave()
    finally:
        fault.end(player.pid)
        player.close()
    assert "Traceback" not in said
    if "could not be saved in another folder either" in said:
        assert isinstance(fault, Full)  # to this process every disk is full, and it has said so
        assert moves_kept_anywhere(home, said) >= begin
        return
    assert moves_kept_anywhere(home, said) == last
    if last == len(MOVES):
        assert home.run("stats").returncode == 0
        assert home.results() == [(DEAL, True)] or ELSEWHERE.search(said)


@on_linux
@pytest.mark.rounds(short=1, long=40)
@pytest.mark.parametrize("name", [*FAULTS])
def test_a_disk_that_refuses_costs_no_move(attack: Attack, home: Home, name: str) -> None:
    play_through(attack, home, FAULTS[name](home))
    attack.tried(f"games on a disk that is {name} for a while, or for good")


@on_linux
@pytest.mark.rounds(short=0, long=10)
@pytest.mark.parametrize("name", [*FAULTS])
def test_at_the_table_a_disk_that_refuses_is_told_and_costs_no_move(
    attack: Attack, home: Home, start: Start, name: str
) -> None:
    play_through(attack, home, FAULTS[name](home), partial(AtTheTable, start))
    attack.tried(f"games at the table on a disk that is {name} for a while, or for good")


@on_linux
@pytest.mark.rounds(short=0, long=40)
def test_a_disk_that_is_really_full_costs_no_move(attack: Attack, home: Home, full_disk: Fault) -> None:
    play_through(attack, home, full_disk)
    attack.tried("games on a disk of 256 KiB that is filled up for a while, or for good")


@on_linux
@pytest.mark.rounds(short=0, long=10)
def test_at_the_table_a_disk_that_is_really_full_costs_no_move(
    attack: Attack, home: Home, start: Start, full_disk: Fault
) -> None:
    play_through(attack, home, full_disk, partial(AtTheTable, start))
    attack.tried("games at the table on a disk of 256 KiB that is filled up for a while, or for good")


# Calls that fail once


@on_linux
@pytest.mark.rounds(short=1, long=60)
def test_a_call_that_fails_once_costs_no_move_and_no_win(
    attack: Attack, calls_of_a_game: list[Call], tmp_path: Path
) -> None:
    points = [call for call in calls_of_a_game if call.name in WRITING]
    for at in attack.share(range(len(points))):
        home, call = Home(tmp_path / str(at)), points[at]
        before = disturbing(f"{call.name}:error={attack.chance.choice(ERRORS)}:when={call.number}", home.trace)
        done = home.run("--plain", str(DEAL), lines=MOVES, before=before)
        assert done.returncode == 0, done.stderr
        assert moves_kept_anywhere(home, done.stderr) == len(MOVES)
        home.run("stats")
        assert home.results() == [(DEAL, True)]
        # What is looked up a moment after the start or the win falls between other calls each time.
        attack.tried("calls of a whole game that failed once", has_met("INJECTED", home.trace))


@on_linux
@pytest.mark.rounds(short=0, long=30)
def test_at_the_table_a_call_that_fails_once_costs_no_move_and_no_win(attack: Attack, home: Home, start: Start) -> None:
    name, most = attack.chance.choice([*TABLE_CALLS.items()])
    error = attack.chance.choice(ERRORS)
    what = disturbing(f"{name}:error={error}:when={attack.chance.randint(1, most)}", home.trace)
    player = AtTheTable(start, home, *what)
    for at in range(len(MOVES)):
        player.play(at)
    assert "freecell:" not in player.leave()
    assert moves_kept(home.latest()) == len(MOVES)
    home.assert_won_once()
    attack.tried("calls of a game at the table that failed once", has_met("INJECTED", home.trace))


# Slow disks


@on_linux
@pytest.mark.rounds(short=0, long=20)
def test_a_slow_disk_costs_no_move(attack: Attack, home: Home) -> None:
    delay = attack.chance.choice([10_000, 100_000, 300_000])
    before = disturbing(f"fsync,fdatasync:delay_enter={delay}")
    moves = MOVES[: attack.chance.randint(1, 20)]
    done = home.run("--plain", str(DEAL), lines=moves, before=before)
    assert done.stderr == ""
    assert moves_kept_anywhere(home, done.stderr) == len(moves)
    attack.tried("games on a disk that takes up to 0.3 s for each flush")


@on_linux
def test_at_the_table_a_move_is_seen_before_the_disk_is_waited_for(home: Home, start: Start) -> None:
    terminal = start(script=f"exec '{sys.executable}' '{SPOILT}' traceable {DEAL}")
    play(terminal, 0)
    # A key is only heard when the disk has the move before it.
    terminal.type("\x1b[C")
    terminal.wait(lambda: "Enter " in terminal.bottom, "the cursor")
    with attached(terminal.process.pid, home.trace, "fsync", "-e", "inject=fsync:signal=SIGSTOP"):
        terminal.type(MOVES[1])
        terminal.wait(lambda: has_met("stopped by SIGSTOP", home.trace), "the program to stop")
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
    player = AtTheTable(start, home, *disturbing(f"{calls}:delay_enter={delay}", home.trace))
    last = chance.randint(1, 20)
    for at in range(last):
        player.play(at)
        player.terminal.pump(chance.choice([0, 0.1, 0.5]))
    assert "freecell:" not in player.leave()
    assert moves_kept(home.latest()) == last
    assert [path.name for path in (home.folder / "unfinished").iterdir() if path.suffix != ".json"] == []
    attack.tried("games at the table on a disk that takes 0.1 to 1 s for each flush")


# No home, a wrong clock, and many players


@pytest.mark.rounds(short=1, long=20)
def test_without_a_home_the_game_is_kept_elsewhere(attack: Attack, home: Home) -> None:
    nowhere = attack.chance.choice(["/dev/null/nobody", "/dev/null", str(home.root / "file" / "home")])
    (home.root / "file").touch()
    home.environment["HOME"] = nowhere
    del home.environment["XDG_STATE_HOME"], home.environment["XDG_CONFIG_HOME"]
    home.environment["TMPDIR"] = str(home.root / "home")
    done = home.run("--plain", str(DEAL), lines=MOVES[:5])
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert ELSEWHERE.search(done.stderr)
    assert moves_kept_anywhere(home, done.stderr) == 5
    attack.tried("games of players without a home")


@pytest.mark.rounds(short=1, long=40)
def test_after_the_clock_was_set_back_the_game_played_last_is_offered(attack: Attack, home: Home) -> None:
    wrong = [str(attack.chance.randint(-50 * YEAR, 5 * YEAR)) for _ in range(3)]
    for played, seconds in enumerate(wrong, 1):
        home.run("clock", seconds, "--plain", str(DEAL), lines=MOVES[:played], program=(SPOILT,))
        assert moves_kept(home.latest()) == played
        attack.tried("games begun after the clock had been set, most often back")


@pytest.mark.rounds(short=1, long=40)
def test_five_players_of_one_game_at_once_lose_nothing_and_win_once(attack: Attack, home: Home) -> None:
    begun = attack.chance.randint(1, 30)
    home.run("--plain", str(DEAL), lines=MOVES[:begun])
    players = [home.start("--plain", "--resume") for _ in range(5)]
    for player in players:
        assert player.stdout is not None
        assert "deal 7851" in player.stdout.readline()
    for player in players:
        assert player.stdin is not None
        player.stdin.write("".join(f"{move}\n" for move in MOVES[begun:]))
        player.stdin.flush()
    for player in players:
        _, err = player.communicate(timeout=DEADLINE)
        assert player.returncode == 0
        assert err == ""
    home.assert_won_once()
    assert [path.name for path in (home.folder / "unfinished").iterdir()] == []
    attack.tried("five players of one game at once, to its end")
