"""Selecting cards and moving them: by pile, by count, and to where they may go."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from freecell_tui.controller.frontend import Severity
from freecell_tui.controller.play.session import Selection, Session
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, FREECELL, HOME, Board, Game, Variant, legal_moves
from support.sessions import at_table, last_word, pile, said, table
from support.strategies import positions, small_table

CARDS_COME_BACK = FREECELL.with_house_rules(cards_come_back=True)


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


def test_a_card_that_is_home_stays_home_but_by_the_house_rule() -> None:
    board = replace(small_table("3C 2D", FREECELL), foundations=(2, 0, 0, 0))
    session = at_table(board)
    session.choose(pile("w"))
    assert said(session) == "Cards on the foundations stay there."
    assert session.selection is None
    session = at_table(replace(board, columns=(board.columns[0][:0], *board.columns[1:])), CARDS_COME_BACK)
    session.choose(pile("w"))
    assert session.selection == Selection(pile("w"))
    session.choose(pile("1"))
    assert last_word(session) == "w1"


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
