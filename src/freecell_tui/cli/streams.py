"""Standard input and output, whatever they are: closed, in ASCII, or a terminal that must not obey what is printed."""

import codecs
import io
import os
import sys
from pathlib import Path
from typing import Final, TextIO

_PLAIN: Final = dict(zip("♣♦♥♠“”’−–—▁▂▃▄▅▆▇█", 'CDHS""\'---_.-=+*%#', strict=True)) | {"…": "..."}


NO_TABLE: Final = "The table needs a terminal that can draw; {} in lines of text anywhere."
"""What to say where `can_draw` is false; what to do instead goes into it."""


def prepare() -> None:
    """Make all three streams usable, even closed ones, and able to write to any encoding."""
    sys.stdin = sys.stdin or _open_null()
    sys.stdout = sys.stdout or _open_null()
    sys.stderr = sys.stderr or _open_null()
    codecs.register_error("plain", _replace_with_plain)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def tell(text: str) -> None:
    """Print a text on standard error, if that can still be written to."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def finish() -> None:
    """Write what is still to be written, and drop what no stream takes: Python would change the exit code for it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _discard(stream)


def _discard(stream: TextIO) -> None:
    """Let nothing more, and nothing that waits in it, come to where a stream leads."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def write_ascii() -> None:
    """Make standard output ASCII, whatever its encoding was."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="ascii", errors="plain")


def can_draw() -> bool:
    """Return whether there is a terminal to draw the table on, and to play at."""
    try:
        import termios  # noqa: F401, PLC0415 - some systems have none; and it is loaded with the table anyway
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty() and (os.environ.get("TERM") or "dumb") != "dumb"


def read_keyboard() -> None:
    """Make the keyboard standard input again, if there is one, where a file was read from standard input."""
    if sys.stdin.isatty():
        return
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = os.fdopen(0, closefd=False)


def _open_null() -> TextIO:
    return Path(os.devnull).open("w+", encoding="utf-8")


def _replace_with_plain(error: UnicodeError) -> tuple[str, int]:
    """Replace what an encoding has no characters for by ASCII: suits as in `6S`, plain quotation marks."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end
