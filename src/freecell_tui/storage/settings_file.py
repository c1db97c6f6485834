"""TOML files that a person writes: their text, and on which line of it an entry stands."""

import re
from pathlib import Path
from typing import Final

MAX_BYTES: Final = 2**16
"""In bytes. What a person writes is a kilobyte or two: more than this is something else."""

BYTE_ORDER_MARK: Final = "\ufeff"
_TABLE: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_ENTRY: Final = re.compile(r"""\s*["']?([^"'=\n]*?)["']?\s*=""")


def text_of(path: Path) -> str:
    """The text of a file, its lines ended by line feeds. OSError and ValueError as `decoded`."""
    return plain(decoded(path))


def decoded(path: Path) -> str:
    """The text of a file as it stands there. OSError or ValueError if it cannot be read, or is too large."""
    if path.exists() and not path.is_file():
        raise ValueError("it is not a file")
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError(f"it is too large, with more than {MAX_BYTES // 1024} KiB")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} is not text in UTF-8") from None


def plain(text: str) -> str:
    """A file's text without its byte order mark, each line ended by a line feed."""
    return text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")


def lines_of(text: str) -> dict[str, int]:
    """The line of each entry, by its name, in a table behind the table's name and a dot."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := _TABLE.match(line):
            table = f"{header[1]}."
            found.setdefault(header[1], number)
        elif entry := _ENTRY.match(line):
            found.setdefault(table + entry[1], number)
    return found
