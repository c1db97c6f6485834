"""A refused move is told in a sentence that a player understands."""

from itertools import product, starmap
from typing import Any, NamedTuple

from hypothesis import given

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    FREECELL,
    HOME,
    Board,
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
NO_CELLS, ONE_CELL, TWO_CELLS = map(FREECELL.with_cells, range(3))
BUSY = ", 2C, 3C, 4C, 5C, 6C"
AT_ONCE = "That would move {} cards at once, but only {} can move now."


class Told(NamedTuple):
    """A move that is refused, the columns of the table, and what is told."""

    move: str
    columns: str
    sentence: str
    variant: Variant = FREECELL
    cells: str = ""


TOLD: tuple[tuple[Any, ...], ...] = (
    # Piles that are not there, or have no card
    ("91", "5H", "There is no column 9: FreeCell has 8."),
    ("10", "5H", "0 is column 10, and FreeCell has only 8 columns."),
    ("1e", "5H", "There is no cell e: this game has 4 free cells."),
    ("k1", "5H", "There is no cell k: this game has 2 free cells.", TWO_CELLS),
    ("1e", "5H", "There is no cell e: this game has 1 free cell.", ONE_CELL),
    ("k1", "5H", "There is no cell k: this game has no free cells.", NO_CELLS),
    ("21", "5H", "Column 2 is empty."),
    ("b1", "5H", "Cell b is empty.", FREECELL, "4S"),
    ("w1", "5H", "The clubs’ foundation is empty.", CARDS_COME_BACK),
    # A card that is there already, or goes home too early
    ("11", "6S 5H", "5♥ is in column 1 already."),
    ("aa", "6S", "5♥ is in cell a already.", FREECELL, "5H"),
    ("1h", "6S 5H", "5♥ cannot go home before A♥."),
    # More than one card home or to a cell, and a cell that is taken
    ("1hv2", "2S AH", "Only one card at a time goes home."),
    ("1av2", "6S 5H", "Only one card at a time goes to a cell."),
    ("1b", "6S 5H", "Cell b is taken by 10♦.", FREECELL, "- TD"),
    ("ba", "6S 5H", "Cell a is taken by K♣.", FREECELL, "KC TD"),
    # Cards that do not fit: one is taken for what it is, with another that would fit buried above it
    ("12", "5H, 6D", "5♥ does not go on 6♦, which takes a black 5."),
    ("12", "5H, 9S", "5♥ does not go on 9♠, which takes a red 8."),
    ("a1", "JD", "J♠ does not go on J♦, which takes a black 10.", FREECELL, "JS"),
    ("12", "5S, 2H", "5♠ does not go on 2♥, which takes a black A."),
    ("12", "5S, 6H", "5♠ does not go on 6♥, which takes 5♥.", BAKERS_GAME),
    ("12", "5S, JH", "5♠ does not go on J♥, which takes 10♥.", EIGHT_OFF),
    ("12", "8H 3C, 9S", "3♣ does not go on 9♠, which takes a red 8."),
    ("12", "7S 6H 5C, 9S", "9♠ takes a red 8; there is none from 7♠ to 5♣."),
    ("12", "9D 8S 7H, 9S", "9♠ takes a red 8; there is none from 9♦ to 7♥."),
    ("12", "6S 5S, 9S", "9♠ takes 8♠; there is none from 6♠ to 5♠.", BAKERS_GAME),
    ("12", "QS, AH", "Nothing goes on an ace."),
    ("12", "3S 2H, AC", "Nothing goes on an ace."),
    ("a2", ", AC", "Nothing goes on an ace.", FREECELL, "2H"),
    # Another number of cards than fits, can move at once, or lies in sequence
    ("12v1", "8H 7S, 9S", "Only 2 cards can go on 9♠, not 1."),
    ("12v3", "9C 8H 7S, 9S", "Only 2 cards can go on 9♠, not 3."),
    ("a2v2", ", 9S", "Only 1 card can go on 9♠, not 2.", FREECELL, "8H"),
    ("12", f"8H 7S, 9S{BUSY}, 7C", AT_ONCE.format(2, "1 card"), TWO_CELLS, "KC KD"),
    ("12", f"TH 9S 8H 7S, JS{BUSY}, 7C", AT_ONCE.format(4, "3 cards"), TWO_CELLS),
    ("18v2", f"8H 7S, 9S{BUSY}", AT_ONCE.format(2, "1 card"), NO_CELLS),
    ("12", f"8H 7S, 9S{BUSY}", "None", NO_CELLS),
    ("13v4", "9H 8H 7S, 9S", "Only the last 2 cards of column 1 are in sequence."),
    ("13v2", "9H 8H, 9S", "Only the last card of column 1 can move."),
    ("a3v2", "9H 8H, 9S", "Only one card can leave cell a.", FREECELL, "7S"),
    # Only kings to an empty column, and each with its sequence
    ("10", "5H", "Only a king can go to an empty column.", SEAHAVEN),
    ("13", "KS QH, 9S", "Only a king can go to an empty column.", EIGHT_OFF),
    ("a3", "QH, 9S", "Only a king can go to an empty column.", EIGHT_OFF, "5S"),
    ("13v1", "2S KH QH JH", "A king moves with all the cards on it: 3 cards, not 1.", EIGHT_OFF),
    ("13v4", "2S KH QH JH", "A king moves with all the cards on it: 3 cards, not 4.", EIGHT_OFF),
    ("13", "2S KH QH JH", AT_ONCE.format(3, "1 card"), EIGHT_OFF.with_cells(0)),
    # A house rule
    ("1a", "9S AH, 2S", "A♥ can only go home: a house rule.", ACES_ONLY_HOME),
    ("12", "9S AH, 2S", "A♥ can only go home: a house rule.", ACES_ONLY_HOME),
    ("13", "9S AH, 2S", "A♥ can only go home: a house rule.", ACES_ONLY_HOME),
    ("1h", "9S AH, 2S", "None", ACES_ONLY_HOME),
    ("1a", "9S 2H, 2S", "None", ACES_ONLY_HOME),
)


def test_a_refused_move_is_told_in_a_sentence() -> None:
    for case in starmap(Told, TOLD):
        board = small_table(case.columns, case.variant, cells=case.cells)
        assert str(refusal(board, Move.parse(case.move), case.variant)) == case.sentence, case


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


def test_what_is_home_or_wants_to_go_there_is_told_with_what_is_home() -> None:
    board, told = with_home("9H", (2, 0, 0, 0)), "Cards on the foundations stay there."
    for move in (Move.parse("w1"), Move.parse("x1"), Move(HOME, COLUMNS[0]), Move(HOME, HOME)):
        assert str(refusal(board, move, FREECELL)) == told
    for move, told in (
        (Move.parse("wh"), "2♣ is home already."),
        (Move.parse("w3v2"), "Only one card can leave the clubs’ foundation."),
        (Move(HOME, COLUMNS[0]), "Name the foundation the card comes from."),
        (Move.parse("w2"), "None"),
    ):
        assert str(refusal(with_home("9H, 3H", (2, 0, 0, 0)), move, CARDS_COME_BACK)) == told
    assert str(refusal(with_home("JC", (9, 0, 0, 0)), Move.parse("1h"), FREECELL)) == "J♣ cannot go home before 10♣."


def test_a_foundation_is_no_target_even_where_the_column_of_its_number_would_be() -> None:
    board = small_table("9S, 8H, AC", FREECELL)
    told = "A card goes home to the foundation of its suit, and to no other."
    assert refusal(board, Move(COLUMNS[1], COLUMNS[0]), FREECELL) is None
    for source in COLUMNS[1:3]:
        assert str(refusal(board, Move(source, FOUNDATIONS[0]), FREECELL)) == told
    for count, target in product((0, -1), (COLUMNS[1], CELLS[0], HOME)):
        assert str(refusal(board, Move(COLUMNS[0], target, count), FREECELL)) == "A move needs at least 1 card."
