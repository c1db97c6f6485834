"""The game on the table is saved as it is played, and the player is told of what no save can keep."""

import json
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from freecell_tui.controller.autosave import Autosave, played_ago, session_from_save
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.game import Clock
from freecell_tui.engine import Bookmark, Bookmarks, Game, Move, Place
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS
from support.plain_driver import Speaker
from support.ui_driver import after


def test_a_bookmark_that_cannot_be_read_is_told_once_before_the_old_save_is_kept(
    store: SaveStore, path: Path, subtests: pytest.Subtests
) -> None:
    fields = json.loads(path.read_text())
    fields["bookmarks"] = [{"number": 1, "branch": 4, "position": 1}, {"number": 2, "branch": 1, "position": 1}]
    path.write_text(json.dumps(fields))
    window = Window(store, path)
    told = "1 bookmark cannot be read. Before the next save, the old one is copied to the folder “damaged”."
    assert window.keep() == told
    assert [bookmark.number for bookmark in window.session.bookmarks] == [2]
    assert json.loads(path.read_text()) == fields
    for word in ("32", "3b"):
        with subtests.test(word=word):
            assert window.play(word) == ""
    assert store.open(path)[1].game == window.session.game
    assert json.loads((store.folder / "damaged" / path.name).read_text()) == fields


def test_when_a_game_was_played_is_told_by_how_long_ago_it_was_or_by_its_day_or_not_at_all(
    subtests: pytest.Subtests,
) -> None:
    now = datetime.now(UTC)
    for ago, told in {
        timedelta(seconds=59): "just now",
        timedelta(seconds=-30): "just now",
        timedelta(minutes=1): "1 minute ago",
        timedelta(hours=3, minutes=59): "3 hours ago",
        timedelta(days=364, hours=23): "364 days ago",
    }.items():
        with subtests.test(ago=ago):
            assert played_ago(f"{now - ago:%Y-%m-%dT%H:%M:%SZ}") == f"Played {told}."
    for ago in (timedelta(days=365), timedelta(days=20_000), timedelta(hours=-2), timedelta(days=-9)):
        with subtests.test(ago=ago):
            moment = now - ago
            assert played_ago(f"{moment:%Y-%m-%dT%H:%M:%SZ}") == f"Played on {moment.astimezone():%Y-%m-%d}."
    for timestamp in ("", "yesterday", "2026-99-99T99:99:99Z", "2026-11-20T18:00:00"):
        with subtests.test(timestamp=timestamp):
            assert played_ago(timestamp) == ""


def test_a_day_at_the_end_of_all_time_can_be_told(monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    for zone in ("UTC+12", "UTC-12"):
        with subtests.test(zone=zone):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            for day in ("0001-01-01", "9999-12-31"):
                assert played_ago(f"{day}T{'00:00:00' if day < '1' else '23:59:59'}Z") in ("", f"Played on {day}.")
    monkeypatch.undo()
    time.tzset()


# Two windows with one game


class Window:
    """A program with a game on its table."""

    def __init__(self, store: SaveStore, path: Path) -> None:
        save_file, saved_game = store.open(path)
        self.told: list[Message] = []
        self.session = session_from_save(saved_game, DEFAULTS)
        self.autosave = Autosave(store, saved_game, save_file, self.session, self.told.append)

    def keep(self) -> str:
        self.told.clear()
        self.autosave.stage()
        self.autosave.commit()
        return " ".join(message.text for message in self.told)

    def play(self, word: str) -> str:
        self.session.play(Move.parse(word))
        return self.keep()


COPY = "This game was also played elsewhere; here it continues as a copy."


@pytest.fixture
def path(store: SaveStore) -> Path:
    """The save of a game of one move."""
    saved = SavedGame(Game.new(1).play(Move.parse("3a")), started="2026-11-20T18:00:00Z", id="1" * 32)
    save_file = store.new_file(saved)
    save_file.stage(saved)
    save_file.commit()
    assert save_file.path is not None
    return save_file.path


def only_save(store: SaveStore) -> SavedGame:
    (path,) = store.unfinished()
    return store.open(path)[1]


def turns_of(store: SaveStore) -> int:
    return len(only_save(store).game.turns)


def test_a_game_that_is_named_in_another_window_stays_one_game(store: SaveStore, path: Path) -> None:
    window = Window(store, path)
    store.rename(path, "Evening")
    assert window.play("7b") == ""
    assert (window.session.name, only_save(store).name, turns_of(store)) == ("Evening", "Evening", 2)
    # It is named again before the disk has its last move.
    window.session.play(Move.parse("8c"))
    window.autosave.stage()
    store.rename(path, "Night")
    store.rename(path, "")
    window.told.clear()
    window.autosave.commit()
    assert not window.told
    assert window.play("1d") == ""
    assert (window.session.name, only_save(store).name, turns_of(store)) == ("", "", 4)


def test_a_move_that_is_made_while_the_game_is_named_is_not_overwritten(
    store: SaveStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, set_time = Window(store, path), os.utime
    words = ["7b"]

    def meanwhile(file: Path, *, ns: tuple[int, int]) -> None:
        if words:
            window.play(words.pop())
        set_time(file, ns=ns)

    monkeypatch.setattr(os, "utime", meanwhile)
    store.rename(path, "Evening")
    assert (only_save(store).name, turns_of(store)) == ("Evening", 2)


def test_names_bookmarks_and_notes_of_two_windows_come_together(store: SaveStore, path: Path) -> None:
    here, there = Window(store, path), Window(store, path)
    there.session.bookmarks = Bookmarks((Bookmark(1, Place(1, 0)), Bookmark(2, Place(1, 1), "there")))
    there.session.notes = {Place(1, 0): "there", Place(1, 1): "there"}
    there.session.name = "there"
    assert there.keep() == ""
    here.session.bookmarks = Bookmarks((Bookmark(2, Place(1, 1), "here"), Bookmark(3, Place(1, 1))))
    here.session.notes = {Place(1, 1): "here"}
    here.session.name = "here"
    assert here.play("7b") == ""
    saved = only_save(store)
    assert [(bookmark.number, bookmark.name) for bookmark in saved.bookmarks] == [(1, ""), (2, "here"), (3, "")]
    assert saved.notes == {Place(1, 0): "there", Place(1, 1): "here"}
    assert (saved.name, len(saved.game.turns)) == ("here", 2)


def test_a_bookmark_of_another_window_at_what_was_cut_off_here_is_left_out(store: SaveStore, path: Path) -> None:
    here, there = Window(store, path), Window(store, path)
    there.session.bookmarks = Bookmarks((Bookmark(1, Place(1, 1)),))
    there.session.notes = {Place(1, 1): "there"}
    there.keep()
    here.session.undo()
    here.session.play(Move.parse("7b"))
    here.session.cut(Place(1, 1))
    assert here.keep() == ""
    saved = only_save(store)
    assert (len(saved.bookmarks), len(saved.notes), saved.is_damaged) == (0, 0, False)


def test_a_game_that_was_played_on_elsewhere_continues_as_a_copy_whatever_it_is_called(
    store: SaveStore, path: Path
) -> None:
    here, there = Window(store, path), Window(store, path)
    there.session.name = "there"
    there.play("7b")
    assert [here.play("8c"), here.play("1d")] == [COPY, ""]
    assert sorted(store.open(each)[1].name for each in store.unfinished()) == ["", "there"]
    assert [len(store.open(each)[1].game.turns) for each in store.unfinished()] == [3, 2]


def test_a_window_in_which_nothing_was_played_leaves_no_copy_of_a_game_that_another_plays(
    store: SaveStore, path: Path
) -> None:
    here, there = Window(store, path), Window(store, path)
    there.session.name = "Evening"
    there.keep()
    assert here.play("7b") == ""
    there.session.clock = Clock(100.0)
    there.told.clear()
    there.autosave.stage(clock_too=True)
    there.autosave.commit()
    assert not there.told
    assert (only_save(store).name, turns_of(store)) == ("Evening", 2)
    assert there.play("8c") == COPY
    for save in store.unfinished():
        named = Window(store, save)
        store.rename(save, "Night")
        named.told.clear()
        named.autosave.discard()
        assert not named.told
    assert (store.unfinished(), len(store.deleted())) == ([], 2)


@pytest.mark.parametrize("begun", [0, 3])
def test_help_is_written_down_before_it_is_seen_though_no_move_follows(tmp_path: Path, begun: int) -> None:
    speaker = Speaker(tmp_path, after(617, begun))
    for _ in range(2):
        speaker.say("hint")
    assert speaker.session.helped
    (path,) = SaveStore(tmp_path).unfinished()  # as it is when the program is killed now
    saved = saves.read(path)
    assert (saved.helped, saved.game.moves_made) == (True, begun)
    again = Speaker(tmp_path, Game.new(617))
    again.controller.play_game(Game.new(617), asks=False)
    assert again.session.helped
