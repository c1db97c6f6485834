"""The screens of what a player keeps: statistics, the daily deal and the journeys, by keys and by mouse."""

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.features.daily import today
from freecell_tui.controller.features.journeys import JourneyProgress
from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.deals import ALL, HARD
from freecell_tui.storage.history import JourneyPosition
from freecell_tui.storage.results import Result, deal_of
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.ui.dialogs.journeys import draw_map, stations_shown
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface
from support.factories import won_game
from support.histories import result, write_past
from support.ui_driver import NO_VERDICT, Seat, after, by_name, seated

pytestmark = pytest.mark.usefixtures("still")


# How they look


# Statistics


def deals_shown(seat: Seat) -> list[int]:
    """The numbers in the table of deals."""
    words = (word for row in seat.picture.text[1:] for word in row.split() if word.startswith("#"))
    return [int(word[1:]) for word in words if word[1:].lstrip("-").isdigit()]


RESULTS = [
    result(1, deal=30, seconds=300.0, moves=80, day="2026-11-18"),
    result(2, deal=20, seconds=100.0, moves=90, day="2026-11-19"),
    result(3, deal=20, seconds=200.0, moves=95, day="2026-11-19"),
    result(4, deal=10, is_won=False, day="2026-11-20"),
]
ORDERS = {
    "played": [10, 20, 30],
    "deal": [10, 20, 30],
    "time": [20, 30, 10],
    "moves": [30, 20, 10],
    "wins": [20, 30, 10],
}


def test_a_large_window_shows_the_deal_that_is_chosen_and_few_games_do_not_fill_it(tmp_path: Path) -> None:
    write_past(tmp_path, [result(number, deal=number) for number in range(1, 20)])
    for games, is_large in ((19, False), (20, True)):
        if is_large:
            write_past(tmp_path, [result(games, deal=games)])
        with seated(tmp_path, Game.new(1), size=(160, 50)) as seat:
            seat.press("S", "3")
            assert ("FreeCell #" in seat.text.partition("Statistics")[2]) == is_large
            if is_large:
                chosen = deals_shown(seat)[0]
                assert f"FreeCell #{chosen}" in seat.text
                seat.press("down")
                assert f"FreeCell #{chosen}" not in seat.text.partition("Statistics")[2]


def test_deals_are_sorted_by_a_key_or_a_click_on_the_head_and_the_other_way_round_by_a_second(tmp_path: Path) -> None:
    write_past(tmp_path, RESULTS)
    with seated(tmp_path, Game.new(1)) as seat:
        seat.press("S", "3")
        for by in ("played", "deal", "wins", "time", "moves", "played"):
            for expected in (ORDERS[by], ORDERS[by][::-1]):
                assert deals_shown(seat) == expected, by
                seat.press("s")
        head = seat.place_of(" wins ")[1]
        for by in ("played", "deal", "wins", "time", "moves"):
            for expected in (ORDERS[by], ORDERS[by][::-1]):
                seat.click((seat.picture.text[head].index(by), head))
                assert deals_shown(seat) == expected, by


def test_what_is_the_matter_with_the_history_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "history.sqlite3").mkdir()
    with seated(tmp_path, Game.new(1), size=(52, 24)) as seat:
        for keys in (["S"], ["D"], [*by_name("journeys"), "x", "l", "enter", "up"]):
            seat.press(*keys)
            assert "it cannot be opened" in " ".join(seat.text.replace("│", " ").split())
            seat.press("esc")
            assert seat.dialog is None


# The daily deal


def test_todays_deal_is_dealt_once_and_then_taken_up(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 2), size=(60, 20)) as seat:
        seat.press("D")
        assert f"#{deal_of(today())}" in seat.text
        assert "Not won yet. Streak 0, best 0." in seat.text
        seat.press("enter", "1", "a", "#", "5", "enter")
        for _ in range(2):
            seat.press("D", "enter")
            assert seat.session.game.variant == FREECELL
            assert (seat.session.game.deal, seat.session.game.moves_made) == (deal_of(today()), 1)
        assert len(SaveStore(tmp_path).unfinished()) == 1


def test_the_deal_of_any_past_day_is_played_but_not_for_the_streak(tmp_path: Path) -> None:
    past = today() - timedelta(days=40)
    with seated(tmp_path, Game.new(1), size=(60, 20)) as seat:
        seat.press("D", "right", *["up"] * 5, *["left"] * 5)
        seat.see("Not played yet.")
        assert f"#{deal_of(past)}" in seat.text
        assert "Does not count for the streak." in seat.text
        seat.press("enter")
        assert seat.session.game.deal == deal_of(past)
        seat.press("1", "a", "#", "5", "enter", "D", "page up", "home", *["up"] * 5, *["left"] * 5)
        seat.see("Its unfinished game is kept.")
        write_past(tmp_path, [result(1, deal=deal_of(past), day=today().isoformat())])
        seat.press("esc", "D", *["up"] * 5, *["left"] * 5)
        seat.see("Won, but not on its day.")
        assert "Streak 0" in seat.text


# Journeys


def test_the_names_of_journeys_are_never_cut(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(99)) as seat:
        seat.press(*by_name("journeys"))
        for seat.size in ((40, 16), (60, 20), (69, 24), (80, 24)):
            assert all(journey.title in seat.text for journey in (ALL, HARD)), seat.size


@given(
    st.integers(20, 150),
    st.integers(1, 7),
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
    marks = "".join(map("".join, surface.chars))
    deals = {ALL.deals[at] for at in stations_shown((width, height), progress)}
    assert progress.next_deal in deals
    there, room = progress.next_deal, 7 if width >= 90 else 3
    assert there is not None
    arrows = sum(marks.count(arrow) for arrow in glyphs.arrows)
    assert arrows == (len(str(there)) > room)
    numbered = {deal for deal in deals if deal % 10 == 0 and len(str(deal)) <= room and abs(deal - there) > 1}
    assert all(str(deal) in marks for deal in numbered | ({there} if not arrows else set()))
    assert marks.count(glyphs.verdicts[0]) == len(won & deals - numbered)
    if glyphs is UNICODE:
        assert marks.count(glyphs.verdicts[1]) == len(deals - {there, 11982} - won - numbered)


def test_deals_with_an_unfinished_game_are_marked_in_the_journeys_and_in_the_table_of_deals(tmp_path: Path) -> None:
    write_past(tmp_path, [result(1, deal=1), result(2, deal=5, is_won=False)])
    with seated(tmp_path, Game.new(2), settings=NO_VERDICT, size=(120, 40)) as seat:
        for deal in (2, 5):
            seat.press("#", str(deal), "enter", "3", "a")
        seat.press("n", *by_name("journeys"))
        assert "Next is #2, unfinished." in seat.text
        seat.press("l")
        assert "⚑ unfinished" in seat.text
        assert "⚑5 " in seat.text
        assert "⚑6 " not in seat.text
        seat.press("esc", "esc", "S", "3")
        (played,) = (row for row in seat.picture.text if "#5 " in row and "0/1" in row)
        assert "unfinished" in played
        (won,) = (row for row in seat.picture.text if "#1 " in row and "1/1" in row)
        assert "unfinished" not in won


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


def test_a_win_is_praised_in_the_dialog(tmp_path: Path) -> None:
    before: list[Result] = [result(1, deal=-3, seconds=192.0, moves=70)]
    write_past(tmp_path, before)
    with seated(tmp_path, won_game(2).undo()) as seat:
        seat.press("5", "h")
        assert "Your best time on this deal: 0:00, before 3:12." in seat.text
        assert "Your fewest moves on this deal: 2, before 70." in seat.text
        assert "2 wins in a row." in seat.text
        seat.later(1)
        seat.press("u")
        seat.controller.keep()
        seat.press("5", "h")
        assert "You won this game before" in seat.text
        assert "journey" not in seat.text
