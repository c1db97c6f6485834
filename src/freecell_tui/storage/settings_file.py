"""The file that holds a player's settings, and how it is edited in place.

    autoplay = "safe"
    theme = "midnight"

    [keys]
    undo = ["u", "Backspace"]

The file is the player's: a change is written in place, and comments stay. Wrong values are reported one by one with
their lines, and the others count. A file that is not TOML is reported once; then all settings are the defaults, and
nothing is written into it until the player has corrected it.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from freecell_tui.engine.text import counted
from freecell_tui.storage.files import (
    PRIVATE,
    FileProblem,
    FileTooLarge,
    atomic_write,
    config_folder,
    create,
    is_there,
    make_private_folder,
    read_regular,
    reason,
)
from freecell_tui.storage.settings import DEFAULTS, Settings, Value, from_table, problem_of

# TOML files that a person writes: read whole, parsed with one error, and the line of each entry.

MAX_BYTES: Final = 2**16
"""Far more than a person writes, which is a kilobyte or two."""

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
"""The meaning of an error of Python’s parser, by a regular expression for its beginning."""


class TomlError(ValueError):
    """A text that is not TOML; `str()` is the reason without a full stop, `line` where it is, from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


def read_text(path: Path) -> str:
    """Return the text of a file with line feeds as line ends; raise OSError as `read_raw`."""
    return normalised(read_raw(path))


def read_raw(path: Path) -> str:
    """Return the text of a file unchanged; raise OSError, also if it is too large or not UTF-8."""
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
        meanings = (mistake for pattern, mistake in _MISTAKES.items() if re.match(pattern, str(error)))
        raise TomlError(next(meanings, "it cannot be read"), line) from None
    except ValueError:
        # Python reads no number of thousands of digits, and does not say on which line it is.
        raise TomlError("a number is too long", _longest_line(text)) from None


def _longest_line(text: str) -> int:
    lines = text.split("\n")
    return 1 + max(range(len(lines)), key=lambda index: len(lines[index]))


def entry_lines(text: str) -> dict[str, int]:
    """Return the line of each table and each entry by its name, `table.name` for an entry in a table."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := _TABLE.match(line):
            table = f"{header[1]}."
            found.setdefault(header[1], number)
        elif entry := _ENTRY.match(line):
            found.setdefault(table + entry[1], number)
    return found


_MAX_PROBLEMS: Final = 20


class LoadedSettings(NamedTuple):
    """The settings of a file, defaults where it has none or wrong ones, and its mistakes as sentences."""

    settings: Settings
    problems: tuple[str, ...]


class SettingsFile:
    """The settings file at `path`, which need not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of_player(cls) -> "SettingsFile":
        """Return the file in the player's configuration folder."""
        return cls(config_folder() / "settings.toml")

    def load(self) -> LoadedSettings:
        """Read the file; raise nothing, whatever is in it."""
        try:
            text = read_text(self.path)
            table = parse(text)
        except FileNotFoundError:
            return LoadedSettings(DEFAULTS, ())
        except TomlError as error:
            sentence = f"this is not valid TOML: {error}. Until it is corrected, the defaults are used."
            return LoadedSettings(DEFAULTS, (self.problem(error.line, sentence),))
        except OSError as error:
            return LoadedSettings(DEFAULTS, (f"{self.path.name} cannot be read: {reason(error)}.",))
        settings, wrong = from_table(table)
        lines = entry_lines(text)
        mistakes = sorted(((_line(lines, name), name) for name in wrong), key=lambda mistake: mistake[0])
        problems = [
            # Looking for a similar name takes time.
            self.problem(line, problem_of(name, table, suggests=at < _MAX_PROBLEMS))
            for at, (line, name) in enumerate(mistakes)
        ]
        return LoadedSettings(settings, tuple(problems))

    def line_of(self, name: str) -> int:
        """Return the line of a setting, or of `keys.` and a command; 0 if it is not in the file."""
        try:
            return _line(entry_lines(read_text(self.path)), name)
        except OSError:
            return 0

    def problem(self, line: int, sentence: str) -> str:
        """Return a sentence about the file, with the number of a line unless that is 0."""
        return f"{self.path.name}, line {line}: {sentence}" if line else f"{self.path.name}: {sentence}"

    def change(self, name: str, value: Value | Sequence[str] | None) -> None:
        """Write one setting, or `keys.` and a command, into the file; None removes it. The rest stays as it is.

        Raise OSError, leaving the file unchanged, if the disk refuses or if the file is not TOML.
        """
        try:
            text = read_raw(self.path)
        except FileNotFoundError:
            text = "# Settings of freecell-tui; the game's own settings screen writes here too.\n"
        mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
        end = "\r\n" if "\r\n" in text else "\n"
        try:
            edited = _edited(normalised(text), name, value)
        except TomlError as error:
            raise FileProblem(
                f"{self.path.name} is not valid TOML in line {error.line}, so it was not changed"
            ) from None
        edited = mark + edited.replace("\n", end)
        if len(edited.encode()) > MAX_BYTES:
            raise FileProblem("the file would be too large")
        # The file that it links to is replaced, if it is a link, with its permissions.
        try:
            path = self.path.resolve()
        except RuntimeError as error:
            raise FileProblem(reason(error)) from None
        make_private_folder(path.parent)
        atomic_write(path, edited.encode(), path.stat().st_mode & 0o777 if path.exists() else PRIVATE)


def first_problems(problems: Sequence[str]) -> list[str]:
    """Return the first problems, and a sentence with the number of the others."""
    more = len(problems) - _MAX_PROBLEMS
    rest = [f"{counted(more, 'more mistake')} not shown."] if more > 0 else []
    return [*problems[:_MAX_PROBLEMS], *rest]


def _line(lines: Mapping[str, int], name: str) -> int:
    """Return the line of an entry, or of the table that it is in; 0 if there is neither."""
    return lines.get(name) or lines.get(name.partition(".")[0], 0)


def _edited(text: str, name: str, value: Value | Sequence[str] | None) -> str:
    """Return the text with one entry changed or removed; raise TomlError, or OSError if more would change."""
    import tomlkit.exceptions  # noqa: PLC0415 - 10 ms or more that only changing a setting needs

    table, _, key = name.rpartition(".")
    before = parse(text)
    if not isinstance(before.get(table, {}), dict):
        # What has the table's name and is none becomes a comment.
        lines = text.split("\n")
        line = entry_lines(text).get(table, 0) - 1
        lines[line] = f"# {lines[line]}"
        text = "\n".join(lines)
        before = parse(text)
    if text and not text.endswith("\n"):
        text += "\n"  # or tomlkit may append to the last entry
    try:
        document = tomlkit.parse(text)
        place: Any = document
        if table:
            if table not in document:
                document[table] = tomlkit.table()
            place = document[table]
        if value is None:
            place.pop(key, None)
        elif isinstance(value, str):
            place[key] = str(value)  # an enum's value is more than tomlkit accepts
        else:
            place[key] = value if isinstance(value, bool | int) else list(value)
        edited = tomlkit.dumps(document)
        after = parse(edited)
    except (tomlkit.exceptions.TOMLKitError, ValueError, RecursionError):
        raise FileProblem("the file cannot be understood") from None
    if {**after, table or key: None} != {**before, table or key: None}:
        raise FileProblem("the file cannot be changed without losing something")
    return edited


# Messages shown only once: the offer of the guided first game, and how the verdict is hidden.

VERDICT_EXPLAINED: Final = "verdict-explained"


def is_first_start(state: Path, settings: Path) -> bool:
    """Return whether there is no settings file, and nothing in the state folder but logs."""
    if is_there(settings):
        return False
    try:
        return all(entry.suffix == ".log" for entry in state.iterdir())
    except FileNotFoundError:
        return True
    except OSError:
        return False


def remember_offer(state: Path) -> None:
    """Note that the lesson was offered; where nothing can be written, it is offered again."""
    leave_marker(state / "lesson-offered")


def leave_marker(marker: Path) -> None:
    """Create an empty file as a note that something was shown; where that cannot be, do nothing."""
    with suppress(OSError):
        make_private_folder(marker.parent)
        create(marker, b"")
