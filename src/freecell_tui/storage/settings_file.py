"""The file that holds a player's settings, and how it is edited in place.

    autoplay = "safe"
    theme = "midnight"

    [keys]
    undo = ["u", "Backspace"]

The file is the player's: a change is written beside what is there, and comments stay. Wrong values are reported one by
one with their lines, and the others hold. A file that is not TOML is reported once; then all settings are the defaults,
and nothing is written into it until the player has corrected it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from freecell_tui.engine.text import counted
from freecell_tui.storage import toml_text
from freecell_tui.storage.files import PRIVATE, FileProblem, atomic_write, make_private_folder, reason
from freecell_tui.storage.paths import config_folder
from freecell_tui.storage.settings import DEFAULTS, Settings, Value, from_table, problem_of
from freecell_tui.storage.toml_text import BYTE_ORDER_MARK, MAX_BYTES, TomlError

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
        """Read the file; whatever is in it, nothing is raised."""
        try:
            text = toml_text.read_text(self.path)
            table = toml_text.parse(text)
        except FileNotFoundError:
            return LoadedSettings(DEFAULTS, ())
        except TomlError as error:
            sentence = f"this is not valid TOML: {error}. Until it is corrected, the defaults are used."
            return LoadedSettings(DEFAULTS, (self.problem(error.line, sentence),))
        except OSError as error:
            return LoadedSettings(DEFAULTS, (f"{self.path.name} cannot be read: {reason(error)}.",))
        settings, wrong = from_table(table)
        lines = toml_text.entry_lines(text)
        mistakes = sorted(((_line(lines, name), name) for name in wrong), key=lambda mistake: mistake[0])
        problems = [
            # To look for a name that is near takes time.
            self.problem(line, problem_of(name, table, suggests=at < _MAX_PROBLEMS))
            for at, (line, name) in enumerate(mistakes)
        ]
        return LoadedSettings(settings, tuple(problems))

    def line_of(self, name: str) -> int:
        """Return the line of a setting, or of `keys.` and a command; 0 if it is not in the file."""
        try:
            return _line(toml_text.entry_lines(toml_text.read_text(self.path)), name)
        except OSError:
            return 0

    def problem(self, line: int, sentence: str) -> str:
        """Return a sentence about the file, with the line that it is about unless that is 0."""
        return f"{self.path.name}, line {line}: {sentence}" if line else f"{self.path.name}: {sentence}"

    def change(self, name: str, value: Value | Sequence[str] | None) -> None:
        """Write one setting, or `keys.` and a command, into the file; None removes it.

        All else in the file stays as it is. Raise OSError, with the file unchanged, if the disk refuses or if the file
        is not TOML.
        """
        try:
            text = toml_text.read_raw(self.path)
        except FileNotFoundError:
            text = "# Settings of freecell-tui; the game's own settings screen writes here too.\n"
        mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
        end = "\r\n" if "\r\n" in text else "\n"
        try:
            edited = _edited(toml_text.normalised(text), name, value)
        except TomlError as error:
            raise FileProblem(
                f"{self.path.name} is not valid TOML in line {error.line}, so it was not changed"
            ) from None
        edited = mark + edited.replace("\n", end)
        if len(edited.encode()) > MAX_BYTES:
            raise FileProblem("the file would be too large")
        self._write(edited)

    def _write(self, text: str) -> None:
        """Replace the file, or what it links to, by a whole new one of the same mode."""
        try:
            path = self.path.resolve()
        except RuntimeError as error:
            raise FileProblem(reason(error)) from None
        make_private_folder(path.parent)
        atomic_write(path, text.encode(), path.stat().st_mode & 0o777 if path.exists() else PRIVATE)


def first_problems(problems: Sequence[str]) -> list[str]:
    """Return as many problems as people read at once, and how many more there are."""
    more = len(problems) - _MAX_PROBLEMS
    rest = [f"{counted(more, 'more mistake')} not shown."] if more > 0 else []
    return [*problems[:_MAX_PROBLEMS], *rest]


def _line(lines: Mapping[str, int], name: str) -> int:
    """Return the line of an entry, or of the table that it is in; 0 if there is neither."""
    return lines.get(name) or lines.get(name.partition(".")[0], 0)


def _edited(text: str, name: str, value: Value | Sequence[str] | None) -> str:
    """Return the text with one entry changed or removed; raise TomlError, or OSError if more would change."""
    import tomlkit.exceptions  # noqa: PLC0415 - 10 ms or more that only the change of a setting waits for

    table, _, key = name.rpartition(".")
    before = toml_text.parse(text)
    if not isinstance(before.get(table, {}), dict):
        text = _with_comment(text, toml_text.entry_lines(text).get(table, 0))
        before = toml_text.parse(text)
    if text and not text.endswith("\n"):
        text += "\n"  # or tomlkit may write behind the last entry
    try:
        document = tomlkit.parse(text)
        place: Any = document
        if table:
            if table not in document:
                document[table] = tomlkit.table()
            place = document[table]
        if value is None:
            place.pop(key, None)
        else:
            place[key] = _plain(value)
        edited = tomlkit.dumps(document)
        after = toml_text.parse(edited)
    except (tomlkit.exceptions.TOMLKitError, ValueError, RecursionError):
        raise FileProblem("the file cannot be understood") from None
    if {**after, table or key: None} != {**before, table or key: None}:
        raise FileProblem("the file cannot be changed without losing something")
    return edited


def _plain(value: Value | Sequence[str]) -> bool | int | str | list[str]:
    """Return a value as tomlkit takes it."""
    if isinstance(value, str):
        return str(value)
    return value if isinstance(value, bool | int) else list(value)


def _with_comment(text: str, line: int) -> str:
    """Return the text with one of its lines, counted from 1, made a comment."""
    lines = text.split("\n")
    lines[line - 1] = f"# {lines[line - 1]}"
    return "\n".join(lines)
