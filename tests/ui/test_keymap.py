"""The one table of keys: every command has its row, its keys are its own, and what it says is done is done."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.controller.commands import BY_NAME, Group, execute
from freecell_tui.controller.frontend import ScreenName
from freecell_tui.controller.play.session import Cursor
from freecell_tui.engine import COLUMNS, FREECELL, VARIANTS, Game, Pile, PileKind, Variant
from freecell_tui.storage.files import documents_folder
from freecell_tui.storage.settings import Settings
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.themes import AUTO
from freecell_tui.ui.help_tables import key_table
from freecell_tui.ui.keymap import TABLE_COMMANDS, KeyMap, is_added, key_name, key_named, pile_letters
from freecell_tui.ui.screens.table import TableScreen
from support.pty_terminal import DEADLINE
from support.ui_driver import NO_VERDICT, Seat, after, by_name, seated

EVERY_VARIANT = [
    variant.with_house_rules(cards_come_back=back) for variant in VARIANTS.values() for back in (False, True)
]


def test_only_what_players_need_often_has_a_key_and_what_menus_alone_have_means_nothing_else() -> None:
    # To move the cursor counts as one.
    arrows = {"left", "right", "up", "down", "first-card", "last-card"}
    assert len({command.name for command in TABLE_COMMANDS if command.keys} - arrows) <= 35
    of_menus = [command.dialog_key for command in TABLE_COMMANDS if command.dialog_key]
    assert len(of_menus) == len(set(of_menus))
    assert not any(KeyMap().find(key) for key in of_menus)
    assert not any(command.keys for command in TABLE_COMMANDS if command.dialog_key)


def test_the_letters_are_those_of_every_pile_that_a_game_can_have(subtests: pytest.Subtests) -> None:
    for variant in EVERY_VARIANT:
        with subtests.test(variant=variant):
            kinds = {PileKind.COLUMN, PileKind.CELL, PileKind.HOME}
            kinds |= {PileKind.FOUNDATION} if variant.cards_come_back else set()
            assert set(pile_letters(variant)) == {letter for kind in kinds for letter in kind.value}


@pytest.mark.parametrize("variant", [FREECELL, VARIANTS["eight-off"].with_house_rules(cards_come_back=True)])
def test_every_letter_reaches_its_pile(variant: Variant, tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617, variant), settings=NO_VERDICT) as seat:
        by_the_tests_clock(seat)
        for letter in pile_letters(variant):
            pile = Pile.parse(letter)
            seat.clock.now += 1
            seat.press(letter)
            session = seat.session
            if session.selection is None:
                assert session.message is not None
                assert session.message.pile in (pile, None)
            else:
                assert session.selection.pile == pile
                assert session.game.board.cards(pile)
                seat.press("esc")
            assert session.selection is None


def by_the_tests_clock(seat: Seat) -> None:
    """Let the table tell by the clock of the test how fast two keys are typed."""
    assert isinstance(seat.screen, TableScreen)
    seat.screen.now = lambda: seat.clock.now


def in_the_middle(seat: Seat) -> None:
    """Three cards of a long sequence in the hand, the cursor on the better of two places, and a turn taken back.

    There is a bookmark.
    """
    seat.session.set_bookmark()
    seat.session.undo()
    seat.session.shows_cursor = True
    seat.session.point_at(COLUMNS[2], 3)
    seat.session.use_cursor()
    assert seat.session.lifted_count == 3
    assert seat.session.ranked_targets() == (COLUMNS[5], COLUMNS[1])
    seat.app.terminal.screen_buf = []


def state(seat: Seat) -> dict[str, object]:
    """What a command can change."""
    session, dialog = seat.session, seat.dialog
    if seat.controller.picture is not None:
        seat.controller.picture.finish(DEADLINE)
    return {
        "deal": session.game.deal,
        "position": session.game.position,
        "moves": session.game.moves_made,
        "lifted": session.lifted_count,
        "cursor": session.cursor,
        "asks": session.rank_finder.is_asking,
        "needed": session.rank_finder.shows_needed,
        "four colours": seat.controller.settings.four_colours,
        "magnifier": seat.controller.settings.magnifier,
        "theme": seat.controller.settings.theme,
        "dialog": None if dialog is None else type(dialog).__name__,
        "screen": type(seat.screen).__name__,
        "drawn": seat.app.terminal.screen_buf,
        "paused": session.is_paused,
        "left": seat.has_left,
        "bookmarks": len(session.bookmarks),
        "pictures": sum(1 for _ in documents_folder("pictures").glob("*")),
    }


THEMES = themes.names(Path("none of one's own"))
DONE: dict[str, dict[str, object]] = {
    "lift": {"position": 56, "moves": 56, "lifted": 0},
    "step": {"lifted": 0, "cursor": Cursor(COLUMNS[2], 3)},
    "play-step": {"lifted": 0, "cursor": Cursor(COLUMNS[2], 3)},
    "put-back": {"lifted": 0, "cursor": Cursor(COLUMNS[2], 3)},
    "send": {"position": 56, "moves": 56, "lifted": 0},
    "all-home": {"position": 57, "moves": 57, "lifted": 0},
    "find": {"asks": True},
    "needed": {"needed": True},
    "more": {"lifted": 4},
    "fewer": {"lifted": 2},
    "left": {"cursor": Cursor(COLUMNS[1])},
    "right": {"cursor": Cursor(COLUMNS[1])},
    "up": {"cursor": Cursor(COLUMNS[1])},
    "down": {"cursor": Cursor(COLUMNS[1])},
    "other-row": {"cursor": Cursor(COLUMNS[1])},
    "first-card": {"cursor": Cursor(COLUMNS[1])},
    "last-card": {"cursor": Cursor(COLUMNS[1])},
    "undo": {"lifted": 0, "cursor": Cursor(COLUMNS[2], 3)},
    "redo": {"position": 56, "moves": 56, "lifted": 0},
    "restart": {"position": 56, "moves": 0, "lifted": 0},
    "new-game": {"position": 0, "moves": 0, "lifted": 0, "bookmarks": 0},
    "deal-by-number": {"dialog": "DealPrompt"},
    "next-deal": {"deal": 11, "position": 0, "moves": 0, "lifted": 0, "bookmarks": 0},
    "previous-deal": {"deal": 9, "position": 0, "moves": 0, "lifted": 0, "bookmarks": 0},
    "games": {"dialog": "SavedGamesScreen"},
    "bookmark": {"dialog": "Prompt"},
    "bookmarks": {"dialog": "BookmarksScreen"},
    "map": {"dialog": "MapScreen"},
    "next-branch": {},
    "note": {"dialog": "NotePrompt"},
    "give-up": {"dialog": "Question"},
    "daily": {"dialog": "DailyScreen"},
    "journeys": {"dialog": "JourneysScreen"},
    "tournaments": {"dialog": "TournamentsScreen"},
    "statistics": {"dialog": "StatisticsScreen"},
    "picture": {"pictures": 1},
    "four-colours": {"four colours": True},
    "magnify": {"magnifier": True, "drawn": []},
    "next-theme": {"theme": THEMES[(THEMES.index("felt") + 1) % len(THEMES)], "drawn": None},
    "share": {"dialog": "ShareScreen"},
    "race": {"dialog": "Question"},
    "pause": {"lifted": 0, "paused": True},
    "menu": {"dialog": "MenuDialog"},
    "commands": {"dialog": "CommandList"},
    "help": {"dialog": "HelpDialog"},
    "settings": {"dialog": "SettingsScreen"},
    "redraw": {"drawn": None},
    "quit": {"left": True},
    "variants": {"dialog": "VariantChooser"},
    "watch": {"screen": "ReplayScreen"},
    "summary": {},  # a game that is not won has none
    "learn": {"screen": "LessonScreen"},
    "how-to-play": {"dialog": "TopicDialog"},
    "title": {"screen": "TitleScreen"},
    "lines": {"left": True},
}


ASK_THE_SOLVER = {"winnable-game", "hint", "show", "show-step", "where-lost", "ask-verdict", "last-winnable", "par"}
"""What these do takes a second process; it is played in a pseudo-terminal."""


def test_no_command_is_forgotten_here() -> None:
    assert DONE.keys() | ASK_THE_SOLVER == {command.name for command in TABLE_COMMANDS}
    assert not DONE.keys() & ASK_THE_SOLVER


@pytest.mark.parametrize("group", get_args(Group))
@pytest.mark.usefixtures("pictures")
def test_every_key_of_every_command_does_what_it_says(group: Group, tmp_path: Path, subtests: pytest.Subtests) -> None:
    for command in TABLE_COMMANDS:
        with subtests.test(command=command):
            if command.group != group or command.name not in DONE:
                continue
            own = {} if command.keys else {command.name: ("Z",)}
            for key in command.keys or ("Z",):
                with seated(tmp_path, after(10, 56), settings=replace(NO_VERDICT, keys=own)) as seat:
                    in_the_middle(seat)
                    before = state(seat)
                    seat.press(key)
                    now = state(seat)
                    changed = {name for name, value in now.items() if value != before[name]}
                    wanted = DONE[command.name]
                    assert {name: now[name] for name in wanted} == wanted, (command.name, key)
                    # After a turn the cursor is on a last card.
                    by_the_way = {"cursor", "screen", *(["deal"] if command.name == "new-game" else [])}
                    assert changed - set(wanted) <= by_the_way, (command.name, key)


def test_while_a_rank_is_looked_for_its_keys_are_ranks_and_any_other_key_ends_it(
    fresh: Seat, subtests: pytest.Subtests
) -> None:
    fresh.press("/")
    assert "Find a rank" in fresh.text
    for keys, rank in (("aA", 1), ("2", 2), ("9", 9), ("01tT", 10), ("jJ", 11), ("qQ", 12), ("kK", 13)):
        with subtests.test(keys=keys):
            for key in keys:
                fresh.press(key)
                assert {card.rank for card in fresh.session.lit} == {rank}
                assert len(fresh.session.lit) == 4
                assert fresh.session.selection is None
    assert "Found: every K; Esc clears" in fresh.text
    assert sum(role.startswith("found") for role in fresh.picture.roles) == 4
    fresh.press("esc")
    assert not fresh.session.lit
    assert "Found: " not in fresh.text
    for key, lifted, finding in (("b", 0, False), ("/", 0, True), ("right", 0, False), ("n", 0, False)):
        with subtests.test(key=key):
            fresh.press("/", "7", key)
            assert (fresh.session.lifted_count, fresh.session.rank_finder.is_asking) == (lifted, finding)
            assert not fresh.session.lit
            fresh.press("esc", "esc")
    assert not fresh.has_left


def test_how_the_table_looks_is_changed_by_key_and_kept(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, Game.new(1), settings=replace(NO_VERDICT, theme="z")) as seat:
        # After a theme comes the next, and after the last or none of them the first.
        for theme in (*THEMES, AUTO, THEMES[0]):
            with subtests.test(theme=theme):
                seat.press(*by_name("next-theme"))
                assert seat.controller.settings.theme == theme
                assert f"Theme: {theme}." in seat.text
        for said, wanted in (("Four colours: on.", True), ("Four colours: off.", False)):
            with subtests.test(said=said):
                seat.press(*by_name("four-colours"))
                assert said in seat.text
                assert seat.controller.settings.four_colours is wanted


def test_a_command_that_is_off_says_why_and_does_nothing(tmp_path: Path, subtests: pytest.Subtests) -> None:
    off = {
        "more": "Choose a column first",
        "fewer": "Choose a column first",
        "undo": "Nothing to undo",
        "redo": "Nothing to redo",
        "restart": "at the start",
        "where-lost": "No moves played yet.",
        "bookmarks": "No bookmarks yet.",
        "map": "No moves played yet.",
        "next-branch": "No branches yet",
        "share": "No moves played yet.",
        "watch": "No moves played yet.",
        "summary": "The game is not won yet.",
        "give-up": "No moves played yet.",
    }
    with seated(tmp_path, Game.new(1)) as seat:
        game = seat.session.game
        for command in TABLE_COMMANDS:
            with subtests.test(command=command):
                assert (command.disabled(seat.controller) is not None) == (command.name in off)
                if command.name in off:
                    execute(seat.controller, command)
                    assert any(off[command.name] in row for row in seat.picture.text[-2:])
        assert seat.session.game is game
        assert seat.session.undos == 0


def test_the_help_has_every_command_under_its_group_and_so_has_the_table_in_markdown(subtests: pytest.Subtests) -> None:
    rows = list(KeyMap().help_rows(FREECELL))
    assert len(rows) == len(TABLE_COMMANDS) + len(list(KeyMap().pile_rows(FREECELL)))
    for command in TABLE_COMMANDS:
        with subtests.test(command=command):
            assert (command.group, " ".join(map(key_name, command.keys)), command.help) in rows
    assert [row[0] for row in rows] == sorted((row[0] for row in rows), key=get_args(Group).index)
    lines = [line for line in key_table(rows).splitlines() if line.startswith(("| `", "| –"))]
    with_keys = [row for row in rows if row[1]]
    for (_, keys, text), line in zip(with_keys, lines, strict=True):
        with subtests.test(line=line):
            assert line.endswith(f"| {text} |")
            assert [key if key == "–" else f"`{key}`" for key in keys.split()] == line.split("|")[1].split()


def test_keys_are_named_as_people_write_them() -> None:
    names = {"ctrl r": "Ctrl-R", "up": "↑", " ": "Space", "esc": "Esc", "R": "R", "f1": "F1"}
    assert {key: key_name(key) for key in names} == names


@pytest.mark.parametrize(
    ("number", "command", "where"), [(8589934591, "next-deal", "after"), (-3, "previous-deal", "before")]
)
def test_in_the_first_and_the_last_deal_there_is_none_beyond(
    tmp_path: Path, number: int, command: str, where: str
) -> None:
    with seated(tmp_path, Game.new(number, FREECELL)) as seat:
        seat.press(*by_name(command))
        assert seat.session.game.deal == number
        assert f"There is no deal {where} this one." in seat.picture.text[-1]


# Keys that the player chooses

LETTERS = {letter for kind in PileKind for letter in kind.value}
KEYS_OF_TERMINALS = st.one_of(
    st.sampled_from([key for command in TABLE_COMMANDS for key in command.keys]),
    st.sampled_from(["meta x", "meta X", "shift up", "ctrl page down", "f12", "delete", "home", "é", "雪", "ctrl z"]),
    # No keyboard has an arrow as a mark; written, it is the arrow key.
    st.characters(exclude_characters="←→↑↓").filter(str.isprintable),
)
WISHES = st.dictionaries(
    st.sampled_from([command.name for command in TABLE_COMMANDS]) | st.text(max_size=8),
    st.lists(
        KEYS_OF_TERMINALS.map(key_name)
        | KEYS_OF_TERMINALS.map(lambda key: f"+{key_name(key)}")
        | st.text(max_size=6)
        | st.sampled_from(sorted(LETTERS)),
        max_size=3,
    ),
    max_size=8,
)


@given(KEYS_OF_TERMINALS)
def test_a_key_is_read_back_from_the_name_it_is_written_with(key: str) -> None:
    assert key_named(key_name(key)) == key


def test_a_key_is_known_by_what_people_write() -> None:
    meant = {
        "Ctrl-R": "ctrl r",
        "ctrl r": "ctrl r",
        "CTRL-r": "ctrl r",
        "Alt-x": "meta x",
        "Shift-F5": "shift f5",
        "page down": "page down",
        "Delete": "delete",
        "Down": "down",
        "-": "-",
        "Ctrl-I": "tab",
        "Ctrl-M": "enter",
        **dict.fromkeys(("F13", "", "Hyper-x", "\x1b", "ab")),
    }
    assert {text: key_named(text) for text in meant} == meant


@settings(max_examples=15)
@given(WISHES)
def test_whatever_is_wished_every_key_gives_one_command_and_piles_keep_theirs(wishes: Mapping[str, list[str]]) -> None:
    keymap, refused = KeyMap().remapped(wishes)
    given_keys = [key for command in keymap.commands for key in command.keys]
    assert len(given_keys) == len(set(given_keys))
    assert not LETTERS & set(given_keys)
    assert keymap.matches("ctrl c", "quit")
    assert keymap.matches("esc", "put-back")
    assert keymap.keys("settings")
    names = [name for name, _ in refused]
    assert len(names) == len(set(names))
    assert set(names) <= set(wishes)
    assert all(sentence.endswith(".") and sentence.isprintable() for _, sentence in refused)
    granted = [command for command in keymap.commands if command.name in wishes and command.name not in names]
    for command in keymap.commands:
        name = command.name
        if command in granted:
            adds = any(map(is_added, wishes[name]))
            assert {key_named(text[adds:]) for text in wishes[name]} <= set(command.keys)
            assert not adds or set(BY_NAME[name].keys) <= set(command.keys)
        else:
            assert command == BY_NAME[name]


def test_a_wish_that_cannot_be_granted_is_refused_in_a_sentence(subtests: pytest.Subtests) -> None:
    undo, more = "“undo the last move”", "“lift one more card” (more) has it."
    wishes: list[tuple[dict[str, list[str]], str | None]] = [
        ({"undo": ["n"]}, f"{undo} cannot have n: “new game” (new-game) has it."),
        ({"undo": ["n"], "new-game": ["u"]}, None),
        ({"undo": ["Q"], "redo": ["Q"]}, f"“redo” cannot have Q: {undo} (undo) has it."),
        ({"undo": ["x"]}, f"x names a pile, so it cannot be the key of {undo}."),
        ({"undo": ["a"]}, f"a names a pile, so it cannot be the key of {undo}."),
        ({"undo": ["Esc"]}, f"{undo} cannot have Esc, which always goes back."),
        ({"undo": ["Ctrl-C"]}, f"{undo} cannot have Ctrl-C, which always quits."),
        ({"undo": ["Ctrl-Z"]}, f"{undo} cannot have Ctrl-Z, which the terminal uses to stop a program."),
        ({"undo": ["F13"]}, f"{undo}: there is no key “F13”."),
        ({"undoo": ["x"]}, "there is no command “undoo”."),
        ({"settings": []}, "“settings” must have a key."),
        ({"undo": ["U"]}, f"{undo} cannot have U: “undo the mistake” (last-winnable) has it."),
        ({"undo": []}, None),
        ({"undo": ["+Z"]}, None),
        ({"undo": ["+Z", "+Ctrl-Y", "+u"]}, None),
        ({"undo": ["+n"]}, f"{undo} cannot have n: “new game” (new-game) has it."),
        ({"undo": ["+a"]}, f"a names a pile, so it cannot be the key of {undo}."),
        ({"undo": ["+Z", "Q"]}, f"{undo}: write + before each key, to add them all, or before none."),
        ({"undo": ["+ab"]}, f"{undo}: there is no key “ab”."),
        ({"undo": ["++"]}, f"{undo} cannot have +: {more}"),
        ({"undo": ["+"]}, f"{undo} cannot have +: {more}"),
        ({"more": ["Z"], "undo": ["++"]}, None),
        ({"settings": ["+Z"]}, None),
        ({"quit": []}, None),
    ]
    for wish, sentence in wishes:
        with subtests.test(wish=wish):
            _, refused = KeyMap().remapped(wish)
            assert [told for _, told in refused] == ([] if sentence is None else [sentence])


def test_a_key_that_dialogs_need_for_themselves_gives_no_answer(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    monkeypatch.setenv("NO_MOTION", "1")
    wishes = {"new-game": ("Enter",), "next-deal": ("Space",), "lift": (), "send": ()}
    with seated(tmp_path, after(1, 5), settings=Settings(keys=wishes)) as seat:
        dialogs: dict[ScreenName, tuple[str, ...]] = {"given-up": ("end", "up"), "menu": ("end",)}
        for dialog, to_quit in dialogs.items():
            for key in ("enter", " "):
                with subtests.test(dialog=dialog, key=key):
                    seat.open(dialog)
                    seat.press(*to_quit, key)
                    assert seat.has_left
                    assert seat.session.game == after(1, 5)
                    seat.has_left = False


def test_a_command_gets_its_default_keys_back_unless_another_has_them(seat: Seat, tmp_path: Path) -> None:
    controller = seat.controller
    controller.preferences.change_keys("undo", ["Q"])
    controller.preferences.change_keys("new-game", ["u"])
    assert (seat.app.keymap.keys("undo"), seat.app.keymap.keys("new-game")) == (("Q",), ("u",))
    controller.preferences.change_keys("new-game", None)
    controller.preferences.change_keys("undo", None)
    assert seat.app.keymap.commands == KeyMap().commands
    assert seat.app.refused_keys == []
    seat.draw()
    assert (tmp_path / "settings.toml").read_text().splitlines()[-1] == "[keys]"


def test_a_key_right_behind_a_refused_source_begins_no_move_and_a_later_one_does(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for seconds, played in ((0.1, []), (1.0, ["3a"])):
        with subtests.test(seconds=seconds), seated(tmp_path / str(seconds), Game.new(1), settings=NO_VERDICT) as seat:
            by_the_tests_clock(seat)
            seat.press("d")
            assert seat.message == "Cell d is empty."
            seat.clock.now += seconds
            seat.press("3")
            seat.clock.now += seconds
            seat.press("a")
            assert [str(turn.move) for turn in seat.session.game.turns] == played


def test_another_key_behind_a_refused_source_forgets_it(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 2), settings=NO_VERDICT) as seat:
        seat.press("d", "u", "3")
        assert seat.session.game.moves_made == 1
        assert seat.session.selection is not None
