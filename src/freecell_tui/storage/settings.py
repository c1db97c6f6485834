"""The settings of a player: their names, allowed values and defaults; the words here are those of the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from freecell_tui.engine import VARIANTS, Autoplay, Variant, find_variant
from freecell_tui.engine.text import did_you_mean, joined, quoted
from freecell_tui.engine.variants import MAX_CELLS

Value = bool | str | int


class AutoplayWhen(StrEnum):
    """When autoplay happens: after every move, once every column is in descending order, or only when asked."""

    ALWAYS = "always"
    END = "end"
    ASKED = "asked"


class VerdictDisplay(StrEnum):
    """Whether the verdict is shown: at every move, only when asked for, or not at all."""

    ON = "on"
    MASKED = "masked"
    OFF = "off"


class EnterKey(StrEnum):
    """What Enter does with a card that can only go to a free cell: lift it, or move it there at once."""

    LIFT = "lift"
    PLAY = "play"


class RightClick(StrEnum):
    """What a right click does: send the pile's last card home, send the card to its best place, or nothing."""

    HOME = "home"
    BEST = "best"
    NOTHING = "nothing"


class KeyPreset(StrEnum):
    """The default keys: the game's own, or with h j k l for the cursor as in vim."""

    DEFAULT = "default"
    VIM = "vim"


class CardSizeLimit(StrEnum):
    """The largest size of cards that the table may choose; AUTO is as large as fits."""

    AUTO = "auto"
    COMPACT = "compact"
    SMALL = "small"
    NORMAL = "normal"
    MEDIUM = "medium"
    LARGE = "large"
    EXTRA_LARGE = "extra-large"
    LARGEST = "largest"


class CardLook(StrEnum):
    """How cards are drawn: from pictures, if there is room for them, to what any terminal can show."""

    AUTO = "auto"
    PICTURES = "pictures"
    PLAIN = "plain"
    LETTERS = "letters"
    ASCII = "ascii"


class CardBack(StrEnum):
    """The pattern on the backs of the cards; THEME is the one that the theme has."""

    THEME = "theme"
    LATTICE = "lattice"
    DIAMONDS = "diamonds"
    WEAVE = "weave"
    CROSSES = "crosses"
    STARS = "stars"
    PLAIN = "plain"


class AnimationSpeed(StrEnum):
    """How fast cards fly, if at all."""

    OFF = "off"
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"


class ClipboardUse(StrEnum):
    """Whether texts are copied to the terminal's clipboard; AUTO is if the terminal may have one."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


DEFAULT_CELLS: Final = "default"
"""As many free cells as the variant has."""


class SettingSpec(NamedTuple):
    """One setting: its name in the file, its title for people, its values, what it does, and its group on the screen.

    Without `values` any word is allowed: themes are files, not all of which are known here. `meanings` say what each
    value does, where `help` and the value do not.
    """

    name: str
    title: str
    values: tuple[Value, ...]
    help: str
    group: str
    default: Value
    meanings: Mapping[Value, str] = MappingProxyType({})

    def allowed(self, value: object) -> Value | None:
        """Return the allowed value that equals `value`, or None."""
        if not self.values:
            return value if isinstance(value, str) else None
        # True equals 1 in Python, but is no number of cells; a word may be plain or of its enum.
        return next((each for each in self.values if each == value and type(value) in (type(each), str)), None)


_GAME, _PLAY, _LOOKS, _TERMINAL, KEYS_GROUP = "New games", "Play", "Looks", "The terminal", "Keys"

_T = TypeVar("_T", bound=Value)


def _setting(
    group: str,
    title: str,
    help_text: str,
    *,
    default: _T,
    values: tuple[Value, ...] | None = None,
    meanings: Mapping[Value, str] = MappingProxyType({}),
) -> _T:
    """Return a field of `Settings` with all that is said of it; its values are those of its type if none are named."""
    if values is None:
        values = (True, False) if isinstance(default, bool) else tuple(type(default))  # type: ignore[arg-type] # an enum
    return field(
        default=default, metadata={"spec": SettingSpec("", title, values, help_text, group, default, meanings)}
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player may choose, in the order in which a screen shows it; `SPECS` has what is said of each.

    `keys` are the keys for commands, by the command's name; those with a + before them are added.
    """

    variant: str = _setting(_GAME, "Variant", "variant for new games", default="freecell", values=tuple(VARIANTS))
    cells: str | int = _setting(
        _GAME,
        "Free cells",
        "number of free cells in new games",
        default=DEFAULT_CELLS,
        values=(DEFAULT_CELLS, *range(MAX_CELLS + 1)),
    )
    cards_come_back: bool = _setting(
        _GAME, "Cards come back", "house rule for new games: cards can return from home", default=False
    )
    aces_only_home: bool = _setting(
        _GAME, "Aces only home", "house rule for new games: an ace can only go home", default=False
    )
    autoplay: Autoplay = _setting(_PLAY, "Autoplay", "which cards go home automatically", default=Autoplay.SAFE)
    autoplay_when: AutoplayWhen = _setting(
        _PLAY,
        "Autoplay when",
        "after every move, once all columns are in order, or only when asked",
        default=AutoplayWhen.ALWAYS,
    )
    enter: EnterKey = _setting(
        _PLAY,
        "Enter key",
        "a card that can only go to a free cell is lifted first or moved at once",
        default=EnterKey.LIFT,
    )
    verdict: VerdictDisplay = _setting(
        _PLAY, "Verdict", "show whether the game can still be won", default=VerdictDisplay.ON
    )
    warn: bool = _setting(_PLAY, "Warning", "highlight a move that loses a won game before it is played", default=False)
    hints: bool = _setting(_PLAY, "Hints", "allow hints and solutions", default=True)
    theme: str = _setting(_LOOKS, "Theme", "the colours of the table", default="felt", values=())
    four_colours: bool = _setting(_LOOKS, "Four colours", "diamonds blue and clubs green", default=False)
    cards: CardLook = _setting(
        _LOOKS,
        "Cards",
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
    card_size: CardSizeLimit = _setting(
        _LOOKS, "Card size", "the largest size, or as large as fits", default=CardSizeLimit.AUTO
    )
    card_back: CardBack = _setting(_LOOKS, "Card back", "the pattern on the backs of the cards", default=CardBack.THEME)
    highlights: bool = _setting(
        _LOOKS, "Highlights", "highlight the cards that go with the one at the cursor", default=True
    )
    animation: AnimationSpeed = _setting(_LOOKS, "Animation", "how fast cards fly", default=AnimationSpeed.NORMAL)
    clock: bool = _setting(_LOOKS, "Clock", "show the time", default=True)
    mouse: bool = _setting(_TERMINAL, "Mouse", "off leaves the mouse to the terminal", default=True)
    right_click: RightClick = _setting(
        _TERMINAL,
        "Right click",
        "sends the last card of a pile home, sends a card to its best place, or does nothing",
        default=RightClick.HOME,
    )
    clipboard: ClipboardUse = _setting(
        _TERMINAL, "Clipboard", "copy share codes to the clipboard", default=ClipboardUse.AUTO
    )
    bell_on_refusal: bool = _setting(_TERMINAL, "Bell on refusal", "ring when a move is refused", default=False)
    bell_on_win: bool = _setting(_TERMINAL, "Bell on win", "ring when the game is won", default=False)
    keymap: KeyPreset = _setting(KEYS_GROUP, "Keymap", "vim: h j k l move the cursor", default=KeyPreset.DEFAULT)
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def with_value(self, name: str, value: Value) -> "Settings":
        """Return these settings with another value for `name`; raise ValueError if it is not allowed."""
        allowed = SPEC_BY_NAME[name].allowed(value)
        if allowed is None:
            raise ValueError(problem_of(name, {name: value}))
        changes: dict[str, Any] = {name: allowed}
        return replace(self, **changes)

    @property
    def new_game_variant(self) -> Variant:
        variant = find_variant(self.variant)
        if isinstance(self.cells, int):
            variant = variant.with_cells(self.cells)
        return variant.with_house_rules(cards_come_back=self.cards_come_back, aces_only_home=self.aces_only_home)


DEFAULTS: Final = Settings()

SPECS: Final = tuple(each.metadata["spec"]._replace(name=each.name) for each in fields(Settings) if each.metadata)
"""Every setting but the single keys, in the order in which a screen shows them."""

SPEC_BY_NAME: Final = {spec.name: spec for spec in SPECS}


def from_table(table: Mapping[str, object]) -> tuple[Settings, list[str]]:
    """Return the settings of a parsed file, and the names of its wrong entries, `keys.` before that of a command."""
    changes: dict[str, Any] = {}
    wrong = []
    for name, value in table.items():
        spec = SPEC_BY_NAME.get(name)
        if name == "keys" and isinstance(value, dict):
            keys = changes[name] = dict[str, tuple[str, ...]]()
            for command, given in value.items():
                words = given if isinstance(given, list) else [given]
                if all(isinstance(word, str) for word in words):
                    keys[command] = tuple(words)
                else:
                    wrong.append(f"keys.{command}")
        elif spec is None or (allowed := spec.allowed(value)) is None:
            wrong.append(name)
        else:
            changes[name] = allowed
    return replace(DEFAULTS, **changes), wrong


def problem_of(name: str, table: Mapping[str, object], *, suggests: bool = True) -> str:
    """Return what is wrong with an entry that `from_table` found wrong, as a sentence without its place."""
    if name == "keys":
        return "keys is a table: write [keys], and below it one line per command."
    if name not in table:
        return f"the keys of {quoted(name.removeprefix('keys.'))} are words in quotation marks."
    spec = SPEC_BY_NAME.get(name)
    if spec is None:
        return f"there is no setting {quoted(name)}.{did_you_mean(name, [*SPEC_BY_NAME, 'keys']) if suggests else ''}"
    if not spec.values:
        return f"{name} is a word in quotation marks."
    return f"{name} is {listed_values(spec.values)}, not {_shown(table[name])}."


def _shown(value: object) -> str:
    """Return a wrong value as the file has it, or its kind if it is long."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    try:
        return quoted(to_toml(value) if isinstance(value, bool) else str(value))
    except ValueError:  # a number of more digits than Python writes
        return "this number"


def listed_values(values: Sequence[Value]) -> str:
    """Return the values as the file has them: `"none", "safe" or "all"`."""
    return joined([to_toml(value) for value in values], "or")


def to_toml(value: Value) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
