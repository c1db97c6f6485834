"""Keyboards of the world: letters of other layouts, digits of other scripts, and keys that cannot be shown."""

from pathlib import Path

import pytest

from freecell_tui.controller.frontend import Watching
from freecell_tui.controller.keyboards import LAYOUTS, Keyboard
from freecell_tui.engine import CELLS, COLUMNS, FREECELL, VARIANTS, Game
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import KeyPreset
from freecell_tui.ui.dialogs.settings import KeysScreen, SettingsScreen
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE, Glyphs
from freecell_tui.ui.keymap import KeyMap, keymap_from, same_key
from support.ui_driver import NO_VERDICT, Seat, after, seated

US = "qwertyuiopasdfghjklzxcvbnm"
LETTERS = {
    "Russian": "йцукенгшщзфывапролдячсмить",
    "Ukrainian": "йцукенгшщзфівапролдячсмить",
    "Greek": ";ςερτυθιοπασδφγηξκλζχψωβνμ",
    "Hebrew": "/'קראטוןםפשדגכעיחלךזסבהנמצ",
    "Persian": "ضصثقفغعهخحشسیبلاتنمظطزرذدپ",
    "Armenian": "ճփբսմուկըթջվգեանիտհժդչյզլք",
    "Thai": "ๆไำพะัีรนยฟหกดเ้่าสผปแอิืท",
    "Georgian": "ქწერტყუიოპასდფგჰჯკლზხცვბნმ",
    "Korean": "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ",
    "Hindi": "ौैाीूबहगदजोे्िुपरकतॆंमनवलस",
}


@pytest.fixture(autouse=True)
def _no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", list(LETTERS))
def test_a_letter_is_the_key_at_its_place_and_so_is_its_capital(name: str, subtests: pytest.Subtests) -> None:
    keyboard = Keyboard()
    for typed, key in [*zip(LETTERS[name], US, strict=True)][::-1]:
        with subtests.test(typed=typed):
            assert keyboard.key_of(typed) == key
            if typed.upper() not in (typed, "Σ"):
                assert keyboard.key_of(typed.upper()) == key.upper()


def test_every_layout_has_all_letters_once(subtests: pytest.Subtests) -> None:
    for layout in LAYOUTS:
        with subtests.test(layout=layout):
            keys = [layout.keys.get(letter, letter) for letter in layout.letters]
            assert len(set(keys)) == len(keys)
            assert set(US) <= set(keys)


def test_a_letter_of_its_own_or_the_language_tells_a_layout_from_its_neighbours() -> None:
    keyboard = Keyboard()
    assert [keyboard.key_of(typed) for typed in "свљсв"] == [*"cdqsv"]
    assert [Keyboard({"LANG": "sr_RS.UTF-8"}).key_of(typed) for typed in "св"] == [*"sv"]
    assert [Keyboard({"LC_ALL": "bg_BG.UTF-8", "LANG": "ru_RU"}).key_of(typed) for typed in "яв"] == [*"qw"]
    assert [Keyboard({"LANG": "mn_MN.UTF-8"}).key_of(typed) for typed in "фёг"] == [*"qcu"]
    assert [Keyboard({"LANG": "C.UTF-8"}).key_of(typed) for typed in "яв"] == [*"zd"]


@pytest.mark.parametrize(("row", "letter"), [("ๅ/-ภถุึคตจ", "ท"), ("ֆձ֊,։՞․՛)օ", "ճ"), ("ຢຟໂຖຸູຄຕຈຂ", "ພ")])
def test_letters_in_the_row_of_the_digits_are_digits_once_the_layout_is_known(row: str, letter: str) -> None:
    keyboard = Keyboard()
    assert [keyboard.key_of(typed) for typed in "-,)"] == [*"-,)"]
    keyboard.key_of(letter)
    assert [keyboard.key_of(typed) for typed in row] == [*"1234567890"]


def test_signs_are_those_of_the_layout_that_is_on() -> None:
    keyboard = Keyboard()
    assert keyboard.key_of(";") == "q"
    assert [keyboard.key_of(typed) for typed in "й№.;"] == ["q", "#", "/", ";"]
    assert [keyboard.key_of(typed) for typed in "γ;."] == ["g", "q", "."]
    # The neighbour of l in a Latin layout quits no game.
    assert [keyboard.key_of(typed) for typed in "l;"] == ["l", ";"]


@pytest.mark.parametrize(
    ("typed", "key"), [("ctrl к", "ctrl r"), ("meta Г", "meta U"), ("ctrl С", "ctrl c"), ("f1", "f1"), ("é", "é")]
)
def test_modifiers_stay(typed: str, key: str) -> None:
    assert same_key(Keyboard(), typed) == key


def test_at_the_table_they_do_what_the_plain_keys_do(seat: Seat, subtests: pytest.Subtests) -> None:
    for undo, redo in ("гк", "θρ", "ור", "ｕｒ", "ㅕㄱ", "عق", "ურ", "ւս", "ีพ", "ही", "なす"):
        with subtests.test(undo=undo):
            seat.press(undo)
            assert seat.session.game.position == 4
            seat.press(redo)
            assert seat.session.game.position == 5
    seat.press("К")
    assert seat.message.startswith("Restarted")


def test_piles_ranks_questions_and_replays_understand_them(seat: Seat) -> None:
    seat.press("３")
    assert seat.session.selection is not None
    assert seat.session.selection.pile == COLUMNS[2]
    seat.press("esc", "٣")
    assert seat.session.selection is not None
    seat.press("esc", "/", "七", "й")
    assert seat.session.rank_finder.rank == 12
    seat.press("esc", "й")
    assert seat.has_left


@pytest.mark.parametrize("yes", ["y", "н", "υ", "ט", "ｙ"])
def test_a_question_is_answered_by_the_key_at_the_place_of_y(tmp_path: Path, yes: str) -> None:
    with seated(tmp_path / yes, after(1, 5), settings=NO_VERDICT) as seat:
        before = seat.session.game.position
        seat.paste(str(after(1, 8).turns[5].move))
        assert seat.dialog is not None
        seat.press(yes)
        assert seat.dialog is None
        assert seat.session.game.position == before + 1


def test_alt_and_a_letter_is_one_key_if_a_command_has_it(tmp_path: Path, subtests: pytest.Subtests) -> None:
    settings = NO_VERDICT.__class__(verdict=False, keys={"undo": ("Alt-u",), "hint": ("ж",)})
    with seated(tmp_path, after(1, 5), settings=settings) as seat:
        for key, has_use in (("meta г", True), ("meta u", True), ("meta ы", False)):
            with subtests.test(key=key):
                assert seat.app.has_use_for(key) == has_use
        before = seat.session.game.position
        seat.press("meta г")
        assert seat.session.game.position == before - 1


def test_every_screen_understands_them_and_names_a_key_as_it_was_typed(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.press("ctrl л", "ь")
        assert "Menu" in seat.text
        seat.press("й")
        seat.open("lesson")
        seat.press("Й")
        assert "Й does nothing here." in seat.text
        seat.open("title")
        seat.press("Щ")
        assert isinstance(seat.dialog, SettingsScreen)
        seat.press("й")
        assert seat.dialog is None
        seat.press("ctrl с")
        assert seat.has_left


def test_letters_stay_letters_in_texts_and_full_width_digits_are_digits_in_numbers(seat: Seat) -> None:
    seat.press("?", *"йг")
    assert "Find: йг" in seat.text
    seat.press("esc", "#", *"６１７", "enter")
    assert seat.session.game.deal == 617
    seat.press("?", *"６１８", "enter")
    assert seat.session.game.deal == 618


def test_a_key_of_the_players_own_is_no_other_key(tmp_path: Path) -> None:
    settings = NO_VERDICT.__class__(verdict=False, keys={"restart": ("г",)})
    with seated(tmp_path, after(1, 5), settings=settings) as seat:
        seat.press("г")
        assert seat.session.game.turns[-1].is_restart
        seat.press("O", "end", "enter", *"undo", "enter", "г")
        assert _asked(seat) == "г is the key for “restart this deal”. Enter swaps them."
    with seated(tmp_path, after(1, 5), settings=settings, glyphs=ASCII) as seat:
        seat.press("O", "end", "enter", *"restart")
        assert "U+0433" in seat.chosen_row


@pytest.mark.parametrize(
    ("glyphs", "key", "name"),
    [
        (UNICODE, "Й", "Й"),
        (UNICODE, "ö", "ö"),
        (UNICODE, "安", "This key"),
        (UNICODE, "🂡", "🂡"),
        (UNICODE, "\u0301", "This key"),
        (ASCII, "ö", "This key"),
        (ASCII, "Й", "This key"),
        (ASCII, "meta ö", "This key"),
        (ASCII, "z", "z"),
    ],
)
def test_a_key_that_cannot_be_shown_is_never_named_by_a_question_mark(
    glyphs: Glyphs, key: str, name: str, tmp_path: Path
) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT, glyphs=glyphs) as seat:
        seat.press(key)
        assert f"{name} does nothing here. Press ? for all keys." in seat.text
        seat.press("/", key)
        assert seat.message.startswith(f"{name} is not a rank")


AZERTY = "&é\"'(-è_çà"
ON_AZERTY = NO_VERDICT.with_value("keymap", "azerty")
SEAHAVEN = VARIANTS["seahaven-towers"]


def test_on_azerty_the_top_row_is_the_columns_and_digits_still_are(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1, SEAHAVEN), settings=ON_AZERTY) as seat:
        for key, pile in zip(AZERTY * 2, [*COLUMNS, *COLUMNS], strict=True):
            seat.press(key)
            assert seat.session.selection is not None
            assert seat.session.selection.pile == pile
            seat.press("esc")
        for digit, pile in zip("1234567890", COLUMNS, strict=True):
            seat.press(digit)
            assert seat.session.selection is not None
            assert seat.session.selection.pile == pile
            seat.press("esc")
    keymap, refused = keymap_from(ON_AZERTY)
    assert not refused
    assert keymap.keys("fewer") == keymap.keys("slower") == (")",)
    rows = dict(keymap.pile_rows(FREECELL))
    assert next(iter(rows)) == "& é \" ' ( - è _"
    assert rows["& é \" ' ( - è _"].endswith("`é -` moves from column 2 to column 6")


@pytest.mark.parametrize("glyphs", [ASCII, CONSOLE])
def test_where_there_are_no_accents_the_help_spells_the_keys_of_azerty(glyphs: Glyphs, tmp_path: Path) -> None:
    names = "& e-acute \" ' ( - e-grave _"
    with seated(tmp_path, Game.new(1), settings=ON_AZERTY, glyphs=glyphs, size=(120, 50)) as seat:
        seat.app.show("help", "keys")
        seat.draw()
        assert names in seat.text
        assert "c-cedilla" not in seat.text
        seat.press("esc", "esc", "O", "end", "enter", *"column 2")
        assert "e-acute" in seat.chosen_row
    with seated(tmp_path, Game.new(1, SEAHAVEN), settings=ON_AZERTY, glyphs=glyphs, size=(120, 50)) as seat:
        seat.app.show("help", "keys")
        seat.draw()
        assert "c-cedilla" in seat.text
        assert "a-grave" in seat.text


def test_on_azerty_the_top_row_is_digits_beside_the_table_and_for_ranks(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 30), settings=ON_AZERTY) as seat:
        seat.press("/", "è")
        assert seat.session.rank_finder.rank == 7
        seat.press("esc")
        seat.open(Watching(SavedGame(after(1, 30))))
        assert seat.replay is not None
        seat.press("&", "é", "enter")
        assert seat.replay.position == 12
        seat.press("esc", "#")
        seat.press("é")
        assert "é" not in seat.text


def test_the_settings_show_the_preset_and_the_keys_of_its_piles(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT, size=(120, 50)) as seat:
        seat.press("O", "end", "up", "right")
        assert seat.controller.settings.keymap is KeyPreset.AZERTY
        assert "azerty" in seat.chosen_row
        seat.press("down", "enter", *"column 8")
        assert "_" in seat.chosen_row.split()


def test_the_key_of_any_pile_can_be_set_in_the_settings(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT, size=(120, 50)) as seat:
        seat.press("O", "end", "enter", *"column 6", "enter", "-")
        assert _asked(seat) == "- is the key for “lift one fewer card”. Enter gives it to this pile."
        seat.press("enter", "enter", "u", "esc", "esc", "esc")
        assert seat.controller.settings.keys == {"fewer": ("_",), "pile-6": ("-",)}
        for key in "-6":
            seat.press(key)
            assert seat.session.selection is not None
            assert seat.session.selection.pile == COLUMNS[5]
            seat.press("esc")
        seat.press("O", "end", "enter", *"cell a", "enter", "ä", "esc", "esc")
        assert " ä " in seat.text
        seat.press("ä")
        assert seat.session.selection is not None
        assert seat.session.selection.pile == CELLS[0]
        seat.press("esc", "O", "end", "enter", *"cell b", "enter", "ä")
        assert _asked(seat) == "ä is the key for “cell a”. Enter swaps them."
        seat.press("enter")
        assert seat.controller.settings.keys["pile-a"] == ("b",)


def _asked(seat: Seat) -> str:
    """The question below the list of keys."""
    assert isinstance(seat.dialog, KeysScreen)
    return seat.dialog.message


def test_wishes_for_piles_are_granted_or_refused_in_a_sentence() -> None:
    def refusals(**keys: str | tuple[str, ...]) -> list[str]:
        wishes = {name.replace("_", "-"): (keys,) if isinstance(keys, str) else keys for name, keys in keys.items()}
        return [sentence for _, sentence in KeyMap().remapped(wishes)[1]]

    assert not refusals(pile_1="&", pile_8="F8", pile_a="ä")
    assert not refusals(pile_h="H", undo="h")
    assert not refusals(pile_a="b", pile_b="a")
    assert refusals(pile_1="u") == ["“column 1” cannot have u: “undo the last move” (undo) has it."]
    assert refusals(pile_1="2") == ["“column 1” cannot have 2: “column 2” (pile-2) has it."]
    assert refusals(pile_1="&", undo="1") == ["1 names a pile, so it cannot be the key of “undo the last move”."]
    assert refusals(pile_1="&", undo="&") == ["& names a pile, so it cannot be the key of “undo the last move”."]
    assert refusals(pile_1="Esc") == ["“column 1” cannot have Esc, which always goes back."]
    assert refusals(pile_1="Nokey") == ["“column 1”: there is no key “Nokey”."]
    assert refusals(pile_1=()) == ["“column 1” must have a key."]
    assert refusals(pile_m="x") == ["there is no command “pile-m”."]
