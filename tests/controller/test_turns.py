"""Undo, redo, restart and autoplay, what they leave of selection and cursor, the clock of a game, and the pause."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.play.game import IDLE_SECONDS, Clock
from freecell_tui.controller.play.session import Guard, Session
from freecell_tui.engine import CELLS, COLUMNS, FREECELL, Autoplay, Game, Move
from freecell_tui.storage.saves import MAX_SECONDS
from support.sessions import ManualTime, at_table, pile, said
from support.solutions import HUMAN
from support.strategies import small_table
from support.ui_driver import NO_VERDICT, after, seated


def test_once_every_column_runs_down_the_rest_goes_home_by_itself() -> None:
    board = replace(small_table("KS 3H, KD, KH, KC 4H", FREECELL), foundations=(12, 12, 2, 12))
    finishing = at_table(board, autoplay=Autoplay.SAFE)
    finishing.play(Move.parse("1a"))
    assert len(finishing.game.turns[0].autoplay) >= 4
    by_hand = at_table(board, autoplay=Autoplay.NONE)
    by_hand.play(Move.parse("1a"))
    assert by_hand.game.turns[0].autoplay == ()


def test_undo_and_redo_go_over_restarts_and_stop_at_both_ends() -> None:
    session = Session(Game.new(1), undos=4)
    session.undo()
    assert not session.clock.is_running
    session.play(Move.parse("3a"))
    session.restart()
    assert said(session) == "Restarted; this can be undone."
    assert session.game.board == Game.new(1).board
    session.undo()
    assert (session.message, session.game.moves_made) == (None, 1)
    for _ in range(2):
        session.undo()
    assert not session.game.can_undo
    for _ in range(3):
        session.redo()
    assert session.undos == 4
    assert session.game.last_turn is not None
    assert session.game.last_turn.is_restart


def test_a_restart_begins_an_attempt_of_the_players_own_unless_the_deal_was_solved_from_its_start() -> None:
    session = Session(Game.new(1))
    session.play(Move.parse("3a"))
    session.mark_helped()
    assert session.helped
    session.restart()
    assert not session.helped
    assert said(session) == "Restarted; this can be undone. A win from here counts as your own."
    session.undo()
    assert session.helped, "the shown position is on the table again"
    session.redo()
    session.mark_helped()
    session.play(Move.parse("3a"))
    session.restart()
    assert session.helped, "the solution from the deal on is known now"
    assert said(session) == "Restarted; this can be undone. If you win, it still counts as a win with help."


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


@given(st.floats(-1e12, 1e12), st.lists(st.tuples(st.sampled_from(["start", "pause", "wait"]), st.floats(-1e6, 1e6))))
def test_a_clock_never_runs_backwards_nor_below_zero_whatever_the_time_does(
    elapsed: float, steps: list[tuple[str, float]]
) -> None:
    watch = ManualTime()
    clock = Clock(elapsed, watch)
    before = clock.elapsed
    assert before == min(max(elapsed, 0.0), MAX_SECONDS)
    for step, seconds in steps:
        watch.time += seconds
        assert before <= clock.elapsed <= MAX_SECONDS
        assert clock.elapsed - before <= max(seconds, 0.0) + 0.001
        if step != "wait":
            getattr(clock, step)()
        before = clock.elapsed


def test_where_the_time_goes_back_the_clock_stands_and_then_goes_on(subtests: pytest.Subtests) -> None:
    watch = ManualTime()
    clock = Clock(5.0, watch)
    clock.start()
    for seconds, elapsed in ((10, 15), (-1e9, 15), (2, 17), (-1, 17), (1, 18)):
        with subtests.test(seconds=seconds):
            watch.time += seconds
            assert clock.elapsed == elapsed


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


def test_undo_puts_lifted_cards_down_and_undoes_nothing(tmp_path: Path) -> None:
    with seated(tmp_path, after(617, 3), settings=NO_VERDICT) as seat:
        seat.press("1", "u")
        assert (seat.session.selection, seat.session.game.moves_made) == (None, 3)
        seat.press("u", "u", "u", "1", "u")
        assert (seat.session.selection, seat.message) == (None, "")
        seat.press("u")
        assert seat.message == "Nothing to undo."


class Noting(Guard):
    """Holds nothing back, and notes the game that it is asked about."""

    def __init__(self) -> None:
        self.after: Game | None = None

    def warning(self, move: Move, after: Game) -> str:  # noqa: ARG002 - all are alike
        self.after = after
        return ""


def test_a_move_is_played_once_for_the_warning_and_for_the_table() -> None:
    session, guard = Session(Game.new(1)), Noting()
    session.guard = guard
    session.choose(COLUMNS[2])
    session.choose(CELLS[0])
    assert session.game is guard.after
    assert session.game.moves_made == 1
