"""Giving a game up: it counts as lost, its save is put aside, and nothing is lost if it is played on."""

from pathlib import Path

import pytest

from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.engine import Game
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from support.ui_driver import NO_VERDICT, by_name, seated

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
