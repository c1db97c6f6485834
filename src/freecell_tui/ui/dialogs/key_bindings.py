"""The keys over the table: every command with the keys that give it, and a way to give it another."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from freecell_tui.controller.commands import Command
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Severity
from freecell_tui.engine.text import capitalised
from freecell_tui.ui.context import Ui
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.key_names import key_name
from freecell_tui.ui.keymap import ADDED, KeyMap, is_added
from freecell_tui.ui.widgets.list_dialog import ListDialog, ListItem
from freecell_tui.ui.widgets.parts import KeyHint

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
        return [text for command in commands for text in (_about(command), _question(command.name, adds=False))]

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
        return _about(line.command), "text"

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


def _about(command: Command[Controller]) -> str:
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
