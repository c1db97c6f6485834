"""Drawing shows what there is, and changes none of it."""

from pathlib import Path

import pytest

from freecell_tui.engine import Move
from freecell_tui.solver.solve import solve
from freecell_tui.storage.settings import AnimationSpeed, Settings
from support.outcomes import saves_in
from support.positions import with_one_way_for_6h
from support.screenshots import rendered
from support.ui_driver import Seat, seated

WARN = Settings(warn=True, animation=AnimationSpeed.OFF)


def all_there_is(seat: Seat, folder: Path) -> object:
    session = vars(seat.session) | {
        "clock": vars(seat.session.clock).copy(),
        "rank_finder": vars(seat.session.rank_finder).copy(),
    }
    files = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    return session, files, saves_in(folder), seat.controller.settings, seat.app.top


@pytest.mark.parametrize("key", ["", "4", "?", "m"])
def test_a_picture_leaves_game_files_and_settings_as_they_are(key: str, tmp_path: Path) -> None:
    with seated(tmp_path, with_one_way_for_6h(), settings=WARN) as seat:
        game = seat.session.game
        seat.press(*key)
        for move in ("", "48"):
            board = game.play(Move.parse(move)).board if move else game.board
            seat.controller.advisor.analysis.record_answer(board, solve(board, game.variant))
        before = all_there_is(seat, tmp_path)
        for _ in range(3):
            picture = rendered(seat.app, seat.size)
            seat.clock.now += 60
        assert key or "v hides it" in picture.text[0]
        assert all_there_is(seat, tmp_path) == before


def test_a_warning_that_no_picture_has_shown_the_player_is_none(tmp_path: Path) -> None:
    with seated(tmp_path, with_one_way_for_6h(), settings=WARN) as seat:
        analysis, game = seat.controller.advisor.analysis, seat.session.game
        seat.app.table_screen.now = seat.controller.advisor.now = lambda: seat.clock.now
        for board in (game.board, game.play(Move.parse("48")).board):
            analysis.record_answer(board, solve(board, game.variant))
        seat.press("4")
        assert "8: 7♠ loses" in seat.text
        seat.clock.now += 1
        seat.press("8")
        assert seat.session.game is game
        assert seat.message.startswith("48 loses the game")
