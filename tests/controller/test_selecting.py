"""Selecting cards and moving them: by pile, by count, to where they may go, to their best place, or home."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from freecell_tui.controller.frontend import Severity
from freecell_tui.controller.play.session import Selection, Session
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, FREECELL, HOME, Board, Game, Variant, legal_moves
from support.sessions import at_table, last_word, pile, said, table
from support.strategies import positions, small_table


def test_a_hand_is_empty_at_first_and_nothing_is_said() -> None:
    session = Session(Game.new(1))
    assert (session.selection, session.lifted_count, session.targets(), session.status) == (None, 0, frozenset(), None)
    assert not session.shows_cursor
    assert not session.clock.is_running


def test_the_same_pile_again_and_escape_put_the_cards_back_and_say_nothing() -> None:
    session = Session(Game.new(1))
    for letter in "33":
        session.choose(pile(letter))
    assert (session.selection, session.message, session.game.turns) == (None, None, ())
    for letter in "3h":
        session.choose(pile(letter))
    session.cancel_selection()
    assert (session.selection, session.message, session.game.turns) == (None, None, ())


def test_to_an_empty_column_go_the_most_cards_that_may_or_fewer_if_the_player_wants() -> None:
    for fewer, cells, face, word in ((0, "2S 3S", "8♦", "12"), (2, "", "7♣", "12v2")):
        session = table("KD 9S 8D 7C 6H, , QD, QH, KH, KC, KS, QC", cells=cells)
        session.choose(pile("1"))
        assert session.lifted_count == 4
        for left in range(fewer):
            assert count_after(session, -1) == 3 - left
        session.choose(pile("2"))
        assert last_word(session) == word
        assert session.game.board.columns[1][0].face == face


def test_fewer_and_more_cards_are_counted_from_the_most_that_an_empty_column_takes() -> None:
    for by, count in ((-1, 2), (1, 3)):
        session = table("KD 9S 8D 7C 6H, , QD, QH, KH, KC, KS, QC", cells="2S 3S")
        session.choose(pile("1"))
        assert session.lifted_count == 4
        assert count_after(session, by) == count


def test_no_more_cards_are_lifted_than_lie_in_sequence_and_no_fewer_than_one() -> None:
    session = table("KD 9S 8D 7C 6H")
    session.choose(pile("1"))
    assert [count_after(session, by) for by in (-1, 5, -2, -7, -1, 1)] == [3, 4, 2, 1, 1, 2]


def count_after(session: Session, by: int) -> int:
    session.adjust_count(by)
    return session.lifted_count


def test_onto_a_card_go_as_many_as_fit_whatever_was_lifted() -> None:
    session = table("9S 8D 7C 6H, 8H")
    session.choose(pile("1"), 1)
    session.choose(pile("2"))
    assert last_word(session) == "12"
    assert len(session.game.board.columns[1]) == 3


def test_a_card_that_is_not_in_sequence_lifts_what_is_and_says_so() -> None:
    session = table("KD 9S 8D")
    session.choose(pile("1"), 3)
    assert said(session) == "K♦ is not in sequence with the cards below it."
    assert session.message is not None
    assert session.message.severity is Severity.INFO
    assert session.lifted_count == 2


@given(positions(), st.integers(0, 999), st.integers(0, 5))
def test_the_places_that_are_lit_are_those_that_take_the_cards(
    where: tuple[Board, Variant], choice: int, count: int
) -> None:
    board, variant = where
    sources = [pile for pile in (*COLUMNS[: variant.columns], *CELLS[: variant.cells]) if board.cards(pile)]
    if variant.cards_come_back:
        sources += [pile for pile in FOUNDATIONS if board.cards(pile)]
    assume(sources)
    source = sources[choice % len(sources)]

    def lifted() -> Session:
        session = at_table(board, variant)
        session.choose(source, min(count, len(board.cards(source))) or None)
        return session

    suit = board.cards(source)[-1].suit
    takers = set()
    for place in (*COLUMNS, *CELLS, FOUNDATIONS[suit]):
        session = lifted()
        if place == source:
            continue
        session.drop(place)
        if session.game.turns:
            takers.add(place)
            assert session.selection is None
        else:
            assert session.message is not None
            assert session.message.severity is Severity.REFUSAL
            assert session.selection is not None
    assert lifted().targets() == takers
    if count == 0:
        moves = {move.target for move in legal_moves(board, variant) if move.source == source and move.count is None}
        assert takers == {FOUNDATIONS[suit] if target == HOME else target for target in moves}


def test_no_more_cards_are_lifted_than_can_move_at_once() -> None:
    session = table("KD 9S 8D 7C 6H, QD, QH, QS, KH, KC, KS, QC", cells="2S 3S")
    session.choose(pile("1"))
    assert session.lifted_count == session.supermove_limit == 3
    assert count_after(session, 1) == 3
    limits = [Session(Game.new(1, FREECELL.with_cells(number))).supermove_limit for number in (0, 4)]
    assert (*limits, table("KD 9S 8D").supermove_limit) == (1, 5, 13)


def test_the_best_place_is_home_then_a_card_that_takes_most_then_an_empty_column_then_a_cell() -> None:
    for columns, cells, word in (
        ("KS AH, 2C", "", "1h"),
        ("KS 7C, 8H, , KD, KH, KC, QC, QD", "2S", "12"),
        ("KS 9H 8S, 9D, , KD, KH, KC, QC, QD", "", "12"),
        ("KS TS 9D 8C 7H, 8S, TC", "", "13"),
        ("KS 8D, , KD, KH, KC, QC, QD, QH", "", "12"),
        ("8D, , KD, KH, KC, QC, QD, QH", "2S", "1b"),
        ("KS 8D, KD, QS, KH, KC, QC, QD, QH", "2S 3S", "1c"),
        (", KD, KH, KC, QC, QD, QH, QS", "8D", "a1"),
    ):
        session = table(columns, cells=cells)
        session.choose(pile(word[0]))
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


def test_a_card_from_a_cell_goes_to_no_other_cell() -> None:
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
