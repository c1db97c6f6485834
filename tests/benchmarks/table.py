"""How fast the table is: start, keys, bytes and memory, in the real program in a pseudo-terminal.

Run by hand: `python tests/benchmarks/table.py`. Start is compared with `import urwid` in the same run; the rest are
this machine's own figures.
"""

import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

ROUNDS = 25
KEYS = 200
SIZE = (80, 24)
LAST_WORD = b"carry 5"
LAST_OF_TITLE = b"a key or a click"


class Program:
    """The program in a pseudo-terminal of its own, without an emulator in the way of the clock."""

    def __init__(self, *command: str, colours: str = "256", home: str = "/nonexistent") -> None:
        environment = {
            key: value
            for key, value in os.environ.items()
            if key not in ("NO_COLOR", "COLORTERM", "PYTHONDONTWRITEBYTECODE")
        }
        environment |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home}
        if colours == "2^24":
            environment["COLORTERM"] = "truecolor"
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if not self.pid:
            ioctl(0, TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
            os.execve(command[0], command, environment)

    def read(self, quiet: float) -> tuple[bytes, float]:
        """What comes until nothing has come for `quiet` seconds, and when the last of it came."""
        data, last = b"", time.perf_counter()
        while select.select([self.fd], [], [], quiet)[0]:
            try:
                more = os.read(self.fd, 65536)
            except OSError:
                more = b""
            if not more:
                break
            data, last = data + more, time.perf_counter()
        return data, last

    def read_until(self, word: bytes) -> float:
        data = b""
        while word not in data:
            data += os.read(self.fd, 65536)
        return time.perf_counter()

    def key(self, text: str) -> tuple[float, int]:
        """Seconds from a key to the last byte that it causes, and how many bytes they are."""
        began = time.perf_counter()
        os.write(self.fd, text.encode())
        data, last = self.read(0.03)
        return last - began, len(data)

    def first_answer(self, text: str) -> float:
        """Seconds from a key to the first byte that it causes, whatever flies at the time."""
        self.read(0)
        began = time.perf_counter()
        os.write(self.fd, text.encode())
        os.read(self.fd, 65536)
        return time.perf_counter() - began

    def memory(self) -> int:
        """The program's resident memory in KiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

    def kill(self) -> None:
        os.kill(self.pid, 9)
        os.close(self.fd)
        os.waitpid(self.pid, 0)


@contextmanager
def program(*arguments: str, colours: str = "256", settings: str = 'animation = "off"') -> Iterator[Program]:
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "freecell-tui").mkdir()
        (Path(home) / "freecell-tui" / "settings.toml").write_text(settings)
        running = Program(sys.executable, "-m", "freecell_tui", *arguments, colours=colours, home=home)
        try:
            yield running
        finally:
            running.kill()


def start_seconds(*arguments: str, last_word: bytes = LAST_WORD) -> float:
    with program(*arguments) as running:
        return running.read_until(last_word) - running.began


def import_seconds() -> float:
    running = Program(sys.executable, "-c", "import urwid")
    os.waitpid(running.pid, 0)
    taken = time.perf_counter() - running.began
    os.close(running.fd)
    return taken


def row(name: str, value: str, target: str = "") -> None:
    print(f"{name:<44}{value:>16}   {target}")


def starting() -> None:
    start_seconds("1")  # leaves the compiled modules behind
    rounds = [(start_seconds("1"), start_seconds(last_word=LAST_OF_TITLE), import_seconds()) for _ in range(ROUNDS)]
    table, title, urwid = (statistics.median(column) for column in zip(*rounds, strict=True))
    row("python -c “import urwid”", f"{urwid * 1000:.0f} ms")
    for name, ours in (("the table", table), ("the title", title)):
        row(f"start to the first frame of {name}", f"{ours * 1000:.0f} ms")
        row("ratio", f"{ours / urwid:.2f}", "at most 1.15")


def keys(name: str, presses: list[str], colours: str, targets: tuple[str, str]) -> None:
    with program("1", colours=colours) as running:
        running.read_until(LAST_WORD)
        running.read(0.3)
        taken = [running.key(key) for key in presses]
    times = sorted(seconds * 1000 for seconds, _ in taken)
    sizes = [size for _, size in taken]
    row(f"{name}, {colours} colours: median time", f"{statistics.median(times):.2f} ms", targets[0])
    row(
        f"{name}, {colours} colours: 95th percentile", f"{times[int(len(times) * 0.95)]:.2f} ms", targets[0] and "15 ms"
    )
    row(f"{name}, {colours} colours: median bytes", f"{statistics.median(sizes):.0f}", targets[1])


def flying() -> None:
    """Keys typed while cards fly: from the key to the next change of the screen."""
    with program("1", settings='animation = "slow"') as running:
        running.read_until(LAST_WORD)
        running.read(0.3)
        times = []
        for key in ["3", "a", "u"] * (KEYS // 3):
            times.append(running.first_answer(key) * 1000)
            running.read(0.01)
    times.sort()
    row("key while cards fly: median time", f"{statistics.median(times):.2f} ms")
    row("key while cards fly: 95th percentile", f"{times[int(len(times) * 0.95)]:.2f} ms", "20 ms")


def main() -> None:
    row("deal 1 at 80 × 24", "measured", "target")
    starting()
    cursor = ["\x1b[C", "\x1b[C", "\x1b[C", "\x1b[A", "\x1b[A"] * (KEYS // 5)
    moves = ["3", "a", "u"] * (KEYS // 3)
    for colours in ("256", "2^24"):
        keys("cursor move", cursor, colours, ("5 ms", "1200" if colours == "256" else ""))
        keys("lift, move, undo (saved to disk)", moves, colours, ("5 ms", ""))
    flying()
    with program("1") as running:
        running.read_until(LAST_WORD)
        for key in moves:
            running.key(key)
        row("memory", f"{running.memory() / 1024:.1f} MiB", "at most 40 MiB")


if __name__ == "__main__":
    main()
