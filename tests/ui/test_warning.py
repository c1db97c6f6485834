"""With the setting `warn`, a move that loses a won game is lit before it is played, as soon as the solver knows."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from freecell_tui.controller.advice.analysis import GameAnalysis
from freecell_tui.controller.play.session import ways
from freecell_tui.engine import CELLS, COLUMNS, Autoplay, Game, Move, Pile, autoplay_moves
from freecell_tui.solver.analysis import Verdict
from freecell_tui.storage.settings import AnimationSpeed, Settings
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE
from support.cases import with_each
from support.positions import at_the_fork, played, with_one_way_for_6h
from support.pty_terminal import Terminal
from support.ui_driver import Point, Seat, seated

NO_BUTTON = 4
MOTION_ON, MOTION_OFF = b"\x1b[?1003h", b"\x1b[?1003l"
WARN = Settings(warn=True, animation=AnimationSpeed.OFF)


def bottom(seat: Seat) -> str:
    return seat.picture.text[-1]


def below(seat: Seat, pile: Pile) -> str:
    """What stands in the row below a column."""
    last = seat.layout.fan(pile, len(seat.session.game.board.columns[pile.index])).spots[-1].box
    return seat.picture.row_of(last._replace(y=last.y + last.height))


@with_each(("mode", "size"), [("ascii", (40, 16)), ("outlined", (80, 24)), ("colour", (120, 40))])
def test_a_place_where_the_lifted_card_loses_the_game_is_marked_before_it_goes_there(
    mode: str, size: Point, tmp_path: Path
) -> None:
    glyphs, mark, colour = ASCII if mode == "ascii" else UNICODE, "x" if mode == "ascii" else "×", mode != "outlined"
    with seated(tmp_path, at_the_fork(), settings=WARN, glyphs=glyphs, colour=colour, size=size) as seat:
        seat.press("1")
        wide = mark * seat.layout.card_width
        seat.wait(lambda: below(seat, COLUMNS[7]) == wide, "the warning below column 8")
        seat.wait(lambda: seat.table.losing == {COLUMNS[7], CELLS[3]}, "the warning at the cell")
        box = seat.layout.top_boxes[CELLS[3]]
        well = "".join(seat.picture.row_of(box._replace(y=box.y + row)) for row in range(box.height))
        assert f"d{mark}" in well
        assert "8" in bottom(seat)
        assert "loses" in bottom(seat)


def test_a_place_where_the_game_stays_won_is_lit_as_ever(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=WARN) as seat:
        seat.see("● winnable")
        seat.press("8")
        seat.wait(lambda: not solver_works(seat), "the solver")
        assert not seat.table.losing
        assert "loses" not in bottom(seat)
        seat.press("esc", "1")
        seat.wait(lambda: bool(seat.table.losing), "the warning")


def test_a_verdict_that_is_known_only_for_the_warning_is_not_given_away_by_the_menu(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=WARN.with_value("verdict", value=False)) as seat:
        seat.press("1", "8")
        seat.wait(lambda: seat.controller.advisor.analysis.verdict(seat.session.game) is Verdict.LOST, "the verdict")
        seat.press("m")
        assert "pause" in seat.text
        assert "last winnable position" not in seat.text
        seat.press("esc", "v")
        seat.see("○ lost")
        seat.wait(lambda: seat.controller.advisor.can_go_back, "the way back")
        seat.press("m")
        assert "last winnable position" in seat.text


def solver_works(seat: Seat) -> bool:
    """Whether the solver is being asked something that can still light a place."""
    analysis, game = seat.controller.advisor.analysis, seat.session.game
    boards = [analysis.board_after(game, way.move) for way in ways(seat.session)]
    return any(analysis.outcome(board) is None for board in boards)


def test_with_the_cursor_on_a_card_that_enter_would_play_at_once_the_place_is_marked_before(tmp_path: Path) -> None:
    with seated(tmp_path, with_one_way_for_6h(), settings=WARN) as seat:
        seat.press("right", "right", "right", "right")
        seat.see("Enter 8 7♠ loses")
        assert below(seat, COLUMNS[7]) == "××××××××"
        assert seat.session.selection is None
        game = seat.session.game
        seat.press("enter")
        assert seat.session.game is game
        assert seat.message == "48 loses the game; repeat it to play it anyway."
        assert seat.session.selection is None
        seat.press("enter")
        assert str(seat.session.game.turns[-1].move) == "48"
        seat.see("○ lost")


def test_cards_on_the_mouse_s_pointer_are_warned_of_too(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=WARN) as seat:
        last = seat.layout.fan(COLUMNS[0], len(seat.session.game.board.columns[0])).spots[-1].box
        seat.mouse("mouse press", 1, (last.x + 2, last.y + 1))
        seat.mouse("mouse drag", 1, (60, 20))
        seat.wait(lambda: COLUMNS[7] in seat.table.losing, "the warning")
        assert below(seat, COLUMNS[7]) == "××××××××"


def test_a_double_click_on_a_card_that_would_lose_the_game_is_held_back_once(tmp_path: Path) -> None:
    with seated(tmp_path, with_one_way_for_6h(), settings=WARN) as seat:
        box = seat.layout.fan(COLUMNS[3], len(seat.session.game.board.columns[3])).spots[-1].box
        at = (box.x + 2, box.y + 1)
        seat.click(at)
        seat.wait(lambda: COLUMNS[7] in seat.table.losing, "the warning")
        seat.click((0, 0))
        game = seat.session.game
        for is_held in (True, False):
            seat.click(at)
            seat.click(at)
            assert (seat.session.game is game) == is_held
            assert seat.session.selection is None
        assert str(seat.session.game.turns[-1].move) == "48"


def test_a_place_that_was_marked_long_enough_to_be_seen_can_be_chosen_at_once(tmp_path: Path) -> None:
    with seated(tmp_path, with_one_way_for_6h(), settings=WARN) as seat:
        use_clock(seat)
        seat.press("4")
        seat.see("8 7♠ loses")
        seat.later(1)
        seat.press("8")
        assert str(seat.session.game.turns[-1].move) == "48"


def test_a_place_that_was_marked_for_other_cards_is_not_seen_to_be_marked_for_these(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=WARN) as seat:
        use_clock(seat)
        judged(seat)
        seat.press("1")
        seat.see("d cell loses")
        seat.later(1)
        seat.press("1", "4", "d")
        assert seat.message.startswith("4d loses the game")


# Warned before the key


def use_clock(seat: Seat) -> None:
    """Let the table measure what a player has seen by the test's clock."""
    seat.app.table_screen.now = seat.controller.advisor.warnings.now = lambda: seat.clock.now


def judged(seat: Seat) -> None:
    """Let the player think until every move is judged."""
    analysis, game = seat.controller.advisor.analysis, seat.session.game

    def is_judged() -> bool:
        return analysis.verdict(game) is Verdict.WON and all(
            analysis.outcome(board) is not None for board in analysis.boards_ahead(game)
        )

    seat.wait(is_judged, "all moves to be judged")


@with_each("draws", [True, False])
def test_who_types_two_keys_quickly_is_warned_whether_the_mark_was_drawn_between_them_or_not(
    tmp_path: Path, *, draws: bool
) -> None:
    with seated(tmp_path, played("74 7a 7b 5c 71 57 47 58", 178), settings=WARN) as seat:
        use_clock(seat)
        judged(seat)
        game = seat.session.game
        seat.press("6")
        if draws:
            seat.later(0.1)
            assert CELLS[3] in seat.table.losing
        seat.press("d")
        assert seat.session.game is game
        assert seat.message == "6d loses the game; repeat it to play it anyway."
        seat.press("6", "d")
        seat.see("○ lost")


def test_any_free_cell_and_any_empty_column_are_as_bad_as_another(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=WARN) as seat:
        judged(seat)
        for word in ("1d", "4d", "5d"):
            seat.press(*word)
            assert seat.message.startswith(f"{word} loses the game")
    game = played("6a 6b")
    with seated(tmp_path, game, settings=WARN) as seat:
        judged(seat)
        analysis = seat.controller.advisor.analysis
        for word in ("1c", "1d"):
            assert analysis.outcome(analysis.board_after(game, Move.parse(word))) is not None


def test_sending_all_cards_home_is_judged_too(tmp_path: Path) -> None:
    settings = WARN.with_value("autoplay", "none")
    with seated(tmp_path, Game.new(24), settings=settings) as seat:
        judged(seat)
        game = seat.session.game
        home = next(autoplay_moves(game.board, game.variant, Autoplay.ALL))
        after_it = game.play(home, Autoplay.ALL, finish=True)
        assert seat.controller.advisor.analysis.outcome(after_it.board) is not None


def test_a_move_played_before_it_could_be_judged_is_told_as_soon_as_it_is_known_to_have_lost(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=WARN) as seat:
        seat.see("● winnable")
        seat.press("1", "8")
        seat.see("○ lost")
        assert seat.message == "18 lost the game. Press u to undo it."
        seat.press("u", "r")
        seat.draw()
        assert not seat.message


def test_of_several_moves_typed_at_once_it_is_told_that_one_has_lost(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=WARN) as seat:
        seat.see("● winnable")
        for word in f"{TO_THE_FORK} 18".split():
            seat.press(*word)
        seat.see("○ lost")
        assert re.fullmatch(r"One of the last [2-9] moves lost the game\. Press U to go back\.", seat.message)


def is_known(analysis: GameAnalysis, game: Game) -> bool:
    return analysis.missing_verdict(game) is None


def test_moves_are_judged_only_for_who_wants_the_warning_and_never_in_a_lost_game(tmp_path: Path) -> None:
    for game, settings in ((at_the_fork(), Settings()), (at_the_fork().play(Move.parse("18")), WARN)):
        with seated(tmp_path, game, settings=settings) as seat:
            analysis = seat.controller.advisor.analysis
            seat.wait(partial(is_known, analysis, game), "the verdict")
            seat.later(1)
            assert not seat.clock.read(0.3)


def test_the_place_is_marked_where_a_double_click_would_send_the_card_that_the_mouse_points_at(tmp_path: Path) -> None:
    with seated(tmp_path, with_one_way_for_6h(), settings=WARN) as seat:
        box = seat.layout.fan(COLUMNS[3], len(seat.session.game.board.columns[3])).spots[-1].box
        seat.mouse("mouse drag", NO_BUTTON, (box.x + 2, box.y + 1))
        seat.wait(lambda: seat.table.losing == {COLUMNS[7]}, "the warning")
        assert below(seat, COLUMNS[7]) == "××××××××"
        assert seat.session.selection is None
        assert not seat.session.shows_cursor
        seat.mouse("mouse drag", NO_BUTTON, (0, 0))
        assert below(seat, COLUMNS[7]) != "××××××××"


def test_the_moves_of_the_mouse_are_reported_only_to_who_wants_the_warning(
    start: Callable[..., Terminal], state: Path
) -> None:
    terminal = start("1")
    assert MOTION_ON not in terminal.output
    config = state.parent / "config" / "freecell-tui"
    config.mkdir(parents=True)
    (config / "settings.toml").write_text("warn = true\n", encoding="utf-8")
    terminal = start("2")
    assert terminal.output.count(MOTION_ON) == 1
    terminal.mouse(35, (40, 12))
    terminal.type("q")
    assert terminal.end() == 0
    assert terminal.output.rindex(MOTION_OFF) > terminal.output.rindex(MOTION_ON)


def test_the_warning_does_not_depend_on_whether_the_verdict_is_shown(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=WARN.with_value("verdict", value=False)) as seat:
        seat.press("1")
        seat.see("8 7♦ loses")
        assert "winnable" not in seat.picture.text[0]


def test_nobody_is_warned_who_has_not_asked_for_it(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork(), settings=Settings()) as seat:
        seat.see("● winnable")
        seat.press("1")
        seat.later(3)
        assert seat.controller.advisor.warnings.losing_targets() == frozenset()
        assert "loses" not in seat.text
        assert "×" not in seat.text


# Pasted moves

TO_THE_FORK = "6a 6b 7b 76 7c 67 87 56 52"


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


def test_of_pasted_moves_none_of_which_loses_the_game_that_is_said_and_not_whether_it_was_lost_before(
    tmp_path: Path,
) -> None:
    for game, pasted in ((Game.new(1), f"{TO_THE_FORK} 8d"), (at_the_fork().play(Move.parse("18")), "8d")):
        with seated(tmp_path, game, settings=WARN.with_value("verdict", value=False)) as seat:
            seat.paste(pasted)
            seat.see("No move loses the game.")


def test_pasted_moves_do_not_wait_for_the_warning_nor_is_it_told_to_who_did_not_ask_for_it(tmp_path: Path) -> None:
    for warns in (True, False):
        with seated(tmp_path, Game.new(1), settings=WARN.with_value("warn", warns)) as seat:
            seat.paste(f"{TO_THE_FORK} 18")
            assert ("Checking for a losing move…" in seat.text) == warns
            seat.press("y")
            assert seat.session.game.moves_made == 10
