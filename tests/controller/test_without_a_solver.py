"""The table where the solver's process cannot be started: the game goes on, and says so where it matters."""

import sys
from pathlib import Path

import pytest

from freecell_tui.engine import Game
from freecell_tui.storage.settings import AnimationSpeed, Settings
from support.solutions import STANDARD
from support.ui_driver import NO_VERDICT, after, by_name, seated

WARN = Settings(warn=True, animation=AnimationSpeed.OFF)


@pytest.fixture(autouse=True)
def _no_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NO_MOTION", "1")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nowhere"))


def test_a_hint_tells_why_there_is_none_and_the_next_one_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        seat.press("i")
        seat.draw()
        assert seat.message.startswith("The solver cannot be started (")
        assert seat.message.endswith("; you can play on without it.")
        seat.press("3", "a", "i")
        seat.draw()
        assert seat.session.game.moves_made == 1
        assert seat.message.startswith("The solver cannot be started (")
        monkeypatch.undo()
        seat.press("i")
        seat.see("Look at")


def test_a_winnable_deal_is_any_deal_and_that_is_said(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        seat.press(*by_name("winnable-game"), "a")
        seat.draw()
        assert seat.message == "The solver is not available, so this deal may not be winnable."
        assert seat.session.game.deal != 1


def test_the_review_of_a_game_and_the_question_for_pasted_moves_do_not_wait_for_it(tmp_path: Path) -> None:
    with seated(tmp_path, after(617, 5), settings=WARN) as seat:
        seat.paste(STANDARD[617].split()[5])
        assert "Checking for a losing move" in seat.text
        seat.draw()
        assert "It is not known whether a move loses the game." in seat.text
        seat.press("esc", "L")
        seat.draw()
        assert "The solver cannot be started (No such file or directory)." in seat.text
        assert "ot analysed, as the solver cannot be started" in seat.text
        seat.press("esc")
        seat.paste(STANDARD[617].split()[5])
        assert "losing move" not in seat.text


def test_what_is_found_out_beside_the_game_stays_unknown(tmp_path: Path) -> None:
    with seated(tmp_path, after(617, 5), settings=NO_VERDICT) as seat:
        seat.open("daily")
        seat.draw()
        assert "Goal" not in seat.text
        seat.press("esc")
        assert not seat.has_left
