"""The table read aloud."""

from dataclasses import replace

import pytest
from hypothesis import given

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    FREECELL,
    HOME,
    VARIANTS,
    Board,
    Card,
    Game,
    Move,
    Pile,
    Variant,
    legal_moves,
)
from freecell_tui.plain import words
from support.strategies import positions, small_table

NO_CELLS = FREECELL.with_cells(0)
SMALL = small_table("KC QD JC, 9S, 5H 4S, 3D", FREECELL, cells="- TH - 2C")


def test_the_table_is_read_cells_first_then_foundations_then_columns() -> None:
    assert list(words.table(SMALL, FREECELL)) == [
        "Cells: 10♥ in b, 2♣ in d; a and c are free.",
        "The foundations are empty.",
        "Column 1, 3 cards: in sequence K♣, Q♦, J♣.",
        "Column 2, 1 card: 9♠.",
        "Column 3, 2 cards: in sequence 5♥, 4♠.",
        "Column 4, 1 card: 3♦.",
        "Column 5 is empty.",
        "Column 6 is empty.",
        "Column 7 is empty.",
        "Column 8 is empty.",
    ]


def test_cells_are_told_by_what_they_hold_and_which_are_free() -> None:
    for cells, variant, told in (
        ("", FREECELL, "All 4 cells are free."),
        ("", FREECELL.with_cells(1), "The cell is free."),
        ("", NO_CELLS, "This variant has no free cells."),
        ("AC AD AH AS", FREECELL, "Cells: A♣ in a, A♦ in b, A♥ in c, A♠ in d; none is free."),
        ("AC AD AH -", FREECELL, "Cells: A♣ in a, A♦ in b, A♥ in c; d is free."),
    ):
        assert words.cells(small_table("KC", variant, cells=cells)) == told


def test_foundations_are_told_by_their_last_card() -> None:
    for home, told in (
        ((0, 0, 0, 0), "The foundations are empty."),
        ((0, 1, 13, 3), "Foundations: 3♠, K♥, A♦, no clubs."),
        ((13, 13, 13, 13), "Every card is home."),
    ):
        assert words.foundations(Board(((),) * 8, (None,) * 4, home)) == told


def test_one_place_is_read_by_itself() -> None:
    places = {"1": "Column 1, 3 cards: in sequence K♣, Q♦, J♣.", "a": "Cell a is free.", "b": "Cell b: 10♥."}
    places |= {"8": "Column 8 is empty.", "h": "The foundations are empty.", "w": "The clubs’ foundation is empty."}
    for letter, told in places.items():
        assert words.place(SMALL, Pile.parse(letter), FREECELL) == told


def test_a_card_is_found_wherever_it_lies() -> None:
    assert words.where(SMALL, Card.parse("KC")) == "K♣ is in column 1, under 2 cards."
    assert words.where(SMALL, Card.parse("KC"), under_what=True) == "K♣ is in column 1, under 2 cards: Q♦, J♣."
    assert words.where(SMALL, Card.parse("QD")) == "Q♦ is in column 1, under 1 card."
    assert words.where(SMALL, Card.parse("JC")) == "J♣ is the last card of column 1."
    assert words.where(SMALL, Card.parse("TH")) == "10♥ is in cell b."
    home = Board(((),) * 8, (None,) * 4, (13, 13, 13, 13))
    assert words.where(home, Card.parse("AC")) == "A♣ is home."
    assert list(words.needed(home, FREECELL)) == ["Every card is home."]


def test_the_cards_that_the_foundations_wait_for_are_told_with_their_places() -> None:
    game = Game.new(1)
    assert list(words.needed(game.board, FREECELL)) == list(words.of_rank(game.board, 1))
    assert next(words.needed(game.board, FREECELL)) == "A♠ is in column 6, under 3 cards."


def test_which_of_them_can_safely_go_home_now_is_told_too() -> None:
    board = replace(small_table("KS AH, 3C 5D", FREECELL, cells="3D"), foundations=(2, 2, 0, 12))
    assert list(words.needed(board, FREECELL)) == [
        "K♠ is in column 1, under 1 card.",
        "A♥ is the last card of column 1. It can safely go home now.",
        "3♦ is in cell a. It can safely go home now.",
        "3♣ is in column 2, under 1 card.",
    ]


def test_targets_are_grouped_by_the_cards_that_move() -> None:
    board = small_table("9S 8D 7C, 9C, 8H, TH", FREECELL)
    assert words.targets(board, COLUMNS[0], FREECELL) == (
        "Column 1: 7♣ to a cell, or to column 3, on 8♥; 8♦ and the card on it to column 2, on 9♣; "
        "9♠ and the 2 cards on it to column 4, on 10♥, or to an empty column."
    )
    assert words.targets(board, CELLS[0], FREECELL) is None


def test_how_many_cards_move_at_once_is_told() -> None:
    assert words.carry(Game.new(1).board, FREECELL) == "5 cards in sequence can move at once."
    assert words.carry(small_table("KC, QD, JC, TD, 9C, 8D, 7C", FREECELL, cells="AC AD AH AS"), FREECELL) == (
        "2 cards in sequence can move at once, and 1 to an empty column."
    )


def test_every_variant_says_how_it_is_played() -> None:
    told = {name: " ".join(words.rules(variant)) for name, variant in VARIANTS.items()}
    assert told["freecell"].startswith("FreeCell: 8 columns, built down in alternate colours. 4 free cells.")
    assert "10 columns, built down in the same suit." in told["seahaven-towers"]
    assert "An empty column takes only kings." in told["seahaven-towers"]
    back = " ".join(words.rules(FREECELL.with_house_rules(cards_come_back=True, aces_only_home=True)))
    assert "w for clubs, x for diamonds, y for hearts, z for spades. An ace can only go home." in back


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


def test_a_move_is_told_with_what_went_home_by_itself() -> None:
    for columns, move, told in (
        ("7H, 8S", "12", "7♥ to column 2, on 8♠."),
        ("7H, 8S", "13", "7♥ to the empty column 3."),
        ("7H, 8S", "1a", "7♥ to cell a."),
        ("AH, 8S", "1h", "A♥ home."),
        ("7H 6C, 8S", "12", "7♥ and the card on it to column 2, on 8♠."),
        ("7H 6C 5D, 8S", "12", "7♥ and the 2 cards on it to column 2, on 8♠."),
        ("AC 7H, 8S", "12", "7♥ to column 2, on 8♠. A♣ went home automatically."),
        ("2C AC 7H, 8S", "12", "7♥ to column 2, on 8♠. A♣ and 2♣ went home automatically."),
        ("9C 8C 7C 6C 5C 4C 3C 2C AC KH", "12", "K♥ to the empty column 2. 9 cards went home automatically."),
    ):
        game = Game(FREECELL, 1, (small_table(columns, FREECELL),)).play(Move.parse(move), finish=True)
        assert words.last_turn(game) == told
