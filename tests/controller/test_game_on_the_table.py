"""However a game leaves the table, nothing of it stays: rules, settings, race, notes and clock are the next game's."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from freecell_tui.controller.actions import start_over
from freecell_tui.controller.features import games, tournaments
from freecell_tui.controller.features.race import begin
from freecell_tui.controller.tasks import Promise
from freecell_tui.engine import Move
from freecell_tui.engine.share_code import SharedGame
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics import Best
from support.tasks import outcome_of
from support.ui_driver import NO_VERDICT, Seat, after, by_name, seated

STRICT = Tournament("Strict", (617,), undo=False, hints=False, clock=False, blind=True)


def give_up_and_play_another(seat: Seat) -> None:
    games.give_up(seat.controller)
    seat.press("n")


WAYS: dict[str, Callable[[Seat], object]] = {
    "another game": lambda seat: seat.press(*by_name("next-deal")),
    "the same deal": lambda seat: start_over(seat.controller),
    "a saved game": lambda seat: seat.controller.play(SavedGame(after(1, 5))),
    "a race": lambda seat: begin(seat.controller, SharedGame(after(617, 59), 60)),
    "its deletion": lambda seat: seat.press("l", "x", "y"),
    "giving up and another game": give_up_and_play_another,
}


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path, after(1, 0), settings=NO_VERDICT, size=(120, 40)) as seat:
        outcome_of(tournaments.play(seat.controller, STRICT, 617))
        seat.session.play(Move.parse("3a"))
        seat.draw()
        yield seat


@pytest.mark.parametrize("way", WAYS)
def test_nothing_of_a_game_stays_when_another_is_on_the_table(seat: Seat, way: str) -> None:
    before, own = seat.controller.table, seat.controller.settings
    assert before.contest is not None
    assert not own.clock
    assert "0:00" not in seat.text
    before.win_notes, before.best = ("A note.",), Best(2.0, 1)
    before.session.clock.start()
    WAYS[way](seat)
    table, settings = seat.controller.table, seat.controller.settings
    assert table is not before
    assert table.contest is None
    assert (settings.clock, settings.hints) == (True, True)
    assert (table.race is not None) == (way == "a race")
    assert (table.win_notes, table.best) == ((), None)
    assert not before.session.clock.is_running
    seat.press("esc")
    assert "0:00" in seat.text


@pytest.mark.parametrize("way", WAYS)
def test_what_waits_for_a_game_ends_with_it(seat: Seat, way: str) -> None:
    told: list[str] = []

    async def wait() -> None:
        try:
            await Promise[None]()
        finally:
            told.append("ended")

    seat.controller.table.scope.start(wait())
    WAYS[way](seat)
    assert told == ["ended"]
