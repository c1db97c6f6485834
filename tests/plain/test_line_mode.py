"""The real program in lines of text: in a pipe, and at a terminal."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from support.commands import Batch
from support.ear import PROMPT
from support.pty_terminal import DEADLINE, Start
from support.solutions import HUMAN, STANDARD

Talk = Callable[..., tuple[int, str, str]]

TRANSCRIPTS = Path(__file__).parent / "transcripts"
COMMAND = [sys.executable, "-m", "freecell_tui", "--plain"]


@pytest.fixture
def talk(run: Batch, state: Path, monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Play with a text as the input; return the exit code and what was printed on both streams."""
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(state.parent / "config"))

    def talk(text: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", StringIO(text))
        return run("--plain", *arguments)

    return talk


def in_a_pipe(state: Path, given: bytes, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the program of its own with `given` as its input."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=given,
        capture_output=True,
        env=surroundings(state) | environment,
        timeout=60,
        check=False,
    )


def surroundings(state: Path) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not re.match("PYTHON(?!PATH)|XDG", name)}
    own |= {"XDG_CONFIG_HOME": str(state.parent / "config")}
    return own | {"XDG_STATE_HOME": str(state), "PYTHONUTF8": "1", "TERM": "dumb"}


def unfinished(state: Path) -> list[Path]:
    return sorted((state / "freecell-tui" / "unfinished").glob("*"))


def moves_kept(state: Path) -> list[int]:
    """Return how many moves each unfinished game has."""
    return sorted(saves.read(path).game.moves_made for path in unfinished(state))


# A whole game in a pipe


TOLD = {
    "deal-1": (("1",), HUMAN[1]),
    "deal-617-brief": (("617", "--ascii"), f"brief\nlook\n{STANDARD[617]}"),
    "deal-5-ended": (("5",), "# the beginning of a game\n" + "\n".join(HUMAN[5].split()[:20]) + "\n\nlook\n7h 7h\n"),
}


@pytest.mark.parametrize("name", TOLD)
def test_a_game_is_told_as_in_its_transcript(talk: Talk, name: str) -> None:
    arguments, text = TOLD[name]
    code, out, err = talk(text, *arguments)
    kept = TRANSCRIPTS / f"{name}.txt"
    assert out == kept.read_text(encoding="utf-8"), f"if this is how it should be told, renew {kept.name}"
    assert (code, err) == (int(name == "deal-5-ended"), "")


def test_a_won_game_is_among_the_won_ones_and_in_the_history_and_one_that_breaks_off_is_unfinished(
    talk: Talk, state: Path
) -> None:
    assert talk("5h\nundo\n5h\n", "-3")[0] == 0
    (won,) = (state / "freecell-tui" / "won").iterdir()
    assert saves.read(won).game.is_won
    assert [result.is_won for result in History(state / "freecell-tui").results()] == [True]
    code, out, _ = talk("3a\n32\n", "1")
    assert (code, out.splitlines()[-2:]) == (1, ["The input ended before the game was won.", "The game is saved."])
    assert moves_kept(state) == [2]


def test_who_quits_leaves_in_order(talk: Talk, state: Path) -> None:
    code, out, _ = talk("3a\nquit\n32\n", "1")
    assert (code, out.splitlines()[1:]) == (0, ["Two of hearts to cell a.", "The game is saved."])
    assert moves_kept(state) == [1]


def test_nothing_said_is_nothing_saved(talk: Talk, state: Path) -> None:
    assert talk("", "1") == (1, "FreeCell, deal 1.\nThe input ended before the game was won.\n", "")
    assert not state.exists()


def test_ascii_is_spoken_where_nothing_else_can_be(talk: Talk, state: Path) -> None:
    text = "brief\nwhere 6♠\n3 a\nwhat’s this\nhelp all\n"
    done = in_a_pipe(state, text.encode(), "1", PYTHONIOENCODING="utf-8:strict", LC_ALL="C")
    assert (b"Cards are written as symbols" in done.stdout, done.stderr) == (True, b"")
    _, out, err = talk(text, "1", "--ascii")
    assert ("6S is the last card of column 1." in out, out.isascii(), err) == (True, True, "")


@pytest.mark.parametrize(
    ("encoding", "input_encoding", "said"),
    [
        ("utf-16", "utf-16", "Two of hearts to cell a."),
        ("utf-32", "ascii", "The input cannot be read: it is not in utf-32."),
        ("cp037", "cp037", "Two of hearts to cell a."),
        ("idna", "utf-8", "Two of hearts to cell a."),
    ],
)
def test_line_mode_is_played_in_any_encoding_or_ends_with_a_sentence(
    state: Path, encoding: str, input_encoding: str, said: str
) -> None:
    done = in_a_pipe(state, "3a\nquit\n".encode(input_encoding), "1", PYTHONIOENCODING=encoding)
    out = done.stdout.decode("utf-8" if encoding == "idna" else encoding)
    assert said in out.splitlines()
    assert (done.returncode, done.stderr) == (int(input_encoding == "ascii"), b"")


def test_bytes_that_are_no_text_and_lines_without_end_are_answered(state: Path) -> None:
    done = in_a_pipe(state, b"\xff\xfe\x00 3a\n" + b"3a " * 5000 + b"\n\x1b[2J\n3a\n" + b"x" * 9000, "1")
    assert (done.returncode, done.stderr) == (1, b"")
    told = done.stdout.decode()
    assert told.count("Lines of more than 4096 characters are ignored.") == 2
    assert told.count("Two of hearts to cell a.") == 1
    assert all(line.isprintable() for line in told.split("\n"))


def test_a_reader_that_goes_away_costs_no_move(state: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings(state)
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"3a\n32\n")
    process.stdin.close()
    assert process.wait(DEADLINE) == 1
    assert process.stderr.read() == b""
    process.stderr.close()
    assert moves_kept(state)[0] >= 1


def test_closed_streams_are_no_traceback(state: Path, subtests: pytest.Subtests) -> None:
    command = " ".join(f"'{word}'" for word in [*COMMAND, "1"])
    for closed in ("<&-", ">&-", "<&- >&- 2>&-"):
        with subtests.test(closed=closed):
            done = subprocess.run(
                ["sh", "-c", f"{command} {closed}"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=surroundings(state),
                timeout=60,
                check=False,
            )
            assert (done.returncode, done.stderr) == (1, b"")


# Which game


def test_a_game_begun_at_the_table_goes_on_in_lines_and_back(talk: Talk, start: Start, state: Path) -> None:
    terminal = start("1")
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.type("q")
    assert terminal.end() == 0
    assert talk("32\n", "--resume")[1].splitlines()[:2] == [
        "FreeCell, deal 1, after 1 move. Played just now.",
        "Eight of diamonds to column 2, on the nine of clubs.",
    ]
    terminal = start("--resume")
    terminal.see("moves 2 ")
    assert len(unfinished(state)) == 1


def test_without_being_asked_for_the_unfinished_game_is_offered_and_kept_for_another(talk: Talk, state: Path) -> None:
    talk("3a\n", "1")
    assert talk("u\n")[1].splitlines()[:3] == [
        "Your unfinished game: FreeCell, deal 1, after 1 move. Played just now.",
        "Continue it, or type new for another.",
        "Undone: two of hearts from column 3 to cell a.",
    ]
    assert "Your game of deal 1 is saved: type games to see your unfinished games." in talk("new\n2a\n")[1]
    assert len(unfinished(state)) >= 1
    assert talk("", "--new")[1].startswith("FreeCell, deal ")
    assert talk("", "--variant", "eight-off")[1].startswith("Eight Off, deal ")


@pytest.mark.parametrize(
    ("variant", "deal"), [("bakers-game", "1"), ("eight-off", "1"), ("forecell", "2"), ("seahaven-towers", "1")]
)
def test_every_variant_can_be_heard_and_one_with_ten_columns_solved(talk: Talk, variant: str, deal: str) -> None:
    rest = "play all\nplay all\n" if variant == "seahaven-towers" else ""
    code, out, err = talk(f"rules\nlook\n{rest}", deal, "--variant", variant, "--verdict", "on")
    assert (code, err) == (0 if rest else 1, "")
    assert "This game can be won." in out
    assert ("You won " in out) == bool(rest)


def test_the_players_settings_hold_and_what_is_wrong_in_them_is_said(talk: Talk, state: Path) -> None:
    folder = state.parent / "config" / "freecell-tui"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(
        'variant = "eight-off"\nautoplay = "all"\nautoplay_when = "end"\ncards = "ascii"\nfoo = 1\n'
    )
    code, out, err = talk("autoplay\nautoplay always\nbrief\n", "1")
    wrong, *told = out.splitlines()
    assert (code, err) == (1, "")
    assert wrong.startswith('settings.toml, line 5: there is no setting "foo".')
    assert told[:4] == [
        "Eight Off, deal 1.",
        "Cards go home automatically once every column is in descending order.",
        "Every card that can go home goes there automatically.",
        "Cards are written as symbols, as in 7H.",
    ]


# The same deal again


def test_a_deal_that_is_not_finished_is_asked_about_and_resumed(talk: Talk, state: Path) -> None:
    for moves, answer, word in ((2, "yes", "7b"), (3, "resume", "8c")):
        if moves == 2:
            talk("3a 32\nquit\n", "1")
        said = talk(f"{answer}\n{word}\nquit\n", "1")[1].splitlines()
        assert (said[:4], said[-1]) == (
            [
                "FreeCell, deal 1.",
                f"You have an unfinished game of deal 1, after {moves} moves. Played just now.",
                "Type yes to resume that game, or play this one; both are kept.",
                f"FreeCell, deal 1, after {moves} moves.",
            ],
            "The game is saved.",
        )
        assert moves_kept(state) == [moves + 1]


def test_whoever_plays_on_without_an_answer_or_starts_over_keeps_the_other_game(
    talk: Talk, state: Path, subtests: pytest.Subtests
) -> None:
    talk("3a\nundo\nquit\n", "1")
    assert "unfinished" not in talk("3a 32\nquit\n", "1")[1], "a game at its beginning is not mentioned"
    for first, kept in (("", [1, 2]), ("deal again\n", [1, 1, 2])):
        with subtests.test(first=first):
            assert "Two of hearts to cell a." in talk(f"{first}3a\nquit\n", "1")[1]
            assert moves_kept(state) == kept
    said = talk("32\ndeal again\nquit\n", "--resume", "1")[1]
    assert "Your game of deal 1 is saved: type games to see your unfinished games." in said
    assert moves_kept(state) == [1, 2, 2]
    assert "FreeCell, deal 5." in talk("resume\nquit\n", "5")[1]


def test_resume_and_daily_are_options_of_line_mode_too(talk: Talk) -> None:
    talk("3a 32\nquit\n", "1")
    assert talk("quit\n", "--resume", "1")[1].startswith("FreeCell, deal 1, after 2 moves.")
    begun = talk("best 1\nquit\n", "daily")[1]
    assert "unfinished" not in begun
    assert talk("status\nquit\n", "daily")[1].splitlines()[0].startswith(begun.splitlines()[0].rstrip("."))


# At a terminal


@pytest.mark.parametrize(
    ("environment", "prompts"),
    [({"TERM": "xterm"}, {PROMPT}), ({"TERM": "dumb"}, {b"> "}), ({"TERM": "xterm", "ACCESSIBLE": "1"}, set[bytes]())],
)
def test_at_a_terminal_a_prompt_is_seen_and_not_heard_and_there_is_nothing_else_but_text(
    start: Start, environment: dict[str, str], prompts: set[bytes]
) -> None:
    terminal = start("--plain", "1", table=False, **environment)
    terminal.see("Type look for the table, help for the commands.")
    terminal.wait(lambda: all(terminal.output.endswith(prompt) for prompt in prompts), "the prompt")
    terminal.type("look\r")
    terminal.see("Column 8, 6 cards:")
    terminal.type("3a 32 7h\r")
    terminal.see("Not played: 7h.")
    terminal.type("quit\r")
    assert terminal.end() == 0
    assert (b"> " in terminal.output) == (b"> " in prompts)
    text = terminal.output
    for mark in (PROMPT, b"\x1b[22m") if PROMPT in prompts else ():
        assert mark in text
        text = text.replace(mark, b"")
    assert re.fullmatch(rb"[\x20-\x7e\r\n]*", text)


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"TERM": "dumb"}, "This is line mode: no terminal here can draw the table."),
        ({"ACCESSIBLE": "1"}, "This is line mode, as ACCESSIBLE is set; freecell --table draws."),
    ],
)
def test_line_mode_is_chosen_where_no_table_can_be_drawn_or_speech_is_wanted_and_says_so_once(
    start: Start, environment: dict[str, str], told: str
) -> None:
    terminal = start("1", table=False, **environment)
    terminal.see("Type look for the table")
    terminal.type("3a\r")
    terminal.see("Two of hearts to cell a.")
    terminal.type("draw\r")
    if "TERM" in environment:
        terminal.see("The table needs a terminal that can draw.")
    else:
        terminal.see("The table; press ~ for line mode.")
        terminal.see("moves 1 ")
    assert terminal.output.decode().startswith(told)
    assert terminal.output.decode().count("This is line mode") == 1


@pytest.mark.parametrize(
    "way",
    [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGABRT, signal.SIGUSR1, "\x03", "\x04"],
)
def test_however_it_ends_the_game_is_saved(start: Start, state: Path, way: signal.Signals | str) -> None:
    terminal = start("--plain", "1", table=False)
    terminal.type("3a\r")
    terminal.see("Two of hearts to cell a.")
    terminal.wait(lambda: terminal.output.endswith(PROMPT), "the prompt")
    if isinstance(way, str):
        terminal.type(way)
    else:
        terminal.process.kill(way)
    codes = {"\x03": 130, "\x04": 1}
    assert terminal.end() == (codes[way] if isinstance(way, str) else 128 + way)
    assert "Traceback" not in terminal.text
    assert moves_kept(state) == [1]


def test_a_signal_that_python_itself_watches_does_not_disturb_the_way_out(start: Start) -> None:
    terminal = start("--plain", "1", table=False, PYTHONDEVMODE="1")
    terminal.see("Type look for the table")
    terminal.type("quit\r")
    assert terminal.end() == 0
    assert "stopped by a bug" not in terminal.text


def test_words_are_completed_and_recalled_where_they_are_typed(start: Start) -> None:
    terminal = start("--plain", "1", table=False, TERM="xterm")

    def see_before_the_prompt(text: str) -> None:
        # Before the prompt it is the terminal that shows what is typed.
        terminal.see(text)
        terminal.wait(lambda: terminal.output.endswith(PROMPT), "the prompt")

    see_before_the_prompt("Type look for the table")
    terminal.type("gi\t u\t\r")
    see_before_the_prompt("No moves played yet.")
    terminal.type("verdict of\t\r")
    see_before_the_prompt("Changes of the verdict are not announced.")
    terminal.type("boo\t\t\t")
    terminal.see("bookmark   bookmarks")
    text = terminal.output.replace(PROMPT, b"").replace(b"\x1b[22m", b"")
    assert re.fullmatch(rb"[\x20-\x7e\r\n]*", text)
    terminal.type("\x15" + "\x1b[A" * 2 + " now\r")
    terminal.see("Type give up with nothing after it.")


@pytest.mark.parametrize("library", ["readline", "no library"])
def test_whatever_is_typed_is_answered(start: Start, library: str) -> None:
    without = "import sys; sys.modules['readline'] = None" if library != "readline" else ""
    program = f"{sys.executable} -c \"{without}\nfrom freecell_tui.cli import main; main(['--plain', '1'])\""
    terminal = start(script=f"stty -icanon; {program}", table=False)
    terminal.wait(lambda: terminal.output.endswith(PROMPT if library == "readline" else b"> "), "the prompt")
    os.write(terminal.process.fd, b"\xff\xfe 3a\r")
    terminal.see("is not a command.")
    terminal.type("x" * 5000 + "\r")
    terminal.see("Lines of more than 4096 characters are ignored.")
    terminal.type("where 2♥\r")
    terminal.see("Two of hearts is the last card of column 3.")


def test_ctrl_c_stops_the_thought_and_not_the_game(start: Start) -> None:
    # Nobody knows the answer for this deal within half a minute.
    terminal = start("--plain", "9", "--cells", "2", table=False)
    terminal.wait(lambda: terminal.output.endswith(PROMPT), "the prompt")
    terminal.type("verdict\r")
    terminal.see("Thinking; Ctrl-C stops it.")
    terminal.type("\x03")
    terminal.see("Stopped.")
    terminal.type("status\r")
    terminal.see("FreeCell, 2 cells, deal 9: no moves")


def test_a_signal_ends_the_game_while_the_solver_thinks(start: Start) -> None:
    terminal = start("--plain", "9", "--cells", "2", table=False)
    terminal.wait(lambda: terminal.output.endswith(PROMPT), "the prompt")
    terminal.type("8a\rverdict\r")
    terminal.see("Thinking; Ctrl-C stops it.")
    terminal.process.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM


def test_when_the_terminal_goes_away_the_game_is_saved(start: Start, state: Path) -> None:
    terminal = start("--plain", "1", table=False)
    terminal.type("3a\r")
    terminal.see("Two of hearts to cell a.")
    terminal.process.fileobj.close()
    pid, end = terminal.process.pid, DEADLINE * 100
    while os.waitpid(pid, os.WNOHANG) == (0, 0) and end:
        end -= 1
        signal.sigtimedwait([], 0.01)
    assert end, "the program outlives its terminal"
    terminal.process.closed = True
    terminal.process.terminated = True
    assert moves_kept(state) == [1]


def test_the_lines_do_not_wait_for_the_terminals_library(state: Path) -> None:
    script = (
        "import sys\n"
        "from freecell_tui.cli import main\n"
        "main(['--plain', '1'])\n"
        "slow = {'urwid', 'freecell_tui.ui', 'readline'} & set(sys.modules)\n"
        "sys.exit(f'imported: {slow}' if slow else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=b"look\nhint\n", capture_output=True, env=surroundings(state), check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
