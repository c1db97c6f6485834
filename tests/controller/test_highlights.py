"""What lights up: a rank, what the foundations need, and related cards."""

from collections.abc import Collection
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from freecell_tui.controller.play.highlights import safe_home_cards
from freecell_tui.controller.play.session import CursorMove, Session
from freecell_tui.engine import (
    FOUNDATIONS,
    FREECELL,
    HOME,
    Autoplay,
    Board,
    Card,
    Move,
    Suit,
    Variant,
    autoplay_moves,
    find_variant,
    refusal,
)
from support.sessions import TWO_PLACES, at_table, pile, press, said, shown, table
from support.strategies import positions, small_table


def faces(cards: Collection[Card]) -> str:
    return " ".join(card.face for card in sorted(cards))


def prompt(session: Session) -> str:
    return session.rank_finder.prompt(session.game.board)


def safe(session: Session) -> frozenset[Card]:
    return session.rank_finder.safe(session.game.board, session.game.variant)


def test_a_rank_is_lit_wherever_its_cards_lie_and_what_is_home_is_told() -> None:
    session = at_table(replace(small_table("7C 9S, 7D", FREECELL, cells="7S"), foundations=(0, 0, 9, 0)))
    session.rank_finder.ask()
    assert prompt(session) == "Find a rank: A 2–9 0 J Q K; Esc clears"
    assert not session.lit
    session.rank_finder.rank = 7
    assert faces(session.lit) == "7♣ 7♦ 7♥ 7♠"
    assert prompt(session) == "Found: every 7, ♥ home; Esc clears"
    session.rank_finder.clear()
    assert not session.lit
    assert not prompt(session)


def test_what_each_foundation_needs_next_is_lit_until_the_next_move(subtests: pytest.Subtests) -> None:
    session = at_table(replace(small_table("KS AH, 3C", FREECELL), foundations=(2, 13, 0, 12)))
    session.toggle_needed()
    assert faces(session.lit) == "A♥ 3♣ K♠"
    assert said(session) == "Next home: 3♣ A♥ K♠. Safe to go now: A♥."
    session.move_cursor(CursorMove.RIGHT)
    assert session.lit
    session.toggle_needed()
    assert not session.lit
    for ends in (Session.cancel_selection, Session.send_all_home, Session.undo, Session.redo, Session.restart):
        with subtests.test(ends=ends):
            session.toggle_needed()
            ends(session)
            assert not session.lit


def test_of_the_cards_that_the_foundations_need_those_are_told_apart_that_can_safely_go_now() -> None:
    # Not all red threes are home, so that one of them may still need the 4♣.
    session = at_table(replace(small_table("9S AH, 4C", FREECELL, cells="3D"), foundations=(3, 2, 0, 3)))
    assert not safe(session)
    session.toggle_needed()
    assert {"A♥", "4♣", "3♦"} <= {card.face for card in session.lit}
    assert faces(safe(session)) == "A♥ 3♦"
    session.rank_finder.rank = 4
    assert not safe(session)
    session.rank_finder.clear()
    session.clear()
    assert not safe(session)


@given(positions())
def test_a_card_that_is_told_to_be_safe_is_one_that_autoplay_would_send_home(where: tuple[Board, Variant]) -> None:
    board, variant = where
    sent = [board.cards(move.source)[-1] for move in islice(autoplay_moves(board, variant, Autoplay.SAFE), 1)]
    safe = safe_home_cards(board, variant)
    assert set(sent) <= set(safe)
    assert bool(sent) == bool(safe)
    for card in safe:
        pile, depth = board.locate(card)
        assert depth == 1
        assert refusal(board, Move(pile, HOME), variant) is None


def test_with_the_cursor_on_a_card_its_rank_and_its_neighbours_in_sequence_are_related() -> None:
    session = shown(table("8C 9D, 7S 8H, TH"))
    press(session, CursorMove.UP)
    assert faces(session.related) == "7♦ 7♥ 8♦ 8♥ 8♠ 9♦ 9♥"
    session.game = replace(session.game, variant=find_variant("bakers-game"))
    assert faces(session.related) == "7♣ 8♦ 8♥ 8♠ 9♣"
    session.game = replace(session.game, boards=(replace(session.game.board, foundations=(0, 8, 0, 0)),))
    assert faces(session.related) == "7♣ 8♥ 8♠ 9♣"


def test_nothing_is_related_while_cards_are_lifted_or_lit_or_no_cursor_is_shown_or_the_player_wants_none(
    subtests: pytest.Subtests,
) -> None:
    session = shown(table(TWO_PLACES))
    session.highlights = False
    assert not session.related
    session.highlights = True
    assert session.related
    for change, back in (
        (session.use_cursor, session.cancel_selection),
        (lambda: setattr(session.rank_finder, "rank", 7), session.rank_finder.clear),
        (lambda: setattr(session, "shows_cursor", False), lambda: setattr(session, "shows_cursor", True)),
        (lambda: session.point_at(pile("a")), lambda: session.point_at(pile("1"))),
        (lambda: session.point_at(FOUNDATIONS[Suit.CLUBS]), lambda: session.point_at(pile("1"))),
    ):
        with subtests.test(change=change):
            change()
            assert not session.related
            back()
            assert session.related


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
