"""TOML files that a person writes.

A file is read whole, parsed up to the first mistake, and its entries have line numbers.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from freecell_tui.storage.files import FileProblem, FileTooLarge, read_regular

MAX_BYTES: Final = 2**16
"""The largest file: far more than a person writes, which is a kilobyte or two."""

MAX_PARTS: Final = 4
"""The most parts of a name with dots, one more than the longest name, as `surfaces.felt.rgb`.

Python’s parser takes as long as the square or the cube of their number: with 64 KB of them minutes.
"""

BYTE_ORDER_MARK: Final = "\ufeff"
_TABLE: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
# Comments and strings, whose dots belong to no name. A mistake may leave a string open, of one line or of several.
_STRINGS_AND_COMMENTS: Final = (
    r'"""(?:\\.|[^\\])*?(?:"{3,5}|\\?\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:\\.|[^"\\\n])*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*"
)
_BETWEEN_DOTS: Final = r"[^.,=\[\]{}\n]+"
_PLACE: Final = re.compile(r" \((?:at line (\d+), column \d+|at end of document)\)$")

_MISTAKES: Final = {
    "Expected '='": "a name has to be followed by “=” and a value",
    "Cannot|Duplicate": "this name is there twice",
    'Unterminated|Expected "': "a quotation mark is missing",
    "Unclosed array|Expected \\]": "a “]” is missing",
    "Unclosed inline": "a “}” is missing",
    "Expected newline": "there is more after a value",
    "Invalid value": "this is not a value; a word needs quotation marks",
    "Invalid (initial|statement)": "this is neither a name nor a table",
    "Unescaped|Invalid hex|Escaped": "a backslash in quotation marks has to be written twice",
    "Illegal|Found": "there is a character that TOML does not allow",
    "Invalid date": "there is no such date or time",
}
"""The meaning of an error of Python’s parser, by a regular expression for its beginning."""


class TomlError(ValueError):
    """A text that is not TOML.

    `str()` is the reason, without a full stop.
    `line` is the line of the mistake, from 1.
    """

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


def read_text(path: Path, limit: int = MAX_BYTES) -> str:
    """Return the text of a file with line feeds as line ends.

    Raise OSError as `read_raw` does.
    """
    return normalised(read_raw(path, limit))


def read_raw(path: Path, limit: int = MAX_BYTES) -> str:
    """Return the text of a file unchanged; raise OSError.

    A file that is too large or not UTF-8 is an OSError, too.
    """
    try:
        content = read_regular(path, limit)
    except FileTooLarge:
        raise FileTooLarge(f"it is too large, with more than {limit // 1024} KiB") from None
    except IsADirectoryError:
        raise FileProblem("it is not a file") from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileProblem(f"line {line} is not text in UTF-8") from None


def normalised(text: str) -> str:
    """Return a file's text without byte order mark and carriage returns."""
    return text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")


def parse(text: str) -> dict[str, Any]:
    """Return the entries of a TOML text; raise TomlError.

    The error is the first mistake, or a name with more than MAX_PARTS parts.
    """
    _check_names(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError("it is nested too deeply", _longest_line(text)) from None
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else len(text.rstrip().split("\n"))
        meanings = (mistake for pattern, mistake in _MISTAKES.items() if re.match(pattern, str(error)))
        raise TomlError(next(meanings, "it cannot be read"), line) from None
    except ValueError:
        # Python reads no number of thousands of digits, and does not say on which line it is.
        raise TomlError("a number is too long", _longest_line(text)) from None


def _check_names(text: str) -> None:
    """Raise TomlError for a name with more than MAX_PARTS parts."""
    if all(line.count(".") < MAX_PARTS for line in text.split("\n")):
        return
    names = re.sub(_STRINGS_AND_COMMENTS, lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    dots = re.sub(_BETWEEN_DOTS, "", names)
    if (place := dots.find("." * MAX_PARTS)) >= 0:
        raise TomlError(
            f"a name has more than {MAX_PARTS} parts with dots between them", dots.count("\n", 0, place) + 1
        )


def _longest_line(text: str) -> int:
    lines = text.split("\n")
    return 1 + max(range(len(lines)), key=lambda index: len(lines[index]))


def entry_lines(text: str) -> dict[str, int]:
    """Return the line of each table and each entry by its name.

    An entry in a table is named `table.name`.
    Lines count from 1.
    """
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := _TABLE.match(line):
            table = f"{header[1]}."
            lines.setdefault(header[1], number)
        else:
            entry, sign, _ = line.partition("=")
            name = entry.strip().strip("\"'")
            if sign and not {*name} & {*"\"'"}:
                lines.setdefault(table + name, number)
    return lines
