"""The mouse on the table: whatever is pressed, dragged and let go where, no card is lost or left in the air."""

from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.play.session import Cursor, Session
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    FOUNDATIONS,
    FREECELL,
    HOME,
    Autoplay,
    Game,
    Move,
    Pile,
    PileKind,
    Turn,
    Variant,
    refusal,
)
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.screens.table_mouse import DOUBLE_CLICK_SECONDS, Mouse
from support.sessions import ManualTime
from support.strategies import cards_on, small_table, variants
from support.ui_driver import Point, after, seated


class Place(NamedTuple):
    """A pile, counted through all there are, and a card in it, counted from its last one."""

    pile: int
    depth: int


SIZES = st.sampled_from([(40, 16), (80, 24), (120, 40)])
MODIFIERS = st.sampled_from(["", "shift ", "ctrl ", "meta ctrl "])
Event = tuple[str, int, Point | Place]
ANYWHERE = st.tuples(st.integers(-3, 125), st.integers(-3, 45))
AT_A_CARD = st.builds(Place, st.integers(0, 99), st.integers(1, 4))
EVENTS = st.tuples(
    st.builds(str.__add__, MODIFIERS, st.sampled_from(["mouse press", "mouse drag", "mouse release"])),
    st.sampled_from([1, 1, 1, 3, 2, 4, 5, 0]),
    ANYWHERE | AT_A_CARD,
).map(lambda event: [event])
DRAGS = st.builds(
    lambda start, end: [("mouse press", 1, start), ("mouse drag", 1, end), ("mouse release", 0, end)],
    AT_A_CARD,
    AT_A_CARD,
)
CLICKS = AT_A_CARD.map(lambda at: [("mouse press", 1, at), ("mouse release", 0, at)])


def aimed(session: Session, layout: Layout, aim: Point | Place) -> Point:
    """Where something is done."""
    if not isinstance(aim, Place):
        return aim
    piles = (*layout.top_boxes, *COLUMNS[: len(session.game.board.columns)])
    return point(session, layout, piles[aim.pile % len(piles)], aim.depth)


def point(session: Session, layout: Layout, pile: Pile, depth: int = 1) -> Point:
    """A point on a card, or on the place of a pile."""
    box = layout.card_box(pile, len(session.game.board.cards(pile)), depth)
    return box.x + 1, box.y


@given(variants(), st.integers(1, 32000), SIZES, st.lists(EVENTS | DRAGS | CLICKS, max_size=25))
def test_no_event_raises_or_loses_a_card_and_after_a_release_nothing_is_dragged(
    variant: Variant, number: int, size: Point, gestures: list[list[Event]]
) -> None:
    session = Session(Game.new(number, variant))
    layout = Layout(*size, variant)
    mouse = Mouse()
    for event, button, aim in chain.from_iterable(gestures):
        at = aimed(session, layout, aim)
        moves = session.game.moves_made
        mouse.handle(session, layout, MouseEvent(event.rpartition(" ")[2], button, *at))
        assert cards_on(session.game.board) == list(DECK)
        assert session.game.moves_made <= moves + 1
        if event.endswith("release"):
            assert mouse.drag is None
        if mouse.drag is not None:
            assert session.selection is not None
        if button in (2, 4, 5) and event.endswith("press"):
            assert session.game.moves_made == moves


@given(variants(), st.integers(1, 32000), SIZES, st.data())
def test_a_drag_plays_exactly_the_move_from_where_it_began_to_where_it_ends(
    variant: Variant, number: int, size: Point, data: st.DataObject
) -> None:
    session = Session(Game.new(number, variant))
    layout = Layout(*size, variant)
    piles = (*COLUMNS[: variant.columns], *CELLS[: variant.cells], *FOUNDATIONS)
    for _ in range(data.draw(st.integers(1, 6))):
        game, board = session.game, session.game.board
        moves = [
            (source, target, depth)
            for source in piles[: variant.columns + variant.cells]
            for depth in range(1, variant.sequence_length(board.cards(source)) + 1)
            for target in piles
            if source != target
        ]
        if not moves:
            return
        source, target, depth = data.draw(st.sampled_from(moves))
        mouse = Mouse()
        start, end = point(session, layout, source, depth), point(session, layout, target)
        mouse.handle(session, layout, MouseEvent("press", 1, *start))
        assert session.lifted_count == depth
        mouse.handle(session, layout, MouseEvent("drag", 1, *end))
        # The pointer holds the card where it was pressed, though the card stands higher since.
        held = layout.card_box(source, len(board.cards(source)), depth, lifted=session.in_hand)
        assert mouse.drag is not None
        assert mouse.drag[:2] == (end[0] - 1, end[1] - (start[1] - held.y))
        mouse.handle(session, layout, MouseEvent("release", 0, *end))
        onto_card = target.kind is PileKind.COLUMN and bool(board.cards(target))
        to = HOME if target.kind is PileKind.FOUNDATION else target
        move = Move(source, to, None if onto_card else depth)
        if refusal(board, move, variant) is None:
            assert session.game == game.play(move, Autoplay.SAFE, finish=True)
            assert session.selection is None
        else:
            assert session.game == game
            assert session.message is not None
            session.cancel_selection()


class Hand:
    """A mouse over a table of its own, with a clock."""

    def __init__(self, deal: int) -> None:
        self.clock = ManualTime()
        self.session = Session(Game.new(deal))
        self._layout = Layout(80, 24, FREECELL)
        self._mouse = Mouse(now=self.clock)

    def press(self, pile: Pile | None, button: int = 1, beside: int = 0) -> None:
        """Press and release a button on a pile, or some cells beside the usual point of it."""
        x, y = (0, 0) if pile is None else point(self.session, self._layout, pile)
        at = x + beside, y
        self._mouse.handle(self.session, self._layout, MouseEvent("press", button, *at))
        self._mouse.handle(self.session, self._layout, MouseEvent("release", 0, *at))


@pytest.mark.parametrize(("pause", "moves"), [(DOUBLE_CLICK_SECONDS * 0.9, 1), (DOUBLE_CLICK_SECONDS * 1.1, 0)])
def test_two_clicks_are_a_double_click_only_if_they_follow_each_other_soon(pause: float, moves: int) -> None:
    hand = Hand(1)
    for _ in range(2):
        hand.press(COLUMNS[2])
        hand.clock.time += pause
    assert hand.session.game.moves_made == moves
    assert hand.session.selection is None


@pytest.mark.parametrize(
    ("pause", "cells", "moves"), [(0.0, 0, 1), (0.0, 1, 0), (0.02, 1, 0), (0.1, 1, 1), (0.0, 3, 0), (0.1, 3, 0)]
)
def test_clicks_that_a_stalled_line_brings_together_are_a_double_click_only_at_one_point(
    pause: float, cells: int, moves: int
) -> None:
    hand = Hand(1)
    hand.press(COLUMNS[2])
    hand.clock.time += pause
    hand.press(COLUMNS[2], beside=cells)
    assert hand.session.game.moves_made == moves


@pytest.mark.parametrize("first", [CELLS[0], COLUMNS[3]])
def test_clicks_on_two_places_are_no_double_click_and_the_card_stays_in_the_hand(first: Pile) -> None:
    hand = Hand(1)
    for pile in (first, COLUMNS[2]):
        hand.press(pile)
    # 6♥ on 2♥ is refused.
    assert hand.session.game.moves_made == 0
    assert hand.session.lifted_count == 1


def test_a_right_click_sends_home_and_leaves_nothing_in_the_hand(subtests: pytest.Subtests) -> None:
    hand = Hand(24)
    for pile in (COLUMNS[3], COLUMNS[0], None):
        with subtests.test(pile=pile):
            hand.press(pile, 3)
            assert hand.session.game.moves_made == 1
            assert hand.session.selection is None
            assert (hand.session.message is None) == (pile == COLUMNS[3])


@given(st.lists(EVENTS | DRAGS | st.sampled_from(["3", "a", "esc", "u", "+", "enter", "up", "tab", "8"]), max_size=25))
def test_a_key_ends_a_drag(tmp_path_factory: pytest.TempPathFactory, steps: list[list[Event] | str]) -> None:
    with seated(tmp_path_factory.mktemp("drag"), after(1, 20)) as seat:
        for step in steps:
            if isinstance(step, str):
                seat.press(step)
                seat.draw()
                assert seat.table.facts.drag is None
            else:
                for event, button, aim in step:
                    seat.mouse(event, button, aimed(seat.session, seat.layout, aim))
            assert cards_on(seat.session.game.board) == list(DECK)


@pytest.mark.parametrize("size", [(39, 16), (40, 15), (3, 2)])
def test_on_a_screen_too_small_for_the_table_there_are_no_cards_to_click(size: Point, tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), size=size) as seat:
        for at in product(range(size[0]), range(size[1])):
            seat.click(at)
            assert seat.session.selection is None
        assert not seat.session.game.turns


def test_a_card_dropped_over_a_column_opened_by_the_cursor_goes_there() -> None:
    board = small_table("KC 2C KD 2D KH QS JH 10S 9H 8S 7H 6S 5H 4S, 3D", FREECELL)
    layout = Layout(40, 16, FREECELL)
    last = layout.card_width - 1
    for y in range(layout.columns_y, layout.bar_y):
        session = Session(Game(FREECELL, 1, (board,)))
        mouse = Mouse()
        x = layout.column_x(COLUMNS[1])
        mouse.handle(session, layout, MouseEvent("press", 1, x + last, layout.columns_y))
        session.point_at(COLUMNS[0], 12)
        session.shows_cursor = True
        mouse.handle(session, layout, MouseEvent("drag", 1, x, y))
        mouse.handle(session, layout, MouseEvent("release", 0, x, y))
        assert session.game.last_turn == Turn(Move.parse("21"))


def test_a_lifted_card_that_stands_higher_takes_clicks_where_it_is_drawn() -> None:
    session, mouse = Session(Game.new(1)), Mouse(ManualTime())
    layout = Layout(120, 40, FREECELL)
    column, board = COLUMNS[0], session.game.board
    cards = len(board.columns[0])
    x, y = point(session, layout, column)

    def click(row: int) -> int:
        """Click in a row of the column, and return how many cards are lifted then."""
        for kind in ("press", "release"):
            mouse.handle(session, layout, MouseEvent(kind, 1, x, row))
        return session.lifted_count

    above = layout.hit(x, y - 1, board.columns)
    assert above == Cursor(column, 2)
    assert click(y) == 1
    assert layout.card_box(column, cards, lifted=session.in_hand).y == y - 1
    # It is on the last row of the card above now, and a click there puts it back.
    assert layout.hit(x, y - 1, board.columns, None, session.in_hand) == Cursor(column)
    assert layout.hit(x, y - 2, board.columns, None, session.in_hand) == above
    assert click(y - 1) == 0
    # Where it was, its shadow belongs to the column, too.
    assert click(y) == 1
    bottom = layout.card_box(column, cards).bottom - 1
    assert layout.hit(x, bottom, board.columns, None, session.in_hand) == Cursor(column)
    assert click(bottom) == 0
    assert session.game.board is board
