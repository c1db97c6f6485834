"""The speed of the solver beside fc-solve in the same run.

    python tests/benchmarks/solver.py [--quick] [--lost FILE]

A noisy machine slows both, so it is the ratio that counts. fc-solve's time for a deal is what its range solver prints
between one deal and the next, without the start of a process; ours is `solve`, from the board to the written moves.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from time import perf_counter
from typing import TypeVar

from freecell_tui.engine import FREECELL, Board, Dialect, Game, deal, legal_moves, read_move, write_position
from freecell_tui.engine.transcripts import move_words
from freecell_tui.solver import Budget, Solved, SolverResult, Undecided, Unsolvable
from freecell_tui.solver.solve import solve

Found = TypeVar("Found")
BATCH = 50
"""Deals in a turn: theirs and ours take turns, so that a slow minute slows both."""

HEADS = "    median      mean       p95       p99       max   moves  open"

PROOF = """
import resource
from freecell_tui.engine import FREECELL, deal
from freecell_tui.solver.solve import solve
solve(deal(11982), FREECELL)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument(
        "--lost", type=Path, help="a file of deals that cannot be won, a number a line: prove 60 of them"
    )
    options = parser.parse_args()
    if shutil.which("fc-solve") is None:
        sys.exit("This needs fc-solve (Debian: freecell-solver-bin).")
    step = 10 if options.quick else 1
    deals_one_to_thousand(step)
    proof_of_11982()
    if options.lost:
        lost = [int(line) for line in options.lost.read_text().split()]
        proofs(lost[:: len(lost) // 60][: 60 // step])
    middles(1000 // step)


def timed(search: Callable[[], Found]) -> tuple[Found, float]:
    """Return the result of a search, and the seconds it took."""
    start = perf_counter()
    result = search()
    return result, perf_counter() - start


def row(name: str, seconds: list[float], lengths: Iterable[int] = (), undecided: int = 0) -> None:
    """Print one line of a table, in milliseconds."""
    cuts = quantiles(seconds, n=100)
    figures = [median(seconds), mean(seconds), cuts[94], cuts[98], max(seconds)]
    counted = list(lengths)
    moves = f"{mean(counted):8.2f}" if counted else "       –"
    print(f"{name:34}" + "".join(f"{1000 * figure:10.3f}" for figure in figures) + f"{moves}{undecided:6}")


def deals_one_to_thousand(step: int) -> None:
    """Print the times of deals 1 to 1000, for a first solution and for short ones."""
    print(f"{'deals 1..1000, ms':34}{HEADS}")
    theirs: list[float] = []
    ours: dict[bool, list[tuple[SolverResult, float]]] = {False: [], True: []}
    for first in range(1, 1001, BATCH):
        theirs += range_solver(first, first + BATCH - 1)
        boards = [deal(number) for number in range(first, first + BATCH, step)]
        for short in (False, True):
            ours[short] += [timed(partial(solve, board, FREECELL, short=short)) for board in boards]
    row("fc-solve -l lg", theirs, fc_solve_lengths(range(1, 1001, 20)))
    for short, results in ours.items():
        lengths = [result.length for result, _ in results if isinstance(result, Solved)]
        row("solve, short" if short else "solve", [took for _, took in results], lengths, len(results) - len(lengths))
    first_times = [took for _, took in ours[False]]
    print(f"{'':34}{median(first_times) / median(theirs):8.1f} ×{mean(first_times) / mean(theirs):8.1f} ×\n")


def told(command: list[str], board: Board | None = None) -> str:
    """Return what a program says, perhaps of a board."""
    given = None if board is None else write_position(board)
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def range_solver(first: int, last: int) -> list[float]:
    """Return the seconds that fc-solve takes for each deal of a range but the first."""
    output = told(["freecell-solver-range-parallel-solve", str(first), str(last), "1", "-l", "lg"])
    stamps = [float(stamp) for stamp in re.findall(r"Reached Board No.* at (\S+)", output)]
    return [later - sooner for sooner, later in pairwise(stamps)]


def fc_solve_lengths(numbers: Iterable[int]) -> Iterable[int]:
    """Yield the moves of fc-solve's solutions without cards sent home, of which ours count those sent by hand."""
    for number in numbers:
        board = deal(number)
        output = told(["fc-solve", "-l", "lg", "-m", "-snx"], board)
        written = re.findall(r"^(?:[0-9a-h]{2}(?:v[0-9a-f]+)?\s+)*[0-9a-h]{2}(?:v[0-9a-f]+)?\s*$", output, re.MULTILINE)
        moves = [read_move(word, board, Dialect.FC_SOLVE) for line in written for word in move_words(line)]
        yield sum(not move.goes_home for move in moves)


def proof_of_11982() -> None:
    """Print the time and memory of the proof of Microsoft's one lost deal."""
    board = deal(11982)
    theirs, ours = [], []
    for _ in range(5):
        theirs.append(timed(partial(complete_search, board))[1])
        result, took = timed(partial(solve, board, FREECELL))
        assert isinstance(result, Unsolvable)
        ours.append(took)
    memory = int(told([sys.executable, "-c", PROOF])) / 1024
    times = f"{median(ours):.3f} s, fc-solve {median(theirs):.3f} s, {median(ours) / median(theirs):.1f} ×"
    print(f"11982 proved: {times}; {memory:.0f} MiB at most\n")


def complete_search(board: Board) -> bool | None:
    """Return whether fc-solve's complete search wins the board; None if it gives up."""
    output = told(["fc-solve", "-to", "01ABCDE", "-sp", "r:tf", "-mi", "2000000"], board)
    if "is solveable" in output:
        return True
    checked = re.search(r"states checked is (\d+)", output)
    return False if checked is not None and int(checked[1]) < 2_000_000 else None


def proofs(numbers: list[int]) -> None:
    """Print the times of proofs that deals cannot be won."""
    results = [timed(partial(solve, deal(number), FREECELL, budget=Budget(seconds=60))) for number in numbers]
    proved = sum(isinstance(result, Unsolvable) for result, _ in results)
    print(f"{f'{proved} of {len(results)} lost deals proved, ms':34}{HEADS}")
    row("solve", [took for _, took in results], (), len(results) - proved)
    print()


def middles(count: int) -> None:
    """Print the times of positions amid games, after random play and after blunders."""
    random = Random(3)
    boards = [random_middle(random) if at % 2 else blundered(random) for at in range(count)]
    results = [timed(partial(solve, board, FREECELL, budget=Budget(seconds=10))) for board in boards]
    times = [took for _, took in results]
    print(f"{f'{count} positions amid games, ms':34}{HEADS}")
    row("solve", times, (), sum(isinstance(result, Undecided) for result, _ in results))
    quick = sum(took <= 0.1 for took in times) / count
    lost = sum(isinstance(result, Unsolvable) for result, _ in results)
    verdicts = [(complete_search(board), result) for board, (result, _) in zip(boards, results, strict=True)]
    wrong = sum(
        theirs is not None and not isinstance(result, Undecided) and theirs is not isinstance(result, Solved)
        for theirs, result in verdicts
    )
    print(f"within 0.1 s: {quick:.1%}; lost: {lost}; disagreements with fc-solve's complete search: {wrong}")


def random_middle(random: Random) -> Board:
    """Return the board after five to forty-five random moves of a deal."""
    return after_random_play(Game.new(random.randrange(1, 1_000_000)), random.randrange(5, 46), random)


def after_random_play(game: Game, moves: int, random: Random) -> Board:
    for _ in range(moves):
        if choices := list(legal_moves(game.board, FREECELL)):
            game = game.play(random.choice(choices))
    return game.board


def blundered(random: Random) -> Board:
    """Return the board after a part of a solution and one to four random moves."""
    game = Game.new(random.randrange(1, 1_000_000))
    result = solve(game.board, FREECELL)
    moves = result.moves if isinstance(result, Solved) else ()
    for move in moves[: random.randrange(len(moves) + 1)]:
        game = game.play(move)
    return after_random_play(game, random.randrange(1, 5), random)


if __name__ == "__main__":
    main()
