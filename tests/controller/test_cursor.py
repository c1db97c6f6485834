"""The cursor: where it goes, what it selects and what a key does next; every move can be made with it alone."""

from copy import copy

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from freecell_tui.controller.play.session import (
    Cursor,
    CursorMove,
    Selection,
    Session,
    Way,
    lifted_cards,
    moves_at_risk,
    places_like,
    ways,
)
from freecell_tui.engine import VARIANTS, Autoplay, Board, Game, PileKind, Variant, legal_moves, play
from support.cursor_player import keys_for, shape
from support.cursor_player import press as by_cursor_press
from support.sessions import FULL_CELLS, TWO_PLACES, at_table, last_word, pile, press, said, shown, table
from support.strategies import positions


def test_the_rows_of_the_table_are_those_of_the_variant() -> None:
    for variant in VARIANTS.values():
        session = Session(Game.new(1, variant))
        letters = "".join(place.letter for place in session.top_row)
        assert letters == "abcdefgk"[: variant.cells] + "zyxw"
        assert "".join(place.letter for place in session.columns) == "1234567890"[: variant.columns]


def test_the_first_arrow_or_use_shows_the_cursor_and_the_second_moves_it() -> None:
    session = Session(Game.new(1))
    session.use_cursor()
    assert (session.shows_cursor, session.selection) == (True, None)
    session = Session(Game.new(1))
    assert press(session, CursorMove.RIGHT) == "11"
    assert session.shows_cursor
    assert press(session, CursorMove.RIGHT) == "21"


def test_the_cursor_goes_round_in_both_rows() -> None:
    session = shown(Session(Game.new(1)))
    left, right, other = CursorMove.LEFT, CursorMove.RIGHT, CursorMove.OTHER_ROW
    steps = (left, other, other, right, other, left, right, other)
    assert [press(session, step) for step in steps] == ["81", "w1", "81", "11", "a1", "w1", "a1", "11"]


def test_up_a_column_the_cursor_chooses_more_cards_and_then_leaves_it() -> None:
    session = shown(table("KS 9S 8D, 2C"))
    assert [press(session, CursorMove.UP) for _ in range(4)] == ["12", "13", "a1", "11"]
    assert [press(session, CursorMove.UP, CursorMove.DOWN), press(session, CursorMove.DOWN)] == ["11", "a1"]
    assert press(session, CursorMove.DOWN) == "11"
    assert press(session, CursorMove.UP, CursorMove.RIGHT) == "21"


def test_enter_on_a_card_with_one_place_moves_it_there_and_the_cursor_stays() -> None:
    session = shown(table("KS 9S, 2C, TD, KD, KH, KC, QC, QD", cells="2S 3S 4S 5S"))
    session.use_cursor()
    assert last_word(session) == "13"
    assert session.selection is None
    assert session.cursor == Cursor(pile("1"))
    session.undo()
    assert session.cursor == Cursor(pile("1"))


def test_the_free_cells_are_one_place_and_so_are_the_empty_columns() -> None:
    for columns, cells, word in (
        ("KS 9S, KD, KH, KC, QC, QD, QH, QS", "2S", "1b"),
        (", 9S, KH, KC, QC, QD, QH, QS", "2S 3S 4S 5S", "a1"),
    ):
        session = shown(table(columns, cells=cells))
        session.plays_at_once = True
        session.point_at(pile(word[0]))
        session.use_cursor()
        assert last_word(session) == word


def test_with_several_places_the_cursor_goes_from_the_best_to_the_others_and_round() -> None:
    session = shown(table(TWO_PLACES))
    session.use_cursor()
    assert (session.selection, session.cursor) == (Selection(pile("1")), Cursor(pile("3")))
    assert not session.game.turns
    steps = (CursorMove.RIGHT, CursorMove.DOWN, CursorMove.OTHER_ROW, CursorMove.LEFT, CursorMove.UP, CursorMove.LEFT)
    assert "".join(press(session, step)[0] for step in steps) == "4a3a43"
    press(session, CursorMove.RIGHT)
    session.use_cursor()
    assert last_word(session) == "14"
    assert session.cursor == Cursor(pile("1"))


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
    session = table("KS 9S, KD, KH, KC, QC, QD, QH, QS", cells=FULL_CELLS)
    session.choose(pile("1"))
    session.point_at(pile("1"))
    assert {press(session, step) for step in (CursorMove.LEFT, CursorMove.RIGHT, CursorMove.UP)} == {"11"}
    session.use_cursor()
    assert session.selection is None


def test_a_whole_column_is_offered_no_empty_one_and_to_break_one_up_into_it_is_the_last_choice() -> None:
    for columns, cells, places in (
        ("8D, , KH, KC, QC, QD, QH, QS", "2S", "b"),
        ("9S 8D 7C, , KH, KC, QC, QD, QH, QS", "2S 3S 4S", "d2"),
    ):
        session = shown(table(columns, cells=cells))
        session.use_cursor()
        assert "".join(place.letter for place in session.ranked_targets()) == places


def board_after(game: Game) -> Board:
    """The board after the player's last move, before what went home automatically."""
    assert game.last_turn is not None
    assert game.last_turn.move is not None
    return play(game.undo().board, game.last_turn.move, game.variant)


@pytest.mark.slow
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
    assert len(choices) > 1 or choices[0].kind is PileKind.CELL
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
    assert session.cursor == cursor._replace(depth=1)


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


def test_the_cursor_shows_what_it_would_lift_and_stays_where_it_is_when_there_is_no_such_place() -> None:
    session = table("KD 9S 8D")
    for depth, depths in ((1, [1]), (3, [3]), (2, [1, 2])):
        session.point_at(pile("1"), depth)
        assert list(session.cursor_depths) == depths
    for letter in "h90ek":
        session.point_at(pile(letter))
        assert session.cursor == Cursor(pile("1"), 2), letter


def words(found: tuple[Way, ...]) -> list[str]:
    return [str(way.move) for way in found]


def at(session: Session, letter: str, depth: int = 1) -> Session:
    """Bring the shown cursor to a pile."""
    session.point_at(pile(letter), depth)
    return shown(session)


def test_lifted_cards_can_go_to_each_place_best_first_and_to_that_at_the_cursor_before_all() -> None:
    session = table(TWO_PLACES)
    assert (lifted_cards(session), ways(session)) == ((), ())
    session.choose(pile("1"))
    assert [card.face for card in lifted_cards(session)] == ["9♠"]
    assert words(ways(session)) == ["13", "14", "1a"]
    (first, second, third, *_) = ways(session)
    assert [card.face for card in first.cards] == ["9♠"]
    assert first.onto is not None
    assert (first.onto.face, second.onto, third.onto) == ("10♦", None, None)
    at(session, "a")
    assert words(ways(session)) == ["1a", "13", "14"]


def test_with_nothing_lifted_it_is_what_enter_plays_at_once() -> None:
    session = table("KS 9S, TD, KD, KH, KC, QC, QD, QH", cells=FULL_CELLS)
    session.plays_at_once = True
    session.shows_cursor = False
    assert ways(session) == ()
    assert words(ways(at(session, "1"))) == ["12"]
    assert ways(at(session, "1", 2)) == (), "K♠ and 9♠ are no sequence"
    assert ways(at(session, "w")) == (), "there is no card"


def test_the_cards_at_the_cursor_are_those_from_it_on_and_no_fewer() -> None:
    session = table("KS TD 9S, JC, KD, KH, KC, QC, TH, QH", cells="2S 3S 4S")
    session.plays_at_once = True
    (two,) = ways(at(session, "1", 2))
    assert ([card.face for card in two.cards], str(two.move)) == (["10♦", "9♠"], "12v2")


def test_at_risk_is_what_a_double_click_would_do_too() -> None:
    for letter, depth, at_risk in (("1", 1, ["12"]), ("1", 2, []), ("d", 1, []), ("3", 1, ["3dv1"])):
        session = table("KS 9S, TD, KD, KH, KC, QC, QD, QH", cells="2S 3S 4S")
        assert moves_at_risk(session) == ()
        session.pointed = (pile(letter), depth)
        assert words(moves_at_risk(session)) == at_risk
        session.choose(pile("1"))
        assert moves_at_risk(session) == ways(session)


def test_an_empty_place_is_as_good_as_any_other_of_its_kind() -> None:
    session = table(TWO_PLACES + ", ", cells="2S")
    session.choose(pile("1"))
    like = {str(way.move): {place.letter for place in places_like(session, way)} for way in ways(session)}
    assert like["13"] == {"3"}
    assert like["14"] == {"4"}
    assert like["1b"] == {"b", "c", "d"}
    for cards, letters in (("2C AH", "y"), ("2C 5H", "24")):
        session = table(f"{cards}, , KD, , KC, QC, QD, QH")
        session.choose(pile("1"))
        assert {place.letter for place in places_like(session, ways(session)[0])} == set(letters)
