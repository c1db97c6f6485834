"""With the setting `warn`, a move that loses a won game is told before it is played, and played if it is said again."""

from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Game, Move, legal_moves
from freecell_tui.engine.share_code import SharedGame, encode
from support.plain_driver import Speaker
from support.positions import at_the_fork, with_one_way_for_6h


@pytest.fixture
def warned(tmp_path: Path) -> Speaker:
    speaker = Speaker(tmp_path, at_the_fork())
    speaker.say("warn on")
    return speaker


def test_a_move_that_loses_is_told_first_and_played_when_it_is_said_again(warned: Speaker) -> None:
    game = warned.game
    assert warned.say("18") == ["18 loses the game; type yes to play it anyway."]
    assert warned.game is game
    assert warned.say("18") == ["6♠ to column 8, on 7♦."]


def test_yes_plays_a_move_that_was_held_back_and_no_does_not(warned: Speaker) -> None:
    game = warned.game
    warned.say("18")
    assert warned.say("no") == ["Nothing has changed."]
    assert warned.game is game
    warned.say("4d")
    warned.say("18")
    assert warned.say("?")[0] == "yes: go ahead with “18”."
    assert warned.say("yes") == ["6♠ to column 8, on 7♦."]


def test_what_the_solver_has_said_of_a_move_it_is_not_asked_again(warned: Speaker) -> None:
    for move in ("18", "4d"):
        warned.say(move)
    asked = len(warned.front_end.asked)
    for move in ("18", "4d"):
        assert warned.say(move) == [f"{move} loses the game; type yes to play it anyway."]
    assert len(warned.front_end.asked) == asked


def test_a_move_that_keeps_the_game_won_is_played_at_once(warned: Speaker) -> None:
    assert warned.say("8d") == ["7♦ to cell d."]


def test_a_line_of_moves_stops_before_the_one_that_loses(warned: Speaker) -> None:
    assert warned.say("8d 48 82") == [
        "7♦ to cell d.",
        "48 loses the game; type yes to play it anyway.",
        "Played: 8d. Not played: 48 82.",
    ]
    assert warned.say("yes")[0].startswith("6♥ to column 8")


def test_a_player_who_does_not_want_to_wait_is_not_warned(warned: Speaker) -> None:
    warned.front_end.is_impatient = True
    assert warned.say("18") == ["6♠ to column 8, on 7♦."]


def test_a_search_that_takes_too_long_warns_of_nothing(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, at_the_fork(), search_seconds=0.0)
    speaker.controller.preferences.use(speaker.controller.settings.with_value("warn", value=True))
    assert speaker.say("18") == ["6♠ to column 8, on 7♦."]


def test_the_warning_is_turned_on_and_off_by_a_word(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, at_the_fork())
    assert speaker.say("warn") == ["You are not warned before a move that loses a winnable game."]
    assert speaker.say("warn on") == ["You are warned before a move that loses a winnable game."]
    assert speaker.say("18") == ["18 loses the game; type yes to play it anyway."]
    assert speaker.say("warn off") == ["You are not warned before a move that loses a winnable game."]
    assert speaker.say("18") == ["6♠ to column 8, on 7♦."]
    assert speaker.say("warn maybe") == ["Type warn, warn on or warn off, not warn “maybe”."]


def test_best_is_held_back_once_too(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, with_one_way_for_6h())
    speaker.say("warn on")
    game = speaker.game
    assert speaker.say("best 6h") == ["48 loses the game; type yes to play it anyway."]
    assert speaker.game is game
    assert speaker.say("best 6h")[0] == "6♥ to column 8, on 7♠."


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
