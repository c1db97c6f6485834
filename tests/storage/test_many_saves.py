"""Many saves: which game was played last is known without opening each of them again."""

import os
import time
from pathlib import Path

import pytest

from freecell_tui.storage import save_store, saves
from freecell_tui.storage.files import settled_version
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.big_folder import make_big_folder

COUNT = 120
ORDERS = ".orders"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_big_folder(tmp_path, games=0, unfinished=COUNT)
    return tmp_path


def names(folder: Path) -> list[str]:
    return [path.stem.rpartition("-")[2] for path in SaveStore(folder).unfinished()]


NEWEST_FIRST = [str(number) for number in reversed(range(COUNT))]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The saves that are opened for their order."""
    found = list[str]()
    read_order = saves.read_order

    def watched(path: str) -> int:
        found.append(Path(path).name)
        return read_order(path)

    monkeypatch.setattr(saves, "read_order", watched)
    return found


def settle(folder: Path) -> None:
    """Let the folder of the saves be one that has not changed for a while."""
    status = (folder / "unfinished").stat()
    long_ago = status.st_mtime_ns - 10**10 | 1
    os.utime(folder / "unfinished", ns=(long_ago, long_ago))


def play_on(folder: Path, path: Path) -> None:
    save_file, saved = SaveStore(folder).open(path)
    save_file.stage(saved)
    save_file.commit()


def test_the_game_played_last_comes_first_and_no_save_is_opened_a_second_time(folder: Path, opened: list[str]) -> None:
    assert names(folder) == NEWEST_FIRST
    assert len(opened) == COUNT
    assert names(folder) == NEWEST_FIRST
    assert len(opened) == COUNT


def test_while_the_folder_is_as_it_was_no_save_is_looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert names(folder) == NEWEST_FIRST
    settle(folder)
    SaveStore(folder).keep_orders()
    monkeypatch.setattr(save_store, "_look", None)
    assert names(folder) == NEWEST_FIRST
    assert next(SaveStore(folder).newest_first()).stem.endswith(f"-{COUNT - 1}")


def test_a_game_that_is_played_on_comes_first_after_the_orders_were_kept(folder: Path, opened: list[str]) -> None:
    path = SaveStore(folder).unfinished()[-1]
    settle(folder)
    SaveStore(folder).keep_orders()
    opened.clear()
    play_on(folder, path)
    assert names(folder) == ["0", *NEWEST_FIRST[:-1]]
    assert set(opened) == {path.name}


def test_orders_are_kept_at_the_end_of_a_game_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SaveStore(folder)
    play_on(folder, store.unfinished()[-1])
    store.keep_orders()
    monkeypatch.setattr(save_store, "_look", None)
    assert names(folder) == ["0", *NEWEST_FIRST[:-1]]


def test_what_a_killed_program_had_staged_is_seen_although_orders_were_kept_after_it(folder: Path) -> None:
    path = SaveStore(folder).unfinished()[-1]
    SaveStore(folder).open(path)[0].stage(saves.read(path))
    settle(folder)
    SaveStore(folder).keep_orders()
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


def test_whatever_is_wrong_with_what_was_kept_the_saves_themselves_tell(folder: Path) -> None:
    version = b"%d" % (folder / "unfinished").stat().st_mtime_ns
    for content in (
        *(b"", b"\xff", b"[", b"[]", b"{}", b"7", b"[1]", b"[0, []]", b"[1, []]", b'{"folder": 1, "saves": {}}'),
        *(b"[%s, %s]" % (version, names) for names in (b"7", b'"a"', b"{}", b"[1]", b'["../a"]', b'["\\u0000"]')),
        *(b"[0, []]\n%s" % each for each in (b"7", b'{"a": 1}', b'{"a": [1, 2, 3]}')),
        *(b'[0, []]\n{"a": [1, 2, 3, %s]}' % each for each in (b'"4"', b"true")),
    ):
        (folder / ORDERS).write_bytes(content)
        assert names(folder) == NEWEST_FIRST, content


def test_where_it_cannot_be_kept_it_is_read_every_time(folder: Path) -> None:
    (folder / ORDERS).mkdir()
    assert names(folder) == NEWEST_FIRST
    assert names(folder) == NEWEST_FIRST


def test_a_few_saves_need_no_such_file(tmp_path: Path) -> None:
    make_big_folder(tmp_path, games=0, unfinished=5)
    assert len(names(tmp_path)) == 5
    assert not (tmp_path / ORDERS).exists()
