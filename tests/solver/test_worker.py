"""The process that searches: it starts wherever the program was loaded from."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import IO

import pytest

import freecell_tui
from freecell_tui.engine import FREECELL, Autoplay, Board, deal
from freecell_tui.solver import Budget, Reason, Solved, SolverResult, Undecided, Unsolvable
from freecell_tui.solver.analysis import boards_ahead, judge_ahead
from freecell_tui.solver.process import PULSE, read_result, write_query
from freecell_tui.solver.results import Judged, SolverQuery
from freecell_tui.solver.solve import solve
from support.positions import at_the_fork
from support.pty_terminal import DEADLINE

WORKER = "from freecell_tui.solver.worker import main; main()"
WITHOUT_THREADS = f"""
import threading
def start(self):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
{WORKER}
"""
EASY = SolverQuery(deal(1), FREECELL)
HARD = SolverQuery(deal(384243), FREECELL.with_cells(2), budget=Budget(seconds=DEADLINE))
"""A deal that would keep the solver busy for hours."""

ASK = """
import select, sys
sys.path.append(sys.argv[1])
from freecell_tui.engine import FREECELL, Autoplay, deal
from freecell_tui.solver.process import SolverProcess
from freecell_tui.solver.results import SolverQuery
process = SolverProcess()
process.submit(SolverQuery(deal(1), FREECELL, Autoplay.SAFE))
while not (found := list(process.results())):
    select.select([process.descriptor], [], [], 20)
print(type(found[0]).__name__)
process.close()
"""


START_MANY = """
import os, signal
from freecell_tui.engine import FREECELL, Autoplay, deal
from freecell_tui.solver.process import SolverProcess
from freecell_tui.solver.results import SolverQuery
signal.signal(signal.SIGTSTP, lambda *_: None)
print("ready", flush=True)
for _ in range(20):
    process = SolverProcess()
    process.submit(SolverQuery(deal(1), FREECELL, Autoplay.SAFE))
    process.close()
os._exit(0)
"""


def test_ctrl_z_while_it_starts_does_not_stop_who_starts_it() -> None:
    with subprocess.Popen([sys.executable, "-c", START_MANY], stdout=subprocess.PIPE, process_group=0) as player:
        assert player.stdout is not None
        assert player.stdout.readline() == b"ready\n"
        end = monotonic() + DEADLINE
        while player.poll() is None and monotonic() < end:
            # What Ctrl-Z sends to every process at the terminal, at many moments of a start.
            os.killpg(player.pid, signal.SIGTSTP)
            with suppress(subprocess.TimeoutExpired):
                player.wait(0.0005)
        with suppress(ProcessLookupError):
            os.killpg(player.pid, signal.SIGKILL)
    assert player.returncode == 0


def test_it_starts_where_a_new_python_finds_neither_the_program_nor_its_own_modules(tmp_path: Path) -> None:
    # As with a single file, which is run by a Python without the program, and in a folder with a file of a bad name.
    shutil.copytree(Path(freecell_tui.__file__).parent, tmp_path / "unpacked" / "freecell_tui")
    (tmp_path / "heapq.py").write_text("raise SystemExit('not mine')")
    done = subprocess.run(
        [Path(sys.base_prefix, "bin", "python3"), "-S", "-P", "-c", ASK, tmp_path / "unpacked"],
        cwd=tmp_path,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("Solved\n", "")


@contextmanager
def worker_process(program: str = WORKER) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]]:
    """The solver's process, what it is asked through, and what it tells through; it is killed in the end."""
    with subprocess.Popen(
        [sys.executable, "-P", "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            yield worker, worker.stdin, worker.stdout
        finally:
            worker.kill()


@pytest.mark.parametrize("program", [WORKER, WITHOUT_THREADS])
def test_a_new_query_and_an_empty_line_stop_a_search_and_no_more_input_ends_all(program: str) -> None:
    with worker_process(program) as (worker, asked, told):
        asked.write(write_query(1, HARD) + write_query(2, EASY))
        (first, stopped), (second, solved) = (read_result(told.readline()) for _ in range(2))
        assert (first, is_stopped(stopped)) == (1, True)
        assert (second, type(solved)) == (2, Solved)
        asked.write(write_query(3, HARD))
        for _ in range(3):
            asked.write(PULSE)
            assert told.readline() == b"\n", "a pulse is answered while a search goes on"
        asked.write(b"\n")
        third, stopped = read_result(told.readline())
        assert (third, is_stopped(stopped)) == (3, True)
        asked.write(write_query(4, HARD))
        asked.close()
        assert (worker.wait(DEADLINE), told.read()) == (0, b"")


def is_stopped(result: SolverResult | Judged) -> bool:
    return isinstance(result, Undecided) and result.reason is Reason.STOPPED


def test_all_boards_ahead_are_judged_as_a_search_of_each_judges_it() -> None:
    game = at_the_fork()
    query = SolverQuery(game.board, FREECELL, budget=Budget(states=600_000), known=(0,))
    ahead = boards_ahead(game.board, FREECELL, Autoplay.SAFE, finish=True)
    with worker_process() as (_, asked, told):
        asked.write(write_query(1, query))
        judged = dict[int | None, bool]()
        while None not in judged:
            number, result = read_result(told.readline())
            assert number == 1
            assert isinstance(result, Judged)
            judged[result.at] = result.is_lost
    del judged[None]
    assert judged == {at: isinstance(solve(board, FREECELL), Unsolvable) for at, board in enumerate(ahead) if at}
    assert set(judged.values()) == {True, False}


def test_easy_boards_are_judged_before_a_hard_one_and_all_within_one_budget() -> None:
    easy, hard = deal(1), deal(617)
    spent = list[int]()

    def solve_board(board: Board, states: int) -> SolverResult:
        result = solve(board, FREECELL, budget=Budget(states=states))
        spent.append(result.states)
        return result

    assert [judged.at for judged in judge_ahead({0: hard, 1: easy}, solve_board, 600_000)] == [1, 0, None]
    spent.clear()
    assert [judged.at for judged in judge_ahead({0: hard, 1: easy}, solve_board, 4_000)] == [1, None]
    assert sum(spent) < 4_200
