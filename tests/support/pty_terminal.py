"""The real program in a pseudo-terminal, with an emulated screen to read."""

import os
import re
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

if sys.platform != "win32":
    import ptyprocess

IS_COUNTED = "COVERAGE_PROCESS_CONFIG" in os.environ
"""Whether the lines that the program runs are counted, which makes it slow, and its end, when they are written down."""
DEADLINE = 60.0
"""Seconds after which what does not come is taken never to come, on a busy machine too."""

FIGURES = re.compile(r"move up to \d|\d at once")
"""The figures at the end of the bottom bar, by which a table is known in windows of any width."""

_MOMENT = 5.0 if IS_COUNTED else 0.1
ENTER, ESC = "\r", "\x1b"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


class Terminal:
    """A running game: what it shows, and what a player types at it. Waiting is for something, until a deadline."""

    def __init__(
        self,
        state: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        script: str = "",
        screen_type: type[pyte.Screen] = pyte.Screen,
        background: str = "",
        **environment: str,
    ) -> None:
        """Start `freecell` with arguments, or a shell script that knows it as `$FREECELL`.

        A terminal with a `background`, as `rgb:ffff/ffff/ffff`, tells it.
        """
        columns, rows = size
        self.screen = screen_type(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.answers = True
        self._background = background
        self.screen.write_process_input = self._answer  # type: ignore[method-assign]
        self.output = b""
        base = {key: value for key, value in os.environ.items() if not key.startswith(("COLOR", "NO_COLOR", "XDG"))}
        base |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "XDG_STATE_HOME": str(state)}
        base |= {"XDG_CONFIG_HOME": str(state.parent / "config")}
        command = [sys.executable, "-m", "freecell_tui", *arguments]
        base["FREECELL"] = " ".join(command)
        self.process = ptyprocess.PtyProcess.spawn(
            ["bash", "-c", script] if script else command, dimensions=(rows, columns), env=base | environment
        )

    def feed(self, data: bytes) -> None:
        """Draw what the program has written."""
        self._stream.feed(data)

    def _answer(self, data: str) -> None:
        """Answer a question of the program's, as terminals do."""
        if self.answers:
            self.type(data)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    @property
    def top(self) -> str:
        return str(self.screen.display[0])

    @property
    def bottom(self) -> str:
        return str(self.screen.display[-1])

    def background(self, at: tuple[int, int]) -> str:
        """The colour behind a cell."""
        return str(self.screen.buffer[at[1]][at[0]].bg)

    def pump(self, seconds: float) -> bool:
        """Take in what the program has written; False when it has ended."""
        ready, _, _ = select.select([self.process.fd], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.process.fd, 65536)
        except OSError:
            data = b""
        self.output += data
        self.feed(data)
        if self._background:
            self.type(f"\x1b]11;{self._background}\x1b\\" * data.count(b"\x1b]11;?"))
        return bool(data)

    def wait(self, condition: Callable[[], bool], what: str = "the screen to change") -> None:
        end = time.monotonic() + DEADLINE
        while not condition():
            if time.monotonic() > end or not self.pump(0.05):
                if condition():
                    return
                pytest.fail(f"waited for {what} in vain:\n{self.text}")

    def see(self, text: str) -> None:
        self.wait(lambda: text in self.text, f"“{text}”")

    def see_cursor(self) -> None:
        """Wait for the terminal's cursor, as the summary of a win shows it once it takes keys."""
        self.wait(lambda: not self.screen.cursor.hidden, "the cursor")

    def see_at(self, at: tuple[int, int], text: str) -> None:
        """Wait for a card to lie within ten cells from a place."""
        x, y = at
        self.wait(lambda: text in self.screen.display[y][x : x + 10], f"“{text}” at {at}")

    def not_see(self, text: str) -> None:
        self.wait(lambda: text not in self.text, f"“{text}” to go")

    def type(self, keys: str) -> None:
        os.write(self.process.fd, keys.encode())

    def mouse(self, button: int, at: tuple[int, int], *, release: bool = False) -> None:
        self.type(f"\x1b[<{button};{at[0] + 1};{at[1] + 1}{'m' if release else 'M'}")

    def click(self, at: tuple[int, int], button: int = 0) -> None:
        self.mouse(button, at)
        self.mouse(button, at, release=True)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.mouse(0, start)
        for step in range(1, 5):
            at = tuple(a + (b - a) * step // 4 for a, b in zip(start, end, strict=True))
            self.mouse(32, (at[0], at[1]))
        self.mouse(0, end, release=True)

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    def end(self) -> int:
        """Wait for the program to end; return its exit status, or minus the signal that ended it."""
        end = time.monotonic() + DEADLINE
        while self.pump(0.05) and time.monotonic() < end:
            pass
        if self.process.isalive() and time.monotonic() >= end:
            pytest.fail(f"the program does not end:\n{self.text}")
        self.process.wait()
        status = self.process.exitstatus
        return -int(self.process.signalstatus) if status is None else int(status)

    def close(self) -> None:
        """Close the window; a program that does not end of that within a moment is ended."""
        if self.process.closed:
            return
        self.process.fileobj.close()
        end = time.monotonic() + _MOMENT
        while self.process.isalive() and time.monotonic() < end:
            time.sleep(0.002)
        self.process.delayafterclose = 0.0
        self.process.close(force=True)


Start = Callable[..., Terminal]
"""What the fixture `start` is: it starts the program in a pseudo-terminal, and waits for its table."""
