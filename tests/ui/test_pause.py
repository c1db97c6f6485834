"""A pause: the clock stands still, and nothing of the game is to be seen or done."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from freecell_tui.controller.play.game import Clock
from freecell_tui.engine import Game
from support.pty_terminal import Start
from support.ui_driver import NO_VERDICT, Point, Seat, after, seated

CARD = re.compile(r"(10|[2-9AJQK])[♠♥♦♣CdhS]")


@pytest.mark.parametrize("key", ["p", "enter", " ", "esc", "click"])
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


@pytest.mark.parametrize("key", ["u", "3", "a", "n", "i", "J", "m", "#", "U", "z", "f9", "up"])
def test_any_key_ends_a_pause_and_does_nothing_else(key: str, tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        seat.press("p", key)
        assert not seat.session.is_paused
        assert seat.session.game == after(1, 5)
        assert (seat.session.selection, seat.dialog, seat.message) == (None, None, "")


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
