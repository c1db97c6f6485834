"""With the setting `warn`, a move that loses a won game is lit before it is played, as soon as the solver knows."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from freecell_tui.controller.play.session import ways
from freecell_tui.engine import CELLS, FREECELL, Autoplay, Board, Game, Move, autoplay_moves
from freecell_tui.solver import SolverResult
from freecell_tui.solver.analysis import Verdict
from freecell_tui.solver.solve import solve
from freecell_tui.storage.settings import AnimationSpeed, Settings
from support.positions import at_the_fork, played
from support.pty_terminal import Start
from support.ui_driver import Seat, seated

MOTION_ON, MOTION_OFF = b"\x1b[?1003h", b"\x1b[?1003l"
WARN = Settings(warn=True, animation=AnimationSpeed.OFF)
UNSHOWN = WARN.with_value("verdict", value=False)
TO_THE_FORK = "6a 6b 7b 76 7c 67 87 56 52"


@pytest.fixture
def fork(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path, at_the_fork(), settings=WARN) as seat:
        yield seat


@cache
def answer(board: Board) -> SolverResult:
    return solve(board, FREECELL)


def judge(seat: Seat) -> None:
    """Let every move be judged, and what a player has seen be measured by the test's clock."""
    seat.app.table_screen.now = seat.controller.advisor.now = lambda: seat.clock.now
    analysis, game = seat.controller.advisor.analysis, seat.session.game
    for board in (game.board, *analysis.boards_ahead(game)):
        analysis.record_answer(board, answer(board))


def test_a_place_where_the_game_stays_won_is_lit_as_ever(fork: Seat) -> None:
    fork.see("● winnable")
    fork.press("8")
    analysis, game = fork.controller.advisor.analysis, fork.session.game
    boards = [analysis.board_after(game, way.move) for way in ways(fork.session)]
    fork.wait(lambda: all(analysis.outcome(board) is not None for board in boards), "the solver")
    assert not fork.table.facts.losing
    assert "loses" not in fork.picture.text[-1]
    fork.press("esc", "1")
    fork.wait(lambda: bool(fork.table.facts.losing), "the warning")


def test_a_verdict_that_is_known_only_for_the_warning_is_not_given_away_by_the_menu(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=UNSHOWN) as seat:
        seat.press("1", "8")
        seat.wait(lambda: seat.controller.advisor.analysis.verdict(seat.session.game) is Verdict.LOST, "the verdict")
        seat.press("m")
        assert "pause" in seat.text
        assert "undo the mistake" not in seat.text
        seat.press("esc", "v")
        seat.see("○ lost")
        seat.wait(lambda: seat.controller.advisor.can_go_back, "the way back")
        seat.press("m")
        assert "undo the mistake" in seat.text


@pytest.mark.parametrize("draws", [True, False])
def test_who_types_two_keys_quickly_is_warned_even_if_no_mark_was_drawn(tmp_path: Path, *, draws: bool) -> None:
    with seated(tmp_path, played("74 7a 7b 5c 71 57 47 58", 178), settings=WARN) as seat:
        judge(seat)
        game = seat.session.game
        seat.press("6")
        if draws:
            seat.later(0.1)
            assert CELLS[3] in seat.table.facts.losing
        seat.press("d")
        assert seat.session.game is game
        assert seat.message == "6d loses the game; repeat it to play it anyway."
        seat.press("6", "d")
        seat.see("○ lost")


def test_any_free_cell_and_any_empty_column_are_as_bad_as_another(fork: Seat, subtests: pytest.Subtests) -> None:
    judge(fork)
    for word in ("1d", "4d", "5d"):
        with subtests.test(word=word):
            fork.press(*word)
            assert fork.message.startswith(f"{word} loses the game")
    analysis, game = fork.controller.advisor.analysis, played("6a 6b")
    boards = analysis.boards_ahead(game)
    assert {analysis.board_after(game, Move.parse(word)).without_order for word in ("1c", "1d")} <= {
        board.without_order for board in boards
    }


def test_sending_all_cards_home_is_judged_too(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(24), settings=WARN.with_value("autoplay", "none")) as seat:
        game = seat.session.game
        home = next(autoplay_moves(game.board, game.variant, Autoplay.ALL))
        after_it = game.play(home, Autoplay.ALL, finish=True)
        assert after_it.board in seat.controller.advisor.analysis.boards_ahead(game)


def test_a_move_played_before_it_could_be_judged_is_told_once_it_is_known_to_have_lost(fork: Seat) -> None:
    fork.see("● winnable")
    fork.press("1", "8")
    fork.see("○ lost")
    assert fork.message == "18 lost the game. Press u to undo it."
    fork.press("u", "r")
    fork.draw()
    assert not fork.message


def test_of_several_moves_typed_at_once_it_is_told_that_one_has_lost(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=WARN) as seat:
        seat.see("● winnable")
        for word in f"{TO_THE_FORK} 18".split():
            seat.press(*word)
        seat.see("○ lost")
        assert re.fullmatch(r"One of the last [2-9] moves lost the game\. Press U to go back\.", seat.message)


def test_moves_are_judged_only_for_who_wants_the_warning_and_never_in_a_lost_game(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for game, settings in ((at_the_fork(), Settings()), (at_the_fork().play(Move.parse("18")), WARN)):
        with subtests.test(game=game), seated(tmp_path, game, settings=settings) as seat:
            analysis = seat.controller.advisor.analysis
            seat.wait(lambda: analysis.missing_verdict(game) is None, "the verdict")  # noqa: B023 - waited for at once
            seat.later(1)
            assert not seat.clock.read(0.3)


def test_the_moves_of_the_mouse_are_reported_only_to_who_wants_the_warning(start: Start, state: Path) -> None:
    assert MOTION_ON not in start("1").output
    config = state.parent / "config" / "freecell-tui"
    config.mkdir(parents=True)
    (config / "settings.toml").write_text("warn = true\n", encoding="utf-8")
    terminal = start("2")
    assert terminal.output.count(MOTION_ON) == 1
    terminal.mouse(35, (40, 12))
    terminal.type("q")
    assert terminal.end() == 0
    assert terminal.output.rindex(MOTION_OFF) > terminal.output.rindex(MOTION_ON)


# Pasted moves


def test_the_question_for_pasted_moves_names_the_one_that_loses_the_game(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=WARN) as seat:
        seat.paste(f"{TO_THE_FORK} 18 11")
        seat.see("Move 10, “18”, loses the game.")
        assert "Play only the first 10 moves?" in seat.text
        assert "Move 11, “11”, fails: " in seat.text
        seat.press("esc")
        assert not seat.session.game.turns
        seat.paste(f"{TO_THE_FORK} 18")
        seat.see("Move 10, “18”, loses the game.")
        seat.press("y")
        assert seat.session.game.moves_made == 10
        seat.see("○ lost")


def test_if_no_pasted_move_loses_the_game_that_alone_is_said(tmp_path: Path) -> None:
    for game, pasted in ((Game.new(1), f"{TO_THE_FORK} 8d"), (at_the_fork().play(Move.parse("18")), "8d")):
        with seated(tmp_path, game, settings=UNSHOWN) as seat:
            seat.paste(pasted)
            seat.see("No move loses the game.")


@pytest.mark.parametrize("warns", [True, False])
def test_pasted_moves_do_not_wait_for_the_warning_which_only_who_asked_for_it_is_told(
    tmp_path: Path, *, warns: bool
) -> None:
    with seated(tmp_path, Game.new(1), settings=WARN.with_value("warn", warns)) as seat:
        seat.paste(f"{TO_THE_FORK} 18")
        assert ("Checking for a losing move…" in seat.text) == warns
        seat.press("y")
        assert seat.session.game.moves_made == 10
