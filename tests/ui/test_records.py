"""The screens of what a player keeps: statistics, the daily deal and the journeys, by keys and by mouse."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.features.daily import today
from freecell_tui.controller.features.journeys import JourneyProgress
from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.deals import ALL, HARD
from freecell_tui.storage.history import History, JourneyPosition
from freecell_tui.storage.results import DailyRecord, Result, deal_of
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.dialogs.daily import DailyScreen
from freecell_tui.ui.dialogs.journeys import JourneysScreen, NotWonScreen, draw_map, stations_shown
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.widgets.dialog import Dialog
from support.factories import record_of, won_game
from support.histories import past, result, write_past
from support.screenshots import assert_looks_as
from support.solutions import STANDARD
from support.ui_driver import NO_VERDICT, Point, Seat, after, by_name, seated

SCREENS = Path(__file__).with_name("screens")
LOOKS: list[tuple[str, Point, Glyphs, bool]] = [
    ("compact-ascii", (40, 16), ASCII, False),
    ("compact", (40, 16), UNICODE, True),
    ("normal", (80, 24), UNICODE, True),
]
OTHERS: list[tuple[Point, Glyphs]] = [((80, 24), ASCII), ((120, 40), ASCII)]
TABS = "123"
DAY = date(2026, 11, 20)


pytestmark = pytest.mark.usefixtures("still")


# How they look


def daily_page(seat: Seat) -> Dialog:
    screen = DailyScreen(seat.app, DAY)
    won = [DAY - timedelta(days=days) for days in (2, 3, 4, 9)]
    later, kept, lost = (frozenset({deal_of(DAY - timedelta(days=days))}) for days in (6, 7, 8))
    screen.tell(DailyRecord(frozenset(won), later, lost, kept))
    return screen


def travels() -> list[JourneyProgress]:
    won = frozenset(Random(1).sample(range(1, 32001), 6000)) - {11982}
    return [
        JourneyProgress(ALL, JourneyPosition(812, frozenset({5, 7, 813})), won),
        JourneyProgress(HARD, JourneyPosition(), frozenset(HARD.deals[:150])),
    ]


def journeys_page(seat: Seat) -> Dialog:
    dialog = JourneysScreen(seat.app)
    dialog.tell(travels())
    return dialog


def not_won_page(seat: Seat) -> Dialog:
    return NotWonScreen(seat.app, travels()[0])


PAGES: dict[str, Callable[[Seat], Dialog]] = {
    "daily": daily_page,
    "journeys": journeys_page,
    "not-won": not_won_page,
}


@pytest.mark.parametrize("name", PAGES)
def test_the_screen_looks_as_it_did(name: str, tmp_path: Path) -> None:
    for look, size, glyphs, colour in LOOKS:
        with seated(tmp_path, Game.new(1), glyphs=glyphs, size=size, colour=colour) as seat:
            seat.app.push(PAGES[name](seat))
            assert_looks_as(seat.picture.text, SCREENS / f"{name}-{look}.txt", tmp_path)
    for size, glyphs in OTHERS:
        with seated(tmp_path, Game.new(1), glyphs=glyphs, size=size) as seat:
            seat.app.push(PAGES[name](seat))
            assert_fits(seat)


def assert_fits(seat: Seat) -> None:
    """What is shown fills the window and no more, in marks that its terminal has, and says how it is left."""
    picture = seat.picture
    assert picture.widths == {seat.size[0]}
    assert all(row.isprintable() for row in picture.text)
    assert seat.app.glyphs is UNICODE or "\n".join(picture.text).isascii()
    assert any("Esc" in row for row in picture.text)


@pytest.mark.parametrize("tab", TABS)
def test_the_statistics_look_as_they_did(tab: str, tmp_path: Path) -> None:
    write_past(tmp_path, past(400))

    def shown(seat: Seat) -> list[str]:
        seat.press("S", tab)
        seat.wait(lambda: "Reading your games" not in seat.text)
        assert_fits(seat)
        return seat.picture.text

    for look, size, glyphs, colour in LOOKS:
        with seated(tmp_path, Game.new(1), glyphs=glyphs, size=size, colour=colour) as seat:
            assert_looks_as(shown(seat), SCREENS / f"statistics-{tab}-{look}.txt", tmp_path)
    for size, glyphs in OTHERS:
        with seated(tmp_path, Game.new(1), glyphs=glyphs, size=size) as seat:
            shown(seat)


def test_the_statistics_of_one_game_and_of_none_look_as_they_did(tmp_path: Path) -> None:
    for name, games, tab in (("no-game", 0, "1"), ("one-game", 1, "1"), ("one-game-calendar", 1, "2")):
        write_past(tmp_path, past(games))
        with seated(tmp_path, Game.new(1)) as seat:
            seat.press("S", tab)
            seat.wait(lambda seat=seat: "Reading your games" not in seat.text)  # type: ignore[misc]
            assert_looks_as(seat.picture.text, SCREENS / f"statistics-{name}-normal.txt", tmp_path)


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


def test_a_deal_is_played_again_from_the_table_of_deals(tmp_path: Path) -> None:
    write_past(tmp_path, RESULTS)
    with seated(tmp_path, Game.new(1)) as seat:
        seat.press("S", "3", "down", "enter")
        assert seat.dialog is None
        assert (seat.session.game.deal, seat.session.game.turns) == (20, ())
        seat.press("S", "3")
        seat.click(seat.place_of("#30"))
        seat.click(seat.place_of("#30"))
        assert seat.session.game.deal == 30


def test_the_best_win_of_a_deal_is_summed_up_and_watched_and_then_the_deals_are_there_again(tmp_path: Path) -> None:
    history = write_past(tmp_path, [result(4, deal=10, is_won=False, ended="2026-11-01T00:00:00Z")])
    for number, moves in ((1, 3), (2, 2), (3, 4)):
        history.record_win(record_of(won_game(moves), number))
    with seated(tmp_path, Game.new(1)) as seat:
        seat.press("S", "3", "W")
        assert "You won FreeCell #-3!" in seat.text
        assert re.search(r"Won on 20\d\d-|Won \d+ days ago", seat.text)
        seat.press("W")
        assert seat.dialog is None
        assert "of 2" in seat.picture.text[0]
        seat.press("esc", "Y")
        assert "Share this game" in seat.text
        seat.press("esc", "esc")
        assert deals_shown(seat) == [-3, 10]
        seat.press("down", "W")
        assert "You have not won" in seat.text
        seat.press("up")
        assert "You have not won" not in seat.text


def test_pages_and_kinds_of_games_are_changed_by_keys_and_by_mouse(tmp_path: Path) -> None:
    results = [*RESULTS, result(5, variant=FREECELL.with_cells(3), deal=77)]
    write_past(tmp_path, results)
    with seated(tmp_path, Game.new(1)) as seat:
        seat.press("S")
        assert "All games" in seat.text
        assert "5 games" in seat.text
        for key, title in (
            ("right", "FreeCell "),
            ("right", "FreeCell, 3 cells"),
            ("tab", "All games"),
            ("left", "3 c"),
        ):
            seat.press(key)
            assert title in seat.picture.text[seat.place_of(UNICODE.arrows[0])[1]]
        assert "1 game" in seat.text
        seat.click(seat.place_of(UNICODE.arrows[1]))
        assert "5 games" in seat.text
        seat.click(seat.place_of("3 Deals"))
        assert deals_shown(seat)[0] == 77
        seat.press("esc")
        assert seat.dialog is None


def test_in_a_large_window_the_first_page_has_room_for_every_variant(tmp_path: Path) -> None:
    write_past(tmp_path, past(400))
    with seated(tmp_path, Game.new(1), size=(160, 50)) as seat:
        seat.press("S")
        assert "fewest" in seat.text
        assert "scroll" not in seat.picture.text[-1]


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


def test_columns_have_the_colour_of_their_height_and_are_faint_without_colours(tmp_path: Path) -> None:
    write_past(tmp_path, past(400))
    for colour, roles in ((True, {"bar lost", "bar text", "bar winnable"}), (False, {"sheet quiet"})):
        with seated(tmp_path, Game.new(1), colour=colour) as seat:
            seat.press("S")
            seat.later(1)
            below = seat.place_of("Win rate")[1]
            assert {shown for row in seat.picture.rows[below:] for mark, shown in row if mark == "█"} == roles


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


def test_without_a_finished_game_it_says_so_and_the_next_one_can_be_chosen(fresh: Seat) -> None:
    for key in ("S", *TABS, "down", "end", "s", "left"):
        fresh.press(key)
        assert "No finished games yet." in fresh.text
    fresh.press("esc")
    for keys, title in ((["down", "enter"], "Daily deal"), (["D"], "Daily deal"), (["#"], "Deal by number")):
        fresh.press("S", *keys)
        assert fresh.dialog is not None
        assert fresh.dialog.title == title
        fresh.app.show_table()
    for key in ("enter", "n"):
        fresh.press("S", key)
        assert fresh.dialog is None
        assert fresh.session.game.deal != 1
        fresh.controller.put_on_table(SavedGame(Game.new(1)))


def test_the_linux_console_shows_its_own_marks_of_days_and_deals(tmp_path: Path) -> None:
    write_past(tmp_path, past(200))
    with seated(tmp_path, Game.new(1), glyphs=CONSOLE) as seat:
        seat.press("S", "2")
        seat.wait(lambda: "░░ 1 win" in seat.text)
        assert "?" not in "".join(seat.picture.text[3:-1])
        seat.app.push(daily_page(seat))
        assert "• won  ○ won later" in seat.text
        seat.app.push(not_won_page(seat))
        assert "► next, ~ skipped" in seat.text


def test_what_is_the_matter_with_the_history_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "history.sqlite3").mkdir()
    with seated(tmp_path, Game.new(1), size=(52, 24)) as seat:
        for keys in (["S"], ["D"], [*by_name("journeys"), "x", "l", "enter", "up"]):
            seat.press(*keys)
            assert "it cannot be opened" in " ".join(seat.text.replace("│", " ").split())
            seat.press("esc")
            assert seat.dialog is None


# The daily deal


def test_a_large_window_shows_the_months_before_beside_the_chosen_one(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), size=(160, 50)) as seat:
        seat.app.push(daily_page(seat))
        names = next(row for row in seat.picture.text if "September 2026" in row)
        assert re.findall(r"[A-Z][a-z]+ 2026", names) == ["September 2026", "October 2026", "November 2026"]
        seat.press("page up")
        names = next(row for row in seat.picture.text if "September 2026" in row)
        assert re.findall(r"[A-Z][a-z]+ 2026", names) == ["August 2026", "September 2026", "October 2026"]


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


def test_days_that_were_won_are_marked_in_their_month(tmp_path: Path) -> None:
    day = today()
    days = [day, day - timedelta(days=1), day - timedelta(days=2)]
    write_past(tmp_path, [result(number, deal=deal_of(day), day=day.isoformat()) for number, day in enumerate(days)])
    with seated(tmp_path, Game.new(1)) as seat:
        seat.press("D")
        assert "days in a row" in seat.text
        seat.size = (60, 20)
        assert "Won. Streak 3, best 3." in seat.text
        seen = seat.text
        seat.press("page up")
        seen += seat.text
        assert seen.count("●") >= 3
        seat.press("page down", "page down", "home")
        assert f"{day.year}" in seat.text
        seat.click(seat.place_of("Enter"))
        assert seat.session.game.deal == deal_of(day)


# Journeys


def test_a_journey_is_gone_on_with_by_enter_and_its_deals_are_skipped_by_x(tmp_path: Path) -> None:
    write_past(tmp_path, [result(1, deal=1), result(2, deal=169)])
    with seated(tmp_path, Game.new(99)) as seat:
        seat.press(*by_name("journeys"))
        assert "Next is #2." in seat.text
        seat.press("x")
        assert "Next is #3. 1 skipped." in seat.text
        seat.press("down", "enter")
        assert seat.session.game.deal == 178
        assert History(tmp_path).journey_position("hard").deal == 178
        seat.press(*by_name("journeys"))
        seat.click(seat.place_of("Next is #3"))
        assert seat.session.game.deal == 3
        seat.press(*by_name("journeys"), "l", "right", "enter")
        assert seat.session.game.deal == 4


def test_the_names_of_journeys_are_never_cut(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(99)) as seat:
        seat.press(*by_name("journeys"))
        for seat.size in ((40, 16), (60, 20), (69, 24), (80, 24)):
            assert all(journey.title in seat.text for journey in (ALL, HARD)), seat.size


def test_a_journey_that_is_won_to_its_last_deal_says_so(tmp_path: Path) -> None:
    write_past(tmp_path, [result(number, deal=deal) for number, deal in enumerate(HARD.deals)])
    with seated(tmp_path, Game.new(99)) as seat:
        seat.press(*by_name("journeys"), "down")
        assert "Every deal is won." in seat.text
        seat.press("enter")
        assert "Every deal of this journey is won." in seat.text
        assert seat.session.game.deal == 99


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


def test_a_win_on_a_journey_leads_to_the_next_deal(tmp_path: Path) -> None:
    History(tmp_path).set_journey_position(ALL.name, 1)
    moves = STANDARD[1].split()
    last = next(count for count in range(len(moves)) if after(1, count + 1).is_won)
    with seated(tmp_path, after(1, last)) as seat:
        seat.press(*moves[last])
        assert "next on the journey" in seat.text
        assert "L review" in seat.text
        seat.later(1)
        seat.press("J")
        assert seat.session.game.deal == 2
        assert History(tmp_path).journey_position(ALL.name).deal == 2


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
