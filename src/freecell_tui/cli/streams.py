"""Standard input and output, whatever they are: closed, in ASCII, or a terminal that must not be told what to do."""

import codecs
import io
import os
import sys
from pathlib import Path
from typing import Final, TextIO

_PLAIN: Final = dict(zip("♣♦♥♠“”’−–", 'CDHS""\'--', strict=True)) | {"…": "..."}


def prepare() -> None:
    """Have streams to read and write, even if closed ones were given, and write to any encoding."""
    sys.stdin = sys.stdin or _nothing()
    sys.stdout = sys.stdout or _nothing()
    sys.stderr = sys.stderr or _nothing()
    codecs.register_error("plain", _plain)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def write_ascii() -> None:
    """Have standard output in ASCII, whatever its encoding is."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="ascii", errors="plain")


def _nothing() -> TextIO:
    """A stream that has nothing to read, and swallows what is written."""
    return Path(os.devnull).open("w+", encoding="utf-8")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """In ASCII what the encoding of a stream has no letters for: suits as in `6S`, simple quotation marks."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end
