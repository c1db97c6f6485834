"""A replay: where it is, what plays it and what stops it."""

from collections.abc import Callable

import pytest

from freecell_tui.controller.play.replay import SPEEDS, Replay
from freecell_tui.storage.saves import SavedGame
from support.solutions import STANDARD
from support.ui_driver import after

LENGTH = len(STANDARD[617].split())


@pytest.fixture
def replay() -> Replay:
    made = Replay(SavedGame(after(617, LENGTH)))
    made.seek(0)
    return made


def test_whoever_goes_to_a_move_stops_it(replay: Replay, subtests: pytest.Subtests) -> None:
    stops: list[Callable[[], None]] = [
        lambda: replay.seek(5),
        lambda: replay.step(-1),
        lambda: replay.type_digit("7"),
        replay.toggle,
    ]
    for stop in stops:
        with subtests.test(stop=stop):
            replay.seek(10)
            replay.toggle()
            assert replay.is_playing
            stop()
            assert not replay.is_playing


def test_it_plays_to_its_end_and_from_there_once_more_from_the_beginning(replay: Replay) -> None:
    replay.toggle()
    for position in range(1, LENGTH + 1):
        assert replay.is_playing
        replay.advance()
        assert replay.position == position
    assert not replay.is_playing
    replay.toggle()
    assert (replay.is_playing, replay.position) == (True, 0)
    nothing = Replay(SavedGame(after(617, 0)))
    for _ in range(2):
        assert not nothing.is_playing
        nothing.toggle()


def test_a_typed_number_is_gone_to_digit_by_digit_and_back(replay: Replay, subtests: pytest.Subtests) -> None:
    replay.seek(30)
    for digit, position in (("1", 1), ("2", 12)):
        with subtests.test(digit=digit):
            replay.type_digit(digit)
            assert replay.position == position
    replay.delete_digit()
    assert (replay.position, replay.typed) == (1, "1")
    replay.delete_digit()
    assert (replay.position, replay.typed) == (30, "")
    replay.type_digit("5")
    replay.end_typing()
    assert (replay.position, replay.typed) == (5, "")
    replay.type_digit("6")
    replay.end_typing(back=True)
    assert (replay.position, replay.typed) == (5, "")


def test_there_is_no_speed_below_the_lowest_or_above_the_highest(replay: Replay, subtests: pytest.Subtests) -> None:
    for command, speed in (("slower", SPEEDS[0]), ("faster", SPEEDS[-1])):
        with subtests.test(command=command):
            for _ in range(9):
                replay.give(command)
            assert replay.speed == speed
    replay.cycle_speed()
    assert replay.speed == SPEEDS[0]


def test_a_command_goes_from_move_to_move(replay: Replay, subtests: pytest.Subtests) -> None:
    goals = {"move-on": 31, "move-back": 29, "page-on": 40, "page-back": 20, "first": 0, "last": LENGTH}
    for command, position in goals.items():
        with subtests.test(command=command):
            replay.seek(30)
            replay.give(command)
            assert replay.position == position
