"""What the program does to its terminal, and what a terminal can do to it."""

import fcntl
import os
import re
import signal
import subprocess
import sys
import termios
import time
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import pytest

from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveStore
from support.pty_terminal import FIGURES, Start, Terminal
from support.solutions import STANDARD

OWN = "rgb:1111/2222/3333"
"""The background of a window."""


def backgrounds(terminal: Terminal) -> list[str]:
    """The colours that the window was given, one after the other."""
    return [found.decode() for found in re.findall(rb"\x1b\]11;([^?][^\x1b]*)\x1b", terminal.output)]


def assert_left_as_found(terminal: Terminal) -> None:
    """Every mode that was switched on was switched off again, and the cursor shows."""
    for mode in (b"1049", b"1000", b"2004"):
        assert terminal.output.rfind(b"\x1b[?%bh" % mode) < terminal.output.rfind(b"\x1b[?%bl" % mode)
    assert terminal.output.rfind(b"\x1b[?25l") < terminal.output.rfind(b"\x1b[?25h")
    assert terminal.output.rfind(b"\x1b[?7l") <= terminal.output.rfind(b"\x1b[?7h")
    assert backgrounds(terminal)[-1:] in ([], [OWN])


SIGNALS = [
    signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGABRT, signal.SIGALRM, signal.SIGUSR1,
    signal.SIGUSR2, signal.SIGXCPU,
]  # fmt: skip


@pytest.mark.parametrize("way", [*SIGNALS, "q", "\x03"])
def test_however_it_ends_terminal_and_game_are_left_in_order(
    start: Start, state: Path, way: signal.Signals | str
) -> None:
    # Python may watch some signals itself.
    watched = {"PYTHONDEVMODE": "1", "PYTHONFAULTHANDLER": "1"} if way == "q" else {}
    terminal = start("1", background=OWN, **watched)
    # A shell holds the terminal open, so that its settings can be read after the game.
    opened = os.open(os.ttyname(terminal.process.fd), os.O_RDWR | os.O_NOCTTY)
    raw = termios.tcgetattr(terminal.process.fd)
    terminal.type("3a")
    terminal.see("moves 1 ")
    if isinstance(way, str):
        terminal.type(way)
    else:
        terminal.process.kill(way)
    assert terminal.end() == (0 if isinstance(way, str) else 128 + way)
    assert_left_as_found(terminal)
    assert backgrounds(terminal) == ["#005f00", OWN]
    after = termios.tcgetattr(opened)
    os.close(opened)
    assert after != raw
    assert after[3] & termios.ICANON
    assert after[3] & termios.ECHO
    assert after[6][termios.VINTR] == b"\x03"
    assert "Traceback" not in terminal.text
    assert "stopped by a bug" not in terminal.text
    (left,) = SaveStore(state / "freecell-tui").unfinished()
    assert saves.read(left).game.moves_made == 1
    assert list(left.parent.iterdir()) == [left]


def test_to_load_the_table_starts_no_other_program() -> None:
    hook = "sys.addaudithook(lambda event, args: event == 'subprocess.Popen' and print(args))"
    script = f"import sys; {hook}; import freecell_tui.ui.app"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_garbage_is_looked_for_once_the_first_frame_is_drawn_and_not_before(start: Start, tmp_path: Path) -> None:
    told = tmp_path / "told"
    script = tmp_path / "counting.py"
    script.write_text(
        "import gc, sys\n"
        "from freecell_tui.cli import main\n"
        "import urwid\n"
        "found, draw = [], urwid.MainLoop.draw_screen\n"
        "def draw_screen(loop):\n"
        f"    open({str(told)!r}, 'a').write(f'{{len(found)}} {{gc.isenabled()}}\\n')\n"
        "    draw(loop)\n"
        "urwid.MainLoop.draw_screen = draw_screen\n"
        "gc.callbacks.append(lambda *_: found.append(1))\n"
        "sys.exit(main(['1']))\n"
    )
    terminal = start(script=f"'{sys.executable}' '{script}'")
    terminal.type("3a")
    terminal.see("moves 1 ")
    first, *others = told.read_text().splitlines()
    assert first == "0 False"
    assert all(other.endswith("True") for other in others)


def test_a_game_is_closed_even_if_its_terminal_cannot_be_given_back(start: Start, state: Path, tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(
        "import sys\n"
        "from urwid.display.raw import Screen\n"
        "from freecell_tui.cli import main\n"
        "Screen._stop = lambda self: 1 / 0\n"
        "sys.exit(main(['1']))\n"
    )
    terminal = start(script=f"'{sys.executable}' '{script}'")
    terminal.type("3a")
    terminal.see("0:01")
    terminal.type("q")
    assert terminal.end() == 70
    (left,) = SaveStore(state / "freecell-tui").unfinished()
    # The time is saved as the game is closed.
    assert saves.read(left).elapsed >= 1


def test_ctrl_z_gives_the_terminal_back_and_fg_goes_on(start: Start) -> None:
    terminal = start(script="set -m; $FREECELL 1; echo; echo stopped; read answer; fg; echo ended", background=OWN)
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.type("\x1a")
    terminal.see("stopped")
    assert_left_as_found(terminal)
    assert termios.tcgetattr(terminal.process.fd)[3] & termios.ICANON
    # Keys typed before it goes on are not lost.
    terminal.type("\n3b")
    terminal.see("moves 2 ")
    terminal.wait(lambda: "8♦" in terminal.screen.display[1], "8♦ in a cell")
    terminal.type("q")
    terminal.see("ended")
    assert_left_as_found(terminal)
    assert backgrounds(terminal) == ["#005f00", OWN] * 2


def test_stray_sequences_and_pasted_text_do_nothing(start: Start) -> None:
    terminal = start("1")
    terminal.see("moves 0")
    before = terminal.screen.display[1:]
    for stray in (
        "\x1b[5;7R",  # a cursor report
        "\x1b[?62;1;4c",  # device attributes
        "\x1b[?2026;2$y",  # a mode report
        "\x1b]11;rgb:1111/2222/3a3a\x07",  # a colour report
        "\x1b]11;rgb:1111/2222/3a3a\x1b\\",
        "\x1bP1$r0m3a\x1b\\",  # a setting
        "\x1b_Gi=31;3a\x1b\\",
        "\x1b[I\x1b[O",  # focus
        "\x1b[200~hello\nq\x1b[201~",  # a paste
        "\x1b[99;99;99X\x1b[1;2;3;4u",
        "\x1b[<0;999;999M\x1b[<0;999;999m",  # a click beyond the screen
        "\x1b[<67;3;3M",
        "\x00\x7f\x80\xff",
    ):
        terminal.type(stray)
    terminal.type("?")
    terminal.see("Help and all commands")
    terminal.type("\x1b")
    terminal.not_see("Help and all commands")
    assert "moves 0" in terminal.top
    terminal.wait(lambda: terminal.screen.display[1:-1] == before[:-1], "the table as it was")
    terminal.type("3a")
    terminal.see("moves 1 ")


def test_keys_typed_before_the_first_frame_are_not_lost(start: Start, subtests: pytest.Subtests) -> None:
    for arguments, keys, shown in ((("1",), "3a4bu4c", "moves 2   undos 1"), ((), "\x1b[B\r617\r", "FreeCell #617 ")):
        with subtests.test(arguments=arguments):
            terminal = start(*arguments, table=False)
            terminal.type(keys)
            terminal.see(shown)
            assert b"\x1b[?1049h" in terminal.output
            # The kernel has shown what was typed; the first frame covers it.
            terminal.see("move up")
            terminal.type("q")
            assert terminal.end() == 0
            assert_left_as_found(terminal)


def test_a_storm_of_resizes_leaves_a_table_that_fits(start: Start) -> None:
    terminal, chance = start("1"), Random(617)
    terminal.type("3a7")
    terminal.see("moves 1 ")
    sizes = [(1, 1), (200, 60), (39, 16), (40, 15), (1, 60), (200, 1)]
    for size in [*sizes, *((chance.randint(1, 200), chance.randint(1, 60)) for _ in range(60))]:
        terminal.resize(*size)
        terminal.pump(0.005)
        terminal.type("46")
    terminal.resize(30, 10)
    terminal.see("The window is")
    for size in ((120, 40), (40, 16), (80, 24)):
        terminal.resize(*size)
        terminal.wait(lambda: bool(FIGURES.search(terminal.bottom)) and "#1" in terminal.top, "the table")
    terminal.type("q")
    assert terminal.end() == 0


def test_on_a_screen_too_small_no_move_is_made_but_the_game_can_be_left(start: Start) -> None:
    terminal = start("1", size=(39, 16), table=False)
    terminal.see("The window is")
    terminal.type("3a")
    # The keys are read by the time at which the new size is told.
    for size, shown in (((38, 16), "38 by 16"), ((80, 24), "moves 0"), ((20, 5), "The window")):
        terminal.resize(*size)
        terminal.see(shown)
    terminal.type("q")
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("environment", "shown", "absent"),
    [
        ({}, "▁▁▁▁▁▁▁▁", "+"),
        ({"COLORTERM": "truecolor"}, "J♦   ♦", "+"),
        ({"TERM": "linux"}, "________", "▁"),
        ({"NO_COLOR": "1"}, "┌J♢─", "▁"),
        ({"PYTHONIOENCODING": "iso-8859-1", "PYTHONUTF8": "0"}, "Jd   d", "♦"),
        ({"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}, "+Jd-", "♦"),
    ],
)
def test_the_table_is_drawn_with_what_the_terminal_has(
    start: Start, environment: dict[str, str], shown: str, absent: str
) -> None:
    terminal = start("1", **environment)
    terminal.see(shown)
    assert absent not in terminal.text
    if "NO_COLOR" in environment:
        assert not re.search(rb"[\[;](3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]", terminal.output)


@pytest.mark.parametrize("name", ["vt100", "vt220", "xterm-mono"])
def test_a_terminal_without_colours_is_sent_none(start: Start, name: str) -> None:
    terminal = start("1", TERM=name)
    terminal.see("┌J♢─")
    for key, shown in (("?", "Help"), ("\x1b", "move up")):
        terminal.type(key)
        terminal.see(shown)
    terminal.type("q")
    assert terminal.end() == 0
    sent = set(re.findall(rb"\x1b\[([0-9;:]*)m", terminal.output))
    weights_and_styles = {b"0", b"1", b"2", b"3", b"4", b"7"}  # such a terminal ignores those it does not know
    assert {number for codes in sent for number in codes.split(b";")} <= weights_and_styles


def test_a_terminal_that_may_have_colours_is_sent_them(start: Start, subtests: pytest.Subtests) -> None:
    for environment in ({"TERM": "linux"}, {"TERM": "no-such-terminal"}, {"TERM": "vt100", "FORCE_COLOR": "1"}):
        with subtests.test(environment=environment):
            assert re.search(rb"\x1b\[[0-9;]*32;40m", start("1", **environment).output)


def test_without_a_terminal_that_can_draw_it_says_so(start: Start, subtests: pytest.Subtests) -> None:
    for name, command in product(("dumb", ""), ("--table 1", "learn --table", "replay saves/middle-of-a-game.json")):
        with subtests.test(name=name, command=command):
            terminal = start(*command.split(), table=False, TERM=name)
            terminal.see("needs a terminal that can draw")
            assert terminal.end() == 1


def test_a_window_is_named_after_the_deal_and_has_its_name_back_at_the_end(
    start: Start, subtests: pytest.Subtests
) -> None:
    terminal = start("617")
    assert terminal.output.index(b"\x1b[22;2t") < terminal.output.index(b"\x1b]2;FreeCell #617\x07")
    terminal.type(":next deal\r")
    terminal.wait(lambda: b"\x1b]2;FreeCell #618\x07" in terminal.output, "the new name")
    terminal.type("q")
    terminal.end()
    assert terminal.output.count(b"\x1b[22;2t") == terminal.output.count(b"\x1b[23;2t") == 1
    # Emacs' terminal stays blank after a control string; others print it, or a question that they do not know.
    for name in ("linux", "eterm-color"):
        with subtests.test(name=name):
            sent = start("617", "--theme", "auto", TERM=name, COLORTERM="truecolor").output
            assert not any(
                sequence in sent for sequence in (b"\x1b]", b"\x1bP", b"\x1b[22;2t", b"$p", b"\x1b[=", b"\x1b[>")
            )
            assert not re.search(rb"[34]8;[25];", sent), "more colours than it has"
            assert (b"\x1b[5n" in sent) == (name == "linux"), "Emacs answers another question"


def test_a_window_that_is_closed_ends_the_game_in_order(start: Start, state: Path) -> None:
    terminal = start("1")
    terminal.type("3a")
    terminal.see("moves 1 ")
    # The terminal goes without a signal to its programs.
    os.kill(terminal.process.pid, signal.SIGSTOP)
    terminal.process.fileobj.close()
    os.kill(terminal.process.pid, signal.SIGCONT)
    _, status = os.waitpid(terminal.process.pid, 0)
    terminal.process.fd, terminal.process.closed = -1, True
    assert os.WIFEXITED(status) or os.WTERMSIG(status) == signal.SIGHUP
    assert not (state / "freecell-tui" / "trouble.log").exists()
    (save,) = (state / "freecell-tui" / "unfinished").iterdir()
    assert '"3a"' in save.read_text(encoding="utf-8")


def test_where_suits_are_two_cells_wide_the_table_is_drawn_with_letters(start: Start) -> None:
    terminal = start("1", table=False)
    terminal.answers = False
    terminal.wait(lambda: b"\x1b[6n" in terminal.output, "the question where the cursor is")
    terminal.see("8♦")
    terminal.type("\x1b[2;17R")
    terminal.see("8d")
    terminal.not_see("♦")
    # Only the first report is the answer.
    terminal.type("\x1b[2;17R3a")
    terminal.see("moves 1 ")


def test_lines_are_sent_whole_once_a_terminal_has_told_how_wide_its_suits_are(start: Start) -> None:
    terminal = start("1")
    line = "╔══════╗".encode()
    assert line not in terminal.output
    terminal.see("winnable")
    terminal.type("3")
    terminal.see("Esc back")
    assert line in terminal.output


def test_a_terminal_that_is_behind_is_shown_the_last_of_many_moves_and_not_each(start: Start) -> None:
    terminal = start("1")
    terminal.see("winnable")
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.answers = False
    asked = terminal.output.count(b"\x1b[5n")
    for _ in range(20):
        for key in "ur":
            terminal.type(key)
            terminal.pump(0.02)
    assert terminal.output.count(b"\x1b[5n") - asked < 10
    terminal.type("8b")
    terminal.answers = True
    terminal.type("\x1b[0n")
    terminal.see("moves 2 ")


@pytest.mark.parametrize("is_typed_early", [False, True])
def test_answers_that_come_late_are_not_typed_at_the_shell(start: Start, *, is_typed_early: bool) -> None:
    """The line takes longer than a player to leave; all answers are late, and so is what the mouse did."""
    terminal = start(script='$FREECELL 1 --theme auto; read -r -t 1 line; echo "typed: <$line>"', table=False)
    due: list[tuple[float, str]] = []

    def answer(data: str) -> None:
        due.append((time.monotonic() + 0.7, data))

    terminal.screen.write_process_input = answer  # type: ignore[method-assign]
    if is_typed_early:
        terminal.type("q")
    terminal.wait(lambda: b"$p" in terminal.output, "the question about modes")
    answer("\x1b[?2026;2$y\x1b]11;rgb:33/33/33\x07")
    if not is_typed_early:
        terminal.see("move up")
        terminal.type("q")
        answer("\x1b[<35;33;3M")

    def is_over() -> bool:
        while due and due[0][0] <= time.monotonic():
            terminal.type(due.pop(0)[1])
        return "typed:" in terminal.text

    terminal.wait(is_over)
    assert "typed: <>" in terminal.text
    assert "^[" not in terminal.text, "what the shell echoes"


def test_modes_that_other_programs_left_do_not_garble_the_table(start: Start) -> None:
    left = (
        r"\033[4h\033[20h"  # what is written is inserted, and a return is a new line
        r"\033[?6h\033[5;10r"  # places are counted from a margin
        r"\033)0\016\033(0"  # letters are line drawings
        r"\033[?5h\033[?7l\033[7;1;4m"  # reverse video, no wrapping, and styles
    )
    terminal = start(script=f"printf '{left}'; $FREECELL 1; echo ended", NO_MOTION="1")
    plain = start("2", NO_MOTION="1")
    plain.type("#1\r")
    plain.see("FreeCell #1 ")
    for each in (terminal, plain):
        each.see("winnable")
    assert terminal.screen.display[1:-1] == plain.screen.display[1:-1]
    assert terminal.screen.mode == plain.screen.mode
    terminal.type("q")
    terminal.see("ended")


def test_keys_in_the_protocols_of_others_are_turned_off_where_the_first_frame_covers_what_is_not_known(
    start: Start,
    subtests: pytest.Subtests,
) -> None:
    sent = start("1").output
    for sequence in (b"\x1b[=0u", b"\x1b[>4m", b"\x1b[?9001l", b"\x1b[?1l\x1b>"):
        with subtests.test(sequence=sequence):
            assert sent.index(b"\x1b[?1049h") < sent.index(sequence) < sent.index(b"\x1b[2J")
    assert sent.index(b"\x1b[?1003l") < sent.index(b"\x1b[?1000h")


@pytest.mark.linux
def test_a_game_that_was_stopped_and_continues_sets_its_terminal_again(start: Start, subtests: pytest.Subtests) -> None:
    again = "stty sane; echo stopped; read answer; clear; fg"
    terminal = start(script=f"set -m; $FREECELL 1; {again}; {again}; {again}; echo ended")
    shell = terminal.process.pid
    (game,) = map(int, Path(f"/proc/{shell}/task/{shell}/children").read_text(encoding="ascii").split())
    for moves, (number, keys) in enumerate(
        [(signal.SIGSTOP, "3a"), (signal.SIGTTIN, "3b"), (signal.SIGTTOU, "4c")], start=1
    ):
        with subtests.test(number=number):
            os.kill(game, number)
            terminal.see("stopped")
            # The shell has set the terminal and written on it. Keys typed before it goes on are not lost.
            terminal.type(f"\n{keys}")
            terminal.see(f"moves {moves} ")
            terminal.wait(lambda: bool(FIGURES.search(terminal.bottom)), "the whole table")
            assert not termios.tcgetattr(terminal.process.fd)[3] & (termios.ICANON | termios.ECHO)
    terminal.type("q")
    terminal.see("ended")
    assert_left_as_found(terminal)


def test_a_burst_of_the_wheel_that_was_read_late_plays_nothing(start: Start) -> None:
    """The terminal's buffer cuts a report, and its rest is there when the program looks again."""
    terminal = start("1")
    terminal.type("3")
    terminal.see("Esc back")
    os.kill(terminal.process.pid, signal.SIGSTOP)
    os.set_blocking(terminal.process.fd, False)
    sent = 0
    report = b"\x1b[<65;32;12M"
    with suppress(BlockingIOError):
        for _ in range(400):
            sent += os.write(terminal.process.fd, report)
    os.kill(terminal.process.pid, signal.SIGCONT)
    os.set_blocking(terminal.process.fd, True)
    terminal.type((report * 400)[sent % len(report) :].decode())
    terminal.type("\x1b[<65;NaN;NaNM\x1b[51;1:3u\x1b[98u")
    terminal.see("moves 1 ")
    terminal.wait(lambda: "2♥" in terminal.screen.display[1][10:20], "2♥ in cell b")


def test_a_terminal_that_says_that_it_has_no_size_is_taken_for_a_usual_one(start: Start) -> None:
    terminal = start(script="stty rows 0 cols 0; $FREECELL 1", table=False, LINES="", COLUMNS="")
    terminal.see("moves 0")
    terminal.see("move up to 5")
    terminal.type("q")
    assert terminal.end() == 0


def unread(terminal: Terminal) -> int:
    """How many bytes that were typed the program has not read yet."""
    descriptor = os.open(f"/proc/{terminal.process.pid}/fd/0", os.O_RDONLY | os.O_NOCTTY)
    try:
        return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)
    finally:
        os.close(descriptor)


@pytest.mark.linux
def test_a_theme_that_follows_the_terminal_changes_once_it_has_told_its_background(start: Start) -> None:
    terminal = start("1", "--theme", "auto", COLORTERM="truecolor")
    terminal.see("moves 0 ")
    assert terminal.background((79, 20)) == "0e5a3c"
    assert b"\x1b]11;?\x1b\\" in terminal.output
    terminal.type("\x1b]11;rgb:ffff/fafa/f0f0\x1b\\")
    terminal.wait(lambda: terminal.background((79, 20)) == "b3d2e6")
    # A report of a slow line: the game reads its beginning alone.
    terminal.type("\x1b[?99")
    terminal.wait(lambda: unread(terminal) == 0, "the game to read")
    terminal.type("7;1n")
    terminal.wait(lambda: terminal.background((79, 20)) == "0e5a3c")
    terminal.type("q")
    terminal.end()
    assert b"\x1b[?2031l" in terminal.output


def test_without_a_margin_of_felt_only_a_theme_that_follows_the_terminal_asks_about_its_background(
    start: Start, state: Path
) -> None:
    folder = state.parent / "config" / "freecell-tui"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text("felt_margin = false\n")
    terminal = start("1", "--theme", "paper")
    terminal.type("q")
    terminal.end()
    assert b"\x1b]11;" not in terminal.output
    assert b"2031" not in terminal.output


BARE = """
import errno, fcntl, os, pwd, sys, tempfile
def no_entry(user):
    raise KeyError(user)
def no_locks(*_):
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
pwd.getpwuid = no_entry
fcntl.flock = fcntl.lockf = no_locks
sys.modules["sqlite3"] = sys.modules["_sqlite3"] = None
for name in [name for name in os.environ if name == "HOME" or name.startswith("XDG_")]:
    del os.environ[name]
tempfile.tempdir = {folder!r}
from freecell_tui.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""A container: its user has no entry in passwd and no home, its Python no sqlite3, its disks no locks."""


def test_in_a_bare_container_a_game_is_played_to_the_win_and_says_what_is_missing(start: Start, tmp_path: Path) -> None:
    script = tmp_path / "bare.py"
    script.write_text(BARE.format(folder=str(tmp_path)))
    run = f"'{sys.executable}' '{script}'"
    terminal = start(script=f"cd {tmp_path}; NO_MOTION=1 {run} 2; echo code $?; {run} stats", size=(100, 30))
    terminal.see("There is no home folder, so files are kept in")
    terminal.type("".join(STANDARD[2].split()))
    terminal.see("You won FreeCell #2!")

    def has_left() -> bool:
        terminal.type("q")  # a summary takes no key at once
        return "code 0" in terminal.text

    terminal.wait(has_left, "the end")
    terminal.see("This Python has no module sqlite3")
    assert "Traceback" not in terminal.text
    (won,) = tmp_path.glob(f"freecell-tui-{os.getuid()}/won/*.json")
    assert saves.read(won).game.is_won
    assert {path.name for path in tmp_path.iterdir()} == {"bare.py", "state", f"freecell-tui-{os.getuid()}"}


def test_bytes_of_other_keyboards_are_the_keys_at_their_places(start: Start, state: Path) -> None:
    folder = state.parent / "config" / "freecell-tui"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('keymap = "azerty"\n')
    terminal = start("1")
    terminal.type('"a')  # the third key of the top row
    terminal.see("moves 1 ")
    terminal.type("г")
    terminal.see("undos 1 ")
    terminal.type("３ｂ")
    terminal.see("moves 1 ")
    terminal.wait(lambda: "2♥" in terminal.screen.display[1][10:20], "2♥ in cell b")
    terminal.type("🂡")
    terminal.see("🂡 does nothing here")
    terminal.type("й")
    assert terminal.end() == 0


def test_two_clicks_that_arrive_together_are_a_double_click_only_at_one_point(start: Start) -> None:
    terminal = start("1", NO_MOTION="1")
    column = terminal.screen.display[4].index("3")
    row = max(y for y, line in enumerate(terminal.screen.display[:-1]) if line[column - 3 : column + 5].strip())
    press, release = (f"\x1b[<0;{{}};{row + 1}{end}" for end in "Mm")
    there, beside = column + 1, column + 4
    clicks = "".join(part.format(x) for x in (there, beside, there, there) for part in (press, release))
    # Only the last two are one: the card goes to a free cell, and one undo brings it back.
    terminal.type(f"{clicks}u")
    terminal.see("moves 0   undos 1 ")
