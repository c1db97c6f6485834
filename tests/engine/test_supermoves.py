"""A supermove is short for single cards, each of which can be moved."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from freecell_tui.engine import (
    FREECELL,
    VARIANTS,
    Board,
    Card,
    Move,
    Variant,
    find_variant,
    legal_moves,
    move_size,
    play,
    refusal,
    supermove_limit,
)
from freecell_tui.engine.rules import single_card_moves
from support.strategies import positions, small_table, variants

LIMITS = ((1, 2, 3, 4, 5), (2, 4, 6, 8, 10), (4, 8, 12, 16, 20), (8, 16, 24, 32, 40))
"""By the number of empty columns and of free cells."""


def test_as_many_cards_move_at_once_as_everyone_says() -> None:
    for empty_columns, free_cells in product(range(4), range(5)):
        limit, variant = LIMITS[empty_columns][free_cells], FREECELL.with_cells(free_cells)
        board = small_table("KD" + ", AS" * (7 - empty_columns), variant)
        assert supermove_limit(board, variant) == limit, (free_cells, empty_columns)
        empty_target = small_table("KD" + ", AS" * (6 - empty_columns), variant)
        assert supermove_limit(empty_target, variant, to_empty_column=True) == limit, (free_cells, empty_columns)
        for name, to_empty in product(("eight-off", "forecell", "seahaven-towers"), (False, True)):
            variant = find_variant(name).with_cells(free_cells)
            assert supermove_limit(board, variant, to_empty_column=to_empty) == free_cells + 1, (name, free_cells)


@given(positions())
@settings(max_examples=15)
def test_every_move_of_several_cards_is_a_row_of_legal_single_cards(position: tuple[Board, Variant]) -> None:
    board, variant = position
    for move in legal_moves(board, variant):
        table = board
        steps = single_card_moves(board, move, variant)
        for step in steps:
            assert refusal(table, step, variant) is None
            assert move_size(table, step, variant) == 1
            assert step in set(legal_moves(table, variant))
            table = play(table, step, variant)
        assert table == play(board, move, variant)
        assert len(steps) >= 2 * move_size(board, move, variant) - 1


@pytest.mark.slow
@given(variants(), st.data())
def test_the_longest_supermoves_of_every_game_come_apart_too(variant: Variant, data: st.DataObject) -> None:
    variant = variant.with_house_rules()
    by_suit = variant.by_suit
    length = data.draw(st.integers(2, 13))
    kings = variant.kings_only
    highest = data.draw(st.integers(length, 13))
    moved = [Card.of(highest - n, 0 if by_suit else n % 2) for n in range(length)]
    to_empty = highest == 13 or (not kings and data.draw(st.booleans()))
    target = () if to_empty else (Card.of(highest + 1, 0 if by_suit else 1),)
    empty = data.draw(st.integers(0, 3))
    blocks = ((Card.parse("AS"),),) * (variant.columns - 2 - empty)
    taken = data.draw(st.integers(0, variant.cells))
    cells = (None,) * (variant.cells - taken) + (Card.parse("AH"),) * taken
    board = Board((tuple(moved), target, *blocks, *((),) * empty), cells)
    assume(length <= supermove_limit(board, variant, to_empty_column=to_empty))
    table = board
    move = Move.parse("12")
    for step in single_card_moves(board, move, variant):
        assert refusal(table, step, variant) is None
        assert move_size(table, step, variant) == 1
        table = play(table, step, variant)
    assert table.columns[:2] == ((), (*target, *moved))
    assert table == play(board, move, variant)


def test_a_supermove_fills_cells_from_the_left_and_columns_by_smaller_supermoves() -> None:
    board = small_table("8H 7S 6H, 9S", FREECELL)
    assert " ".join(map(str, single_card_moves(board, Move.parse("12"), FREECELL))) == "1a 1b 12 b2 a2"
    one_cell = FREECELL.with_cells(1)
    board = small_table("TH 9S 8H 7S, JS, 2C, 3C, 4C, 5C, 6C", one_cell)
    assert " ".join(map(str, single_card_moves(board, Move.parse("12"), one_cell))) == "1a 18 a8 1a 12 a2 8a 82 a2"
    assert [str(step) for step in single_card_moves(board, Move.parse("1a"), one_cell)] == ["1a"]
    board = small_table("TH 9S 8H, JS, 2C, 3C, 4C, 5C", one_cell)
    assert " ".join(map(str, single_card_moves(board, Move.parse("12"), one_cell))) == "17v1 1a 12 a2 72"


def test_the_longest_sequence_that_may_move_is_the_limit_and_no_longer() -> None:
    for game, free_cells, empty_columns, length in product(VARIANTS.values(), range(5), range(3), range(2, 13)):
        variant = game.with_cells(free_cells)
        kings, by_suit = variant.kings_only, variant.by_suit
        limit = (free_cells + 1) * (1 if kings else 2**empty_columns)
        moved = " ".join(f"{'A23456789TJQK'[11 - n]}{'C' if by_suit else 'CD'[n % 2]}" for n in range(length))
        onto = "KC" if by_suit else "KD"
        columns = f"{moved}, {onto}" + ", AS" * (variant.columns - 2 - empty_columns)
        allowed = refusal(small_table(columns, variant), Move.parse("12"), variant) is None
        assert allowed == (length <= limit)
