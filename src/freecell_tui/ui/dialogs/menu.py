"""The menu: commands of the table in groups, each under its key."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, zip_longest
from typing import Final

from freecell_tui.controller.commands import BY_NAME, MENU
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import games
from freecell_tui.ui.dialogs.variants import VariantChooser
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import Line, Question, Span, spaced, width_of

_KEY_WIDTH: Final = 6  # the columns in which a key ends in every group
_ONLY_WHEN_ON: Final = ("undo", "redo", "hint", "where-lost", "restart", "bookmarks", "share", "give-up")


def menu(ui: Ui) -> Dialog:
    """Return the menu of the commands that are of use now."""
    names = [name for group in MENU.values() for name in group if _is_offered(ui.controller, name)]
    offered = {name: ui.choice(name) for name in names}
    if "undo" in offered:
        # The menu leaves out the other keys of undo: Backspace goes back in other dialogs.
        offered["undo"] = offered["undo"]._replace(more_keys=())
    offered["variants"] = offered["variants"]._replace(action=partial(_choose_variant, ui))
    groups = {title: [offered[name] for name in group if name in offered] for title, group in MENU.items()}
    back = Choice("esc", "back to the game", ui.close_screen, more_keys=ui.keymap.keys("menu"))
    next(iter(groups.values())).insert(0, back)
    return MenuDialog(ui, groups)


def _choose_variant(ui: Ui) -> None:
    ui.replace(VariantChooser(ui))


_COLUMN_GAP: Final = 3
_MenuLine = Choice | str
"""A choice, the heading of a group, or '' for a blank line."""


class MenuDialog(Question):
    """The menu in groups.

    The groups stand one below the other, or side by side where they fit the window only so.

    A single character without a meaning here that is a key of the table closes the menu, and keeps its meaning.
    Named keys and arrows do not.
    """

    _goal: int | None = None

    def __init__(self, ui: Ui, groups: Mapping[str, Sequence[Choice]]) -> None:
        self._groups: list[list[_MenuLine]] = [[title, *choices] for title, choices in groups.items()]
        super().__init__(ui, "Menu", (), list(chain(*groups.values())))

    @property
    def _columns(self) -> Sequence[Sequence[_MenuLine]]:
        room = self.most_rows
        single = [_stacked(self._groups)]
        if len(single[0]) <= room:
            return single
        halves = [[_stacked(self._groups[:end]), _stacked(self._groups[end:])] for end in range(1, len(self._groups))]
        fitting = [columns for columns in halves if self._width(columns) <= self.room]
        columns = min(fitting, key=lambda columns: max(map(len, columns)), default=single)
        # The rules of the groups are enough between them where blank rows would hide some choices.
        return columns if max(map(len, columns)) <= room else [[line for line in each if line] for each in columns]

    @property
    def columns_wanted(self) -> int:
        return self._width(self._columns)

    def _width(self, columns: Sequence[Sequence[_MenuLine]]) -> int:
        return sum(map(self._column_width, columns)) + _COLUMN_GAP * (len(columns) - 1)

    def _column_width(self, column: Sequence[_MenuLine]) -> int:
        return _KEY_WIDTH + 2 + max(len(item.text) for item in column if isinstance(item, Choice))

    def lines(self, width: int, height: int) -> Sequence[Line]:
        columns, lines = self._columns, []
        widths = [min(self._column_width(column), width) for column in columns]
        for row in zip_longest(*columns, fillvalue=""):
            spans: list[Span] = []
            cursor = None
            for item, cell in zip(row, widths, strict=True):
                if isinstance(item, str):
                    rule = (self.glyphs.rule if item else " ") * (cell - len(item) - 1)
                    spans += (Span(f"{item} ", "bar title"), Span(rule, "bar quiet"))
                else:
                    roles = "bar title", "bar text"
                    key, room = self.glyphs.key_names(key_name(item.key)), cell - _KEY_WIDTH - 2
                    if item is self.choices[self._chosen_index]:
                        before = _KEY_WIDTH - len(key) if key else _KEY_WIDTH + 2
                        cursor, roles = width_of(spans) + before, ("chosen title", "chosen title")
                    spans.append(Span(f"{key:>{_KEY_WIDTH}}  ", roles[0], item.action))
                    spans.append(Span(self.glyphs.cut(item.text, room).ljust(room), roles[1], item.action))
                spans.append(Span(" " * _COLUMN_GAP))
            lines.append(Line(spans[:-1], cursor=cursor))
        return spaced([lines], height)

    def press(self, key: str) -> str | None:
        if key in ("left", "right"):
            self._cross(1 if key == "right" else -1)
            return None
        self._goal = None
        unused, keymap = super().press(key), self._keymap
        command = None if unused is None else keymap.find(unused)
        is_arrow = command is not None and command.name in ("left", "right", "up", "down")
        if unused is None or len(unused) > 1 or is_arrow:
            return unused
        if command is None and keymap.pile(unused, self._controller.game.variant) is None:
            return unused
        self._ui.close_screen()
        self._ui.opaque.press(unused)
        return None

    def _cross(self, by: int) -> None:
        """Go to the next column, to the row nearest to the row where the crossing began."""
        columns, chosen = self._columns, self.choices[self._chosen_index]
        before = next(number for number, column in enumerate(columns) if chosen in column)
        after = before + by
        if after in range(len(columns)):
            goal = columns[before].index(chosen) if self._goal is None else self._goal
            choices = (item for item in columns[after] if isinstance(item, Choice))
            nearest = min(choices, key=lambda item: abs(columns[after].index(item) - goal))
            self._chosen_index, self._goal, self._follows = self.choices.index(nearest), goal, True


def _stacked(groups: Sequence[Sequence[_MenuLine]]) -> list[_MenuLine]:
    return [line for group in groups for line in (*group, "")][:-1]


def _is_offered(controller: Controller, name: str) -> bool:
    if name == "games":
        return games.has_other_games(controller)
    if name == "last-winnable":
        return games.moves_back_to_winnable(controller) is not None
    return name not in _ONLY_WHEN_ON or BY_NAME[name].disabled(controller) is None
