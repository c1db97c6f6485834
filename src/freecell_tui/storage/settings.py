"""The player's settings: what they are, and the TOML file that holds them.

    autoplay = "safe"
    theme = "midnight"

    [keys]
    undo = ["u", "Backspace"]

The file is the player's: a change is written into it beside what stands there, with its comments. What is wrong in it
is told line by line, and everything else holds.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from freecell_tui.engine import VARIANTS, Autoplay, Variant, find_variant
from freecell_tui.engine.text import printable, quoted
from freecell_tui.engine.variants import MAX_CELLS
from freecell_tui.storage.files import atomic_write
from freecell_tui.storage.paths import config_folder
from freecell_tui.storage.settings_file import BYTE_ORDER_MARK, MAX_BYTES, decoded, lines_of, plain, text_of

Value = bool | str | int

_MAX_PROBLEMS: Final = 20
# A file with more lines than this that are not TOML is something else.
_MOST_BROKEN_LINES: Final = 40


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player may choose. The fields are words and switches as the file has them; `ROWS` says which there are.

    `keys` gives commands, by name, the keys that the player wants for them.
    """

    variant: str = "freecell"
    cells: str | int = "usual"
    cards_come_back: bool = False
    aces_only_home: bool = False
    autoplay: str = Autoplay.SAFE.value
    autoplay_when: str = "always"
    verdict: str = "on"
    hints: bool = True
    theme: str = "felt"
    four_colours: bool = False
    card_size: Literal["auto", "compact", "normal", "large"] = "auto"
    suits: str = "symbols"
    marks: str = "auto"
    highlights: bool = True
    animation: str = "normal"
    clock: bool = True
    mouse: bool = True
    bell_on_refusal: bool = False
    bell_on_win: bool = False
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def with_value(self, name: str, value: Value) -> "Settings":
        """These settings with another value for the one of that name."""
        changes: dict[str, Any] = {name: value}
        return replace(self, **changes)

    @property
    def new_game_variant(self) -> Variant:
        """The variant that new games are of, with its cells and house rules."""
        variant = find_variant(self.variant)
        if isinstance(self.cells, int):
            variant = variant.with_cells(self.cells)
        return variant.with_house_rules(cards_come_back=self.cards_come_back, aces_only_home=self.aces_only_home)


DEFAULTS: Final = Settings()


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One setting: its name in the file, its title for people, the values it takes, and what it does.

    Without `values` it is any word: themes are files, and not all are known here.
    """

    name: str
    title: str
    values: tuple[Value, ...]
    help: str
    group: str


_ON_OFF: Final = (True, False)
_GAME, _PLAY, _LOOKS, _TERMINAL = "New games", "Play", "Looks", "The terminal"

SPECS: Final = (
    SettingSpec("variant", "Variant", tuple(VARIANTS), "the game that the next new game is of", _GAME),
    SettingSpec(
        "cells", "Free cells", ("usual", *range(MAX_CELLS + 1)), "how many free cells the next new game has", _GAME
    ),
    SettingSpec(
        "cards_come_back",
        "Cards come back",
        _ON_OFF,
        "house rule of new games: cards may return from home",
        _GAME,
    ),
    SettingSpec(
        "aces_only_home", "Aces only home", _ON_OFF, "house rule of new games: an ace goes nowhere but home", _GAME
    ),
    SettingSpec("autoplay", "Autoplay", ("none", "safe", "all"), "which cards go home by themselves", _PLAY),
    SettingSpec(
        "autoplay_when",
        "Autoplay when",
        ("always", "end", "asked"),
        "after every move, once all columns run down in order, or when asked",
        _PLAY,
    ),
    SettingSpec(
        "verdict", "Verdict", ("on", "masked", "off"), "whether the table says if the game is still won", _PLAY
    ),
    SettingSpec("hints", "Hints", _ON_OFF, "whether the solver gives hints and shows solutions", _PLAY),
    SettingSpec("theme", "Theme", (), "the colours of the table", _LOOKS),
    SettingSpec("four_colours", "Four colours", _ON_OFF, "diamonds blue and clubs green", _LOOKS),
    SettingSpec(
        "card_size", "Card size", ("auto", "compact", "normal", "large"), "as large as fits, or no larger", _LOOKS
    ),
    SettingSpec("suits", "Suits", ("symbols", "letters"), "how suits are drawn", _LOOKS),
    SettingSpec("marks", "Marks", ("auto", "unicode", "ascii"), "what lines and suits are drawn with", _LOOKS),
    SettingSpec("highlights", "Highlights", _ON_OFF, "light the cards that go with the one at the cursor", _LOOKS),
    SettingSpec("animation", "Animation", ("off", "slow", "normal", "fast"), "how fast cards fly", _LOOKS),
    SettingSpec("clock", "Clock", _ON_OFF, "whether the time is shown", _LOOKS),
    SettingSpec("mouse", "Mouse", _ON_OFF, "off leaves the mouse to the terminal", _TERMINAL),
    SettingSpec("bell_on_refusal", "Bell on refusal", _ON_OFF, "ring when a move is refused", _TERMINAL),
    SettingSpec("bell_on_win", "Bell on win", _ON_OFF, "ring when the game is won", _TERMINAL),
)
"""Every setting but the keys, in the order in which a screen shows them."""

SPEC_BY_NAME: Final = {row.name: row for row in SPECS}


class LoadedSettings(NamedTuple):
    """What a file says, as far as it is right, and what is wrong with it, a sentence each."""

    settings: Settings
    problems: tuple[str, ...]


class SettingsFile:
    """The file that a player's settings are kept in, which need not be there."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of_player(cls) -> "SettingsFile":
        """The file in the player's configuration folder."""
        return cls(config_folder() / "settings.toml")

    def load(self) -> LoadedSettings:
        """Read the file; nothing that stands in it raises an error."""
        try:
            text = text_of(self.path)
        except FileNotFoundError:
            return LoadedSettings(DEFAULTS, ())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            return LoadedSettings(DEFAULTS, (f"{self.path.name} cannot be read: {printable(str(reason))}.",))
        fields, broken = _parse(text)
        lines = lines_of(text)
        mistakes = [(line, partial(str, sentence)) for line, sentence in broken]
        changes: dict[str, Any] = {}
        for name, value in fields.items():
            if not _is_right(name, value):
                mistakes.append((lines.get(name, 0), partial(_problem, name, value)))
            elif name == "keys":
                changes[name], wrong = _keys(value)
                mistakes += [(_line_of_key(lines, command), partial(_key_problem, command)) for command in wrong]
            else:
                changes[name] = value
        mistakes.sort(key=itemgetter(0))
        problems = [self.problem(line, say()) for line, say in mistakes[:_MAX_PROBLEMS]]
        if len(mistakes) > _MAX_PROBLEMS:
            problems.append(f"{self.path.name}: {len(mistakes) - _MAX_PROBLEMS} more mistakes are not told here.")
        return LoadedSettings(replace(DEFAULTS, **changes), tuple(problems))

    def line_of(self, name: str) -> int:
        """The line on which a setting stands; 0 if it does not."""
        try:
            return lines_of(text_of(self.path)).get(name, 0)
        except (OSError, ValueError):
            return 0

    def line_of_key(self, command: str) -> int:
        """The line on which the keys of a command stand; 0 if they do not."""
        try:
            return _line_of_key(lines_of(text_of(self.path)), command)
        except (OSError, ValueError):
            return 0

    def problem(self, line: int, sentence: str) -> str:
        """A sentence about the file, with the line it is about, if that is known."""
        return f"{self.path.name}, line {line}: {sentence}" if line else f"{self.path.name}: {sentence}"

    def change(self, name: str, value: Value | Sequence[str] | None) -> None:
        """Write one setting, or `keys.` and a command, into the file; None takes it out. OSError if that fails.

        All else in the file stays as it is. A line that cannot be read becomes a comment.
        """
        try:
            text = decoded(self.path)
        except FileNotFoundError:
            text = "# Settings of freecell-tui; the game's own settings screen writes here too.\n"
        except ValueError as error:
            raise OSError(str(error)) from None
        mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
        end = "\r\n" if "\r\n" in text else "\n"
        changed = _changed(plain(text), name, value)
        changed = mark + changed.replace("\n", end)
        if len(changed.encode()) > MAX_BYTES:
            raise OSError("the file would be too large")
        self._write(changed)

    def _write(self, text: str) -> None:
        """Replace the file, or what it links to, by a whole new one of the same mode."""
        path = self.path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, text.encode(), path.stat().st_mode & 0o777 if path.exists() else None)


def _changed(text: str, name: str, value: Value | Sequence[str] | None) -> str:
    """The text of a file in which one entry is another, or is gone; OSError if it cannot be written into."""
    import tomlkit  # noqa: PLC0415 - only who changes a setting needs it
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415 - likewise

    table, _, key = name.rpartition(".")
    text = _readable(text, table)
    if text and not text.endswith("\n"):
        text += "\n"  # or tomlkit may write behind the last entry
    before = _parse(text)[0]
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
            place[key] = value if isinstance(value, bool | int | str) else list(value)
        changed = tomlkit.dumps(document)
    except (TOMLKitError, ValueError, RecursionError):
        raise OSError("what stands in the file cannot be understood") from None
    after, mistakes = _parse(changed)
    if mistakes or {**after, table or key: None} != {**before, table or key: None}:
        raise OSError("what stands in the file cannot be changed without loss")
    return changed


def _parse(text: str) -> tuple[dict[str, Any], list[tuple[int, str]]]:
    """A text as TOML without the lines that cannot be read, and these, each with what is wrong with it."""
    import tomllib  # noqa: PLC0415 - only where there is a file to read

    mistakes: list[tuple[int, str]] = []
    lines = text.split("\n")
    while len(mistakes) < _MOST_BROKEN_LINES:
        try:
            return tomllib.loads("\n".join(lines)), mistakes
        except (ValueError, RecursionError) as error:
            at, problem = _mistake(error, lines)
            mistakes.append((at, f"this is not TOML: {printable(problem)}."))
            lines[at - 1] = ""
    return {}, [(number, "this is not TOML.") for number, line in enumerate(text.split("\n"), 1) if line.strip()]


def _mistake(error: Exception, lines: Sequence[str]) -> tuple[int, str]:
    """The line, counted from 1, that an error is about, and what is wrong with it."""
    if isinstance(error, RecursionError):
        brackets = [line.count("[") + line.count("{") + line.count(".") for line in lines]
        return brackets.index(max(brackets)) + 1, "too much lies in one another"
    found = re.search(r"at line (\d+)", str(error))
    at = min(int(found[1]), len(lines)) if found else len(lines)
    opened = _never_closed("\n".join(lines))
    if opened is not None and opened <= at:
        return opened, "what begins here does not end"
    if found is None and "(at end of document)" not in str(error):
        # A number of too many digits, which the parser does not place.
        at = next((number for number, line in enumerate(lines, 1) if _TOO_MANY_DIGITS.search(line)), at)
        return _written(at, lines), "a number is too long"
    return _written(at, lines), str(error).partition(" (at ")[0]


def _written(at: int, lines: Sequence[str]) -> int:
    """The line `at`, or if nothing stands on it the last one before it that says something."""
    before = (number for number in range(at, 0, -1) if lines[number - 1].strip(" \t"))
    return next(before, next((number for number, line in enumerate(lines, 1) if line.strip(" \t")), 1))


_TOO_MANY_DIGITS: Final = re.compile(r"[\d_]{4000}")
_TOKEN: Final = re.compile(
    # strings of several lines, closed and not; then those of one line, and comments; then brackets
    r'''(?:""".*?(?<!\\)"""|'{3}.*?'{3})|(?P<open>"{3}|'{3})'''
    r"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|["'#][^\n]*|(?P<bracket>[\[\]{}])""",
    re.DOTALL,
)


def _never_closed(text: str) -> int | None:
    """The line of the first bracket or long string that is opened and never closed, if there is one."""
    opened: list[int] = []
    for token in _TOKEN.finditer(text):
        if token["open"]:
            opened.append(token.start())
            break
        if token["bracket"] and token["bracket"] in "[{":
            opened.append(token.start())
        elif token["bracket"] and opened:
            opened.pop()
    return text.count("\n", 0, opened[0]) + 1 if opened else None


def _readable(text: str, table: str) -> str:
    """A text in which the lines that cannot be read as TOML are comments, and so is what stands in a table's place."""
    fields, mistakes = _parse(text)
    wrong = {line for line, _ in mistakes}
    if table and not isinstance(fields.get(table, {}), dict):
        wrong.add(lines_of(text).get(table, 0))
    return "\n".join(f"# {line}" if number in wrong else line for number, line in enumerate(text.split("\n"), 1))


def _line_of_key(lines: Mapping[str, int], command: str) -> int:
    """The line of a command's keys, or of the table that they stand in; 0 if there is neither."""
    return lines.get(f"keys.{command}", lines.get("keys", 0))


def _is_right(name: str, value: object) -> bool:
    """Whether an entry is a setting with a value that it takes."""
    if name == "keys":
        return isinstance(value, dict)
    row = SPEC_BY_NAME.get(name)
    if row is None:
        return False
    if not row.values:
        return isinstance(value, str)
    # True is 1 in Python, and no number of cells.
    return any(type(value) is type(allowed) and value == allowed for allowed in row.values)


def _problem(name: str, value: object) -> str:
    """What is wrong with an entry that is not right."""
    if name == "keys":
        return "keys is a table: [keys], and below it a line a command."
    row = SPEC_BY_NAME.get(name)
    if row is None:
        return f"there is no setting {quoted(name)}.{_nearest(name)}"
    if not row.values:
        return f"{name} is a word in quotation marks."
    return f"{name} is {listed_values(row.values)}, not {_found(value)}."


def _found(value: object) -> str:
    try:
        return quoted(str(value))
    except ValueError:  # a number of more digits than Python writes
        return "this number"


def _nearest(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only for a file that is wrong

    nearest = get_close_matches(name, [*SPEC_BY_NAME, "keys"], 1)
    return f" Did you mean {nearest[0]}?" if nearest else ""


def listed_values(values: Sequence[Value]) -> str:
    """The values as the file has them: `"none", "safe" or "all"`."""
    *rest, last = [to_toml(value) for value in values]
    return f"{', '.join(rest)} or {last}"


def to_toml(value: Value) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def _keys(table: Mapping[str, object]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """The keys that each command is given, and the commands whose keys are none."""
    keys = {}
    wrong = []
    for command, given in table.items():
        names = given if isinstance(given, list) else [given]
        if all(isinstance(name, str) for name in names):
            keys[command] = tuple(map(str, names))
        else:
            wrong.append(command)
    return keys, wrong


def _key_problem(command: str) -> str:
    return f"the keys of {quoted(command)} are words in quotation marks."
