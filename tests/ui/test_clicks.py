"""A click is judged by what is there when it comes, not by the last picture: keys may have changed that meanwhile."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournaments import TournamentStore
from freecell_tui.ui.stack import Opened
from support.factories import game_id
from support.histories import past, write_past
from support.stored_games import keep, record_of
from support.ui_driver import DIALOGS, NO_VERDICT, Seat, after, seated

SIZES = ((80, 24), (120, 40))
TOURNAMENT = Tournament("Cup", (1, 2, 3))
# Without those that ask the solver at the table.
KEYS = ("enter", "esc", " ", "tab", "up", "down", "left", "right", "home", "end", "page up", "page down", "delete")
KEYS += ("backspace", *"123456789xeunqsr/#BM")
SCREENS = (
    *((screen, "") for screen in DIALOGS),
    ("tournaments", TOURNAMENT.key),
    ("deal-number", ""),
    ("note", ""),
    ("pause", ""),
    ("lesson", ""),
    ("title", ""),
)


pytestmark = pytest.mark.usefixtures("still")


@pytest.fixture(scope="module")
def belongings() -> Iterator[Path]:
    """What a player has: finished and unfinished games, and a tournament."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_past(folder, past(20))
        store = SaveStore(folder)
        keep(store, record_of(10, "3a"))
        TournamentStore(store).begin(TOURNAMENT)
        yield folder


@contextmanager
def with_bookmarks(folder: Path, size: tuple[int, int] = (120, 40)) -> Iterator[Seat]:
    """A player in the middle of a game, before two bookmarks."""
    with seated(folder, SavedGame(after(1, 12), id=game_id(1)), settings=NO_VERDICT, size=size) as seat:
        seat.press("B", "enter", "u", "u", "B", "enter", "u")
        yield seat


def click(x: int, y: int, button: int = 1) -> tuple[tuple[str, int, int, int], ...]:
    return ("mouse press", button, x, y), ("mouse release", 0, x, y)


@pytest.mark.parametrize("at", [(5, 5), (90, 20)])
def test_a_click_that_comes_with_the_removal_of_the_last_bookmark_opens_none(
    at: tuple[int, int], tmp_path: Path
) -> None:
    with seated(tmp_path, after(1, 12), settings=NO_VERDICT, size=(120, 40)) as seat:
        seat.press("B", "enter", "M")
        seat.draw()
        seat.give("x", *click(*at))
        assert "Bookmark 1 was removed; u restores it." in seat.text


def test_a_bookmark_that_comes_back_replaces_none_that_was_set_since(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 12), settings=NO_VERDICT, size=(120, 40)) as seat:
        seat.press("B", *"Old", "enter", "M", "x", "B", *"New", "enter")
        seat.press("u")
        assert "“Old” was restored as bookmark 2." in seat.text
        assert [(each.number, each.name) for each in seat.session.bookmarks] == [(1, "New"), (2, "Old")]


def test_a_click_that_comes_with_a_removal_opens_what_is_in_that_row_now(tmp_path: Path) -> None:
    with with_bookmarks(tmp_path) as seat:
        seat.press("M")
        seat.draw()
        first = seat.place_of("Bookmark 1")
        seat.give("home", "x", *click(*first))
        assert seat.dialog is None
        assert [each.place for each in seat.session.bookmarks] == [seat.session.game.place]


def test_a_click_that_comes_with_the_key_of_a_list_chooses_in_that_list(tmp_path: Path) -> None:
    with with_bookmarks(tmp_path) as seat:
        seat.press("M")
        second = seat.place_of("Bookmark 2")
        seat.press("esc")
        seat.draw()
        seat.give("M", *click(*second), *click(*second))
        assert seat.session.game.place == list(seat.session.bookmarks)[1].place


EVENTS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(KEYS)),
        st.integers(1, 4).map(lambda times: ("x", "x") * times),
        st.builds(click, st.integers(0, 119), st.integers(0, 39), st.sampled_from((1, 1, 1, 3, 4, 5))),
    ),
    min_size=1,
    max_size=12,
).map(lambda found: tuple(chain.from_iterable(found)))


@pytest.mark.slow
@pytest.mark.parametrize(("screen", "about"), SCREENS)
@given(size=st.sampled_from(SIZES), writes=st.lists(EVENTS, min_size=1, max_size=4))
@settings(max_examples=6, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_no_keys_and_clicks_in_one_write_stop_the_program(
    screen: Opened, about: str, belongings: Path, size: tuple[int, int], writes: list[tuple[Any, ...]]
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(shutil.copytree(belongings, name, dirs_exist_ok=True))
        with with_bookmarks(folder, size) as seat:
            seat.open(screen, about)
            seat.later(0.5)
            for events in writes:
                if not seat.has_left:
                    seat.give(*events)
                    seat.later(0.1)
            assert seat.has_left or seat.text.strip()
