"""A supermove is short for single cards: it can be done, and one card more cannot."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import pytest
from hypothesis import assume, given
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


def sequence(length: int, highest: int = 13) -> list[Card]:
    """Clubs and diamonds in turn, from the highest rank down."""
    return [Card.of(highest - n, n % 2) for n in range(length)]


def waiting(free_cells: int, empty_columns: int, length: int, onto: Card | None) -> Board:
    """A sequence to be moved, a target, as many free places, and no card elsewhere that could take one of them."""
    moved = tuple(sequence(length, 12))
    target = () if onto is None else (onto,)
    aces = ((Card.parse("AS"),),) * (6 - empty_columns)
    return Board(
        (moved, target, *aces, *((),) * empty_columns),
        (None,) * free_cells + (Card.parse("AH"),) * (4 - free_cells),
    )


LIMITS = ((1, 2, 3, 4, 5), (2, 4, 6, 8, 10), (4, 8, 12, 16, 20), (8, 16, 24, 32, 40))
"""By the number of empty columns and of free cells."""


def test_as_many_cards_move_at_once_as_everyone_says() -> None:
    for empty_columns, free_cells in product(range(4), range(5)):
        limit, said = LIMITS[empty_columns][free_cells], (free_cells, empty_columns)
        board = waiting(free_cells, empty_columns, 12, Card.parse("KD"))
        assert supermove_limit(board, FREECELL) == limit, said
        empty_target = waiting(free_cells, empty_columns, 12, None)
        assert supermove_limit(empty_target, FREECELL, to_empty_column=True) == limit, said
        for name, to_empty in product(("eight-off", "forecell", "seahaven-towers"), (False, True)):
            assert supermove_limit(board, find_variant(name), to_empty_column=to_empty) == free_cells + 1, said


@pytest.mark.slow
@given(positions())
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


def test_a_supermove_fills_cells_from_the_left_and_empty_columns_by_smaller_supermoves() -> None:
    board = small_table("8H 7S 6H, 9S", FREECELL)
    assert " ".join(map(str, single_card_moves(board, Move.parse("12"), FREECELL))) == "1a 1b 12 b2 a2"
    one_cell = FREECELL.with_cells(1)
    board = small_table("TH 9S 8H 7S, JS, 2C, 3C, 4C, 5C, 6C", one_cell)
    assert " ".join(map(str, single_card_moves(board, Move.parse("12"), one_cell))) == "1a 18 a8 1a 12 a2 8a 82 a2"
    assert [str(step) for step in single_card_moves(board, Move.parse("1a"), one_cell)] == ["1a"]
    board = small_table("TH 9S 8H, JS, 2C, 3C, 4C, 5C", one_cell)
    assert " ".join(map(str, single_card_moves(board, Move.parse("12"), one_cell))) == "17v1 1a 12 a2 72"


Column = tuple[int, ...]
BURIED = -2
NOT_COUNTED = -1


@dataclass(frozen=True)
class Crossing:
    """A sequence on its way, told by the places of its cards: 0 is the first to lie on the target.

    `arrived` cards lie on the target, and the others in the source, in cells, and in columns that were empty.
    """

    source: Column
    arrived: int
    cells: frozenset[int]
    columns: frozenset[Column]

    def after_one_card(self, free_cells: int, empty_columns: int) -> Iterator["Crossing"]:
        """Every way to move one card to a free place, or onto the card that came before it in the sequence."""
        for card, left in self.without_one_card():
            if card == self.arrived:
                yield replace(left, arrived=card + 1)
            if len(left.cells) < free_cells:
                yield replace(left, cells=left.cells | {card})
            if len(left.columns) < empty_columns + (not left.source):
                yield replace(left, columns=left.columns | {(card,)})
            if left.source and left.source[-1] == card - 1:
                yield replace(left, source=(*left.source, card))
            for column in left.columns:
                if column[-1] == card - 1:
                    yield replace(left, columns=left.columns - {column} | {(*column, card)})

    def without_one_card(self) -> Iterator[tuple[int, "Crossing"]]:
        if self.source and self.source[-1] != BURIED:
            yield self.source[-1], replace(self, source=self.source[:-1])
        for card in self.cells:
            yield card, replace(self, cells=self.cells - {card})
        for column in self.columns:
            yield column[-1], replace(self, columns=self.columns - {column} | ({column[:-1]} - {()}))


def can_cross(length: int, free_cells: int, empty_columns: int) -> bool:
    """Whether a sequence can be moved onto a card, one card at a time, by trying everything."""
    start = Crossing(tuple(range(length)), 0, frozenset(), frozenset())
    return any(here.arrived == length for here in reachable(start, free_cells, empty_columns))


def can_cross_to_empty_column(length: int, free_cells: int, other_empty_columns: int) -> bool:
    """Whether a sequence can leave what it lies on for an empty column, itself a free place until then."""
    start = Crossing((BURIED, *range(length)), NOT_COUNTED, frozenset(), frozenset())
    whole = tuple(range(length))
    return any(whole in here.columns for here in reachable(start, free_cells, other_empty_columns + 1))


def reachable(start: Crossing, free_cells: int, empty_columns: int) -> Iterator[Crossing]:
    seen, border = {start}, [start]
    while border:
        here = border.pop()
        yield here
        new = set(here.after_one_card(free_cells, empty_columns)) - seen
        seen |= new
        border += new


def test_the_limit_can_be_moved_one_at_a_time_and_a_card_more_cannot() -> None:
    cells_of = {0: (0, 1, 2, 3, 4, 5, 8), 1: range(5), 2: (0, 1), 3: (0,)}
    for places in ((cells, empty) for empty, counts in cells_of.items() for cells in counts):
        free_cells, empty_columns = places
        variant = FREECELL.with_cells(free_cells)
        limit = supermove_limit(small_table("KH" + ", KS" * (7 - empty_columns), variant), variant)
        assert can_cross(limit, *places), places
        assert not can_cross(limit + 1, *places), places
        assert can_cross_to_empty_column(limit, *places), places
        assert not can_cross_to_empty_column(limit + 1, *places), places


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
