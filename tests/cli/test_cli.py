"""The command line: what it prints, with which exit code, and that nothing makes it fall."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
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


def test_show_knows_every_variant_with_any_number_of_cells(run: Batch) -> None:
    for name, cells in product(VARIANTS, (None, 0, 3, 8)):
        variant, options = find_variant(name), ["--variant", name]
        if cells is not None:
            variant = variant.with_cells(cells)
            options.append(f"--cells={cells}")
        assert run("show", *options, "617") == (0, write_position(deal(617, variant)), ""), options


def test_show_puts_the_number_before_each_of_several_deals(run: Batch) -> None:
    code, out, _ = run("show", "#617", "-3", "8,589,934,591", "−1")
    expected = "".join(f"#{number}\n{write_position(deal(number))}" for number in (617, -3, 8589934591, -1))
    assert (code, out) == (0, expected)


def test_help_names_every_game_and_the_version_its_number(run: Batch) -> None:
    for command in ((), ("show",), ("verify",)):
        code, out, err = run(*command, "--help")
        assert (code, err) == (0, "")
        assert all(name in out for name in VARIANTS)
    assert run("--version") == (0, f"freecell-tui {__version__}\n", "")


# freecell verify

VERDICTS: list[tuple[str, str, int, str]] = [
    ("617", STANDARD[617], 0, "won in 59 moves\n"),
    ("617 -", "\ufeff# deal 617\r\n" + STANDARD[617].replace("\n", "\r\n"), 0, "won in 59 moves\n"),
    ("617", HUMAN[617], 0, "won in 63 moves\n"),
    ("617", f"#617\n{STANDARD[617]}", 0, "won in 59 moves\n"),
    ("1 --dialect fc-solve", FC_SOLVE[1], 0, "won in 107 moves\n"),
    ("2 --dialect fc-solve --variant seahaven-towers", FC_SOLVE_SEAHAVEN_2, 0, "won in 91 moves\n"),
    ("1", STANDARD[1].rsplit(maxsplit=1)[0], 1, "not won: 23 of 52 cards are home after 58 moves\n"),
    ("1", "3a", 1, "not won: 0 of 52 cards are home after 1 move\n"),
    ("1", "3a\n# 9z is a comment\n 32 9z", 1, "move 3 fails: “9z” is not a move: "),
    ("-3", "5h 1h", 1, "move 2 (1h) fails: "),
    ("-3", "5h", 0, "won in 1 move\n"),
    ("-3 --autoplay none", "5h", 1, "not won: 1 of 52 cards are home after 1 move\n"),
    ("-3 --autoplay all", "5h", 0, "won in 1 move\n"),
    ("-3 --dialect fc-solve", "5h", 1, "not won: 1 of 52 cards are home after 1 move\n"),
    ("-3 --dialect fc-solve --autoplay safe", "5h", 0, "won in 1 move\n"),
    ("164 --autoplay none", "1a 1b 1c 1d", 1, "not won: 0 of 52 cards are home after 4 moves\n"),
    ("164 --autoplay safe", "1a 1b 1c 1d", 1, "not won: 4 of 52 cards are home after 4 moves\n"),
    ("164 --autoplay all", "1a 1b 1c 1d", 1, "not won: 8 of 52 cards are home after 4 moves\n"),
]


def test_written_moves_are_won_or_fail_or_are_not_enough(
    run: Batch, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words, moves, code, said in VERDICTS:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(moves.encode())))
        number, *options = words.split()
        by_pipe = run("verify", number, *options)
        ended, out, err = run("verify", number, written(moves), *(word for word in options if word != "-"))
        assert (ended, out, err) == by_pipe, words
        assert (ended, out if said.endswith("\n") else out[: len(said)], err) == (code, said, ""), words


def tampered(number: int, words: list[str], at: int, dialect: Dialect, autoplay: Autoplay) -> list[str]:
    """The moves with one in its place that the rules refuse there."""
    game = Game.new(number)
    for word in words[:at]:
        game = game.play(read_move(word, game.board, dialect), autoplay)
    moves = (Move(source, target) for source in COLUMNS[:8] for target in (*COLUMNS[:8], HOME))
    wrong = next(str(move) for move in moves if refusal(game.board, move, game.variant))
    return [*words[:at], wrong, *words[at + 1 :]]


def test_a_tampered_solution_fails_at_the_tampered_move(run: Batch, written: Written) -> None:
    for texts, number, dialect, autoplay in (
        (STANDARD, 617, Dialect.STANDARD, Autoplay.SAFE),
        (FC_SOLVE, 1, Dialect.FC_SOLVE, Autoplay.NONE),
    ):
        words = texts[number].split()
        for at in (0, len(words) // 2, len(words) - 1):
            wrong = tampered(number, words, at, dialect, autoplay)
            code, out, _ = run("verify", str(number), written(" ".join(wrong)), "--dialect", dialect.value)
            assert (code, out[-2:]) == (1, ".\n")
            assert out.startswith(f"move {at + 1} ({wrong[at]}) fails: ")


@given(text=st.binary(max_size=60) | st.text(alphabet="123456780abcdhwv#\n \x1b", max_size=40).map(str.encode))
@example(text=bytes(range(256)))
@example(text=b"\xff\xfe3\0a\0")
@example(text=b"3a \x1b[2J\x1b]0;mine\x07")
@example(text="3a \u202e\u200b".encode())
@example(text=b"3a\x9b31m")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_bytes_are_a_written_game_that_is_not_won(run: Batch, written: Written, text: bytes) -> None:
    for dialect in Dialect:
        code, out, err = run("verify", "1", written(text), "--dialect", dialect.value)
        assert code == (2 if err else 1)
        assert (out + err).endswith("\n")
        assert (out + err).replace("\n", "").isprintable()


def test_moves_that_name_their_variant_are_verified_in_it_and_in_no_other(run: Batch, written: Written) -> None:
    file = written(run("solve", "5", "--variant", "bakers-game")[1])
    assert run("verify", "5", file) == (0, "won in 40 moves\n", "")
    code, out, err = run("verify", "5", file, "--variant", "eight-off")
    assert (code, out) == (2, "")
    assert "is a game of Baker’s Game, not of Eight Off." in err


def test_a_solution_in_either_dialect_is_known_for_one_and_one_of_another_deal_is_not_tried(
    run: Batch, written: Written
) -> None:
    for dialect in Dialect:
        solution = run("solve", "-3", "--dialect", dialect.value)[1]
        assert run("verify", "-3", written(solution))[1].startswith("won in ")
        assert run("analyse", written(solution))[0] == 0
        assert run("verify", "618", written(solution))[:2] == (1, "these moves are of deal -3, not of 618\n")
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


BENT = {
    "freecell verify 1 <&-": 2,
    "freecell 617 <&-": 1,
    "freecell show 1 >&-": 0,
    "freecell show x 2>&-": 2,
    "freecell 617 2>&-": 1,
    "freecell <&- >&- 2>&-": 1,
}
FULL = {
    "show 1": 1,
    "--plain 1 </dev/null": 1,
    "settings": 1,
    "show x": 2,
    "verify /no/such/file": 2,
    "help": 1,
    "--help": 1,
    "--version": 1,
}


def test_closed_streams_are_no_traceback() -> None:
    for command, code in BENT.items():
        done = with_streams(command)
        assert (done.returncode, b"Traceback" in done.stderr) == (code, False), command
        assert not done.stdout or "verify" in command


@pytest.mark.linux
def test_a_full_disk_is_told_and_where_nothing_can_be_the_exit_code_still_is() -> None:
    done = with_streams("freecell show 1 >/dev/full")
    assert (done.returncode, done.stderr) == (1, b"freecell: No space left on device.\n")
    for command, code in FULL.items():
        assert with_streams(f"freecell {command} >/dev/full 2>&1").returncode == code, command


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


def test_without_a_terminal_the_table_is_not_drawn(run: Batch) -> None:
    for words in ("", "-1", "−1", "617", "--new", "--resume", "--ascii 1", "-2 --cells 3"):
        assert run(*words.split()) == (1, "", NO_TABLE + "\n"), words


def test_half_a_terminal_is_not_enough() -> None:
    for half in ("stdin", "stdout"):
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
        assert (done.returncode, done.stderr.decode()) == (1, NO_TABLE + "\n"), half


def test_a_terminal_that_cannot_draw_gets_a_sentence(start: Callable[..., Terminal]) -> None:
    terminal = start("-1", size=(100, 24), table=False, TERM="dumb")
    terminal.see("needs a terminal that can draw")
    assert terminal.end() == 1
    assert terminal.output.decode().strip() == NO_TABLE


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
