"""Disks that refuse, as they do to an ordinary user: the game goes on, and it is kept where that is possible."""

import re
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import Protocol

import pytest

from campaign.conftest import Attack
from campaign.faults import Denied, Fault, Full, InTheWay, ReadOnly, Removed
from campaign.player import DEADLINE, DEAL, MOVES, SPOILT, Home, moves_kept
from campaign.system_calls import Call, disturbing, on_linux
from freecell_tui.storage import saves
from support.refusing_disk import ordinary_user

pytestmark = pytest.mark.slow

FAULTS: dict[str, type[Fault]] = {
    "full": Full,
    "read-only": ReadOnly,
    "denied": Denied,
    "removed": Removed,
    "a file in the way": InTheWay,
}
YEAR = 366 * 86400
WRITING = {"write", "pwrite64", "rename", "fsync", "fdatasync", "unlink", "mkdir", "flock", "ftruncate"}
"""Calls that change the player's files, or wait for the disk."""

ELSEWHERE = re.compile(r"freecell --resume (\S+) continues it")


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
        self._watch.cancel()
        assert self._process.returncode in {0, 1}, err
        return err

    def close(self) -> None:
        self._process.kill()


class Player(Protocol):
    """Whoever plays the game in one of the front ends."""

    pid: int

    def play(self, at: int) -> None: ...

    def see(self, fault: Fault, *, is_saved: bool) -> None: ...

    def leave(self) -> str: ...

    def close(self) -> None: ...


def moves_kept_anywhere(home: Home, err: str) -> int:
    """How many moves the game has where it is kept: in another folder if that was said, else in its own."""
    elsewhere = ELSEWHERE.search(err)
    return moves_kept(saves.read(Path(elsewhere[1])) if elsewhere else home.latest())


def play_through(attack: Attack, home: Home, fault: Fault, begin_to_play: Callable[[Home], Player] = LineMode) -> None:
    """Play while a disk refuses for some moves, or from some move on; the last position shown is kept."""
    chance = attack.chance
    begin, last = chance.randint(0, 30), chance.randint(20, len(MOVES))
    end = begin + chance.randint(1, 12) if chance.random() < 0.6 else len(MOVES)
    player = begin_to_play(home)
    fault.process = player.pid
    try:
        for at in range(last):
            if at == begin:
                fault.begin()
            if at == end:
                fault.end()
            player.play(at)
            if at in (begin, end):
                player.see(fault, is_saved=at == end)
        said = player.leave()
    finally:
        fault.end()
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
@pytest.mark.rounds(short=0, long=40)
def test_a_disk_that_is_really_full_costs_no_move(attack: Attack, home: Home, full_disk: Fault) -> None:
    play_through(attack, home, full_disk)
    attack.tried("games on a disk of 256 KiB that is filled up for a while, or for good")


@on_linux
@pytest.mark.rounds(short=1, long=60)
def test_a_call_that_fails_once_costs_no_move_and_no_win(
    attack: Attack, calls_of_a_game: list[Call], tmp_path: Path
) -> None:
    points = [call for call in calls_of_a_game if call.name in WRITING]
    every = list(range(len(points)))
    for at in attack.share(every) if attack.is_long else [attack.chance.choice(every)]:
        home, call = Home(tmp_path / str(at)), points[at]
        error = attack.chance.choice(["EIO", "ENOSPC", "EDQUOT"])
        before = disturbing(f"{call.name}:error={error}:when={call.number}", str(home.root / "trace"))
        done = home.run("--plain", str(DEAL), lines=MOVES, before=before)
        assert done.returncode == 0, done.stderr
        # What is looked up a moment after the start or the win falls between other calls each time.
        has_failed = "INJECTED" in (home.root / "trace").read_text(encoding="utf-8", errors="surrogateescape")
        assert moves_kept_anywhere(home, done.stderr) == len(MOVES)
        home.run("stats")
        assert home.results() == [(DEAL, True)]
        attack.tried("calls of a whole game that failed once", has_failed)


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
    assert home.run("stats").stderr == ""
    assert home.results() == [(DEAL, True)]
    left = [path.name for path in (home.folder / "unfinished").iterdir()]
    assert left == []
    attack.tried("five players of one game at once, to its end")
