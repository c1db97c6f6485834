"""The settings over the table: each is seen there as soon as it is changed, and kept in the file; and the keys."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final

from freecell_tui.controller.commands import Command
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Severity
from freecell_tui.engine import VARIANTS
from freecell_tui.engine.text import capitalised
from freecell_tui.storage.settings import DEFAULTS, KEYS_GROUP, SPECS, SettingSpec, Value
from freecell_tui.ui.drawing.cards.strokes import draw_pattern
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.keymap import ADDED, KeyMap, is_added, key_name
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.list_dialog import ListDialog, ListItem
from freecell_tui.ui.widgets.parts import Action, KeyHint

# The keys over the table: every command with the keys that give it, and a way to give it another.


_WIDTH: Final = 40
_KEYS_X: Final = 16
_USUAL_KEYS: Final = ("x", "delete")
_BACK_TO_USUAL: Final = ("delete", "backspace")
_ADD_KEY: Final = "+"


class KeysScreen(ListDialog):
    """Every command, under its name in the settings file, with its keys."""

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._preset = KeyMap.preset(ui.controller.settings.keymap)
        self._asked: str | None = None
        self._adds = False
        self._refusal = ""
        commands = self._preset.commands
        groups = {
            group.value: [_CommandLine(ui, each, self.ask) for each in commands if each.group is group]
            for group in dict.fromkeys(command.group for command in commands)
        }
        super().__init__("Keys", groups, _WIDTH, ui.glyphs, ui.close_screen)

    def ask(self, command: str, *, adds: bool = False) -> None:
        """Ask for the new key of a command, or for one to add to those that it has."""
        self._refusal = ""
        self._asked, self._adds = command, adds

    @property
    def takes_any_key(self) -> bool:
        """Whether the key of a command is asked for."""
        return self._asked is not None

    def keypress(self, size: Any, key: str) -> str | None:
        """Take the key that was asked for, or do what every sheet does."""
        line = self.chosen
        assert isinstance(line, _CommandLine)
        command, self._asked, self._refusal = self._asked, None, ""
        self._ui.controller.notify(None)
        if command is not None:
            self._take(command, key)
        elif key in ("enter", " ", _ADD_KEY):
            self.ask(line.command.name, adds=key == _ADD_KEY)
        elif key in _USUAL_KEYS:
            self._change(line.command.name, None)
        else:
            return super().keypress(size, key)
        self.refresh()
        return None

    def _take(self, command: str, key: str) -> None:
        if key == "esc":
            return
        if self._adds:
            self._add(command, key)
        else:
            self._change(command, None if key in _BACK_TO_USUAL else (key_name(key),))

    def _add(self, command: str, key: str) -> None:
        """Give a command one key more; the preset's keys stay its own, so that they need not be written down."""
        if self._ui.keymap.matches(key, command):
            return
        refused = [name for name, _ in self._ui.refused_keys]
        wish = None if command in refused else self._ui.controller.settings.keys.get(command)
        own = wish is not None and not any(map(is_added, wish))
        self._change(command, (*(wish or ()), key_name(key) if own else f"{ADDED}{key_name(key)}"))

    def _change(self, command: str, keys: Sequence[str] | None) -> None:
        """Give a command other keys, unless a command would lose its keys by that."""
        controller = self._ui.controller
        wishes = {name: given for name, given in controller.settings.keys.items() if name != command}
        if keys is not None:
            wishes[command] = tuple(keys)
        refused = [each for each in self._preset.remapped(wishes)[1] if each not in self._ui.refused_keys]
        if refused:
            self._refusal = refused[0][1]
        else:
            controller.preferences.change_keys(command, keys)

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool | None:
        """Leave what was asked, and do what every sheet does."""
        if event == "mouse press":
            self._asked, self._refusal = None, ""
        return super().mouse_event(size, event, button, col, row, focus)

    def all_notes(self) -> Sequence[str]:
        """Return what is said of each command, and the longest question."""
        commands = self._preset.commands
        return [text for command in commands for text in (_about_keys(command), _question(command.name, adds=False))]

    def note(self) -> tuple[str, str]:
        """Return what was refused, what is asked, or what the command does that the cursor is on."""
        message = self._ui.stack.opaque.message
        if self._refusal:
            return capitalised(self._refusal), "warning"
        if message is not None and message.severity is Severity.REFUSAL:
            return message.text, "warning"
        if self._asked is not None:
            return _question(self._asked, adds=self._adds), "title"
        line = self.chosen
        assert isinstance(line, _CommandLine)
        return _about_keys(line.command), "text"

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of the list, or those that are no answer while a new key is asked for."""
        if self._asked:
            default = () if self._adds else (self.hint("delete", "default"),)
            return *default, self.hint("esc", "cancel")
        new, add = self.hint("enter", "new key"), self.hint(_ADD_KEY, "add")
        return new, add, self.hint("x", "default"), self.hint("esc", "back")


def _question(command: str, *, adds: bool) -> str:
    if adds:
        return f"Press the key to add for {command} (Esc: cancel)."
    return f"Press the new key for {command} (Esc: cancel, Del or Backspace: default)."


def _about_keys(command: Command[Controller]) -> str:
    default = f"\nDefault: {' '.join(map(key_name, command.keys))}."
    return f"{capitalised(command.help)}.{default}"


class _CommandLine(ListItem):
    """A command and its keys: marked if these are not the defaults."""

    def __init__(self, ui: Ui, command: Command[Controller], ask: Callable[[str], None]) -> None:
        super().__init__()
        self.command = command
        self._ui = ui
        self._ask = ask

    def draw(self, surface: Surface, *, chosen: bool) -> None:
        """Draw the command's name and its keys."""
        keymap, name = self._ui.keymap, self.command.name
        draw_line(surface, name, is_default=keymap.keys(name) == self.command.keys, chosen=chosen)
        names = narrow(self._ui.glyphs.key_names(keymap.all_named(name))) or "none"
        surface.text(_KEYS_X + 1, 0, names, "chosen title" if chosen else "bar title")

    def clicked(self, x: int, width: int) -> None:
        """Ask for its new key."""
        self._ask(self.command.name)


def draw_line(surface: Surface, title: str, *, is_default: bool, chosen: bool) -> None:
    """Draw a line's title, with a mark before it if what it says is not the default."""
    if not is_default:
        surface.text(0, 0, "*", "chosen title" if chosen else "bar warning")
    surface.text(1, 0, title, "chosen title" if chosen else "bar text")


_VALUE_X: Final = 17
_SWATCH: Final = 3
# With room to spare the values stand apart from the titles.
_ROOM_TO_SPARE: Final = 38
_KEYS_HELP: Final = "Choose your own keys for commands."
_STEPS: Final = {"left": -1, "right": 1, "enter": 1, " ": 1}


def value_name(row: SettingSpec, value: Value) -> str:
    """Return a value as people say it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return VARIANTS[str(value)].title if row.name == "variant" else str(value)


class SettingsScreen(ListDialog):
    """Every setting with its value."""

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._themes = ui.controller.frontend.theme_names
        groups: dict[str, Sequence[ListItem]] = {
            group: [_SettingLine(ui, row, self.change) for row in rows] for group, rows in groupby(SPECS, _group)
        }
        groups[KEYS_GROUP] = [*groups[KEYS_GROUP], _KeysLine(ui, self._open_keys)]
        super().__init__("Settings", groups, _WIDTH, ui.glyphs, ui.close_screen)

    def _open_keys(self) -> None:
        self._ui.push(KeysScreen(self._ui))

    def change(self, row: SettingSpec, by: int) -> None:
        """Give a setting the value that lies so many further on."""
        values = list(row.values or self._themes)
        value = getattr(self._ui.controller.settings, row.name)
        if value not in values:
            values.append(value)
        self._set(row, values[(values.index(value) + by) % len(values)])

    def _set(self, row: SettingSpec, value: Value) -> None:
        self._ui.controller.notify(None)
        if value != getattr(self._ui.controller.settings, row.name):
            self._ui.controller.preferences.change(row.name, value)
        self.glyphs = self._ui.glyphs

    def keypress(self, size: Any, key: str) -> str | None:
        """Change the setting that the cursor is on, or do what every sheet does."""
        line = self.chosen
        if not isinstance(line, _SettingLine):
            if key in _STEPS and key != "left":
                self._open_keys()
                return None
        elif key in _STEPS:
            self.change(line.row, _STEPS[key])
        elif key in _USUAL_KEYS:
            self._set(line.row, getattr(DEFAULTS, line.row.name))
        else:
            self._ui.controller.notify(None)
        return super().keypress(size, key)

    def all_notes(self) -> Sequence[str]:
        """Return what is said of each row."""
        return [*map(_about, SPECS), _KEYS_HELP]

    def note(self) -> tuple[str, str]:
        """Return what the row means that the cursor is on, or why a change cannot be kept."""
        message = self._ui.stack.opaque.message
        if message is not None and message.severity is Severity.REFUSAL:
            return message.text, "warning"
        line = self.chosen
        return (_about(line.row) if isinstance(line, _SettingLine) else _KEYS_HELP), "text"

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of the chosen line."""
        if not isinstance(self.chosen, _SettingLine):
            return self.hint("enter", "open"), self.hint("esc", "close")
        change = ("← →", "change", lambda: self.press("right"))
        return change, self.hint("x", "default"), self.hint("esc", "close")


def _group(row: SettingSpec) -> str:
    return row.group


def _about(row: SettingSpec) -> str:
    """Return what a row means, as a sentence, and its default."""
    return f"{capitalised(row.help)}.\nDefault: {value_name(row, getattr(DEFAULTS, row.name))}."


class _SettingLine(ListItem):
    """A setting: marked if its value is not the default, with an arrow on each side of the value."""

    def __init__(self, ui: Ui, row: SettingSpec, change: Callable[[SettingSpec, int], None]) -> None:
        super().__init__()
        self.row = row
        self._ui = ui
        self._change = change

    def draw(self, surface: Surface, *, chosen: bool) -> None:
        """Draw title, arrows and value."""
        value = getattr(self._ui.controller.settings, self.row.name)
        draw_line(surface, self.row.title, is_default=value == getattr(DEFAULTS, self.row.name), chosen=chosen)
        glyphs, right = self._ui.glyphs, surface.width - 1
        quiet, loud = ("chosen title", "chosen title") if chosen else ("bar quiet", "bar text")
        left = _value_x(surface.width)
        surface.text(left, 0, glyphs.arrows[0], quiet)
        surface.text(right, 0, glyphs.arrows[1], quiet)
        room = right - left - 1
        name = narrow(glyphs.displayable(value_name(self.row, value)))
        shows_back = self.row.name == "card_back" and self._ui.has_colour
        text = f"{' ' * (_SWATCH + 1) * shows_back}{name}"[:room]
        start = left + 1 + (room - len(text)) // 2
        surface.text(start, 0, text, loud)
        if shows_back:
            # The back itself, before its name.
            draw_pattern(surface, Box(start, 0, _SWATCH, 1), self._ui.appearance.pattern(glyphs))

    def clicked(self, x: int, width: int) -> None:
        """Take the value before it on the left arrow, and else the next one."""
        self._change(self.row, -1 if x - _value_x(width) in (0, 1) else 1)


class _KeysLine(ListItem):
    """The way to the keys."""

    def __init__(self, ui: Ui, open_keys: Action) -> None:
        super().__init__()
        self._ui = ui
        self._open_keys = open_keys

    def draw(self, surface: Surface, *, chosen: bool) -> None:
        """Draw how many keys are not the defaults."""
        changed = len(self._ui.controller.settings.keys)
        draw_line(surface, self._ui.glyphs.displayable("Keys…"), is_default=not changed, chosen=chosen)
        text = f"{changed} changed" if changed else "default"
        left = _value_x(surface.width)
        room = surface.width - left - 2
        surface.text(left + 1, 0, text.center(room), "chosen title" if chosen else "bar text")

    def clicked(self, x: int, width: int) -> None:
        """Open them."""
        self._open_keys()


def _value_x(width: int) -> int:
    """Where the values begin in a line of this width."""
    return _VALUE_X if width < _ROOM_TO_SPARE else _VALUE_X + 1
