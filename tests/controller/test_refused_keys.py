"""What becomes of lifted cards when a move is refused: by key, by cursor, by dragging."""

from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Game, Pile


def typed(keys: str) -> Session:
    session = Session(Game.new(1))
    for key in keys.split():
        session.type_pile(Pile.parse(key))
    return session


def test_a_refused_pair_of_keys_drops_the_cards_so_that_the_next_pair_is_read_as_one() -> None:
    session = typed("2 6")
    assert session.selection is None
    assert session.message is not None
    assert [str(turn.move) for turn in typed("2 6 3 a").game.turns] == ["3a"]


def test_a_pair_of_keys_that_is_not_refused_is_a_move() -> None:
    session = typed("3 a")
    assert [str(turn.move) for turn in session.game.turns] == ["3a"]
    assert session.selection is None


def test_a_refusal_by_cursor_or_click_keeps_the_cards_lifted() -> None:
    session = Session(Game.new(1))
    session.choose(Pile.parse("2"))
    session.choose(Pile.parse("6"))
    assert session.selection is not None
    assert session.message is not None
    assert session.message.text.endswith("Still lifted.")


def test_a_refused_drag_puts_the_cards_back_and_says_why() -> None:
    session = Session(Game.new(1))
    session.choose(Pile.parse("2"))
    session.drop_or_put_back(Pile.parse("6"))
    assert session.selection is None
    assert session.message is not None
    assert "Still lifted" not in session.message.text
