"""The clock of a game, and the pause."""

import pytest

from freecell_tui.controller.play.game import IDLE_SECONDS, Clock
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import COLUMNS, Game, Move
from support.sessions import ManualTime, pile
from support.solutions import HUMAN


def test_the_clock_stands_still_until_it_is_started_and_while_it_is_paused() -> None:
    watch = ManualTime()
    clock = Clock(84.2, watch)
    watch.time += 10
    assert (clock.elapsed, clock.is_running) == (84.2, False)
    clock.start()
    watch.time += 5
    clock.start()
    watch.time += 5
    assert clock.elapsed == pytest.approx(94.2)
    assert clock.is_running
    clock.pause()
    watch.time += 100
    clock.pause()
    assert clock.elapsed == pytest.approx(94.2)
    assert not clock.is_running
    clock.start()
    watch.time += 1
    assert clock.elapsed == pytest.approx(95.2)


def test_the_first_move_starts_the_clock_and_the_win_stops_it_until_it_is_taken_back() -> None:
    watch = ManualTime()
    session = Session(Game.new(617), clock=Clock(now=watch))
    session.choose(pile("8"))
    session.choose(pile("h"))
    assert not session.clock.is_running
    session.cancel_selection()
    for word in HUMAN[617].split():
        session.play(Move.parse(word))
        assert session.clock.is_running is not session.game.is_won
        watch.time += 1
    assert session.game.is_won
    won_after = session.clock.elapsed
    watch.time += 50
    assert session.clock.elapsed == won_after > 0
    session.undo()
    assert session.clock.is_running
    session.redo()
    assert not session.clock.is_running


def test_a_restart_starts_the_clock_and_a_pause_stops_it_puts_the_cards_back_and_says_nothing_of_the_game() -> None:
    session = Session(Game.new(1).play(Move.parse("3a")), clock=Clock(3.0))
    session.restart()
    assert session.clock.is_running
    session.choose(COLUMNS[2])
    session.pause()
    assert (session.is_paused, session.selection, session.hint, session.clock.is_running) == (True, None, None, False)
    session.resume()
    assert (session.is_paused, session.message) == (False, None)


def test_after_three_minutes_without_a_start_no_more_time_passes() -> None:
    watch = ManualTime()
    clock = Clock(10.0, watch)
    clock.start()
    watch.time += IDLE_SECONDS - 1
    assert clock.is_running
    clock.start()
    watch.time += IDLE_SECONDS
    assert (clock.is_running, clock.is_idle) == (False, True)
    watch.time += 7200
    assert clock.elapsed == pytest.approx(10 + 2 * IDLE_SECONDS - 1)
    clock.start()
    assert clock.is_running
    watch.time += 5
    assert clock.elapsed == pytest.approx(10 + 2 * IDLE_SECONDS + 4)


def test_nothing_that_moves_starts_the_clock_while_the_player_is_away() -> None:
    watch = ManualTime()
    session = Session(Game.new(617), clock=Clock(now=watch))
    first, second = HUMAN[617].split()[:2]
    session.play(Move.parse(first))
    watch.time += 5
    session.clock.note_presence(is_here=False)
    assert session.clock_stands
    session.play(Move.parse(second))
    watch.time += 60
    assert session.clock.elapsed == pytest.approx(5)
    session.clock.note_presence(is_here=True)
    session.clock.start()
    assert not session.clock_stands
    watch.time += 2
    assert session.clock.elapsed == pytest.approx(7)
