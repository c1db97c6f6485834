"""The store of games under programs that are killed, several programs at one game, and disks and clocks that fail."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from time import time, time_ns

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from freecell_tui.engine import Game, legal_moves
from freecell_tui.storage import saves
from freecell_tui.storage.files import TEMPORARY
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from support.refusing_disk import NO_FILES, full_disk, needs_permissions
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

THREE = record_of(1, "3a 32 7b")


# Killed between two steps


def test_a_move_that_was_staged_and_not_committed_is_recovered(store: SaveStore) -> None:
    keep(store, ONE).stage(TWO)
    assert files(store) == [NAME, NAME + ".new"]
    assert latest(store) == TWO
    assert files(store) == [NAME]
    store.open(store.folder / NAME)[0].stage(ONE)
    assert store.open(store.folder / NAME)[1] == ONE
    assert files(store) == [NAME]


def test_a_half_written_version_is_not_taken_for_the_game(store: SaveStore, subtests: pytest.Subtests) -> None:
    keep(store, ONE)
    for half, before, after in ((b"", ONE, TWO), (b"{", TWO, ONE), (saves.encode(TWO).encode()[:-3], ONE, TWO)):
        with subtests.test(half=half):
            (store.folder / (NAME + ".new")).write_bytes(half)
            assert latest(store) == before
            save(store.open(store.folder / NAME)[0], after)
            assert files(store) == [NAME]
            assert all_records(store) == [after]


def test_the_first_move_of_a_game_is_recovered_or_kept_apart_if_it_is_half_written(store: SaveStore) -> None:
    store.new_file(ONE).stage(ONE)
    assert files(store) == [NAME + ".new"]
    assert [saves.read(path) for path in store.unfinished()] == [ONE]
    half = (store.folder / NAME).rename(store.folder / (NAME + ".new"))
    half.write_bytes(b"{")
    assert store.unfinished() == []
    keep(store, ONE)
    assert half.read_bytes() == b"{"
    assert len(files(store)) == 2


def test_a_win_that_was_not_archived_is_archived_and_not_played_on(store: SaveStore, subtests: pytest.Subtests) -> None:
    keep(store, ONE)
    make_last(store.folder / NAME, 10)
    for number, is_committed in enumerate((False, True), 1):
        with subtests.test(is_committed=is_committed):
            save_file = store.new_file(WON)
            save_file.stage(WON)
            if is_committed:
                saves.commit(path_of(save_file))
            assert latest(store) == ONE
            assert [name.split("/")[0] for name in files(store)] == ["unfinished", *["won"] * number]


# Two programs


def test_two_programs_at_one_game_go_apart_even_before_the_disk_is_done(
    folder: Path, subtests: pytest.Subtests
) -> None:
    other, later = record_of(1, "3a 3b"), record_of(1, "3a 32 7b")
    for is_done in (True, False):
        with subtests.test(is_done=is_done):
            store = SaveStore(folder / str(is_done))
            keep(store, ONE)
            first, second = (store.open(store.folder / NAME)[0] for _ in range(2))
            first.stage(TWO)
            if is_done:
                first.commit()
            second.stage(other)
            first.commit()
            second.commit()
            assert path_of(first) == store.folder / NAME != path_of(second)
            assert {saves.read(path_of(each)) == record for each, record in ((first, TWO), (second, other))} == {True}
            save(first, later)
            assert sorted(map(text_of, all_records(store))) == sorted(map(text_of, (later, other)))


def test_a_program_whose_move_or_win_another_put_in_its_place_goes_on(folder: Path, subtests: pytest.Subtests) -> None:
    undone = SavedGame(WON.game.undo(), started=STARTED)
    for record, later, kept in ((ONE, TWO, [TWO]), (WON, undone, [undone, WON])):
        with subtests.test(record=record):
            store = SaveStore(folder / str(len(kept)))
            save_file = store.new_file(record)
            save_file.stage(record)
            store.unfinished()  # as another program does
            save_file.commit()
            save(save_file, later)
            assert list(map(text_of, all_records(store))) == list(map(text_of, kept))


class TwoPrograms(RuleBasedStateMachine):
    """Two programs play, look at the store and are started again, in any order.

    What a program has written is never lost: it is there, until that program, or the other, has gone on from it.
    """

    @initialize()
    def set_up(self) -> None:
        self.folder = TemporaryDirectory()
        self.store = SaveStore(Path(self.folder.name))
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

    def teardown(self) -> None:
        self.folder.cleanup()

    @invariant()
    def what_was_written_is_there(self) -> None:
        there = all_records(self.store)
        assert all(owed in there for owed in self.owed if owed is not None)


TestTwoProgramsLoseNothing = pytest.mark.slow(TwoPrograms.TestCase)
TestTwoProgramsLoseNothing.settings = settings(stateful_step_count=30)


# A disk that refuses


def test_a_disk_that_refuses_is_an_error_to_writers_and_an_empty_store_to_readers(
    store: SaveStore, subtests: pytest.Subtests
) -> None:
    save_file = store.new_file(ONE)
    for in_the_way in (store.folder, store.folder / "unfinished"):
        with subtests.test(in_the_way=in_the_way):
            in_the_way.parent.mkdir(exist_ok=True)
            in_the_way.write_text("a file", encoding="utf-8")
            with pytest.raises(OSError, match=r"File exists|Not a directory"):
                save(save_file, ONE)
            assert store.unfinished() == []
            in_the_way.unlink()
    save(save_file, TWO)
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
    save(save_file, TWO)
    assert all_records(store) == [TWO]
    save_file.stage(WON)
    (store.folder / "won").write_text("in the way")
    for _ in range(2):
        with pytest.raises(OSError, match=r"exists|directory"):
            save_file.commit()
    (store.folder / "won").unlink()
    save_file.commit()
    assert [name.partition("/")[0] for name in files(store)] == ["won"]


def test_a_game_goes_on_in_its_own_save_when_a_full_disk_has_room_again(
    store: SaveStore, subtests: pytest.Subtests
) -> None:
    save_file = keep(store, ONE)
    for left in (0, 100, 0):
        with subtests.test(left=left):
            with full_disk(left), pytest.raises(OSError, match="large"):
                save(save_file, TWO)
            assert files(store) == [NAME]
            assert all_records(store) == [ONE]
    with full_disk(), pytest.raises(OSError, match="large"):
        store.new_file(TWO).stage(TWO)
    assert not save_file.stage(THREE)
    save_file.commit()
    assert (files(store), all_records(store)) == ([NAME], [THREE])


def test_what_a_killed_program_left_half_written_goes_after_a_day(store: SaveStore) -> None:
    path = path_of(keep(store, ONE))
    old, new = (path.with_name(TEMPORARY.format(name)) for name in ("0a", "1b"))
    others = path.parent / ".nfs01"
    for each in (old, new, others):
        each.write_bytes(b"{")
    for each in (old, others):
        os.utime(each, (time() - 90000, time() - 90000))
    assert store.unfinished() == [path]
    assert [each.exists() for each in (old, new, others)] == [False, True, True]


# Which game was played last


def test_the_game_played_last_is_first_though_the_clock_was_set_back(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(store, ONE)
    yesterday = time_ns() - 86400 * 10**9
    monkeypatch.setattr("freecell_tui.storage.save_store.time_ns", lambda: yesterday)
    second = keep(store, record_of(2))
    os.utime(path_of(second), ns=(yesterday, yesterday))
    assert deals(store) == [2, 1]
    first, _ = store.open(store.folder / NAME)
    for record in (TWO, THREE):
        save(first, record)
    os.utime(path_of(first), ns=(yesterday, yesterday))
    assert deals(store) == [1, 2]


def test_a_save_of_before_there_was_an_order_has_the_place_of_its_time(
    store: SaveStore, subtests: pytest.Subtests
) -> None:
    old, new = keep(store, record_of(1)), keep(store, record_of(2))
    moment = 10**9 * 1_700_000_000
    path_of(old).write_text(saves.encode(record_of(1)))
    for order, expected in ((moment - 1, [1, 2]), (moment + 1, [2, 1])):
        with subtests.test(order=order):
            path_of(new).write_text(saves.encode(replace(record_of(2), order=order)))
            os.utime(path_of(old), ns=(moment, moment))
            assert deals(store) == expected


def test_of_programs_that_save_one_game_in_the_same_instants_each_keeps_its_own(store: SaveStore) -> None:
    keep(store, ONE)
    begin = Barrier(3)

    def play(who: int) -> None:
        save_file, saved = SaveStore(store.folder).open(store.folder / NAME)
        begin.wait()
        for number in range(1, 100):
            save(save_file, replace(saved, undos=1000 * who + number))

    with ThreadPoolExecutor(3) as programs:
        list(programs.map(play, (1, 2, 3)))
    assert sorted(record.undos for record in all_records(store)) == [1099, 2099, 3099]
    assert not [name for name in files(store) if not name.endswith(".json")]


# What is no save


def test_what_is_no_file_hides_no_game_and_stops_nobody(folder: Path, subtests: pytest.Subtests) -> None:
    for make in NO_FILES:
        for name in ("x.json", NAME.split("/")[1] + ".new", "x.json.new"):
            with subtests.test(make=make, name=name):
                store = SaveStore(folder / make.__name__ / name)
                keep(store, ONE)
                other = store.folder / "unfinished" / name
                make(other)
                assert latest(store) == ONE
                with pytest.raises(SaveError):
                    store.open(other)
