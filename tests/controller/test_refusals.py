"""Why cards cannot be selected or moved, that no move is left, and moves that are held back, in the player’s words."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from freecell_tui.controller.frontend import Severity
from freecell_tui.controller.play.session import Cursor, Selection, Session
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, FREECELL, HOME, Game, Move, Suit, find_variant
from support.sessions import FULL_CELLS, at_table, last_word, pile, said, shown, table
from support.strategies import small_table
from support.ui_driver import NO_VERDICT, after, seated


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
    assert said(session) == "5♥ cannot go home before A♥. Still lifted."


def test_where_there_is_nothing_to_lift_the_player_hears_why() -> None:
    for letter, sentence in {
        "2": "Column 2 is empty.",
        "a": "Cell a is empty.",
        "e": "There is no cell e: this game has 4 free cells.",
        "9": "There is no column 9: FreeCell has 8.",
        "w": "Cards on the foundations stay there.",
        "h": "Lift a card first, then send it home.",
    }.items():
        session = table("6S 5H")
        session.choose(pile(letter))
        assert said(session) == sentence
        assert session.message is not None
        assert session.message.severity is Severity.REFUSAL
        assert session.message.pile == (None if letter == "h" else pile(letter))
        assert session.selection is None


def test_of_more_cards_than_can_go_to_an_empty_column_those_go_that_fit_and_it_says_so() -> None:
    session = table("KD 9S 8D 7C 6H, , QD, QH, KH, KC, KS, QC", cells="2S 3S 4S 5S")
    session.choose(pile("1"), 2)
    assert pile("2") in session.targets()
    session.choose(pile("2"))
    assert said(session) == "1 card moved: no more fit in an empty column."
    assert (last_word(session), session.selection) == ("12", None)


def test_a_refused_drop_speaks_of_the_cards_in_the_hand() -> None:
    session = table("KD 9S 8D 7C 6H, 4C, QD, QH, KH, KC, KS, QC")
    session.choose(pile("1"), 2)
    session.choose(pile("3"))
    assert said(session) == "Q♦ takes a black J; there is none from 7♣ to 6♥. Still lifted."
    session.cancel_selection()
    session.choose(pile("1"), 1)
    session.choose(pile("3"))
    assert said(session) == "6♥ does not go on Q♦, which takes a black J. Still lifted."
    # Not so many as are in sequence, and too few are free.
    session = table("KD 9S 8D 7C 6H, 10H, QD, QH, KH, KC, KS, QC", cells="2S 3S 4S 5S")
    session.choose(pile("1"), 2)
    session.choose(pile("2"))
    assert said(session) == "That would move 4 cards at once, but only 1 card can move now. Still lifted."


def test_undo_puts_lifted_cards_down_and_undoes_nothing(tmp_path: Path) -> None:
    with seated(tmp_path, after(617, 3), settings=NO_VERDICT) as seat:
        seat.press("1", "u")
        assert (seat.session.selection, seat.session.game.moves_made) == (None, 3)
        seat.press("u", "u", "u", "1", "u")
        assert (seat.session.selection, seat.message) == (None, "")
        seat.press("u")
        assert seat.message == "Nothing to undo."


def test_nothing_is_sent_before_a_card_is_chosen() -> None:
    session = table("KS AH")
    session.move_to_best()
    assert said(session) == "Lift a card first."
    assert session.selection is None
    session.shows_cursor = True
    session.point_at(pile("a"))
    session.move_to_best()
    assert said(session) == "Cell a is empty."


NEARLY_STUCK = "KS 2S, KD 2D, KH 2H, KC 2C, QS 4S, QD 4D, QH 4H, QC 6C"


def test_a_game_without_a_move_says_so_whenever_nothing_else_is_said() -> None:
    stuck = "No useful move is left: undo, or restart."
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
    # Forecell's deal 1 has no move as it is dealt.
    as_dealt = Session(Game.new(1, find_variant("forecell"))).status
    assert as_dealt is not None
    assert as_dealt.text == stuck


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


FULL = "KD, KH, KC, QC, QD, QH, QS"
RUN = "2C 9S 8D 7C, TD, KH, KC, QC, QD, QH, QS"


@pytest.mark.parametrize(
    ("columns", "cells", "depth", "sentence"),
    [
        ("KD 9S 8D", "", 3, "K♦ is not in sequence with the cards below it."),
        (f"KS 9S, {FULL}", FULL_CELLS, 1, "9♠: no red 10 is available, no column is empty and no free cell is left."),
        (f"2C KS, {FULL}", FULL_CELLS, 1, "K♠: no column is empty and no free cell is left."),
        (f"KS 9S 8D, {FULL}", "", 2, "9♠: no red 10 is available and no column is empty."),
        (
            "9S 8D, KD, KH, KC, QC, QD, QH",
            "2S 3S 4S",
            2,
            "9♠: no red 10 is available and moving a whole column to an empty one changes nothing.",
        ),
        (RUN, "2S 3S 4S", 3, "9♠: 3 cards would have to move at once, but only 2 can."),
        (RUN, FULL_CELLS, 1, "7♣: 3 cards would have to move at once, but only 1 card can."),
        (RUN, FULL_CELLS, 2, "8♦: no black 9 is available and no column is empty."),
        (
            "2C 9S 8D, , KH, KC, QC, QD, QH, QS",
            FULL_CELLS,
            2,
            "9♠: 2 cards would have to move at once, but only 1 card can.",
        ),
    ],
)
def test_cards_without_a_place_stay_where_they_are_and_the_player_hears_why(
    columns: str, cells: str, depth: int, sentence: str
) -> None:
    session = shown(table(columns, cells=cells))
    session.point_at(pile("1"), depth)
    session.use_cursor()
    assert said(session) == sentence.replace(":", " has nowhere to go:")
    assert session.message is not None
    assert session.message.severity is Severity.REFUSAL
    assert (session.selection, session.cursor) == (None, Cursor(pile("1"), depth))
    assert not session.game.turns


def test_why_there_is_no_place_is_said_in_the_words_of_the_variant() -> None:
    forecell, seahaven = find_variant("forecell"), find_variant("seahaven-towers")
    kings = "no red 10 is available, an empty column takes only kings and no free cell is left"
    too_many = "2 cards would have to move at once, but only 1 card can"
    for variant, columns, letter, depth, reason in (
        (forecell, "KS 9S, , KH", "1", 1, kings),
        (seahaven, f"KS, {FULL}, JC, JD", "a", 1, "no 3♠ is available and no column is empty"),
        (seahaven, "9C KS QS, , KH", "1", 2, too_many),
    ):
        session = shown(table(columns, variant, cells=FULL_CELLS))
        session.point_at(pile(letter), depth)
        session.use_cursor()
        assert said(session).partition(" has nowhere to go: ")[2] == f"{reason}."


def test_an_ace_that_may_only_go_home_says_so() -> None:
    variant = FREECELL.with_house_rules(cards_come_back=True, aces_only_home=True)
    board = replace(small_table("KS", variant), foundations=(1, 0, 0, 0))
    session = shown(at_table(board, variant))
    session.point_at(FOUNDATIONS[Suit.CLUBS])
    session.use_cursor()
    assert said(session) == "A♣ can only go home: a house rule."


def test_refused_cards_stay_lifted_by_cursor_and_go_back_by_keys_and_by_dragging() -> None:
    typed = Session(Game.new(1))
    for letter in "26":
        typed.type_pile(pile(letter))
    assert (typed.selection, bool(said(typed))) == (None, True)
    for letter in "3a":
        typed.type_pile(pile(letter))
    assert (last_word(typed), typed.selection) == ("3a", None), "the next pair is read as one"
    chosen, dragged = Session(Game.new(1)), Session(Game.new(1))
    for session, put in ((chosen, chosen.choose), (dragged, dragged.drop_or_put_back)):
        session.choose(pile("2"))
        put(pile("6"))
        assert (session.selection is not None) == said(session).endswith("Still lifted.") == (session is chosen)


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
