"""Whole games at the table: what they take with two keys, and by the cursor alone."""

from pathlib import Path

from freecell_tui.engine import Game, Move
from support.cursor_player import keys_for, same_move
from support.solutions import STANDARD
from support.ui_driver import seated


def test_a_published_solution_is_played_by_the_cursor_alone_with_four_keys_a_move(tmp_path: Path) -> None:
    words = STANDARD[617].split()
    published = Game.new(617)
    with seated(tmp_path, published) as seat:
        keys = ["enter"]
        seat.press("enter")
        for word in words:
            # Empty columns and cells that are one choice to the cursor may be others than in the solution.
            move = same_move(Move.parse(word), published.board, seat.session.game.board)
            wanted = keys_for(seat.session, move)
            assert wanted, word
            seat.press(*wanted)
            keys += wanted
            published = published.play(Move.parse(word), finish=True)
        assert seat.session.game.is_won
        assert seat.session.game.moves_made == len(words)
        assert set(keys) <= {"left", "right", "up", "down", "tab", "enter", "-"}
        assert len(keys) <= 4 * len(words)


def test_with_two_keys_a_published_solution_takes_two_a_move_and_a_minus_for_fewer_cards(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1)) as seat:
        for word in STANDARD[1].split():
            before = seat.session.game.moves_made
            seat.press(word[0])
            while len(word) > 2 and seat.session.lifted_count > int(word[3:], 16):
                seat.press("-")
            seat.press(word[1])
            assert seat.session.game.moves_made == before + 1
        assert seat.session.game.is_won
