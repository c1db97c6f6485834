"""A pause: the clock stands still, and nothing of the game is to be seen or done."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.play.game import Clock
from freecell_tui.controller.play.highlights import HintMark
from freecell_tui.engine import Game
from freecell_tui.solver.solve import solve
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from support.cases import with_each
from support.pty_terminal import Start
from support.ui_driver import NO_VERDICT, Point, Seat, after, seated

CARD = re.compile(r"(10|[2-9AJQK])[♠♥♦♣CdhS]")


@with_each(
    ("size", "glyphs", "colour"),
    [((40, 16), UNICODE, True), ((80, 24), ASCII, True), ((80, 24), UNICODE, False), ((120, 40), UNICODE, True)],
)
def test_no_card_can_be_read_and_no_figure_helps(size: Point, glyphs: Glyphs, *, colour: bool, tmp_path: Path) -> None:
    with seated(tmp_path, after(10, 55), glyphs=glyphs, size=size, colour=colour) as seat:
        game = seat.session.game
        seat.session.hint = HintMark(seat.session.columns[0])
        seat.controller.advisor.analysis.record_answer(game.board, solve(game.board, game.variant))
        seat.press("up", "3")
        assert CARD.search(seat.text)
        assert "winnable" in seat.text or size[0] < 80
        seat.press("p")
        seat.draw()
        assert not CARD.search(seat.text)
        for word in ("free", "empty", "move up", "at once", "winnable"):
            assert word not in seat.text
        assert "Paused. Press any key to continue." in seat.picture.text[-1]
        roles = {role.partition(" ")[0] for role in seat.picture.roles}
        assert not roles & {"card", "lifted", "cursor", "hinted", "lit", "target"}
        seat.press("p")
        assert CARD.search(seat.text)
        assert seat.session.selection is None
        assert seat.session.game == game


@with_each("key", ["p", "enter", " ", "esc", "click"])
def test_the_clock_stands_still_until_the_player_continues(key: str, tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1)) as seat:
        seat.press("p")
        assert not CARD.search(seat.text)
        seat.press("p")
        assert not seat.session.clock.is_running, "the game has not begun"
        seat.press("3", "a")
        assert seat.session.clock.is_running
        seat.press("p")
        assert not seat.session.clock.is_running
        if key == "click":
            seat.click((24, 11))
            assert seat.session.selection is None
        else:
            seat.press(key)
        assert not seat.session.is_paused
        assert seat.session.clock.is_running
        assert seat.session.game.moves_made == 1


@with_each("key", ["u", "3", "a", "n", "i", "J", "m", "#", "U", "z", "f9", "up"])
def test_any_key_ends_a_pause_and_does_nothing_else(key: str, tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        seat.press("p", key)
        assert not seat.session.is_paused
        assert seat.session.game == after(1, 5)
        assert (seat.session.selection, seat.dialog, seat.message) == (None, None, "")


def test_a_won_game_cannot_be_paused(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 10_000)) as seat:
        execute(seat.controller, BY_NAME["pause"])
        assert seat.message == "The game is won."
        assert not seat.session.is_paused


def test_ctrl_c_quits_in_a_pause_from_the_menu_too_and_the_screen_can_be_drawn_again(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        seat.press("m", *["down"] * 4, "enter")
        paused = seat.text
        assert "Paused. Press any key to continue." in paused
        assert not CARD.search(paused)
        seat.press("ctrl l")
        assert seat.text == paused
        assert not seat.has_left
        seat.press("ctrl c")
        assert seat.has_left


def test_what_was_asked_of_the_solver_is_not_answered_in_a_pause(start: Start) -> None:
    terminal = start("1")
    terminal.see("winnable")
    terminal.type("Jp")
    terminal.see("Paused. Press any key to continue.")
    assert "winnable" not in terminal.top
    terminal.pump(1.0)
    assert "moves 0 " in terminal.top
    assert not CARD.search(terminal.text)
    terminal.type("p")
    terminal.see("winnable")
    assert "moves 0 " in terminal.top


# Away, and idle


@contextmanager
def at_play(folder: Path, size: Point = (80, 24)) -> Iterator[Seat]:
    """A game under way, whose clock goes by the test's time."""
    with seated(folder, after(1, 5), settings=NO_VERDICT, size=size) as seat:
        seat.session.clock = Clock(60.0, lambda: seat.clock.now)
        seat.give("u")
        yield seat


def test_the_clock_stops_while_another_window_has_the_focus_and_the_table_says_so(tmp_path: Path) -> None:
    for back, size in (("focus in", (80, 24)), ("r", (40, 16)), (("mouse press", 1, 0, 0), (120, 40))):
        with at_play(tmp_path / str(back), size) as seat:
            seat.later(5)
            seat.give("focus out")
            assert "1:05 stopped" in seat.text
            seat.give(("mouse drag", 4, 5, 5), "window resize")
            seat.later(60)
            assert "1:05 stopped" in seat.text
            assert seat.message == ""
            seat.give(back)
            assert "stopped" not in seat.text
            seat.later(2)
            assert "1:07" in seat.text


def test_the_clock_stops_after_three_minutes_without_a_key_and_the_next_one_starts_it(tmp_path: Path) -> None:
    with at_play(tmp_path) as seat:
        for key, seconds, clock in (("r", 179, "3:59 "), ("", 300, "4:00 stopped"), ("u", 3, "4:03 ")):
            seat.give(*filter(None, [key]))
            seat.stall(seconds)
            assert clock in seat.text
            assert ("stopped" in seat.text) == ("stopped" in clock)


def test_neither_a_dialog_nor_a_clock_that_never_ran_is_told_to_be_stopped(tmp_path: Path) -> None:
    with at_play(tmp_path) as seat:
        seat.give("m", "focus out", "focus in")
        assert not seat.session.clock.is_running
        seat.give("esc")
        assert seat.session.clock.is_running
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        seat.give("focus out")
        assert "stopped" not in seat.text


def test_a_terminal_is_asked_to_tell_of_the_focus_and_no_longer_at_the_end(start: Start) -> None:
    terminal = start("1")
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.type("\x1b[O")
    terminal.see("stopped")
    terminal.type("\x1b[I")
    terminal.not_see("stopped")
    terminal.type("q")
    assert terminal.end() == 0
    assert terminal.output.count(b"\x1b[?1004h") == 1
    assert terminal.output.rfind(b"\x1b[?1004l") > terminal.output.rfind(b"\x1b[?1004h")
