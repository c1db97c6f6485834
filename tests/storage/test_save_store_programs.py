"""The store of games under programs that are killed, two programs at one game, and a disk that refuses."""

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from freecell_tui.engine import Game, legal_moves
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.permissions import needs_permissions
from support.stored_games import (
    LATER,
    NAME,
    ONE,
    STARTED,
    TWO,
    WON,
    all_records,
    any_game,
    files,
    keep,
    make_last,
    path_of,
    record_of,
    text_of,
)

# Killed between two steps


def test_a_move_that_was_staged_and_not_committed_is_recovered(store: SaveStore) -> None:
    keep(store, ONE).stage(TWO)
    assert files(store) == [NAME, NAME + ".new"]
    found = store.latest(any_game, [])
    assert found is not None
    assert found[1] == TWO
    assert files(store) == [NAME]
    found[0].stage(ONE)
    assert store.open(store.folder / NAME)[1] == ONE
    assert files(store) == [NAME]


def test_the_first_move_of_a_game_is_recovered(store: SaveStore) -> None:
    store.new_file(ONE).stage(ONE)
    assert files(store) == [NAME + ".new"]
    assert [saves.read(path) for path in store.unfinished()] == [ONE]


def test_a_half_written_version_is_not_taken_for_the_game(store: SaveStore) -> None:
    keep(store, ONE)
    for half, before, after in ((b"", ONE, TWO), (b"{", TWO, ONE), (saves.encode(TWO).encode()[:-3], ONE, TWO)):
        (store.folder / (NAME + ".new")).write_bytes(half)
        found = store.latest(any_game, [])
        assert found is not None
        save_file, record = found
        assert record == before
        save_file.stage(after)
        save_file.commit()
        assert files(store) == [NAME]
        assert all_records(store) == [after]


def test_a_half_written_first_version_is_kept_apart_from_a_new_game(store: SaveStore) -> None:
    half = store.folder / (NAME + ".new")
    half.parent.mkdir(parents=True)
    half.write_bytes(b"{")
    assert store.unfinished() == []
    keep(store, ONE)
    assert half.read_bytes() == b"{"
    assert len(files(store)) == 2


def test_a_win_that_was_not_archived_is_archived_and_not_played_on(store: SaveStore) -> None:
    keep(store, ONE)
    make_last(store.folder / NAME, 10)
    for number, is_committed in enumerate((False, True), 1):
        save_file = store.new_file(WON)
        save_file.stage(WON)
        if is_committed:
            saves.commit(path_of(save_file))
        found = store.latest(any_game, [])
        assert found is not None
        assert found[1] == ONE
        assert [name.split("/")[0] for name in files(store)] == ["unfinished", *["won"] * number]


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
    assert sorted(map(text_of, all_records(store))) == sorted(map(text_of, (TWO, other)))


def test_a_program_whose_move_was_committed_by_another_goes_on(store: SaveStore) -> None:
    save_file = keep(store, ONE)
    save_file.stage(TWO)
    assert store.unfinished() == [store.folder / NAME]
    save_file.commit()
    save_file.stage(ONE)
    save_file.commit()
    assert files(store) == [NAME]
    assert all_records(store) == [ONE]


def test_a_program_whose_win_was_archived_by_another_goes_on(store: SaveStore) -> None:
    save_file = store.new_file(WON)
    save_file.stage(WON)
    assert store.unfinished() == []
    save_file.commit()
    undone = SavedGame(WON.game.undo(), started=STARTED)
    save_file.stage(undone)
    save_file.commit()
    assert [record.game.is_won for record in all_records(store)] == [False, True]


class TwoPrograms(RuleBasedStateMachine):
    """Two programs play, look at the store and are started again, in any order.

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
    def commit(self, who: int) -> None:
        self.save_files[who].commit()

    @rule()
    def look_at_the_store(self) -> None:
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


TestTwoProgramsLoseNothing = pytest.mark.slow(TwoPrograms.TestCase)
TestTwoProgramsLoseNothing.settings = settings(stateful_step_count=30)


# A disk that refuses


def test_a_disk_that_refuses_is_an_error_to_whoever_writes_and_an_empty_store_to_whoever_looks(
    store: SaveStore,
) -> None:
    save_file = store.new_file(ONE)
    for in_the_way in (store.folder, store.folder / "unfinished"):
        in_the_way.parent.mkdir(exist_ok=True)
        in_the_way.write_text("a file", encoding="utf-8")
        with pytest.raises(OSError, match=r"File exists|Not a directory"):
            save_file.stage(ONE)
        save_file.commit()
        assert store.unfinished() == []
        in_the_way.unlink()
    save_file.stage(TWO)
    save_file.commit()
    assert all_records(store) == [TWO]


@needs_permissions
def test_a_read_only_store_is_an_error_to_whoever_writes(store: SaveStore) -> None:
    save_file = keep(store, ONE)
    (store.folder / "unfinished").chmod(0o500)
    with pytest.raises(PermissionError):
        save_file.stage(TWO)
    assert all_records(store) == [ONE]


def test_a_commit_that_failed_leaves_a_whole_game_and_the_next_one_succeeds(store: SaveStore) -> None:
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
