"""Text that is pasted on the table, read as moves."""

import pytest

from freecell_tui.controller.pasting import read_pasted
from freecell_tui.controller.session import Session
from freecell_tui.engine import Dialect, Game, Move
from freecell_tui.engine.transcript import write_game
from support.solutions import STANDARD


def solved(number: int) -> Game:
    game = Game.new(number)
    for word in STANDARD[number].split():
        game = game.play(Move.parse(word))
    return game


@pytest.mark.parametrize("number", sorted(STANDARD))
@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_pasted_solution_wins_in_either_notation(number: int, dialect: Dialect) -> None:
    session = Session(Game.new(number))
    pasted = read_pasted(write_game(solved(number), dialect), session)
    assert pasted.problem == ""
    for move in pasted.moves:
        assert not session.game.is_won
        session.play(move)
    assert session.game.is_won


def test_moves_go_on_from_where_the_game_is() -> None:
    words = STANDARD[617].split()
    session = Session(Game.new(617))
    for word in words[:10]:
        session.play(Move.parse(word))
    pasted = read_pasted(" ".join(words[10:15]), session)
    assert [str(move) for move in pasted.moves] == words[10:15]


def test_a_text_that_breaks_off_says_where() -> None:
    pasted = read_pasted("3a 3b 3c 3d 3a", Session(Game.new(1)))
    assert len(pasted.moves) == 4
    assert pasted.problem.startswith("Move 5, “3a”, fails: ")


@pytest.mark.parametrize("text", ["", "   \n", "hello there", "# a comment"])
def test_a_text_without_moves_says_so(text: str) -> None:
    assert read_pasted(text, Session(Game.new(1))) == ((), "There are no moves in the pasted text.")


def test_moves_of_another_deal_are_not_played() -> None:
    pasted = read_pasted(write_game(solved(617), Dialect.STANDARD), Session(Game.new(1)))
    assert pasted == ((), "The pasted moves are of FreeCell #617.")
