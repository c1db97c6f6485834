"""The table with a screen reader: what each key says, and where the terminal's cursor stands."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.cli.options import Options
from freecell_tui.cli.play import prepare_start
from freecell_tui.controller.frontend import Watching
from freecell_tui.controller.play.game import Clock
from freecell_tui.controller.preferences import Preferences
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import AnimationSpeed, Settings
from freecell_tui.ui.stack import LessonOffer, Mistakes, Opened
from freecell_tui.ui.widgets.rows import Rows
from support.ui_driver import DIALOGS, Seat, after, by_name, seated

SPOKEN = Settings(verdict=False, screen_reader=True)
SIZES = [(40, 16), (80, 24), (160, 50)]
SCREENS: list[Opened] = [
    *DIALOGS,
    *("deal-number", "note", "pause", "title", "lesson", "commands", "race", "summary"),
    Watching(SavedGame(after(1, 5))),
    LessonOffer(),
    Mistakes("settings.toml", ("line 1: wrong", "line 2: wrong")),
]
LISTS: list[Opened] = [
    *("menu", "won", "give-up", "given-up", "games", "bookmarks", "settings", "tournaments"),
    *("difficulty", "commands", "title", "race"),
]
KEYS = [
    *("up", "down", "left", "right", "enter", " ", "tab", "esc", "home", "end", "page down", "backspace"),
    *"12345678abcdh+-/7uriUvLnNVXymO?:zZ",
]


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path, after(1, 0), settings=SPOKEN) as seat:
        seat.draw()
        yield seat


def texts(seat: Seat, *keys: str) -> list[str]:
    """What a screen reader says of some keys: each text that is written in one go, without the blank ones."""
    before = len(seat.sent.getvalue())
    seat.press(*keys)
    seat.draw()
    parts = re.split(r"\x1b\[[^A-Za-z]*[A-Za-z]", seat.sent.getvalue()[before:])
    return [part.strip() for part in parts if part.strip()]


def cursor_of(seat: Seat) -> tuple[int, int] | None:
    found: tuple[int, int] | None = seat.app.render(seat.size).cursor
    return found


@pytest.mark.parametrize("size", SIZES)
def test_an_arrow_key_says_one_sentence_about_the_card_that_the_cursor_is_on(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with seated(tmp_path, after(1, 5), settings=SPOKEN, size=size) as seat:
        seat.draw()
        for key in ("down", "right", "right", "up", "up", "left", "end", "tab", "right", "down", "home"):
            said = texts(seat, key)
            assert len(said) <= 1
            card = seat.session.game.board.cards(seat.session.cursor.pile)[-seat.session.cursor.depth :]
            assert all((card[0].face if card else " is ") in sentence for sentence in said)


def test_what_a_key_does_is_said_last(seat: Seat) -> None:
    assert texts(seat, "3")[-1] == "2♥ lifted."
    assert texts(seat, "d")[-1] == "2♥ to cell d."
    assert texts(seat, "8", "d")[-1] == "Cell d is taken by 2♥."
    assert texts(seat, "u")[-1] == "Undone: 2♥ from column 3 to cell d."
    assert texts(seat, "r")[-1] == "Redone: 2♥ to cell d."
    assert texts(seat, "3", "2")[-1] == "8♦ to column 2, on 9♣."
    assert texts(seat, "left")[-1] == "8♦ in column 2."
    assert texts(seat, "left")[-1] == "6♠ in column 1."
    assert texts(seat, "4", "enter")[-1] == "6♥ lifted, to go to cell a."
    assert texts(seat, "enter")[-1] == "6♥ to cell a."


def test_the_places_of_a_rank_that_is_looked_for_are_said_and_then_those_of_the_cursor(seat: Seat) -> None:
    assert texts(seat, "/")[-1].startswith("Find a rank")
    assert " ".join(texts(seat, "2")) == (
        "2♠ in column 1, 4 cards on it; 2♥ in column 3; 2♦ in column 2, 6 cards on it; 2♣ in column 6, 1 card on it."
    )
    assert texts(seat, "right")[-1] == "6♠ in column 1."
    assert texts(seat, "right")[-1] == "9♣ in column 2."


def test_cards_that_go_home_by_themselves_are_named(tmp_path: Path) -> None:
    with seated(tmp_path, after(3, 4), settings=SPOKEN) as seat:
        seat.draw()
        assert texts(seat, "5", "d")[-1] == "9♥ to cell d. A♣ and 2♣ went home automatically."
        assert texts(seat, "u")[-1].endswith("A♣ and 2♣ came back from home.")


def test_a_changed_card_is_written_whole(seat: Seat) -> None:
    said = texts(seat, "3", "a")
    assert any("8♦" in part for part in said)
    assert not any(part in ("♦", "♥", "8", "2") for part in said)


def test_nothing_is_said_while_nothing_happens(seat: Seat) -> None:
    seat.session.clock = Clock(now=lambda: seat.clock.now)
    seat.press("3", "a")
    seat.later(1)
    before = len(seat.sent.getvalue())
    seat.later(30)
    assert seat.session.clock.elapsed > 20
    assert len(seat.sent.getvalue()) == before


def test_a_move_flies_not_and_a_refusal_does_not_blink(seat: Seat) -> None:
    seat.let_cards_fly()
    seat.press("3", "d")
    seat.draw()
    assert not seat.screen.is_moving
    texts(seat, "8", "d")
    before = len(seat.sent.getvalue())
    seat.later(3)
    assert len(seat.sent.getvalue()) == before


@pytest.mark.parametrize(
    ("size", "surface"), [(SIZES[0], "chosen"), (SIZES[1], "chosen"), (SIZES[1], "bar"), ((30, 10), "felt")]
)
def test_on_every_screen_the_cursor_shows_and_is_on_what_is_chosen(
    tmp_path: Path, size: tuple[int, int], surface: str, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, after(1, 5), settings=SPOKEN, size=size, colour=surface != "bar") as seat:
        for screen in SCREENS:
            with subtests.test(screen=screen):
                seat.app.show_table()
                seat.open(screen)
                for key in ("", "down", "right", "tab", "end"):
                    seat.press(*[key] * bool(key))
                    cursor = cursor_of(seat)
                    assert cursor is not None
                    assert 0 <= cursor[0] < size[0]
                    assert 0 <= cursor[1] < size[1]
                    is_list = isinstance(seat.dialog, Rows) and seat.dialog.chosen and not seat.dialog.filter_label
                    if size in SIZES and is_list:
                        assert seat.picture.rows[cursor[1]][cursor[0]][1].split()[0] == surface


def test_an_arrow_key_in_a_list_says_five_texts_at_most(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, after(1, 5), settings=SPOKEN) as seat:
        for name in LISTS:
            with subtests.test(name=name):
                seat.app.show_table()
                seat.open(name)
                seat.later(0.5)
                for key in ("down", "down", "up", "down"):
                    assert len(texts(seat, key)) <= 5


@given(data=st.data())
def test_after_every_key_the_cursor_is_on_a_place_of_the_screen(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    keys = data.draw(st.lists(st.sampled_from(KEYS), max_size=25))
    size = data.draw(st.sampled_from(SIZES))
    with seated(tmp_path_factory.mktemp("law"), after(1, 5), settings=SPOKEN, size=size) as seat:
        for key in keys:
            if seat.has_left:
                break
            seat.press(key)
            assert cursor_of(seat) is not None
            if seat.app.top is seat.app.table_screen:
                pile, depth = cursor = seat.session.cursor
                cards = len(seat.session.game.board.cards(pile))
                assert seat.layout.card_box(pile, cards, depth, cursor).contains(*cursor_of(seat) or (-1, -1))


def test_a_dialog_dims_nothing_and_repaints_only_its_own_rows(seat: Seat) -> None:
    assert not any("♠" in part for part in texts(seat, *by_name("give-up")))


def test_the_settings_that_the_profile_decides_come_back_with_its_end() -> None:
    own = Settings(animation=AnimationSpeed.SLOW, clock=False)
    preferences = Preferences(own, None, lambda: None)
    preferences.change("screen_reader", value=True)
    assert (preferences.in_force.animation, preferences.in_force.highlights) == (AnimationSpeed.OFF, False)
    preferences.change("theme", "slate")
    preferences.change("screen_reader", value=False)
    assert preferences.in_force == own.with_value("theme", "slate")


def test_the_settings_screen_says_why_such_a_setting_cannot_be_changed(seat: Seat) -> None:
    seat.press("O", *["down"] * [*Settings.__slots__].index("clock"), "right")
    assert "turn off “Screen reader”" in " ".join(seat.text.split())
    assert not seat.controller.settings.clock
    seat.press("x")
    assert not seat.controller.settings.clock


def test_the_variable_that_asks_for_speech_turns_the_profile_on_at_the_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for value, is_on in {
        "1": True,
        "yes": True,
        "": False,
        "0": False,
        "False": False,
        "no": False,
        "off": False,
    }.items():
        with subtests.test(value=value):
            monkeypatch.setenv("ACCESSIBLE", value)
            assert prepare_start(Options(plain=False, ascii=False)).settings.screen_reader is is_on
