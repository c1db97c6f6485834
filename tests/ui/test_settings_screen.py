"""The settings over the table: each is changed by key and by mouse, does what it says at once, and is kept."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, AutoplayRule, Game
from freecell_tui.storage.settings import (
    DEFAULTS,
    SPECS,
    CardBack,
    CardLook,
    Settings,
    SettingsFile,
    SettingSpec,
)
from freecell_tui.ui.dialogs.settings import settings_problems, value_name
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import appearance_from
from freecell_tui.ui.drawing.glyphs import ASCII, CARD_BACKS, CONSOLE, UNICODE, is_narrow
from freecell_tui.ui.drawing.themes.theme import attr_spec
from freecell_tui.ui.keymap import TABLE_COMMANDS
from support.pty_terminal import DOWN, ENTER, ESC, RIGHT, Start
from support.ui_driver import Seat, after, by_name, seated

WIDE = (120, 40)
COUNT = len(SPECS) + 1
"""The lines of the settings: one more for the keys."""


pytestmark = pytest.mark.usefixtures("still")


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path, after(1, 5)) as seat:
        yield seat


def place_of(name: str) -> int:
    """The number of a setting among the lines, from 1."""
    return 1 + [row.name for row in SPECS].index(name)


def kept(folder: Path) -> Settings:
    settings, troubles = SettingsFile(folder / "settings.toml").load()
    assert troubles == ()
    return settings


def go_to(seat: Seat, name: str) -> None:
    """Open the settings, and walk down to one of them."""
    seat.press("O", *["down"] * [row.name for row in SPECS].index(name))


def line(seat: Seat, title: str) -> int:
    """The row of the screen that a line of the settings stands on."""
    return next(y for y, text in enumerate(seat.picture.text) if f"{title}  " in text[-46:].replace("*", " "))


@pytest.mark.parametrize("half", [0, 1])
def test_every_value_is_reached_by_key_and_kept_with_the_next_picture(seat: Seat, half: int, tmp_path: Path) -> None:
    for row in SPECS[half::2]:
        if row.values:
            go_to(seat, row.name)
            every_value_is_reached(seat, row, tmp_path)
            seat.press("esc")


def every_value_is_reached(seat: Seat, row: SettingSpec, folder: Path) -> None:
    """Go through the values of a setting by each of its keys, and back to the default."""
    # With switches, Enter and the space bar may only leave the settings.
    keys = () if row.name in ("scan", "step_and_play") else (("enter", 1, 1), (" ", 1, 1))
    for key, steps, times in (("right", 1, 2), ("left", -1, 1), *keys):
        for _ in range(times):
            before = row.values.index(getattr(seat.controller.settings, row.name))
            seat.press(key)
            seat.draw()
            value = row.values[(before + steps) % len(row.values)]
            assert getattr(seat.controller.settings, row.name) == value
            assert kept(folder) == DEFAULTS.with_value(row.name, value)
            text = seat.picture.text[line(seat, row.title)][-46:]
            assert value_name(row, value) in text
            assert ("*" in text) == (value != getattr(DEFAULTS, row.name))
    for reset in (("right", "x"), ("left", "delete")):
        seat.press(*reset)
        seat.draw()
        assert seat.controller.settings == kept(folder) == DEFAULTS


def test_a_change_that_cannot_be_kept_is_told_and_holds_for_this_game(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    mistake = "clock = false\nhints is off\n"
    (tmp_path / "2").mkdir()
    (tmp_path / "1" / "settings.toml").mkdir(parents=True)
    (tmp_path / "2" / "settings.toml").write_text(mistake)
    for folder, reason in (
        ("1", "This could not be saved: it is not a file."),
        ("2", "could not be saved: settings.toml is not valid TOML in line 2, so it was not changed."),
    ):
        with subtests.test(folder=folder), seated(tmp_path / folder, after(1, 5)) as seat:
            go_to(seat, "hints")
            seat.press("right")
            seat.later(0)
            assert reason in " ".join(text[-42:-2].strip() for text in seat.picture.text)
            assert not seat.controller.settings.hints
            seat.press("down")
            assert "could not be saved" not in seat.text
    assert (tmp_path / "2" / "settings.toml").read_text() == mistake


@pytest.mark.usefixtures("home")
def test_the_list_of_themes_shows_each_in_its_colours_and_esc_brings_the_old_one_back(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    own = themes.user_folder()
    own.mkdir(parents=True)
    (own / "mine.toml").write_text('based_on = "paper"\n[surfaces]\ncard = "#123456"\n')
    (own / "torn.toml").write_text('about = "half of')
    with seated(tmp_path, after(1, 5)) as seat:
        names = [*themes.names(own), "auto"]
        assert names[:3] == ["felt", "midnight", "slate"]
        assert names[-3:] == ["mine", "torn", "auto"]
        go_to(seat, "theme")
        seat.press("enter")
        assert all(each in seat.text for each in names)
        loaded = {each: themes.load(each, own) for each in (*themes.BUILT_IN, "mine")}
        for each, theme in loaded.items():
            with subtests.test(each=each):
                assert f"@{each} card black" in seat.picture.roles
                looks = [attr_spec(f"@{each} card black", worn, 16777216) for worn in loaded.values()]
                shown = "light gray" if theme.is_terminals else theme.surfaces["card"].true
                assert {look.background for look in looks} == {shown}
        for name in names:
            with subtests.test(name=name):
                assert seat.controller.settings.theme == name
                seat.press("down")
        seat.press("esc")
        assert seat.controller.settings.theme == "felt"
        seat.press("enter", "down", "down", "enter")
        assert seat.controller.settings.theme == "slate"
        assert "Settings" in seat.text
    with seated(tmp_path, after(1, 5), colour=False) as seat:
        go_to(seat, "theme")
        seat.press("enter")
        assert not any(str(role).startswith("@") for role in seat.picture.roles)


# What each setting does


def test_new_games_are_of_the_variant_and_the_house_rules_that_are_set(tmp_path: Path) -> None:
    wanted = VARIANTS["seahaven-towers"].with_cells(2).with_house_rules(cards_come_back=True, aces_only_home=True)
    with seated(tmp_path, Game.new(5, FREECELL), size=WIDE) as seat:
        go_to(seat, "variant")
        seat.press("left", "down", "right", "right", "right", "down", "right", "down", "right", "esc")
        assert seat.session.game.variant == FREECELL
        seat.press(*by_name("next-deal"))
        assert seat.session.game == Game.new(6, FREECELL)
        seat.press("n")
        assert seat.session.game.variant == wanted
        seat.press(*by_name("previous-deal"))
        assert seat.session.game.variant == wanted
        seat.controller.preferences.use(DEFAULTS)
        seat.press("#")
        assert "A deal of FreeCell." in seat.text
        seat.press("7", "enter")
        assert seat.session.game == Game.new(7, FREECELL)


def test_what_goes_home_by_itself_and_when_holds_from_the_next_move(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), size=WIDE) as seat:
        go_to(seat, "autoplay")
        seat.press("right", "down", "right")
        assert seat.session.autoplay == AutoplayRule(Autoplay.NONE, finish=True)
        seat.press("esc", "n")
        assert seat.session.autoplay == AutoplayRule(Autoplay.NONE, finish=True)


def test_the_time_is_shown_nowhere_if_the_clock_is_off(seat: Seat, subtests: pytest.Subtests) -> None:
    assert "0:00" in seat.text
    go_to(seat, "clock")
    seat.press("right", "esc")
    for screen in ("table", "won", "title", "games"):
        with subtests.test(screen=screen):
            seat.open(screen)
            assert "0:0" not in seat.text


def test_cards_change_at_once_on_the_table_and_in_the_box_which_says_what_they_show(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    shown = {
        "auto": ("pictures in a large window, if the terminal can draw them", UNICODE),
        "pictures": ("pictures in a large window, in any terminal", UNICODE),
        "plain": ("a rank and suit that are easy to read, no pictures", UNICODE),
        "letters": ("letters for suits, as in 7h and KS", UNICODE._replace(suits=ASCII.suits)),
        "ascii": ("nothing but ASCII, and letters for suits", ASCII),
    }
    assert list(shown) == list(CardLook)
    with seated(tmp_path, Game.new(617), size=(160, 50)) as seat:
        go_to(seat, "cards")
        for look, (meaning, glyphs) in shown.items():
            with subtests.test(look=look, meaning=meaning):
                assert seat.controller.settings.cards == look
                told = " ".join(text[-44:-4].strip() for text in seat.picture.text)
                changed = "" if look == "auto" else "* Changed. "
                assert f"How cards are drawn: {meaning}. {changed}Default: auto." in told
                assert seat.app.glyphs == glyphs
                assert seat.text.isascii() == (look == "ascii")
                has_pictures = any("art." in str(role) for role in seat.picture.roles)
                assert has_pictures == (look in ("auto", "pictures"))
                seat.press("right")


def test_what_cards_are_drawn_with_is_the_terminals_unless_pictures_or_ascii_are_wanted(
    subtests: pytest.Subtests,
) -> None:
    for terminal, look in product((UNICODE, CONSOLE, ASCII), CardLook):
        with subtests.test(terminal=terminal, look=look):
            wanted = {"pictures": UNICODE, "ascii": ASCII, "letters": terminal._replace(suits=ASCII.suits)}
            glyphs, _, _ = appearance_from(Settings(cards=look), terminal)
            assert glyphs == wanted.get(look, terminal)


def test_the_bell_rings_once_for_each_refusal_and_for_the_win(tmp_path: Path) -> None:
    won = after(1, 10_000)
    with seated(tmp_path, won.undo(), settings=Settings(bell_on_refusal=True, bell_on_win=True)) as seat:
        seat.press("h")
        assert seat.sent.getvalue() == "\a"
        for _ in range(3):
            assert seat.text
            seat.press("Z", "left")
        seat.press("h", "+")
        assert seat.sent.getvalue() == "\a\a\a"
        seat.press("r", "esc", "right")
        assert seat.session.game.is_won
        assert seat.sent.getvalue() == "\a\a\a\a"
    with seated(tmp_path, won.undo()) as seat:
        seat.press("h", "+", "r")
        assert seat.sent.getvalue() == ""


# Several mistakes


def test_several_mistakes_are_told_in_the_order_of_their_lines_over_whatever_is_open(tmp_path: Path) -> None:
    troubles = [f"settings.toml, line {number}: there is no setting “x{number}”." for number in range(1, 31)]
    troubles[2], troubles[11] = troubles[11], troubles[2]
    with seated(tmp_path, after(1, 5), size=(40, 16)) as seat:
        seat.open("title")
        seat.app.push(settings_problems(seat.app, "settings.toml", troubles))
        assert "30 mistakes in settings.toml" in seat.text
        assert "Line 1: " in seat.text
        seen = ""
        for _ in range(30):
            seen += " ".join(seat.text.replace("│", " ").split())
            seat.press("down", "down")
        places = [seen.index(f"Line {number}:") for number in range(1, 21)]
        assert places == sorted(places)
        assert "Line 21:" not in seen
        assert "10 more mistakes not shown." in seen
        seat.press("enter")
        assert "resume" in seat.text
        seat.app.push(settings_problems(seat.app, "settings.toml", ["settings.toml: all wrong.", troubles[0]]))
        assert seat.text.index("Line 1") < seat.text.index("All wrong")


# In the real program


def settings_file(state: Path) -> Path:
    return state.parent / "config" / "freecell-tui" / "settings.toml"


def test_what_is_changed_by_keys_is_kept_for_the_next_time(start: Start, state: Path) -> None:
    terminal = start("1")
    terminal.type("O")
    terminal.see("New games")
    terminal.type(RIGHT)
    terminal.see("Baker’s Game")
    for _ in range(place_of("mouse") - 1):
        terminal.type(DOWN)
    terminal.see(f"{place_of('mouse')} of {COUNT}")
    before = terminal.output.count(b"\x1b[?1000l")
    terminal.type(ENTER)
    terminal.wait(lambda: terminal.output.count(b"\x1b[?1000l") > before, "the mouse to be let go")
    terminal.type(ESC)
    terminal.not_see(f" of {COUNT} ")
    terminal.type("n")
    terminal.see("Baker’s Game #")
    terminal.type("q")
    assert terminal.end() == 0
    text = settings_file(state).read_text()
    assert 'variant = "bakers-game"' in text
    assert "mouse = false" in text
    terminal = start(table=False)
    terminal.see("play Baker’s Game ")
    assert b"\x1b[?1000h" not in terminal.output
    terminal.type("O")
    terminal.see("New games")
    for _ in range(place_of("mouse") - 1):
        terminal.type(DOWN)
    terminal.type(ENTER)
    terminal.wait(lambda: b"\x1b[?1000h" in terminal.output, "the mouse")


def test_a_key_with_alt_is_that_key_where_it_is_asked_for_and_where_a_command_has_it(start: Start) -> None:
    terminal = start("1")
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.type("O" + "\x1b[F" + ENTER)
    terminal.see("Moving cards")
    listed = [command.name for command in TABLE_COMMANDS]
    terminal.type(DOWN * listed.index("undo") + ENTER)
    terminal.see("Press the new key for “undo the")
    terminal.type("\x1bk")
    terminal.see("Alt-k")
    # The other keys with Alt are two keys: Esc closes the list, and e means nothing in the settings.
    terminal.type("\x1be")
    terminal.not_see("Moving cards")
    terminal.type(ESC)
    terminal.not_see("New games")
    terminal.type("\x1bk")
    terminal.see("moves 0 ")


def test_mistakes_are_told_at_the_start_and_the_game_begins_with_what_is_right(start: Start, state: Path) -> None:
    settings_file(state).parent.mkdir(parents=True)
    settings_file(state).write_text("clock = 0\ntheme = 'nope'\ncells = 2\n[keys]\nundo = 'n'\n")
    terminal = start("1", size=(40, 20))
    terminal.see("3 mistakes in settings.toml")
    terminal.see("Line 1: clock is")
    terminal.see("Line 2: There is no theme “nope”")
    terminal.see("Line 5: “undo the last move”")
    terminal.type(ENTER)
    terminal.not_see("mistakes")
    terminal.see("3 at once")
    settings_file(state).write_text("clock = 0\n")
    terminal = start("1", size=(80, 24), table=False)
    terminal.see("settings.toml, line 1: clock is true or false, not “0”.")
    terminal.type("3a")
    terminal.see("moves 1 ")


def test_one_mistake_is_told_in_a_box_where_there_is_no_bar_for_it(
    start: Start, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file(state).parent.mkdir(parents=True)
    settings_file(state).write_text("clock = 0\n")
    monkeypatch.chdir(tmp_path)
    Path("moves").write_text("3a\n")
    for arguments, behind in (("learn", "step 1 of 13"), ("replay moves --deal 617", "#617")):
        terminal = start(*arguments.split(), table=False)
        terminal.see("1 mistake in settings.toml")
        terminal.see("Enter continues with the default for it.")
        terminal.type(ENTER)
        terminal.not_see("mistake")
        terminal.see(behind)


def test_no_title_runs_into_its_value_on_the_smallest_screen(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, after(1, 5), size=(40, 16)) as seat:
        seat.press("O")
        for row in SPECS:
            with subtests.test(row=row):
                (text,) = (text for text in seat.picture.text if f"{row.title} " in text and "◂" in text)
                assert f" {row.title} " in text.replace("*", " ")
                assert not text.partition("◂")[0][-1].strip()
                seat.press("down")


def test_every_back_has_marks_of_one_cell_in_unicode_and_in_ascii(subtests: pytest.Subtests) -> None:
    assert set(CARD_BACKS) == set(CardBack) - {CardBack.THEME}
    for marks, plain in CARD_BACKS.values():
        with subtests.test(marks=marks):
            assert plain.isascii()
            assert all(map(is_narrow, marks + plain))
            assert len(set(marks)) == len(marks) <= 2
