"""How far behind the terminal is, told by its answers."""

from freecell_tui.ui.pulse import PATIENCE_SECONDS, Pulse


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_terminal_that_never_answers_is_asked_once_and_never_waited_for() -> None:
    clock = Clock()
    pulse = Pulse(clock)
    assert pulse.asks
    pulse.sent(5000)
    for _ in range(5):
        clock.now += 1
        assert not pulse.asks
        assert not pulse.is_behind
        assert not pulse.is_slow


def test_frames_wait_while_much_is_under_way_and_go_on_with_the_answer() -> None:
    clock = Clock()
    pulse = Pulse(clock)
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
    pulse = Pulse(clock)
    pulse.sent(10)
    pulse.answered()
    pulse.sent(5000)
    assert pulse.is_behind
    clock.now += PATIENCE_SECONDS
    assert not pulse.is_behind
    assert not pulse.awaits


def test_late_answers_make_a_slow_line() -> None:
    clock = Clock()
    pulse = Pulse(clock)
    pulse.sent(10)
    clock.now += 0.01
    pulse.answered()
    assert not pulse.is_slow
    pulse.sent(10)
    clock.now += 0.5
    pulse.answered()
    assert pulse.is_slow


def test_an_answer_to_nothing_changes_nothing() -> None:
    pulse = Pulse(Clock())
    pulse.answered()
    assert not pulse.is_behind
    assert not pulse.awaits
