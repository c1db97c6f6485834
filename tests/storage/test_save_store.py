"""A player's games in their store: each has a save of its own, and none is ever lost."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Game, Variant, find_variant
from freecell_tui.engine.positions import StartPosition
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import MAX_DELETED, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from support.games import number_of, played
from support.outcomes import refused
from support.stored_games import (
    LATER,
    NAME,
    ONE,
    STARTED,
    TWO,
    WON,
    all_records,
    any_game,
    deals,
    files,
    keep,
    latest,
    make_last,
    path_of,
    record_of,
    save,
    text_of,
)

# The games of one deal


def test_the_unfinished_game_of_a_deal_is_the_one_played_last_of_a_fitting_variant(store: SaveStore) -> None:
    eight_off = find_variant("eight-off")
    records = [record_of(1, "3a"), record_of(1, "3a 32"), record_of(1, "1b", eight_off), record_of(617, "3a"), WON]
    for at, record in enumerate(records):
        make_last(keep(store, record).path, at)

    def found(deal: int | None, variant: Variant | None = None) -> int | None:
        it = store.latest(lambda its: variant in (None, its), [], deal)
        return None if it is None else records.index(it[1])

    assert (found(None), found(None, FREECELL.with_cells(0))) == (3, None)
    assert (found(1), found(1, FREECELL), found(1, eight_off), found(617)) == (2, 1, 2, 3)
    assert found(2) is found(-1) is found(-3) is found(617, eight_off) is None


def test_a_save_with_a_name_of_the_players_own_is_found_by_its_deal_if_it_can_be_read(store: SaveStore) -> None:
    path = path_of(keep(store, ONE))
    path.rename(path.with_name("my best game.json"))
    assert store.find_unfinished(Game.new(1)) is not None
    assert store.find_unfinished(Game.new(2)) is None
    path.with_name("my best game.json").unlink()
    for record in (ONE, record_of(617, "3a")):
        path_of(keep(store, record)).write_text("{}", encoding="utf-8")
    problems: list[SaveError] = []
    assert store.latest(any_game, problems, 1) is None
    assert [path.name in str(problem) for problem in problems] == [True]


# A new game


def test_nothing_is_written_before_there_is_a_move_to_write(store: SaveStore) -> None:
    assert store.unfinished() == []
    assert store.latest(any_game, []) is None
    save_file = store.new_file(ONE)
    save_file.commit()
    assert save_file.path is None
    assert not store.folder.exists()


def test_a_game_is_named_by_its_start_variant_and_deal_and_has_a_file_of_its_own(store: SaveStore) -> None:
    for record in (ONE, TWO, record_of(-2, "", find_variant("eight-off")), WON, WON):
        keep(store, record)
    names = [name.replace("20261120T180000Z-", "").removesuffix(".json") for name in files(store)]
    unfinished = ["unfinished/eight-off--2", "unfinished/freecell-1-2", "unfinished/freecell-1"]
    assert names == [*unfinished, "won/freecell--3-2", "won/freecell--3"]
    assert saves.read(store.folder / NAME) == ONE


def test_the_game_played_last_comes_first_whatever_happens_to_the_files(store: SaveStore) -> None:
    save_files = [keep(store, record_of(number)) for number in (1, 2, 3)]
    for save_file, moment in zip(save_files, (20, 30, 10), strict=True):
        make_last(save_file.path, moment)
    assert deals(store) == [2, 1, 3]
    store.open(path_of(save_files[2]))[0].stage(record_of(3, "3a"))  # its program is killed before the commit
    assert deals(store) == [3, 2, 1]
    save_file, record = store.open(path_of(save_files[0]))
    save(save_file, record)
    os.utime(path_of(save_file), (0, 0))
    assert deals(store) == [1, 3, 2]
    keep(store, record_of(4))
    path_of(save_files[2]).unlink()
    assert deals(store) == [4, 1, 2]


def test_a_file_with_a_date_beyond_every_calendar_is_not_the_last_one_for_ever(store: SaveStore) -> None:
    save_file = keep(store, record_of(1))
    path = path_of(save_file)
    path.write_text(re.sub(r'"order": [0-9]+, ', "", path.read_text()))
    os.utime(path, (0, 3 * 10**11))
    keep(store, record_of(2))
    assert deals(store) == [2, 1]


def test_what_cannot_be_read_is_told_and_kept_and_the_next_game_is_taken(store: SaveStore) -> None:
    make_last(keep(store, ONE).path, 10)
    broken = store.folder / "unfinished" / "broken.json"
    broken.write_bytes(b"\xff\0 not a save")
    broken.with_name("gone.json").symlink_to("nowhere")
    broken.with_name("notes.txt").touch()
    problems: list[SaveError] = []
    assert latest(store, problems) == ONE
    assert [str(broken) in str(problem) for problem in problems] == [True]
    assert str(broken) in refused(store.rename, broken, "x")
    assert broken.read_bytes() == b"\xff\0 not a save"


def test_a_game_is_known_by_whatever_path_leads_to_the_store(
    store: SaveStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    keep(store, ONE)
    (tmp_path / "link").symlink_to(store.folder)
    monkeypatch.chdir(store.folder / "unfinished")
    (store.folder / "won").mkdir()
    for path in (tmp_path / "link" / NAME, Path(NAME).relative_to("unfinished"), store.folder / "won" / ".." / NAME):
        with subtests.test(path=path):
            save_file, record = store.open(path)
            assert record in (ONE, TWO)
            save(save_file, TWO)
            assert files(store) == [NAME]
            assert all_records(store) == [TWO]


def test_a_save_from_elsewhere_stays_as_it_is(store: SaveStore, tmp_path: Path) -> None:
    path = tmp_path / "sample.json"
    path.write_text(saves.encode(ONE), encoding="utf-8")
    save_file, record = store.open(path)
    assert record == ONE
    assert not store.folder.exists()
    save(save_file, TWO)
    assert saves.read(path) == ONE
    assert files(store) == [NAME]
    assert all_records(store) == [TWO]


# Won games


def test_a_won_game_moves_to_the_won_ones_and_comes_back_when_the_win_is_undone(store: SaveStore) -> None:
    save_file = keep(store, SavedGame(WON.game.undo(), started=STARTED))
    name = "20261120T180000Z-freecell--3.json"
    assert files(store) == [f"unfinished/{name}"]
    save(save_file, WON)
    save_file.commit()
    assert files(store) == [f"won/{name}"]
    assert all_records(store) == [WON]
    assert store.unfinished() == []
    save(save_file, SavedGame(WON.game.undo(), started=STARTED))
    assert files(store) == [f"unfinished/{name}"]
    assert not all_records(store)[0].game.is_won


def test_a_win_that_cannot_be_archived_hides_no_other_game(store: SaveStore) -> None:
    keep(store, ONE)
    make_last(store.folder / NAME, 10)
    (store.folder / "won").touch()
    store.new_file(WON).stage(WON)
    assert store.folder / NAME in store.unfinished()
    assert latest(store) == ONE


def test_a_game_whose_save_somebody_removed_is_written_again(store: SaveStore, subtests: pytest.Subtests) -> None:
    for record, later in ((WON, SavedGame(WON.game.undo(), started=STARTED)), (ONE, TWO)):
        with subtests.test(record=record):
            save_file = keep(store, record)
            path_of(save_file).unlink()
            save(save_file, later)
            assert path_of(save_file).parent.name == "unfinished"
            assert saves.read(path_of(save_file)) == later
    assert len(files(store)) == 2


# Names, and what is deleted


def three_games(store: SaveStore) -> list[Path]:
    for number in (1, 2, 3):
        make_last(keep(store, record_of(number)).path, number)
    return store.unfinished()


def test_a_game_gets_a_name_and_keeps_its_place_in_the_list(store: SaveStore) -> None:
    before = three_games(store)
    store.rename(before[1], "the second")
    assert store.unfinished() == before
    assert saves.read(before[1]) == replace(record_of(2), name="the second")
    store.rename(before[1], "")
    assert saves.read(before[1]) == record_of(2)


def test_a_deleted_game_is_brought_back_to_its_place_as_it_was(store: SaveStore) -> None:
    before = three_games(store)
    texts = [path.read_bytes() for path in before]
    for path in before:
        store.delete(path)
    assert (store.unfinished(), len(store.deleted())) == ([], 3)
    assert [store.undelete() for _ in range(4)] == [*reversed(before), None]
    assert store.unfinished() == before
    assert ([path.read_bytes() for path in before], store.deleted()) == (texts, [])


def test_only_the_saves_deleted_last_are_kept(store: SaveStore) -> None:
    paths = [path_of(keep(store, record_of(number))) for number in range(1, MAX_DELETED + 4)]
    other = store.folder / "deleted" / "notes.json"
    for path in paths:
        store.delete(path)
    other.write_text("mine")
    assert len(store.deleted()) == MAX_DELETED
    assert sorted(number_of(saves.read(path).game.deal) for path in store.deleted()) == [*range(4, MAX_DELETED + 4)]
    assert other.read_text() == "mine"


def test_a_deleted_game_that_is_played_on_comes_back_beside_that(store: SaveStore) -> None:
    save_file = keep(store, ONE)
    path = path_of(save_file)
    store.delete(path)
    save(save_file, TWO)
    assert [saves.read(each) for each in store.unfinished()] == [TWO]
    assert [saves.read(each) for each in store.deleted()] == [ONE]
    assert store.undelete() == path.with_stem(f"{path.stem}-2")
    assert sorted(map(text_of, all_records(store))) == sorted(map(text_of, [ONE, TWO]))


def test_a_store_reads_a_save_again_only_when_it_has_changed(store: SaveStore, subtests: pytest.Subtests) -> None:
    save_file = keep(store, ONE)
    (path,) = store.unfinished()
    assert store.read(path) == ONE
    assert store.read(path) is store.read(path)
    save(save_file, TWO)
    assert store.read(path) == TWO
    for spoil in (lambda: path.write_text("{}"), path.unlink):
        with subtests.test(spoil=spoil):
            spoil()
            assert isinstance(store.read(path), SaveError)
    assert store.unfinished() == []


# A save with a bookmark that cannot be read


@pytest.fixture
def damaged(store: SaveStore) -> Path:
    """The save, with one bookmark that can be read and one that cannot."""
    path = path_of(keep(store, ONE))
    marks = [{"number": 1, "branch": 1, "position": 0}, {"number": 2, "branch": "?"}]
    path.write_text(json.dumps(json.loads(path.read_text()) | {"bookmarks": marks}))
    return path


def test_before_a_save_loses_a_bookmark_it_is_kept_as_it_was(store: SaveStore, damaged: Path) -> None:
    before = damaged.read_bytes()
    save_file, saved_game = store.open(damaged)
    assert [bookmark.number for bookmark in saved_game.bookmarks] == [1]
    assert not (store.folder / "damaged").exists()
    for record in (TWO, ONE):
        save(save_file, record)
    assert saves.read(damaged) == ONE
    damaged.write_bytes(before)
    store.rename(damaged, "Sunday")
    assert saves.read(damaged).name == "Sunday"
    kept = sorted((store.folder / "damaged").iterdir())
    assert [path.name for path in kept] == [damaged.with_stem(f"{damaged.stem}-2").name, damaged.name]
    assert [path.read_bytes() for path in kept] == [before] * 2
    assert store.unfinished() == [damaged]


def test_where_a_bookmark_cannot_be_kept_the_save_stays_as_it_was(store: SaveStore, damaged: Path) -> None:
    before = damaged.read_bytes()
    (store.folder / "damaged").write_text("in the way")
    save_file, _ = store.open(damaged)
    for _ in range(2):
        with pytest.raises(OSError, match="File exists"):
            save_file.stage(TWO)
    assert (damaged.read_bytes(), saves.staging_path(damaged).exists()) == (before, False)


def test_a_game_that_goes_on_elsewhere_leaves_the_damaged_save_alone(store: SaveStore, damaged: Path) -> None:
    before, (save_file, _) = damaged.read_bytes(), store.open(damaged)
    os.utime(damaged)
    save(save_file, TWO)
    assert path_of(save_file) != damaged
    assert (damaged.read_bytes(), (store.folder / "damaged").exists()) == (before, False)


def test_the_saves_of_positions_are_found_by_their_cards_and_named_by_them(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    one, other = (StartPosition(played(Game.new(617), words).board) for words in ("83", "8a"))
    for start in (one, other, 617):
        keep(store, SavedGame(played(Game.new(start), "7b"), 5.0, 0, STARTED, LATER))
    names = [path.name for path in store.unfinished()]
    assert names == [f"20261120T180000Z-freecell-{start}.json" for start in (617, other, one)]
    found = store.find_unfinished(Game.new(one))
    assert found is not None
    assert found[1].game.deal == one
    assert store.unfinished_deals("freecell") == {617}
    # A second game of a position gets a number, and a copy of a save is called one.
    keep(store, SavedGame(played(Game.new(one), "7c"), 5.0, 0, LATER, LATER))
    first = store.unfinished_folder / names[2]
    copy = first.with_name(first.name.replace(".json", "-2.json"))
    copy.write_bytes(first.read_bytes())
    assert store.copy_title(copy) == "copy"
    assert [saved.game.deal for _, saved in store.games([], one)] == [one] * 3
    assert store.has_game(SavedGame(Game.new(one), id=saves.read(first).game_id))
