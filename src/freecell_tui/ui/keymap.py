"""Which key gives which command, by default and as the player has chosen; how keys are named, and told in the help."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from freecell_tui.controller.commands import BY_NAME, COMMANDS, Command
from freecell_tui.controller.controller import Controller
from freecell_tui.engine import NotationError, Pile, PileKind, Variant
from freecell_tui.engine.cards import RANKS
from freecell_tui.engine.text import quoted
from freecell_tui.storage.settings import KeyPreset, Settings

_NAMES: Final = (
    {key: key.capitalize() for key in ("enter", "esc", "tab", "backspace", "home", "end", "insert")}
    | {" ": "Space", "left": "←", "right": "→", "up": "↑", "down": "↓"}
    | {"delete": "Del", "page up": "Page-Up", "page down": "Page-Down"}
    | {f"f{number}": f"F{number}" for number in range(1, 13)}
)
_MODIFIERS: Final = {"ctrl": "Ctrl", "meta": "Alt", "shift": "Shift"}
_MODIFIER: Final = re.compile(r"(ctrl|alt|meta|shift)[- ](?=.)", re.IGNORECASE | re.DOTALL)
# What a terminal sends for these is what it sends for another key.
_THE_SAME: Final = {"ctrl h": "backspace", "ctrl i": "tab", "ctrl j": "enter", "ctrl m": "enter", "ctrl [": "esc"}


def key_name(key: str) -> str:
    """Return a key as people write it: `Ctrl-R`, `↑`."""
    before = ""
    while key not in _NAMES and (found := _MODIFIER.match(key)) is not None:
        before += f"{_MODIFIERS[found[1]]}-"
        key = key[found.end() :]
    name = _NAMES.get(key, key)
    return before + (name.upper() if before == "Ctrl-" and len(name) == 1 else name)


_BY_NAME: Final = {name.lower().replace("-", " "): key for key, name in _NAMES.items()}


def key_named(text: str) -> str | None:
    """Return the library's name for the key that people write as `text`; None if there is no such key.

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


RANK_KEYS: Final = {text.lower(): rank for rank, text in enumerate(RANKS, 1)} | {"0": 10, "1": 10}
"""The ranks that keys, in lower case, stand for while a rank is looked for; `0`, `1` and `t` are ten."""

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
}
"""The keys of commands that are not those of the registry, as the terminal's library names them."""

PILE_KEYS: Final[Mapping[KeyPreset, Mapping[str, str]]] = {KeyPreset.DEFAULT: {}, KeyPreset.VIM: {"h": "H", "k": "K"}}
"""The keys of piles that are not their letters, by letter."""

QUIT_KEY: Final = "ctrl c"

# Keys that no other command may have, and why not.
_RESERVED: Final = {
    "esc": ("put-back", "which always goes back"),
    QUIT_KEY: ("quit", "which always quits"),
    "ctrl z": (None, "which the terminal uses to stop a program"),
}
_OF_DIALOGS: Final = frozenset(
    {"enter", " ", "esc", "tab", "up", "down", "left", "right", "page up", "page down", "home", "end", QUIT_KEY}
)

TABLE_COMMANDS: Final = tuple(each for each in COMMANDS if not (each.group == "Watching" or each.lines_only))
"""The commands that have keys at the table, or may be given one."""
ADDED: Final = "+"
"""What stands before a key that is added to those that a command has."""
REPLAY_COMMANDS: Final = tuple(command for command in COMMANDS if command.group == "Watching")


class KeyMap:
    """Commands and piles by their keys, no two of which are the same.

    Commands have the keys of a preset, but for those to which others are `granted`. `replay` are the commands of a
    replay, and `by_replay_key` those by their keys.
    """

    def __init__(
        self, preset: KeyPreset = KeyPreset.DEFAULT, granted: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        keys = {**COMMAND_KEYS[preset], **(granted or {})}
        self.commands, self.replay = (
            tuple(command._replace(keys=keys.get(command.name, command.keys)) for command in of_place)
            for of_place in (TABLE_COMMANDS, REPLAY_COMMANDS)
        )
        self._preset = preset
        self._pile_letters = {self.pile_key(letter): letter for kind in PileKind for letter in kind.value}
        self._by_name = {command.name: command for command in (*self.commands, *self.replay)}
        self._by_key = {key: command for command in self.commands for key in command.keys}
        self.by_replay_key = {key: command for command in self.replay for key in command.keys}

    def pile(self, key: str, variant: Variant) -> Pile | None:
        """Return the pile of a variant that a key names, or None."""
        letter = self._pile_letters.get(key)
        return Pile.parse(letter) if letter is not None and letter in pile_letters(variant) else None

    def pile_key(self, letter: str) -> str:
        return PILE_KEYS[self._preset].get(letter, letter)

    def keys(self, name: str) -> tuple[str, ...]:
        return self._by_name[name].keys if name in self._by_name else ()

    def find(self, key: str) -> Command[Controller] | None:
        return self._by_key.get(key)

    def matches(self, key: str, name: str) -> bool:
        return key in self.keys(name)

    def arrow(self, key: str) -> str | None:
        """Return the arrow key, Home or End that another key stands for at the table, or None."""
        keys = {"left": "left", "right": "right", "up": "up", "down": "down", "first-card": "home", "last-card": "end"}
        return next((arrow for name, arrow in keys.items() if key != arrow and self.matches(key, name)), None)

    @property
    def is_vim(self) -> bool:
        """Whether `gg` stands for Home, and a digit that begins no move may be a count: the keys are those of vim."""
        return self._preset is KeyPreset.VIM

    def in_dialog(self, name: str) -> tuple[str, ...]:
        """Return the keys of a command that give it in a dialog too: those that no dialog uses for itself.

        A command without any has a key of its own there, unless the player gave that to another command.
        """
        keys = tuple(key for key in self.keys(name) if key not in _OF_DIALOGS)
        of_dialog = self._by_name[name].dialog_key
        return keys or ((of_dialog,) if of_dialog and of_dialog not in self._by_key else ())

    def named(self, name: str) -> str:
        """Return the first key of a command as people write it; '' if it has none."""
        return next(map(key_name, self.keys(name)), "")

    def all_named(self, name: str) -> str:
        return " ".join(map(key_name, self.keys(name)))

    def help_rows(self, variant: Variant) -> Iterator[tuple[str, str, str]]:
        """Yield the whole key table of a variant: group, keys, and what they do."""
        for keys, text in self.pile_rows(variant):
            yield "Moving cards", keys, text
        for command in self.commands:
            yield command.group, self.all_named(command.name), command.help

    def replay_rows(self) -> Iterator[tuple[str, str, str]]:
        """Yield the key table of a replay: group, keys, and what they do."""
        for command in self.replay:
            yield command.group, self.all_named(command.name), command.help
            if command.name == "last":
                yield command.group, "0 – 9", "type a number to go to that move"

    def pile_rows(self, variant: Variant) -> Iterator[tuple[str, str]]:
        """Yield the keys that name a variant's piles, and what they are."""
        columns, cells = PileKind.COLUMN.value[: variant.columns], PileKind.CELL.value[: variant.cells]
        home = self.pile_key("h")
        yield _span(columns), "a column; then where its cards go: 2 6 moves from column 2 to column 6"
        if cells:
            yield _span("".join(map(self.pile_key, cells))), "a free cell"
        yield home, f"home: 3 {home} sends the last card of column 3 to its foundation"
        if variant.cards_come_back:
            yield PileKind.FOUNDATION.value, "a foundation, to bring a card back: clubs, diamonds, hearts, spades"

    def remapped(self, wishes: Mapping[str, Sequence[str]]) -> tuple["KeyMap", list[tuple[str, str]]]:
        """Return the preset with other keys, as people write them, for some commands, and what was refused.

        Keys written with a + before them are added to those that the command has.

        A refusal is the command's name and a sentence; the command keeps its keys. Ctrl-C always quits, Esc always
        goes back, and the settings always have a key: nobody loses the way to give a command its keys again.
        """
        refused: list[tuple[str, str]] = []
        granted: dict[str, tuple[str, ...]] = {}
        for name, wanted in wishes.items():
            try:
                granted[name] = self._parse(name, wanted)
            except NotationError as error:
                refused.append((name, str(error)))
        # A wish refused gives a command its old keys back, on which another wish may have counted.
        while (clash := self._clash(granted)) is not None:
            name, sentence = clash
            del granted[name]
            refused.append((name, sentence))
        return KeyMap(self._preset, granted), refused

    def _parse(self, name: str, wanted: Sequence[str]) -> tuple[str, ...]:
        """Return the keys of a wish as the library names them; raise NotationError."""
        if all(command.name != name for command in self.commands):
            raise NotationError(f"there is no command {quoted(name)}.")
        title = f"“{BY_NAME[name].title}”"
        added = [text.removeprefix(ADDED) for text in wanted if is_added(text)]
        if added and len(added) < len(wanted):
            raise NotationError(f"{title}: write + before each key, to add them all, or before none.")
        keys = list(self.keys(name)) if added else []
        for text in added or wanted:
            key = key_named(text)
            if key is None:
                raise NotationError(f"{title}: there is no key {quoted(text)}.")
            if key in self._pile_letters:
                raise NotationError(f"{key} names a pile, so it cannot be the key of {title}.")
            if key in _RESERVED and _RESERVED[key][0] != name:
                raise NotationError(f"{title} cannot have {key_name(key)}, {_RESERVED[key][1]}.")
            keys.append(key)
        keys += [key for key, (owner, _) in _RESERVED.items() if name == owner]
        if not keys and name == "settings":
            raise NotationError(f"{title} must have a key.")
        return tuple(dict.fromkeys(keys))

    def _clash(self, granted: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
        """Return a wish for a key that another command has, and the sentence that refuses it."""
        owners: dict[str, str] = {}
        for command in sorted(self.commands, key=lambda command: command.name in granted):
            for key in granted.get(command.name, command.keys):
                if key in owners:
                    owner = BY_NAME[owners[key]]
                    taken = f"“{owner.title}” ({owner.name}) has it"
                    return command.name, f"“{command.title}” cannot have {key_name(key)}: {taken}."
                owners[key] = command.name
        return None


def is_added(text: str) -> bool:
    """Return whether a key is written as one to add: `+x`; + alone is the key."""
    return text.startswith(ADDED) and text != ADDED


def keymap_from(settings: Settings) -> tuple[KeyMap, list[tuple[str, str]]]:
    """Return the key map of the settings, and what was refused, as `KeyMap.remapped` does."""
    return KeyMap(settings.keymap).remapped(settings.keys)


def pile_letters(variant: Variant) -> str:
    """Return the letters that name a pile: columns, cells and home, and foundations where cards come back from them."""
    foundations = PileKind.FOUNDATION.value if variant.cards_come_back else ""
    return PileKind.COLUMN.value + PileKind.CELL.value + PileKind.HOME.value + foundations


def _span(letters: str) -> str:
    """Return letters as a range as far as they follow one another, and the rest one by one."""
    run = next((at for at, letter in enumerate(letters) if ord(letter) != ord(letters[0]) + at), len(letters))
    first = letters[0] if run == 1 else f"{letters[0]} – {letters[run - 1]}"
    return " ".join([first, *letters[run:]])
