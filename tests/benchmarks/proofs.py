"""Proofs of random small positions beside the plainest search there is, and the time and size of certificates.

    python tests/benchmarks/proofs.py [--positions N] [--first SEED] [DEAL/CELLS ...]

Times are of the processor, so that other work on the machine matters less.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from freecell_tui.engine import FREECELL, deal
from freecell_tui.engine.rules import play
from freecell_tui.lab.check_certificate import Certificate
from freecell_tui.lab.proofs import Open, certify_loss, prove
from freecell_tui.solver import Budget, Solved, Unsolvable
from freecell_tui.solver.refinement import Loss, Win
from freecell_tui.solver.solve import solve
from support.small_positions import is_winnable, small_position

BUDGET = Budget(states=2_000_000)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000, metavar="N", help="how many random positions")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the seed of the first of them")
    parser.add_argument("deals", nargs="*", default=["11982/4", "24966/1"], metavar="DEAL/CELLS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        for words in options.deals:
            number, _, cells = words.partition("/")
            certificate_of(int(number), int(cells or 4), path)
        small_positions(range(options.first, options.first + options.positions))


def certificate_of(number: int, cells: int, path: Path) -> None:
    """Print how long a loss takes to be proved, written and checked, and how large its certificate is."""
    variant = FREECELL.with_cells(cells)
    board = deal(number, variant)
    start = process_time()
    result = solve(board, variant)
    solved = process_time()
    proof = prove(board, variant)
    proved = process_time()
    assert isinstance(result, Unsolvable)
    assert isinstance(proof, Loss)
    path.write_bytes(certify_loss(board, variant, number, proof.apart, proof.keys))
    written = process_time()
    assert not Certificate(path.read_bytes()).check()
    positions, size = len(proof.keys), path.stat().st_size
    print(
        f"{number}/{cells}: {positions:,} positions, solve {solved - start:.2f} s, prove {written - solved:.2f} s "
        f"({written - proved:.2f} s to write), check {process_time() - written:.2f} s, "
        f"{size:,} bytes, {size / positions:.2f} a position"
    )


def small_positions(seeds: range) -> None:
    """Print what was proved of random small positions, and how often it was wrong."""
    counts = Counter[str]()
    for seed in seeds:
        truth = is_winnable(*small_position(seed))
        counts[{True: "winnable", False: "lost", None: "too large for the plain search"}[truth]] += 1
        for name, is_wrong in verdicts(seed, truth, counts):
            counts["wrong"] += is_wrong
            if is_wrong:
                print(f"seed {seed}: {name}")
    print(", ".join(f"{name} {count:,}" for name, count in counts.items()))


def verdicts(seed: int, truth: bool | None, counts: Counter[str]) -> Iterator[tuple[str, bool]]:  # noqa: FBT001
    """Yield the verdicts on a position by name, each with whether it is wrong."""
    board, variant = small_position(seed)
    result, proof = solve(board, variant, budget=BUDGET), prove(board, variant, budget=BUDGET)
    yield "solve", isinstance(result, Solved | Unsolvable) and truth is (not isinstance(result, Solved))
    if isinstance(proof, Win):
        there = reduce(lambda board, move: play(board, move, variant), proof.moves, board)
        yield "win", truth is False or not there.is_won
    elif isinstance(proof, Open):
        counts["open"] += 1
        yield "open", truth is not None
    else:
        counts["twins told apart"] += bool(proof.apart)
        yield "loss", truth is True
        if variant.columns == FREECELL.columns:
            counts["certificates checked"] += 1
            yield "certificate", bool(Certificate(certify_loss(board, variant, None, *proof[:2])).check())


if __name__ == "__main__":
    main()
