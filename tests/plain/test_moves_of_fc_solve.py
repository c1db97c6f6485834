"""Moves as fc-solve writes them, typed in line mode: what autoplay has sent home is not sent again."""

from pathlib import Path

import pytest

from freecell_tui.engine import Dialect, Game
from freecell_tui.engine.notation import move_words, write_game
from freecell_tui.solver import Solved
from freecell_tui.solver.solve import solve
from support.plain_driver import Speaker


@pytest.fixture(scope="module")
def solution() -> list[str]:
    """A solution of deal 1 with every move home, as fc-solve writes it."""
    game = Game.new(1)
    answer = solve(game.board, game.variant)
    assert isinstance(answer, Solved)
    for move in answer.moves:
        game = game if game.is_won else game.play(move)
    return list(move_words(write_game(game, Dialect.FC_SOLVE)))


@pytest.mark.parametrize("in_a_line", [1, 7, 500])
def test_a_solution_with_every_home_move_wins_in_one_line_or_in_many(
    in_a_line: int, solution: list[str], tmp_path: Path
) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    for start in range(0, len(solution), in_a_line):
        said = speaker.say(" ".join(solution[start : start + in_a_line]))
        assert not any("Not played" in sentence for sentence in said)
    assert speaker.game.is_won
