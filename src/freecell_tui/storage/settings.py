"""The settings of a player: names, allowed values and defaults, and their file.

    autoplay = "safe"
    theme = "midnight"

    [keys]
    undo = ["u", "Backspace"]

The file is the player's: a change is written in place, and comments stay.
Each wrong value is reported with its line, and the other values count.
A file that is not TOML is reported once.
Then all settings are the defaults, and nothing is written into the file until the player has corrected it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from freecell_tui.engine import VARIANTS, Autoplay, AutoplayRule, Variant, find_variant
from freecell_tui.engine.text import counted, did_you_mean, joined, quoted
from freecell_tui.engine.variants import MAX_CELLS
from freecell_tui.storage.files import (
    PRIVATE,
    FileProblem,
    atomic_write,
    create,
    is_there,
    make_folder,
    player_folder,
    reason,
)
from freecell_tui.storage.toml import (
    BYTE_ORDER_MARK,
    MAX_BYTES,
    TomlError,
    entry_lines,
    normalised,
    parse,
    read_raw,
    read_text,
)

Value = bool | str | int


class DealKind(StrEnum):
    """A kind of new deals: any, winnable, or of one difficulty."""

    RANDOM = "random"
    WINNABLE = "winnable"
    VERY_EASY = "very easy"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very hard"


AutoplayWhen = StrEnum("AutoplayWhen", "ALWAYS END ASKED")
"""When autoplay happens: after every move, once every column is in descending order, or only when asked."""

EnterKey = StrEnum("EnterKey", "LIFT PLAY")
"""The effect of Enter on a card that can only go to a free cell: lift it, or move it there at once."""

RightClick = StrEnum("RightClick", "HOME BEST NOTHING")
"""The effect of a right click: send the pile's last card home, send the card to its best place, or nothing."""

KeyPreset = StrEnum("KeyPreset", "DEFAULT AZERTY VIM")
"""The default keys: the game's own, with the columns in the top row of AZERTY, or with h j k l as in vim."""


StepKeys = StrEnum("StepKeys", "OFF BOTH LEFT RIGHT")
"""The two keys to play with: none, or keys for both hands, for the left or for the right."""

NO_SCAN: Final = "off"
"""The setting without scanning."""


SpeechStyle = StrEnum("SpeechStyle", "FULL SHORT SYMBOLS")
"""How line mode says cards: in words, in few syllables, or as symbols."""


class CardSize(StrEnum):
    """A size of cards, from the smallest up.

    As a setting it is the largest size to use; AUTO is as large as fits.
    """

    AUTO = "auto"
    COMPACT = "compact"
    SMALL = "small"
    NORMAL = "normal"
    MEDIUM = "medium"
    LARGE = "large"
    EXTRA_LARGE = "extra-large"
    LARGEST = "largest"


CardLook = StrEnum("CardLook", "AUTO PICTURES PLAIN LETTERS ASCII")
"""The look of cards: from pictures, if there is room for them, down to plain ASCII."""

CardBack = StrEnum("CardBack", "THEME LATTICE DIAMONDS WEAVE CROSSES STARS PLAIN")
"""The pattern on the backs of the cards; THEME is the theme's own."""

AnimationSpeed = StrEnum("AnimationSpeed", "OFF SLOW NORMAL FAST")
"""The speed of flying cards, if cards fly at all."""

ClipboardUse = StrEnum("ClipboardUse", "AUTO ON OFF")
"""Whether texts are copied to the terminal's clipboard; AUTO copies if the terminal may have one."""

DEFAULT_CELLS: Final = "default"
"""The variant's own number of free cells."""


class SettingSpec(NamedTuple):
    """The description of one setting."""

    name: str
    """The name in the file."""

    title: str
    """The title on the screen."""

    values: tuple[Value, ...]
    """The allowed values; empty if any word is allowed, as themes are files, not all of which are known here."""

    help: str
    """The meaning in a few words."""

    group: str
    """The heading above the setting on the screen."""

    default: Value
    meanings: Mapping[Value, str] = MappingProxyType({})
    """The meaning of each value that its name and `help` do not explain."""

    def allowed(self, value: object) -> Value | None:
        """Return the allowed value that equals `value`, or None."""
        if not self.values:
            return value if isinstance(value, str) else None
        # True equals 1 in Python, but is no number of cells; a word may be plain or of its enum.
        equal = (each for each in self.values if each == value and type(value) in (type(each), str))
        return next(equal, None)

    def refusal(self, value: object) -> str:
        """Return why `value` is not allowed, with the allowed values.

        The reason is a sentence.
        """
        if not self.values:
            return f"{self.name} is a word in quotation marks."
        if isinstance(value, list | dict):
            shown = "a list" if isinstance(value, list) else "a table"
        else:
            try:
                shown = quoted(to_toml(value) if isinstance(value, bool) else str(value))
            except ValueError:  # a number of more digits than Python writes
                shown = "this number"
        return f"{self.name} is {listed_values(self.values)}, not {shown}."


_GAME, _PLAY, _LOOKS, _TERMINAL, KEYS_GROUP = "New games", "Play", "Looks", "The terminal", "Keys"
_ACCESS = "Accessibility"

_T = TypeVar("_T", bound=Value)


def _setting(
    group: str,
    about: str,
    title: str = "",
    *,
    default: _T,
    values: tuple[Value, ...] | None = None,
    meanings: Mapping[Value, str] = MappingProxyType({}),
) -> _T:
    """Return a field of `Settings` with its description.

    Without a `title`, the title is made of the field's name.
    Without `values`, the values are those of the type of `default`.
    """
    if values is None:
        values = (True, False) if isinstance(default, bool) else tuple(type(default))  # type: ignore[arg-type] # an enum
    return field(default=default, metadata={"spec": SettingSpec("", title, values, about, group, default, meanings)})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a player, in the order of the settings screen.

    `SPECS` has the description of each.
    """

    variant: str = _setting(_GAME, "variant for new games", default="freecell", values=tuple(VARIANTS))
    cells: str | int = _setting(
        _GAME,
        "number of free cells in new games",
        "Free cells",
        default=DEFAULT_CELLS,
        values=(DEFAULT_CELLS, *range(MAX_CELLS + 1)),
    )
    cards_come_back: bool = _setting(_GAME, "house rule for new games: cards can come back from home", default=False)
    aces_only_home: bool = _setting(
        _GAME, "house rule for new games: an ace can only go home", "Aces: home only", default=False
    )
    deal: DealKind = _setting(
        _GAME,
        "how hard new games are; a difficulty that you choose for one game is kept for the next",
        "New deals",
        default=DealKind.RANDOM,
    )
    autoplay: Autoplay = _setting(
        _PLAY, "which cards go home automatically; safe: those no longer needed", default=Autoplay.SAFE
    )
    autoplay_when: AutoplayWhen = _setting(
        _PLAY,
        "when cards go home: after every move, once every column is in descending order, or only when asked",
        "Autoplay runs",
        default=AutoplayWhen.ALWAYS,
    )
    enter: EnterKey = _setting(
        _PLAY,
        "what Enter does with a card that can only go to a free cell: lift it, or move it at once",
        "Enter key",
        default=EnterKey.LIFT,
    )
    verdict: bool = _setting(_PLAY, "show whether the game can still be won", default=True)
    warn: bool = _setting(_PLAY, "mark moves that would lose a winnable game", "Warning", default=False)
    hints: bool = _setting(_PLAY, "allow hints and solutions", default=True)
    theme: str = _setting(_LOOKS, "the colours of the table", default="felt", values=())
    four_colours: bool = _setting(_LOOKS, "diamonds blue and clubs green", default=False)
    cards: CardLook = _setting(
        _LOOKS,
        "how cards are drawn",
        default=CardLook.AUTO,
        meanings={
            CardLook.AUTO: "pictures in a large window, if the terminal can draw them",
            CardLook.PICTURES: "pictures in a large window, in any terminal",
            CardLook.PLAIN: "a rank and suit that are easy to read, no pictures",
            CardLook.LETTERS: "letters for suits, as in 7h and KS",
            CardLook.ASCII: "nothing but ASCII, and letters for suits",
        },
    )
    card_size: CardSize = _setting(_LOOKS, "how large the cards may be", default=CardSize.AUTO)
    card_back: CardBack = _setting(_LOOKS, "the pattern on the backs of the cards", default=CardBack.THEME)
    highlights: bool = _setting(_LOOKS, "highlight the cards that go with the one at the cursor", default=True)
    animation: AnimationSpeed = _setting(_LOOKS, "how fast cards fly", default=AnimationSpeed.NORMAL)
    clock: bool = _setting(_LOOKS, "show the time", default=True)
    mouse: bool = _setting(_TERMINAL, "turn off to select text with the mouse", default=True)
    right_click: RightClick = _setting(
        _TERMINAL,
        "send the last card of a pile home, send a card to its best place, or do nothing",
        default=RightClick.HOME,
    )
    felt_margin: bool = _setting(
        _TERMINAL, "give the margin around the table the colour of the felt, where the terminal can", default=True
    )
    clipboard: ClipboardUse = _setting(_TERMINAL, "copy share codes to the clipboard", default=ClipboardUse.AUTO)
    bell_on_refusal: bool = _setting(_TERMINAL, "beep when a move is refused", "Beep on refusal", default=False)
    bell_on_win: bool = _setting(_TERMINAL, "beep when you win", "Beep on a win", default=False)
    screen_reader: bool = _setting(
        _ACCESS,
        "for screen readers: nothing moves or is drawn for looks, and each key says one sentence",
        default=False,
    )
    speech: SpeechStyle = _setting(
        _ACCESS,
        "how line mode says cards and moves",
        default=SpeechStyle.FULL,
        meanings={
            SpeechStyle.FULL: "whole sentences, as in “seven of hearts to column 5, on the eight of spades”",
            SpeechStyle.SHORT: "few syllables, as in “7 hearts on 8 spades”, in lines of 40 cells for braille",
            SpeechStyle.SYMBOLS: "whole sentences with 7♥ for a card",
        },
    )
    magnifier: bool = _setting(
        _ACCESS, "show the lifted cards, or the column at the cursor, in the largest size", default=False
    )
    thick_cursor: bool = _setting(_ACCESS, "a thick line around the cards at the cursor", default=False)
    step_and_play: StepKeys = _setting(
        _ACCESS,
        "two keys for everything",
        default=StepKeys.OFF,
        meanings={
            StepKeys.OFF: "not used",
            StepKeys.BOTH: "Space steps through moves and choices, Enter takes one",
            StepKeys.LEFT: "Tab steps through moves and choices, Space takes one",
            StepKeys.RIGHT: "the down arrow steps through moves and choices, Enter takes one",
        },
    )
    scan: str | int = _setting(
        _ACCESS,
        "one switch for everything: seconds at each move or choice; Space, Enter or a click takes it",
        "Scanning",
        default=NO_SCAN,
        values=(NO_SCAN, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30),
    )
    keymap: KeyPreset = _setting(
        KEYS_GROUP, "azerty: columns without Shift; vim: h j k l move the cursor", default=KeyPreset.DEFAULT
    )
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The keys of commands by the command's name; keys with a + before them are added to the default ones."""

    def with_value(self, name: str, value: Value) -> "Settings":
        """Return these settings with another value for `name`.

        Raise ValueError if the value is not allowed.
        """
        allowed = SPEC_BY_NAME[name].allowed(value)
        if allowed is None:
            raise ValueError(SPEC_BY_NAME[name].refusal(value))
        changes: dict[str, Any] = {name: allowed}
        return replace(self, **changes)

    @property
    def scan_seconds(self) -> int:
        """The seconds at each place, or 0 without scanning."""
        return self.scan if isinstance(self.scan, int) else 0

    @property
    def profile(self) -> Mapping[str, Value]:
        """The settings that the profile for screen readers decides, if it is on."""
        return SCREEN_READER if self.screen_reader else MappingProxyType({})

    @property
    def in_profile(self) -> "Settings":
        """These settings, as far as the profile does not decide them."""
        changes: dict[str, Any] = dict(self.profile)
        return replace(self, **changes) if changes else self

    @property
    def autoplay_rule(self) -> AutoplayRule:
        policy = self.autoplay if self.autoplay_when is AutoplayWhen.ALWAYS else Autoplay.NONE
        return AutoplayRule(policy, self.autoplay is not Autoplay.NONE and self.autoplay_when is not AutoplayWhen.ASKED)

    @property
    def new_game_variant(self) -> Variant:
        variant = find_variant(self.variant)
        if isinstance(self.cells, int):
            variant = variant.with_cells(self.cells)
        return variant.with_house_rules(cards_come_back=self.cards_come_back, aces_only_home=self.aces_only_home)


SCREEN_READER: Final[Mapping[str, Value]] = MappingProxyType(
    {"highlights": False, "animation": AnimationSpeed.OFF, "clock": False}
)
"""The profile for screen readers: what moves on the screen, and what is repainted for looks, is off."""

DEFAULTS: Final = Settings()

_MAX_PROBLEMS: Final = 20  # how many mistakes of a file are shown

SPECS: Final = tuple(
    spec._replace(name=each.name, title=spec.title or each.name.replace("_", " ").capitalize())
    for each in fields(Settings)
    if (spec := each.metadata.get("spec"))
)
"""The description of every setting except single keys, in the order of the settings screen."""

SPEC_BY_NAME: Final = {spec.name: spec for spec in SPECS}


def from_table(table: Mapping[str, object]) -> tuple[Settings, dict[str, str]]:
    """Return the settings of a parsed file, and its mistakes.

    The mistakes are sentences, by the name of the entry.
    The entry of a key is named `keys.` and its command.
    A setting with a mistake has its default.
    """
    changes: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for name, value in table.items():
        spec = SPEC_BY_NAME.get(name)
        if name == "keys" and isinstance(value, dict):
            keys = changes[name] = dict[str, tuple[str, ...]]()
            for command, names in value.items():
                words = names if isinstance(names, list) else [names]
                if all(isinstance(word, str) for word in words):
                    keys[command] = tuple(words)
                else:
                    wrong[f"keys.{command}"] = f"the keys of {quoted(command)} are words in quotation marks."
        elif name == "keys":
            wrong[name] = "keys is a table: write [keys], and below it one line per command."
        elif spec is None:
            # Looking for a similar name takes time.
            similar = did_you_mean(name, [*SPEC_BY_NAME, "keys"]) if len(wrong) < _MAX_PROBLEMS else ""
            wrong[name] = f"there is no setting {quoted(name)}.{similar}"
        elif (allowed := spec.allowed(value)) is None:
            wrong[name] = spec.refusal(value)
        else:
            changes[name] = allowed
    return replace(DEFAULTS, **changes), wrong


def listed_values(values: Sequence[Value]) -> str:
    return joined([to_toml(value) for value in values], "or")


def to_toml(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


_MAX_ENTRIES: Final = 1000
"""The most equals signs of a file that is changed: `tomlkit` takes seconds to read thousands of names with dots."""


class LoadedSettings(NamedTuple):
    """The settings of a file, and its mistakes as sentences.

    A setting that is missing or wrong has its default.
    """

    settings: Settings
    problems: tuple[str, ...]


class SettingsFile:
    """The settings file at `path`, which need not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of_player(cls) -> "SettingsFile":
        return cls(player_folder("config") / "settings.toml")

    def load(self) -> LoadedSettings:
        """Read the file.

        Errors are returned as problems; nothing is raised, whatever the file contains.
        """
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
        places = sorted((_line(lines, name), sentence) for name, sentence in wrong.items())
        return LoadedSettings(settings, tuple(self.problem(*place) for place in places))

    def line_of(self, name: str) -> int:
        """Return the line of a setting in the file, or 0.

        The setting of a key is named `keys.` and its command.
        """
        try:
            return _line(entry_lines(read_text(self.path)), name)
        except OSError:
            return 0

    def problem(self, line: int, sentence: str) -> str:
        """Return a sentence about the file, with its line if not 0."""
        return f"{self.path.name}, line {line}: {sentence}" if line else f"{self.path.name}: {sentence}"

    def change(self, name: str, value: Value | Sequence[str] | None) -> None:
        """Write one setting into the file.

        The rest of the file stays as it is.
        The setting of a key is named `keys.` and its command.
        None removes the setting.
        Raise OSError, leaving the file unchanged, if the disk refuses or if the file is not TOML.
        """
        try:
            text = read_raw(self.path)
        except FileNotFoundError:
            text = "# Settings of freecell-tui; the game’s own settings screen writes here too.\n"
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
        path = self.path.resolve()  # through a link, the linked file is replaced, and keeps its permissions
        make_folder(path.parent)
        atomic_write(path, edited.encode(), path.stat().st_mode & 0o777 if path.exists() else PRIVATE)


def player_settings() -> Settings:
    """Return the player's settings, as far as their file can be read."""
    return SettingsFile.of_player().load().settings


def first_problems(problems: Sequence[str]) -> list[str]:
    """Return the first problems, and a sentence about the others.

    The sentence has their number.
    """
    more = len(problems) - _MAX_PROBLEMS
    rest = [f"{counted(more, 'more mistake')} not shown."] if more > 0 else []
    return [*problems[:_MAX_PROBLEMS], *rest]


def _line(lines: Mapping[str, int], name: str) -> int:
    """Return the line of an entry, or else of its table.

    0 if neither is in the file.
    """
    return lines.get(name) or lines.get(name.partition(".")[0], 0)


def _edited(text: str, name: str, value: Value | Sequence[str] | None) -> str:
    """Return the text with one entry changed or removed.

    Raise TomlError, or OSError if more than the entry would change.
    """
    import tomlkit.exceptions  # noqa: PLC0415 - 10 ms or more that only changing a setting needs

    table, _, key = name.rpartition(".")
    before = parse(text)
    if not isinstance(before.get(table, {}), dict):
        # An entry that has the table's name, and is no table, becomes a comment.
        lines = text.split("\n")
        line = entry_lines(text).get(table, 0) - 1
        lines[line] = f"# {lines[line]}"
        text = "\n".join(lines)
        before = parse(text)
    if text and not text.endswith("\n"):
        text += "\n"  # or tomlkit may append to the last entry
    if text.count("=") > _MAX_ENTRIES:
        raise FileProblem(f"the file has more than {_MAX_ENTRIES:,} entries")
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

LESSON_OFFERED: Final = "lesson-offered"
LESSON_UNFINISHED: Final = "lesson-unfinished"
"""The note that the offer was accepted, until the end of the guided game."""
VERDICT_EXPLAINED: Final = "verdict-explained"


def is_first_start(state: Path, settings: Path) -> bool:
    """Return whether the game starts for the first time.

    There is no settings file then, and nothing in the state folder but logs.
    """
    if is_there(settings):
        return False
    try:
        return all(entry.suffix == ".log" for entry in state.iterdir())
    except FileNotFoundError:
        return True
    except OSError:
        return False


def wants_lesson(state: Path) -> bool:
    """Return whether the guided first game was neither finished nor refused."""
    return is_there(state / LESSON_UNFINISHED) or not is_there(state / LESSON_OFFERED)


def mark_lesson_finished(state: Path) -> None:
    """Note that the guided first game was finished."""
    leave_marker(state / LESSON_OFFERED)
    with suppress(OSError):
        (state / LESSON_UNFINISHED).unlink(missing_ok=True)


def leave_marker(marker: Path) -> None:
    """Create an empty file as a note that a message was shown.

    If that fails, the message is shown again.
    """
    with suppress(OSError):
        make_folder(marker.parent)
        create(marker, b"")
