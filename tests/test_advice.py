"""What follows from the solver's answers for the positions of a game."""

import pytest

from freecell_tui.advice import Advice
from freecell_tui.engine import FREECELL, Autoplay, Game, Move, legal_moves
from freecell_tui.solver import Reason, Solved, Undecided, Unsolvable, solve
from freecell_tui.solver.hindsight import Verdict
from solutions import STANDARD

LOST = Unsolvable(1, 0.0)
OPEN = Undecided(Reason.SECONDS, 1, 0.0)


@pytest.fixture
def advice() -> Advice:
    return Advice(FREECELL, Autoplay.SAFE)


def played(game: Game, turns: int) -> Game:
    """A game some moves on: as in the known solution of deal 1, and anyhow in others."""
    for word in STANDARD[1].split()[:turns]:
        moves = list(legal_moves(game.board, game.variant))
        game = game.play(Move.parse(word) if game.deal == 1 else moves[0])
    return game


def test_nothing_is_known_before_anything_is_learnt(advice: Advice) -> None:
    game = Game.new(1)
    assert advice.verdict(game) is None
    assert advice.line(game) == ()
    assert advice.difficulty(game) is None


def test_one_solution_tells_of_every_position_on_it(advice: Advice) -> None:
    game = Game.new(1)
    answer = solve(game.board, game.variant, short=True)
    assert isinstance(answer, Solved)
    advice.learn(game.board, answer, short=True)
    length = len(advice.line(game))
    while not game.is_won:
        assert advice.verdict(game) is Verdict.WON
        assert advice.has_short_line(game)
        assert len(advice.line(game)) == length
        game = game.play(advice.line(game)[0], finish=True)
        length -= 1
    assert length == 0


def test_a_position_from_which_a_won_one_was_reached_is_won(advice: Advice) -> None:
    beginning = Game.new(1)
    later = played(beginning, 2)
    answer = solve(later.board, later.variant)
    assert isinstance(answer, Solved)
    advice.learn(later.board, answer)
    assert advice.verdict(later.at(0)) is Verdict.WON
    assert advice.line(later.at(0))[:2] == tuple(turn.move for turn in later.turns)
    # The same board in a game that knows no way on is another matter.
    assert advice.verdict(beginning) is None


def test_what_is_lost_stays_lost_until_a_move_is_taken_back(advice: Advice) -> None:
    game = played(Game.new(1), 5)
    advice.learn(game.boards[2], LOST)
    assert advice.verdict(game) is Verdict.LOST
    assert advice.verdict(game.at(2)) is Verdict.LOST
    assert advice.verdict(game.at(1)) is None
    assert advice.verdict(game.restart()) is None


@pytest.mark.parametrize("culprit", range(1, 12))
def test_halving_the_game_finds_the_move_that_lost(advice: Advice, culprit: int) -> None:
    game = played(Game.new(1), 12)
    advice.learn(game.board, LOST)
    questions = 0
    while (position := advice.doubtful(game)) is not None:
        questions += 1
        if position >= culprit:
            advice.learn(game.boards[position], LOST)
        else:
            moves = list(legal_moves(game.boards[position], FREECELL))[:1]
            advice.learn(game.boards[position], Solved(tuple(moves), 1, 0.0))
    assert advice.turning_point(game) == (culprit - 1, culprit)
    assert questions <= 4


def test_a_lost_deal_has_no_turning_point(advice: Advice) -> None:
    game = played(Game.new(11982), 6)
    advice.learn(game.board, LOST)
    while (position := advice.doubtful(game)) is not None:
        advice.learn(game.boards[position], LOST)
    assert advice.turning_point(game) == (None, 0)


def test_what_could_not_be_decided_is_not_asked_again(advice: Advice) -> None:
    game = played(Game.new(1), 8)
    advice.learn(game.board, LOST)
    asked = []
    while (position := advice.doubtful(game)) is not None:
        asked.append(position)
        advice.learn(game.boards[position], OPEN)
    assert len(asked) == len(set(asked)) == 1
    assert advice.verdict(game) is Verdict.LOST
    assert advice.verdict(game.at(asked[0])) is Verdict.UNKNOWN
