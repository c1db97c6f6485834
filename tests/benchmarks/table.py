"""How fast the table is: start, keys, bytes, memory and wake-ups, in the real program in a pseudo-terminal.

Run by hand: `python tests/benchmarks/table.py [SRC ...]`. Start is compared with `import urwid` in the same run, each
up to the last byte that is written: how long Python takes to end counts for neither. The rest are this machine's own
figures. With several folders of source code, such as another version's `src`, each is
measured in turn, round by round, and has a column of its own: only figures of one run can be compared.
"""

import re
import select
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from freecell_tui.storage.files import APP
from freecell_tui.storage.settings import LESSON_OFFERED, leave_marker
from support.processes import children, wake_ups
from support.pty_terminal import DEADLINE, Terminal

ROUNDS = 25
KEYS = 200
KEY_ROUNDS = 4
CURSOR = ["\x1b[C", "\x1b[C", "\x1b[C", "\x1b[A", "\x1b[A"] * (KEYS // 5)
MOVES = ["3", "a", "u"] * (KEYS // 3)
LAST_WORD = b"up to 5"
MEASURE = re.compile(rb"\x1b\[2;1H([^\x1b]+)\x1b\[6n")
QUERY = b"\x1b[5n"
LAST_OF_TITLE = b"quit"
SETTLE_SECONDS = 5
QUIET_SECONDS = 20


class Program(Terminal):
    """The program in a pseudo-terminal of its own, without an emulator in the way of the clock."""

    def __init__(self, home: Path, *arguments: str, source: str, colours: str = "256", script: str = "") -> None:
        others: dict[str, Any] = {"COLORTERM": "truecolor"} if colours == "2^24" else {}
        others |= {"PYTHONPATH": source} if source else {}
        self._rest = b""
        self.began = time.perf_counter()
        super().__init__(home, *arguments, script=script, PYTHONDONTWRITEBYTECODE="", **others)

    def feed(self, data: bytes) -> None:
        """Answer what was asked, as terminals do: where the cursor is after some marks, and whether all is well."""
        if found := MEASURE.search(data):
            self.type(f"\x1b[2;{1 + len(found[1].decode())}R")
        *asked, rest = (self._rest + data).split(QUERY)
        self._rest = rest[1 - len(QUERY) :]  # what comes next may have the end of a query
        self.type("\x1b[0n" * len(asked))

    def read(self, quiet: float) -> float:
        """Take in what comes until nothing has come for `quiet` seconds; return when the last of it came."""
        last = time.perf_counter()
        while select.select([self.process.fd], [], [], quiet)[0] and self.pump(0):
            last = time.perf_counter()
        return last

    def read_until(self, word: bytes) -> float:
        start = len(self.output)
        self.wait(lambda: word in self.output[start:], str(word))
        return time.perf_counter()

    def key(self, text: str) -> tuple[float, int]:
        """Seconds from a key to the last byte that it causes, and how many bytes they are."""
        before, began = len(self.output), time.perf_counter()
        self.type(text)
        return self.read(0.03) - began, len(self.output) - before

    def first_answer(self, text: str) -> float:
        """Seconds from a key to the first byte that it causes, whatever flies at the time."""
        self.read(0)
        began = time.perf_counter()
        self.type(text)
        self.pump(DEADLINE)
        return time.perf_counter() - began

    def memory(self) -> int:
        """The memory of the program and of its solver in KiB: each page is shared out among those that have it."""
        pids = (self.process.pid, *children(self.process.pid))
        texts = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
        return sum(int(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith("Pss:"))

    def wake_ups(self, seconds: float) -> int:
        """How often a thread of the program wakes up in some time."""
        before, end = wake_ups(self.process.pid), time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self.pump(min(left, 0.2))
        return wake_ups(self.process.pid) - before


@contextmanager
def program(
    *arguments: str, source: str, colours: str = "256", settings: str = 'animation = "off"', script: str = ""
) -> Iterator[Program]:
    with tempfile.TemporaryDirectory() as home:
        for folder in ("state", "config"):
            (Path(home) / folder / APP).mkdir(parents=True)
        (Path(home) / "config" / APP / "settings.toml").write_text(settings)
        leave_marker(Path(home) / "state" / APP / LESSON_OFFERED)
        running = Program(Path(home) / "state", *arguments, source=source, colours=colours, script=script)
        try:
            yield running
        finally:
            running.close()


def start_seconds(*arguments: str, source: str, last_word: bytes = LAST_WORD) -> float:
    with program(*arguments, source=source) as running:
        return running.read_until(last_word) - running.began


def import_seconds() -> float:
    script = f"exec '{sys.executable}' -c 'import urwid; print(\"loaded\", flush=True)'"
    with program(source="", script=script) as running:
        return running.read_until(b"loaded") - running.began


def row(name: str, values: Sequence[str], target: str = "") -> None:
    print(f"{name:<52}{''.join(f'{value:>14}' for value in values)}   {target}", flush=True)


def in_turn(sources: Sequence[str], measure: Callable[[str], list[float]], rounds: int) -> list[list[float]]:
    """What is measured of each source, in rounds that take turns: a busy minute of the machine meets them all."""
    found: list[list[float]] = [[] for _ in sources]
    for _ in range(rounds):
        for values, source in zip(found, sources, strict=True):
            values.extend(measure(source))
    return found


def part(values: list[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)]


def starting(sources: Sequence[str]) -> None:
    for source in sources:
        start_seconds("1", source=source)  # leaves the compiled modules behind
    urwid: list[float] = []

    def measure(source: str) -> list[float]:
        urwid.append(import_seconds())
        return [start_seconds("1", source=source), start_seconds(source=source, last_word=LAST_OF_TITLE)]

    found = in_turn(sources, measure, ROUNDS)
    alone = statistics.median(urwid)
    row("python -c “import urwid”", [f"{alone * 1000:.0f} ms"])
    for at, name in enumerate(("the table", "the title")):
        seconds = [statistics.median(values[at::2]) for values in found]
        row(f"start to the first frame of {name}", [f"{each * 1000:.0f} ms" for each in seconds])
        row("ratio", [f"{each / alone:.2f}" for each in seconds], "at most 1.5")


def keys(sources: Sequence[str], name: str, presses: list[str], colours: str, targets: tuple[str, str]) -> None:
    sizes: dict[str, list[int]] = {source: [] for source in sources}

    def measure(source: str) -> list[float]:
        with program("1", source=source, colours=colours) as running:
            running.read_until(LAST_WORD)
            running.read(0.3)
            taken = [running.key(key) for key in presses]
        sizes[source] += [size for _, size in taken]
        return [seconds * 1000 for seconds, _ in taken]

    found = in_turn(sources, measure, KEY_ROUNDS)
    name = f"{name}, {colours} colours"
    row(f"{name}: median time", [f"{statistics.median(times):.2f} ms" for times in found], targets[0])
    row(f"{name}: 95th percentile", [f"{part(times, 0.95):.2f} ms" for times in found], targets[0] and "15 ms")
    row(f"{name}: median bytes", [f"{statistics.median(sizes[source]):.0f}" for source in sources], targets[1])
    row(f"{name}: most bytes", [f"{max(sizes[source])}" for source in sources], targets[1])


def flying(sources: Sequence[str]) -> None:
    """Keys typed while cards fly: from the key to the next change of the screen."""

    def measure(source: str) -> list[float]:
        times = []
        with program("1", source=source, settings='animation = "slow"') as running:
            running.read_until(LAST_WORD)
            running.read(0.3)
            for key in MOVES[: KEYS // KEY_ROUNDS]:
                times.append(running.first_answer(key) * 1000)
                running.read(0.01)
        return times

    found = in_turn(sources, measure, KEY_ROUNDS)
    row("key while cards fly: median time", [f"{statistics.median(times):.2f} ms" for times in found])
    row("key while cards fly: 95th percentile", [f"{part(times, 0.95):.2f} ms" for times in found], "20 ms")


def quiet(sources: Sequence[str]) -> None:
    """Wake-ups while nobody does anything: where no clock runs, and where one does."""
    for name, arguments, last_word, key in (
        ("the title", (), LAST_OF_TITLE, ""),
        ("the table before the first move", ("1",), LAST_WORD, ""),
        ("the table with its clock", ("1",), LAST_WORD, "3a"),
    ):
        counts = []
        for source in sources:
            with program(*arguments, source=source) as running:
                running.read_until(last_word)
                running.key(key)
                running.wake_ups(SETTLE_SECONDS)
                counts.append(running.wake_ups(QUIET_SECONDS) * 60 / QUIET_SECONDS)
        # With the clock one a second for it, and some for the save with its time every ten seconds.
        row(f"wake-ups a minute: {name}", [f"{count:.0f}" for count in counts], "at most 120" if key else "0")


def memory(source: str) -> list[float]:
    with program("1", source=source) as running:
        running.read_until(LAST_WORD)
        for key in MOVES:
            running.key(key)
        return [running.memory() / 1024]


def main() -> None:
    sources = [str(Path(source).resolve()) for source in sys.argv[1:]] or [""]
    row("deal 1 at 80 × 24", [Path(source).parent.name or "measured" for source in sources], "target")
    starting(sources)
    for colours in ("256", "2^24"):
        cursor = CURSOR[: KEYS // KEY_ROUNDS]
        keys(sources, "cursor move", cursor, colours, ("5 ms", "1200" if colours == "256" else ""))
        moves = MOVES[: KEYS // KEY_ROUNDS]
        keys(sources, "lift, move, undo (saved to disk)", moves, colours, ("5 ms", "1200" if colours == "256" else ""))
    flying(sources)
    if not sys.platform.startswith("linux"):
        return
    found = in_turn(sources, memory, 1)
    row("memory of the table and its solver", [f"{values[0]:.1f} MiB" for values in found], "at most 45 MiB")
    quiet(sources)


if __name__ == "__main__":
    main()
