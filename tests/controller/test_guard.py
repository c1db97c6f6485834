"""A move that is held back: whichever way it is given, but not where the player has seen the warning."""

from collections.abc import Callable

from freecell_tui.controller.play.session import Session
from freecell_tui.engine import CELLS, COLUMNS, Game, Move

WARNING = "Better not."


def guarded(session: Session) -> Session:
    session.guard = lambda _, __: WARNING
    return session


def send_at_cursor(session: Session) -> None:
    session.shows_cursor = True
    session.point_at(COLUMNS[4])
    session.move_to_best()


def two_keys(session: Session) -> None:
    session.type_pile(COLUMNS[0])
    session.type_pile(CELLS[0])


def lift_and_put(session: Session) -> None:
    session.choose(COLUMNS[0])
    session.choose(CELLS[0])


def drag(session: Session) -> None:
    session.choose(COLUMNS[0])
    session.drop_or_put_back(CELLS[0])


WAYS: dict[str, Callable[[Session], object]] = {
    "two keys": two_keys,
    "lifted and put": lift_and_put,
    "dragged": drag,
    "best place": send_at_cursor,
    "double click": lambda session: session.send_to_best(COLUMNS[4], 1),
    "right click": lambda session: session.send_home(COLUMNS[4]),
    "all home": lambda session: session.send_all_home(),
    "in words": lambda session: session.play_guarded(Move.parse("1a")),
}


def test_a_move_is_held_back_whichever_way_it_is_given() -> None:
    for way, give in WAYS.items():
        session = guarded(Session(Game.new(-3)))
        game = session.game
        give(session)
        assert session.game is game, way
        assert session.message is not None, way
        assert session.message.text.startswith(WARNING), way
        session.guard = lambda _, __: ""
        session.cancel_selection()
        give(session)
        assert session.game is not game, way


def test_a_place_that_is_marked_while_cards_are_lifted_can_be_chosen_but_nothing_else_goes_there() -> None:
    for way in (two_keys, lift_and_put, drag):
        session = guarded(Session(Game.new(-3)))
        session.marked = frozenset({CELLS[0]})
        way(session)
        assert not session.game.turns, "what was marked for other cards says nothing about these"
        session.cancel_selection()
        session.select(COLUMNS[0])
        session.marked = frozenset({CELLS[0]})
        session.drop_or_put_back(CELLS[0])
        assert session.game.turns
