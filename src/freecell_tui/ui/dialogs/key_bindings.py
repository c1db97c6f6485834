"""The keys over the table: every command with the keys that give it, and a way to give it another."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from freecell_tui.controller.messages import Severity
from freecell_tui.engine.text import capitalised
from freecell_tui.ui.dialogs.settings import draw_line
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.keymap import BINDINGS, Binding, Command, Group, key_name
from freecell_tui.ui.widgets.dialog import Action
from freecell_tui.ui.widgets.list_dialog import ListDialog, ListItem

if TYPE_CHECKING:
    from freecell_tui.ui.app import App

_WIDTH: Final = 40
_KEYS_X: Final = 16
_USUAL_KEYS: Final = ("x", "delete")
_BACK_TO_USUAL: Final = ("delete", "backspace")


class KeysScreen(ListDialog):
    """Every command, under its name in the settings file, with its keys."""

    def __init__(self, app: "App", back: Action) -> None:
        self._app = app
        self._asked: Command | None = None
        self._refusal = ""
        groups = {
            group.value: [_CommandLine(app, each, self.ask) for each in BINDINGS if each.group is group]
            for group in Group
        }
        super().__init__("Keys", groups, _WIDTH, app.glyphs, back)

    def ask(self, command: Command) -> None:
        """Ask for the new key of a command."""
        self._refusal = ""
        self._asked = command

    def keypress(self, size: Any, key: str) -> str | None:
        """Take the key that was asked for, or do what every sheet does."""
        line = self.chosen
        assert isinstance(line, _CommandLine)
        command, self._asked, self._refusal = self._asked, None, ""
        self._app.say(None)
        if command is not None:
            self._take(command, key)
        elif key in ("enter", " "):
            self.ask(line.command)
        elif key in _USUAL_KEYS:
            self._refusal = self._app.change_keys(line.command, None)
        else:
            return super().keypress(size, key)
        self.refresh()
        return None

    def _take(self, command: Command, key: str) -> None:
        if key == "esc":
            return
        wish = None if key in _BACK_TO_USUAL else (key_name(key),)
        self._refusal = self._app.change_keys(command, wish)

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool | None:
        """Leave what was asked, and do what every sheet does."""
        if event == "mouse press":
            self._asked, self._refusal = None, ""
        return super().mouse_event(size, event, button, col, row, focus)

    def texts(self) -> Sequence[str]:
        """What is said of each command, and the longest question."""
        return [*(_about(binding) for binding in BINDINGS), *(_question(binding.command) for binding in BINDINGS)]

    def said(self) -> tuple[str, str]:
        """What was refused, what is asked, or what the command does that the cursor is on."""
        message = self._app.message
        if self._refusal:
            return capitalised(self._refusal), "warning"
        if message is not None and message.severity is Severity.REFUSAL:
            return message.text, "warning"
        if self._asked is not None:
            return _question(self._asked), "title"
        line = self.chosen
        assert isinstance(line, _CommandLine)
        return _about(line.binding), "text"

    def key_texts(self) -> Sequence[str]:
        """The keys of the sheet itself."""
        return ("",) if self._asked else ("Enter new key · x usual · Esc back",)


def _question(command: Command) -> str:
    return f"Press the new key for {command.value} (Esc: leave it, Del or Backspace: usual key)."


def _about(binding: Binding) -> str:
    usual = f"\nUsual: {binding.key_names}."
    return f"{capitalised(binding.help)}.{usual}"


class _CommandLine(ListItem):
    """A command and its keys: marked if these are not the usual ones."""

    def __init__(self, app: "App", binding: Binding, ask: Callable[[Command], None]) -> None:
        super().__init__()
        self.binding = binding
        self.command = binding.command
        self._app = app
        self._ask = ask

    def draw(self, surface: Surface, *, chosen: bool) -> None:
        """Draw the command's name and its keys."""
        now = self._app.table.keys.binding(self.command)
        draw_line(surface, self.command.value, is_usual=now.keys == self.binding.keys, chosen=chosen)
        names = narrow(self._app.glyphs.keys(now.key_names)) or "none"
        surface.text(_KEYS_X + 1, 0, names, "chosen title" if chosen else "bar title")

    def clicked(self, x: int, width: int) -> None:
        """Ask for its new key."""
        self._ask(self.command)
