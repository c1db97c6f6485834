"""How hard a deal is."""

import pytest

from freecell_tui.engine import FREECELL, VARIANTS, deal
from freecell_tui.solver import Solved
from freecell_tui.solver.analysis import MAX_STATES, NAMES, difficulty
from freecell_tui.solver.solve import solve


def test_every_step_begins_after_the_one_before() -> None:
    assert difficulty(1, FREECELL) == NAMES[0]
    for at, most in enumerate(MAX_STATES):
        assert difficulty(most, FREECELL) == NAMES[at]
        assert difficulty(most + 1, FREECELL) == NAMES[at + 1]


@pytest.mark.parametrize(
    ("number", "name"), [(1775, "very easy"), (258, "medium"), (169, "hard"), (617, "very hard"), (718, "very hard")]
)
def test_deals_are_as_hard_as_measured(number: int, name: str) -> None:
    result = solve(deal(number), FREECELL)
    assert isinstance(result, Solved)
    assert difficulty(result.states, FREECELL) == name


def test_no_other_game_was_measured() -> None:
    for variant in (*VARIANTS.values(), FREECELL.with_cells(3)):
        assert (difficulty(1, variant) is None) == (variant != FREECELL)


def test_the_share_of_each_step_is_about_as_documented() -> None:
    results = [solve(deal(number), FREECELL) for number in range(20_001, 20_201)]
    steps = [difficulty(result.states, FREECELL) for result in results if isinstance(result, Solved)]
    for name, share in zip(NAMES, (0.3, 0.3, 0.2, 0.15, 0.05), strict=True):
        assert abs(steps.count(name) / len(steps) - share) < 0.1
