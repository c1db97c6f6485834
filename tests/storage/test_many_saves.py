"""Many saves: the game played last comes first, whatever happens to its file."""

import os
import time
from pathlib import Path

import pytest

from freecell_tui.storage import saves
from freecell_tui.storage.files import settled_version
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.big_folder import make_big_folder

COUNT = 120


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_big_folder(tmp_path, games=0, unfinished=COUNT)
    return tmp_path


def names(folder: Path) -> list[str]:
    return [path.stem.rpartition("-")[2] for path in SaveStore(folder).unfinished()]


NEWEST_FIRST = [str(number) for number in reversed(range(COUNT))]


def play_on(folder: Path, path: Path) -> None:
    save_file, saved = SaveStore(folder).open(path)
    save_file.stage(saved)
    save_file.commit()


def test_the_game_played_last_comes_first(folder: Path) -> None:
    assert names(folder) == NEWEST_FIRST
    play_on(folder, SaveStore(folder).unfinished()[-1])
    assert names(folder) == ["0", *NEWEST_FIRST[:-1]]


def test_what_a_killed_program_had_staged_comes_first(folder: Path) -> None:
    path = SaveStore(folder).unfinished()[-1]
    SaveStore(folder).open(path)[0].stage(saves.read(path))
    assert names(folder) == ["0", *NEWEST_FIRST[:-1]]


def test_a_folder_that_has_just_changed_may_change_again_unnoticed(tmp_path: Path) -> None:
    now = time.time_ns() | 1
    os.utime(tmp_path, ns=(now, now))
    assert settled_version(tmp_path) is None
    os.utime(tmp_path, ns=(now - 10**9, now - 10**9))
    assert settled_version(tmp_path) == now - 10**9
    whole = now // 10**9 * 10**9
    os.utime(tmp_path, ns=(whole - 10**9, whole - 10**9))
    assert settled_version(tmp_path) is None


def test_a_save_that_is_written_again_comes_first_however_its_clock_goes(folder: Path) -> None:
    path = SaveStore(folder).unfinished()[-1]
    play_on(folder, path)
    os.utime(path, (0, 0))
    assert names(folder) == ["0", *NEWEST_FIRST[:-1]]


def test_new_saves_are_seen_and_lost_ones_are_not(folder: Path) -> None:
    store = SaveStore(folder)
    lost = store.unfinished()[3]
    lost.unlink()
    saved = saves.read(store.unfinished()[0])
    new = store.new_file(SavedGame(saved.game, started="2026-11-21T00:00:00Z"))
    new.stage(saved)
    new.commit()
    paths = store.unfinished()
    assert paths[0] == new.path
    assert lost not in paths
    assert len(paths) == COUNT
