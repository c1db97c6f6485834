"""The command line: what it prints, with which exit code, and that nothing makes it fall."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from freecell_tui import __version__
from freecell_tui.engine import (
    COLUMNS,
    HOME,
    VARIANTS,
    Autoplay,
    Dialect,
    Game,
    Move,
    deal,
    find_variant,
    read_move,
    refusal,
    write_position,
)
from freecell_tui.storage.settings import DEFAULTS, SettingsFile
from freecell_tui.ui.keymap import KeyMap
from support.commands import Batch, Written
from support.pty_terminal import Terminal
from support.solutions import FC_SOLVE, FC_SOLVE_SEAHAVEN_2, HUMAN, STANDARD

# Without what a machine may say about Python's streams.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def program(*arguments: str, given: bytes = b"", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the real program, away from any terminal."""
    return subprocess.run(
        [sys.executable, "-m", "freecell_tui", *arguments],
        input=given,
        capture_output=True,
        check=False,
        env=ENVIRONMENT | environment,
    )


# freecell show


def test_show_prints_the_position_of_a_deal(run: Batch) -> None:
    code, out, err = run("show", "1")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "JD KD 2S 4C 3S 6D 6S",
        "2D KC KS 5C TD 8S 9C",
        "9H 9S 9D TS 4S 8D 2H",
        "JC 5S QD QH TH QS 6H",
        "5D AD JS 4H 8H 6C",
        "7H QC AS AC 2C 3D",
        "7C KH AH 4D JH 8C",
        "5H 3H 3C 7S 7D TC",
    ]


def test_show_puts_the_number_before_each_of_several_deals(run: Batch) -> None:
    code, out, _ = run("show", "#617", "-3", "8,589,934,591", "−1")
    expected = "".join(f"#{number}\n{write_position(deal(number))}" for number in (617, -3, 8589934591, -1))
    assert (code, out) == (0, expected)
    assert run("show", "1", "2")[1].count("#") == 2


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("cells", [None, 0, 3, 8])
def test_show_knows_every_variant_with_any_number_of_cells(run: Batch, name: str, cells: int | None) -> None:
    variant = find_variant(name)
    options = ["--variant", name]
    if cells is not None:
        variant = variant.with_cells(cells)
        options.append(f"--cells={cells}")
    assert run("show", *options, "617") == (0, write_position(deal(617, variant)), "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show"], "the following arguments are required: DEAL"),
        (["show", "0"], "There is no deal 0: deals are 1 to 8,589,934,591, and -1, -2 and -3."),
        (["show", "8589934592"], "There is no deal 8589934592"),
        (["show", "-4"], "There is no deal -4"),
        (["show", "9" * 5000], "is not a deal number"),
        (["show", "1", "x"], "“x” is not a deal number: write digits, like 617."),
        (["show", "1\x1b[31m"], "“1?[31m” is not a deal number"),
        (["show", "1", "--variant", "klondike"], "There is no variant “klondike”: choose from freecell, bakers-game"),
        (["show", "1", "--cells", "9"], "A game has 0 to 8 free cells, not 9."),
        (["show", "1", "--cells", "-1"], "A game has 0 to 8 free cells, not -1."),
        (["show", "1", "--cells", "many"], "argument --cells: “many” is not a whole number."),
        (["show", "1", "--cells", "9" * 5000], f"argument --cells: “{'9' * 24}…” is not a whole number."),
        (["show", "1", "--var", "freecell"], "unrecognized arguments: --var freecell"),
        (["show", "1", "--colour=\x1b[31m\x07"], "unrecognized arguments: --colour=?[31m?"),
        (["verify"], "the following arguments are required: DEAL"),
        (["verify", "x"], "“x” is not a deal number"),
        (["verify", "1", "moves", "more"], "unrecognized arguments: more"),
        (["verify", "1", "--dialect", "klingon"], "argument --dialect: “klingon” is not one of standard, fc-solve."),
        (["verify", "1", "--autoplay", "some"], "argument --autoplay: “some” is not one of none, safe, all."),
        (["0"], "There is no deal 0"),
        (["617", "--new"], "not allowed with argument"),
        (["--new", "--resume"], "not allowed with argument"),
        (["617", "--resume", "game.json"], "not allowed with argument"),
        (["--variant", "klondike"], "There is no variant “klondike”"),
        (["--cells", "9"], "A game has 0 to 8 free cells, not 9."),
        (["sow", "1"], "There is no command “sow”. Did you mean show?"),
        (["sovle", "617", "--jobs", "3"], "There is no command “sovle”. Did you mean solve?"),
        (["resume"], "There is no command “resume”. Did you mean --resume?"),
        (["Daily"], "There is no command “Daily”. Did you mean daily?"),
        (["--plain", "solve"], "The command comes first: freecell solve."),
        (["qqq"], "“qqq” is neither a command nor a deal number."),
        (["q" * 5000], "is neither a command nor a deal number."),
        ([__file__], "is a file: freecell --resume FILE plays a save."),
        (["12x"], "“12x” is not a deal number: write digits, like 617."),
        (["--resume", "0"], "There is no deal 0"),
        (["daily", "617"], "unrecognized arguments: 617"),
        (["1", "2"], "unrecognized arguments: 2"),
    ],
)
def test_a_usage_error_is_a_sentence_and_exit_code_2(run: Batch, arguments: list[str], told: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert told in err
    sentence, advice = err.splitlines()
    command = f"freecell {arguments[0]}" if arguments[0] in ("show", "verify", "daily") else "freecell"
    assert sentence.startswith(f"{command}: ")
    assert advice == f"Try {command} --help."


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("no/such/file", "no/such/file cannot be read: No such file or directory."),
        ("/", "/ cannot be read: Is a directory."),
        ("\x1b]0;gone\x07", "?]0;gone? cannot be read: No such file or directory."),
    ],
)
def test_a_file_that_cannot_be_read_is_a_sentence_and_exit_code_2(run: Batch, file: str, told: str) -> None:
    assert run("verify", "1", file) == (2, "", f"freecell verify: {told}\n")


@pytest.mark.parametrize("command", [(), ("show",), ("verify",)])
def test_help_names_every_game_and_the_version_its_number(run: Batch, command: tuple[str, ...]) -> None:
    code, out, err = run(*command, "--help")
    assert (code, err) == (0, "")
    assert all(name in out for name in VARIANTS)
    assert run("--version") == (0, f"freecell-tui {__version__}\n", "")


# freecell verify


@pytest.mark.parametrize("number", STANDARD)
def test_a_solution_in_standard_notation_wins(run: Batch, written: Written, number: int) -> None:
    moves = len(STANDARD[number].split())
    assert run("verify", str(number), written(STANDARD[number])) == (0, f"won in {moves} moves\n", "")


@pytest.mark.parametrize("number", HUMAN)
def test_a_solution_by_people_wins(run: Batch, written: Written, number: int) -> None:
    moves = len(HUMAN[number].split())
    assert run("verify", str(number), written(HUMAN[number])) == (0, f"won in {moves} moves\n", "")


@pytest.mark.parametrize("number", FC_SOLVE)
def test_a_solution_by_fc_solve_wins_in_its_dialect(run: Batch, written: Written, number: int) -> None:
    moves = len(FC_SOLVE[number].split())
    result = run("verify", str(number), written(FC_SOLVE[number]), "--dialect", "fc-solve")
    assert result == (0, f"won in {moves} moves\n", "")


def test_the_tenth_column_is_read_in_fc_solves_dialect(run: Batch, written: Written) -> None:
    options = ("--variant", "seahaven-towers", "--dialect", "fc-solve")
    code, out, _ = run("verify", "2", written(FC_SOLVE_SEAHAVEN_2), *options)
    assert (code, out) == (0, f"won in {len(FC_SOLVE_SEAHAVEN_2.split())} moves\n")


def tampered(number: int, words: list[str], at: int, dialect: Dialect, autoplay: Autoplay) -> list[str]:
    """The moves with one in its place that the rules refuse there."""
    game = Game.new(number)
    for word in words[:at]:
        game = game.play(read_move(word, game.board, dialect), autoplay)
    moves = (Move(source, target) for source in COLUMNS[:8] for target in (*COLUMNS[:8], HOME))
    wrong = next(str(move) for move in moves if refusal(game.board, move, game.variant))
    return [*words[:at], wrong, *words[at + 1 :]]


@pytest.mark.parametrize("part", [0.0, 0.4, 1.0])
def test_a_tampered_solution_fails_at_the_tampered_move(run: Batch, written: Written, part: float) -> None:
    for texts, number, dialect, autoplay in (
        (STANDARD, 617, Dialect.STANDARD, Autoplay.SAFE),
        (FC_SOLVE, 1, Dialect.FC_SOLVE, Autoplay.NONE),
    ):
        words = texts[number].split()
        at = round(part * (len(words) - 1))
        words = tampered(number, words, at, dialect, autoplay)
        code, out, _ = run("verify", str(number), written(" ".join(words)), "--dialect", dialect.value)
        assert code == 1
        assert out.startswith(f"move {at + 1} ({words[at]}) fails: ")
        assert out.endswith(".\n")


def test_a_word_that_is_no_move_fails_by_its_number(run: Batch, written: Written) -> None:
    code, out, _ = run("verify", "1", written("3a\n# 9z is a comment\n 32 9z"))
    assert code == 1
    assert out.startswith("move 3 fails: “9z” is not a move: ")


def test_an_unfinished_solution_is_not_won(run: Batch, written: Written) -> None:
    words = STANDARD[1].split()
    code, out, _ = run("verify", "1", written(" ".join(words[:-1])))
    assert code == 1
    assert out.startswith("not won: ")
    assert out.endswith(f" of 52 cards are home after {len(words) - 1} moves\n")
    assert run("verify", "1", written("3a")) == (1, "not won: 0 of 52 cards are home after 1 move\n", "")


@pytest.mark.parametrize("text", ["", "# 3a\n", "#1\n", "I could not solve this game.\n"])
def test_a_file_without_moves_is_told(run: Batch, written: Written, text: str) -> None:
    file = written(text)
    assert run("verify", "1", file) == (2, "", f"freecell verify: No moves in {file}.\n")


@pytest.mark.parametrize(
    ("command", "given", "told"),
    [
        ("verify 1", b"", "No moves in standard input."),
        ("verify 1", b"\0", "Standard input is not text."),
        ("verify 1", b"H-0 C-0 D-0 S-0", "Standard input: These are boards without moves: run fc-solve with -m -snx"),
        ("export -", b"", "Standard input is empty."),
        ("import - --deal 1", b"# nothing", "No moves in standard input."),
        ("export - --deal 2", b"#1 Attempt: 1\n5a", "Standard input is a game of deal 1, not of deal 2."),
        ("import - --deal -3", b"5h", "Standard input is already won"),
        ("solve -", b"", "Standard input holds no position."),
        ("solve - --cells 3", b"{}", "Standard input cannot be read as a save."),
    ],
)
def test_standard_input_is_called_so(
    run: Batch, monkeypatch: pytest.MonkeyPatch, command: str, given: bytes, told: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert told in run(*command.split())[2]


def test_moves_after_the_win_fail(run: Batch, written: Written) -> None:
    code, out, _ = run("verify", "-3", written("5h 1h"))
    assert code == 1
    assert out.startswith("move 2 (1h) fails: ")
    assert run("verify", "-3", written("5h")) == (0, "won in 1 move\n", "")


@pytest.mark.parametrize(("autoplay", "home"), [("none", 1), ("safe", 52), ("all", 52)], ids=["none", "safe", "all"])
def test_what_goes_home_by_itself_can_be_chosen(run: Batch, written: Written, autoplay: str, home: int) -> None:
    code, out, _ = run("verify", "-3", written("5h"), "--autoplay", autoplay)
    assert (code, out) == (
        (0, "won in 1 move\n") if home == 52 else (1, f"not won: {home} of 52 cards are home after 1 move\n")
    )


@pytest.mark.parametrize(("autoplay", "home"), [("none", 0), ("safe", 4), ("all", 8)])
def test_autoplay_sends_home_nothing_or_what_is_safe_or_all_that_may(
    run: Batch, written: Written, autoplay: str, home: int
) -> None:
    _, out, _ = run("verify", "164", written("1a 1b 1c 1d"), "--autoplay", autoplay)
    assert out == f"not won: {home} of 52 cards are home after 4 moves\n"


def test_the_dialect_decides_what_goes_home_by_itself(run: Batch, written: Written) -> None:
    assert run("verify", "-3", written("5h"))[0] == 0
    assert run("verify", "-3", written("5h"), "--dialect", "fc-solve")[0] == 1
    assert run("verify", "-3", written("5h"), "--dialect", "fc-solve", "--autoplay", "safe")[0] == 0


@pytest.mark.parametrize("file", [(), ("-",)])
def test_moves_come_from_standard_input_where_no_file_is_named(
    run: Batch, monkeypatch: pytest.MonkeyPatch, file: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(STANDARD[617].encode())))
    code, out, _ = run("verify", "617", *file)
    assert (code, out) == (0, f"won in {len(STANDARD[617].split())} moves\n")


def test_a_written_game_may_begin_with_a_byte_order_mark_and_end_its_lines_as_windows_does(
    run: Batch, written: Written
) -> None:
    text = "\ufeff# deal 617\r\n" + STANDARD[617].replace("\n", "\r\n")
    assert run("verify", "617", written(text))[0] == 0


@pytest.mark.parametrize(
    "text",
    [bytes(range(256)), b"\xff\xfe3\0a\0", b"3a \x1b[2J\x1b]0;mine\x07", "3a \u202e\u200b".encode(), b"3a\x9b31m"],
)
def test_no_control_character_of_a_written_game_is_printed(run: Batch, written: Written, text: bytes) -> None:
    code, out, err = run("verify", "1", written(text))
    assert code in (1, 2)
    said = out + err
    assert said.endswith("\n")
    assert said.replace("\n", "").isprintable()


@given(text=st.binary(max_size=60) | st.text(alphabet="123456780abcdhwv#\n \x1b", max_size=40).map(str.encode))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@pytest.mark.parametrize("dialect", [dialect.value for dialect in Dialect])
def test_any_bytes_are_a_written_game_that_is_not_won(run: Batch, written: Written, dialect: str, text: bytes) -> None:
    code, out, err = run("verify", "1", written(text), "--dialect", dialect)
    assert code == (2 if err else 1)
    assert (out + err).replace("\n", "").isprintable()


def test_moves_that_name_their_variant_are_verified_in_it_and_in_no_other(run: Batch, written: Written) -> None:
    file = written(run("solve", "5", "--variant", "bakers-game")[1])
    assert run("verify", "5", file) == (0, "won in 40 moves\n", "")
    code, out, err = run("verify", "5", file, "--variant", "eight-off")
    assert (code, out) == (2, "")
    assert "is a game of Baker’s Game, not of Eight Off." in err


@pytest.mark.slow
def test_a_solution_in_either_dialect_is_known_for_one_and_one_of_another_deal_is_not_tried(
    run: Batch, written: Written
) -> None:
    for dialect in Dialect:
        solution = run("solve", "617", "--dialect", dialect.value)[1]
        assert run("verify", "617", written(solution))[1].startswith("won in ")
        assert run("analyse", written(solution))[0] == 0
        assert run("verify", "618", written(solution))[:2] == (1, "these moves are of deal 617, not of 618\n")
    assert run("verify", "617", written(f"#617\n{STANDARD[617]}"))[0] == 0
    assert run("verify", "1", written(f"#617\n{STANDARD[617]}"))[0] == 1


def test_a_theme_that_is_not_there_is_told_with_its_line(
    run: Batch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "freecell-tui" / "settings.toml"
    path.parent.mkdir()
    for theme, trouble in (("felt", ""), ("paper", ""), ("nope", "settings.toml, line 2: There is no theme “nope”")):
        path.write_text(f'# mine\ntheme = "{theme}"\n', encoding="utf-8")
        code, out, err = run("settings")
        assert code == bool(trouble)
        assert trouble in err
        # What is wrong is not in force.
        assert f'\ntheme = "{"felt" if trouble else theme}" ' in out


# The streams


def test_the_settings_in_force_are_printed_as_the_file_would_have_them(
    run: Batch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "freecell-tui" / "settings.toml"
    code, out, err = run("settings")
    assert (code, err) == (0, "")
    assert out.startswith(f"# {path} (no file: these are the defaults)\n")
    path.parent.mkdir()
    path.write_text(out)
    file = SettingsFile(path)
    found, troubles = file.load()
    assert troubles == ()
    keys, refused = KeyMap().remapped(found.keys)
    assert refused == []
    assert keys.commands == KeyMap().commands
    assert replace(found, keys={}) == replace(DEFAULTS, keys={})
    path.write_text("clock = false\ncells = 99\n[keys]\nundo = 'n'\n")
    code, out, err = run("settings")
    assert code == 1
    assert "\nclock = false " in out
    assert err.splitlines() == [
        'freecell: settings.toml, line 2: cells is "default", 0, 1, 2, 3, 4, 5, 6, 7 or 8, not “99”.',
        "freecell: settings.toml, line 4: “undo the last move” cannot have n: “new game” (new-game) has it.",
    ]


def test_commands_without_a_table_do_not_wait_for_the_terminals_library() -> None:
    script = (
        "import sys\n"
        "from freecell_tui.cli import main\n"
        "for words in ('show 1', 'verify 1', '--help', 'show --help', '--version', 'x', '617'):\n"
        "    try:\n"
        "        main(words.split())\n"
        "    except SystemExit:\n"
        "        pass\n"
        "slow = {'urwid', 'platformdirs', 'freecell_tui.ui'} & set(sys.modules)\n"
        "main(['settings'])\n"
        "slow |= {'urwid'} & set(sys.modules)\n"
        "sys.exit(f'imported: {slow}' if slow else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], input=b"", capture_output=True, check=False)
    assert (done.returncode, b"imported" in done.stderr) == (0, False)


def test_suits_and_quotation_marks_are_plain_where_the_encoding_has_no_others() -> None:
    done = program("verify", "1", given=b"1h", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.splitlines() == [b"move 1 (1h) fails: 6S cannot go home before AS."]
    done = program("verify", "1", given="3a ♥1".encode(), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.startswith(b'move 2 fails: "H1" is not a move: ')
    done = program("show", "−5x", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b'"-5x" is not a deal number' in done.stderr
    done = program("verify", "1", given="é".encode(), PYTHONIOENCODING="latin-1")
    assert done.stdout.startswith(b'move 1 fails: "\xe9" is not a move: ')


def test_a_file_name_in_no_encoding_is_no_traceback() -> None:
    done = program("verify", "1", os.fsdecode(b"\xff\xfe"))
    assert done.returncode == 2
    assert b"?? cannot be read: No such file or directory." in done.stderr


def with_streams(redirection: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the program by a shell that closes or bends its streams."""
    return subprocess.run(
        ["sh", "-c", redirection.replace("freecell", f"'{sys.executable}' -m freecell_tui")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("freecell verify 1 <&-", 2),
        ("freecell 617 <&-", 1),
        ("freecell show 1 >&-", 0),
        ("freecell show x 2>&-", 2),
        ("freecell 617 2>&-", 1),
        ("freecell <&- >&- 2>&-", 1),
    ],
)
def test_closed_streams_are_no_traceback(command: str, code: int) -> None:
    done = with_streams(command)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert not done.stdout or "verify" in command


@pytest.mark.linux
def test_a_full_disk_is_told() -> None:
    done = with_streams("freecell show 1 >/dev/full")
    assert (done.returncode, done.stderr) == (1, b"freecell: No space left on device.\n")


@pytest.mark.linux
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("show 1", 1),
        ("--plain 1 </dev/null", 1),
        ("settings", 1),
        ("show x", 2),
        ("verify /no/such/file", 2),
        ("help", 1),
        ("--help", 1),
        ("--version", 1),
    ],
)
def test_where_nothing_can_be_told_the_exit_code_still_can(command: str, code: int) -> None:
    assert with_streams(f"freecell {command} >/dev/full 2>&1").returncode == code


def test_a_reader_that_has_seen_enough_is_no_trouble() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "freecell_tui", "show", "1"],
            stdout=pipe,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"")
    done = with_streams("freecell show 1 2 3 | head -1")
    assert (done.stdout, done.stderr) == (b"#1\n", b"")


class Interrupted(io.RawIOBase):
    """An input at which the player presses Ctrl-C."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise KeyboardInterrupt


def test_ctrl_c_ends_a_command_without_a_word(run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Interrupted())))
    assert run("verify", "1") == (130, "", "")


# freecell, without a terminal that can draw

NO_TABLE = "freecell: The table needs a terminal that can draw; freecell --plain plays in lines of text anywhere."


@pytest.mark.parametrize(
    "arguments",
    [(), ("-1",), ("−1",), ("617",), ("--new",), ("--resume",), ("--ascii", "1"), ("-2", "--cells", "3")],
)
def test_without_a_terminal_the_table_is_not_drawn(run: Batch, arguments: tuple[str, ...]) -> None:
    assert run(*arguments) == (1, "", NO_TABLE + "\n")


def test_a_terminal_that_cannot_draw_gets_a_sentence(start: Callable[..., Terminal]) -> None:
    terminal = start("-1", size=(100, 24), table=False, TERM="dumb")
    terminal.see("needs a terminal that can draw")
    assert terminal.end() == 1
    assert terminal.output.decode().strip() == NO_TABLE


@pytest.mark.parametrize("half", ["stdin", "stdout"])
def test_half_a_terminal_is_not_enough(half: str) -> None:
    terminal, end = os.openpty()
    with os.fdopen(terminal), os.fdopen(end) as given:
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | {half: given.fileno()}
        done = subprocess.run(
            [sys.executable, "-m", "freecell_tui", "-1"],
            stdin=streams["stdin"],
            stdout=streams["stdout"],
            stderr=subprocess.PIPE,
            env=ENVIRONMENT | {"TERM": "xterm"},
            timeout=20,
            check=False,
        )
    assert (done.returncode, done.stderr.decode()) == (1, NO_TABLE + "\n")


def test_a_save_that_cannot_be_resumed_is_told(start: Callable[..., Terminal], state: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}", encoding="utf-8")
    for arguments, told in (
        (("--resume", str(broken)), "It is not a save of this game."),
        (("--resume", str(tmp_path / "\x1b[7mnone")), "No such file or directory."),
        (("--resume",), "You have no unfinished games."),
    ):
        terminal = start(*arguments, size=(200, 24), table=False)
        terminal.see(told)
        assert terminal.end() == 1
        assert b"\x1b" not in terminal.output
    assert [path.name for path in state.rglob("*") if path.is_file()] == ["lesson-offered"]
