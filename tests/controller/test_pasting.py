"""Text that is pasted on the table, read as moves."""

import pytest

from freecell_tui.controller.features.share import read_pasted
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Autoplay, Dialect, Game, Move
from freecell_tui.engine.notation import write_game
from freecell_tui.engine.share_code import SharedGame, encode
from support.games import solved_game
from support.solutions import STANDARD


@pytest.mark.parametrize("number", sorted(STANDARD))
@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_pasted_solution_wins_in_either_notation(number: int, dialect: Dialect) -> None:
    session = Session(Game.new(number))
    pasted = read_pasted(write_game(solved_game(number), dialect), session)
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
    pasted = read_pasted(write_game(solved_game(617), Dialect.STANDARD), Session(Game.new(1)))
    assert pasted == ((), "The pasted moves are of FreeCell #617.")


# Share codes


@pytest.mark.parametrize("number", sorted(STANDARD))
def test_a_pasted_share_code_wins(number: int) -> None:
    session = Session(Game.new(number))
    pasted = read_pasted(f"Look at this!\n{encode(SharedGame(solved_game(number)))}\n", session)
    assert pasted.problem == ""
    for move in pasted.moves:
        session.play(move)
    assert session.game.is_won


def test_a_pasted_share_code_goes_on_from_where_the_game_is() -> None:
    session = Session(Game.new(617))
    for word in STANDARD[617].split()[:10]:
        session.play(Move.parse(word))
    pasted = read_pasted(encode(SharedGame(solved_game(617))), session)
    assert [str(move) for move in pasted.moves] == STANDARD[617].split()[10:]


def test_a_share_code_is_played_with_the_autoplay_of_the_game_it_is_pasted_into() -> None:
    session = Session(Game.new(617), autoplay=Autoplay.NONE)
    for move in read_pasted(encode(SharedGame(solved_game(617))), session).moves:
        session.play(move)
    assert session.game.is_won


def test_a_share_code_of_another_game_is_named() -> None:
    pasted = read_pasted(encode(SharedGame(solved_game(3))), Session(Game.new(617)))
    assert pasted == ((), "The pasted moves are of FreeCell #3.")


def test_a_share_code_that_does_not_come_by_here_says_so() -> None:
    session = Session(Game.new(617))
    session.play(Move.parse("3a"))
    pasted = read_pasted(encode(SharedGame(solved_game(617))), session)
    assert pasted.moves == ()
    assert pasted.problem.startswith("The game in this share code does not reach this position.")


def test_a_share_code_that_goes_no_further_says_so() -> None:
    session = Session(Game.new(617))
    for word in STANDARD[617].split()[:10]:
        session.play(Move.parse(word))
    pasted = read_pasted(encode(SharedGame(session.game)), session)
    assert pasted == ((), "The game in this share code ends here.")


def test_a_damaged_share_code_says_where_it_is_wrong() -> None:
    code = encode(SharedGame(solved_game(617)))
    wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
    pasted = read_pasted(wrong, Session(Game.new(617)))
    assert pasted.moves == ()
    assert "is wrong: " in pasted.problem
