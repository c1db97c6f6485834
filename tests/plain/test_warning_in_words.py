"""With the setting `warn`, a move that loses a won game is told before it is played, and played if it is said again."""

from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Game, Move, legal_moves
from freecell_tui.engine.share_code import SharedGame, encode
from support.plain_driver import Speaker
from support.positions import at_the_fork


@pytest.fixture
def warned(tmp_path: Path) -> Speaker:
    speaker = Speaker(tmp_path, at_the_fork())
    speaker.say("warn on")
    return speaker


def test_what_the_solver_has_said_of_a_move_it_is_not_asked_again(warned: Speaker) -> None:
    for move in ("18", "4d"):
        warned.say(move)
    asked = len(warned.front_end.asked)
    for move in ("18", "4d"):
        assert warned.say(move) == [f"{move} loses the game; type yes to play it anyway."]
    assert len(warned.front_end.asked) == asked


def test_a_player_who_does_not_want_to_wait_is_not_warned(warned: Speaker) -> None:
    warned.front_end.is_impatient = True
    assert warned.say("18") == ["6♠ to column 8, on 7♦."]


def test_of_a_shared_game_the_moves_are_played_up_to_the_one_that_loses(tmp_path: Path) -> None:
    lost = at_the_fork().play(Move.parse("18"))
    legal = next(iter(legal_moves(lost.board, FREECELL)))
    code = encode(SharedGame(lost.play(legal)))
    speaker = Speaker(tmp_path, Game.new(1))
    speaker.say("warn on")
    assert speaker.say(code) == [
        "Played 9 pasted moves; type undo to undo them one by one.",
        "18 loses the game; type yes to play it anyway.",
    ]
    assert speaker.game.board == at_the_fork().board
    assert speaker.say("18") == ["6♠ to column 8, on 7♦."]
    assert speaker.say(code) == ["Played 1 pasted move; type undo to undo them one by one."]
