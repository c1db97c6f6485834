"""The moves that are found are the moves that are not refused, and those of another reading of the rules."""

from itertools import pairwise, product

import pytest
from hypothesis import given

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    HOME,
    Board,
    Game,
    IllegalMove,
    Move,
    Variant,
    find_variant,
    is_lost,
    legal_moves,
    play,
    refusal,
)
from freecell_tui.engine.rules import apply_move, canonical
from support.strategies import cards_on, positions, small_table

PILES = (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)
COUNTS = (None, *range(-1, 15))


@pytest.mark.slow
@given(positions())
def test_what_is_not_refused_is_found_and_what_is_found_is_not_refused(position: tuple[Board, Variant]) -> None:
    board, variant = position
    found = list(legal_moves(board, variant))
    assert len(set(found)) == len(found)
    allowed = {
        canonical(board, move, variant)
        for move in (Move(*parts) for parts in product(PILES, PILES, COUNTS))
        if refusal(board, move, variant) is None
    }
    assert set(found) == allowed


@given(positions())
def test_a_legal_move_moves_cards_and_loses_none(position: tuple[Board, Variant]) -> None:
    board, variant = position
    for move in legal_moves(board, variant):
        moved = play(board, move, variant)
        assert moved != board
        assert cards_on(moved) == cards_on(board)
        assert (len(moved.columns), len(moved.free_cells)) == (variant.columns, variant.cells)


@given(positions())
def test_a_refused_move_says_so_when_it_is_played(position: tuple[Board, Variant]) -> None:
    board, variant = position
    game = Game(variant, 1, (board,))
    for source, target in product(PILES, PILES):
        move = Move(source, target)
        why = refusal(board, move, variant)
        if why is not None:
            assert why[0].isupper() or why[0].isdigit()
            assert why.endswith(".")
            with pytest.raises(IllegalMove) as refused:
                game.play(move)
            assert str(refused.value) == str(why)


def outcome_key(board: Board) -> object:
    """A table as a player compares two of them: which cell or column a card is in does not matter."""
    held = sorted(card for card in board.free_cells if card is not None)
    return sorted(board.columns), held, board.foundations


@given(positions())
def test_a_game_is_lost_when_nothing_it_can_do_changes_anything(position: tuple[Board, Variant]) -> None:
    board, variant = position
    outcomes = [
        apply_move(board, move, variant)
        for move in (Move(*parts) for parts in product(PILES, PILES, (None, 1)))
        if refusal(board, move, variant) is None
    ]
    stuck = all(outcome_key(outcome) == outcome_key(board) for outcome in outcomes)
    assert is_lost(board, variant) == (stuck and not board.is_won)


def test_a_full_table_without_a_move_is_lost_and_one_move_is_enough_not_to_be() -> None:
    variant = find_variant("freecell").with_cells(1)
    columns = "2C KD, 2D KH, 2H QD, 2S QH, 3C JD, 3S JH, 4C TD, 4S TH"
    stuck = small_table(columns, variant, cells="9D")
    assert list(legal_moves(stuck, variant)) == []
    assert is_lost(stuck, variant)
    queen_to_king = small_table(columns.replace("2C KD", "KD 2C KS"), variant, cells="9D")
    assert [str(move) for move in legal_moves(queen_to_king, variant)] == ["31", "41"]
    assert not is_lost(queen_to_king, variant)
    ace_goes_home = small_table(columns.replace("2C KD", "KD AC"), variant, cells="9D")
    assert [str(move) for move in legal_moves(ace_goes_home, variant)] == ["1h"]
    assert not is_lost(ace_goes_home, variant)
    free_cell = small_table(columns, variant)
    assert not is_lost(free_cell, variant)
    variant = find_variant("forecell").with_cells(0)
    board = small_table("KS, 2C 5D, 2D 5H, 2H 5C, 2S 5S, 3C TD, 3D TH", variant)
    assert [str(move) for move in legal_moves(board, variant)] == ["18"]
    assert is_lost(board, variant), "a king that can only change its column does not save it"


def test_a_won_game_is_not_lost() -> None:
    won = Board(((),) * 8, (None,) * 4, (13, 13, 13, 13))
    assert won.is_won
    assert not is_lost(won, find_variant("freecell"))
    assert list(legal_moves(won, find_variant("freecell"))) == []
    assert not Board(((),) * 8, (None,) * 4, (13, 13, 13, 12)).is_won


class Plain:
    """The rules once more, from nothing but text: a column is `JD 2D 9H`, an empty place is ``."""

    RANKS = "A23456789TJQK"

    def __init__(self, name: str) -> None:
        self.by_suit = name in ("bakers-game", "eight-off", "seahaven-towers")
        self.only_kings = name in ("eight-off", "forecell", "seahaven-towers")

    def chains(self, upper: str, lower: str) -> bool:
        if lower[0] + upper[0] not in ("A2", "23", "34", "45", "56", "67", "78", "89", "9T", "TJ", "JQ", "QK"):
            return False
        if self.by_suit:
            return upper[1] == lower[1]
        return (upper[1] in "DH") != (lower[1] in "DH")

    def ordered(self, cards: list[str]) -> bool:
        return all(self.chains(*two) for two in pairwise(cards))

    def limit(self, table: dict[str, str], target: str) -> int:
        most = 1
        for place, cards in table.items():
            most += place.isalpha() and not cards
        for place, cards in table.items():
            if place.isdigit() and not cards and place != target and not self.only_kings:
                most *= 2
        return most

    def next_tables(self, table: dict[str, str], home: str) -> list[dict[str, str]]:
        """Every table that one move leads to; `home` is the cards at home, each followed by a blank."""
        found = []
        for source, lying in table.items():
            cards = lying.split()
            for count in range(1, len(cards) + 1):
                moved = cards[-count:]
                rest = {**table, source: " ".join(cards[:-count])}
                below = self.RANKS[: self.RANKS.index(moved[0][0])]
                if count == 1 and all(rank + moved[0][1] + " " in home for rank in below):
                    found.append(rest)
                for target, there in table.items():
                    if target == source or not self.ordered(moved):
                        continue
                    if target.isalpha():
                        fine = count == 1 and not there
                    elif there:
                        fine = self.chains(there.split()[-1], moved[0])
                    else:
                        fine = moved[0][0] == "K" or not self.only_kings
                    if fine and count <= self.limit(table, target):
                        found.append({**rest, target: f"{there} {' '.join(moved)}".strip()})
        return found


def plain_table(board: Board) -> dict[str, str]:
    table = {str(n): " ".join(map(str, column)) for n, column in enumerate(board.columns)}
    table.update({"abcdefgk"[n]: "" if card is None else str(card) for n, card in enumerate(board.free_cells)})
    return table


@given(positions())
def test_another_reading_of_the_rules_finds_the_same_tables_from_anywhere(position: tuple[Board, Variant]) -> None:
    board, variant = position
    variant = variant.with_house_rules()
    home = "".join(
        f"{Plain.RANKS[n]}{suit} " for suit, rank in zip("CDHS", board.foundations, strict=True) for n in range(rank)
    )
    theirs = Plain(variant.name).next_tables(plain_table(board), home)
    ours = [plain_table(play(board, move, variant)) for move in legal_moves(board, variant)]
    assert sorted(map(repr, theirs)) == sorted(map(repr, ours))
