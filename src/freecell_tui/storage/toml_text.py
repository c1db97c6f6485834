"""TOML files that a person writes: read whole, parsed with one error, and the line of each entry."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from freecell_tui.storage.files import FileProblem, FileTooLarge, read_regular

MAX_BYTES: Final = 2**16
"""What a person writes is a kilobyte or two: more than this is something else."""

BYTE_ORDER_MARK: Final = "\ufeff"
_TABLE: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_ENTRY: Final = re.compile(r"""\s*["']?([^"'=\n]*?)["']?\s*=""")
_PLACE: Final = re.compile(r" \((?:at line (\d+), column \d+|at end of document)\)$")


_MISTAKES: Final = {
    "Expected '='": "a name has to be followed by “=” and a value",
    "Cannot|Duplicate": "this name was there before",
    'Unterminated|Expected "': "a text does not end",
    "Unclosed array|Expected \\]": "a “]” is missing",
    "Unclosed inline": "a “}” is missing",
    "Expected newline": "there is more behind a value",
    "Invalid value": "this is not a value; a word needs quotation marks",
    "Invalid (initial|statement)": "this is neither a name nor a table",
    "Unescaped|Invalid hex|Escaped": "a backslash in quotation marks has to be written twice",
    "Illegal|Found": "there is a character that TOML does not allow",
    "Invalid date": "there is no such date or time",
}
"""What the beginning of an error of Python’s parser means, by regular expression."""


class TomlError(ValueError):
    """A text that is not TOML; `str()` is the reason without a full stop, `line` where it is, from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


def read_text(path: Path) -> str:
    """Return the text of a file, its lines ended by line feeds; raise OSError as `read_raw`."""
    return normalised(read_raw(path))


def read_raw(path: Path) -> str:
    """Return the text of a file as it is on the disk; raise OSError, also if it is too large or no text."""
    try:
        content = read_regular(path, MAX_BYTES)
    except FileTooLarge:
        raise FileTooLarge(f"it is too large, with more than {MAX_BYTES // 1024} KiB") from None
    except IsADirectoryError:
        raise FileProblem("it is not a file") from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileProblem(f"line {line} is not text in UTF-8") from None


def normalised(text: str) -> str:
    """Return a file's text without its byte order mark, each line ended by a line feed."""
    return text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")


def parse(text: str) -> dict[str, Any]:
    """Return the entries of a TOML text; raise TomlError with the first mistake."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError("it is nested too deeply", _longest_line(text)) from None
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else len(text.rstrip().split("\n"))
        raise TomlError(_mistake(str(error)), line) from None
    except ValueError:
        # Python reads no number of thousands of digits, and does not say where it stands.
        raise TomlError("a number is too long", _longest_line(text)) from None


def _mistake(told: str) -> str:
    """Return what Python’s parser of TOML tells, in words for people who do not know its terms."""
    return next((mistake for pattern, mistake in _MISTAKES.items() if re.match(pattern, told)), "it cannot be read")


def _longest_line(text: str) -> int:
    lines = text.split("\n")
    return 1 + max(range(len(lines)), key=lambda index: len(lines[index]))


def entry_lines(text: str) -> dict[str, int]:
    """Return the line of each entry by its name, with `table.` before it for one in a table, and of each table."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := _TABLE.match(line):
            table = f"{header[1]}."
            found.setdefault(header[1], number)
        elif entry := _ENTRY.match(line):
            found.setdefault(table + entry[1], number)
    return found
