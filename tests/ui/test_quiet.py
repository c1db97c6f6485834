"""Nothing wakes the program up while nothing happens, and the clock only once a second."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from freecell_tui.controller.play.game import Clock
from freecell_tui.engine.text import clock_text
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.terminal.output import REPLY_TIMEOUT, STATUS_QUERY, FlowControl
from support.processes import wake_ups
from support.pty_terminal import DEADLINE, ENTER, ESC, Start, Terminal
from support.refusing_disk import full_disk
from support.ui_driver import NO_VERDICT, Seat, after, by_name, seated

_LONGEST_WAIT = 3.0
"""Longer than what goes on by itself, and long enough for whatever comes once a second to come twice."""


def sleeps(terminal: Terminal) -> None:
    """Wait until the program sleeps: nothing wakes up any of its threads for some seconds."""
    end = time.monotonic() + 2 * DEADLINE
    before = -1
    while (now := wake_ups(terminal.process.pid)) != before:
        if time.monotonic() > end:
            pytest.fail(f"the program does not sleep:\n{terminal.text}")
        before, quiet_until = now, time.monotonic() + _LONGEST_WAIT
        while (left := quiet_until - time.monotonic()) > 0:
            terminal.pump(left)


@pytest.mark.linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "keys", "shown"),
    [
        # Without motion no game plays by itself at the title.
        *(((), keys, "") for keys in ("", "O", "?", "l", "S")),
        *((("1",), keys, "") for keys in ("", "3ap", f"3a{ESC}", "3aO", "3a:note on\r")),
        (("-3",), "5h", "You won"),
        (("--plain", "1"), "3a" + ENTER, "Two of hearts to cell a."),
    ],
)
def test_while_no_clock_runs_nothing_wakes_the_program_up(
    start: Start, arguments: tuple[str, ...], keys: str, shown: str
) -> None:
    terminal = start(*arguments, table=False, NO_MOTION="1")
    terminal.see("move up" if arguments in (("1",), ("-3",)) else "FreeCell" if arguments else "quit")
    terminal.type(keys)
    terminal.see(shown)
    sleeps(terminal)


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path, after(1, 1), settings=NO_VERDICT) as seat:
        yield seat


def run_clock(seat: Seat) -> None:
    """Let the game's clock go with the test's."""
    seat.session.clock = Clock(now=lambda: seat.clock.now)
    seat.press("u", "r")
    seat.later(1)


def test_the_clock_asks_for_one_picture_a_second_and_for_no_answer_of_the_terminal(seat: Seat) -> None:
    flow_control = seat.app.terminal.flow_control = FlowControl(lambda: seat.clock.now)
    run_clock(seat)
    flow_control.reply_received()
    shown = []
    for _ in range(20):
        before = len(seat.sent.getvalue())
        ((due, _, _),) = seat.clock.alarms
        seat.later(due - seat.clock.now)
        sent = seat.sent.getvalue()[before:]
        assert sent
        assert STATUS_QUERY not in sent
        shown.append(seat.picture.text[0].split()[-1])
    assert shown == [clock_text(second) for second in range(2, 22)]


def test_a_frame_is_drawn_after_three_seconds_though_the_answer_that_it_waits_for_was_lost(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    flow_control = seat.app.terminal.flow_control = FlowControl(lambda: seat.clock.now)
    flow_control.reply_received()
    seat.press(*by_name("note"))
    seat.draw()
    assert seat.clock.alarms == []  # the clock stands
    flow_control.in_flight.clear()
    flow_control.frame_sent(5000)
    seat.later(1)
    before = len(seat.sent.getvalue())
    for key in "abc":
        with subtests.test(key=key):
            seat.press(key)
            seat.later(0.5)
            assert len(seat.clock.alarms) == 1
    assert len(seat.sent.getvalue()) == before
    seat.later(REPLY_TIMEOUT - 2.5)
    assert "abc" in seat.sent.getvalue()[before:]
    assert seat.clock.alarms == []


def test_once_the_game_is_left_the_clock_asks_for_nothing_more(seat: Seat) -> None:
    run_clock(seat)
    assert len(seat.clock.alarms) == 1
    seat.press(*by_name("note"))
    seat.later(60)
    assert seat.clock.alarms == []


def test_what_cannot_be_saved_is_tried_again_every_second_until_it_is(seat: Seat) -> None:
    with full_disk():
        seat.press("u")
        seat.draw()
        assert seat.controller.error
        seat.press(*by_name("note"), "g")
        seat.later(3)
        assert len(seat.clock.alarms) == 1
    seat.later(1)
    assert not seat.controller.error
    seat.later(3)  # a refusal stands in place of a dialog's keys for a while
    assert seat.clock.alarms == []


def test_a_wheel_that_has_nothing_to_scroll_draws_nothing_and_one_that_has_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seated(tmp_path, after(1, 1), settings=NO_VERDICT) as seat:
        app, loop, frames = seat.app, seat.app.loop, list[object]()
        column = seat.place_of("J♦")
        draw = app.render

        def render(size: tuple[int, int], **_: bool) -> Surface:
            frames.append(size)
            return draw(size)

        monkeypatch.setattr(app, "render", render)

        def turn(button: int, at: tuple[int, int], size: tuple[int, int]) -> int:
            """Turn the wheel many times, as a burst is read and one by one; return how many frames that takes."""
            seat.size = loop.screen_size = size
            seat.draw()
            frames.clear()
            event = ("mouse press", button, *at)
            for events in ([event] * 100, *([event] for _ in range(100))):
                loop.process_input(loop.input_filter(list(events), []))
                loop.draw_screen()
            return len(frames)

        assert turn(5, column, (80, 24)) == 0
        assert turn(4, (0, 0), (80, 24)) == 0
        # Outside of the window there is nothing to click either.
        assert turn(1, (80, 24), (80, 24)) <= 101
        seat.open("menu")
        assert turn(5, (40, 12), (80, 24)) > 100
