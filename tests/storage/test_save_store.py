"""A player's games on their shelf: none is ever lost, whoever is killed and whoever else is playing."""

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
from freecell_tui.storage.catalogue import SaveIndex
from freecell_tui.storage.paths import state_folder
from freecell_tui.storage.save_store import MOST_DELETED, SaveFile, SaveStore
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
def shelf(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path / "shelf")


def keep(shelf: SaveStore, record: SavedGame) -> SaveFile:
    slot = shelf.new_slot(record)
    slot.write(record)
    slot.settle()
    return slot


def make_last(path: Path | None, nanoseconds: int) -> None:
    """Make a save one that was played at a moment of the distant past."""
    assert path is not None
    os.utime(path, ns=(nanoseconds, nanoseconds))


def files(shelf: SaveStore) -> list[str]:
    return sorted(path.relative_to(shelf.folder).as_posix() for path in shelf.folder.rglob("*") if path.is_file())


def all_records(shelf: SaveStore) -> list[SavedGame]:
    """Every save that can be read, in its place or beside it."""
    return [saves.read(shelf.folder / name) for name in files(shelf)]


NAME = "unfinished/20261120T180000Z-freecell-1.json"
ONE, TWO = record_of(1, "3a"), record_of(1, "3a 32")
WON = record_of(-3, "5h")


# A game comes to the shelf


def test_a_shelf_that_is_not_there_yet_is_empty(shelf: SaveStore) -> None:
    assert shelf.unfinished() == []
    assert shelf.latest(any_game, []) is None
    assert not shelf.folder.exists()


def test_nothing_is_written_before_there_is_a_move_to_write(shelf: SaveStore) -> None:
    slot = shelf.new_slot(ONE)
    slot.settle()
    assert slot.path is None
    assert not shelf.folder.exists()


def test_a_game_lies_under_unfinished_by_its_moment_variant_and_deal(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    keep(shelf, record_of(-2, "", find_variant("eight-off")))
    assert files(shelf) == ["unfinished/20261120T180000Z-eight-off--2.json", NAME]


def test_two_games_of_one_deal_begun_in_one_second_have_a_place_each(shelf: SaveStore) -> None:
    first, second = keep(shelf, ONE), keep(shelf, TWO)
    assert files(shelf) == [NAME.replace("-1.json", "-1-2.json"), NAME]
    assert first.path != second.path
    assert all_records(shelf) == [TWO, ONE]


def test_games_are_listed_the_one_played_last_first(shelf: SaveStore) -> None:
    slots = [keep(shelf, record_of(number)) for number in (1, 2, 3)]
    for slot, moment in zip(slots, (20, 30, 10), strict=True):
        make_last(slot.path, moment)
    assert [saves.read(path).game.deal for path in shelf.unfinished()] == [2, 1, 3]


def test_the_latest_game_is_the_one_played_last_that_is_asked_for(shelf: SaveStore) -> None:
    eight_off = record_of(2, "", find_variant("eight-off"))
    make_last(keep(shelf, eight_off).path, 10)
    make_last(keep(shelf, ONE).path, 20)
    for fits, record in ((any_game, ONE), (lambda variant: variant.name == "eight-off", eight_off)):
        found = shelf.latest(fits, [])
        assert found is not None
        assert found[1] == record
    assert shelf.latest(lambda variant: variant.cells == 0, []) is None


def test_what_cannot_be_read_is_told_and_kept_and_the_next_game_is_taken(shelf: SaveStore) -> None:
    make_last(keep(shelf, ONE).path, 10)
    broken = shelf.folder / "unfinished" / "broken.json"
    broken.write_bytes(b"\xff\0 not a save")
    troubles: list[SaveError] = []
    found = shelf.latest(any_game, troubles)
    assert found is not None
    assert found[1] == ONE
    assert len(troubles) == 1
    assert str(broken) in str(troubles[0])
    assert broken.read_bytes() == b"\xff\0 not a save"


def test_a_name_that_points_nowhere_hides_no_game(shelf: SaveStore) -> None:
    path = keep(shelf, ONE).path
    (shelf.folder / "unfinished" / "gone.json").symlink_to("nowhere")
    (shelf.folder / "unfinished" / "notes.txt").touch()
    assert shelf.unfinished() == [path]


def test_a_game_is_taken_up_and_goes_on_in_its_place(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    slot, record = shelf.open(shelf.folder / NAME)
    assert record == ONE
    slot.write(TWO)
    slot.settle()
    assert files(shelf) == [NAME]
    assert all_records(shelf) == [TWO]


def test_a_game_is_known_by_whatever_path_leads_to_the_shelf(
    shelf: SaveStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(shelf, ONE)
    (tmp_path / "link").symlink_to(shelf.folder)
    monkeypatch.chdir(shelf.folder / "unfinished")
    for path in (tmp_path / "link" / NAME, Path(NAME).relative_to("unfinished"), shelf.folder / "won" / ".." / NAME):
        (shelf.folder / "won").mkdir(exist_ok=True)
        slot, _ = shelf.open(path)
        slot.write(TWO)
        slot.settle()
        assert files(shelf) == [NAME]


def test_a_save_from_elsewhere_stays_as_it_is(shelf: SaveStore, tmp_path: Path) -> None:
    path = tmp_path / "sample.json"
    path.write_text(saves.encode(ONE), encoding="utf-8")
    slot, record = shelf.open(path)
    assert record == ONE
    assert not shelf.folder.exists()
    slot.write(TWO)
    slot.settle()
    assert saves.read(path) == ONE
    assert files(shelf) == [NAME]
    assert all_records(shelf) == [TWO]


def test_a_save_that_cannot_be_read_is_not_taken_up(shelf: SaveStore, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="No such file"):
        shelf.open(tmp_path / "none.json")
    with pytest.raises(SaveError, match="No such file"):
        shelf.open(shelf.folder / NAME)


def test_the_players_shelf_is_where_the_system_keeps_such_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert SaveStore.of_player().folder == tmp_path / "freecell-tui"
    assert SaveStore.of_player().folder == state_folder()


# Won games


def test_a_won_game_moves_to_the_won_ones_and_a_win_taken_back_returns(shelf: SaveStore) -> None:
    slot = keep(shelf, SavedGame(WON.game.undo(), started=STARTED))
    name = "20261120T180000Z-freecell--3.json"
    assert files(shelf) == [f"unfinished/{name}"]
    slot.write(WON)
    slot.settle()
    assert files(shelf) == [f"won/{name}"]
    assert all_records(shelf) == [WON]
    assert shelf.unfinished() == []
    slot.write(SavedGame(WON.game.undo(), started=STARTED))
    slot.settle()
    assert files(shelf) == [f"unfinished/{name}"]
    assert not all_records(shelf)[0].game.is_won


def test_a_won_game_is_put_away_once(shelf: SaveStore) -> None:
    slot = keep(shelf, WON)
    slot.settle()
    assert files(shelf) == ["won/20261120T180000Z-freecell--3.json"]


def test_a_win_that_cannot_be_put_away_hides_no_other_game(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    make_last(shelf.folder / NAME, 10)
    (shelf.folder / "won").touch()
    shelf.new_slot(WON).write(WON)
    assert shelf.folder / NAME in shelf.unfinished()
    found = shelf.latest(any_game, [])
    assert found is not None
    assert found[1] == ONE


def test_the_same_deal_won_twice_is_kept_twice(shelf: SaveStore) -> None:
    keep(shelf, WON)
    keep(shelf, WON)
    assert len(files(shelf)) == 2
    assert all(name.startswith("won/") for name in files(shelf))


def test_a_win_that_somebody_threw_away_can_still_be_taken_back(shelf: SaveStore) -> None:
    slot = keep(shelf, WON)
    assert slot.path is not None
    slot.path.unlink()
    undone = SavedGame(WON.game.undo(), started=STARTED)
    slot.write(undone)
    slot.settle()
    assert all_records(shelf) == [undone]


def test_a_game_that_somebody_threw_away_is_written_again(shelf: SaveStore) -> None:
    slot = keep(shelf, ONE)
    (shelf.folder / NAME).unlink()
    slot.write(TWO)
    slot.settle()
    assert files(shelf) == [NAME]


# Killed between two steps


def test_a_move_that_was_written_and_not_settled_is_recovered(shelf: SaveStore) -> None:
    keep(shelf, ONE).write(TWO)
    assert files(shelf) == [NAME, NAME + ".new"]
    found = shelf.latest(any_game, [])
    assert found is not None
    assert found[1] == TWO
    assert files(shelf) == [NAME]


def test_the_first_move_of_a_game_is_recovered(shelf: SaveStore) -> None:
    shelf.new_slot(ONE).write(ONE)
    assert files(shelf) == [NAME + ".new"]
    assert [saves.read(path) for path in shelf.unfinished()] == [ONE]


def test_a_move_that_was_not_settled_is_recovered_when_its_save_is_opened_by_name(shelf: SaveStore) -> None:
    keep(shelf, ONE).write(TWO)
    _, record = shelf.open(shelf.folder / NAME)
    assert record == TWO
    assert files(shelf) == [NAME]


@pytest.mark.parametrize("half", [b"", b"{", saves.encode(TWO).encode()[:-3]])
def test_a_half_written_version_is_not_taken_for_the_game(shelf: SaveStore, half: bytes) -> None:
    keep(shelf, ONE)
    (shelf.folder / (NAME + ".new")).write_bytes(half)
    found = shelf.latest(any_game, [])
    assert found is not None
    slot, record = found
    assert record == ONE
    slot.write(TWO)
    slot.settle()
    assert files(shelf) == [NAME]
    assert all_records(shelf) == [TWO]


def test_a_half_written_first_version_is_kept_apart_from_a_new_game(shelf: SaveStore) -> None:
    half = shelf.folder / (NAME + ".new")
    half.parent.mkdir(parents=True)
    half.write_bytes(b"{")
    assert shelf.unfinished() == []
    keep(shelf, ONE)
    assert half.read_bytes() == b"{"
    assert len(files(shelf)) == 2


def test_a_win_that_was_written_and_not_settled_is_put_away(shelf: SaveStore) -> None:
    shelf.new_slot(WON).write(WON)
    assert shelf.unfinished() == []
    assert files(shelf) == ["won/20261120T180000Z-freecell--3.json"]


def test_a_win_that_was_settled_and_not_put_away_is_not_gone_on_with(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    make_last(shelf.folder / NAME, 10)
    slot = shelf.new_slot(WON)
    slot.write(WON)
    assert slot.path is not None
    saves.settle(slot.path)
    found = shelf.latest(any_game, [])
    assert found is not None
    assert found[1] == ONE
    assert files(shelf) == [NAME, "won/20261120T180000Z-freecell--3.json"]


# Two programs


def test_two_programs_at_one_game_go_apart_at_the_second_ones_move(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    first, _ = shelf.open(shelf.folder / NAME)
    second, _ = shelf.open(shelf.folder / NAME)
    for slot, record in ((first, TWO), (second, record_of(1, "3a 3b")), (first, record_of(1, "3a 32 7b"))):
        slot.write(record)
        slot.settle()
    assert first.path == shelf.folder / NAME
    assert second.path != first.path
    assert [len(record.game.turns) for record in all_records(shelf)] == [2, 3]


def test_two_programs_go_apart_even_before_the_disk_is_done(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    first, _ = shelf.open(shelf.folder / NAME)
    second, _ = shelf.open(shelf.folder / NAME)
    other = record_of(1, "3a 3b")
    first.write(TWO)
    second.write(other)
    first.settle()
    second.settle()
    assert sorted(map(saves.encode, all_records(shelf))) == sorted(map(saves.encode, (TWO, other)))


def test_a_program_whose_move_was_settled_by_another_goes_on(shelf: SaveStore) -> None:
    slot = keep(shelf, ONE)
    slot.write(TWO)
    assert shelf.unfinished() == [shelf.folder / NAME]
    slot.settle()
    slot.write(ONE)
    slot.settle()
    assert files(shelf) == [NAME]
    assert all_records(shelf) == [ONE]


def test_a_program_whose_win_was_put_away_by_another_goes_on(shelf: SaveStore) -> None:
    slot = shelf.new_slot(WON)
    slot.write(WON)
    assert shelf.unfinished() == []
    slot.settle()
    undone = SavedGame(WON.game.undo(), started=STARTED)
    slot.write(undone)
    slot.settle()
    assert [record.game.is_won for record in all_records(shelf)] == [False, True]


class TwoPrograms(RuleBasedStateMachine):
    """Two programs play, look at the shelf and are started again, in any order.

    What a program has written is never lost: it is there, until that program, or the other, has gone on from it.
    """

    folders = iter(range(10**9))
    root: Path

    @initialize()
    def set_up(self) -> None:
        self.shelf = SaveStore(self.root / str(next(self.folders)))
        self.written = 1
        self.table = [SavedGame(Game.new(-3), started=STARTED)] * 2
        self.slots = [keep(self.shelf, self.table[0]), self.shelf.new_slot(ONE)]
        self.owed: list[SavedGame | None] = [self.table[0], None]

    @rule(who=st.integers(0, 1), choice=st.integers(0, 99))
    def move(self, who: int, choice: int) -> None:
        game = self.table[who].game
        moves = list(legal_moves(game.board, game.variant))
        game = game.play(moves[choice % len(moves)]) if moves else game.undo()
        record = SavedGame(game, 0.0, self.written, STARTED, LATER)
        self.written += 1
        self.slots[who].write(record)
        self.owed = [None if owed == self.table[who] else owed for owed in self.owed]
        self.owed[who] = self.table[who] = record

    @rule(who=st.integers(0, 1))
    def settle(self, who: int) -> None:
        self.slots[who].settle()

    @rule()
    def look_at_the_shelf(self) -> None:
        for path in self.shelf.unfinished():
            saves.read(path)

    @rule(who=st.integers(0, 1))
    def be_killed_and_start_again(self, who: int) -> None:
        found = self.shelf.latest(any_game, [])
        if found is not None:
            self.slots[who], self.table[who] = found

    @invariant()
    def what_was_written_is_there(self) -> None:
        there = all_records(self.shelf)
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
    slot: SaveFile | None = None

    @rule(undos=st.integers(0, 99), settles=st.booleans())
    def keep_and_take_up(self, undos: int, *, settles: bool) -> None:
        if self.slot is None:
            self.shelf = SaveStore(self.root / str(next(self.folders)))
            self.slot = self.shelf.new_slot(SavedGame(self.game, started=STARTED))
        record = SavedGame(self.game, 1.5, undos, STARTED, LATER)
        self.slot.write(record)
        if settles:
            self.slot.settle()
        found = self.shelf.latest(any_game, [])
        if self.game.is_won:
            assert found is None
        else:
            assert found is not None
            self.slot = found[0]
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
    shelf: SaveStore, block: Callable[[Path], None]
) -> None:
    block(shelf.folder)
    slot = shelf.new_slot(ONE)
    with pytest.raises(OSError, match=r"File exists|Not a directory"):
        slot.write(ONE)
    slot.settle()
    assert shelf.unfinished() == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_read_only_shelf_is_an_error_to_whoever_writes(shelf: SaveStore) -> None:
    slot = keep(shelf, ONE)
    (shelf.folder / "unfinished").chmod(0o500)
    with pytest.raises(PermissionError):
        slot.write(TWO)
    assert all_records(shelf) == [ONE]


def test_a_game_is_saved_again_once_the_disk_obeys(shelf: SaveStore) -> None:
    shelf.folder.write_text("a file", encoding="utf-8")
    slot = shelf.new_slot(ONE)
    with pytest.raises(OSError, match=r"File exists|Not a directory"):
        slot.write(ONE)
    shelf.folder.unlink()
    slot.write(TWO)
    slot.settle()
    assert all_records(shelf) == [TWO]


def test_a_settling_that_failed_leaves_a_whole_game_and_the_next_one_succeeds(shelf: SaveStore) -> None:
    slot = shelf.new_slot(ONE)
    slot.write(ONE)
    (shelf.folder / NAME).mkdir()
    with pytest.raises(OSError, match=r"directory|exists"):
        slot.settle()
    assert saves.read(shelf.folder / (NAME + ".new")) == ONE
    (shelf.folder / NAME).rmdir()
    slot.write(TWO)
    slot.settle()
    assert files(shelf) == [NAME]
    assert all_records(shelf) == [TWO]


# Names, and what is deleted


def test_a_game_gets_a_name_and_keeps_its_place_in_the_list(shelf: SaveStore) -> None:
    for moment, number in ((10, 1), (20, 2), (30, 3)):
        make_last(keep(shelf, record_of(number)).path, moment)
    before = shelf.unfinished()
    shelf.rename(before[1], "the second")
    assert shelf.unfinished() == before
    assert saves.read(before[1]) == replace(record_of(2), name="the second")
    shelf.rename(before[1], "")
    assert saves.read(before[1]) == record_of(2)


def test_what_cannot_be_read_gets_no_name_and_stays_as_it_is(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    broken = shelf.folder / "unfinished" / "broken.json"
    broken.write_text("{}")
    with pytest.raises(SaveError):
        shelf.rename(broken, "x")
    assert broken.read_text() == "{}"


def test_a_deleted_game_is_brought_back_to_its_place_as_it_was(shelf: SaveStore) -> None:
    for moment, number in ((10, 1), (20, 2), (30, 3)):
        make_last(keep(shelf, record_of(number)).path, moment)
    before, texts = shelf.unfinished(), [path.read_bytes() for path in shelf.unfinished()]
    for path in before:
        shelf.delete(path)
    assert shelf.unfinished() == []
    assert len(shelf.deleted()) == 3
    assert [shelf.bring_back() for _ in range(4)] == [*reversed(before), None]
    assert shelf.unfinished() == before
    assert [path.read_bytes() for path in before] == texts
    assert shelf.deleted() == []


def test_only_the_saves_deleted_last_are_kept(shelf: SaveStore) -> None:
    paths = [keep(shelf, record_of(number)).path for number in range(1, MOST_DELETED + 4)]
    other = shelf.folder / "deleted" / "notes.json"
    for path in paths:
        assert path is not None
        shelf.delete(path)
    other.write_text("mine")
    assert len(shelf.deleted()) == MOST_DELETED
    assert sorted(saves.read(path).game.deal for path in shelf.deleted()) == [*range(4, MOST_DELETED + 4)]
    assert other.read_text() == "mine"


def test_a_deleted_game_does_not_come_back_in_the_place_of_another(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    shelf.delete(shelf.folder / NAME)
    keep(shelf, TWO)
    assert shelf.bring_back() == shelf.folder / NAME.replace("-1.json", "-1-2.json")
    assert sorted(map(encoded, all_records(shelf))) == sorted(map(encoded, [ONE, TWO]))


def test_whoever_plays_a_game_that_another_deletes_goes_on_with_it(shelf: SaveStore) -> None:
    keep(shelf, ONE)
    slot, _ = shelf.open(shelf.folder / NAME)
    shelf.delete(shelf.folder / NAME)
    slot.write(TWO)
    slot.settle()
    assert [saves.read(path) for path in shelf.unfinished()] == [TWO]
    assert [saves.read(path) for path in shelf.deleted()] == [ONE]


def test_a_catalogue_reads_a_save_again_only_when_it_has_changed(shelf: SaveStore) -> None:
    slot = keep(shelf, ONE)
    catalogue = SaveIndex(shelf)
    (path,) = catalogue.paths()
    first = catalogue.game(path)
    assert first == ONE
    assert catalogue.game(path) is first
    slot.write(TWO)
    slot.settle()
    assert catalogue.game(path) == TWO
    path.write_text("{}")
    assert isinstance(catalogue.game(path), SaveError)
    path.unlink()
    assert isinstance(catalogue.game(path), SaveError)
    assert catalogue.paths() == []


def encoded(record: SavedGame) -> str:
    return saves.encode(record)
