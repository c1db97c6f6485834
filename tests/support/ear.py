"""The game as it is heard: under yasr, a screen reader for terminals, which writes to a pipe the words that it says."""

import codecs
import os
import re
import select
import shlex
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import ptyprocess
import pytest

from freecell_tui.storage.files import APP
from freecell_tui.storage.settings import LESSON_OFFERED, leave_marker
from support.pty_terminal import DEADLINE

PROMPT = b"\x1b[1m"
"""The bold type that shows people who see that it is their turn, and that nobody hears."""

# yasr takes the options of a program for its own, and runs its voice without a shell: both are scripts.
_CONFIG = """[normalkeys]
0x1:say cursor
[options]
cursor tracking=full
synthesizer=emacspeak server
synthesizer port=127.0.0.1:{port}
key echo=off
shell=/bin/sh
special=off
up and down arrows=speak line
DisableKey=6925
[Emacspeak server]
rate=175
punctuation=some
[dict]
<=less than
>=greater than
"""
_SAID = re.compile(r"q \{([^}]*)\}")
_SAY_CURSOR = "\x01"
_ARE_YOU_THERE, _I_AM = b"\x1b[5n", "\x1b[0n"
_APART = 0.05
_PLACE = re.compile(r"c\d+l\d+")


class Ear:
    """A player who only hears: what the program writes, the screen reader says."""

    def __init__(self, folder: Path, *arguments: str, size: tuple[int, int] = (80, 24), **environment: str) -> None:
        folder.mkdir(exist_ok=True)
        program, config = folder / "program", folder / "yasr.conf"
        program.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-m', 'freecell_tui', *arguments])}\n")
        program.chmod(0o755)
        server = socket.create_server(("127.0.0.1", 0))
        config.write_text(_CONFIG.format(port=server.getsockname()[1]))
        leave_marker(folder / "state" / APP / LESSON_OFFERED)
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("COLOR", "NO_COLOR", "XDG"))}
        kept.pop("ACCESSIBLE", None)
        kept |= {"TERM": "xterm", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
        kept |= {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("STATE", "CONFIG", "DATA")}
        self.process = ptyprocess.PtyProcess.spawn(
            ["yasr", "-C", str(config), str(program)], dimensions=(size[1], size[0]), env=kept | environment
        )
        server.settimeout(DEADLINE)
        self._voice, _ = server.accept()
        server.close()
        self.output = b""
        self._spoken = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")  # yasr may cut a character
        self._heard = 0
        self._replied = False

    def _pump(self, seconds: float) -> bool:
        """Take in what was written and what was said; return whether there was anything."""
        found = select.select([self.process.fd, self._voice], [], [], seconds)[0]
        for ready in found:
            try:
                data = self._voice.recv(65536) if ready is self._voice else os.read(self.process.fd, 65536)
            except OSError:  # the program has ended
                data = b""
            if ready is self._voice:
                self._spoken += self._decoder.decode(data)
            else:
                self.output += data
                # A terminal says that it is there when it is asked, which it is after each picture.
                for _ in range(data.count(_ARE_YOU_THERE)):
                    self.type(_I_AM)
                    self._replied = True
            if not data:
                time.sleep(0.001)
        return bool(found)

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + DEADLINE
        while not condition():
            if time.monotonic() > end:
                pytest.fail(f"waited for {what} in vain:\n{self._spoken}\n{self.output[-2000:]!r}")
            self._pump(0.05)

    def type(self, keys: str) -> None:
        os.write(self.process.fd, keys.encode())

    def hear(self) -> list[str]:
        """What was said of all that was written until now; it counts as heard.

        yasr says everything as it comes. Asked where its cursor is, it answers after that.
        """
        # A key that comes together with a reply of the terminal is none of yasr's own.
        while self._replied and self._pump(_APART):
            pass
        for _ in range(2):
            places = self._places()
            self.type(_SAY_CURSOR)
            self.wait(lambda places=places: self._places() > places, "the screen reader")  # type: ignore[misc]
        said = [text for text in _SAID.findall(self._spoken) if not _PLACE.fullmatch(text)]
        new, self._heard = said[self._heard :], len(said)
        return new

    def _places(self) -> int:
        return sum(_PLACE.fullmatch(text) is not None for text in _SAID.findall(self._spoken))

    def hear_answer(self) -> list[str]:
        """What is said until the program waits for a line."""
        self.wait(lambda: self.output.endswith(PROMPT), "the prompt")
        return self.hear()

    def say(self, line: str) -> list[str]:
        """Type a line, key by key; what is said until the program waits for another, but for the typed line itself.

        Whether yasr says the echo, or part of it, depends on how fast the keys come.
        """
        self.wait(lambda: self.output.endswith(PROMPT), "the prompt")
        for key in f"{line}\r":
            written = len(self.output)
            self.type(key)
            self.wait(lambda written=written: len(self.output) > written, "the echo")  # type: ignore[misc]
        said = self.hear_answer()
        while said and said[0].strip() in line:
            del said[0]
        return said

    def press(self, key: str) -> list[str]:
        """Press a key at the table; what is said of the picture after it."""
        pictures = self.output.count(_ARE_YOU_THERE)
        self.type(key)
        self.wait(lambda: self.output.count(_ARE_YOU_THERE) > pictures, "the next picture")
        return self.hear()

    def idle(self, seconds: float) -> list[str]:
        """What is said while nothing is done."""
        self.hear()
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._pump(left)
        return self.hear()

    def close(self) -> None:
        self.process.close(force=True)
        self._voice.close()
