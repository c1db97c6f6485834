"""The solver and fc-solve's complete search never disagree."""

import re
import shutil
import subprocess
from collections.abc import Callable

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

# Its names for our games, and its tests for the moves of each: single cards are among them, so it is complete.
GAMES = {
    "freecell": ("freecell", "01ABCDE"),
    "bakers-game": ("bakers_game", "01ABCDE"),
    "eight-off": ("eight_off", "01ABCDE"),
    "forecell": ("forecell", "01ABCDE"),
    "seahaven-towers": ("seahaven_towers", "01ABCDE"),
}


def fc_solves(board: Board, variant: Variant) -> bool | None:
    """Whether fc-solve can win the board; None if it does not find out among so many positions."""
    assert FC_SOLVE is not None
    name, tests = GAMES[variant.name]
    options = ["--game", name, "--freecells-num", str(variant.cells), "-to", tests, "-sp", "r:tf", "-mi", str(LIMIT)]
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


def test_deals_with_few_cells() -> None:
    for cells in range(5):
        variant = FREECELL.with_cells(cells)
        verdicts = [agrees(deal(number, variant), variant) for number in range(1, 11)]
        assert sum(verdict is not None for verdict in verdicts) >= 6, cells


def test_deals_of_every_game() -> None:
    for name in GAMES:
        variant = find_variant(name)
        verdicts = [agrees(deal(number, variant), variant) for number in range(1, 16)]
        assert sum(verdict is not None for verdict in verdicts) >= 10, name


def test_positions_from_random_play(after_random_play: Callable[..., Board]) -> None:
    for autoplay in (Autoplay.NONE, Autoplay.SAFE):
        boards = [after_random_play(number, FREECELL, number % 40 + 5, autoplay) for number in range(1, 31)]
        assert {True, False} <= {agrees(board, FREECELL, autoplay) for board in boards}


def test_positions_from_random_play_in_other_games(after_random_play: Callable[..., Board]) -> None:
    verdicts = set()
    for name in GAMES:
        for cells in (1, 3, 4, 6):
            variant = find_variant(name).with_cells(cells)
            for number in range(1, 5):
                verdicts.add(agrees(after_random_play(number, variant, 12), variant))
    assert {True, False} <= verdicts
