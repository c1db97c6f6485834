"""The keys of vim: h j k l move the cursor, and what they did has other keys."""

from pathlib import Path

import pytest

from freecell_tui.controller.frontend import Watching
from freecell_tui.controller.play.session import Cursor
from freecell_tui.engine import COLUMNS, HOME, VARIANTS, Game, PileKind
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import KeyPreset, Settings
from freecell_tui.ui.keymap import TABLE_COMMANDS, KeyMap, keymap_from, pile_letters
from support.ui_driver import NO_VERDICT, after, by_name, seated

VIM = NO_VERDICT.with_value("keymap", "vim").with_value("animation", "off")
EIGHT_CELLS = VARIANTS["eight-off"]
COME_BACK = VARIANTS["freecell"].with_house_rules(cards_come_back=True)


def test_every_key_is_one_commands_or_one_piles_and_what_has_a_key_by_default_has_one() -> None:
    for keymap in map(KeyMap, KeyPreset):
        for commands in (keymap.replay, keymap.commands):
            keys = [key for command in commands for key in command.keys]
            assert len(keys) == len(set(keys))
        assert [command.name for command in keymap.commands] == [command.name for command in TABLE_COMMANDS]
        assert {each.name for each in KeyMap().commands if each.keys and not keymap.keys(each.name)} <= {"games"}
        for variant in (EIGHT_CELLS, VARIANTS["seahaven-towers"].with_house_rules(cards_come_back=True)):
            piles = {keymap.pile_key(letter): letter for letter in pile_letters(variant)}
            assert len(piles) == len(pile_letters(variant))
            assert not set(piles) & set(keys)
            for key, letter in piles.items():
                pile = keymap.pile(key, variant)
                assert pile is not None
                assert pile.letter == letter
            assert not any(keymap.pile(key, variant) for key in keys)


def test_they_are_arrows_in_dialogs_that_do_not_use_them_otherwise(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=VIM) as seat:
        seat.press("u", *by_name("next-deal"), "1", "a", "m", *"jjjjjjk", "enter")
        # The sixth row of the menu starts the deal again.
        assert seat.message.startswith("Restarted")
        seat.press("O", "j", "l")
        assert seat.controller.settings.cells == 0
        seat.press("h", "esc", "l", *by_name("games"), "j")
        assert "2 of 2" in seat.text
        seat.press("e", "j", "k", "h", "l", "enter")
        assert "jkhl" in seat.text
        seat.press("esc", "O", "end", "enter", "enter", "j")
        assert "j is the key for “cursor down”. Enter swaps them." in " ".join(seat.text.split())
        seat.open("title")
        places = [seat.app.render(seat.size).cursor]
        for key in "jk":
            seat.press(key)
            places.append(seat.app.render(seat.size).cursor)
        assert places[1] != places[0] == places[2]
        seat.press("k", "l")
        assert seat.controller.settings.deal == "winnable"
        seat.press("h", "j")
        assert seat.controller.settings.deal == "random"


def test_gg_and_capital_g_are_home_and_end_in_columns_lists_and_replays(tmp_path: Path) -> None:
    with seated(tmp_path, after(10, 55), settings=VIM) as seat:
        seat.session.shows_cursor = True
        seat.session.point_at(COLUMNS[2])
        count = len(seat.session.game.board.columns[2])
        seat.press("g", "g")
        assert seat.session.cursor == Cursor(COLUMNS[2], count)
        seat.press("G")
        assert seat.session.cursor == Cursor(COLUMNS[2])
        seat.press("g", "l", "g")
        assert seat.session.cursor == Cursor(COLUMNS[3])
        seat.press("esc")
        seat.open(Watching(SavedGame(after(1, 30))))
        assert seat.replay is not None
        seat.press("G")
        assert seat.replay.position == 30
        seat.press("g", "g")
        assert seat.replay.position == 0
        seat.press("esc", "O", "G")
        assert "Keys…" in seat.chosen_row
        seat.press("g", "g")
        assert "Variant" in seat.chosen_row
        seat.press("esc", "?", "g", "g")
        assert "Find: gg" in seat.text
    with seated(tmp_path, Game.new(617, EIGHT_CELLS), settings=VIM) as seat:
        seat.press("1", "g", "g")
        assert seat.session.selection is not None
        assert seat.session.selection.pile.letter == "g"


def test_help_footer_and_sentences_name_the_keys_in_force(tmp_path: Path, subtests: pytest.Subtests) -> None:
    keymap, _ = keymap_from(VIM)
    for variant, cells in ((COME_BACK, "a – d"), (EIGHT_CELLS, "a – g K")):
        with subtests.test(variant=variant):
            rows = {keys: text for _, keys, text in keymap.help_rows(variant)}
            assert rows["H"].startswith("home: `3 H` sends ")
            assert rows["← h"].startswith("cursor left")
            assert rows[cells] == "a free cell"
            assert (PileKind.FOUNDATION.value in rows) == (variant is COME_BACK)
    with seated(tmp_path, Game.new(24), settings=VIM.with_value("hints", value=False), size=(160, 40)) as seat:
        seat.press("4")
        bar = seat.picture.text[-1]
        assert "H: home" in bar
        seat.click((bar.index("H: home"), 39))
        assert [str(turn.move) for turn in seat.session.game.turns] == ["4h"]
        # A step of a solution has the key beside the hints.
        seat.press("I")
        assert seat.message == "Hints are off in the settings."
        seat.press("n")
        assert "Your game of deal 24 is saved: press ? and choose “unfinished games”" in seat.message


def test_the_settings_show_the_presets_keys_and_give_them_back(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), size=(120, 60), settings=VIM) as seat:
        seat.press("O", "end")
        assert any("Keymap" in row and "vim" in row for row in seat.picture.text)
        seat.press("enter", "down", "down", "down", "down")
        rows = [row for row in seat.picture.text if " cursor left " in row]
        assert any("← h" in row and "*" not in row[-44:] for row in rows)
        seat.press("esc", "up", "right")
        assert seat.controller.settings.keymap is KeyPreset.DEFAULT
        seat.press("esc", "4", "h")
        assert seat.dialog is None
        assert seat.app.keymap.pile("h", seat.session.game.variant) == HOME


def test_own_keys_are_added_to_the_presets_and_may_not_clash_with_them(subtests: pytest.Subtests) -> None:
    keymap, refused = keymap_from(Settings(keymap=KeyPreset.VIM, keys={"undo": ("+Z",), "right": ("+Ctrl-F",)}))
    assert not refused
    assert keymap.keys("right") == ("right", "l", "ctrl f")
    for wish, sentence in (
        ({"undo": ("h",)}, "“undo the last move” cannot have h: “cursor left” (left) has it."),
        ({"undo": ("H",)}, "H names a pile, so it cannot be the key of “undo the last move”."),
    ):
        with subtests.test(wish=wish):
            assert [told for _, told in keymap_from(Settings(keymap=KeyPreset.VIM, keys=wish))[1]] == [sentence]
    _, refused = keymap_from(Settings(keymap=KeyPreset.VIM, keys={"left": ("left",), "undo": ("h",)}))
    assert not refused
