"""The solver and fc-solve's complete search never disagree."""

import re
import shutil
import subprocess
from collections.abc import Callable
from itertools import product

import pytest

from freecell_tui.engine import FREECELL, Autoplay, Board, Variant, deal, find_variant, write_position
from freecell_tui.solver import Budget, Solved, Unsolvable
from freecell_tui.solver.solve import solve

LIMIT = 40_000
FC_SOLVE = shutil.which("fc-solve")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FC_SOLVE is None, reason="fc-solve is not installed (Debian: freecell-solver-bin)"),
]

GAMES = ("freecell", "bakers-game", "eight-off", "forecell", "seahaven-towers")
TESTS = "01ABCDE"
"""Its tests for moves: single cards are among them, so it is complete."""


def fc_solves(board: Board, variant: Variant) -> bool | None:
    """Whether fc-solve can win the board; None if it does not find out among so many positions."""
    assert FC_SOLVE is not None
    name, cells = variant.name.replace("-", "_"), str(variant.cells)
    options = ["--game", name, "--freecells-num", cells, "-to", TESTS, "-sp", "r:tf", "-mi", str(LIMIT)]
    run = subprocess.run(
        [FC_SOLVE, *options], input=write_position(board), capture_output=True, text=True, check=False, timeout=60
    )
    # It exits with 0 whatever it finds, and says that it could not solve the game when it only gave up, too.
    if "is solveable" in run.stdout:
        return True
    checked = re.search(r"states checked is (\d+)", run.stdout)
    return False if checked is not None and int(checked[1]) < LIMIT else None


def agrees(board: Board, variant: Variant, autoplay: Autoplay = Autoplay.SAFE) -> bool | None:
    """Ask both; return what they agree on, or None if one of them does not know."""
    result = solve(board, variant, autoplay=autoplay, budget=Budget(states=LIMIT))
    theirs = fc_solves(board, variant)
    if theirs is None or not isinstance(result, Solved | Unsolvable):
        return None
    assert isinstance(result, Solved) is theirs, write_position(board)
    return theirs


def test_deals_of_every_game_and_with_few_cells() -> None:
    variants = [*map(find_variant, GAMES), *map(FREECELL.with_cells, range(4))]
    for variant in variants:
        verdicts = [agrees(deal(number, variant), variant) for number in range(1, 11)]
        assert sum(verdict is not None for verdict in verdicts) >= 6, variant


def test_positions_from_random_play(after_random_play: Callable[..., Board]) -> None:
    for autoplay in (Autoplay.NONE, Autoplay.SAFE):
        boards = [after_random_play(number, FREECELL, number % 40 + 5, autoplay) for number in range(1, 31)]
        assert {True, False} <= {agrees(board, FREECELL, autoplay) for board in boards}
    verdicts = set()
    for name, cells, number in product(GAMES, (1, 3, 4, 6), range(1, 5)):
        variant = find_variant(name).with_cells(cells)
        verdicts.add(agrees(after_random_play(number, variant, 12), variant))
    assert {True, False} <= verdicts
