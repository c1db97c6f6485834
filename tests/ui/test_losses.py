"""The moment of losing: told once on the free felt, closed by any move, and nothing where verdicts are hidden."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.controller.advice.analysis import Loss
from freecell_tui.controller.features import tournaments
from freecell_tui.engine import Game, Move
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.settings import AnimationSpeed, Settings
from support.positions import at_the_fork
from support.table_scenes import know_moves
from support.tasks import outcome_of
from support.ui_driver import NO_VERDICT, Seat, after, seated

STILL = Settings(animation=AnimationSpeed.OFF)
TOLD = "Move 11 lost it: 6♥ from column 4 onto 7♠ in column 8."


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """A player one move before a dead end, whose moves are all judged."""
    with seated(tmp_path, at_the_fork().play(Move.parse("8d")), settings=STILL, size=(120, 40)) as seat:
        know_moves(seat)
        seat.draw()
        yield seat


def is_told(seat: Seat) -> bool:
    seat.draw()
    return "back to it" in seat.text


def test_a_dead_end_is_told_once_with_the_losing_move_and_closed_by_escape(seat: Seat) -> None:
    assert not is_told(seat)
    seat.press("4", "8")
    assert is_told(seat)
    text = " ".join(seat.text.split())
    assert all(part in text for part in ("No useful move is left.", "U back to it", "L review", "R again", "Esc close"))
    assert "undo, or restart" not in text
    seat.press("esc")
    assert seat.dialog is None
    assert not is_told(seat)
    assert "No useful move is left: undo, or restart." in seat.text
    seat.press("esc")
    assert seat.dialog is not None  # the menu
    seat.press("esc", "u", "4", "8")
    assert seat.session.is_stuck
    assert not is_told(seat)


def test_what_is_typed_while_it_opens_is_done(seat: Seat, subtests: pytest.Subtests) -> None:
    seat.press("4", "8")
    assert is_told(seat)
    for key, wanted in (("u", 10), ("r", 11), ("R", 0)):
        with subtests.test(key=key):
            seat.controller.table.loss = seat.controller.advisor.loss
            seat.press(key)
            assert seat.dialog is None
            assert seat.session.game.moves_made == wanted
            assert not is_told(seat)


def test_for_a_screen_reader_it_is_a_sentence_in_the_bar(tmp_path: Path) -> None:
    with seated(tmp_path, at_the_fork().play(Move.parse("8d")), settings=Settings(screen_reader=True)) as seat:
        know_moves(seat)
        seat.press("4", "8")
        assert not is_told(seat)
        assert f"No useful move is left. {TOLD}" in " ".join(seat.text.split())


def test_its_keys_can_be_clicked(seat: Seat) -> None:
    seat.press("4", "8")
    assert is_told(seat)
    seat.click(seat.place_of("again"))
    assert seat.session.game.moves_made == 0


def test_the_losing_move_is_told_when_the_solver_knows_it_and_a_game_taken_up_lost_is_not_told(tmp_path: Path) -> None:
    lost = after(1, 6).play(Move.parse("32"))
    with seated(tmp_path, lost.undo(), settings=STILL) as seat:
        seat.see("● winnable")
        seat.press("r")
        seat.see("This game is lost.")
        assert "Move 7 lost it" in seat.text
    with seated(tmp_path / "again", lost, settings=STILL) as seat:
        seat.see("○ lost")
        seat.later(1)
        assert not is_told(seat)


def test_nothing_is_told_where_verdicts_are_hidden_or_the_rules_of_a_tournament_forbid_them(
    tmp_path: Path, seat: Seat
) -> None:
    seat.press("v", "4", "8")
    assert not is_told(seat)
    assert "No useful move is left: undo, or restart." in seat.text
    blind = Tournament("Blind", (1,), blind=True)
    with seated(tmp_path / "blind", after(1, 0), settings=STILL) as player:
        outcome_of(tournaments.play(player.controller, blind, 1))
        player.press(*"6a6b7b767c678756528d48")
        know_moves(player)
        assert player.session.is_stuck
        assert not is_told(player)
        assert "Move 11" not in player.text


GAMES: Sequence[Game] = [after(1, moves) for moves in range(5, 12)]
losses = st.builds(
    lambda number, is_stuck, ago: Loss(
        GAMES[number], is_stuck=is_stuck, first_lost=GAMES[number].boards[-1 - ago] if ago < number else None
    ),
    st.integers(0, len(GAMES) - 1),
    st.booleans(),
    st.integers(0, 6),
)


@given(st.lists(st.one_of(st.none(), st.just("esc"), losses), max_size=40))
@settings(max_examples=60, deadline=None)
def test_no_loss_is_told_twice_and_each_only_at_its_own_position(
    tmp_path_factory: pytest.TempPathFactory, events: list[Loss | str | None]
) -> None:
    with seated(tmp_path_factory.mktemp("law"), after(1, 3), settings=NO_VERDICT) as seat:
        table, told = seat.controller.table, list[object]()
        for event in events:
            before = table.loss
            if event == "esc":
                assert table.close_loss() == (before is not None)
                assert table.loss is None
                continue
            assert not isinstance(event, str)
            table.note_loss(event)
            assert table.loss is None or table.loss is event
            if table.loss is not None and (before is None or before.game is not table.loss.game):
                told.append(table.loss.game.board if table.loss.is_stuck else table.loss.first_lost)
        assert len(told) == len(set(told))
