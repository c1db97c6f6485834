"""The game on the table is saved as it is played, and the player is told of what no save can keep."""

import json
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from freecell_tui.controller.autosave import Autosave, played_ago, session_from_save, time_ago
from freecell_tui.controller.play.game import Clock
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Bookmark, Bookmarks, Game, Move, Place
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS


def test_a_bookmark_that_cannot_be_read_is_told_once_and_kept_with_the_old_save(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    game = Game.new(1).play(Move.parse("3a"))
    first = store.new_file(SavedGame(game))
    first.stage(SavedGame(game, bookmarks=Bookmarks((Bookmark(1, game.place), Bookmark(2, game.place)))))
    first.commit()
    assert first.path is not None
    text = first.path.read_text()
    fields = json.loads(text)
    fields["bookmarks"][0]["branch"] = 4
    first.path.write_text(json.dumps(fields))

    save_file, saved_game = store.open(first.path)
    session, autosave = session_from_save(saved_game, DEFAULTS), Autosave(store, saved_game, save_file)
    told = autosave.stage(session)
    assert told is not None
    assert told.text == (
        "1 bookmark cannot be read. Before the next save, the old one is copied to the folder “damaged”."
    )
    assert [bookmark.number for bookmark in session.bookmarks] == [2]
    assert json.loads(first.path.read_text()) == fields

    session.play(Move.parse("32"))
    assert autosave.stage(session) is None
    assert autosave.commit() is None
    assert store.open(first.path)[1].game == session.game
    assert json.loads((tmp_path / "damaged" / first.path.name).read_text()) == fields
    assert autosave.stage(session) is None


@pytest.mark.parametrize(
    ("ago", "told"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=-30), "just now"),
        (timedelta(hours=3, minutes=59), "3 hours ago"),
        (timedelta(days=364, hours=23), "364 days ago"),
    ],
)
def test_when_a_game_was_played_is_told_by_how_long_ago_it_was(ago: timedelta, told: str) -> None:
    assert time_ago(f"{datetime.now(UTC) - ago:%Y-%m-%dT%H:%M:%SZ}") == told


@pytest.mark.parametrize("ago", [timedelta(days=365), timedelta(days=20_000), timedelta(hours=-2), timedelta(days=-9)])
def test_a_game_of_over_a_year_ago_or_of_a_clock_that_was_ahead_is_told_by_its_day(ago: timedelta) -> None:
    moment = datetime.now(UTC) - ago
    assert played_ago(f"{moment:%Y-%m-%dT%H:%M:%SZ}") == f"Played on {moment.astimezone():%Y-%m-%d}."


@pytest.mark.parametrize("timestamp", ["", "yesterday", "2026-99-99T99:99:99Z", "2026-11-20T18:00:00"])
def test_when_a_game_was_played_is_not_told_if_that_cannot_be_read(timestamp: str) -> None:
    assert (time_ago(timestamp), played_ago(timestamp)) == ("", "")


@pytest.mark.parametrize("timestamp", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_a_day_at_the_end_of_all_time_can_be_told(timestamp: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for zone in ("UTC+12", "UTC-12"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert time_ago(timestamp) in ("", f"on {timestamp[:10]}")
    monkeypatch.undo()
    time.tzset()


# Two windows with one game


class Window:
    """A program with a game on its table."""

    def __init__(self, store: SaveStore, path: Path) -> None:
        save_file, saved_game = store.open(path)
        self.session: Session = session_from_save(saved_game, DEFAULTS)
        self.autosave = Autosave(store, saved_game, save_file)

    def keep(self) -> str:
        told = self.autosave.stage(self.session)
        self.autosave.commit()
        return told.text if told else ""

    def play(self, word: str) -> str:
        self.session.play(Move.parse(word))
        return self.keep()


COPY = "This game was also played elsewhere; here it continues as a copy."


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path)


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


def test_a_game_that_is_named_in_another_window_stays_one_game(store: SaveStore, path: Path) -> None:
    window = Window(store, path)
    store.rename(path, "Evening")
    assert window.play("7b") == ""
    assert (window.session.name, only_save(store).name, len(only_save(store).game.turns)) == ("Evening", "Evening", 2)
    store.rename(path, "Night")
    store.rename(path, "")
    assert window.play("8c") == ""
    assert (window.session.name, only_save(store).name, len(only_save(store).game.turns)) == ("", "", 3)


def test_a_game_that_is_named_before_the_disk_has_its_last_move_stays_one_game(store: SaveStore, path: Path) -> None:
    window = Window(store, path)
    window.session.play(Move.parse("7b"))
    window.autosave.stage(window.session)
    store.rename(path, "Evening")
    assert window.autosave.commit() is None
    assert window.play("8c") == ""
    assert (only_save(store).name, len(only_save(store).game.turns)) == ("Evening", 3)


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
    assert (only_save(store).name, len(only_save(store).game.turns)) == ("Evening", 2)


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
    assert here.play("8c") == COPY
    assert sorted(store.open(each)[1].name for each in store.unfinished()) == ["", "there"]
    assert [len(store.open(each)[1].game.turns) for each in store.unfinished()] == [2, 2]


def test_a_game_that_is_named_elsewhere_can_be_given_up(store: SaveStore, path: Path) -> None:
    window = Window(store, path)
    store.rename(path, "Evening")
    assert window.autosave.discard() is None
    assert (store.unfinished(), len(store.deleted())) == ([], 1)


def test_a_window_in_which_nothing_was_played_leaves_no_copy_of_a_game_that_another_plays(
    store: SaveStore, path: Path
) -> None:
    here, there = Window(store, path), Window(store, path)
    there.session.name = "Evening"
    there.keep()
    assert here.play("7b") == ""
    there.session.clock = Clock(100.0)
    assert there.autosave.stage(there.session, clock_too=True) is None
    there.autosave.commit()
    assert (only_save(store).name, len(only_save(store).game.turns)) == ("Evening", 2)
    assert there.play("8c") == COPY
