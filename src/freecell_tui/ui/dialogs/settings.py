"""The settings over the table: each can be seen there as soon as it is changed, and is kept in the player's file."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final

from freecell_tui.controller.frontend import Severity
from freecell_tui.engine import VARIANTS
from freecell_tui.engine.text import capitalised
from freecell_tui.storage.settings import DEFAULTS, KEYS_GROUP, SPECS, SettingSpec, Value
from freecell_tui.ui.context import Ui
from freecell_tui.ui.dialogs.key_bindings import KeysScreen, draw_line
from freecell_tui.ui.drawing.cards.strokes import draw_pattern
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.widgets.list_dialog import ListDialog, ListItem
from freecell_tui.ui.widgets.parts import Action, KeyHint

_WIDTH: Final = 40
_VALUE_X: Final = 17
_SWATCH: Final = 3
# With room to spare the values stand apart from the titles.
_ROOM_TO_SPARE: Final = 38
_KEYS_HELP: Final = "Choose your own keys for commands."
_STEPS: Final = {"left": -1, "right": 1, "enter": 1, " ": 1}
_USUAL_KEYS: Final = ("x", "delete")


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
