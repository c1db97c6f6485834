"""The one table of keys: every command has its row, its keys are its own, and what it says is done is done."""

from pathlib import Path

import pytest

from freecell_tui.engine import CELLS, COLUMNS, FREECELL, VARIANTS, Game, Pile, PileKind, Variant
from freecell_tui.session import Cursor
from freecell_tui.ui.keys import (
    BINDINGS,
    FOOTER,
    Binding,
    Command,
    Group,
    Keys,
    key_name,
    key_table,
    pile_letters,
    pile_rows,
)
from seat import Seat, after, seated

EVERY_VARIANT = [
    variant.with_house_rules(cards_come_back=back) for variant in VARIANTS.values() for back in (False, True)
]


def test_every_command_has_one_row_and_every_key_one_command() -> None:
    assert sorted(binding.command.value for binding in BINDINGS) == sorted(command.value for command in Command)
    keys = [key for binding in BINDINGS for key in binding.keys]
    assert len(keys) == len(set(keys))
    assert all(binding.keys and binding.help for binding in BINDINGS)
    for binding in BINDINGS:
        for key in binding.keys:
            assert Keys().find(key) is binding
            assert [command for command in Command if Keys().gives(key, command)] == [binding.command]
    assert not any(Keys().gives("3", command) for command in Command)


def test_no_command_sits_on_a_letter_of_a_pile() -> None:
    letters = {letter for kind in PileKind for letter in kind.letters}
    assert not any(Keys().find(letter) for letter in letters)


def test_the_letters_are_those_of_every_pile_that_a_game_can_have() -> None:
    for variant in EVERY_VARIANT:
        kinds = {PileKind.COLUMN, PileKind.CELL, PileKind.HOME}
        kinds |= {PileKind.FOUNDATION} if variant.cards_come_back else set()
        assert set(pile_letters(variant)) == {letter for kind in kinds for letter in kind.letters}


@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda variant: f"{variant.name}-{variant.cards_come_back}")
def test_every_letter_reaches_its_pile(variant: Variant, tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617, variant)) as seat:
        for letter in pile_letters(variant):
            pile = Pile.parse(letter)
            seat.press(letter)
            session = seat.session
            if session.lift is None:
                assert session.message is not None
                assert session.message.pile in (pile, None)
            else:
                assert session.lift.pile == pile
                assert session.game.board.cards(pile)
            seat.press("esc")
            assert session.lift is None


def test_a_key_that_is_nobodys_does_nothing(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1)) as seat:
        before = seat.text
        seat.press("Z", "w", "f9", "meta a", "Q", "é", "window resize", "page up", "ctrl z")
        assert seat.text == before
        assert not seat.session.game.turns


def in_the_middle(seat: Seat) -> None:
    """Two cards of a long sequence in the hand, the cursor on them, and a turn that was taken back."""
    seat.session.undo()
    seat.session.shows_cursor = True
    seat.session.point_at(COLUMNS[2], 2)
    seat.session.use_cursor()
    assert seat.session.lifted_count == 2
    seat.app.screen.screen_buf = []


def state(seat: Seat) -> dict[str, object]:
    """What a command can change."""
    session, dialog = seat.session, seat.app.desk.dialog
    return {
        "deal": session.game.deal,
        "position": session.game.position,
        "moves": session.game.moves_made,
        "lifted": session.lifted_count,
        "cursor": session.cursor,
        "dialog": None if dialog is None else type(dialog).__name__,
        "drawn": seat.app.screen.screen_buf,
        "left": seat.has_left,
    }


DONE: dict[Command, dict[str, object]] = {
    Command.LIFT: {"lifted": 0},
    Command.PUT_BACK: {"lifted": 0},
    Command.SEND: {"position": 56, "moves": 56, "lifted": 0},
    Command.ALL_HOME: {"position": 56, "moves": 56, "lifted": 0},
    Command.MORE: {"lifted": 3},
    Command.FEWER: {"lifted": 1},
    Command.LEFT: {"cursor": Cursor(COLUMNS[1])},
    Command.RIGHT: {"cursor": Cursor(COLUMNS[3])},
    Command.UP: {"cursor": Cursor(CELLS[2])},
    Command.DOWN: {"cursor": Cursor(CELLS[2])},
    Command.OTHER_ROW: {"cursor": Cursor(CELLS[2])},
    Command.UNDO: {"position": 54, "moves": 54, "lifted": 0},
    Command.REDO: {"position": 56, "moves": 56, "lifted": 0},
    Command.RESTART: {"position": 56, "moves": 0, "lifted": 0},
    Command.NEW_GAME: {"position": 0, "moves": 0, "lifted": 0},
    Command.DEAL_BY_NUMBER: {"dialog": "DealPrompt"},
    Command.NEXT_DEAL: {"deal": 11, "position": 0, "moves": 0, "lifted": 0},
    Command.PREVIOUS_DEAL: {"deal": 9, "position": 0, "moves": 0, "lifted": 0},
    Command.GAMES: {"dialog": "Question"},
    Command.HELP: {"dialog": "Help"},
    Command.REDRAW: {"drawn": None},
    Command.QUIT: {"left": True},
}


ASK_THE_SOLVER = {
    Command.WINNABLE_GAME,
    Command.HINT,
    Command.SHOW,
    Command.SHOW_STEP,
    Command.WHERE_LOST,
    Command.ASK_VERDICT,
    Command.VERDICT_MODE,
}
"""What these do takes a second process; it is played in a pseudo-terminal."""


def test_no_command_is_forgotten_here() -> None:
    assert DONE.keys() | ASK_THE_SOLVER == set(Command)
    assert not DONE.keys() & ASK_THE_SOLVER


@pytest.mark.parametrize(
    "binding",
    [binding for binding in BINDINGS if binding.command in DONE],
    ids=lambda binding: binding.command.value,
)
def test_every_key_of_every_command_does_what_it_says(binding: Binding, tmp_path: Path) -> None:
    for key in binding.keys:
        with seated(tmp_path, after(10, 56)) as seat:
            in_the_middle(seat)
            before = state(seat)
            seat.press(key)
            now = state(seat)
            changed = {name for name, value in now.items() if value != before[name]}
            wanted = DONE[binding.command]
            assert {name: now[name] for name in wanted} == wanted
            # After a turn the cursor is on a last card.
            by_the_way = {"cursor", "deal"} if binding.command is Command.NEW_GAME else {"cursor"}
            assert changed - set(wanted) <= by_the_way


def test_up_and_down_go_between_the_rows_with_cards_lifted_and_along_the_column_without(tmp_path: Path) -> None:
    with seated(tmp_path, after(10, 55)) as seat:
        seat.session.shows_cursor = True
        seat.session.point_at(COLUMNS[2])
        seat.press("up", "up", "down")
        assert seat.session.cursor == Cursor(COLUMNS[2], 2)
        seat.press("enter", "up")
        assert seat.session.cursor.pile in seat.session.top_row
        seat.press("down")
        assert seat.session.cursor.pile in seat.session.columns
        seat.press("tab")
        assert seat.session.cursor.pile in seat.session.top_row


def test_a_command_that_is_off_says_why_and_does_nothing(tmp_path: Path) -> None:
    off = {
        Command.MORE: "First choose a column",
        Command.FEWER: "First choose a column",
        Command.UNDO: "nothing to take back",
        Command.REDO: "nothing to play again",
        Command.RESTART: "at its beginning",
        Command.WHERE_LOST: "No move has been played.",
    }
    with seated(tmp_path, Game.new(1)) as seat:
        game = seat.session.game
        for binding in BINDINGS:
            assert (binding.off(seat.session) is not None) == (binding.command in off)
            if binding.command in off:
                seat.press(binding.keys[0])
                assert off[binding.command] in seat.picture.text[-1]
        assert seat.session.game is game
        assert seat.session.undos == 0


def test_the_footers_commands_have_a_word_and_no_others_do() -> None:
    assert [binding.command for binding in BINDINGS if binding.label] == sorted(
        FOOTER, key=[binding.command for binding in BINDINGS].index
    )
    assert len(set(FOOTER)) == len(FOOTER)


def test_the_help_has_every_binding_under_its_group_and_so_has_the_table_in_markdown() -> None:
    rows = list(Keys().help_rows(FREECELL))
    assert len(rows) == len(BINDINGS) + len(list(pile_rows(FREECELL)))
    for binding in BINDINGS:
        assert (binding.group.value, binding.key_names, binding.help) in rows
    assert [row[0] for row in rows] == sorted((row[0] for row in rows), key=[group.value for group in Group].index)
    lines = key_table().splitlines()
    assert lines[0].count("|") == lines[1].count("|") == 3
    assert len(lines) == len(rows) + 2
    for (_, keys, text), line in zip(rows, lines[2:], strict=True):
        assert line.endswith(f"| {text} |")
        assert [key if key == "–" else f"`{key}`" for key in keys.split()] == line.split("|")[1].split()


def test_the_readme_has_the_key_table_as_it_is() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    _, found, rest = readme.partition("<!-- keys -->\n")
    table, ends, _ = rest.partition("<!-- end of keys -->")
    assert found
    assert ends
    assert table == key_table(), "put this between the two comments in README.md:\n\n" + key_table()


@pytest.mark.parametrize(
    ("key", "name"), [("ctrl r", "Ctrl-R"), ("up", "↑"), (" ", "Space"), ("esc", "Esc"), ("R", "R"), ("f1", "F1")]
)
def test_keys_are_named_as_people_write_them(key: str, name: str) -> None:
    assert key_name(key) == name


def test_in_the_first_and_the_last_deal_there_is_none_beyond(tmp_path: Path) -> None:
    for number, key, where in ((8589934591, ".", "after"), (-3, ",", "before")):
        with seated(tmp_path, Game.new(number, FREECELL)) as seat:
            seat.press(key)
            assert seat.session.game.deal == number
            assert f"There is no deal {where} this one." in seat.picture.text[-1]
