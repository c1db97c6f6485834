"""Where a game has no way on: no move is left, or only one that leads back."""

from hypothesis import given

from freecell_tui.engine import FREECELL, Board, Game, Move, Variant
from support.strategies import positions, small_table


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


def test_a_way_back_is_a_way_on_where_there_is_another() -> None:
    game = Game(FREECELL, 1, (small_table("9C 8D, 9S, KH, KC, KD, KS, JC, JS", FREECELL, cells="2S 3S 4S -"),))
    assert not game.play(Move.parse("12")).is_dead_end
