"""Text that is pasted on the table, read as moves."""

from freecell_tui.controller.features.share import read_pasted
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Autoplay, Dialect, Game, Move
from freecell_tui.engine.notation import write_game
from freecell_tui.engine.share_code import SharedGame, encode
from support.games import solved_game
from support.solutions import STANDARD


def test_a_pasted_solution_wins_in_either_notation_and_as_a_share_code() -> None:
    for number in (617, max(STANDARD)):
        game = solved_game(number)
        code = f"Look at this!\n{encode(SharedGame(game))}\n"
        for text in (*(write_game(game, dialect) for dialect in Dialect), code):
            # A share code is played with the autoplay of the game that it is pasted into.
            for autoplay in (Autoplay.SAFE, *([Autoplay.NONE] if text is code else [])):
                session = Session(Game.new(number), autoplay=autoplay)
                pasted = read_pasted(text, session)
                assert pasted.problem == "", text
                for move in pasted.moves:
                    session.play(move)
                assert session.game.is_won, text


def session_of_617(*words: str) -> Session:
    session = Session(Game.new(617))
    for word in words:
        session.play(Move.parse(word))
    return session


def test_moves_and_share_codes_go_on_from_where_the_game_is() -> None:
    words = STANDARD[617].split()
    session = session_of_617(*words[:10])
    for text, end in ((" ".join(words[10:15]), 15), (encode(SharedGame(solved_game(617))), len(words))):
        assert [str(move) for move in read_pasted(text, session).moves] == words[10:end]
    assert read_pasted(encode(SharedGame(session.game)), session) == ((), "The game in this share code ends here.")


def test_a_text_that_breaks_off_says_where() -> None:
    pasted = read_pasted("3a 3b 3c 3d 3a", Session(Game.new(1)))
    assert len(pasted.moves) == 4
    assert pasted.problem.startswith("Move 5, “3a”, fails: ")


def test_a_text_without_moves_says_so() -> None:
    for text in ("", "   \n", "hello there", "# a comment"):
        assert read_pasted(text, Session(Game.new(1))) == ((), "There are no moves in the pasted text."), text


def test_moves_of_another_deal_are_not_played() -> None:
    for text in (write_game(solved_game(617), Dialect.STANDARD), encode(SharedGame(solved_game(617)))):
        assert read_pasted(text, Session(Game.new(1))) == ((), "The pasted moves are of FreeCell #617.")


def test_a_share_code_that_is_damaged_or_does_not_come_by_here_says_so() -> None:
    code = encode(SharedGame(solved_game(617)))
    pasted = read_pasted(code, session_of_617("3a"))
    assert pasted.moves == ()
    assert pasted.problem.startswith("The game in this share code does not reach this position.")
    pasted = read_pasted(code[:-1] + ("0" if code[-1] != "0" else "1"), session_of_617())
    assert pasted.moves == ()
    assert "is wrong: " in pasted.problem
