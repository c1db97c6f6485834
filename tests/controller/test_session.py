"""The player's hand: lifting and dropping, the cursor, what is said, and the clock."""

from collections.abc import Callable, Collection
from copy import copy
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from freecell_tui.controller.clock import Clock
from freecell_tui.controller.cursor import Cursor, CursorMove
from freecell_tui.controller.messages import Severity
from freecell_tui.controller.selection import Selection
from freecell_tui.controller.session import Session
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    FREECELL,
    HOME,
    VARIANTS,
    Autoplay,
    Board,
    Card,
    Game,
    Move,
    Pile,
    PileKind,
    Suit,
    Variant,
    find_variant,
    legal_moves,
    play,
)
from support.cursor_player import keys_for, shape
from support.cursor_player import press as by_cursor_press
from support.solutions import HUMAN
from support.strategies import positions, small_table

CARDS_COME_BACK = FREECELL.with_house_rules(cards_come_back=True)


class Limits:
    """A clock's hand, moved by the test."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def at_table(board: Board, variant: Variant = FREECELL, autoplay: Autoplay = Autoplay.NONE) -> Session:
    return Session(Game(variant, 1, (board,)), autoplay=autoplay)


def table(columns: str, variant: Variant = FREECELL, *, cells: str = "") -> Session:
    return at_table(small_table(columns, variant, cells=cells), variant)


def pile(letter: str) -> Pile:
    return Pile.parse(letter)


def said(session: Session) -> str:
    assert session.message is not None
    return session.message.text


def last_word(session: Session) -> str:
    assert session.game.last_turn is not None
    return str(session.game.last_turn.move)


def press(session: Session, *steps: CursorMove) -> str:
    """Take steps with the cursor; return the letter and the depth of where it comes to."""
    for move_cursor in steps:
        session.move_cursor(move_cursor)
    return f"{session.cursor.pile.letter}{session.cursor.depth}"


# Lifting and dropping


def test_a_hand_is_empty_at_first_and_nothing_is_said() -> None:
    session = Session(Game.new(1))
    assert (session.selection, session.lifted_count, session.targets(), session.status) == (None, 0, frozenset(), None)
    assert not session.shows_cursor
    assert not session.clock.is_running


def test_two_piles_make_a_move() -> None:
    session = Session(Game.new(1))
    session.choose(pile("3"))
    assert session.selection == Selection(pile("3"))
    assert session.lifted_count == 1
    session.choose(pile("a"))
    assert last_word(session) == "3a"
    assert session.selection is None


def test_the_same_pile_again_puts_the_cards_back() -> None:
    session = Session(Game.new(1))
    session.choose(pile("3"))
    session.choose(pile("3"))
    assert session.selection is None
    assert not session.game.turns


def test_escape_puts_the_cards_back_and_says_nothing() -> None:
    session = Session(Game.new(1))
    session.choose(pile("3"))
    session.choose(pile("h"))
    session.cancel_selection()
    assert (session.selection, session.message, session.game.turns) == (None, None, ())


def test_a_refused_move_says_why_and_leaves_the_card_lifted() -> None:
    session = table("6S 5H, 9C")
    session.choose(pile("1"))
    session.choose(pile("2"))
    assert session.message is not None
    assert session.message.severity is Severity.REFUSAL
    assert session.message.pile == pile("2")
    assert said(session).startswith("9♣ takes a red 8")
    assert session.selection == Selection(pile("1"))
    assert not session.game.turns
    session.choose(pile("a"))
    assert last_word(session) == "1a"
    assert session.message is None


def test_a_card_that_may_not_go_home_is_refused_at_its_own_foundation() -> None:
    session = table("6S 5H")
    session.choose(pile("1"))
    session.choose(HOME)
    assert session.message is not None
    assert session.message.pile == FOUNDATIONS[Suit.HEARTS]
    assert said(session) == "5♥ cannot go home before A♥."


@pytest.mark.parametrize(
    ("letter", "sentence"),
    [
        ("2", "Column 2 is empty."),
        ("a", "Cell a is empty."),
        ("e", "There is no cell e: this game has 4 free cells."),
        ("9", "There is no column 9: FreeCell has 8."),
        ("w", "A card that is home stays home."),
    ],
)
def test_where_there_is_nothing_to_lift_the_player_hears_why(letter: str, sentence: str) -> None:
    session = table("6S 5H")
    session.choose(pile(letter))
    assert said(session) == sentence
    assert session.message is not None
    assert session.message.severity is Severity.REFUSAL
    assert session.message.pile == pile(letter)
    assert session.selection is None


def test_a_card_that_is_home_stays_home_but_by_the_house_rule() -> None:
    board = replace(small_table("3C 2D", FREECELL), foundations=(2, 0, 0, 0))
    session = at_table(board)
    session.choose(pile("w"))
    assert said(session) == "A card that is home stays home."
    assert session.selection is None
    session = at_table(replace(board, columns=(board.columns[0][:0], *board.columns[1:])), CARDS_COME_BACK)
    session.choose(pile("w"))
    assert session.selection == Selection(pile("w"))
    session.choose(pile("1"))
    assert last_word(session) == "w1"


def test_any_foundation_means_home() -> None:
    session = table("KS AH")
    session.choose(pile("1"))
    session.choose(pile("w"))
    assert last_word(session) == "1h"


# How many cards


def test_to_an_empty_column_go_the_most_cards_that_may() -> None:
    session = table("KD 9S 8D 7C 6H, , QD, QH, KH, KC, KS, QC", cells="2S 3S")
    session.choose(pile("1"))
    assert session.lifted_count == 4
    session.choose(pile("2"))
    assert len(session.game.board.columns[1]) == 3
    assert last_word(session) == "12"


def test_the_player_may_choose_fewer_cards_for_an_empty_column() -> None:
    session = table("KD 9S 8D 7C 6H, , QD, QH, KH, KC, KS, QC")
    session.choose(pile("1"))
    session.adjust_count(-1)
    session.adjust_count(-1)
    assert session.lifted_count == 2
    session.choose(pile("2"))
    assert last_word(session) == "12v2"
    assert [card.face for card in session.game.board.columns[1]] == ["7♣", "6♥"]


def test_no_more_cards_are_lifted_than_lie_in_sequence_and_no_fewer_than_one() -> None:
    session = table("KD 9S 8D 7C 6H")
    session.choose(pile("1"))
    assert [count_after(session, by) for by in (-1, 5, -2, -7, -1, 1)] == [3, 4, 2, 1, 1, 2]


def count_after(session: Session, by: int) -> int:
    session.adjust_count(by)
    return session.lifted_count


def test_more_cards_than_can_go_at_once_are_refused_for_an_empty_column() -> None:
    session = table("KD 9S 8D 7C 6H, , QD, QH, KH, KC, KS, QC", cells="2S 3S 4S 5S")
    session.choose(pile("1"), 2)
    session.choose(pile("2"))
    assert said(session) == "That takes 2 cards at once, and only 1 card can move now."
    assert session.lifted_count == 2


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


# Sending


def test_the_best_place_is_home() -> None:
    session = table("KS AH, 2C")
    session.point_at(pile("1"))
    session.shows_cursor = True
    session.move_to_best()
    assert last_word(session) == "1h"


@pytest.mark.parametrize(
    ("columns", "cells", "word"),
    [
        ("KS 7C, 8H, , KD, KH, KC, QC, QD", "2S", "12"),
        ("KS 9H 8S, 9D, , KD, KH, KC, QC, QD", "", "12"),
        ("KS 8D, , KD, KH, KC, QC, QD, QH", "", "12"),
        ("8D, , KD, KH, KC, QC, QD, QH", "2S", "1b"),
        ("KS 8D, KD, QS, KH, KC, QC, QD, QH", "2S 3S", "1c"),
    ],
)
def test_the_best_place_is_a_card_then_an_empty_column_then_a_cell(columns: str, cells: str, word: str) -> None:
    session = table(columns, cells=cells)
    session.choose(pile("1"))
    session.move_to_best()
    assert last_word(session) == word


def test_of_two_cards_that_take_it_the_one_that_takes_more_is_best() -> None:
    session = table("KS 10S 9D 8C 7H, 8S, 10C".replace("10", "T"))
    session.choose(pile("1"))
    session.move_to_best()
    assert last_word(session) == "13"


def test_a_card_from_a_cell_goes_to_an_empty_column_but_to_no_other_cell() -> None:
    session = table(", KD, KH, KC, QC, QD, QH, QS", cells="8D")
    session.choose(pile("a"))
    session.move_to_best()
    assert last_word(session) == "a1"
    session = table("KS, KD, KH, KC, QC, QD, QH, QS", cells="8D")
    session.choose(pile("a"))
    session.move_to_best()
    assert said(session) == "8♦ has no place: no black 9 lies open and no column is empty."
    assert session.selection == Selection(pile("a"))


def test_nothing_is_sent_before_a_card_is_chosen() -> None:
    session = table("KS AH")
    session.move_to_best()
    assert said(session) == "First choose a card."
    assert session.selection is None
    session.shows_cursor = True
    session.point_at(pile("a"))
    session.move_to_best()
    assert said(session) == "Cell a is empty."


def test_several_lifted_cards_are_not_sent_home() -> None:
    board = replace(small_table("KS 3S 2H, , KD, KH, KC, QC, QD, QH", FREECELL), foundations=(0, 0, 1, 2))
    for count, word in ((1, "1h"), (2, "12")):
        session = at_table(board)
        session.choose(pile("1"), count)
        session.move_to_best()
        assert last_word(session) == word


def test_the_last_card_of_a_pile_is_sent_home_or_left_where_it_is() -> None:
    session = table("KS AH, 2C")
    session.send_home(pile("1"))
    assert last_word(session) == "1h"
    session.send_home(pile("2"))
    assert said(session) == "2♣ cannot go home before A♣."
    assert session.selection is None


def test_sending_nothing_home_sends_nothing_else_home_either() -> None:
    session = table("KS AH, 2C")
    session.choose(pile("1"))
    session.send_home(pile("a"))
    assert said(session) == "Cell a is empty."
    assert session.selection is None
    assert not session.game.turns


# Where cards may go


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


# Turns and autoplay


def test_autoplay_follows_a_move_and_one_undo_takes_back_both() -> None:
    session = Session(Game.new(10))
    session.choose(pile("5"))
    session.choose(HOME)
    for words in ("3a", "3b"):
        session.choose(pile(words[0]))
        session.choose(pile(words[1]))
    board = session.game.board
    assert session.game.last_turn is not None
    assert session.game.last_turn.autoplay == (Move.parse("3h"),)
    session.undo()
    assert session.game.moves_made == 2
    session.redo()
    assert session.game.board == board


def test_without_autoplay_nothing_goes_home_by_itself() -> None:
    session = at_table(small_table("KS AH, 2C", FREECELL), autoplay=Autoplay.NONE)
    session.play(Move.parse("2a"))
    assert session.game.last_turn is not None
    assert session.game.last_turn.autoplay == ()


def test_once_every_column_runs_down_the_rest_goes_home_by_itself() -> None:
    board = replace(small_table("KS 3H, KD, KH, KC 4H", FREECELL), foundations=(12, 12, 2, 12))
    finishing = at_table(board, autoplay=Autoplay.SAFE)
    finishing.play(Move.parse("1a"))
    assert len(finishing.game.turns[0].autoplay) >= 4
    by_hand = at_table(board, autoplay=Autoplay.NONE)
    by_hand.play(Move.parse("1a"))
    assert by_hand.game.turns[0].autoplay == ()


def test_undo_counts_what_it_takes_back_and_nothing_else() -> None:
    session = Session(Game.new(1), undos=4)
    session.undo()
    assert session.undos == 4
    assert not session.clock.is_running
    session.play(Move.parse("3a"))
    session.restart()
    session.undo()
    session.undo()
    session.undo()
    assert session.undos == 6
    session.redo()
    session.redo()
    session.redo()
    assert session.undos == 6
    assert session.game.last_turn is not None
    assert session.game.last_turn.is_restart


def test_a_restart_says_that_undo_takes_it_back() -> None:
    session = Session(Game.new(1))
    session.play(Move.parse("3a"))
    session.restart()
    assert said(session) == "Started again; undo takes this back."
    assert session.game.board == Game.new(1).board
    session.undo()
    assert session.message is None
    assert session.game.moves_made == 1


@pytest.mark.parametrize("turn", [Session.undo, Session.redo, Session.restart])
def test_a_turn_empties_the_hand_and_puts_the_cursor_on_a_last_card(turn: Callable[[Session], None]) -> None:
    session = Session(Game.new(1).play(Move.parse("3a")).play(Move.parse("32")).undo())
    session.choose(pile("5"))
    session.choose(pile("h"))
    session.point_at(pile("4"), 3)
    turn(session)
    assert session.selection is None
    assert session.cursor == Cursor(pile("4"))


# What is said


NEARLY_STUCK = "KS 2S, KD 2D, KH 2H, KC 2C, QS 4S, QD 4D, QH 4H, QC 6C"


def test_a_game_without_a_move_says_so_whenever_nothing_else_is_said() -> None:
    stuck = "No move is left: take moves back, or start again."
    assert table(NEARLY_STUCK, cells="9S 9D 9H").status is None
    session = table(NEARLY_STUCK, cells="9S 9D 9H 9C")
    assert session.status is not None
    assert (session.status.text, session.status.severity) == (stuck, Severity.REFUSAL)
    session.choose(pile("a"))
    session.choose(pile("1"))
    assert session.status is session.message is not None
    assert session.status.text != stuck
    session.cancel_selection()
    assert session.status is not None
    assert session.status.text == stuck


def test_a_move_into_a_dead_end_is_told_until_it_is_taken_back() -> None:
    session = table(NEARLY_STUCK, FREECELL.with_cells(1))
    assert session.status is None
    session.play(Move.parse("1a"))
    assert session.status is not None
    session.undo()
    assert session.status is None
    session.redo()
    assert session.status is not None
    session.restart()
    assert session.status == session.message


def test_forecell_deal_1_has_no_move_as_dealt_and_says_so_at_once() -> None:
    session = Session(Game.new(1, find_variant("forecell")))
    assert session.status is not None
    assert session.status.text == "No move is left: take moves back, or start again."
    assert Session(Game.new(2, find_variant("freecell"))).status is None


@pytest.mark.parametrize(("number", "carries"), [(4, 5), (0, 1)])
def test_how_many_cards_can_move_at_once_is_counted_from_the_cells(number: int, carries: int) -> None:
    assert Session(Game.new(1, FREECELL.with_cells(number))).supermove_limit == carries


def test_the_rows_of_the_table_are_those_of_the_variant() -> None:
    for variant in VARIANTS.values():
        session = Session(Game.new(1, variant))
        letters = "".join(place.letter for place in session.top_row)
        assert letters == "abcdefgk"[: variant.cells] + "zyxw"
        assert "".join(place.letter for place in session.columns) == "1234567890"[: variant.columns]


# The cursor


def test_the_first_arrow_shows_the_cursor_and_the_second_moves_it() -> None:
    session = Session(Game.new(1))
    assert press(session, CursorMove.RIGHT) == "11"
    assert session.shows_cursor
    assert press(session, CursorMove.RIGHT) == "21"


def shown(session: Session) -> Session:
    session.shows_cursor = True
    return session


def test_the_cursor_goes_round_in_both_rows() -> None:
    session = shown(Session(Game.new(1)))
    assert press(session, CursorMove.LEFT) == "81"
    assert press(session, CursorMove.RIGHT) == "11"
    assert press(session, CursorMove.OTHER_ROW) == "a1"
    assert press(session, CursorMove.LEFT) == "w1"
    assert press(session, CursorMove.RIGHT) == "a1"
    assert press(session, CursorMove.OTHER_ROW) == "11"


def test_up_a_column_the_cursor_chooses_more_cards_and_then_leaves_it() -> None:
    session = shown(table("KS 9S 8D, 2C"))
    assert [press(session, CursorMove.UP) for _ in range(4)] == ["12", "13", "a1", "11"]
    assert [press(session, CursorMove.UP, CursorMove.DOWN), press(session, CursorMove.DOWN)] == ["11", "a1"]
    assert press(session, CursorMove.DOWN) == "11"
    assert press(session, CursorMove.UP, CursorMove.RIGHT) == "21"


TWO_PLACES = "KS 9S, 2C, TD, , KD, KH, KC, QC"
"""9♠ may go on 10♦, to the empty column 4, and to the free cells."""


def test_enter_on_a_card_with_one_place_moves_it_there_and_the_cursor_stays() -> None:
    session = shown(table("KS 9S, 2C, TD, KD, KH, KC, QC, QD", cells="2S 3S 4S 5S"))
    session.use_cursor()
    assert last_word(session) == "13"
    assert session.selection is None
    assert session.cursor == Cursor(pile("1"))
    session.undo()
    assert session.cursor == Cursor(pile("1"))


@pytest.mark.parametrize(
    ("columns", "cells", "word"),
    [("KS 9S, KD, KH, KC, QC, QD, QH, QS", "2S", "1b"), (", 9S, KH, KC, QC, QD, QH, QS", "2S 3S 4S 5S", "a1")],
)
def test_the_free_cells_are_one_place_and_so_are_the_empty_columns(columns: str, cells: str, word: str) -> None:
    session = shown(table(columns, cells=cells))
    session.point_at(pile(word[0]))
    session.use_cursor()
    assert last_word(session) == word


def test_with_several_places_the_cursor_goes_from_the_best_to_the_others_and_round() -> None:
    session = shown(table(TWO_PLACES))
    session.use_cursor()
    assert session.selection == Selection(pile("1"))
    assert not session.game.turns
    here = session.cursor.pile.letter
    assert (
        here
        + "".join(
            press(session, move_cursor)[0] for move_cursor in (CursorMove.RIGHT, CursorMove.DOWN, CursorMove.OTHER_ROW)
        )
        == "34a3"
    )
    assert (
        "".join(press(session, move_cursor)[0] for move_cursor in (CursorMove.LEFT, CursorMove.UP, CursorMove.LEFT))
        == "a43"
    )
    press(session, CursorMove.RIGHT)
    session.use_cursor()
    assert last_word(session) == "14"
    assert session.cursor == Cursor(pile("1"))


def test_home_is_the_best_place_and_the_cursor_goes_to_the_cards_own_foundation() -> None:
    session = shown(table("KS AH, 2C"))
    session.use_cursor()
    assert session.cursor == Cursor(FOUNDATIONS[Suit.HEARTS])
    session.use_cursor()
    assert last_word(session) == "1h"


def test_esc_puts_back_what_the_cursor_lifted_and_the_cursor_returns() -> None:
    session = shown(table("KS TH 9S, 2C, JC, , KD, KH, KC, QC"))
    press(session, CursorMove.UP)
    session.use_cursor()
    assert (session.selection, session.cursor) == (Selection(pile("1"), 2, exact=True), Cursor(pile("3")))
    press(session, CursorMove.RIGHT)
    session.cancel_selection()
    assert (session.selection, session.cursor) == (None, Cursor(pile("1"), 2))
    assert not session.game.turns


def test_from_further_up_a_column_exactly_the_cards_from_the_cursor_down_are_taken() -> None:
    session = shown(table("KD 9S 8D 7C 6H, , QD, QH, KH, KC, KS, QC"))
    press(session, CursorMove.UP)
    session.use_cursor()
    assert last_word(session) == "12v2"
    # 7♠ takes 6♥, 8♥ takes 7♣ with it, and 10♦ all four.
    places = {}
    for depth in (1, 2, 4):
        session = shown(table("KD 9S 8D 7C 6H, 8H, TD, QH, 7S, KC, KS", cells="2S 3S 4S"))
        session.point_at(pile("1"), depth)
        session.use_cursor()
        places[depth] = "".join(place.letter for place in session.ranked_targets()) or last_word(session)
    assert places == {1: "3258d", 2: "28", 4: "13"}


def test_cards_that_are_not_in_sequence_stay_where_they_are_and_the_player_hears_why() -> None:
    session = shown(table("KD 9S 8D"))
    session.point_at(pile("1"), 3)
    session.use_cursor()
    assert said(session) == "K♦ is not in sequence with the cards below it."
    assert session.message is not None
    assert session.message.severity is Severity.REFUSAL
    assert (session.selection, session.cursor) == (None, Cursor(pile("1"), 3))


FULL = "2S 3S 4S 5S"


@pytest.mark.parametrize(
    ("columns", "cells", "depth", "sentence"),
    [
        (
            "KS 9S, KD, KH, KC, QC, QD, QH, QS",
            FULL,
            1,
            "9♠ has no place: no red 10 lies open, no column is empty and no cell is free.",
        ),
        ("2C KS, KD, KH, KC, QC, QD, QH, QS", FULL, 1, "K♠ has no place: no column is empty and no cell is free."),
        (
            "KS 9S 8D, KD, KH, KC, QC, QD, QH, QS",
            "",
            2,
            "9♠ has no place: no red 10 lies open and no column is empty.",
        ),
        (
            "9S 8D, KD, KH, KC, QC, QD, QH",
            "2S 3S 4S",
            2,
            "9♠ has no place: no red 10 lies open and a whole column gains nothing by moving to an empty one.",
        ),
        (
            "2C 9S 8D 7C, TD, KH, KC, QC, QD, QH, QS",
            "2S 3S 4S",
            3,
            "9♠ has no place: 3 cards would have to move at once, and only 2 can.",
        ),
        (
            "2C 9S 8D 7C, TD, KH, KC, QC, QD, QH, QS",
            FULL,
            1,
            "7♣ has no place: 3 cards would have to move at once, and only 1 card can.",
        ),
        (
            "2C 9S 8D 7C, TD, KH, KC, QC, QD, QH, QS",
            FULL,
            2,
            "8♦ has no place: no black 9 lies open and no column is empty.",
        ),
        (
            "2C 9S 8D, , KH, KC, QC, QD, QH, QS",
            FULL,
            2,
            "9♠ has no place: 2 cards would have to move at once, and only 1 card can.",
        ),
    ],
)
def test_cards_without_a_place_stay_where_they_are_and_the_player_hears_why(
    columns: str, cells: str, depth: int, sentence: str
) -> None:
    session = shown(table(columns, cells=cells))
    session.point_at(pile("1"), depth)
    session.use_cursor()
    assert said(session) == sentence
    assert (session.selection, session.cursor) == (None, Cursor(pile("1"), depth))
    assert not session.game.turns


@pytest.mark.parametrize(
    ("name", "columns", "letter", "depth", "reason"),
    [
        (
            "forecell",
            "KS 9S, , KH",
            "1",
            1,
            "no red 10 lies open, an empty column takes only kings and no cell is free",
        ),
        ("seahaven-towers", "KS, KD, KH, KC, QC, QD, QH, QS, JC, JD", "a", 1, "no 3♠ lies open and no column is empty"),
        ("seahaven-towers", "9C KS QS, , KH", "1", 2, "2 cards would have to move at once, and only 1 card can"),
    ],
)
def test_why_there_is_no_place_is_said_in_the_words_of_the_variant(
    name: str, columns: str, letter: str, depth: int, reason: str
) -> None:
    session = shown(table(columns, find_variant(name), cells=FULL))
    session.point_at(pile(letter), depth)
    session.use_cursor()
    assert said(session).partition(" has no place: ")[2] == f"{reason}."


def test_an_ace_that_may_only_go_home_says_so() -> None:
    variant = FREECELL.with_house_rules(cards_come_back=True, aces_only_home=True)
    board = replace(small_table("KS", variant), foundations=(1, 0, 0, 0))
    session = shown(at_table(board, variant))
    session.point_at(FOUNDATIONS[Suit.CLUBS])
    session.use_cursor()
    assert said(session) == "A♣ may only go home: a house rule."


def test_minus_and_plus_lift_the_cards_at_the_cursor_and_find_the_places_anew() -> None:
    session = shown(table("KD 9S 8D 7C 6H, , QD, QH, KH, KC, KS, QC", cells="2S"))
    session.adjust_count(-1)
    assert (session.lifted_count, session.cursor) == (3, Cursor(pile("2")))
    session.adjust_count(-1)
    session.adjust_count(-1)
    # One card alone may also go to a cell.
    assert "".join(place.letter for place in session.ranked_targets()) == "2b"
    assert press(session, CursorMove.RIGHT) == "b1"
    session.adjust_count(1)
    assert session.cursor == Cursor(pile("2"))
    session.use_cursor()
    assert last_word(session) == "12v2"
    session = shown(table("KD 9S"))
    session.point_at(pile("3"))
    session.adjust_count(1)
    assert said(session) == "Column 3 is empty."


def test_with_cards_lifted_that_have_no_place_the_cursor_stays_with_them() -> None:
    session = table("KS 9S, KD, KH, KC, QC, QD, QH, QS", cells=FULL)
    session.choose(pile("1"))
    session.point_at(pile("1"))
    assert [press(session, move_cursor) for move_cursor in (CursorMove.LEFT, CursorMove.RIGHT, CursorMove.UP)] == [
        "11",
        "11",
        "11",
    ]
    session.use_cursor()
    assert session.selection is None


def test_cards_that_were_lifted_by_letter_are_dropped_by_the_cursor_too() -> None:
    session = table(TWO_PLACES)
    session.choose(pile("1"))
    session.point_at(pile("1"))
    assert press(session, CursorMove.RIGHT) == "31"
    session.use_cursor()
    assert last_word(session) == "13"


def test_a_card_from_a_cell_is_not_offered_another_cell_nor_a_whole_column_an_empty_one() -> None:
    session = shown(table("8D, , KH, KC, QC, QD, QH, QS", cells="2S"))
    session.use_cursor()
    assert last_word(session) == "1b"


def test_to_break_a_column_that_is_in_order_up_into_an_empty_one_is_the_last_choice() -> None:
    session = shown(table("9S 8D 7C, , KH, KC, QC, QD, QH, QS", cells="2S 3S 4S"))
    session.use_cursor()
    assert "".join(place.letter for place in session.ranked_targets()) == "d2"


def board_after(game: Game) -> Board:
    """The board after the player's last move, before what went home by itself."""
    assert game.last_turn is not None
    assert game.last_turn.move is not None
    return play(game.undo().board, game.last_turn.move, game.variant)


@given(positions(), st.integers(0, 999), st.integers(0, 20))
def test_every_legal_move_can_be_made_by_the_cursor_alone(
    where: tuple[Board, Variant], choice: int, start: int
) -> None:
    board, variant = where
    moves = list(legal_moves(board, variant))
    assume(moves)
    move = moves[choice % len(moves)]
    session = shown(at_table(board, variant))
    places = (*session.columns, *session.top_row)
    session.point_at(places[start % len(places)])
    keys = keys_for(session, move)
    assert keys is not None, f"{move} is out of reach"
    for key in keys:
        by_cursor_press(session, key)
    after = board_after(session.game) if keys else board
    assert shape(after) == shape(play(board, move, variant))


@given(positions(), st.integers(0, 999), st.integers(1, 13))
def test_enter_goes_where_there_is_one_choice_lifts_where_there_are_more_and_explains_where_there_is_none(
    where: tuple[Board, Variant], place: int, depth: int
) -> None:
    board, variant = where
    session = shown(at_table(board, variant))
    piles = (*session.columns, *session.top_row)
    here = piles[place % len(piles)]
    session.point_at(here, min(depth, max(len(board.cards(here)), 1)))
    cursor = session.cursor
    session.use_cursor()
    if session.game.turns:
        assert session.selection is None
        if cursor.depth > 1:
            assert len(board.cards(here)) - len(board_after(session.game).cards(here)) == cursor.depth
        return
    if session.selection is None:
        cards = board.cards(here)
        name = cards[-cursor.depth].face if cards and here.kind is not PileKind.FOUNDATION else ""
        assert name in said(session)
        assert session.cursor == cursor
        return
    choices = session.ranked_targets()
    assert len(choices) > 1
    assert session.cursor == Cursor(choices[0])
    # The choices are the lit places that make a difference; of cells and of empty columns one each.
    assert set(choices) <= session.targets()
    assert sum(place.kind is PileKind.CELL for place in choices) <= 1
    assert sum(place.kind is PileKind.COLUMN and not board.cards(place) for place in choices) <= 1
    onto = {place for place in session.targets() if board.cards(place) or place.kind is PileKind.FOUNDATION}
    assert onto <= set(choices)
    sent = copy(session)
    sent.move_to_best()
    session.use_cursor()
    assert session.game == sent.game
    session.undo()
    assert session.cursor == replace(cursor, depth=1)


def test_the_first_use_of_the_cursor_only_shows_it() -> None:
    session = Session(Game.new(1))
    session.use_cursor()
    assert session.shows_cursor
    assert session.selection is None


def test_an_arrow_from_the_far_column_comes_to_the_far_place_above() -> None:
    session = shown(Session(Game.new(1)))
    session.point_at(pile("8"))
    assert press(session, CursorMove.OTHER_ROW) == "w1"
    assert press(session, CursorMove.OTHER_ROW) == "81"


@given(positions(), st.lists(st.sampled_from([*CursorMove, "use", "put back", "send", "more", "fewer"]), max_size=30))
def test_the_cursor_is_always_on_a_card_or_an_empty_place(
    where: tuple[Board, Variant], steps: list[CursorMove | str]
) -> None:
    board, variant = where
    session = at_table(board, variant, Autoplay.SAFE)
    for move_cursor in steps:
        if isinstance(move_cursor, CursorMove):
            session.move_cursor(move_cursor)
        elif move_cursor == "use":
            session.use_cursor()
        elif move_cursor == "send":
            session.move_to_best()
        elif move_cursor == "put back":
            session.cancel_selection()
        else:
            session.adjust_count(1 if move_cursor == "more" else -1)
        cards = session.game.board.cards(session.cursor.pile)
        assert session.cursor.pile in (*session.columns, *session.top_row)
        assert 1 <= session.cursor.depth <= max(len(cards), 1)
        assert session.cursor.depth in session.cursor_depths
        assert session.lifted_count <= max(
            len(session.game.board.cards(session.selection.pile)) if session.selection else 0, 0
        )


def test_the_cursor_shows_what_it_would_lift() -> None:
    session = table("KD 9S 8D")
    assert [list(at(session, depth).cursor_depths) for depth in (1, 2, 3)] == [[1], [1, 2], [3]]


def at(session: Session, depth: int) -> Session:
    session.point_at(pile("1"), depth)
    return session


@pytest.mark.parametrize("letter", ["h", "9", "0", "e", "k"])
def test_the_cursor_stays_where_it_is_when_there_is_no_such_place(letter: str) -> None:
    session = table("KD 9S 8D")
    session.point_at(pile("1"), 2)
    session.point_at(pile(letter))
    assert session.cursor == Cursor(pile("1"), 2)


def test_home_is_no_pile_to_lift_from() -> None:
    session = table("6S 5H")
    session.choose(HOME)
    assert session.message is not None
    assert said(session) == "First choose a card, then h to send it home."
    assert session.message.pile is None
    assert session.selection is None


def test_no_more_cards_are_lifted_than_can_move_at_once() -> None:
    session = table("KD 9S 8D 7C 6H, QD, QH, QS, KH, KC, KS, QC", cells="2S 3S")
    session.choose(pile("1"))
    assert session.lifted_count == session.supermove_limit == 3
    assert count_after(session, 1) == 3


def test_a_sequence_has_no_more_than_thirteen_cards_to_carry() -> None:
    assert table("KD 9S 8D").supermove_limit == 13


# What the eye is helped to find


def faces(cards: Collection[Card]) -> str:
    return " ".join(card.face for card in sorted(cards))


def test_a_rank_is_lit_wherever_its_cards_lie_and_what_is_home_is_told() -> None:
    session = at_table(replace(small_table("7C 9S, 7D", FREECELL, cells="7S"), foundations=(0, 0, 9, 0)))
    session.rank_finder.ask()
    assert session.prompt == "Find a rank: A 2–9 0 J Q K; Esc ends"
    assert not session.lit
    session.rank_finder.find(7)
    assert faces(session.lit) == "7♣ 7♦ 7♥ 7♠"
    assert session.prompt == "Every 7 is lit, ♥ home; Esc ends"
    session.rank_finder.clear()
    assert not session.lit
    assert not session.prompt


def test_what_each_foundation_needs_next_is_lit_until_the_next_move() -> None:
    session = at_table(replace(small_table("KS AH, 3C", FREECELL), foundations=(2, 13, 0, 12)))
    session.toggle_needed()
    assert faces(session.lit) == "A♥ 3♣ K♠"
    assert said(session) == "Next home: 3♣ A♥ K♠."
    session.move_cursor(CursorMove.RIGHT)
    assert session.lit
    session.toggle_needed()
    assert not session.lit
    for ends in (Session.cancel_selection, Session.send_all_home, Session.undo, Session.redo, Session.restart):
        session.toggle_needed()
        ends(session)
        assert not session.lit


def test_with_the_cursor_on_a_card_its_rank_and_its_neighbours_in_sequence_are_related() -> None:
    session = shown(table("8C 9D, 7S 8H, TH"))
    press(session, CursorMove.UP)
    assert faces(session.related) == "7♦ 7♥ 8♦ 8♥ 8♠ 9♦ 9♥"
    session.game = replace(session.game, variant=find_variant("bakers-game"))
    assert faces(session.related) == "7♣ 8♦ 8♥ 8♠ 9♣"
    session.game = replace(session.game, boards=(replace(session.game.board, foundations=(0, 8, 0, 0)),))
    assert faces(session.related) == "7♣ 8♥ 8♠ 9♣"


def test_nothing_is_related_while_cards_are_lifted_or_lit_or_no_cursor_is_shown_or_the_player_wants_none() -> None:
    session = shown(table(TWO_PLACES))
    assert session.related
    session.highlights = False
    assert not session.related
    session.highlights = True
    session.use_cursor()
    assert session.selection is not None
    assert not session.related
    session.cancel_selection()
    assert session.related
    session.rank_finder.find(7)
    assert not session.related
    session.rank_finder.clear()
    session.shows_cursor = False
    assert not session.related
    session.shows_cursor = True
    session.point_at(pile("a"))
    assert not session.related
    session.point_at(FOUNDATIONS[Suit.CLUBS])
    assert not session.related


@given(positions(), st.integers(0, 999), st.integers(1, 20))
def test_what_is_related_could_lie_on_the_card_or_under_it_or_has_its_rank_and_is_in_play(
    where: tuple[Board, Variant], choice: int, depth: int
) -> None:
    board, variant = where
    session = shown(at_table(board, variant))
    places = [place for place in session.columns if board.cards(place)]
    assume(places)
    here = places[choice % len(places)]
    depth = min(depth, len(board.cards(here)))
    session.point_at(here, depth)
    card = board.cards(here)[-depth]
    in_play = {other for column in board.columns for other in column} | set(board.free_cells) - {None}
    assert session.related == {
        other
        for other in in_play - {card}
        if other is not None
        and (
            other.rank == card.rank
            or any(variant.sequence_length(pair) == 2 for pair in ((card, other), (other, card)))
        )
    }


# The clock


def test_the_clock_stands_still_until_it_is_started_and_while_it_is_paused() -> None:
    watch = Limits()
    clock = Clock(84.2, watch)
    watch.time += 10
    assert (clock.elapsed, clock.is_running) == (84.2, False)
    clock.start()
    watch.time += 5
    clock.start()
    watch.time += 5
    assert clock.elapsed == pytest.approx(94.2)
    assert clock.is_running
    clock.pause()
    watch.time += 100
    clock.pause()
    assert clock.elapsed == pytest.approx(94.2)
    assert not clock.is_running
    clock.start()
    watch.time += 1
    assert clock.elapsed == pytest.approx(95.2)


def test_the_first_move_starts_the_clock_and_the_win_stops_it_until_it_is_taken_back() -> None:
    watch = Limits()
    session = Session(Game.new(617), clock=Clock(now=watch))
    session.choose(pile("8"))
    session.choose(pile("h"))
    assert not session.clock.is_running
    session.cancel_selection()
    for word in HUMAN[617].split():
        session.play(Move.parse(word))
        assert session.clock.is_running is not session.game.is_won
        watch.time += 1
    assert session.game.is_won
    won_after = session.clock.elapsed
    watch.time += 50
    assert session.clock.elapsed == won_after > 0
    session.undo()
    assert session.clock.is_running
    session.redo()
    assert not session.clock.is_running


def test_a_restart_starts_the_clock() -> None:
    session = Session(Game.new(1).play(Move.parse("3a")), clock=Clock(now=Limits()))
    session.restart()
    assert session.clock.is_running


def test_going_to_a_position_takes_back_what_came_after_it_and_plays_again_what_came_before() -> None:
    session = Session(Game.new(1))
    for word in ("3a", "5b", "4c"):
        session.play(Move.parse(word))
    played = session.game
    for position, reached, undos in ((1, 1, 2), (3, 3, 2), (3, 3, 2), (-5, 0, 5), (99, 3, 5)):
        session.seek(position)
        assert session.game == played.seek(reached)
        assert session.undos == undos


def test_a_pause_puts_the_cards_back_and_stops_the_clock_and_says_nothing_of_the_game() -> None:
    session = Session(Game.new(1), clock=Clock(3.0))
    session.choose(COLUMNS[2])
    session.clock.start()
    session.pause()
    assert session.is_paused
    assert session.selection is None
    assert session.hint is None
    assert not session.clock.is_running
    session.resume()
    assert not session.is_paused
    assert session.message is None
