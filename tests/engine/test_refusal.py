"""A refused move is told in a sentence that a player understands."""

import pytest
from hypothesis import given

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    FREECELL,
    HOME,
    Board,
    Card,
    Move,
    Variant,
    find_variant,
    legal_moves,
    refusal,
    source_refusal,
)
from support.strategies import positions, small_table, with_home

BAKERS_GAME = find_variant("bakers-game")
EIGHT_OFF = find_variant("eight-off")
SEAHAVEN = find_variant("seahaven-towers")
CARDS_COME_BACK = FREECELL.with_house_rules(cards_come_back=True)
ACES_ONLY_HOME = FREECELL.with_house_rules(aces_only_home=True)


def sentence(move: str, columns: str, variant: Variant = FREECELL, *, cells: str = "") -> str:
    return str(refusal(small_table(columns, variant, cells=cells), Move.parse(move), variant))


def test_a_column_that_is_not_there() -> None:
    assert sentence("91", "5H") == "There is no column 9: FreeCell has 8."
    assert sentence("10", "5H") == "0 is column 10, and FreeCell has only 8 columns."
    assert sentence("10", "5H", SEAHAVEN) == "Only a king can go to an empty column."


@pytest.mark.parametrize(
    ("cells", "told"),
    [(4, "4 free cells"), (2, "2 free cells"), (1, "1 free cell"), (0, "no free cells")],
)
def test_a_cell_that_is_not_there(cells: int, told: str) -> None:
    assert sentence("1e", "5H", FREECELL.with_cells(cells)) == f"There is no cell e: this game has {told}."
    assert sentence("k1", "5H", FREECELL.with_cells(cells)) == f"There is no cell k: this game has {told}."


def test_nothing_to_take() -> None:
    assert sentence("21", "5H") == "Column 2 is empty."
    assert sentence("b1", "5H", cells="4S") == "Cell b is empty."
    assert sentence("ah", "5H") == "Cell a is empty."
    assert sentence("w1", "5H", CARDS_COME_BACK) == "The clubs’ foundation is empty."


@given(positions())
def test_a_pile_that_no_card_can_leave_is_refused_in_the_same_words_always(
    position: tuple[Board, Variant],
) -> None:
    board, variant = position
    piles = (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)
    for source in piles:
        why = source_refusal(board, source, variant)
        for target in (*COLUMNS[: variant.columns], *CELLS[: variant.cells], HOME):
            refused = refusal(board, Move(source, target), variant)
            assert why is None or (refused is not None and str(refused) == str(why))
    assert {move.source for move in legal_moves(board, variant)} <= {
        source for source in piles if source_refusal(board, source, variant) is None
    }


def test_a_move_to_where_the_card_is() -> None:
    assert sentence("11", "6S 5H") == "5♥ is in column 1 already."
    assert sentence("aa", "6S", cells="5H") == "5♥ is in cell a already."
    board = with_home("5H", (2, 0, 0, 0), CARDS_COME_BACK)
    assert str(refusal(board, Move.parse("wh"), CARDS_COME_BACK)) == "2♣ is home already."


def test_a_card_that_goes_home_too_early() -> None:
    assert sentence("1h", "6S 5H") == "5♥ cannot go home before A♥."
    board = with_home("JC", (9, 0, 0, 0), FREECELL)
    assert str(refusal(board, Move.parse("1h"), FREECELL)) == "J♣ cannot go home before 10♣."


def test_more_than_one_card_home_or_to_a_cell() -> None:
    assert sentence("1hv2", "2S AH") == "Only one card at a time goes home."
    assert sentence("1av2", "6S 5H") == "Only one card at a time goes to a cell."


def test_a_cell_that_is_taken() -> None:
    assert sentence("1b", "6S 5H", cells="- TD") == "Cell b is taken by 10♦."
    assert sentence("ba", "6S 5H", cells="KC TD") == "Cell a is taken by K♣."


def test_a_card_that_does_not_fit() -> None:
    assert sentence("12", "5H, 6D") == "5♥ does not go on 6♦, which takes a black 5."
    assert sentence("12", "5H, 9S") == "5♥ does not go on 9♠, which takes a red 8."
    assert sentence("a1", "JD", cells="JS") == "J♠ does not go on J♦, which takes a black 10."
    assert sentence("12", "5S, 2H") == "5♠ does not go on 2♥, which takes a black A."
    assert sentence("12", "5S, 6H", BAKERS_GAME) == "5♠ does not go on 6♥, which takes 5♥."
    assert sentence("12", "5S, JH", EIGHT_OFF) == "5♠ does not go on J♥, which takes 10♥."


def test_a_card_is_taken_for_what_it_is_with_another_that_would_fit_buried_above_it() -> None:
    assert sentence("12", "8H 3C, 9S") == "3♣ does not go on 9♠, which takes a red 8."


def test_a_sequence_of_which_no_card_fits() -> None:
    assert sentence("12", "7S 6H 5C, 9S") == "9♠ takes a red 8; there is none from 7♠ to 5♣."
    assert sentence("12", "9D 8S 7H, 9S") == "9♠ takes a red 8; there is none from 9♦ to 7♥."
    assert sentence("12", "6S 5S, 9S", BAKERS_GAME) == "9♠ takes 8♠; there is none from 6♠ to 5♠."


def test_nothing_goes_on_an_ace() -> None:
    assert sentence("12", "QS, AH") == "Nothing goes on an ace."
    assert sentence("12", "3S 2H, AC") == "Nothing goes on an ace."
    assert sentence("a2", ", AC", cells="2H") == "Nothing goes on an ace."


def test_another_number_of_cards_than_fits() -> None:
    assert sentence("12v1", "8H 7S, 9S") == "Only 2 cards can go on 9♠, not 1."
    assert sentence("12v3", "9C 8H 7S, 9S") == "Only 2 cards can go on 9♠, not 3."
    assert sentence("a2v2", ", 9S", cells="8H") == "Only 1 card can go on 9♠, not 2."


def test_more_cards_than_can_move_at_once() -> None:
    full = "KC KD"
    two_cells = FREECELL.with_cells(2)
    busy = ", 2C, 3C, 4C, 5C, 6C, 7C"
    told = "That would move 2 cards at once, but only 1 card can move now."
    assert sentence("12", "8H 7S, 9S" + busy, two_cells, cells=full) == told
    told = "That would move 4 cards at once, but only 3 cards can move now."
    assert sentence("12", "TH 9S 8H 7S, JS" + busy, two_cells) == told


def test_an_empty_column_does_not_help_to_fill_itself() -> None:
    busy = ", 2C, 3C, 4C, 5C, 6C"
    no_cells = FREECELL.with_cells(0)
    assert (
        sentence("18v2", "8H 7S, 9S" + busy, no_cells)
        == "That would move 2 cards at once, but only 1 card can move now."
    )
    assert sentence("12", "8H 7S, 9S" + busy, no_cells) == "None"


def test_more_cards_than_lie_in_sequence() -> None:
    assert sentence("13v4", "9H 8H 7S, 9S") == "Only the last 2 cards of column 1 are in sequence."
    assert sentence("13v2", "9H 8H, 9S") == "Only the last card of column 1 can move."
    assert sentence("a3v2", "9H 8H, 9S", cells="7S") == "Only one card can leave cell a."
    board = with_home("9H", (2, 0, 0, 0), CARDS_COME_BACK)
    assert str(refusal(board, Move.parse("w3v2"), CARDS_COME_BACK)) == "Only one card can leave the clubs’ foundation."


def test_only_kings_to_an_empty_column() -> None:
    assert sentence("13", "QH, 9S", EIGHT_OFF) == "Only a king can go to an empty column."
    assert sentence("a3", "QH, 9S", EIGHT_OFF, cells="5S") == "Only a king can go to an empty column."
    assert sentence("13", "KS QH, 9S", EIGHT_OFF) == "Only a king can go to an empty column."


def test_a_king_goes_with_its_sequence() -> None:
    assert sentence("13v1", "2S KH QH JH", EIGHT_OFF) == "A king moves with all the cards on it: 3 cards, not 1."
    assert sentence("13v4", "2S KH QH JH", EIGHT_OFF) == "A king moves with all the cards on it: 3 cards, not 4."
    told = "That would move 3 cards at once, but only 1 card can move now."
    assert sentence("13", "2S KH QH JH", EIGHT_OFF.with_cells(0)) == told


def test_a_card_that_is_home_stays_home() -> None:
    board = with_home("3H", (2, 0, 0, 0), FREECELL)
    for move in (Move.parse("w1"), Move.parse("x1"), Move(HOME, COLUMNS[0]), Move(HOME, HOME)):
        assert str(refusal(board, move, FREECELL)) == "Cards on the foundations stay there."


def test_a_card_that_may_come_back_comes_from_its_own_foundation() -> None:
    board = with_home("3H", (2, 0, 0, 0), CARDS_COME_BACK)
    assert refusal(board, Move.parse("w1"), CARDS_COME_BACK) is None
    told = str(refusal(board, Move(HOME, COLUMNS[0]), CARDS_COME_BACK))
    assert told == "Name the foundation the card comes from."


def test_a_foundation_is_no_target_even_where_the_column_of_its_number_would_be() -> None:
    board = small_table("9S, 8H, AC", FREECELL)
    told = "A card goes home to the foundation of its suit, and to no other."
    assert refusal(board, Move(COLUMNS[1], COLUMNS[0]), FREECELL) is None
    assert str(refusal(board, Move(COLUMNS[1], FOUNDATIONS[0]), FREECELL)) == told
    assert str(refusal(board, Move(COLUMNS[2], FOUNDATIONS[0]), FREECELL)) == told


@pytest.mark.parametrize("count", [0, -1])
def test_a_move_of_no_cards(count: int) -> None:
    board = small_table("9S 8H", FREECELL)
    for target in (COLUMNS[1], CELLS[0], HOME):
        assert str(refusal(board, Move(COLUMNS[0], target, count), FREECELL)) == "A move needs at least 1 card."


def test_an_ace_that_may_only_go_home() -> None:
    for move in ("1a", "12", "13"):
        assert sentence(move, "9S AH, 2S", ACES_ONLY_HOME) == "A♥ can only go home: a house rule."
    assert sentence("1h", "9S AH, 2S", ACES_ONLY_HOME) == "None"
    assert sentence("1a", "9S 2H, 2S", ACES_ONLY_HOME) == "None"


def test_the_card_that_is_in_the_way_is_named_as_people_write_it() -> None:
    board = small_table("TH", FREECELL, cells="TS")
    assert str(refusal(board, Move.parse("1a"), FREECELL)) == "Cell a is taken by 10♠."
    assert Card.parse("TS").face == "10♠"
