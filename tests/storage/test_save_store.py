"""A player's games on their shelf: none is ever lost, whoever is killed and whoever else is playing."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from freecell_tui.engine import FREECELL, Game, Move, Variant, find_variant, legal_moves
from freecell_tui.storage import saves
from freecell_tui.storage.paths import state_folder
from freecell_tui.storage.save_store import MAX_DELETED, SaveFile, SaveIndex, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from support.state_machine import Player

STARTED, LATER = "2026-11-20T18:00:00Z", "2026-11-20T19:30:00Z"


def record_of(number: int, words: str = "", variant: Variant = FREECELL) -> SavedGame:
    game = Game.new(number, variant)
    for word in words.split():
        game = game.play(Move.parse(word))
    return SavedGame(game, 5.0, 0, STARTED, LATER)


def any_game(_variant: Variant) -> bool:
    return True


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path / "shelf")


def keep(store: SaveStore, record: SavedGame) -> SaveFile:
    save_file = store.new_file(record)
    save_file.stage(record)
    save_file.commit()
    return save_file


def path_of(save_file: SaveFile) -> Path:
    assert save_file.path is not None
    return save_file.path


def make_last(path: Path | None, nanoseconds: int) -> None:
    """Make a save one that was played at a moment of the distant past."""
    assert path is not None
    os.utime(path, ns=(nanoseconds, nanoseconds))


def files(store: SaveStore) -> list[str]:
    return sorted(path.relative_to(store.folder).as_posix() for path in store.folder.rglob("*") if path.is_file())


def all_records(store: SaveStore) -> list[SavedGame]:
    """Every save that can be read, in its place or beside it."""
    return [saves.read(store.folder / name) for name in files(store)]


NAME = "unfinished/20261120T180000Z-freecell-1.json"
ONE, TWO = record_of(1, "3a"), record_of(1, "3a 32")
WON = record_of(-3, "5h")


# A game comes to the shelf


def test_a_shelf_that_is_not_there_yet_is_empty(store: SaveStore) -> None:
    assert store.unfinished() == []
    assert store.latest(any_game, []) is None
    assert not store.folder.exists()


def test_nothing_is_written_before_there_is_a_move_to_write(store: SaveStore) -> None:
    save_file = store.new_file(ONE)
    save_file.commit()
    assert save_file.path is None
    assert not store.folder.exists()


def test_a_game_lies_under_unfinished_by_its_moment_variant_and_deal(store: SaveStore) -> None:
    keep(store, ONE)
    keep(store, record_of(-2, "", find_variant("eight-off")))
    assert files(store) == ["unfinished/20261120T180000Z-eight-off--2.json", NAME]


def test_two_games_of_one_deal_begun_in_one_second_have_a_place_each(store: SaveStore) -> None:
    first, second = keep(store, ONE), keep(store, TWO)
    assert files(store) == [NAME.replace("-1.json", "-1-2.json"), NAME]
    assert first.path != second.path
    assert all_records(store) == [TWO, ONE]


def test_games_are_listed_the_one_played_last_first(store: SaveStore) -> None:
    save_files = [keep(store, record_of(number)) for number in (1, 2, 3)]
    for save_file, moment in zip(save_files, (20, 30, 10), strict=True):
        make_last(save_file.path, moment)
    assert [saves.read(path).game.deal for path in store.unfinished()] == [2, 1, 3]


def test_the_latest_game_is_the_one_played_last_that_is_asked_for(store: SaveStore) -> None:
    eight_off = record_of(2, "", find_variant("eight-off"))
    make_last(keep(store, eight_off).path, 10)
    make_last(keep(store, ONE).path, 20)
    for fits, record in ((any_game, ONE), (lambda variant: variant.name == "eight-off", eight_off)):
        found = store.latest(fits, [])
        assert found is not None
        assert found[1] == record
    assert store.latest(lambda variant: variant.cells == 0, []) is None


def test_what_cannot_be_read_is_told_and_kept_and_the_next_game_is_taken(store: SaveStore) -> None:
    make_last(keep(store, ONE).path, 10)
    broken = store.folder / "unfinished" / "broken.json"
    broken.write_bytes(b"\xff\0 not a save")
    problems: list[SaveError] = []
    found = store.latest(any_game, problems)
    assert found is not None
    assert found[1] == ONE
    assert len(problems) == 1
    assert str(broken) in str(problems[0])
    assert broken.read_bytes() == b"\xff\0 not a save"


def test_a_name_that_points_nowhere_hides_no_game(store: SaveStore) -> None:
    path = keep(store, ONE).path
    (store.folder / "unfinished" / "gone.json").symlink_to("nowhere")
    (store.folder / "unfinished" / "notes.txt").touch()
    assert store.unfinished() == [path]


def test_a_game_is_taken_up_and_goes_on_in_its_place(store: SaveStore) -> None:
    keep(store, ONE)
    save_file, record = store.open(store.folder / NAME)
    assert record == ONE
    save_file.stage(TWO)
    save_file.commit()
    assert files(store) == [NAME]
    assert all_records(store) == [TWO]


def test_a_game_is_known_by_whatever_path_leads_to_the_shelf(
    store: SaveStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(store, ONE)
    (tmp_path / "link").symlink_to(store.folder)
    monkeypatch.chdir(store.folder / "unfinished")
    for path in (tmp_path / "link" / NAME, Path(NAME).relative_to("unfinished"), store.folder / "won" / ".." / NAME):
        (store.folder / "won").mkdir(exist_ok=True)
        save_file, _ = store.open(path)
        save_file.stage(TWO)
        save_file.commit()
        assert files(store) == [NAME]


def test_a_save_from_elsewhere_stays_as_it_is(store: SaveStore, tmp_path: Path) -> None:
    path = tmp_path / "sample.json"
    path.write_text(saves.encode(ONE), encoding="utf-8")
    save_file, record = store.open(path)
    assert record == ONE
    assert not store.folder.exists()
    save_file.stage(TWO)
    save_file.commit()
    assert saves.read(path) == ONE
    assert files(store) == [NAME]
    assert all_records(store) == [TWO]


def test_a_save_that_cannot_be_read_is_not_taken_up(store: SaveStore, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="No such file"):
        store.open(tmp_path / "none.json")
    with pytest.raises(SaveError, match="No such file"):
        store.open(store.folder / NAME)


def test_the_players_shelf_is_where_the_system_keeps_such_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert SaveStore.of_player().folder == tmp_path / "freecell-tui"
    assert SaveStore.of_player().folder == state_folder()


# Won games


def test_a_won_game_moves_to_the_won_ones_and_a_win_taken_back_returns(store: SaveStore) -> None:
    save_file = keep(store, SavedGame(WON.game.undo(), started=STARTED))
    name = "20261120T180000Z-freecell--3.json"
    assert files(store) == [f"unfinished/{name}"]
    save_file.stage(WON)
    save_file.commit()
    assert files(store) == [f"won/{name}"]
    assert all_records(store) == [WON]
    assert store.unfinished() == []
    save_file.stage(SavedGame(WON.game.undo(), started=STARTED))
    save_file.commit()
    assert files(store) == [f"unfinished/{name}"]
    assert not all_records(store)[0].game.is_won


def test_a_won_game_is_put_away_once(store: SaveStore) -> None:
    save_file = keep(store, WON)
    save_file.commit()
    assert files(store) == ["won/20261120T180000Z-freecell--3.json"]


def test_a_win_that_cannot_be_put_away_hides_no_other_game(store: SaveStore) -> None:
    keep(store, ONE)
    make_last(store.folder / NAME, 10)
    (store.folder / "won").touch()
    store.new_file(WON).stage(WON)
    assert store.folder / NAME in store.unfinished()
    found = store.latest(any_game, [])
    assert found is not None
    assert found[1] == ONE


def test_the_same_deal_won_twice_is_kept_twice(store: SaveStore) -> None:
    keep(store, WON)
    keep(store, WON)
    assert len(files(store)) == 2
    assert all(name.startswith("won/") for name in files(store))


def test_a_win_that_somebody_threw_away_can_still_be_taken_back(store: SaveStore) -> None:
    save_file = keep(store, WON)
    assert save_file.path is not None
    save_file.path.unlink()
    undone = SavedGame(WON.game.undo(), started=STARTED)
    save_file.stage(undone)
    save_file.commit()
    assert all_records(store) == [undone]


def test_a_game_that_somebody_threw_away_is_written_again(store: SaveStore) -> None:
    save_file = keep(store, ONE)
    (store.folder / NAME).unlink()
    save_file.stage(TWO)
    save_file.commit()
    assert files(store) == [NAME]


# Killed between two steps


def test_a_move_that_was_written_and_not_settled_is_recovered(store: SaveStore) -> None:
    keep(store, ONE).stage(TWO)
    assert files(store) == [NAME, NAME + ".new"]
    found = store.latest(any_game, [])
    assert found is not None
    assert found[1] == TWO
    assert files(store) == [NAME]


def test_the_first_move_of_a_game_is_recovered(store: SaveStore) -> None:
    store.new_file(ONE).stage(ONE)
    assert files(store) == [NAME + ".new"]
    assert [saves.read(path) for path in store.unfinished()] == [ONE]


def test_a_move_that_was_not_settled_is_recovered_when_its_save_is_opened_by_name(store: SaveStore) -> None:
    keep(store, ONE).stage(TWO)
    _, record = store.open(store.folder / NAME)
    assert record == TWO
    assert files(store) == [NAME]


@pytest.mark.parametrize("half", [b"", b"{", saves.encode(TWO).encode()[:-3]])
def test_a_half_written_version_is_not_taken_for_the_game(store: SaveStore, half: bytes) -> None:
    keep(store, ONE)
    (store.folder / (NAME + ".new")).write_bytes(half)
    found = store.latest(any_game, [])
    assert found is not None
    save_file, record = found
    assert record == ONE
    save_file.stage(TWO)
    save_file.commit()
    assert files(store) == [NAME]
    assert all_records(store) == [TWO]


def test_a_half_written_first_version_is_kept_apart_from_a_new_game(store: SaveStore) -> None:
    half = store.folder / (NAME + ".new")
    half.parent.mkdir(parents=True)
    half.write_bytes(b"{")
    assert store.unfinished() == []
    keep(store, ONE)
    assert half.read_bytes() == b"{"
    assert len(files(store)) == 2


def test_a_win_that_was_written_and_not_settled_is_put_away(store: SaveStore) -> None:
    store.new_file(WON).stage(WON)
    assert store.unfinished() == []
    assert files(store) == ["won/20261120T180000Z-freecell--3.json"]


def test_a_win_that_was_settled_and_not_put_away_is_not_gone_on_with(store: SaveStore) -> None:
    keep(store, ONE)
    make_last(store.folder / NAME, 10)
    save_file = store.new_file(WON)
    save_file.stage(WON)
    assert save_file.path is not None
    saves.commit(save_file.path)
    found = store.latest(any_game, [])
    assert found is not None
    assert found[1] == ONE
    assert files(store) == [NAME, "won/20261120T180000Z-freecell--3.json"]


# Two programs


def test_two_programs_at_one_game_go_apart_at_the_second_ones_move(store: SaveStore) -> None:
    keep(store, ONE)
    first, _ = store.open(store.folder / NAME)
    second, _ = store.open(store.folder / NAME)
    for save_file, record in ((first, TWO), (second, record_of(1, "3a 3b")), (first, record_of(1, "3a 32 7b"))):
        save_file.stage(record)
        save_file.commit()
    assert first.path == store.folder / NAME
    assert second.path != first.path
    assert [len(record.game.turns) for record in all_records(store)] == [2, 3]


def test_two_programs_go_apart_even_before_the_disk_is_done(store: SaveStore) -> None:
    keep(store, ONE)
    first, _ = store.open(store.folder / NAME)
    second, _ = store.open(store.folder / NAME)
    other = record_of(1, "3a 3b")
    first.stage(TWO)
    second.stage(other)
    first.commit()
    second.commit()
    assert sorted(map(saves.encode, all_records(store))) == sorted(map(saves.encode, (TWO, other)))


def test_a_program_whose_move_was_settled_by_another_goes_on(store: SaveStore) -> None:
    save_file = keep(store, ONE)
    save_file.stage(TWO)
    assert store.unfinished() == [store.folder / NAME]
    save_file.commit()
    save_file.stage(ONE)
    save_file.commit()
    assert files(store) == [NAME]
    assert all_records(store) == [ONE]


def test_a_program_whose_win_was_put_away_by_another_goes_on(store: SaveStore) -> None:
    save_file = store.new_file(WON)
    save_file.stage(WON)
    assert store.unfinished() == []
    save_file.commit()
    undone = SavedGame(WON.game.undo(), started=STARTED)
    save_file.stage(undone)
    save_file.commit()
    assert [record.game.is_won for record in all_records(store)] == [False, True]


class TwoPrograms(RuleBasedStateMachine):
    """Two programs play, look at the shelf and are started again, in any order.

    What a program has written is never lost: it is there, until that program, or the other, has gone on from it.
    """

    folders = iter(range(10**9))
    root: Path

    @initialize()
    def set_up(self) -> None:
        self.store = SaveStore(self.root / str(next(self.folders)))
        self.written = 1
        self.table = [SavedGame(Game.new(-3), started=STARTED)] * 2
        self.save_files = [keep(self.store, self.table[0]), self.store.new_file(ONE)]
        self.owed: list[SavedGame | None] = [self.table[0], None]

    @rule(who=st.integers(0, 1), choice=st.integers(0, 99))
    def move(self, who: int, choice: int) -> None:
        game = self.table[who].game
        moves = list(legal_moves(game.board, game.variant))
        game = game.play(moves[choice % len(moves)]) if moves else game.undo()
        record = SavedGame(game, 0.0, self.written, STARTED, LATER)
        self.written += 1
        self.save_files[who].stage(record)
        self.owed = [None if owed == self.table[who] else owed for owed in self.owed]
        self.owed[who] = self.table[who] = record

    @rule(who=st.integers(0, 1))
    def settle(self, who: int) -> None:
        self.save_files[who].commit()

    @rule()
    def look_at_the_shelf(self) -> None:
        for path in self.store.unfinished():
            saves.read(path)

    @rule(who=st.integers(0, 1))
    def be_killed_and_start_again(self, who: int) -> None:
        found = self.store.latest(any_game, [])
        if found is not None:
            self.save_files[who], self.table[who] = found

    @invariant()
    def what_was_written_is_there(self) -> None:
        there = all_records(self.store)
        assert all(owed in there for owed in self.owed if owed is not None)


@pytest.fixture(autouse=True)
def _machine_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    TwoPrograms.root = tmp_path_factory.getbasetemp() / "two-programs"


TestTwoProgramsLoseNothing = TwoPrograms.TestCase
TestTwoProgramsLoseNothing.settings = settings(max_examples=80, stateful_step_count=30)


class PlayerWithAShelf(Player):
    """Keeps the game on a shelf, and takes it up again at any moment of play."""

    folders = iter(range(10**9))
    root: Path
    save_file: SaveFile | None = None

    @rule(undos=st.integers(0, 99), settles=st.booleans())
    def keep_and_take_up(self, undos: int, *, settles: bool) -> None:
        if self.save_file is None:
            self.store = SaveStore(self.root / str(next(self.folders)))
            self.save_file = self.store.new_file(SavedGame(self.game, started=STARTED))
        record = SavedGame(self.game, 1.5, undos, STARTED, LATER)
        self.save_file.stage(record)
        if settles:
            self.save_file.commit()
        found = self.store.latest(any_game, [])
        if self.game.is_won:
            assert found is None
        else:
            assert found is not None
            self.save_file = found[0]
            assert found[1] == record
            self.game = found[1].game


@pytest.fixture(autouse=True)
def _player_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    PlayerWithAShelf.root = tmp_path_factory.getbasetemp() / "players"


TestAnyGameIsTakenUpAsItWasKept = PlayerWithAShelf.TestCase
TestAnyGameIsTakenUpAsItWasKept.settings = settings(max_examples=100, stateful_step_count=30)


# A disk that refuses


def file_for_a_shelf(folder: Path) -> None:
    folder.write_text("a file", encoding="utf-8")


def file_for_a_folder(folder: Path) -> None:
    folder.mkdir()
    (folder / "unfinished").touch()


@pytest.mark.parametrize("block", [file_for_a_shelf, file_for_a_folder])
def test_a_disk_that_refuses_is_an_error_to_whoever_writes_and_an_empty_shelf_to_whoever_looks(
    store: SaveStore, block: Callable[[Path], None]
) -> None:
    block(store.folder)
    save_file = store.new_file(ONE)
    with pytest.raises(OSError, match=r"File exists|Not a directory"):
        save_file.stage(ONE)
    save_file.commit()
    assert store.unfinished() == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_read_only_shelf_is_an_error_to_whoever_writes(store: SaveStore) -> None:
    save_file = keep(store, ONE)
    (store.folder / "unfinished").chmod(0o500)
    with pytest.raises(PermissionError):
        save_file.stage(TWO)
    assert all_records(store) == [ONE]


def test_a_game_is_saved_again_once_the_disk_obeys(store: SaveStore) -> None:
    store.folder.write_text("a file", encoding="utf-8")
    save_file = store.new_file(ONE)
    with pytest.raises(OSError, match=r"File exists|Not a directory"):
        save_file.stage(ONE)
    store.folder.unlink()
    save_file.stage(TWO)
    save_file.commit()
    assert all_records(store) == [TWO]


def test_a_settling_that_failed_leaves_a_whole_game_and_the_next_one_succeeds(store: SaveStore) -> None:
    save_file = store.new_file(ONE)
    save_file.stage(ONE)
    (store.folder / NAME).mkdir()
    with pytest.raises(OSError, match=r"directory|exists"):
        save_file.commit()
    assert saves.read(store.folder / (NAME + ".new")) == ONE
    (store.folder / NAME).rmdir()
    save_file.stage(TWO)
    save_file.commit()
    assert files(store) == [NAME]
    assert all_records(store) == [TWO]


# Names, and what is deleted


def test_a_game_gets_a_name_and_keeps_its_place_in_the_list(store: SaveStore) -> None:
    for moment, number in ((10, 1), (20, 2), (30, 3)):
        make_last(keep(store, record_of(number)).path, moment)
    before = store.unfinished()
    store.rename(before[1], "the second")
    assert store.unfinished() == before
    assert saves.read(before[1]) == replace(record_of(2), name="the second")
    store.rename(before[1], "")
    assert saves.read(before[1]) == record_of(2)


def test_what_cannot_be_read_gets_no_name_and_stays_as_it_is(store: SaveStore) -> None:
    keep(store, ONE)
    broken = store.folder / "unfinished" / "broken.json"
    broken.write_text("{}")
    with pytest.raises(SaveError):
        store.rename(broken, "x")
    assert broken.read_text() == "{}"


def test_a_deleted_game_is_brought_back_to_its_place_as_it_was(store: SaveStore) -> None:
    for moment, number in ((10, 1), (20, 2), (30, 3)):
        make_last(keep(store, record_of(number)).path, moment)
    before, texts = store.unfinished(), [path.read_bytes() for path in store.unfinished()]
    for path in before:
        store.delete(path)
    assert store.unfinished() == []
    assert len(store.deleted()) == 3
    assert [store.undelete() for _ in range(4)] == [*reversed(before), None]
    assert store.unfinished() == before
    assert [path.read_bytes() for path in before] == texts
    assert store.deleted() == []


def test_only_the_saves_deleted_last_are_kept(store: SaveStore) -> None:
    paths = [keep(store, record_of(number)).path for number in range(1, MAX_DELETED + 4)]
    other = store.folder / "deleted" / "notes.json"
    for path in paths:
        assert path is not None
        store.delete(path)
    other.write_text("mine")
    assert len(store.deleted()) == MAX_DELETED
    assert sorted(saves.read(path).game.deal for path in store.deleted()) == [*range(4, MAX_DELETED + 4)]
    assert other.read_text() == "mine"


def test_a_deleted_game_does_not_come_back_in_the_place_of_another(store: SaveStore) -> None:
    keep(store, ONE)
    store.delete(store.folder / NAME)
    keep(store, TWO)
    assert store.undelete() == store.folder / NAME.replace("-1.json", "-1-2.json")
    assert sorted(map(encoded, all_records(store))) == sorted(map(encoded, [ONE, TWO]))


def test_whoever_plays_a_game_that_another_deletes_goes_on_with_it(store: SaveStore) -> None:
    keep(store, ONE)
    save_file, _ = store.open(store.folder / NAME)
    store.delete(store.folder / NAME)
    save_file.stage(TWO)
    save_file.commit()
    assert [saves.read(path) for path in store.unfinished()] == [TWO]
    assert [saves.read(path) for path in store.deleted()] == [ONE]


def test_a_catalogue_reads_a_save_again_only_when_it_has_changed(store: SaveStore) -> None:
    save_file = keep(store, ONE)
    catalogue = SaveIndex(store)
    (path,) = catalogue.paths()
    first = catalogue.game(path)
    assert first == ONE
    assert catalogue.game(path) is first
    save_file.stage(TWO)
    save_file.commit()
    assert catalogue.game(path) == TWO
    path.write_text("{}")
    assert isinstance(catalogue.game(path), SaveError)
    path.unlink()
    assert isinstance(catalogue.game(path), SaveError)
    assert catalogue.paths() == []


def encoded(record: SavedGame) -> str:
    return saves.encode(record)


# A save with a bookmark that cannot be read


def with_a_bad_bookmark(path: Path) -> bytes:
    fields = json.loads(path.read_text())
    fields["bookmarks"] = [{"number": 1, "turns": [], "position": 0}, {"number": 2, "turns": "?"}]
    path.write_text(json.dumps(fields))
    return path.read_bytes()


def test_before_a_save_loses_a_bookmark_that_cannot_be_read_it_is_kept_as_it_was(store: SaveStore) -> None:
    path = path_of(keep(store, ONE))
    before = with_a_bad_bookmark(path)
    save_file, saved_game = store.open(path)
    assert [bookmark.number for bookmark in saved_game.bookmarks] == [1]
    assert not (store.folder / "damaged").exists()
    for record in (TWO, ONE):
        save_file.stage(record)
        save_file.commit()
    assert saves.read(path) == ONE
    (kept,) = (store.folder / "damaged").iterdir()
    assert kept.name == path.name
    assert kept.read_bytes() == before
    assert store.unfinished() == [path]


def test_a_name_costs_no_bookmark_that_cannot_be_read(store: SaveStore) -> None:
    path = path_of(keep(store, ONE))
    for _ in range(2):
        before = with_a_bad_bookmark(path)
        store.rename(path, "Sunday")
        assert saves.read(path).name == "Sunday"
        assert before in [kept.read_bytes() for kept in (store.folder / "damaged").iterdir()]
    assert len(list((store.folder / "damaged").iterdir())) == 2


def test_where_a_bookmark_cannot_be_kept_the_save_stays_as_it_was(store: SaveStore) -> None:
    path = path_of(keep(store, ONE))
    before = with_a_bad_bookmark(path)
    (store.folder / "damaged").write_text("in the way")
    save_file, _ = store.open(path)
    for _ in range(2):
        with pytest.raises(OSError, match="File exists"):
            save_file.stage(TWO)
    assert path.read_bytes() == before
    assert not saves.staging_path(path).exists()


def test_a_game_that_goes_on_elsewhere_leaves_the_save_with_the_bookmark_alone(store: SaveStore) -> None:
    path = path_of(keep(store, ONE))
    with_a_bad_bookmark(path)
    save_file, _ = store.open(path)
    os.utime(path)
    before = path.read_bytes()
    save_file.stage(TWO)
    save_file.commit()
    assert path_of(save_file) != path
    assert path.read_bytes() == before
    assert not (store.folder / "damaged").exists()
