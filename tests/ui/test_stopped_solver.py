"""A solver that was stopped: the table answers every key, and asks another."""

import os
import select
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL
from freecell_tui.solver import Solved
from freecell_tui.solver.client import SolverProcess
from freecell_tui.solver.protocol import SolverQuery
from support.processes import children, needs_proc
from support.pty_terminal import DEADLINE, Terminal
from support.ui_driver import after, seated

pytestmark = needs_proc


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


@pytest.mark.slow
def test_a_table_whose_solver_is_stopped_plays_on_and_obeys_a_signal(start: Callable[..., Terminal]) -> None:
    terminal = start("1")
    terminal.see("winnable")
    for pid in children(terminal.process.pid):
        os.kill(pid, signal.SIGSTOP)
    # A question for every move: the pipe would be full long before the last.
    for number in range(300):
        terminal.type("3au")
        if number % 10 == 9:
            terminal.see(f"undo {number + 1} ")
    terminal.process.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM


@pytest.mark.slow
def test_what_a_stopped_solver_was_asked_another_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell_tui.controller.solver_queue._OVERDUE_SECONDS", 3.0)
    before = set(children(os.getpid()))
    with seated(tmp_path, after(1, 3)) as seat:
        seat.draw()
        (pid,) = set(children(os.getpid())) - before
        os.kill(pid, signal.SIGSTOP)
        seat.press("i")
        seat.wait(lambda: "Look at" in seat.message, "a hint of another solver")
        assert pid not in children(os.getpid())
