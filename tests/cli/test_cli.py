"""The program as a shell starts it: its streams, whatever they are, and what it prints for any words and bytes."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from freecell_tui.engine import (
    COLUMNS,
    FREECELL,
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
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS, SettingsFile
from freecell_tui.storage.tournaments import KNOWN_TOURNAMENTS, ResultFile, write_result
from freecell_tui.ui.keymap import KeyMap
from support.commands import Batch, Written
from support.pty_terminal import Terminal
from support.solutions import FC_SOLVE, STANDARD

# Without what a machine may say about Python's streams.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not re.match("PYTHON(?!PATH)", name)}


def test_show_knows_every_variant_with_any_number_of_cells(run: Batch, subtests: pytest.Subtests) -> None:
    for name, cells in product(VARIANTS, (None, 0, 3, 8)):
        with subtests.test(name=name, cells=cells):
            variant, options = find_variant(name), ["--variant", name]
            if cells is not None:
                variant = variant.with_cells(cells)
                options.append(f"--cells={cells}")
            assert run("show", *options, "617") == (0, write_position(deal(617, variant)), ""), options


def test_of_words_without_end_the_beginning_is_told(run: Batch, subtests: pytest.Subtests) -> None:
    for words in (("show", "9" * 5000), ("show", "1", "--cells", "9" * 5000), ("q" * 5000,)):
        with subtests.test(words=words):
            code, out, err = run(*words)
            assert (code, out, f"“{words[-1][:24]}…”" in err) == (2, "", True), err


def test_whoever_names_a_file_is_told_what_it_holds_and_the_command_that_uses_it(run: Batch, written: Written) -> None:
    moves = f"#617 Attempt: 1 NumFcs=4 (FCPro - Solved)\n{STANDARD[617]}\n"
    board = write_position(deal(617, FREECELL))
    for text, told in (
        (moves, "{} holds moves of deal 617: freecell import {} adds the game to yours."),
        (STANDARD[617], "{} holds moves: freecell import {} --deal DEAL adds the game of that deal to yours."),
        (
            moves + moves.replace("#617", "#5"),
            "{} holds 2 games: freecell import {} --deal 617 adds the game of that deal",
        ),
        (
            board.replace("AS", "AC"),
            "{} is meant as a position. This is not a full deck: missing: A♠; more than once: ",
        ),
        (f"#1\n{write_position(deal(1))}\n#2\n{write_position(deal(2))}", "{} holds 2 positions: freecell solve {} "),
        ("# favourites\n617, 11982; 1..3\n", "{} holds a list of deals: freecell solve {} solves them."),
        ("https://macroxue.github.io/freecell/game/freecell.html?deal=617", "the number of a deal: freecell 617 plays"),
        ('{"a": 1}', "{} cannot be read as a save. It is not a save of this game."),
        (saves.encode(SavedGame(Game.new(1), 0)), "{} is a save: freecell --resume {} plays it."),
        (
            write_result(ResultFile("Ann", KNOWN_TOURNAMENTS["first-ten"], {})),
            "{} holds results of a tournament: freecell ",
        ),
        ("Dear Ann\n", "{} holds no game: neither a save, nor moves, nor a share code, nor a position."),
    ):
        name = written(text)
        sentence = told.replace("{}", name)
        assert sentence in run(name)[2], text
        if " import " in told or "no game" in told:
            assert sentence.removeprefix(name) in run("solve", name)[2], text
        if " import " not in told and "is a save" not in told:
            for command in (("export",), ("import",), ("analyse",), ("share",), ("verify", "617"), ("replay",)):
                assert sentence.removeprefix(name) in run(*command, name)[2], (command, text)
    name = written("\n".join(encode(SharedGame(Game.new(deal))) for deal in (1, 2)))
    for reader in ("import", "share", "export", "analyse"):
        assert f"{name} holds 2 share codes: leave one of them in the file." in run(reader, name)[2]
    name = written("617\n11982..11983 # hard\n")
    lines = run("solve", name)[1].splitlines()
    assert [line.split()[:2] for line in lines] == [["617", "solved:"], ["11982", "unsolvable"], ["11983", "solved:"]]


def test_files_are_read_in_the_encodings_of_editors_and_as_mails_quote_them(run: Batch, written: Written) -> None:
    board = write_position(deal(24))
    solved = run("solve", written(board))
    assert solved[0] == 0
    for name, content in (
        ("UTF-16", board.encode("utf-16")),
        ("UTF-16 without a mark", board.encode("utf-16-le")),
        ("UTF-16 without a mark, big end first", board.encode("utf-16-be")),
        ("UTF-32", board.encode("utf-32")),
        ("a mark in UTF-8", board.encode("utf-8-sig")),
        ("a name in a code page", "# für Änne\n".encode("cp1252") + board.encode()),
        ("a mail", "".join(f"> {line}\n" for line in board.splitlines()).encode()),
        ("an answer to an answer", "".join(f">> {line}\n" for line in board.splitlines()).encode()),
        ("Markdown", f"```text\n{board}```\n".encode()),
    ):
        assert run("solve", written(content)) == solved, name


def test_a_tampered_solution_fails_at_the_tampered_move(
    run: Batch, written: Written, subtests: pytest.Subtests
) -> None:
    moves = [Move(source, target) for source in COLUMNS[:8] for target in (*COLUMNS[:8], HOME)]
    for solution, dialect, autoplay in (
        (STANDARD[1], Dialect.STANDARD, Autoplay.SAFE),
        (FC_SOLVE[1], Dialect.FC_SOLVE, Autoplay.NONE),
    ):
        with subtests.test(solution=solution):
            words, game = solution.split(), Game.new(1)
            for at, word in enumerate(words):
                if at in (0, len(words) // 2, len(words) - 1):
                    wrong = next(str(move) for move in moves if refusal(game.board, move, game.variant))
                    tampered = written(" ".join([*words[:at], wrong, *words[at + 1 :]]))
                    code, out, _ = run("verify", "1", tampered, "--dialect", dialect.value)
                    assert (code, out[-2:]) == (1, ".\n")
                    assert out.startswith(f"move {at + 1} ({wrong}) fails: ")
                game = game.play(read_move(word, game.board, dialect), autoplay)


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


def test_the_settings_in_force_are_printed_as_the_file_would_have_them(run: Batch, home: Path) -> None:
    path = home / "settings.toml"
    code, out, err = run("settings")
    assert (code, err) == (0, "")
    assert out.startswith(f"# {path} (no file: these are the defaults)\n")
    path.parent.mkdir(parents=True)
    path.write_text(out)
    found, troubles = SettingsFile(path).load()
    assert troubles == ()
    keys, refused = KeyMap().remapped(found.keys)
    assert refused == []
    assert keys.commands == KeyMap().commands
    assert replace(found, keys={}) == replace(DEFAULTS, keys={})


# The streams


def shell(line: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the program by a shell that bends its streams."""
    line = line.replace("freecell ", f"'{sys.executable}' -m freecell_tui ")
    return subprocess.run(
        ["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, env=ENVIRONMENT, check=False
    )


STREAMS: list[tuple[str, int, bytes, bytes]] = [
    # Suits and quotation marks are plain where the encoding has no others.
    ("printf '3a ♥1' | PYTHONIOENCODING=ascii freecell verify 1", 1, b'move 2 fails: "H1" is not a move: ', b""),
    ("printf é | PYTHONIOENCODING=latin-1 freecell verify 1", 1, b'move 1 fails: "\xe9" is not a move: ', b""),
    ("PYTHONIOENCODING=ascii PYTHONUTF8=1 freecell show −5x", 2, b"", b'freecell show: "-5x" is neither a deal number'),
    ("PYTHONIOENCODING=undefined freecell show −5x", 2, b"", "freecell show: “−5x” is neither a deal number".encode()),
    (r"freecell verify 1 $(printf '\377\376')", 2, b"", b"freecell verify: ?? cannot be read: No such file"),
    # Streams may be closed.
    ("freecell verify 1 <&-", 2, b"", b"freecell verify: "),
    ("freecell --table 617 <&-", 1, b"", b"freecell: The table needs"),
    ("freecell 617 <&-", 1, b"This is line mode: no terminal here can draw the table.\nFreeCell, deal 617.\n", b""),
    ("freecell show 1 >&-", 0, b"", b""),
    ("freecell show x 2>&-", 2, b"", b""),
    ("freecell <&- >&- 2>&-", 1, b"", b""),
]
FULL = {"--plain 1 </dev/null": 1, "show x": 2, "verify /no/such/file": 2, "--help": 1, "--version": 1}


def test_whatever_the_streams_are_there_is_no_traceback(subtests: pytest.Subtests) -> None:
    for line, code, out, err in STREAMS:
        with subtests.test(line=line):
            done = shell(line)
            assert (done.returncode, done.stdout[: len(out)], done.stderr[: len(err)]) == (code, out, err)
            assert (bool(done.stdout), bool(done.stderr)) == (bool(out), bool(err))


@pytest.mark.linux
def test_a_full_disk_is_told_and_where_nothing_can_be_the_exit_code_still_is(subtests: pytest.Subtests) -> None:
    done = shell("freecell show 1 >/dev/full")
    assert (done.returncode, done.stderr) == (1, b"freecell: No space left on device.\n")
    for command, code in FULL.items():
        with subtests.test(command=command):
            assert shell(f"freecell {command} >/dev/full 2>&1").returncode == code


def test_a_reader_that_has_seen_enough_is_no_trouble() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "freecell_tui", "show", "1"], stdout=pipe, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (1, b"")


class Interrupted(io.RawIOBase):
    """An input at which the player presses Ctrl-C."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise KeyboardInterrupt


def test_ctrl_c_ends_a_command_without_a_word(run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Interrupted())))
    assert run("verify", "1") == (130, "", "")


# freecell, in a terminal that cannot draw

NO_TABLE = "freecell: The table needs a terminal that can draw; freecell --plain plays in lines of text anywhere."


@pytest.mark.parametrize("half", ["stdin", "stdout"])
def test_half_a_terminal_is_not_enough_for_the_table(half: str) -> None:
    terminal, end = os.openpty()
    with os.fdopen(terminal), os.fdopen(end) as given:
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | {half: given.fileno()}
        done = subprocess.run(
            [sys.executable, "-m", "freecell_tui", "--table", "-1"],
            stdin=streams["stdin"],
            stdout=streams["stdout"],
            stderr=subprocess.PIPE,
            env=ENVIRONMENT | {"TERM": "xterm"},
            check=False,
        )
    assert (done.returncode, done.stderr.decode()) == (1, NO_TABLE + "\n")


def test_a_terminal_that_cannot_draw_gets_a_sentence(start: Callable[..., Terminal]) -> None:
    terminal = start("--table", "-1", size=(100, 24), table=False, TERM="dumb")
    terminal.see("needs a terminal that can draw")
    assert terminal.end() == 1
    assert terminal.output.decode().split() == NO_TABLE.split()


def test_in_a_terminal_an_error_ends_its_lines_between_words(start: Callable[..., Terminal]) -> None:
    terminal = start("--variant", "seahaven", size=(40, 16), table=False)
    assert terminal.end() == 2
    assert terminal.output.decode().splitlines() == [
        "\x1b[1mfreecell:\x1b[22m There is no variant",
        "“seahaven”: choose from freecell,",
        "bakers-game, eight-off, forecell,",
        "seahaven-towers.",
        "Try freecell --help.",
    ]


def test_a_save_that_cannot_be_resumed_is_told(
    start: Callable[..., Terminal], state: Path, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}", encoding="utf-8")
    for arguments, told in (
        (("--resume", str(broken)), "It is not a save of this game."),
        (("--resume", str(tmp_path / "\x1b[7mnone")), "No such file or directory."),
        (("--resume",), "You have no unfinished games."),
    ):
        with subtests.test(arguments=arguments):
            terminal = start(*arguments, size=(200, 24), table=False)
            assert terminal.end() == 1
            assert told in " ".join(terminal.text.split())
            assert b"\x1b" not in terminal.output.replace(b"\x1b[1mfreecell:\x1b[22m", b"freecell:")
    assert [path.name for path in state.rglob("*") if path.is_file()] == ["lesson-offered"]


@pytest.mark.parametrize("words", [("solve", "1..2", "--resume"), ("--plain", "--resume"), ("replay",), ("share",)])
@pytest.mark.parametrize(("name", "shown"), [("a\0b", "a?b"), ("\ud800", "?")])
def test_a_name_that_no_file_can_have_is_refused_before_anything_is_done(
    run: Batch, words: tuple[str, ...], name: str, shown: str
) -> None:
    code, out, err = run(*words, name)
    assert (code, out) == (2, "")
    assert f"No file can have the name “{shown}”." in err
