"""What the commands print at a terminal: in colour and wrapped for people; for programs nothing changes."""

import re
import sys
from pathlib import Path

import pytest

from freecell_tui.engine.share_code import SharedGame, encode
from support.commands import Batch
from support.games import solved_game
from support.histories import past, write_past
from support.solutions import STANDARD

SGR = re.compile(r"\x1b\[([0-9;]*)m")
ON = {"1": "22", "2": "22", "31": "39", "32": "39", "33": "39", "35": "39", "30;43": "39;49"}
"""What switches a colour of the 16 on and off. Yellow letters, which white hides, are only in bars."""

COMMANDS = (
    "stats", "settings", "help", "help solver", "help keys", "help variants", "help how-to-play", "--help",
    "solve --help", "tournament --help", "tournament", "show 617", "solve 617", "solve -3 617 --cells 0 --jobs 1",
    "verify 617 moves", "verify CODE", "verify 1 moves", "verify 617 losing", "analyse -3 win",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _player(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "10000")
    Path("moves").write_text(STANDARD[617])
    Path("win").write_text("5h\n")
    Path("losing").write_text("1a 1b 1c 1d\n")
    home.mkdir(parents=True)
    write_past(home, past(30))


@pytest.fixture
def at_terminal(run: Batch, monkeypatch: pytest.MonkeyPatch) -> Batch:
    """Run a command whose output is a terminal; a standard error that is one, too, would get bars of progress."""

    def at_terminal(*arguments: str) -> tuple[int, str, str]:
        with monkeypatch.context() as patched:
            patched.setattr(sys.stdout, "isatty", lambda: True)
            return run(*arguments)

    return at_terminal


def words(command: str) -> list[str]:
    return command.replace("CODE", encode(SharedGame(solved_game(617)))).split()


def plain(text: str) -> str:
    return SGR.sub("", text)


def assert_16_colours(text: str) -> None:
    """Assert that all colours are among the 16 that a palette makes fit its background, and end."""
    assert "\x1b" not in plain(text)
    opened: list[str] = []
    for code in SGR.findall(text):
        if code in ON:
            opened.append(ON[code])
        else:
            assert opened.pop() == code
    assert not opened
    assert not re.search(r"\x1b\[33m[^\x1b]*\w", text), "letters in yellow"


@pytest.mark.parametrize("columns", [40, 200])
def test_text_is_coloured_and_wrapped_between_words_as_wide_as_the_terminal_and_as_one_can_read(
    at_terminal: Batch, run: Batch, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for command in COMMANDS:
        with subtests.test(command=command):
            _, out, _ = at_terminal(*words(command))
            assert SGR.search(out)
            assert_16_colours(out)
            for line in plain(out).splitlines():
                assert len(line) <= min(columns, 100) or " " not in line.strip("# "), line
            if command in ("settings", "show 617", "tournament", "verify CODE"):
                piped = run(*words(command))[1]
                assert plain(out).replace("#", "").split() == piped.replace("#", "").split()


def test_a_pipe_a_dumb_terminal_json_and_who_wants_no_colours_get_none(
    at_terminal: Batch, run: Batch, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    for command in ("stats", "show 617", "solve 617", "analyse -3 win", "verify -3 win", "help how-to-play"):
        with subtests.test(command=command):
            piped = run(*words(command))
            assert "\x1b" not in piped[1] + piped[2]
            for name, value in (("TERM", "dumb"), ("NO_COLOR", "1")):
                with monkeypatch.context() as environment:
                    environment.setenv(name, value)
                    assert at_terminal(*words(command))[:2] == piped[:2]
    for command in ("stats --json", "stats --csv", "solve -3 --json"):
        assert "\x1b" not in at_terminal(*command.split())[1]
    monkeypatch.setenv("CLICOLOR", "0")
    assert "\x1b" not in at_terminal("stats")[1]


def test_who_forces_colours_gets_them_in_a_pipe_but_in_nothing_that_programs_read(
    run: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = ("show 617", "solve -3", "stats --json", "share win --deal -3")
    read = [run(*words(command)) for command in commands]
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert [run(*words(command)) for command in commands] == read
    assert SGR.search(run("stats")[1])
    monkeypatch.setenv("FORCE_COLOR", "0")
    assert not SGR.search(run("stats")[1])


def test_people_are_told_first_that_a_deal_is_solved_and_can_paste_all_of_it_as_moves(
    at_terminal: Batch, run: Batch
) -> None:
    _, out, err = at_terminal("solve", "617")
    first, *moves = out.splitlines()
    count = len(" ".join(moves).split())
    assert first == f"\x1b[1m#617\x1b[22m: \x1b[32msolved in {count} moves\x1b[39m"
    assert f"{count} moves. Add --short" in err
    Path("pasted").write_text(plain(out))
    assert run("verify", "617", "pasted") == (0, f"won in {count} moves\n", "")
    assert run("solve", "617")[1].startswith("#617 Attempt: 1 NumFcs=4 (FCPro - Solved)\n")
    assert plain(at_terminal("solve", "-3", "--cells", "5")[1]).startswith("#-3, FreeCell, 5 cells: solved in 1 move\n")
    assert at_terminal("solve", "617", "--cells", "0")[1] == "\x1b[35munsolvable\x1b[39m\n"
    assert "617 \x1b[35munsolvable\x1b[39m\n" in at_terminal("solve", "617", "-3", "--cells", "0", "--jobs", "1")[1]


def test_an_analysis_names_verdicts_and_detours_in_colour_and_ends_with_the_curve_of_the_review(
    at_terminal: Batch,
) -> None:
    _, out, _ = at_terminal("analyse", "617", "losing")
    assert "   0  -     \x1b[32mwinnable \x1b[39m" in out
    assert "\x1b[35mlost     \x1b[39m\n" in out
    assert "\x1b[30;43m 4" in out, "a detour"
    assert [line.rstrip() for line in plain(out).splitlines()][-9:] == CURVE.splitlines()


CURVE = """
  50    ▇▇ ██
     ██ ██ ██
     ██ ██ ██
     ██ ██ ██
     ██ ██ ██
   0 ██ ██ ██
     +  +  x  -  -
     moves still needed   + a detour   x the losing move   - lost
"""


def test_cards_of_red_suits_are_red_and_headings_and_keys_bold(at_terminal: Batch) -> None:
    assert at_terminal("show", "1")[1].startswith("\x1b[31mJD\x1b[39m \x1b[31mKD\x1b[39m 2S ")
    _, out, _ = at_terminal("help", "how-to-play")
    assert out.startswith("\x1b[1mHow to play\x1b[22m\n\nBring")
    assert "===" not in out
    assert "`" not in out
    assert "\x1b[1m\x1b[31m7♥\x1b[39m\x1b[22m on \x1b[1m8♠\x1b[22m" in out
    _, out, _ = at_terminal("--help")
    assert "\x1b[1moptions:\x1b[22m\n" in out
    assert "  \x1b[1m--theme THEME\x1b[22m  " in out
    assert "\n\x1b[1menter\x1b[22m = " in at_terminal("settings")[1]


def test_an_error_is_wrapped_below_the_bold_name_of_the_program(run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, err = run("stat")
    assert (code, out) == (2, "")
    assert err == ("\x1b[1mfreecell:\x1b[22m There is no command “stat”.\nDid you mean stats?\nTry freecell --help.\n")
