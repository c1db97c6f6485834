"""Giving a game up: it counts as lost, its save is put aside, and nothing is lost if it is played on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from freecell_tui.controller.autosave import COUNTS_AS_LOST
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.ending import close
from freecell_tui.engine import Game
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from support.plain_driver import Speaker
from support.ui_driver import NO_VERDICT, Seat, by_name, seated

pytestmark = pytest.mark.usefixtures("still")


def outcomes(folder: Path) -> list[bool]:
    return [result.is_won for result in History(folder).results()]


def folders(folder: Path) -> dict[str, int]:
    """How many saves there are of each kind."""
    kinds = ("unfinished", "deleted", "won")
    return {kind: len(list((folder / kind).glob("*.json"))) for kind in kinds}


def test_a_move_on_a_game_given_up_plays_it_on(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        seat.press("3", "a", *by_name("give-up"), "X", "esc")
        execute(seat.controller, BY_NAME["give-up"])
        assert "gave this game up" in str(seat.session.message)
        seat.session.clock.start()
        seat.controller.save_now()
        assert folders(tmp_path) == {"unfinished": 0, "deleted": 1, "won": 0}
        seat.press("3", "b")
        seat.draw()
        assert "no longer counts as lost" in str(seat.session.message)
        assert outcomes(tmp_path) == []
        (path,) = SaveStore(tmp_path).unfinished()
        assert saves.read(path).game.moves_made == 2


def give_up(seat: Seat) -> None:
    seat.press("3", "a", *by_name("give-up"), "X")
    seat.draw()
    assert COUNTS_AS_LOST in seat.text
    seat.press("esc")
    seat.draw()


def cut_branch(seat: Seat) -> None:
    seat.session.cut(seat.session.game.place)


def wait(seat: Seat) -> None:
    seat.session.clock.start()
    seat.later(600)


def write_note(seat: Seat) -> None:
    seat.session.set_note("why?")


def bring_back(seat: Seat) -> None:
    seat.open("given-up")
    seat.press("u")
    seat.draw()
    assert COUNTS_AS_LOST in seat.message


def restore_from_list(seat: Seat) -> None:
    seat.press("l", "u")
    seat.draw()
    assert COUNTS_AS_LOST in seat.text
    seat.press("esc")


OTHER_DEEDS: tuple[Callable[[Seat], object], ...] = (
    write_note,
    lambda seat: seat.session.set_bookmark("here"),
    lambda seat: setattr(seat.session, "name", "mine"),
    lambda seat: seat.session.undo(),
    lambda seat: seat.press("u", "r"),
    lambda seat: seat.session.restart(),
    lambda seat: seat.session.mark_helped(),
    lambda seat: seat.press("L", "enter"),
    lambda seat: seat.press("?", "esc"),
    cut_branch,
    wait,
    bring_back,
    restore_from_list,
)


@pytest.mark.parametrize("deed", OTHER_DEEDS)
def test_nothing_but_a_move_takes_a_loss_back(tmp_path: Path, deed: Callable[[Seat], object]) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        give_up(seat)
        deed(seat)
        seat.draw()
        write_note(seat)
        seat.draw()
        close(seat.controller)
    History(tmp_path).import_missed_wins(SaveStore(tmp_path))
    assert outcomes(tmp_path) == [False]
    assert "no longer counts" not in seat.message
    # Another program looks at the game, and then plays it on.
    store = SaveStore(tmp_path)
    path = store.undelete() or store.unfinished()[0]
    with seated(tmp_path, saves.read(path), settings=NO_VERDICT) as seat:
        seat.controller.start()
        seat.later(1)
        assert outcomes(tmp_path) == [False]
        assert COUNTS_AS_LOST in seat.message
        write_note(seat)
        seat.draw()
        assert outcomes(tmp_path) == [False]
        seat.press("7", "d")
        seat.draw()
        assert outcomes(tmp_path) == []
        assert "no longer counts as lost" in seat.message


def test_a_note_written_in_a_game_given_up_is_kept_with_it(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        give_up(seat)
        write_note(seat)
        seat.draw()
        assert folders(tmp_path) == {"unfinished": 0, "deleted": 1, "won": 0}
    (path,) = SaveStore(tmp_path).deleted()
    assert list(saves.read(path).notes.values()) == ["why?"]


def test_a_note_in_a_second_window_takes_no_loss_back_and_a_move_there_does(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as first:
        first.press("3", "a")
        first.draw()
        store = SaveStore(tmp_path)
        save_file, saved = store.open(store.unfinished()[0])
        with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as second:
            second.controller.play(saved, save_file)
            first.press(*by_name("give-up"), "X")
            for deed, lost in ((write_note, [False]), (lambda seat: seat.press("3", "b"), [])):
                with subtests.test(deed=deed):
                    deed(second)
                    second.draw()
                    History(tmp_path).import_missed_wins(SaveStore(tmp_path))
                    assert outcomes(tmp_path) == lost


def test_in_line_mode_only_a_move_takes_a_loss_back(tmp_path: Path, subtests: pytest.Subtests) -> None:
    speaker = Speaker(tmp_path, Game.new(617))
    for line in ("3a", "give up"):
        speaker.say(line)
    assert COUNTS_AS_LOST in " ".join(speaker.say("yes"))
    for line in ("note why", "bookmark", "undo", "redo", "restart", "undo", "branches", "stats", "status", "save"):
        with subtests.test(line=line):
            speaker.say(line)
            assert outcomes(tmp_path) == [False]
    assert "no longer counts as lost" in " ".join(speaker.say("3b"))
    assert outcomes(tmp_path) == []
