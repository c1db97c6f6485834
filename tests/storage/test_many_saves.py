"""Many saves: which game was played last is known without opening each of them again."""

import json
import os
from pathlib import Path

import pytest

from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.big_folder import make_big_folder

COUNT = 120
ORDERS = "unfinished/.orders"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_big_folder(tmp_path, games=0, unfinished=COUNT)
    return tmp_path


def names(folder: Path) -> list[str]:
    return [path.stem.rpartition("-")[2] for path in SaveStore(folder).unfinished()]


NEWEST_FIRST = [str(number) for number in reversed(range(COUNT))]


def test_the_game_played_last_comes_first_and_no_save_is_opened_a_second_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[str]()
    read_order = saves.read_order

    def watched(path: str) -> int:
        opened.append(path)
        return read_order(path)

    monkeypatch.setattr(saves, "read_order", watched)
    assert names(folder) == NEWEST_FIRST
    assert len(opened) == COUNT
    assert names(folder) == NEWEST_FIRST
    assert len(opened) == COUNT


def test_a_save_that_is_written_again_comes_first_however_its_clock_goes(folder: Path) -> None:
    store = SaveStore(folder)
    path = store.unfinished()[-1]
    save_file, saved = store.open(path)
    save_file.stage(saved)
    save_file.commit()
    os.utime(path, (0, 0))
    assert names(folder) == ["0", *NEWEST_FIRST[:-1]]
    assert path.name in json.loads((folder / ORDERS).read_bytes())


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


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"[]", b'{"a": 1}', b'{"a": [1, 2, 3]}', b'{"a": [1, 2, 3, "4"]}', b'{"a": [1, 2, 3, true]}', b"["],
)  # fmt: skip
def test_whatever_is_wrong_with_what_was_kept_the_saves_themselves_tell(folder: Path, content: bytes) -> None:
    assert names(folder) == NEWEST_FIRST
    (folder / ORDERS).write_bytes(content)
    assert names(folder) == NEWEST_FIRST


def test_where_it_cannot_be_kept_it_is_read_every_time(folder: Path) -> None:
    (folder / ORDERS).mkdir()
    assert names(folder) == NEWEST_FIRST
    assert names(folder) == NEWEST_FIRST


def test_a_few_saves_need_no_such_file(tmp_path: Path) -> None:
    make_big_folder(tmp_path, games=0, unfinished=5)
    assert len(names(tmp_path)) == 5
    assert not (tmp_path / ORDERS).exists()
