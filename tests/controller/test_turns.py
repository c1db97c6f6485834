"""Undo, redo, restart and autoplay, and what they leave of the selection and the cursor."""

from dataclasses import replace

from freecell_tui.controller.play.session import Cursor, Session
from freecell_tui.engine import FREECELL, HOME, Autoplay, Game, Move
from support.sessions import at_table, pile, said
from support.strategies import small_table


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


def test_once_every_column_runs_down_the_rest_goes_home_by_itself() -> None:
    board = replace(small_table("KS 3H, KD, KH, KC 4H", FREECELL), foundations=(12, 12, 2, 12))
    finishing = at_table(board, autoplay=Autoplay.SAFE)
    finishing.play(Move.parse("1a"))
    assert len(finishing.game.turns[0].autoplay) >= 4
    by_hand = at_table(board, autoplay=Autoplay.NONE)
    by_hand.play(Move.parse("1a"))
    assert by_hand.game.turns[0].autoplay == ()


def test_undo_and_redo_go_over_restarts_and_stop_at_both_ends() -> None:
    session = Session(Game.new(1), undos=4)
    session.undo()
    assert not session.clock.is_running
    session.play(Move.parse("3a"))
    session.restart()
    assert said(session) == "Restarted; this can be undone."
    assert session.game.board == Game.new(1).board
    session.undo()
    assert (session.message, session.game.moves_made) == (None, 1)
    for _ in range(2):
        session.undo()
    assert not session.game.can_undo
    for _ in range(3):
        session.redo()
    assert session.undos == 4
    assert session.game.last_turn is not None
    assert session.game.last_turn.is_restart


def test_a_turn_empties_the_hand_and_puts_the_cursor_on_a_last_card() -> None:
    for turn in (Session.undo, Session.redo, Session.restart):
        session = Session(Game.new(1).play(Move.parse("3a")).play(Move.parse("32")).undo())
        session.choose(pile("5"))
        session.choose(pile("h"))
        session.point_at(pile("4"), 3)
        turn(session)
        assert session.selection is None
        assert session.cursor == Cursor(pile("4"))


def test_going_to_a_position_takes_back_what_came_after_it_and_plays_again_what_came_before() -> None:
    session = Session(Game.new(1))
    for word in ("3a", "5b", "4c"):
        session.play(Move.parse(word))
    played = session.game
    for position, reached in ((1, 1), (3, 3), (3, 3), (-5, 0), (99, 3)):
        session.seek(position)
        assert session.game == played.seek(reached)


def test_a_restart_begins_an_attempt_of_the_players_own_unless_the_deal_was_solved_from_its_start() -> None:
    session = Session(Game.new(1))
    session.play(Move.parse("3a"))
    session.mark_helped()
    assert session.helped
    session.restart()
    assert not session.helped
    assert said(session) == "Restarted; this can be undone. A win from here counts as your own."
    session.undo()
    assert session.helped, "the shown position is on the table again"
    session.redo()
    session.mark_helped()
    session.play(Move.parse("3a"))
    session.restart()
    assert session.helped, "the solution from the deal on is known now"
    assert said(session) == "Restarted; this can be undone. A win still counts as helped."
