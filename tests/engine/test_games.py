"""A game goes forward, back and to its beginning, and nothing is lost on the way."""

import pytest
from hypothesis import given, settings

from freecell_tui.engine import (
    FREECELL,
    Board,
    FreecellError,
    Game,
    Move,
    NoSuchDeal,
    Turn,
    Variant,
    parse_name,
)
from freecell_tui.engine.game import MAX_NAME_LENGTH
from support.games import played
from support.state_machine import Player
from support.strategies import positions, small_table

TestAnyGamePlayedAtRandom = Player.TestCase
TestAnyGamePlayedAtRandom.settings = settings(stateful_step_count=15, max_examples=8)


class LongPlayer(Player):
    """The same, for longer."""


TestAnyLongGamePlayedAtRandom = pytest.mark.slow(LongPlayer.TestCase)
TestAnyLongGamePlayedAtRandom.settings = settings(stateful_step_count=40)


def test_a_new_game_has_nothing_to_undo_or_redo_and_a_deal_that_there_is() -> None:
    game = Game.new(617)
    assert (game.can_undo, game.can_redo, game.moves_made, game.last_turn) == (False, False, 0, None)
    assert game.undo() == game
    assert game.redo() == game
    with pytest.raises(NoSuchDeal):
        Game.new(0)


def test_a_new_move_after_undo_begins_a_branch_and_the_same_goes_on_where_it_was() -> None:
    game = played(Game.new(1), "3a 32").undo().play(Move.parse("7b"))
    assert not game.can_redo
    assert [str(turn.move) for turn in game.turns] == ["3a", "7b"]
    assert (game.turns, game.boards) == (played(Game.new(1), "3a 7b").turns, played(Game.new(1), "3a 7b").boards)
    game = played(Game.new(1), "3a 32").seek(0)
    assert game.play(Move.parse("3a")) == game.redo()


def test_a_move_keeps_its_count_only_where_it_says_something() -> None:
    game = Game.new(1).play(Move.parse("3av1"))
    assert game.turns[0].move == Move.parse("3a")
    assert not Turn(Move.parse("3a")).is_restart


# Where a game has no way on


@given(positions())
def test_at_the_start_a_dead_end_is_where_no_move_is_left(where: tuple[Board, Variant]) -> None:
    board, variant = where
    game = Game(variant, 1, (board,))
    assert game.is_dead_end == game.is_lost


def test_it_is_a_dead_end_if_the_only_move_undoes_the_last() -> None:
    game = Game(FREECELL, 1, (small_table("9C 8D, 9S, KH, KC, KD, KS, JC, JS", FREECELL, cells="2S 3S 4S 5S"),))
    assert not game.is_dead_end, "8D may go to 9S"
    moved = game.play(Move.parse("12"))
    assert moved.is_dead_end
    assert not moved.is_lost
    assert not moved.undo().is_dead_end
    game = Game(FREECELL, 1, (small_table("9C 8D, 9S, KH, KC, KD, KS, JC, JS", FREECELL, cells="2S 3S 4S -"),))
    assert not game.play(Move.parse("12")).is_dead_end, "a way back is a way on where there is another"


# Names of bookmarks and games


def test_a_name_is_kept_with_single_spaces() -> None:
    longest = "x" * MAX_NAME_LENGTH
    for text, name in {"": "", "  a  b ": "a b", "雪の夜": "雪の夜", longest: longest, "\ta\n": "a"}.items():
        assert parse_name(text) == name


def test_what_cannot_be_a_name_is_refused_kindly() -> None:
    for text in ("a\x1b[2J", "\x00", "\ud800"):
        with pytest.raises(FreecellError, match=r"^A name can only have printable characters\.$"):
            parse_name(text)
    with pytest.raises(FreecellError, match=r"^A name has at most 40 characters; this one has 41\.$"):
        parse_name("x" * 41)
