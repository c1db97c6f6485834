"""The settings, keys and themes over the table, and the mistakes in the settings file."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from math import inf
from typing import Final

from freecell_tui.controller.commands import Command, search
from freecell_tui.controller.controller import Controller
from freecell_tui.engine import VARIANTS, FreecellError
from freecell_tui.engine.text import capitalised, counted
from freecell_tui.storage.settings import KEYS_GROUP, SPECS, SettingSpec, Value, first_problems
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.cards.strokes import draw_pattern
from freecell_tui.ui.drawing.cards.style import CardPicture
from freecell_tui.ui.drawing.surface import Box, Size
from freecell_tui.ui.drawing.themes.theme import Theme, in_theme
from freecell_tui.ui.keymap import KeyChanges, KeyWishes, is_from_command, key_name, preset_keymap
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import Question
from freecell_tui.ui.widgets.rows import Column, Item, Row, Rows

_CHANGED: Final = "* Changed. "
_ADD_KEY: Final = "+"


class _Sheet(Rows[Item]):
    """A list beside the table, with a note on the chosen item."""

    align = "right"
    dims = False
    columns_wanted = 36
    has_groups = True
    has_rule = True
    only_steps_out = True  # a switch that turned itself off could not come back

    def note(self) -> tuple[str, str]:
        """Return the effect of the last key, or else the text about the item.

        The effect may be that a change cannot be kept.
        """
        message = self._ui.opaque.message
        if not self.message and message is not None and message.severity == "refusal":
            return message.text, "warning"
        return super().note()

    def is_default(self, item: Item) -> bool:
        """Return whether an item has its default value, and so no mark."""
        return True

    def paint(self, drawing: DrawContext, box: Box, item: Item) -> None:
        if not self.is_default(item):
            x = box.right - self.columns[-1].width - 1
            drawing.text(x, box.y, "*", "chosen title" if item == self.chosen else "bar title")

    def press(self, key: str) -> str | None:
        self._controller.notify(None)
        return super().press(key)


_KEYS_WIDTH: Final = 13
_ONE_KEY: Final = 6


class KeysScreen(_Sheet[Command[Controller]]):
    """The commands and the piles with their keys.

    Typed words find commands and piles.
    """

    columns_wanted = 56
    filter_label = "Find: "
    open_label = "new key"
    nothing = "No command found. Try another word."
    _waiting: Command[Controller] | None = None
    """The command that the next key is for."""
    _adds = False
    """Whether the next key is added to the command's keys."""

    def __init__(self, ui: Ui) -> None:
        self._preset = preset_keymap(ui.controller.settings)
        super().__init__(ui, "Keys")

    @property
    def items(self) -> Sequence[Command[Controller]]:
        commands, typed = (*self._preset.commands, *self._preset.piles), self.typed
        return search(typed, commands, lambda each: (each.title, each.found_by, each.help)) if typed else commands

    def group(self, item: Command[Controller]) -> str:
        return "Piles" if item in self._preset.piles else item.group

    def wanted(self) -> Size:
        self.columns = (Column(weight=1), Column(_ONE_KEY if self.is_narrow else _KEYS_WIDTH, ink="title"))
        return super().wanted()

    def row(self, item: Command[Controller]) -> Row:
        keys = self._keymap.keys(item.name)
        names = self.glyphs.key_names(self._names(keys))
        return Row([item.title, (names if len(names) <= self.columns[1].width else self._names(keys[:1])) or "none"])

    def _names(self, keys: Iterable[str]) -> str:
        """Return the names of keys. A key that the terminal cannot show has its number in Unicode."""
        names = map(key_name, keys)
        return " ".join(
            name if name.isascii() or "?" not in self.glyphs.key_names(name) else f"U+{ord(name[-1]):04X}"
            for name in names
        )

    def is_default(self, item: Command[Controller]) -> bool:
        return self._keymap.keys(item.name) == item.keys

    def open(self, item: Command[Controller]) -> None:
        self._ask(item, adds=False)

    def _ask(self, command: Command[Controller], *, adds: bool) -> None:
        """Ask for a key, in place of a command's keys or beside them."""
        self.message, self._waiting, self._adds = "", command, adds

    @property
    def takes_any_key(self) -> bool:  # type: ignore[override]
        return self._waiting is not None

    def keys(self) -> Sequence[Choice]:
        chosen = self.chosen
        if chosen is None:
            return ()
        return [
            Choice(_ADD_KEY, "add", partial(self._ask, chosen, adds=True)),
            Choice("delete", "default", partial(self._change, {chosen.name: None})),
        ]

    def press(self, key: str) -> str | None:
        """Take the key that was asked for, or else act as a list.

        A + adds a key, and is no text that finds a command.
        """
        command, self._waiting = self._waiting, None
        chosen = self.chosen
        if command is not None and key != "esc":
            self._take(command, key)
        elif command is None and key == _ADD_KEY and chosen is not None and self._prompt is None:
            self._ask(chosen, adds=True)
        elif command is None:
            return super().press(key)
        self._controller.notify(None)
        return None

    @property
    def _wishes(self) -> KeyWishes:
        return KeyWishes(self._preset, self._controller.settings.keys, self._ui.refused_keys)

    def _take(self, command: Command[Controller], key: str) -> None:
        """Give a command the pressed key, or refuse the key.

        Offer to take the key of another command.
        """
        name, keymap, adds = command.name, self._keymap, self._adds
        if adds and keymap.matches(key, name):
            return
        if not adds and key in ("delete", "backspace"):
            self._change({name: None})
            return
        is_pile = command in self._preset.piles
        owner = keymap.owner(key) if is_pile else keymap.find(key)
        self._change(self._wishes.with_key(name, key, adds=adds))
        if self.message and owner is not None and owner.name != name:
            takes = adds or is_from_command(name, owner.name)
            effect = f"gives it to this {'pile' if is_pile else 'command'}" if takes else "swaps them"
            question = f"{self.key_called(key)} is the key for “{owner.title}”. Enter {effect}."
            swap = partial(self._change, self._wishes.taking_key(name, key, owner.name, adds=adds))
            self.ask_first(question, "take" if takes else "swap", swap, ("enter",))

    def _change(self, changes: KeyChanges) -> None:
        """Give commands other keys, or refuse that."""
        self.message = self._wishes.refusal(changes)
        if not self.message:
            for name, keys in changes.items():
                self._controller.preferences.change_keys(name, keys)

    def mouse_event(self, event: MouseEvent) -> None:
        if event.kind == "press":
            self._waiting = None
        super().mouse_event(event)

    def about(self, item: Command[Controller]) -> tuple[str, str]:
        default = " ".join(map(key_name, item.keys)) or "none"
        return f"{capitalised(item.help)}.\n{'' if self.is_default(item) else _CHANGED}Default: {default}.", "text"

    def all_notes(self) -> Sequence[str]:
        return [
            text
            for each in (*self._preset.commands, *self._preset.piles)
            for text in (self.about(each)[0], _question(each.title, adds=False))
        ]

    def note(self) -> tuple[str, str]:
        text, ink = super().note()
        if self._waiting is not None and ink == "text":
            return _question(self._waiting.title, adds=self._adds), "title"
        return text, ink

    def key_hints(self) -> Sequence[Choice]:
        """Return the keys of the list, or the special keys while a new key is asked for."""
        if self._waiting is None:
            return super().key_hints()
        default = () if self._adds else (self.hint("delete", "default"),)
        return *default, self.hint("esc", "cancel")


def _question(title: str, *, adds: bool) -> str:
    if adds:
        return f"Press the key to add for “{title}” (Esc: cancel)."
    return f"Press the new key for “{title}” (Esc: cancel, Del or Backspace: default)."


_SWATCH_ROWS: Final = 2
_SAMPLE: Final = CardPicture(("K♠  Q♥  [♦]", "    J♣"), 19, is_compact=True)


class ThemesScreen(_Sheet[str]):
    """The themes, each with a picture in its colours.

    Esc brings back the theme from before.
    """

    items: Sequence[str] = ()
    columns = (Column(weight=1, ink="title"),)
    has_groups = False
    has_rule = False
    open_label = "choose"

    def __init__(self, ui: Ui) -> None:
        self._before = ui.controller.settings.theme
        self.items = list(dict.fromkeys([*ui.controller.frontend.theme_names, self._before]))
        self._themes: dict[str, Theme] = {}
        self._abouts = {themes.AUTO: "light or dark like your terminal: daylight or felt"}
        for name in self.items:
            try:
                theme = themes.load(name, themes.user_folder())
            except FreecellError as error:
                self._abouts[name] = str(error).rstrip(".")
            else:
                self._themes[name] = theme
                self._abouts.setdefault(name, theme.about or "your own")
        self.noted = [*self._themes]
        super().__init__(ui, "Themes", self.items.index(self._before))

    @property
    def item_rows(self) -> int:  # type: ignore[override]
        """Two rows and a blank one where all themes have that many, or else one."""
        rows = _SWATCH_ROWS + 1
        return rows if rows * len(self.items) + 2 <= self.most_rows else 1

    def row(self, item: str) -> Row:
        return Row([item], " ")

    def open(self, item: str) -> None:
        self._ui.close_screen()

    def close(self) -> None:
        """Bring back the theme from before."""
        self.choose(self.items.index(self._before))
        self._ui.close_screen()

    def choose(self, at: int) -> None:
        super().choose(at)
        chosen = self.items[self.chosen_index]
        if chosen != self._controller.settings.theme:
            self._controller.preferences.change("theme", chosen)

    def paint(self, drawing: DrawContext, box: Box, item: str) -> None:
        theme = self._themes.get(item)
        if theme is None or not self.glyphs.has_colour:
            return
        sample = _SAMPLE.draw(drawing.glyphs, self._ui.appearance.suit_inks)
        for y in range(min(box.height, sample.height)):
            roles = [in_theme(theme, role) for role in sample.roles[y]]
            drawing.cells(box.right - sample.width, box.y + y, sample.chars[y], roles)

    def about(self, item: str) -> tuple[str, str]:
        return f"{capitalised(self._abouts[item])}.", "text"


_VALUE_WIDTHS: Final = (21, 19)
"""The width of a value between its arrows, in a wide window and in a narrow one."""
_KEYS: Final = SettingSpec("keys", "Keys…", (), "Choose your own keys for commands.", KEYS_GROUP, "")
"""The way to the keys, among the settings."""


def value_name(row: SettingSpec, value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if row.name == "variant":
        return VARIANTS[str(value)].title
    if row.name == "scan" and isinstance(value, int):
        return counted(value, "second")
    return {
        "end": "at the end",
        "asked": "when asked",
        "both": "both hands",
        "left": "left hand",
        "right": "right hand",
    }.get(str(value), str(value))


class SettingsScreen(_Sheet[SettingSpec]):
    items: Sequence[SettingSpec] = (*SPECS, _KEYS)
    columns_wanted = 38
    close_label = "close"

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, "Settings")

    @property
    def _width(self) -> int:
        return _VALUE_WIDTHS[self.is_narrow]

    def wanted(self) -> Size:
        self.columns = (Column(weight=1), Column(self._width))
        return super().wanted()

    def group(self, item: SettingSpec) -> str:
        return item.group

    def row(self, item: SettingSpec) -> Row:
        settings = self._controller.settings
        if item is _KEYS:
            text = f"{len(settings.keys)} changed" if settings.keys else "default"
            return Row([item.title, text.center(self._width)])
        left, right = tuple(self.glyphs.arrows)
        text = value_name(item, getattr(settings, item.name))
        return Row([item.title, f"{left}{text[: self._width - 2].center(self._width - 2)}{right}"])

    def is_default(self, item: SettingSpec) -> bool:
        settings = self._controller.settings
        return not settings.keys if item is _KEYS else getattr(settings, item.name) == item.default

    def paint(self, drawing: DrawContext, box: Box, item: SettingSpec) -> None:
        """Draw the back of the cards beside its name, and let clicks change a value.

        A click on the left arrow steps back; any other click steps on.
        """
        super().paint(drawing, box, item)
        if item is _KEYS:
            return
        index, left = self.items.index(item), box.right - self._width
        if item.name == "card_back" and self.glyphs.has_colour:
            # Three cells of the pattern, and a blank one.
            draw_pattern(drawing, Box(left - 4, box.y, 3, 1), self._ui.appearance.pattern(self.glyphs))
        drawing.on_click(Box(left, box.y, self._width, 1), partial(self._step, index, 1))
        # The left arrow, and the cell beside it.
        drawing.on_click(Box(left, box.y, 2, 1), partial(self._step, index, -1))

    def _step(self, index: int, by: int) -> None:
        self._controller.notify(None)
        self.choose(index)
        self._change(by)

    def open(self, item: SettingSpec) -> None:
        if item is _KEYS:
            self._ui.push(KeysScreen(self._ui))
        elif item.name == "theme":
            self._ui.push(ThemesScreen(self._ui))
        else:
            self._change(1)

    def keys(self) -> Sequence[Choice]:
        item = self.items[self.chosen_index]
        if item is _KEYS:
            return [Choice("right", "", partial(self.open, item))]
        return [
            Choice("left", "", partial(self._change, -1)),
            Choice("right", "", partial(self._change, 1)),
            Choice("x", "default", partial(self._set, item, item.default), more_keys=("delete",)),
        ]

    def _change(self, by: int) -> None:
        """Step the chosen setting by `by` values."""
        item = self.items[self.chosen_index]
        values = list(item.values or self._controller.frontend.theme_names)
        value = getattr(self._controller.settings, item.name)
        if value not in values:
            values.append(value)
        self._set(item, values[(values.index(value) + by) % len(values)])

    def _set(self, item: SettingSpec, value: Value) -> None:
        if item.name in self._controller.settings.profile:
            self._controller.refuse("This is off for screen readers: turn off “Screen reader” to change it.")
        elif value != getattr(self._controller.settings, item.name):
            self._controller.preferences.change(item.name, value)

    def about(self, item: SettingSpec) -> tuple[str, str]:
        value = getattr(self._controller.settings, item.name)
        note = item.help if item is _KEYS else self._note(item, value)
        return note, "text"

    def _note(self, item: SettingSpec, value: Value | None) -> str:
        meaning = f": {item.meanings[value]}" if value is not None and item.meanings else ""
        changed = "" if value == item.default else _CHANGED
        default = "" if item.default == "default" else f"Default: {value_name(item, item.default)}."
        return f"{capitalised(item.help)}{meaning}.\n{changed}{default}".rstrip()

    def all_notes(self) -> Sequence[str]:
        return [_KEYS.help, *(self._note(spec, value) for spec in SPECS for value in spec.meanings or [None])]

    def label(self) -> str:
        return {"keys": "open", "theme": "all themes"}.get(self.items[self.chosen_index].name, "")

    def key_hints(self) -> Sequence[Choice]:
        change = () if self.chosen is _KEYS else [Choice("← →", "change", partial(self.press, "right"))]
        return [*change, *super().key_hints()]


def settings_problems(ui: Ui, file: str, sentences: Sequence[str]) -> Dialog:
    """Return a dialog with the mistakes in the settings file of that name."""
    problems = (text.removeprefix(f"{file}, ").removeprefix(f"{file}: ") for text in first_problems(sentences))
    mistakes = [capitalised(text) for text in sorted(problems, key=_line_number)]
    text = [f"Enter continues with {'the default for it' if len(mistakes) == 1 else 'the defaults for these'}."]
    choices = (Choice("enter", "play", ui.close_screen),)
    return Question(ui, f"{counted(len(sentences), 'mistake')} in {file}", text, choices, below=mistakes)


def _line_number(problem: str) -> float:
    """Return the line of a problem, or infinity for a problem of the whole file."""
    number = re.match(r"line (\d+)", problem)
    return inf if number is None else int(number[1])
