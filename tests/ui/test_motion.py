"""Cards that fly: every card is somewhere at every moment, the game never waits for one, and a win is celebrated."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, Board, Game, Move, Variant, legal_moves, play
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import AnimationSpeed
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.motion import DURATION_SCALES, Flights, dealing, flights_between
from freecell_tui.ui.drawing.painter import Painter
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.screens.celebration import CelebrationScreen, Flourish
from support.solutions import STANDARD
from support.strategies import cards_on, deal_numbers, variants
from support.ui_driver import NO_VERDICT, Seat, after, seated

SIZES = ((40, 16), (80, 24), (120, 40))


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """A new game, whose cards fly by the test's clock."""
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        seat.let_cards_fly()
        yield seat


def turns(variant: Variant, number: int, choices: bytes) -> list[Game]:
    games = [Game.new(number, variant)]
    for choice in choices:
        moves = list(legal_moves(games[-1].board, variant))
        if not moves:
            break
        games.append(games[-1].play(moves[choice % len(moves)], finish=True))
    return games


@given(
    variant=variants(),
    number=deal_numbers(),
    choices=st.binary(min_size=1, max_size=12),
    size=st.sampled_from(SIZES),
    back=st.booleans(),
)
def test_every_card_is_on_the_table_or_in_the_air_at_every_moment(
    *, variant: Variant, number: int, choices: bytes, size: tuple[int, int], back: bool
) -> None:
    for before, now in pairwise(turns(variant, number, choices)):
        start, end = (now, now.undo()) if back else (before, now)
        flights = flights_between(start, end, Layout(*size, variant), dragged=False)
        assert flights is not None
        for part in range(5):
            board, flying = flights.frame_at(flights.seconds * part / 4)
            assert sorted([*cards_on(board), *(card for card, _ in flying)]) == cards_on(end.board)
            assert all(0 <= x < size[0] and 0 <= y < size[1] for _, (x, y, *_) in flying)
        assert flights.frame_at(flights.seconds) == (end.board, ())


def between(before: Game, now: Game, *, dragged: bool = False) -> Flights | None:
    return flights_between(before, now, Layout(80, 24, FREECELL), dragged=dragged)


def test_only_a_turn_forth_or_back_is_shown_as_flights(subtests: pytest.Subtests) -> None:
    game = after(1, 10)
    before = game.undo()
    # One turn on, but of another game.
    other = before.play(next(move for move in legal_moves(before.board, FREECELL) if move != game.turns[9].move))
    for one, two in ((game, before), (before, game), (before, other)):
        with subtests.test(one=one, two=two):
            assert between(one, two) is not None
    further = other.play(next(iter(legal_moves(other.board, FREECELL))))
    for two in (game, Game.new(2), game.restart(), further, before.undo()):
        with subtests.test(two=two):
            assert between(game, two) is None
    assert between(before.undo(), game) is None


def test_cards_that_were_dragged_are_there_already_and_the_rest_follows() -> None:
    games = [after(1, moves) for moves in range(1, 40)]
    game = next(game for game in games if game.turns[-1].autoplay)
    flights = between(game.undo(), game, dragged=True)
    assert flights is not None
    _, flying = flights.frame_at(0.0)
    turn = game.turns[-1]
    assert turn.move is not None
    dropped = play(game.boards[-2], turn.move, FREECELL)
    assert [card for card, _ in flying] == [dropped.cards(turn.autoplay[0].source)[-1]]
    alone = next(game for game in games if not game.turns[-1].autoplay)
    assert between(alone.undo(), alone, dragged=True) is None


def runs_show(seat: Seat) -> bool:
    return isinstance(seat.screen, CelebrationScreen) and seat.screen.flourish is not None


def end_landing(seat: Seat) -> None:
    """Let time pass until the last card of a win has landed, and the show runs."""
    while not runs_show(seat):
        seat.stall(1)
        assert seat.clock.now < 20


def test_many_keys_at_once_are_played_without_a_flight_between(seat: Seat) -> None:
    seat.press(*"3au3a5b")
    assert seat.session.game.moves_made == 2
    seat.draw()
    assert not seat.table.motion.is_running


def test_nothing_flies_where_the_player_wants_none_and_the_question_after_a_win_comes_at_once(tmp_path: Path) -> None:
    game, last = nearly_won()
    with seated(tmp_path, game, settings=replace(NO_VERDICT, animation=AnimationSpeed.OFF)) as seat:
        seat.let_cards_fly()
        assert seat.table.motion.duration_scale == DURATION_SCALES[AnimationSpeed.OFF] == 0
        seat.press("u")
        seat.draw()
        assert not seat.table.motion.is_running
        seat.press("r", *last)
        seat.later(0)
        assert seat.dialog is not None


def flourish(deal: int = 1, size: tuple[int, int] = (80, 24), *, colour: bool = True) -> Flourish:
    """The show after a win, drawn in ASCII without colours."""
    painter = Painter(Layout(*size, FREECELL), UNICODE if colour else ASCII.for_one_colour())
    return Flourish(painter, Board(((),) * 8, (None,) * 4, (13, 13, 13, 13)), deal)


@pytest.mark.slow
@settings(max_examples=10)
@given(size=st.sampled_from(SIZES), colour=st.booleans(), deal=st.integers(1, 32000))
def test_the_flourish_ends_with_every_card_gone_and_stays_on_the_felt(
    *, size: tuple[int, int], colour: bool, deal: int
) -> None:
    show = flourish(deal, size, colour=colour)
    before = list(rows_of(show.surface))
    seconds = 0.0
    while not show.is_over:
        seconds += 0.5
        show.advance(seconds)
        assert seconds < 60
    now = list(rows_of(show.surface))
    assert now != before
    assert (now[0], now[-1]) == (before[0], before[-1])


def rows_of(surface: Surface) -> list[str]:
    return ["".join(row) for row in surface.chars]


def test_each_deal_has_its_own_flourish_and_always_the_same() -> None:
    shows = [flourish(deal) for deal in (1, 1, 2)]
    for show in shows:
        show.advance(4.0)
    one, again, other = (rows_of(show.surface) for show in shows)
    assert one == again != other


def nearly_won() -> tuple[Game, str]:
    words = STANDARD[1].split()
    games = [Game.new(1)]
    for word in words:
        games.append(games[-1].play(Move.parse(word), finish=True))
        if games[-1].is_won:
            break
    return games[-2], words[len(games) - 2]


@pytest.fixture
def winning(tmp_path: Path) -> Iterator[Seat]:
    """A game whose last move has just been made."""
    game, last = nearly_won()
    with seated(tmp_path, game, settings=NO_VERDICT) as seat:
        seat.let_cards_fly()
        seat.press(*last)
        yield seat


def test_the_summary_of_a_win_takes_no_key_and_no_click_for_a_second_nor_keeps_one_for_later(winning: Seat) -> None:
    end_landing(winning)
    winning.give("n", "n", " ", "enter", "u", ("mouse press", 1, 40, 16))
    summary = winning.dialog
    assert summary is not None
    winning.later(0.9)
    winning.press("n", "enter", "esc", "q", "m", "?")
    winning.click(winning.place_of("new game"))
    winning.paste("3a")
    assert "Enter choose" in winning.picture.text[-1]
    assert winning.app.render(winning.size, focus=True).cursor is None
    winning.later(0.2)
    assert winning.app.render(winning.size, focus=True).cursor is not None
    assert winning.dialog is summary
    assert winning.session.game.is_won
    winning.press("n")
    assert winning.dialog is None
    assert winning.session.game.deal != 1


def test_a_click_ends_the_celebration_and_moving_the_mouse_does_not(winning: Seat) -> None:
    end_landing(winning)
    winning.mouse("mouse drag", 1, (3, 3))
    assert runs_show(winning)
    winning.mouse("mouse press", 1, (3, 3))
    assert not runs_show(winning)
    assert winning.dialog is not None


def test_who_looks_at_the_table_after_a_win_is_not_told_that_any_key_goes_on(winning: Seat) -> None:
    assert "Press any key." in winning.text
    winning.press("esc")
    winning.later(1)
    winning.press("esc")
    assert winning.dialog is None
    assert "Press any key." not in winning.text


def test_another_game_on_the_table_ends_the_celebration(winning: Seat) -> None:
    end_landing(winning)
    # A deal that can be won has been found, for which the player had asked before.
    winning.controller.play(SavedGame(Game.new(617)))
    assert not runs_show(winning)
    winning.later(1)
    assert winning.dialog is None
    winning.press("3")
    assert winning.dialog is None
    assert winning.session.selection is not None


@given(variant=variants(), number=deal_numbers(), size=st.sampled_from(SIZES), part=st.floats(0, 1))
def test_as_a_game_is_dealt_no_card_is_there_twice_and_at_the_end_all_are(
    *, variant: Variant, number: int, size: tuple[int, int], part: float
) -> None:
    board = Game.new(number, variant).board
    deal = dealing(board, Layout(*size, variant))
    assert deal.seconds == pytest.approx(0.35)
    there, flying = deal.frame_at(deal.seconds * part)
    cards = [*cards_on(there), *(card for card, _ in flying)]
    assert len(cards) == len(set(cards))
    assert all(whole[: len(dealt)] == dealt for dealt, whole in zip(there.columns, board.columns, strict=True))
    assert all(0 <= x < size[0] and 0 <= y < size[1] for _, (x, y, *_) in flying)
    assert deal.frame_at(deal.seconds * 1.01) == (board, ())


def test_a_game_that_is_resumed_lies_there_at_once(seat: Seat) -> None:
    seat.controller.play(SavedGame(after(617, 5)))
    seat.draw()
    assert not seat.table.motion.is_running
