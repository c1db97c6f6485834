"""How far behind the terminal is, told by its answers."""

from pathlib import Path

import pytest

from freecell_tui.engine import Game
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.ui.terminal.output import REPLY_TIMEOUT, FlowControl
from support.sessions import ManualTime
from support.ui_driver import NO_VERDICT, seated


@pytest.fixture
def clock() -> ManualTime:
    return ManualTime()


@pytest.fixture
def line(clock: ManualTime) -> FlowControl:
    return FlowControl(clock)


def show(line: FlowControl, clock: ManualTime, size: int, seconds: float) -> None:
    """Send a frame, and let the terminal answer so many seconds later."""
    line.frame_sent(size)
    clock.time += seconds
    line.reply_received()


def test_a_terminal_that_never_answers_is_asked_once_and_never_waited_for(line: FlowControl, clock: ManualTime) -> None:
    assert line.should_query(300)
    line.frame_sent(5000)
    for _ in range(5):
        clock.time += 1
        assert not (line.should_query(300))
        assert not (line.is_behind)
        assert not (line.is_slow)


def test_frames_wait_while_much_is_under_way_and_continue_with_the_answer(
    line: FlowControl, clock: ManualTime, subtests: pytest.Subtests
) -> None:
    show(line, clock, 5000, 0)
    assert line.should_query(300)
    for size, is_behind in ((0, False), (300, False), (900, True)):
        with subtests.test(size=size):
            line.frame_sent(size)
            assert line.is_behind is is_behind
    for _ in range(3):
        assert line.is_waiting
        line.reply_received()
        assert line.is_behind is (len(line.in_flight) > 1)
    assert not line.is_waiting


def test_few_bytes_are_asked_about_only_if_others_came_just_before(
    line: FlowControl, clock: ManualTime, subtests: pytest.Subtests
) -> None:
    assert line.should_query(10)
    show(line, clock, 10, 0)
    for seconds, size, asks in ((1, 60, False), (1, 60, False), (0.2, 60, True), (0.2, 60, True), (1, 300, True)):
        with subtests.test(seconds=seconds, size=size, asks=asks):
            clock.time += seconds
            assert line.should_query(size) is asks


def test_a_lost_answer_is_not_waited_for_forever(line: FlowControl, clock: ManualTime) -> None:
    show(line, clock, 10, 0)
    line.frame_sent(5000)
    assert line.is_behind
    clock.time += REPLY_TIMEOUT
    assert not (line.is_behind)
    assert not (line.is_waiting)


def test_a_line_is_slow_by_late_answers_and_as_fast_as_it_shows_large_frames(
    line: FlowControl,
    clock: ManualTime,
    subtests: pytest.Subtests,
) -> None:
    assert line.seconds_for(4000) == 0
    for size, delay, seconds in ((4000, 4.2, 4.2), (10, 0.2, 4.2), (4000, 0.3, 0.1), (10, 0.01, 0.1)):
        with subtests.test(size=size, delay=delay):
            show(line, clock, size, delay)
            assert line.seconds_for(4000) == pytest.approx(seconds)
            assert line.is_slow is (delay > 0.1)


def test_a_frame_that_waits_behind_another_does_not_make_the_line_slow(line: FlowControl, clock: ManualTime) -> None:
    for _ in range(3):
        line.frame_sent(2000)
    for _ in range(3):
        clock.time += 1
        line.reply_received()
    assert line.seconds_for(2000) <= 1


def test_at_the_end_answers_have_as_long_as_the_line_has_taken_and_a_silent_terminal_is_not_waited_for(
    line: FlowControl,
    clock: ManualTime,
    subtests: pytest.Subtests,
) -> None:
    assert line.patience == 0
    line.frame_sent(5000)
    assert line.patience == REPLY_TIMEOUT
    clock.time += REPLY_TIMEOUT / 2
    assert line.patience == REPLY_TIMEOUT / 2
    clock.time += REPLY_TIMEOUT
    assert line.patience == 0
    line.in_flight.clear()
    for delay, patience in ((0.01, 1.0), (0.6, 1.8), (0.1, 1.8), (60, 10)):
        with subtests.test(delay=delay):
            show(line, clock, 300, delay)
            assert line.patience == pytest.approx(patience)


def test_an_answer_to_nothing_changes_nothing(line: FlowControl) -> None:
    line.reply_received()
    assert not (line.is_behind)
    assert not (line.is_waiting)


@pytest.mark.usefixtures("capsys")
def test_an_answer_between_a_key_and_its_picture_does_not_take_its_place(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        loop = seat.app.loop
        loop.draw_screen()
        loop.process_input(loop.input_filter(["3", "a"], []))
        loop.process_input(loop.input_filter([], []))
        loop.draw_screen()
        # Nothing is shown before it is saved.
        assert SaveStore(tmp_path).unfinished()
