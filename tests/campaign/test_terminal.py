"""What comes from a terminal, and what is left of it: nothing that is sent stops the program, and it tidies up."""

import copy
import os
import re
import signal
import sys
import time
from pathlib import Path
from random import Random

import pyte
import pytest

from campaign.conftest import Attack
from campaign.player import DEAL, MOVES, SPOILT, Home
from support.processes import children
from support.pty_terminal import DEADLINE, FIGURES, Start, Terminal

pytestmark = pytest.mark.slow

SIGNALS = [f"SIG{name}" for name in ("TERM", "HUP", "INT", "QUIT", "ABRT", "ALRM", "USR1", "USR2")]
WAYS = ["q", "\x03", "ctrl-z", "crash", *SIGNALS]
PLACES = ["", "26", "?", "m", "O", "l", "#", "L"]
"""Keys that lead somewhere: to a move, to a dialog, to another screen."""

SCRIPT = 'echo before; stty -g > "$TTY"; {}; stty -g >> "$TTY"; echo after; read -r'


_PRIVATE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_KEYBOARD = re.compile(rb"\x1b\[([<>])[0-9]*u")
_OTHER_KEYS = re.compile(rb"\x1b\[>4;?([0-9]*)m")
_TITLES = re.compile(rb"\x1b\[2([23])(?:;[0-9]+)*t")
_STYLE = re.compile(rb"\x1b\[([0-9;:]*)m")
_CHARSET = re.compile(rb"\x1b[()]([0-9A-B])")
_REGION = re.compile(rb"\x1b\[([0-9;]*)r")
_CURSOR = re.compile(rb"\x1b\[([0-9]*) q")
_BACKGROUND = re.compile(rb"\x1b\]11;([^?][^\x1b]*)\x1b")
_KEYPAD = re.compile(rb"\x1b([=>])")

OWN_BACKGROUND = "rgb:1111/2222/3333"

ON_AT_FIRST = {b"7", b"25"}
"""Of the modes that the program changes, those that a terminal begins with: lines wrap, and the cursor shows."""


def left_changed(output: bytes) -> set[str]:
    """What is not as it was, after all that a program sent."""
    changed = set()
    state: dict[bytes, bool] = {}
    for match in _PRIVATE.finditer(output):
        state |= dict.fromkeys(match[1].split(b";"), match[2] == b"h")
    changed |= {f"mode {mode.decode()}" for mode, is_on in state.items() if is_on != (mode in ON_AT_FIRST)}
    if sum(1 if match[1] == b">" else -1 for match in _KEYBOARD.finditer(output)) != 0:
        changed.add("keyboard protocol")
    if sum(1 if match[1] == b"2" else -1 for match in _TITLES.finditer(output)) != 0:
        changed.add("title")
    for what, pattern, normal in (
        ("modified keys", _OTHER_KEYS, {b"", b"0"}),
        ("colours", _STYLE, {b"", b"0", b"0;39;49"}),
        ("characters", _CHARSET, {b"B"}),
        ("scrolling region", _REGION, {b""}),
        ("cursor", _CURSOR, {b"", b"0"}),
        ("keypad", _KEYPAD, {b">"}),
        ("background", _BACKGROUND, {OWN_BACKGROUND.encode()}),
    ):
        found = pattern.findall(output)
        if found and found[-1] not in normal:
            changed.add(what)
    return changed


class TwoScreens(pyte.Screen):
    """A terminal with an alternate screen, after which the first one is there again as it was."""

    def set_mode(self, *modes: int, **options: bool) -> None:
        if 1049 in modes and options.get("private"):
            self._first = (copy.deepcopy(self.buffer), copy.copy(self.cursor))
            self.erase_in_display(2)
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes: int, **options: bool) -> None:
        super().reset_mode(*modes, **options)
        if 1049 in modes and options.get("private"):
            self.buffer, self.cursor = self._first
            self.dirty.update(range(self.lines))


def leave(terminal: Terminal, way: str) -> None:
    """Leave the program; a table that breaks when it is drawn for the second time leaves by itself within a second."""
    if way == "ctrl-z":
        terminal.type("\x1a")
        terminal.see("stopped")
        terminal.type("\n")
        terminal.wait(lambda: f"#{DEAL}" in terminal.top, "the table again")
        terminal.type("q")
    elif way.startswith("SIG"):
        (child,) = children(terminal.process.pid)
        os.kill(child, signal.Signals[way])
    elif way != "crash":
        terminal.type(way)


@pytest.mark.linux
@pytest.mark.rounds(short=3, long=120)
def test_however_the_program_is_left_the_terminal_is_as_it_was(attack: Attack, start: Start, tmp_path: Path) -> None:
    chance = attack.chance
    way = WAYS[attack.number % len(WAYS)] if attack.is_long else ["q", "crash", "ctrl-z"][attack.number]
    place = "" if way in {"q", "ctrl-z", "crash"} else chance.choice(PLACES)
    program = "$FREECELL" if way != "crash" else f"'{sys.executable}' '{SPOILT}' crashing 1"
    stopped = "; echo; echo stopped; read -r; fg" if way == "ctrl-z" else ""
    size = chance.choice([(80, 24), (40, 16), (120, 40)])
    script = "set -m; " * bool(stopped) + SCRIPT.format(f"{program} {DEAL} 2> {tmp_path}/said{stopped}; echo code $?")
    looks = {"screen_type": TwoScreens, "background": OWN_BACKGROUND}
    terminal = start(script=script, size=size, table=False, TTY=str(tmp_path / "tty"), **looks)
    if way != "crash":
        terminal.wait(lambda: FIGURES.search(terminal.bottom) is not None, "the table")
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


class Line(Terminal):
    """The line to a running program, which may be sent anything. Nothing is drawn; a frame's arrival is answered."""

    def __init__(self, home: Home) -> None:
        home.forget_lesson()
        super().__init__(home.root / "state", str(DEAL), HOME=home.environment["HOME"])
        os.set_blocking(self.process.fd, False)

    def feed(self, data: bytes) -> None:
        for _ in range(data.count(b"\x1b[5n")):
            self.send(b"\x1b[0n")

    def send(self, data: bytes) -> None:
        """Send bytes as fast as they are taken, as long as the program is there."""
        end = time.monotonic() + DEADLINE
        while data:
            try:
                data = data[os.write(self.process.fd, data[:4096]) :]
            except BlockingIOError:
                assert time.monotonic() < end, "the program does not read"
                self.pump(0.01)
            except OSError:
                return

    def see_bytes(self, text: bytes) -> None:
        """Wait until the program sends a text, or ends."""
        start = len(self.output)
        self.wait(lambda: text in self.output[start:] or not self.pump(0.05), f"{text!r}")


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
def test_whatever_a_terminal_sends_the_program_goes_on_and_tidies_up(
    attack: Attack, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    home, chance = Home(tmp_path), attack.chance
    for noise in NOISES if attack.is_long else [*NOISES[:3]]:
        with subtests.test(noise=noise):
            line = Line(home)
            line.see_bytes(b"#7851")  # what was typed before may have chosen another variant
            size = 2**20 if noise is paste else chance.choice([100, 1000, 5000])
            line.send(noise(chance, size))
            while chance.random() < 0.7:
                line.resize(chance.choice([1, 2, 39, 40, 80, 200, 500]), chance.choice([1, 2, 15, 16, 24, 60, 300]))
                line.send(noise(chance, 100))
                line.pump(0.02)
            line.resize(80, 24)
            line.process.kill(signal.SIGTERM)
            assert line.end() in {0, 128 + signal.SIGTERM}
            assert left_changed(line.output) == set()
            assert not (home.folder / "trouble.log").exists()
            attack.tried(f"terminals full of noise: {noise.__name__.replace('_', ' ')}")


@pytest.mark.rounds(short=0, long=20)
def test_resized_from_one_cell_to_500_by_300_the_table_is_there_again(attack: Attack, tmp_path: Path) -> None:
    home, chance = Home(tmp_path), attack.chance
    line = Line(home)
    line.see_bytes(b"FreeCell #")
    for _ in range(40):
        line.resize(chance.choice([1, 500, chance.randint(1, 500)]), chance.choice([1, 300, chance.randint(1, 300)]))
        line.send(chance.choice([b"26", b"u", b"?", b"\x1b", b"m"]))
        line.pump(0.02)
        attack.tried("resizes")
    line.resize(81, 24)
    line.send(b"\x1b\x1b")
    line.see_bytes(b"FreeCell")
    line.process.kill(signal.SIGTERM)
    assert line.end() == 128 + signal.SIGTERM
    assert left_changed(line.output) == set()
    assert not (home.folder / "trouble.log").exists()
