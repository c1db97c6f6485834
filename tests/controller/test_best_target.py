"""Sending cards to their best target, or home."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.play.session import Selection
from freecell_tui.engine import FREECELL, HOME, Board, Variant
from support.sessions import at_table, last_word, pile, said, table
from support.strategies import positions, small_table


def test_the_best_place_is_home_then_a_card_that_takes_most_then_an_empty_column_then_a_cell() -> None:
    for columns, cells, word in (
        ("KS AH, 2C", "", "1h"),
        ("KS 7C, 8H, , KD, KH, KC, QC, QD", "2S", "12"),
        ("KS 9H 8S, 9D, , KD, KH, KC, QC, QD", "", "12"),
        ("KS TS 9D 8C 7H, 8S, TC", "", "13"),
        ("KS 8D, , KD, KH, KC, QC, QD, QH", "", "12"),
        ("8D, , KD, KH, KC, QC, QD, QH", "2S", "1b"),
        ("KS 8D, KD, QS, KH, KC, QC, QD, QH", "2S 3S", "1c"),
    ):
        session = table(columns, cells=cells)
        session.choose(pile("1"))
        session.move_to_best()
        assert last_word(session) == word


def test_a_card_that_is_sent_without_being_lifted_leaves_the_empty_column_alone_while_a_cell_is_free() -> None:
    for cells, wanted in (("2S", "1b"), ("2S 3S 4S 5S", "12")):
        clicked = table("KD 9S, , QD, QH, KH, KC, KS, QC", cells=cells)
        clicked.send_to_best(pile("1"), 1)
        at_cursor = table("KD 9S, , QD, QH, KH, KC, KS, QC", cells=cells)
        at_cursor.point_at(pile("1"))
        at_cursor.shows_cursor = True
        at_cursor.move_to_best()
        assert [last_word(session) for session in (clicked, at_cursor)] == [wanted, wanted]


def test_a_card_from_a_cell_goes_to_an_empty_column_but_to_no_other_cell() -> None:
    session = table(", KD, KH, KC, QC, QD, QH, QS", cells="8D")
    session.choose(pile("a"))
    session.move_to_best()
    assert last_word(session) == "a1"
    session = table("KS, KD, KH, KC, QC, QD, QH, QS", cells="8D")
    session.choose(pile("a"))
    session.move_to_best()
    assert said(session) == "8♦ has nowhere to go: no black 9 is available and no column is empty."
    assert session.selection == Selection(pile("a"))


def test_several_lifted_cards_are_not_sent_home() -> None:
    board = replace(small_table("KS 3S 2H, , KD, KH, KC, QC, QD, QH", FREECELL), foundations=(0, 0, 1, 2))
    for count, word in ((1, "1h"), (2, "12")):
        session = at_table(board)
        session.choose(pile("1"), count)
        session.move_to_best()
        assert last_word(session) == word


def test_the_last_card_of_a_pile_is_sent_home_or_left_where_it_is_and_with_it_nothing_else() -> None:
    session = table("KS AH, 2C")
    session.choose(pile("1"))
    session.send_home(pile("a"))
    assert said(session) == "Cell a is empty."
    assert (session.selection, session.game.turns) == (None, ())
    session.send_home(pile("1"))
    assert last_word(session) == "1h"
    session.send_home(pile("2"))
    assert said(session) == "2♣ cannot go home before A♣."
    assert session.selection is None


@given(positions(), st.integers(0, 999))
def test_what_is_sent_goes_to_a_place_that_is_lit_or_nowhere(where: tuple[Board, Variant], choice: int) -> None:
    board, variant = where
    session = at_table(board, variant)
    places = (*session.columns, *session.top_row)
    session.choose(places[choice % len(places)])
    if session.selection is None:
        return
    lit = session.targets()
    session.move_to_best()
    if session.game.turns:
        target = pile(last_word(session)[1])
        assert target in lit or target == HOME
    else:
        assert said(session).startswith(session.game.board.cards(session.selection.pile)[-1].face)
