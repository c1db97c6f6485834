"""Positions to ask about, and the judge of every solution."""

from collections.abc import Callable
from functools import reduce
from random import Random

import pytest

from freecell_tui.engine import Autoplay, Board, Game, Variant, legal_moves
from freecell_tui.solver import Solved

Judge = Callable[..., None]


@pytest.fixture(scope="session")
def assert_wins() -> Judge:
    """Play a solution with the engine, as a player would."""

    def judge(answer: object, board: Board, variant: Variant, autoplay: Autoplay = Autoplay.SAFE) -> None:
        assert isinstance(answer, Solved)
        game = Game(variant, 1, (board,))
        for move in answer.moves:
            assert not game.is_won, "moves are left after the win"
            game = game.play(move, autoplay)
            assert game.last_turn is not None
            assert game.last_turn.move == move, "a move is not written as standard notation writes it"
        assert game.is_won

    return judge


@pytest.fixture(scope="session")
def after_random_play() -> Callable[..., Board]:
    """The board after so many random moves of a deal; the same ones each time."""

    def play(number: int, variant: Variant, moves: int, autoplay: Autoplay = Autoplay.SAFE) -> Board:
        random = Random(number * 1000 + moves)

        def turn(game: Game, _: int) -> Game:
            choices = list(legal_moves(game.board, variant))
            return game.play(random.choice(choices), autoplay) if choices else game

        return reduce(turn, range(moves), Game.new(number, variant)).board

    return play
