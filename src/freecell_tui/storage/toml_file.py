"""TOML files that a person writes: their text, and on which line of it an entry stands."""

import re
from pathlib import Path
from typing import Final

# What a person writes is a kilobyte or two: more than this is something else.
_LARGEST: Final = 2**16
_TABLE: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_ENTRY: Final = re.compile(r"\s*\"?([\w.-]+)\"?\s*=")


def text_of(path: Path) -> str:
    """The text of a file. OSError if it cannot be read, and ValueError if it is too large, or no text."""
    if path.exists() and not path.is_file():
        raise ValueError("it is not a file")
    with path.open("rb") as file:
        content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise ValueError(f"it is too large, with more than {_LARGEST // 1024} KiB")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise ValueError("it is not text in UTF-8") from None


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
