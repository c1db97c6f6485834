"""Laws of cursor and selection: every move can be made with the cursor alone, and what is lit takes the cards."""

from copy import copy

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from freecell_tui.controller.play.session import Cursor, CursorMove, Session
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    FREECELL,
    HOME,
    VARIANTS,
    Autoplay,
    Board,
    Game,
    PileKind,
    Variant,
    legal_moves,
    play,
)
from support.cursor_player import keys_for, shape
from support.cursor_player import press as by_cursor_press
from support.sessions import at_table, last_word, pile, said, shown, table
from support.strategies import positions


def test_the_rows_of_the_table_are_those_of_the_variant(subtests: pytest.Subtests) -> None:
    for variant in VARIANTS.values():
        with subtests.test(variant=variant):
            session = Session(Game.new(1, variant))
            letters = "".join(place.letter for place in session.top_row)
            assert letters == "abcdefgk"[: variant.cells] + "zyxw"
            assert "".join(place.letter for place in session.columns) == "1234567890"[: variant.columns]


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
            assert session.message.severity == "refusal"
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


def test_no_more_cards_can_move_at_once_than_are_in_a_whole_sequence() -> None:
    limits = [Session(Game.new(1, FREECELL.with_cells(number))).supermove_limit for number in (0, 4)]
    assert (*limits, table("KD 9S 8D").supermove_limit) == (1, 5, 13)
