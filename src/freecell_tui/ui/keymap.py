"""The keys of commands and piles, by default and as the player has chosen them, and the names of keys."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from freecell_tui.controller.commands import BY_NAME, COMMANDS, Command
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.keyboards import Keyboard
from freecell_tui.engine import NotationError, Pile, PileKind, Variant
from freecell_tui.engine.cards import RANKS
from freecell_tui.engine.text import quoted
from freecell_tui.storage.settings import KeyPreset, Settings, StepKeys

_NAMES: Final = (
    {key: key.capitalize() for key in ("enter", "esc", "tab", "backspace", "home", "end", "insert")}
    | {" ": "Space", "left": "←", "right": "→", "up": "↑", "down": "↓"}
    | {"delete": "Del", "page up": "Page-Up", "page down": "Page-Down"}
    | {f"f{number}": f"F{number}" for number in range(1, 13)}
)
# Modifiers as urwid writes them before a character.
_WITH_MODIFIERS: Final = re.compile("((?:(?:ctrl|meta|shift) )*)(.)", re.DOTALL)
_MODIFIERS: Final = {"ctrl": "Ctrl", "meta": "Alt", "shift": "Shift"}
_MODIFIER: Final = re.compile(r"(ctrl|alt|meta|shift)[- ](?=.)", re.IGNORECASE | re.DOTALL)
# For each of these keys a terminal sends the bytes of another one.
_THE_SAME: Final = {"ctrl h": "backspace", "ctrl i": "tab", "ctrl j": "enter", "ctrl m": "enter", "ctrl [": "esc"}


def key_name(key: str) -> str:
    """Return the name of a key for people: `Ctrl-R`, `↑`."""
    before = ""
    while key not in _NAMES and (found := _MODIFIER.match(key)) is not None:
        before += f"{_MODIFIERS[found[1]]}-"
        key = key[found.end() :]
    name = _NAMES.get(key, key)
    return before + (name.upper() if before == "Ctrl-" and len(name) == 1 else name)


_BY_NAME: Final = {name.lower().replace("-", " "): key for key, name in _NAMES.items()}


def key_named(text: str) -> str | None:
    """Return urwid's name for the key that people write as `text`.

    None stands for a key that does not exist.

    >>> key_named("Ctrl-R"), key_named("Space"), key_named("?"), key_named("Alt-X"), key_named("F13")
    ('ctrl r', ' ', '?', 'meta X', None)
    """
    modifiers: list[str] = []
    while (found := _MODIFIER.match(text)) is not None and len(modifiers) < len(_MODIFIERS):
        modifiers.append({"alt": "meta"}.get(found[1].lower(), found[1].lower()))
        text = text[found.end() :]
    base = text if len(text) == 1 else text.lower().replace("-", " ")
    base = _BY_NAME.get(base, base)
    if base not in _NAMES and not (len(text) == 1 and text.isprintable()):
        return None
    if base == " " and modifiers:
        return None
    if "ctrl" in modifiers:
        base = base.lower()
    key = " ".join([*modifiers, base])
    return _THE_SAME.get(key, key)


def same_key(keyboard: Keyboard, key: str) -> str:
    """Return the key for which `key` stands on a keyboard, or `key` itself.

    >>> [same_key(Keyboard(), key) for key in ("й", "meta К", "ctrl с", "f1")]
    ['q', 'meta R', 'ctrl c', 'f1']
    """
    if (found := _WITH_MODIFIERS.fullmatch(key)) is None:
        return key
    same = found[1] + keyboard.key_of(found[2])
    return same.lower() if found[1].startswith("ctrl ") and same != key else same


RANK_KEYS: Final = {text.lower(): rank for rank, text in enumerate(RANKS, 1)} | {"0": 10, "1": 10}
"""The ranks by their keys, in lower case, for a search; `0`, `1` and `t` are ten."""

COMMAND_KEYS: Final[Mapping[KeyPreset, Mapping[str, tuple[str, ...]]]] = {
    KeyPreset.DEFAULT: {},
    KeyPreset.VIM: {
        "left": ("left", "h"),
        "down": ("down", "j"),
        "up": ("up", "k"),
        "right": ("right", "l"),
        "show-step": ("I",),
        "games": (),
        "move-back": ("left", "h"),
        "move-on": ("right", "l"),
        "last-card": ("end", "G"),
        "last": ("end", "G"),
        "page-back": ("page up", "k"),
        "page-on": ("page down", "j"),
    },
    # `-` and `_` are columns; `)` is the key before `=`.
    KeyPreset.AZERTY: {"fewer": (")",), "slower": (")",)},
}
"""The keys of commands where a preset differs from the registry, in urwid's names."""

PILE_KEYS: Final[Mapping[KeyPreset, Mapping[str, str]]] = {
    KeyPreset.DEFAULT: {},
    KeyPreset.VIM: {"h": "H", "k": "K"},
    KeyPreset.AZERTY: dict(zip(PileKind.COLUMN.value, "&é\"'(-è_çà", strict=True)),
}
"""The keys of piles where a preset differs from the letters, by letter.

A digit chooses its column, too, unless the settings give the digit to another pile.
"""

_STEP_KEYS: Final[Mapping[StepKeys, Mapping[str, tuple[str, ...]]]] = {
    StepKeys.OFF: {},
    StepKeys.BOTH: {"step": (" ",), "play-step": ("enter",)},
    StepKeys.LEFT: {"step": ("tab",), "play-step": (" ",)},
    StepKeys.RIGHT: {"step": ("down",), "play-step": ("enter",)},
}
"""The two keys of `step_and_play`; no other command has them then."""
_SCAN_KEYS: Final[Mapping[str, tuple[str, ...]]] = {"play-step": ("enter", " ")}
"""The keys that take what is shown while a clock steps."""


def step_keys(settings: Settings) -> Mapping[str, tuple[str, ...]]:
    """Return the keys of step and play in the settings."""
    chosen = _STEP_KEYS[settings.step_and_play]
    return chosen if chosen or not settings.scan_seconds else _SCAN_KEYS


_YIELDING: Final = ("magnify",)
"""The commands whose default key gives way to a key of the player's own."""

_PILE: Final = "pile-"
PILES: Final = tuple(
    Command[Controller](f"{_PILE}{letter}", Pile.parse(letter).description, keys=(letter,), group="Moving cards")
    for kind in PileKind
    for letter in kind.value
)
"""The piles as rows of the keys: a name in the settings, a title, and the letter."""
_ROWS: Final = {**BY_NAME, **{pile.name: pile for pile in PILES}}

QUIT_KEY: Final = "ctrl c"

# Keys that belong to one command or to none, with the end of the sentence that refuses them.
_RESERVED: Final = {
    "esc": ("put-back", "which always goes back"),
    QUIT_KEY: ("quit", "which always quits"),
    "ctrl z": (None, "which the terminal uses to stop a program"),
}
_OF_DIALOGS: Final = frozenset(
    {"enter", " ", "esc", "tab", "up", "down", "left", "right", "page up", "page down", "home", "end", QUIT_KEY}
)

TABLE_COMMANDS: Final = tuple(
    command for command in COMMANDS if not (command.group == "Watching" or command.lines_only)
)
"""The commands that have keys at the table, or may be given some."""
ADDED: Final = "+"
"""The mark before a key in the settings that is added to a command's other keys."""
REPLAY_COMMANDS: Final = tuple(command for command in COMMANDS if command.group == "Watching")


class KeyMap:
    """The keys of commands and piles.

    No two commands or piles have the same key at the table. The commands of a replay share keys with them.
    Commands and piles have the keys of a preset, unless other keys are `granted` by name.
    """

    def __init__(
        self,
        preset: KeyPreset = KeyPreset.DEFAULT,
        granted: Mapping[str, tuple[str, ...]] | None = None,
        steps: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        """Make the key map of a preset, with the keys of step and play in `steps`."""
        keys = {**COMMAND_KEYS[preset], **steps}
        if taken := {key for each in steps.values() for key in each}:
            others = ((row.name, keys.get(row.name, row.keys)) for row in TABLE_COMMANDS if row.name not in steps)
            keys |= {name: tuple(key for key in old if key not in taken) for name, old in others}
        keys |= granted or {}
        # A player who had given a key to another command before a newer one got it keeps the key.
        wished = {key for each in (granted or {}).values() for key in each}
        keys |= {
            name: () for name in _YIELDING if name not in (granted or {}) and not wished.isdisjoint(BY_NAME[name].keys)
        }
        self.commands = tuple(command._replace(keys=keys.get(command.name, command.keys)) for command in TABLE_COMMANDS)
        """The commands at the table, with their keys."""
        self.replay = tuple(command._replace(keys=keys.get(command.name, command.keys)) for command in REPLAY_COMMANDS)
        """The commands of a replay, with their keys."""
        self._preset, self._steps = preset, steps
        named = {f"{_PILE}{letter}": (key,) for letter, key in PILE_KEYS[preset].items()} | dict(granted or {})
        self.piles = tuple(pile._replace(keys=named.get(pile.name, pile.keys)) for pile in PILES)
        """The piles, with their keys."""
        self._pile_letters = {digit: digit for digit in PileKind.COLUMN.value}
        self._pile_letters |= {key: pile_letter(pile.name) for pile in self.piles for key in pile.keys}
        self._by_name = {command.name: command for command in (*self.commands, *self.replay, *self.piles)}
        self._by_key = {key: command for command in self.commands for key in command.keys}
        self.by_replay_key = {key: command for command in self.replay for key in command.keys}

    def pile(self, key: str, variant: Variant) -> Pile | None:
        """Return the pile with a key in a variant, or None."""
        letter = self._pile_letters.get(key)
        return Pile.parse(letter) if letter is not None and letter in pile_letters(variant) else None

    def is_pile_key(self, key: str) -> bool:
        """Return whether a key names a pile in any variant."""
        return key in self._pile_letters

    def pile_key(self, letter: str) -> str:
        """Return the name of the first key of a pile."""
        return self.named(f"{_PILE}{letter}")

    @property
    def pile_marks(self) -> dict[str, str]:
        """The keys of piles with other keys than their letters, by letter."""
        letters = {letter: self.pile_key(letter) for letter in map(pile_letter, (pile.name for pile in self.piles))}
        return {letter: key for letter, key in letters.items() if key != letter}

    def keys(self, name: str) -> tuple[str, ...]:
        return self._by_name[name].keys if name in self._by_name else ()

    def find(self, key: str) -> Command[Controller] | None:
        return self._by_key.get(key)

    def names_anything(self, key: str) -> bool:
        """Return whether a key is that of a command or a pile."""
        return key in self._by_key or key in self._pile_letters or key in self.by_replay_key

    def means_anything(self, key: str) -> bool:
        """Return whether a key is that of a command, in a menu too, of a pile or of a rank."""
        in_menus = (self.in_dialog(command.name) for command in self.commands)
        return self.names_anything(key) or key in RANK_KEYS or any(key in keys for keys in in_menus)

    def digit_of(self, key: str) -> str:
        """Return the digit of the column that has another key than its digit, or ''."""
        letter = self._pile_letters.get(key, key)
        return letter if letter != key and letter in PileKind.COLUMN.value else ""

    def owner(self, key: str) -> Command[Controller] | None:
        """Return the row of the command or pile with a key, or None."""
        letter = self._pile_letters.get(key)
        return self.find(key) if letter is None else self._by_name[f"{_PILE}{letter}"]

    def matches(self, key: str, name: str) -> bool:
        return key in self.keys(name)

    def arrow(self, key: str) -> str | None:
        """Return the arrow key, Home or End that `key` stands for.

        None stands for other keys, and for arrows, Home and End themselves.
        """
        arrows = {**{name: name for name in ("left", "right", "up", "down")}, "first-card": "home", "last-card": "end"}
        return next((arrow for name, arrow in arrows.items() if key != arrow and self.matches(key, name)), None)

    @property
    def is_vim(self) -> bool:
        """Whether the preset is vim's, with `gg` for Home and with counts."""
        return self._preset is KeyPreset.VIM

    def in_dialog(self, name: str) -> tuple[str, ...]:
        """Return the keys of a command in dialogs.

        These are its keys at the table, without the keys that dialogs use themselves.
        A command without any has its `dialog_key`, unless the player gave that key to another command.
        """
        keys = tuple(key for key in self.keys(name) if key not in _OF_DIALOGS)
        dialog_key = self._by_name[name].dialog_key
        if not keys and dialog_key and dialog_key not in self._by_key:
            return (dialog_key,)
        return keys

    def named(self, name: str) -> str:
        """Return the name of a command's first key, or ''."""
        return next(map(key_name, self.keys(name)), "")

    def all_named(self, name: str) -> str:
        """Return the names of a command's keys, with blanks between."""
        return " ".join(map(key_name, self.keys(name)))

    def help_rows(self, variant: Variant) -> Iterator[tuple[str, str, str]]:
        """Yield the key table of a variant: group, keys, and help."""
        for keys, text in self.pile_rows(variant):
            yield "Moving cards", keys, text
        for command in self.commands:
            yield command.group, self.all_named(command.name), command.help

    def replay_rows(self) -> Iterator[tuple[str, str, str]]:
        """Yield the key table of replays: group, keys, and help."""
        for command in self.replay:
            yield command.group, self.all_named(command.name), command.help
            if command.name == "last":
                yield command.group, "0 – 9", "type a number to go to that move"

    def pile_rows(self, variant: Variant) -> Iterator[tuple[str, str]]:
        """Yield the keys of a variant's piles, and their help."""
        columns, cells = PileKind.COLUMN.value[: variant.columns], PileKind.CELL.value[: variant.cells]
        home = self.pile_key("h")
        two, six = map(self.pile_key, "26")
        moves = f"`{two} {six}` moves from column 2 to column 6"
        yield _span([*map(self.pile_key, columns)]), f"a column; then where its cards go: {moves}"
        if cells:
            yield _span([*map(self.pile_key, cells)]), "a free cell"
        yield home, f"home: `3 {home}` sends the last card of column 3 to its foundation"
        if variant.cards_come_back:
            yield (
                "".join(map(self.pile_key, PileKind.FOUNDATION.value)),
                "a foundation, to bring a card back: clubs, diamonds, hearts, spades",
            )

    def remapped(self, wishes: Mapping[str, Sequence[str]]) -> tuple["KeyMap", list[tuple[str, str]]]:
        """Return the preset with the player's keys, and the refused wishes.

        `wishes` are keys as people write them, by command name.
        Keys with a + before them are added to the command's keys; others replace the command's keys.
        A refusal is the command's name and a sentence; the command keeps its keys.
        Ctrl-C always quits, Esc always goes back, and the settings always have a key, so every change can be undone.
        """
        refused: list[tuple[str, str]] = []
        granted: dict[str, tuple[str, ...]] = {}
        # Keys of piles come first: commands may have the keys that they leave.
        for name, wanted in sorted(wishes.items(), key=lambda wish: not wish[0].startswith(_PILE)):
            try:
                granted[name] = self._parse(name, wanted, KeyMap(self._preset, granted, self._steps))
            except NotationError as error:
                refused.append((name, str(error)))
        # A refused wish gives a command its old keys back, which another wish may have counted on.
        while (clash := self._clash(granted)) is not None:
            name, sentence = clash
            del granted[name]
            refused.append((name, sentence))
        return KeyMap(self._preset, granted, self._steps), refused

    def _parse(self, name: str, wanted: Sequence[str], others: "KeyMap") -> tuple[str, ...]:
        """Return the keys of a wish in urwid's names; raise NotationError.

        `others` has the keys of piles, none of which a command can have.
        """
        if all(command.name != name for command in (*self.commands, *self.piles)):
            raise NotationError(f"there is no command {quoted(name)}.")
        title, is_pile = f"“{_ROWS[name].title}”", name.startswith(_PILE)
        added = [text.removeprefix(ADDED) for text in wanted if is_added(text)]
        if added and len(added) < len(wanted):
            raise NotationError(f"{title}: write + before each key, to add them all, or before none.")
        keys = list(self.keys(name)) if added else []
        for text in added or wanted:
            key = key_named(text)
            if key is None:
                raise NotationError(f"{title}: there is no key {quoted(text)}.")
            if not is_pile and others.is_pile_key(key):
                raise NotationError(f"{key} names a pile, so it cannot be the key of {title}.")
            if key in _RESERVED and _RESERVED[key][0] != name:
                raise NotationError(f"{title} cannot have {key_name(key)}, {_RESERVED[key][1]}.")
            keys.append(key)
        keys += [key for key, (owner, _) in _RESERVED.items() if name == owner]
        if not keys and (name == "settings" or is_pile):
            raise NotationError(f"{title} must have a key.")
        return tuple(dict.fromkeys(keys))

    def _clash(self, granted: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
        """Return a refusal of the first key with two owners, or None.

        The refusal is the name of the command that wished for the key, and a sentence.
        """
        owners: dict[str, str] = {}
        for command in sorted((*self.piles, *self.commands), key=lambda command: command.name in granted):
            yields = command.name in _YIELDING and command.name not in granted
            for key in () if yields else granted.get(command.name, command.keys):
                if key in owners:
                    owner = _ROWS[owners[key]]
                    reason = f"“{owner.title}” ({owner.name}) has it"
                    return command.name, f"“{command.title}” cannot have {key_name(key)}: {reason}."
                owners[key] = command.name
        return None


def pile_letter(name: str) -> str:
    """Return the letter of the pile with a name in the settings."""
    return name.removeprefix(_PILE)


def is_from_command(name: str, owner: str) -> bool:
    """Return whether a pile would take a command's key.

    The command gets nothing in exchange: a column keeps its digit.
    """
    return name.startswith(_PILE) and not owner.startswith(_PILE)


def is_added(text: str) -> bool:
    """Return whether a text adds a key: `+x`, but not `+`."""
    return text.startswith(ADDED) and text != ADDED


KeyChanges = Mapping[str, Sequence[str] | None]
"""The new keys of commands by name, as people write them; None for the default keys."""


class KeyWishes(NamedTuple):
    """The player's wishes for keys, and the possible changes."""

    preset: KeyMap
    """The keys without wishes."""
    wished: Mapping[str, Sequence[str]]
    """The wished keys by command name, as people write them."""
    refused: Sequence[tuple[str, str]]
    """The wishes that were not granted: the command's name and a sentence."""

    def with_key(self, name: str, key: str, *, adds: bool) -> KeyChanges:
        """Return the change that gives a command a key.

        The key replaces the command's keys or, if `adds`, is added.
        The preset's keys are not repeated in the wish.
        """
        if not adds:
            return {name: (key_name(key),)}
        is_refused = name in [refused for refused, _ in self.refused]
        wish = None if is_refused else self.wished.get(name)
        replaces_preset = wish is not None and not any(map(is_added, wish))
        return {name: (*(wish or ()), key_name(key) if replaces_preset else f"{ADDED}{key_name(key)}")}

    def taking_key(self, name: str, key: str, owner: str, *, adds: bool) -> KeyChanges:
        """Return the change that gives a command the `owner`'s key.

        The owner gets the command's keys in exchange, unless the key is added to them or a pile takes a command's key.
        """
        keymap, _ = self.preset.remapped(self.wished)
        exchanged = () if adds or is_from_command(name, owner) else keymap.keys(name)
        owner_keys = tuple(key_name(owned) for owned in (*keymap.keys(owner), *exchanged) if owned != key)
        return {owner: owner_keys, **self.with_key(name, key, adds=adds)}

    def refusal(self, changes: KeyChanges) -> str:
        """Return the sentence that refuses changes, or ''."""
        wished = {name: keys for name, keys in self.wished.items() if name not in changes}
        wished |= {name: tuple(keys) for name, keys in changes.items() if keys is not None}
        new = [refused for refused in self.preset.remapped(wished)[1] if refused not in self.refused]
        return new[0][1] if new else ""


def keymap_from(settings: Settings) -> tuple[KeyMap, list[tuple[str, str]]]:
    """Return the key map of the settings, and the refused wishes.

    See `KeyMap.remapped`.
    """
    return preset_keymap(settings).remapped(settings.keys)


def preset_keymap(settings: Settings) -> KeyMap:
    """Return the key map of the settings without the player's own keys."""
    return KeyMap(settings.keymap, steps=step_keys(settings))


def pile_letters(variant: Variant) -> str:
    """Return the letters of the piles: columns, cells and home.

    Foundations have letters only in variants whose cards come back from them.
    """
    foundations = PileKind.FOUNDATION.value if variant.cards_come_back else ""
    return PileKind.COLUMN.value + PileKind.CELL.value + PileKind.HOME.value + foundations


def _span(letters: Sequence[str]) -> str:
    """Return consecutive letters as a range, with further letters behind."""
    start = ord(letters[0][0])
    run = next((index for index, letter in enumerate(letters) if letter != chr(start + index)), len(letters)) or 1
    first = letters[0] if run == 1 else f"{letters[0]} – {letters[run - 1]}"
    return " ".join([first, *letters[run:]])
