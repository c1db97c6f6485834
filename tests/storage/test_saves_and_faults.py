"""Saves on a disk that fails for a while, under a clock that is wrong, and beside what is no save."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import time, time_ns

import pytest

from freecell_tui.storage import saves
from freecell_tui.storage.files import temporary_path
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SaveError
from support.pty_terminal import DEADLINE
from support.refusing_disk import NO_FILES, full_disk
from support.stored_games import NAME, ONE, TWO, WON, all_records, any_game, files, keep, path_of, record_of

THREE = record_of(1, "3a 32 7b")


# A disk that is full for a while


def test_a_game_goes_on_in_its_own_save_when_a_full_disk_has_room_again(store: SaveStore) -> None:
    save_file = keep(store, ONE)
    for left in (0, 100, 0):
        with full_disk(left), pytest.raises(OSError, match="large"):
            save_file.stage(TWO)
        save_file.commit()
        assert files(store) == [NAME]
        assert all_records(store) == [ONE]
    assert not save_file.stage(THREE)
    save_file.commit()
    assert files(store) == [NAME]
    assert all_records(store) == [THREE]


def test_the_first_move_on_a_full_disk_leaves_nothing_behind(store: SaveStore) -> None:
    save_file = store.new_file(ONE)
    with full_disk(), pytest.raises(OSError, match="large"):
        save_file.stage(ONE)
    assert files(store) == []
    save_file.stage(ONE)
    save_file.commit()
    assert files(store) == [NAME]


def test_a_win_whose_commit_failed_is_committed_and_archived_later(store: SaveStore) -> None:
    save_file = store.new_file(WON)
    save_file.stage(WON)
    (store.folder / "won").write_text("in the way")
    for _ in range(2):
        with pytest.raises(OSError, match=r"exists|directory"):
            save_file.commit()
    (store.folder / "won").unlink()
    save_file.commit()
    assert files(store) == ["won/20261120T180000Z-freecell--3.json"]


def test_what_a_killed_program_left_half_written_goes_after_a_day(store: SaveStore) -> None:
    path = path_of(keep(store, ONE))
    old, new = temporary_path(path.parent), temporary_path(path.parent)
    for each in (old, new):
        each.write_bytes(b"{")
    os.utime(old, (time() - 90000, time() - 90000))
    assert store.unfinished() == [path]
    assert not old.exists()
    assert new.exists()


# Which game was played last


def test_the_game_played_last_is_first_though_the_clock_was_set_back(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(store, ONE)
    yesterday = time_ns() - 86400 * 10**9
    monkeypatch.setattr("freecell_tui.storage.save_store.time_ns", lambda: yesterday)
    second = keep(store, record_of(2))
    os.utime(path_of(second), ns=(yesterday, yesterday))
    assert [saves.read(path).game.deal for path in store.unfinished()] == [2, 1]
    first, _ = store.open(store.folder / NAME)
    for record in (TWO, THREE):
        first.stage(record)
        first.commit()
    os.utime(path_of(first), ns=(yesterday, yesterday))
    assert [saves.read(path).game.deal for path in store.unfinished()] == [1, 2]


def test_games_keep_their_order_when_their_files_are_copied(store: SaveStore, tmp_path: Path) -> None:
    for number in (3, 1, 2):
        keep(store, record_of(number))
    for place, path in enumerate(store.unfinished()):
        os.utime(path, (place, place))
    copy = SaveStore(tmp_path / "copy")
    shutil.copytree(store.folder, copy.folder, copy_function=shutil.copyfile)
    assert [saves.read(path).game.deal for path in copy.unfinished()] == [2, 1, 3]


def test_a_save_of_before_there_was_an_order_has_the_place_of_its_time(store: SaveStore) -> None:
    old, new = keep(store, record_of(1)), keep(store, record_of(2))
    moment = 10**9 * 1_700_000_000
    path_of(old).write_text(saves.encode(record_of(1)))
    for order, expected in ((moment - 1, [1, 2]), (moment + 1, [2, 1])):
        path_of(new).write_text(saves.encode(replace(record_of(2), order=order)))
        os.utime(path_of(old), ns=(moment, moment))
        assert [saves.read(path).game.deal for path in store.unfinished()] == expected


# Two programs in the same instant

PLAYER = """
import sys
from pathlib import Path
from freecell_tui.engine import Game, Move
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame

store, who = SaveStore(Path(sys.argv[1])), int(sys.argv[2])
game = Game.new(1).play(Move.parse("3a"))
(path,) = store.unfinished()
save_file, saved = store.open(path)
print("ready", flush=True)
sys.stdin.readline()
for number in range(1, 200):
    save_file.stage(SavedGame(game, undos=1000 * who + number, started=saved.started))
    save_file.commit()
"""


def test_of_two_programs_that_save_one_game_in_the_same_instants_each_keeps_its_own(store: SaveStore) -> None:
    keep(store, ONE)
    players = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(store.folder), str(who)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for who in (1, 2, 3)
    ]
    for player in players:
        assert player.stdout is not None
        assert player.stdout.readline() == "ready\n"
    for player in players:
        assert player.stdin is not None
        player.stdin.write("\n")
        player.stdin.flush()
    for player in players:
        player.communicate(timeout=DEADLINE)
        assert player.returncode == 0
    last = sorted(record.undos for record in all_records(store))
    assert last == [1199, 2199, 3199]
    assert not [name for name in files(store) if not name.endswith(".json")]


# The disk has the names too


@pytest.mark.linux
@pytest.mark.skipif(shutil.which("strace") is None, reason="nothing here shows system calls")
def test_a_folder_is_flushed_after_a_save_has_got_its_name(store: SaveStore, tmp_path: Path) -> None:
    keep(store, ONE)
    script = (
        "import sys; from pathlib import Path; from freecell_tui.storage.save_store import SaveStore\n"
        "store = SaveStore(Path(sys.argv[1])); (path,) = store.unfinished(); save_file, saved = store.open(path)\n"
        "save_file.stage(saved); save_file.commit()"
    )
    trace = tmp_path / "trace"
    calls = ["strace", "-y", "-o", str(trace), "-e", "trace=fsync,rename,renameat,renameat2"]
    done = subprocess.run([*calls, sys.executable, "-c", script, str(store.folder)], check=False, timeout=DEADLINE)
    if done.returncode:
        pytest.skip("system calls may not be watched here")
    lines = [line for line in trace.read_text().splitlines() if str(store.folder) in line]
    kinds = ["flush" if line.startswith("fsync") else "rename" for line in lines]
    assert kinds == ["rename", "flush", "rename", "flush"]
    assert f"{NAME}.new>" in lines[1]
    assert lines[3].split("<")[1].startswith(f"{store.folder / 'unfinished'}>")


# What is no save


def test_what_is_no_file_hides_no_game_and_stops_nobody(folder: Path) -> None:
    for make in NO_FILES:
        for name in ("x.json", NAME.split("/")[1] + ".new", "x.json.new"):
            store = SaveStore(folder / make.__name__ / name)
            keep(store, ONE)
            other = store.folder / "unfinished" / name
            make(other)
            problems: list[SaveError] = []
            found = store.latest(any_game, problems)
            assert found is not None
            assert found[1] == ONE
            with pytest.raises(SaveError):
                store.open(other)
