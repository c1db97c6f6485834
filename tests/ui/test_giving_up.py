"""Giving a game up: it counts as lost, its save is put aside, and nothing is lost if it is played on."""

from pathlib import Path

import pytest

from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.engine import Game
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from support.cases import with_each
from support.factories import won_game
from support.ui_driver import NO_VERDICT, by_name, seated

pytestmark = pytest.mark.usefixtures("still")


def outcomes(folder: Path) -> list[bool]:
    return [result.is_won for result in History(folder).results()]


def folders(folder: Path) -> dict[str, int]:
    """How many saves there are of each kind."""
    kinds = ("unfinished", "deleted", "won")
    return {kind: len(list((folder / kind).glob("*.json"))) for kind in kinds}


def test_a_game_is_given_up_after_one_question(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        seat.press("m")
        assert "give this game up" not in seat.text
        seat.press("esc", "3", "a", *by_name("give-up"))
        assert "it counts as lost" in seat.text
        seat.press("enter")
        assert seat.dialog is None
        assert outcomes(tmp_path) == []
        seat.press(*by_name("give-up"), "X")
        assert "FreeCell #617 counts as lost." in seat.text
        assert outcomes(tmp_path) == [False]
        assert folders(tmp_path) == {"unfinished": 0, "deleted": 1, "won": 0}
        seat.press("n")
        assert seat.session.message is None
        assert folders(tmp_path) == {"unfinished": 0, "deleted": 1, "won": 0}


def test_giving_up_is_taken_back_and_the_loss_with_it(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        seat.press("3", "a", *by_name("give-up"), "X", "u")
        assert outcomes(tmp_path) == []
        assert folders(tmp_path) == {"unfinished": 1, "deleted": 0, "won": 0}
        assert seat.session.game.moves_made == 1


@with_each(("before", "then"), [("n", "enter"), ("esc", "enter"), ("esc", "esc")])
def test_a_game_given_up_comes_back_from_the_list_of_games_and_the_loss_is_taken_back(
    before: str, then: str, tmp_path: Path
) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        seat.press("3", "a", *by_name("give-up"), "X", before, "l", "u")
        assert "FreeCell #617 was restored." in seat.text
        assert outcomes(tmp_path) == []
        assert folders(tmp_path) == {"unfinished": 1, "deleted": 0, "won": 0}
        seat.press(then)
        assert seat.dialog is None
        assert seat.session.game.deal == 617
        assert seat.controller.is_under_way
        seat.press("3", "b")
        seat.draw()
        assert outcomes(tmp_path) == []
        (path,) = SaveStore(tmp_path).unfinished()
        assert saves.read(path).game.moves_made == 2


def test_a_move_on_a_game_given_up_plays_it_on(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        seat.press("3", "a", *by_name("give-up"), "X", "esc")
        execute(seat.controller, BY_NAME["give-up"])
        assert "gave this game up" in str(seat.session.message)
        seat.session.clock.start()
        seat.controller.keep()
        assert folders(tmp_path) == {"unfinished": 0, "deleted": 1, "won": 0}
        seat.press("3", "b")
        seat.draw()
        assert "no longer counts as lost" in str(seat.session.message)
        assert outcomes(tmp_path) == []
        (path,) = SaveStore(tmp_path).unfinished()
        assert saves.read(path).game.moves_made == 2


def test_a_game_given_up_and_won_after_all_is_won(tmp_path: Path) -> None:
    with seated(tmp_path, won_game(2).undo(), settings=NO_VERDICT) as seat:
        seat.press("R", "u", *by_name("give-up"), "X", "esc", "5", "h")
        assert "You won" in seat.text
        assert outcomes(tmp_path) == [True]
        assert folders(tmp_path) == {"unfinished": 0, "deleted": 0, "won": 1}


def test_another_deal_gives_nothing_up(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        seat.press("3", "a")
        for command in ("new-game", "next-deal", "previous-deal"):
            seat.press(*by_name(command))
        assert outcomes(tmp_path) == []
        assert folders(tmp_path)["unfinished"] == 1
