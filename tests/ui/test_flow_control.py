"""How far behind the terminal is, told by its answers."""

from pathlib import Path

import pytest

from freecell_tui.engine import Game
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.settings import Settings, VerdictDisplay
from freecell_tui.ui.terminal.flow_control import ANSWER, PATIENCE_SECONDS, FlowControl
from support.ui_driver import seated


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_terminal_that_never_answers_is_asked_once_and_never_waited_for() -> None:
    clock = Clock()
    pulse = FlowControl(clock)
    assert pulse.asks
    pulse.sent(5000)
    for _ in range(5):
        clock.now += 1
        assert not pulse.asks
        assert not pulse.is_behind
        assert not pulse.is_slow


def test_frames_wait_while_much_is_under_way_and_go_on_with_the_answer() -> None:
    clock = Clock()
    pulse = FlowControl(clock)
    pulse.sent(5000)
    pulse.answered()
    assert pulse.asks
    assert not pulse.is_behind
    pulse.sent(300)
    assert not pulse.is_behind
    pulse.sent(900)
    assert pulse.is_behind
    pulse.answered()
    assert not pulse.is_behind
    assert pulse.awaits
    pulse.answered()
    assert not pulse.awaits


def test_an_answer_that_is_lost_is_not_waited_for_for_ever() -> None:
    clock = Clock()
    pulse = FlowControl(clock)
    pulse.sent(10)
    pulse.answered()
    pulse.sent(5000)
    assert pulse.is_behind
    clock.now += PATIENCE_SECONDS
    assert not pulse.is_behind
    assert not pulse.awaits


def test_late_answers_make_a_slow_line() -> None:
    clock = Clock()
    pulse = FlowControl(clock)
    pulse.sent(10)
    clock.now += 0.01
    pulse.answered()
    assert not pulse.is_slow
    pulse.sent(10)
    clock.now += 0.5
    pulse.answered()
    assert pulse.is_slow


def test_an_answer_to_nothing_changes_nothing() -> None:
    pulse = FlowControl(Clock())
    pulse.answered()
    assert not pulse.is_behind
    assert not pulse.awaits


@pytest.mark.usefixtures("capsys")
def test_an_answer_that_comes_between_a_key_and_its_picture_does_not_take_its_place(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=Settings(verdict=VerdictDisplay.OFF)) as seat:
        loop = seat.app.loop
        loop.draw_screen()
        loop.process_input(loop.input_filter(["3", "a"], []))
        loop.process_input(loop.input_filter([ANSWER], []))
        loop.draw_screen()
        # Nothing is shown before it is saved.
        assert SaveStore(tmp_path).unfinished()
