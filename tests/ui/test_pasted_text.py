"""What a paste does: moves at the table, text in a field, and nothing anywhere else."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from freecell_tui.controller.advice.advisor import HELP_RULE
from freecell_tui.controller.frontend import ScreenName, Unfinished
from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.game import MAX_NAME_LENGTH
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.storage.history import History
from freecell_tui.ui.widgets.lines import Prompt
from support.plain_driver import Speaker
from support.pty_terminal import Start
from support.solutions import STANDARD
from support.ui_driver import NO_VERDICT, Seat, after, seated

QUIET = NO_VERDICT.with_value("animation", "off")


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path, Game.new(617, FREECELL), settings=QUIET) as made:
        yield made


def test_a_solution_is_played_after_a_question_and_undone_move_by_move(seat: Seat, subtests: pytest.Subtests) -> None:
    words = STANDARD[617].split()
    seat.paste(" ".join(words[:-1]))
    assert "Play 58 pasted moves?" in seat.text
    for key, moves in (("", 0), ("y", 58), ("u", 57)):
        with subtests.test(key=key):
            seat.press(*key)
            assert seat.session.game.moves_made == moves
            assert key != "y" or seat.message == "Played 58 pasted moves; press u to undo them one by one."
    seat.paste(" ".join(words[57:]))
    seat.press("enter")
    assert seat.session.game.is_won
    seat.later(0)
    assert "You won FreeCell #617!" in seat.text


def test_of_moves_that_break_off_the_question_names_the_first_that_cannot_be_played(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    words = STANDARD[617].split()[:4]
    for pasted, play, fails, key in (
        ([*words, "11", "26"], "the first 4 moves", "5, “11”", "esc"),
        ([words[0], "hello"], "the first move", "2, “hello”", "y"),
    ):
        with subtests.test(pasted=pasted):
            assert not seat.session.game.turns
            seat.paste(" ".join(pasted))
            assert f"Play only {play}?" in seat.text
            assert f"Move {fails}, fails: " in seat.text
            seat.press(key)
    assert [str(turn.move) for turn in seat.session.game.turns] == words[:1]


@pytest.mark.parametrize(
    ("keys", "text", "sentence"),
    [
        ("", "hello", "There are no moves in the pasted text."),
        ("/", "hello", "There are no moves in the pasted text."),
        ("/7", "\n\n", "There are no moves in the pasted text."),
        ("", "#1\n3a 3b", "The pasted moves are of FreeCell #1."),
        ("", "hq\x1b\x03", "There are no moves in the pasted text."),
        ("", "11 26", "Move 1, “11”, fails: "),
    ],
)
def test_text_without_moves_for_this_game_is_refused(seat: Seat, keys: str, text: str, sentence: str) -> None:
    seat.press(*keys)
    seat.paste(text)
    assert seat.dialog is None
    assert not seat.has_left
    assert sentence in seat.text
    assert seat.session.message is not None
    assert seat.session.message.severity == "refusal"


def test_moves_are_read_from_where_the_game_is_and_what_is_lifted_is_put_back(tmp_path: Path) -> None:
    with seated(tmp_path, after(617, 10), settings=QUIET) as seat:
        seat.press("5")
        seat.paste(" ".join(STANDARD[617].split()[10:13]))
        assert seat.session.selection is None
        seat.press("y")
        assert seat.session.game.moves_made == 13


@pytest.mark.slow
@pytest.mark.parametrize("text", ["26 3a " * 170_000, "h" * 2**20, "\n" * 2**20, "3a\x1b[" * 200_000])
def test_a_megabyte_is_read_and_answered(seat: Seat, text: str) -> None:
    seat.paste(text)
    seat.draw()
    assert seat.message or seat.dialog
    seat.press("esc")
    assert not seat.session.game.turns


# Fields


def test_a_deal_number_is_pasted_into_the_question_for_it(seat: Seat, subtests: pytest.Subtests) -> None:
    for pasted, typed in (
        ("11982\n", "11982"),
        ("FreeCell #617, 12 moves", "#617,"),
        ("-12", "-12"),
        ("no number", ""),
        ("9" * 2**20, "9" * 16),
    ):
        with subtests.test(pasted=pasted):
            seat.press("#")
            seat.paste(pasted)
            seat.draw()
            assert f"Number: {typed} " in seat.text
            seat.press("esc")
    seat.press("#", "1")
    seat.paste("1982")
    seat.press("enter")
    assert seat.session.game.deal == 11982


def test_a_name_is_pasted_as_one_line_and_cut_where_a_name_ends(tmp_path: Path) -> None:
    with seated(tmp_path, after(617, 3), settings=QUIET) as seat:
        seat.press("u", "l", "e")
        seat.paste(" on the\r\ntrain\x1b\x07 home \n")
        seat.press("enter")
        assert seat.session.name == "on the train home"
        seat.press("e")
        seat.paste("!" * 2**20)
        seat.press("enter")
        assert seat.session.name == "on the train home".ljust(MAX_NAME_LENGTH, "!")


def test_text_is_pasted_into_the_search_of_the_help(seat: Seat) -> None:
    seat.press("f1", "/")
    seat.paste("right\nclick\x1b")
    seat.draw()
    assert "Find: right click" in seat.text
    assert "Keys and mouse" in seat.chosen_row


def test_elsewhere_a_paste_does_nothing(seat: Seat, subtests: pytest.Subtests) -> None:
    fields = "deal-number", "bookmark", "note", "commands"
    for screen in (*get_args(ScreenName), Unfinished(seat.controller.table.saved_game())):
        with subtests.test(screen=screen):
            if screen in ("table", "title", *fields):
                continue
            seat.open("table")
            seat.open(screen)
            top = seat.app.top
            assert not isinstance(top, Prompt)
            seat.draw()
            before = seat.text
            seat.paste("26 3a\r\nqXy")
            seat.draw()
            assert seat.app.top is top
            assert seat.text == before
    assert not seat.has_left
    assert not seat.session.game.turns


def test_in_a_window_too_small_to_play_a_paste_does_nothing(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617, FREECELL), size=(30, 10), settings=QUIET) as seat:
        seat.paste(STANDARD[617])
        assert seat.dialog is None


# In a terminal


def test_a_paste_in_a_terminal_is_one_question_and_never_keys(start: Start) -> None:
    terminal = start("617", NO_MOTION="1")
    terminal.type(f"\x1b[200~{STANDARD[617]}\x1b[201~")
    terminal.see("Play 59 pasted moves?")
    terminal.type("\x1b[200~y\r\x1b[201~n")
    terminal.pump(0.2)
    assert "moves 0" in terminal.top
    terminal.type("y")
    terminal.see("You won FreeCell #617!")


def test_a_megabyte_pasted_in_a_terminal_is_read_to_its_end_and_a_burst_of_keys_breaks_nothing(start: Start) -> None:
    terminal = start("617")

    def send(text: str) -> None:
        for at in range(0, len(text), 1024):
            terminal.type(text[at : at + 1024])
            terminal.pump(0)

    send("\x1b[200~" + "qX\r26\x1b" * 2**18 + "\x1b[201~")
    terminal.see("There are no moves in the pasted text.")
    terminal.type("3a")
    terminal.see("moves 1 ")
    send((STANDARD[617] + "\n") * 40)
    terminal.type("\x03")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.text


# Help


def test_what_is_pasted_or_taken_from_a_code_is_help_and_the_question_says_so(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    words = STANDARD[617].split()
    code = encode(SharedGame(after(617, 59)))
    for number, (begun, pasted, helps) in enumerate(
        ((0, " ".join(words), True), (0, code, True), (58, words[58], False), (58, code, True), (57, code, True))
    ):
        with subtests.test(begun=begun), seated(tmp_path / str(number), after(617, begun), settings=QUIET) as seat:
            seat.paste(pasted)
            seat.draw()
            assert (HELP_RULE[:30] in seat.text) == helps
            seat.press("y")
            seat.draw()
            (result,) = History(tmp_path / str(number)).results()
            assert (result.is_won, result.is_helped) == (True, helps)


def test_in_line_mode_a_code_and_a_long_line_are_help_after_a_question_and_typed_moves_are_not(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    code = encode(SharedGame(after(617, 59)))
    for number, (line, is_typed, helps) in enumerate(
        ((code, False, True), (STANDARD[617], True, True), (STANDARD[617], False, False))
    ):
        with subtests.test(line=line):
            speaker = Speaker(tmp_path / str(number), Game.new(617))
            speaker.front_end.is_typed = is_typed
            told = " ".join(speaker.say(line))
            assert (HELP_RULE in told) == helps
            if helps:
                assert not speaker.game.turns
                speaker.say("yes")
            (result,) = History(tmp_path / str(number)).results()
            assert (result.is_won, result.is_helped) == (True, helps)


def test_moves_from_a_file_or_a_program_are_help_however_they_are_split_into_lines(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    speaker = Speaker(tmp_path, Game.new(617))
    speaker.front_end.is_from_file = True
    for line, helps in (("look", False), ("best 3", True), ("restart", False), ("3a", True)):
        with subtests.test(line=line):
            speaker.say(line)
            assert speaker.session.helped == helps
    speaker.say("undo")
    for word in STANDARD[617].split():
        told = speaker.say(word)
    assert "You had help: this is a win with help." in told
    (result,) = History(tmp_path).results()
    assert (result.is_won, result.is_helped) == (True, True)
