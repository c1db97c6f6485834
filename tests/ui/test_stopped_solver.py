"""A solver that was stopped: the table answers every key, and asks another."""

import os
import select
import signal
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Game
from freecell_tui.solver import Solved
from freecell_tui.solver.process import SolverProcess
from freecell_tui.solver.results import SolverQuery
from freecell_tui.storage.saves import SavedGame
from support.processes import children
from support.pty_terminal import DEADLINE
from support.ui_driver import NO_VERDICT, after, seated

pytestmark = pytest.mark.linux

HARD = Game.new(384243, FREECELL.with_cells(2))
"""A deal that would keep the solver busy for hours."""


def test_a_stopped_solver_is_asked_without_waiting_and_replaced_when_it_has_not_read_for_long() -> None:
    solver, before = SolverProcess(), set(children(os.getpid()))
    query = SolverQuery(after(1, 20).board, FREECELL)
    solver.submit(query)
    (first,) = set(children(os.getpid())) - before
    os.kill(first, signal.SIGSTOP)
    for _ in range(1000):
        solver.stop()
        solver.submit(query)
    assert first not in children(os.getpid())
    assert solver.deaths == 0
    assert solver.descriptor is not None
    while not (found := list(solver.results())):
        assert select.select([solver.descriptor], [], [], DEADLINE)[0]
    assert [type(result) for result in found] == [Solved]
    solver.close()
    assert set(children(os.getpid())) == before


def test_the_search_of_a_stopped_solver_is_ended_without_waiting() -> None:
    solver = SolverProcess()
    solver.submit(SolverQuery(after(1, 20).board, FREECELL))
    (pid,) = children(os.getpid())[-1:]
    os.kill(pid, signal.SIGSTOP)
    for _ in range(100_000):
        solver.stop()
    assert solver.descriptor is None
    solver.submit(SolverQuery(after(1, 20).board, FREECELL))
    solver.close()


def solvers(before: set[int]) -> set[int]:
    """The processes that were started since."""
    return set(children(os.getpid())) - before


def test_a_stopped_solver_is_told_after_seconds_and_what_it_was_asked_another_answers(tmp_path: Path) -> None:
    before = set(children(os.getpid()))
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        seat.press("i")
        seat.draw()
        (stopped,) = solvers(before)
        os.kill(stopped, signal.SIGSTOP)
        seat.later(3.5)
        assert solvers(before) == {stopped}
        seat.later(1)
        assert seat.message == "The solver did not respond, so it was restarted."
        assert len(solvers(before) - {stopped}) == 1
        assert stopped not in solvers(before)
        seat.wait(lambda: "Look at" in seat.message, "a hint of another solver")


def test_a_solver_that_searches_for_long_has_a_pulse_and_is_left_alone(tmp_path: Path) -> None:
    before = set(children(os.getpid()))
    with seated(tmp_path, HARD) as seat:
        seat.draw()
        running = solvers(before)
        for _ in range(6):
            seat.later(1)
            assert seat.clock.read(DEADLINE)
            seat.draw()
        assert "? thinking" in seat.picture.text[0]
        assert not seat.message
        # Nor is it replaced where the table was stopped with it.
        seat.stall(3600)
        assert solvers(before) == running


def test_a_solver_that_keeps_crashing_is_given_up_until_the_player_asks_for_it(tmp_path: Path) -> None:
    before = set(children(os.getpid()))
    with seated(tmp_path, HARD) as seat:
        seat.draw()
        for _ in range(4):
            (running,) = solvers(before)
            os.kill(running, signal.SIGKILL)
            assert seat.clock.read(DEADLINE)
            seat.draw()
        assert seat.message == "The solver keeps crashing; you can play on without it."
        assert "? solver stopped" in seat.picture.text[0]
        assert not solvers(before)
        seat.controller.play(SavedGame(after(1, 3)))
        seat.draw()
        assert not solvers(before)
        seat.press("i")
        seat.see("Look at")
        seat.see("● winnable")
