"""The table read aloud."""

import pytest
from hypothesis import given

from freecell_tui.engine import CELLS, COLUMNS, DECK, HOME, Board, Game, Variant, legal_moves
from freecell_tui.plain import words
from support.strategies import positions


@given(positions())
def test_every_card_is_read_exactly_once_and_every_place_can_be_read(table: tuple[Board, Variant]) -> None:
    board, variant = table
    read = " ".join(words.table(board, variant))
    for card in DECK:
        is_home = card.rank <= board.foundations[card.suit]
        is_top = card.rank == board.foundations[card.suit]
        times = sum(word.strip(".,;:") == card.face for word in read.split())
        assert times == (is_top if is_home and not board.is_won else not is_home)
        pile, depth = board.locate(card)
        assert is_home or board.cards(pile)[-depth] == card
        assert words.where(board, card).startswith(card.face)


@pytest.mark.slow
@given(positions())
def test_targets_are_told_where_there_is_a_move_and_every_move_can_be_told(table: tuple[Board, Variant]) -> None:
    board, variant = table
    moves = list(legal_moves(board, variant))
    sources = {move.source for move in moves if not (move.source in CELLS and move.target in CELLS)}
    for pile in (*COLUMNS[: variant.columns], *CELLS[: variant.cells]):
        assert (words.targets(board, pile, variant) is not None) == (pile in sources)
    for move in moves:
        game = Game(variant, 1, (board,)).play(move, finish=True)
        told = words.last_turn(game)
        gone = sum(game.board.foundations) - sum(board.foundations) - (move.target == HOME)
        gone += move.source.kind.name == "FOUNDATION"
        assert ("went home automatically" in told) == (gone > 0)
        assert words.undone(game.undo()).startswith("Undone: ")
