"""How far behind the terminal is, told by its answers."""

from pathlib import Path

import pytest

from freecell_tui.engine import Game
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.settings import Settings
from freecell_tui.ui.terminal.output import REPLY_TIMEOUT, STATUS_REPLY, FlowControl
from support.ui_driver import seated


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_terminal_that_never_answers_is_asked_once_and_never_waited_for() -> None:
    clock = Clock()
    flow_control = FlowControl(clock)
    assert flow_control.should_query(300)
    flow_control.frame_sent(5000)
    for _ in range(5):
        clock.now += 1
        assert not flow_control.should_query(300)
        assert not flow_control.is_behind
        assert not flow_control.is_slow


def test_frames_wait_while_much_is_under_way_and_go_on_with_the_answer() -> None:
    clock = Clock()
    flow_control = FlowControl(clock)
    flow_control.frame_sent(5000)
    flow_control.reply_received()
    assert flow_control.should_query(300)
    assert not flow_control.is_behind
    flow_control.frame_sent(300)
    assert not flow_control.is_behind
    flow_control.frame_sent(900)
    assert flow_control.is_behind
    flow_control.reply_received()
    assert not flow_control.is_behind
    assert flow_control.is_waiting
    flow_control.reply_received()
    assert not flow_control.is_waiting


def test_few_bytes_are_asked_about_only_where_others_came_just_before() -> None:
    clock = Clock()
    flow_control = FlowControl(clock)
    assert flow_control.should_query(10)
    flow_control.frame_sent(10)
    flow_control.reply_received()
    for seconds, size, asks in ((1, 60, False), (1, 60, False), (0.2, 60, True), (0.2, 60, True), (1, 300, True)):
        clock.now += seconds
        assert flow_control.should_query(size) is asks


def test_an_answer_that_is_lost_is_not_waited_for_for_ever() -> None:
    clock = Clock()
    flow_control = FlowControl(clock)
    flow_control.frame_sent(10)
    flow_control.reply_received()
    flow_control.frame_sent(5000)
    assert flow_control.is_behind
    clock.now += REPLY_TIMEOUT
    assert not flow_control.is_behind
    assert not flow_control.is_waiting


def test_late_answers_make_a_slow_line() -> None:
    clock = Clock()
    flow_control = FlowControl(clock)
    flow_control.frame_sent(10)
    clock.now += 0.01
    flow_control.reply_received()
    assert not flow_control.is_slow
    flow_control.frame_sent(10)
    clock.now += 0.5
    flow_control.reply_received()
    assert flow_control.is_slow


def test_how_fast_a_line_is_is_told_by_large_frames_and_not_by_how_far_away_the_terminal_is() -> None:
    clock = Clock()
    flow_control = FlowControl(clock)
    assert flow_control.seconds_for(4000) == 0

    def show(size: int, seconds: float) -> None:
        flow_control.frame_sent(size)
        clock.now += seconds
        flow_control.reply_received()

    show(4000, 4.2)
    assert flow_control.seconds_for(4000) == pytest.approx(4.2)
    show(10, 0.2)
    assert flow_control.seconds_for(4000) == pytest.approx(4.2)
    show(4000, 0.3)
    assert flow_control.seconds_for(4000) == pytest.approx(0.1)


def test_a_frame_that_waits_behind_another_does_not_make_the_line_slow() -> None:
    clock = Clock()
    flow_control = FlowControl(clock)
    for _ in range(3):
        flow_control.frame_sent(2000)
    for _ in range(3):
        clock.now += 1
        flow_control.reply_received()
    assert flow_control.seconds_for(2000) <= 1


def test_an_answer_to_nothing_changes_nothing() -> None:
    flow_control = FlowControl(Clock())
    flow_control.reply_received()
    assert not flow_control.is_behind
    assert not flow_control.is_waiting


@pytest.mark.usefixtures("capsys")
def test_an_answer_that_comes_between_a_key_and_its_picture_does_not_take_its_place(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=Settings(verdict=False)) as seat:
        loop = seat.app.loop
        loop.draw_screen()
        loop.process_input(loop.input_filter(["3", "a"], []))
        loop.process_input(loop.input_filter([STATUS_REPLY], []))
        loop.draw_screen()
        # Nothing is shown before it is saved.
        assert SaveStore(tmp_path).unfinished()
