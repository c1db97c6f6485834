"""What comes from a terminal, and what is left of it: nothing that is sent stops the program, and it tidies up."""

import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import ptyprocess
import pytest

from campaign.conftest import Attack
from campaign.modes import TwoScreens, left_changed
from campaign.player import DEADLINE, DEAL, MOVES, SPOILT, Home
from support.pty_terminal import Terminal

pytestmark = pytest.mark.slow

SIGNALS = [f"SIG{name}" for name in ("TERM", "HUP", "INT", "QUIT", "ABRT", "ALRM", "USR1", "USR2")]
WAYS = ["q", "\x03", "ctrl-z", "crash", *SIGNALS]
PLACES = ["", "26", "?", "m", "O", "l", "#", "L"]
"""Keys that lead somewhere: to a move, to a dialog, to another screen."""

SCRIPT = 'echo before; stty -g > "$TTY"; {}; stty -g >> "$TTY"; echo after; read -r'


def leave(terminal: Terminal, way: str) -> None:
    """Leave the program; a table that breaks when it is drawn for the second time leaves by itself within a second."""
    if way == "ctrl-z":
        terminal.type("\x1a")
        terminal.see("stopped")
        terminal.type("\n")
        terminal.wait(lambda: f"#{DEAL}" in terminal.top, "the table again")
        terminal.type("q")
    elif way.startswith("SIG"):
        (child,) = Path(f"/proc/{terminal.process.pid}/task/{terminal.process.pid}/children").read_text().split()
        os.kill(int(child), signal.Signals[way])
    elif way != "crash":
        terminal.type(way)


@pytest.mark.linux
@pytest.mark.rounds(short=3, long=120)
def test_however_the_program_is_left_the_terminal_is_as_it_was(
    attack: Attack, start: Callable[..., Terminal], tmp_path: Path
) -> None:
    chance = attack.chance
    way = WAYS[attack.number % len(WAYS)] if attack.is_long else ["q", "crash", "ctrl-z"][attack.number]
    place = "" if way in {"q", "ctrl-z", "crash"} else chance.choice(PLACES)
    program = "$FREECELL" if way != "crash" else f"'{sys.executable}' '{SPOILT}' crashing 1"
    stopped = "; echo; echo stopped; read -r; fg" if way == "ctrl-z" else ""
    size = chance.choice([(80, 24), (40, 16), (120, 40)])
    script = "set -m; " * bool(stopped) + SCRIPT.format(f"{program} {DEAL} 2> {tmp_path}/said{stopped}; echo code $?")
    terminal = start(script=script, size=size, table=False, screen_type=TwoScreens, TTY=str(tmp_path / "tty"))
    if way != "crash":
        terminal.wait(lambda: re.search(r" c(arry )?\d+ *$", terminal.bottom) is not None, "the table")
    terminal.type(place)
    terminal.pump(0.1)
    leave(terminal, way)
    terminal.see("after")
    before, after = (tmp_path / "tty").read_text().splitlines()
    assert before == after
    assert left_changed(terminal.output) == set()
    shown = [line.rstrip() for line in terminal.screen.display if line.strip()]
    code = 70 if way == "crash" else 128 + signal.Signals[way] if way.startswith("SIG") else 0
    assert [shown[0], *shown[-2:]] == ["before", f"code {code}", "after"]
    assert len(shown) == 3 or stopped
    assert "Traceback" not in (tmp_path / "said").read_text()
    attack.tried("ways of leaving, after which the terminal is as it was")


# Noise


class Line:
    """The line to a running program, which may be sent anything; only whether a frame has arrived is answered."""

    def __init__(self, home: Home, *arguments: str) -> None:
        command = [sys.executable, "-m", "freecell_tui", *arguments]
        self.process = ptyprocess.PtyProcess.spawn(command, dimensions=(24, 80), env=home.environment)
        self.output = bytearray()
        os.set_blocking(self.process.fd, False)

    def read(self, seconds: float) -> bool:
        """Take in what there is; return whether the program is still there."""
        if not select.select([self.process.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.process.fd, 65536)
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        self.output += data
        for _ in range(data.count(b"\x1b[5n")):
            self.send(b"\x1b[0n")
        return bool(data)

    def send(self, data: bytes) -> None:
        """Send bytes as fast as they are taken."""
        end = time.monotonic() + DEADLINE
        while data:
            try:
                data = data[os.write(self.process.fd, data[:4096]) :]
            except BlockingIOError:
                assert time.monotonic() < end, "the program does not read"
                self.read(0.01)
            except OSError:
                return

    def see(self, pattern: bytes) -> None:
        """Wait until the program sends something."""
        end, start = time.monotonic() + DEADLINE, len(self.output)
        while not re.search(pattern, self.output[start:]):
            assert time.monotonic() < end, f"waited for {pattern!r} in vain"
            if not self.read(0.05):
                return

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.process.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def end(self) -> int:
        """Leave, whatever is on the screen, and return the exit code."""
        end = time.monotonic() + DEADLINE
        self.process.kill(signal.SIGTERM)
        while self.read(0.05):
            assert time.monotonic() < end, "the program does not end"
        self.process.wait()
        return int(self.process.exitstatus if self.process.signalstatus is None else -self.process.signalstatus)


LEAVING = bytes([3, 26, 28, ord("q"), ord("Q")])


def random_bytes(chance: Random, size: int) -> bytes:
    return bytes(byte for byte in chance.randbytes(size) if byte not in LEAVING)


def half_sequences(chance: Random, size: int) -> bytes:
    starts = [b"\x1b", b"\x1bO", b"\x1bP1$r", b"\x1b_G", b"\xe2\x99"]
    starts += [b"\x1b" + rest for rest in (b"[", b"[<0;", b"[1;", b"]11;rgb:", b"[?")]
    rests = [b"3", b"26", b"\r", b"\x07", b"\x1b\\", b"u", b"1;1R", b"M", b"~", b"", b"\xff"]
    parts = [chance.choice(starts) + chance.choice(rests) for _ in range(size // 4)]
    return b"".join(parts)


def mouse_noise(chance: Random, size: int) -> bytes:
    places = [chance.choice([0, 1, 2, 20, 79, 80, 500, 99999, -1]) for _ in range(size // 6 * 2)]
    buttons = [0, 1, 2, 3, 32, 35, 64, 65, 66, 67, 128, 999]
    return b"".join(
        b"\x1b[<%d;%d;%d%c" % (chance.choice(buttons), x, y, chance.choice(b"Mm"))
        for x, y in zip(places[::2], places[1::2], strict=True)
    )


def paste(chance: Random, size: int) -> bytes:
    words = b" ".join(chance.choice(MOVES).encode() for _ in range(size // 3))
    text = chance.choice([words, random_bytes(chance, size).replace(b"\x1b", b"")])
    return b"\x1b[200~" + text + chance.choice([b"\x1b[201~", b"\x1b[201~", b""])


NOISES = [random_bytes, half_sequences, mouse_noise, paste]


@pytest.mark.rounds(short=1, long=40)
def test_whatever_a_terminal_sends_the_program_goes_on_and_tidies_up(attack: Attack, tmp_path: Path) -> None:
    home, chance = Home(tmp_path), attack.chance
    home.forget_lesson()
    for noise in NOISES if attack.is_long else [*NOISES[:3]]:
        line = Line(home, str(DEAL))
        line.see(rb"#7851")  # what was typed before may have chosen another variant
        size = 2**20 if noise is paste else chance.choice([100, 1000, 5000])
        line.send(noise(chance, size))
        while chance.random() < 0.7:
            line.resize(chance.choice([1, 2, 39, 40, 80, 200, 500]), chance.choice([1, 2, 15, 16, 24, 60, 300]))
            line.send(noise(chance, 100))
            line.read(0.02)
        line.resize(80, 24)
        assert line.end() in {0, 128 + signal.SIGTERM}
        assert left_changed(bytes(line.output)) == set()
        assert not (home.folder / "trouble.log").exists()
        attack.tried(f"terminals full of noise: {noise.__name__.replace('_', ' ')}")


@pytest.mark.rounds(short=0, long=20)
def test_resized_from_one_cell_to_500_by_300_the_table_is_there_again(attack: Attack, tmp_path: Path) -> None:
    home, chance = Home(tmp_path), attack.chance
    home.forget_lesson()
    line = Line(home, str(DEAL))
    line.see(rb"FreeCell #")
    for _ in range(40):
        line.resize(chance.choice([1, 500, chance.randint(1, 500)]), chance.choice([1, 300, chance.randint(1, 300)]))
        line.send(chance.choice([b"26", b"u", b"?", b"\x1b", b"m"]))
        line.read(0.02)
        attack.tried("resizes")
    line.resize(81, 24)
    line.send(b"\x1b\x1b")
    line.see(rb"FreeCell")
    assert line.end() == 128 + signal.SIGTERM
    assert left_changed(bytes(line.output)) == set()
    assert not (home.folder / "trouble.log").exists()
