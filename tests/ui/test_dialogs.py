"""The boxes over the table: each fits every screen, says its keys, and is answered by key, by arrows and by click."""

import re
from collections.abc import Callable
from pathlib import Path
from string import punctuation
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.commands import MENU
from freecell_tui.controller.frontend import ScreenName
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import FREECELL, Game
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournaments import KNOWN_TOURNAMENTS
from freecell_tui.ui.app import App
from freecell_tui.ui.dialogs.commands import CommandList
from freecell_tui.ui.dialogs.games import difficulty, give_up
from freecell_tui.ui.dialogs.menu import MenuDialog
from freecell_tui.ui.dialogs.race import opponents
from freecell_tui.ui.dialogs.settings import KeysScreen, ThemesScreen
from freecell_tui.ui.dialogs.tournaments import StandingsScreen, TournamentScreen
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.themes.theme import Colours, attr_spec
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.stack import Dialog
from freecell_tui.ui.widgets.lines import Question
from support.games import number_of
from support.screenshots import rendered
from support.stacks import Backdrop, stack_of, ui_of
from support.stored_games import keep
from support.ui_driver import DIALOGS, NO_VERDICT, Point, Seat, after, seated

SIZES = [(40, 16), (80, 24), (120, 40), (250, 80)]
MODES = [(UNICODE, True), (UNICODE, False), (ASCII, True), (ASCII, False)]
ALL: tuple[ScreenName, ...] = (*DIALOGS, "deal-number")
# What shows each dialog's keys: the answers of a question in order, by key and text.
ANSWERS = {
    "menu": [
        ("esc", "Esc  back to the game"),
        ("u", "u  undo the last move"),
        ("i", "i  hint"),
        ("L", "L  game review"),
        ("p", "p  pause"),
        ("R", "R  restart this deal"),
        ("B", "B  bookmark this position"),
        ("F", "F  map of the game"),
        ("Y", "Y  share this game"),
        ("P", "P  save a picture"),
        ("X", "X  give this game up"),
        ("n", "n  new game"),
        ("N", "N  new winnable deal"),
        ("#", "#  deal by number"),
        ("V", "V  variants and rules"),
        ("l", "l  unfinished games"),
        ("D", "D  daily deal"),
        ("", "race on this deal"),
        ("J", "J  journeys"),
        ("E", "E  tournaments"),
        ("S", "S  statistics"),
        ("O", "O  settings"),
        ("T", "T  guided first game"),
        ("", "how to play"),
        ("?", "?  help and all commands"),
        ("", "title screen"),
        ("q", "q  quit"),
    ],
    "won": [("n", "n  new game"), (".", ".  next deal"), ("L", "L  game review")],
}


pytestmark = pytest.mark.usefixtures("still")


def with_games(folder: Path) -> None:
    """Two unfinished games on the shelf, and two files that are none, one of them of an odd name."""
    for deal in (2, 3):
        record = SavedGame(after(deal, 1), started=f"2026-11-20T18:00:0{deal}Z")
        save_file = SaveStore(folder).new_file(record)
        save_file.stage(record)
        save_file.commit()
    for name in ("雪の\x1b[31m夜\n.json", "x" * 120 + ".json"):
        (folder / "unfinished" / name).write_text("{}")


@pytest.mark.parametrize("preset", ["default", "vim"])
def test_the_key_to_quit_leaves_every_dialog_as_esc_does_unless_it_is_text_or_an_answer_there(
    preset: str,
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    with_games(tmp_path)
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT.with_value("keymap", preset)) as seat:
        for request in ALL:
            with subtests.test(request=request):
                seat.open(request)
                seat.press("q")
                leaves = ("menu", "given-up", "won")
                assert seat.has_left == (request in leaves)
                assert (seat.dialog is None) == (request != "deal-number" and not seat.has_left)
                seat.has_left = False
                seat.app.show_table()


@pytest.mark.slow
@pytest.mark.parametrize(("line", "size"), [*enumerate(SIZES)])
def test_every_dialog_fits_every_screen_and_shows_its_title_and_keys(
    line: int, size: Point, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with_games(tmp_path)
    for place, request in enumerate(ALL):
        with subtests.test(request=request):
            # Every dialog, and every size, meets every mode.
            glyphs, colour = MODES[(place + line) % len(MODES)]
            with seated(tmp_path, after(1, 5), glyphs=glyphs, size=size, colour=colour) as seat:
                seat.open(request)
                picture = seat.picture
                assert picture.widths == {size[0]}
                assert all(row.isprintable() for row in picture.text)
                assert glyphs is not ASCII or seat.text.isascii()
                assert seat.dialog is not None
                assert seat.dialog.title in seat.text
                # The game stays in sight, but for the poster of a win, and the bar below has the keys.
                assert picture.text[0].strip() or request == "won"
                assert "Esc " in picture.text[-1]
                wanted = [glyphs.displayable(text) for _, text in ANSWERS.get(request, [])]
                if request == "deal-number":
                    wanted = ["Enter deal"]
                if size[1] >= 24:
                    assert [text for text in wanted if text not in seat.text] == []


def test_esc_closes_every_dialog_and_leaves_the_table_as_it_was_and_its_clock_stands_still(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    game, before = seat.session.game, seat.picture.text[1:-1]
    for request in ALL:
        with subtests.test(request=request):
            assert seat.session.clock.is_running
            seat.open(request)
            assert not seat.session.clock.is_running
            assert seat.picture.text[1:-1] != before
            seat.press("esc")
            assert seat.dialog is None
            assert seat.picture.text[1:-1] == before
            assert seat.session.game is game
    seat.press("m", "#", "esc")
    assert not seat.session.clock.is_running
    seat.press("esc")
    assert seat.session.clock.is_running


def outcome(seat: Seat) -> tuple[object, ...]:
    """What an answer led to; the number of a random deal is nobody's choice."""
    game, dialog = seat.session.game, seat.dialog
    deal = game.deal if number_of(game.deal) < 20 else "random"
    title = "" if dialog is None else dialog.title
    if type(seat.screen) is not TableScreen:
        title = type(seat.screen).__name__
    return deal, game.position, game.moves_made, title, seat.controller.settings.variant, seat.has_left


# What the solver is asked takes a second process; that is played in a pseudo-terminal. A picture is saved elsewhere.
ELSEWHERE = ("N", "i", "P")


@pytest.mark.parametrize("asked", ANSWERS)
def test_an_answer_by_key_by_arrows_and_by_click_is_the_same_answer(
    asked: ScreenName, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with_games(tmp_path)
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:

        def answered(*keys: str, clicked: str = "") -> tuple[object, ...]:
            seat.app.show_table()
            seat.controller.put_on_table(SavedGame(after(1, 5)))
            seat.has_left = False
            seat.open(asked)
            seat.press(*keys)
            if clicked:
                seat.click(seat.place_of(clicked))
            return outcome(seat)

        for index, (key, text) in enumerate(ANSWERS[asked]):
            with subtests.test(key=key):
                if key not in ELSEWHERE:
                    outcomes = {answered(*["down"] * index, " " if index % 2 else "enter")}
                    outcomes |= {answered(key)} if key else set()
                    # To find a text on the screen takes longer than all else.
                    outcomes |= {answered(clicked=text)} if index % 3 == 0 or not key else set()
                    assert len(outcomes) == 1, text
                    assert (outcomes == {(1, 5, 5, "", "freecell", False)}) == (key == "esc"), text


def test_a_click_beside_the_answers_gives_none(seat: Seat, subtests: pytest.Subtests) -> None:
    seat.open("won")
    above = seat.place_of("next deal")[1] - 2
    for at in (seat.place_of("You won"), (40, above), (79, 23)):
        with subtests.test(at=at):
            seat.click(at)
            seat.mouse("mouse press", 3, seat.place_of("next deal"))
            seat.mouse("mouse press", 4, seat.place_of("next deal"))
            assert outcome(seat)[:4] == (1, 5, 5, "You won FreeCell #1!")
            assert not seat.has_left


def test_every_row_of_the_menu_that_may_be_there_fits_two_columns_of_80(seat: Seat) -> None:
    rows = {title: [seat.app.choice(name) for name in names] for title, names in MENU.items()}
    seat.app.push(MenuDialog(seat.app, rows))
    assert any("This game ─" in row and "Another game ─" in row for row in seat.picture.text)
    assert "undo the mistake" in seat.text
    assert "q  quit" in seat.text


SEVEN_SIZES = [
    *((40, 16), (80, 24), (160, 50)),
    *(pytest.param(size, marks=pytest.mark.slow) for size in ((60, 20), (100, 30), (120, 40), (200, 60))),
]
IN_PARTS = ("daily", "map", "review", "menu", "won")
"""The dialogs in which a cell or a part of a row is chosen, not a row."""
MORE: dict[str, Callable[[App], Dialog]] = {
    "keys": KeysScreen,
    "themes": ThemesScreen,
    "tournament": lambda app: TournamentScreen(app, next(iter(KNOWN_TOURNAMENTS.values()))),
    "standings": lambda app: StandingsScreen(app, next(iter(KNOWN_TOURNAMENTS.values()))),
    "difficulty": difficulty,
    "give up": give_up,
    "commands": CommandList,
    "race": opponents,
}
"""More dialogs, by what opens each."""
WHOLE = re.compile("(Keys|hinking|Reading your games| 3 )…")
"""The texts that end so, and are not cut."""


@pytest.mark.parametrize("size", SEVEN_SIZES)
def test_all_dialogs_have_one_inset_blank_rows_a_cursor_whole_words_and_no_yellow(
    size: Point, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    inset, has_blanks = 2 if size[0] >= 60 else 1, size[1] >= 24
    for deal in (2, 3):
        keep(SaveStore(tmp_path), SavedGame(after(deal, 1)))
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT, size=size) as seat:
        seat.press("B", "enter")
        for request in (*ALL, *MORE):
            with subtests.test(request=request):
                if request in MORE:
                    seat.app.push(MORE[request](seat.app))
                else:
                    seat.open(cast(ScreenName, request))
                picture, dialog, surface = seat.picture, seat.dialog, seat.app.render(size)
                assert dialog is not None
                box = seat.app.box(dialog, size)
                rows = [row[box.x + 1 : box.right - 1] for row in picture.rows[box.y + 1 : box.bottom - 1]]
                texts = ["".join(mark for mark, _ in row) for row in rows]
                # Blank rows above and below, unless they would hide something.
                assert dialog.blank_rows == has_blanks or dialog.wanted()[1] in range(len(rows) - 1, len(rows) + 1)
                assert [bool(text.strip()) for text in (texts[0], texts[-1])] == [False, False] or not dialog.blank_rows
                # The chosen row is inset, and the cursor is on its key or on its first letter.
                chosen = [[x for x, (_, role) in enumerate(row) if str(role).startswith("chosen")] for row in rows]
                lit = [xs for xs in chosen if xs]
                assert all(xs[0] >= inset and xs[-1] < box.width - 2 - inset for xs in lit)
                assert surface.cursor is not None
                x, y = surface.cursor[0] - box.x - 1, surface.cursor[1] - box.y - 1
                if request not in (*IN_PARTS, "deal-number", "statistics", "commands", "keys"):
                    assert lit[0][0] == inset
                    assert y in [at for at, xs in enumerate(chosen) if xs]
                    letters = [at for at in chosen[y] if texts[y][at].isalnum() or texts[y][at] in punctuation]
                    assert x == letters[0]
                # No text is cut, and nothing is yellow before anything is wrong.
                # The list of commands has the whole help of the chosen row below.
                assert request == "commands" or not [text for text in texts if "…" in WHOLE.sub("", text)]
                assert request == "daily" or not [role for row in rows for _, role in row if "warning" in str(role)]
                seat.app.show_table()


def test_a_click_beside_a_dialog_closes_it_and_plays_no_card_of_the_table_below(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    game = seat.session.game
    for request in ALL:
        for size in ((80, 24), (160, 50)):
            with subtests.test(request=request, size=size):
                seat.size = size
                seat.open(request)
                seat.draw()
                assert seat.dialog is not None
                box = seat.app.box(seat.dialog, size)
                seat.click((box.x - 1, box.y + 2) if box.x else (size[0] // 2, box.y - 1))
                assert seat.dialog is None
                assert seat.session.game is game
                assert seat.session.selection is None
    # What was typed is not lost by a slip.
    seat.press("B", "enter")
    for keys, shown in ((("#", *"617"), "Number: 617"), (("M", "e", *"gamble"), "Name: gamble")):
        with subtests.test(keys=keys):
            seat.press(*keys)
            seat.draw()
            seat.click((40, 0))
            assert shown in seat.text
            seat.press("esc", "esc")


NAMES = st.text(min_size=1, max_size=60) | st.text("雪한🂡é́‍️\x1b\x07\n\t\x9b\udce4ab ", max_size=60)


@pytest.mark.slow
@given(NAMES, NAMES, st.sampled_from(SIZES), st.sampled_from([UNICODE, ASCII]))
def test_no_text_breaks_a_row_or_reaches_the_terminal_as_an_order(
    name: str, title: str, size: Point, glyphs: Glyphs
) -> None:
    chosen = []
    answers = [Choice("1", f"{name}: 3 moves", lambda: chosen.append(1)), Choice("esc", "back", lambda: None)]
    question = Question(ui_of(glyphs), title, [f"Cannot be read: {name}", name], answers)
    stack = stack_of(Backdrop(Session(Game.new(1, FREECELL)), glyphs), question)
    picture = rendered(stack, size)
    assert picture.widths == {size[0]}
    assert all(row.isprintable() for row in picture.text)
    assert glyphs is not ASCII or "".join(picture.text).isascii()
    stack.keypress(size, "1")
    assert chosen


def test_behind_a_dialog_the_table_is_dimmed_however_few_colours_there_are(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    plain = seat.picture.roles
    cases: list[tuple[Colours, ScreenName, bool]] = [
        (16777216, "menu", True),
        (256, "statistics", True),
        (16, "menu", True),
        (1, "menu", True),
        # Whoever changes the colours wants to see them.
        (16777216, "settings", False),
    ]
    for colours, request, is_dimmed in cases:
        with subtests.test(colours=colours):
            seat.app.terminal.colors = colours
            seat.open(request)
            roles = seat.picture.roles
            assert ("dimmed bar title" in roles) == is_dimmed
            assert ("dimmed card red" in roles) == is_dimmed or request == "statistics"
            seat.press("esc")
            assert seat.picture.roles == plain


@pytest.mark.parametrize(("size", "is_dimmed"), [(4000, False), (100, True)])
def test_on_a_slow_line_a_dialog_costs_no_more_than_itself_but_a_distant_terminal_is_not_slow(
    tmp_path: Path, size: int, *, is_dimmed: bool
) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        flow = seat.app.terminal.flow_control
        flow.frame_sent(size)
        flow.in_flight[0] = (flow._now() - 1.0, size)  # noqa: SLF001 - the answer came after a second
        flow.reply_received()
        # However fast the keys come: these frames are not shown yet.
        flow.frame_sent(2000)
        seat.press("m")
        assert any(str(role).startswith("dimmed") for role in seat.picture.roles) == is_dimmed


def test_the_shadow_below_a_dialog_is_whole_whatever_is_behind_it(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT, size=(160, 50)) as seat:
        seat.open("title")
        seat.later(0.1)
        seat.press("#")
        picture = seat.picture
        y = next(y for y, row in enumerate(picture.text) if "└" in row)
        left, right = picture.text[y].index("└"), picture.text[y].index("┘")
        under = {str(role) for _, role in picture.rows[y + 1][left + 1 : right + 1]}
        assert len(under) > 1
        theme = seat.app.appearance.theme
        depths: tuple[Colours, ...] = (256, 16777216)
        for colours in depths:
            with subtests.test(colours=colours):
                assert len({attr_spec(role, theme, colours).foreground for role in under}) == 1


def test_a_larger_window_has_larger_pictures_in_its_dialogs(tmp_path: Path, subtests: pytest.Subtests) -> None:
    def cells(size: Point) -> int:
        seat.size = size
        rows = seat.picture.text
        top = next(row for row in rows if "┐" in row and "─ " in row)
        left, right = top.index("┌─"), top.rindex("┐")
        return (right - left) * sum(row[left] == row[right] == "│" for row in rows)

    with_games(tmp_path)
    with seated(tmp_path, after(1, 5)) as seat:
        for request in ("variants", "map", "games"):
            with subtests.test(request=request):
                seat.open(request)
                assert 0 < cells((160, 50)) < cells((200, 60)) < 200 * 60
                seat.press("esc")
