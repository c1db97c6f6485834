"""The screens of what a player keeps: statistics, the daily deal and the journeys, by keys and by mouse."""

import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.features.journeys import JourneyProgress
from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.deals import ALL, HARD
from freecell_tui.storage.daily import deal_of, today
from freecell_tui.storage.history import JourneyPosition
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.ui.dialogs.journeys import draw_map, stations_shown
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.surface import Box, Surface
from support.histories import result, write_past
from support.ui_driver import NO_VERDICT, after, by_name, seated

pytestmark = pytest.mark.usefixtures("still")


# How they look


# Statistics


def test_what_is_the_matter_with_the_history_is_said_in_a_sentence(tmp_path: Path, subtests: pytest.Subtests) -> None:
    (tmp_path / "history.sqlite3").mkdir()
    with seated(tmp_path, Game.new(1), size=(52, 24)) as seat:
        for keys in (["S"], ["D"], [*by_name("journeys"), "x", "l", "enter", "up"]):
            with subtests.test(keys=keys):
                seat.press(*keys)
                assert "it cannot be opened" in " ".join(seat.text.replace("│", " ").split())
                seat.press("esc")
                assert seat.dialog is None


# The daily deal


def test_todays_deal_is_dealt_once_and_then_taken_up(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 2), size=(60, 20)) as seat:
        seat.press("D")
        assert f"#{deal_of(today())}" in seat.text
        assert "Not won yet. Streak 0, longest 0." in seat.text
        seat.press("enter", "1", "a", "#", "5", "enter")
        for _ in range(2):
            seat.press("D", "enter")
            assert seat.session.game.variant == FREECELL
            assert (seat.session.game.deal, seat.session.game.moves_made) == (deal_of(today()), 1)
        assert len(SaveStore(tmp_path).unfinished()) == 1


@pytest.fixture
def next_day() -> Iterator[Callable[[], None]]:
    """Let a day pass by a journey of 24 time zones: the clocks of the system stay as they are."""
    with pytest.MonkeyPatch.context() as environment:

        def be_in(zone: str) -> None:
            environment.setenv("TZ", zone)
            time.tzset()

        be_in("West+12")
        yield partial(be_in, "East-12")
    time.tzset()


def test_over_midnight_the_deal_of_the_day_is_another_on_every_screen(
    tmp_path: Path, next_day: Callable[[], None]
) -> None:
    day = today()
    results = [result(number, deal=deal_of(each), day=each.isoformat()) for number, each in enumerate((day,))]
    write_past(tmp_path, results)
    with seated(tmp_path, Game.new(deal_of(day)), settings=NO_VERDICT) as seat:
        assert "Daily deal" in seat.text.partition("\n")[0]
        seat.press("D")
        seat.see("Won.")
        next_day()
        assert today() == day + timedelta(days=1)
        assert f"#{deal_of(today())}" in seat.text
        assert "Not won yet." in seat.text
        assert seat.text.count("[") + seat.text.count("▐") == 1  # the frame of today
        seat.press("left")
        assert f"#{deal_of(day)}" in seat.text
        assert "Won on its day." in seat.text
        seat.press("home", "esc")
        assert "Yesterday’s daily deal" in seat.text.partition("\n")[0]
        seat.press("D", "enter")
        assert seat.session.game.deal == deal_of(today())
        assert "Yesterday" not in seat.text


@pytest.mark.parametrize("deals", [["enter"], ["left", "right", "enter"], [" "]])
def test_a_key_that_comes_right_after_midnight_means_the_new_day(
    tmp_path: Path, next_day: Callable[[], None], deals: list[str]
) -> None:
    with seated(tmp_path, after(1, 2), settings=NO_VERDICT) as seat:
        seat.press("D")
        seat.draw()
        next_day()
        seat.press(*deals)
        assert seat.session.game.deal == deal_of(today())


# Journeys


def test_the_names_of_journeys_are_never_cut(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, Game.new(99)) as seat:
        seat.press(*by_name("journeys"))
        for seat.size in ((40, 16), (60, 20), (69, 24), (80, 24)):
            with subtests.test(size=seat.size):
                assert all(journey.title in seat.text for journey in (ALL, HARD)), seat.size


@given(
    st.integers(36, 150),
    st.integers(2, 12),
    st.sampled_from([0, 1, 15, 16, 17, 11981, 11982, 31999, 32000]),
    st.sampled_from([UNICODE, ASCII]),
)
def test_the_map_of_a_journey_shows_the_player_and_every_deal_of_this_part_once(
    width: int, height: int, here: int, glyphs: Glyphs
) -> None:
    won = frozenset(range(max(here - 3, 1), here)) - {11982}
    progress = JourneyProgress(ALL, JourneyPosition(here), won)
    surface = Surface(width, height, "bar text")
    draw_map(surface, Box(0, 0, width, height), progress, glyphs)
    rows = ["".join(row) for row in surface.chars]
    deals = {ALL.deals[at] for at in stations_shown((width, height), progress)}
    assert progress.next_deal in deals
    road = rows[: 2 * min(height // 2, 3)]
    assert sorted(int(number) for row in road for number in re.findall("[0-9]+", row)) == sorted(deals)
    marks = "".join(road)
    assert marks.count(glyphs.verdicts[0]) == len(won & deals)
    if glyphs is UNICODE:
        assert marks.count(glyphs.verdicts[1]) == len(deals - {progress.next_deal, 11982} - won)
    assert ("a column for" in "".join(rows)) == (height > 8)


# The best of a deal, and what is said of a win


def test_the_best_of_a_deal_stands_beside_the_clock_where_there_is_room(tmp_path: Path) -> None:
    write_past(tmp_path, [result(1, deal=617, seconds=192.0, moves=63)])
    with seated(tmp_path, Game.new(617), settings=NO_VERDICT) as seat:
        assert "best" not in seat.picture.text[0]
        seat.controller.start()
        seat.later(1)
        assert "best 3:12" in seat.picture.text[0]
        seat.size = (120, 40)
        assert "best 3:12, 63 moves" in seat.picture.text[0]
        seat.size = (40, 16)
        assert "best" not in seat.picture.text[0]
        assert " 0:00 " in seat.picture.text[0]
