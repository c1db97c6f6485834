"""Every list with a chosen row obeys the same keys, wheel and clicks, shows its place, and fits every window."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from freecell_tui.controller.features.journeys import JourneyProgress
from freecell_tui.engine import Bookmark, Game
from freecell_tui.engine.deals import HARD
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.history import JourneyPosition
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournaments import TournamentStore
from freecell_tui.ui.dialogs.journeys import NotWonScreen
from freecell_tui.ui.dialogs.statistics import StatisticsScreen
from freecell_tui.ui.dialogs.variants import VariantChooser
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.widgets.rows import RowList, Rows
from support.factories import game_id
from support.histories import result, write_past
from support.stored_games import keep, record_of
from support.ui_driver import NO_VERDICT, Point, Seat, after, by_name, seated

SIZES = [(40, 16), (80, 24), (120, 40)]
MANY = Tournament("A long one", tuple(range(1, 101)))


class Listed(NamedTuple):
    """A list: how it is opened, and whether Enter leads from it to something else."""

    open: Callable[[Seat], None]
    leads_on: bool = True


def open_tournaments(seat: Seat) -> None:
    for number in range(70):
        TournamentStore(seat.controller.store).begin(Tournament(f"Number {number}", (1, 2, number + 3)))
    seat.open("tournaments")


def open_standings(seat: Seat) -> None:
    TournamentStore(seat.controller.store).begin(MANY)
    seat.open("tournaments", MANY.key)


def open_games(seat: Seat) -> None:
    for deal in range(1, 41):
        keep(seat.controller.store, replace(record_of(1, "3a"), id=game_id(deal)))
    seat.open("games")


def open_bookmarks(seat: Seat) -> None:
    game = after(617, 59)
    seat.controller.put_on_table(SavedGame(game))
    for position in range(len(game.boards)):
        bookmark = Bookmark(position + 1, game.seek(position).place)
        seat.session.bookmarks = seat.session.bookmarks.add(bookmark)
    seat.open("bookmarks")


def open_settings(seat: Seat) -> None:
    seat.open("settings")


def open_keys(seat: Seat) -> None:
    seat.open("settings")
    seat.press("end", "enter")


def open_help(seat: Seat) -> None:
    seat.open("help")


def open_not_won(seat: Seat) -> None:
    seat.press(*by_name("journeys"), "l")


def open_deals(seat: Seat) -> None:
    write_past(seat.controller.store.folder, [result(number, deal=number) for number in range(1, 131)])
    seat.press("S", "3")


LISTS = {
    "deals": Listed(open_deals),
    "tournaments": Listed(open_tournaments),
    "standings": Listed(open_standings),
    "games": Listed(open_games),
    "bookmarks": Listed(open_bookmarks),
    "not won": Listed(open_not_won),
    "settings": Listed(open_settings, leads_on=False),
    "keys": Listed(open_keys, leads_on=False),
    "help": Listed(open_help),
}


@contextmanager
def opened(
    folder: Path, name: str, size: Point = (80, 24), glyphs: Glyphs = UNICODE
) -> Iterator[tuple[Seat, RowList[Any]]]:
    """A list of more items than any window has rows for, at its first one."""
    with seated(folder, after(617, 3), size=size, glyphs=glyphs, settings=NO_VERDICT) as seat:
        LISTS[name].open(seat)
        seat.draw()
        seat.press("home")
        yield seat, list_of(seat)


def list_of(seat: Seat) -> RowList[Any]:
    assert isinstance(seat.dialog, Rows | StatisticsScreen | VariantChooser)
    return seat.dialog


def cursor(seat: Seat) -> Point:
    """Where the terminal's cursor stands, which is on the chosen row unless words can be typed; then where that is."""
    found: Point | None = seat.app.render(seat.size).cursor
    assert found is not None
    if isinstance(seat.dialog, Rows) and seat.dialog.filter_label:
        chosen = [y for y, row in enumerate(seat.picture.rows) if row[found[0]][1].startswith("chosen ")]
        found = found[0], chosen[-1]
    assert seat.picture.rows[found[1]][found[0]][1].startswith("chosen ")
    return found


@pytest.mark.parametrize("name", LISTS)
def test_keys_wheel_and_clicks_walk_through_every_list_and_the_chosen_row_shows_in_every_window(
    name: str,
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    keys = ("home", "up", "down", "down", "up", "page down", "page up", "page up", "end", "down", "page down")
    with opened(tmp_path, name, glyphs=ASCII) as (seat, rows):
        last, shown = len(rows.items) - 1, seat.dialog
        for seat.size in (SIZES[0], SIZES[-1]):
            with subtests.test(size=seat.size):
                seen = []
                for key in keys:
                    seat.press(key)
                    cursor(seat)
                    seen.append(rows.chosen_index)
                    assert seat.picture.widths == {seat.size[0]}
                step, page = seen[2], seen[5] - seen[4]
                assert seen[:5] == [0, 0, step, 2 * step, step]
                assert page > step
                assert seen[5:] == [step + page, step, 0, last, last, last]
                assert seat.text.isascii()
                seat.press("home")
                seat.mouse("mouse press", 5, cursor(seat))
                assert rows.chosen_index == step
                seat.mouse("mouse press", 4, cursor(seat))
                assert rows.chosen_index == 0
        for key in ("page down", "end"):
            with subtests.test(key=key):
                seat.press(key)
                at = rows.chosen_index
                for seat.size in SIZES:
                    cursor(seat)
                    assert rows.chosen_index == at
        seat.press("home")
        seat.draw()
        seat.press("down")
        there, at = cursor(seat), rows.chosen_index
        seat.press("up")
        seat.click(there)
        assert (rows.chosen_index, cursor(seat), seat.dialog) == (at, there, shown)
        seat.click(there)
        seat.draw()
        assert (seat.dialog is not shown) == LISTS[name].leads_on


def test_keys_the_wheel_and_clicks_walk_through_a_short_list_too(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, after(617, 3), settings=NO_VERDICT) as seat:
        for request in ("variants", "journeys"):
            with subtests.test(request=request):
                seat.open(request)
                rows = list_of(seat)
                last = len(rows.items) - 1
                for seat.size in SIZES:
                    for key, at in (
                        ("home", 0),
                        ("down", 1),
                        ("up", 0),
                        ("end", last),
                        ("page down", last),
                        ("home", 0),
                    ):
                        seat.press(key)
                        there = cursor(seat)
                        assert rows.chosen_index == at
                    seat.mouse("mouse press", 5, there)
                    assert rows.chosen_index == 1
                    below = cursor(seat)
                    seat.mouse("mouse press", 4, below)
                    assert rows.chosen_index == 0
                    seat.click(below)
                    assert rows.chosen_index == 1
                seat.app.show_table()


@pytest.mark.parametrize("name", LISTS)
def test_the_scroll_bar_of_every_list_shows_the_place_and_a_click_on_it_goes_there(name: str, tmp_path: Path) -> None:
    with opened(tmp_path, name, (80, 24)) as (seat, rows):
        thumb, rail = UNICODE.cursor_frame[-1], UNICODE.frame[-1]
        x, top = next(
            (x, y)
            for y, row in enumerate(seat.picture.rows)
            for x, cell in enumerate(row)
            if cell == (thumb, "bar title")
        )
        bottom = max(y for y, row in enumerate(seat.picture.rows) if row[x] == (rail, "bar quiet"))
        seat.click((x, bottom))
        cursor(seat)
        assert rows.chosen_index == len(rows.items) - 1
        assert seat.picture.rows[top][x] == (rail, "bar quiet")
        assert seat.picture.rows[bottom][x] == (thumb, "bar title")
        seat.click((x, top))
        assert rows.chosen_index == 0


def with_no_bookmark(seat: Seat) -> None:
    seat.press("B", "enter", "M", "x", "e")


def with_every_deal_won(seat: Seat) -> None:
    progress = JourneyProgress(HARD, JourneyPosition(), frozenset(HARD.deals))
    seat.app.push(NotWonScreen(seat.app, progress))


@pytest.mark.parametrize(
    ("make_empty", "said", "next_one"),
    [
        (lambda seat: seat.press("l"), "No unfinished games. A game that you leave is kept here.", "deal by number"),
        (with_no_bookmark, "No bookmarks yet. A bookmark leads back to a position.", "map of the game"),
        (with_every_deal_won, "Every deal of this journey is won.", "daily deal"),
        (lambda seat: seat.press("S"), "No finished games yet.", "deal by number"),
    ],
)
def test_an_empty_list_is_small_and_says_what_can_be_done_next(
    make_empty: Callable[[Seat], None],
    said: str,
    next_one: str,
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    with seated(tmp_path, Game.new(1), size=SIZES[0], settings=NO_VERDICT) as seat:
        make_empty(seat)
        seat.see(said.rsplit(maxsplit=1)[-1])
        shown = seat.dialog
        for seat.size in SIZES:
            with subtests.test(size=seat.size):
                assert said in " ".join(" ".join(row.strip(" │") for row in seat.picture.text).split())
                seat.press("end", "home", "down", "up")
        place = seat.place_of(next_one)
        for _ in range(2):
            assert seat.dialog is shown
            seat.click(place)
        assert seat.dialog is not shown
