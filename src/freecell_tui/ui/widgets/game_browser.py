"""A dialog with games to choose from: a list with a few words on each, and a picture of the chosen game's table.

The picture is beside the list, or below it on a small screen. What is in the list, and what is done with it, is up to a
`GameList`; only what is on the screen is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import Any, Final, Protocol

from freecell_tui.engine import FreecellError, Game, parse_name
from freecell_tui.engine.game import MAX_NAME_LENGTH
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.preview import NARROWEST, Preview
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext, LineField
from freecell_tui.ui.widgets.parts import Action, KeyHint, draw_scroll_bar, scrolled_window

# What a game browser shows: rows of games, and what can be done with them.


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: its key or '', its title, its name or '', further facts, and when it was played.

    `game` is shown as a picture; without one, `error` says why.
    """

    key: str
    title: str
    name: str = ""
    facts: Sequence[str] = ()
    when: str = ""
    game: Game | None = None
    error: str = ""


class GameList(Protocol):
    """The games of a browser, counted from 0. Texts that methods return are messages for the player, or ''."""

    title: str
    empty_text: str
    open_label: str
    remove_label: str

    def __len__(self) -> int: ...

    def row(self, at: int) -> GameRow:
        """Return what to show of a game."""

    def find_key(self, key: str) -> int | None:
        """Return the game that a key opens."""

    def open(self, at: int) -> str:
        """Open a game; return why that cannot be."""

    def rename(self, at: int, name: str) -> tuple[int, str]:
        """Rename a game; return where it is then, and why it could not be renamed."""

    def removal_warning(self, at: int) -> str:
        """Return the question to confirm before a game is removed."""

    def remove(self, at: int) -> str:
        """Remove a game; return what to tell the player."""

    @property
    def can_restore(self) -> bool:
        """Whether a removed game can come back."""

    def restore(self) -> tuple[int | None, str]:
        """Bring back the game removed last; return where it is then, and what to tell the player."""


_SIZE: Final = (150, 45)
_BESIDE: Final = (12, 8)
"""The columns and rows beside it in a window that is larger than that."""

_SMALLEST_LIST: Final = 35
_LARGEST_LIST: Final = 44
_CAPTION: Final = 2
# The share of the rows that a list above its picture gets.
_LIST_SHARE: Final = 0.4
_NAME_LABEL: Final = "Name: "
_OPEN_KEYS: Final = ("enter", " ")
_REMOVE_KEYS: Final = ("x", "delete")
_NAME_KEYS: Final = ("e", "f2")
_RESTORE_KEY: Final = "u"


class GameBrowser(CanvasDialog):
    """The games of a list, with the one at `at` chosen at first."""

    margin = 0

    def __init__(self, games: GameList, preview: Preview, glyphs: Glyphs, close: Action, at: int = 0) -> None:
        self._games = games
        self._preview = preview
        self._close = close
        self._chosen = at
        self._visible = range(1)
        self._message = ""
        self._is_confirming = False
        self._name_field: LineField | None = None
        super().__init__(games.title, _SIZE, glyphs, close, {})

    @property
    def title(self) -> str:
        """The title, and which game of how many is chosen."""
        count = len(self._games)
        return f"{self._games.title}: {self._chosen + 1} of {count}" if count else self._games.title

    def use_window(self, size: tuple[int, int]) -> None:
        """Have a larger picture in a larger window."""
        self.wish((max(size[0] - _BESIDE[0], _SIZE[0]), max(size[1] - _BESIDE[1], _SIZE[1])))

    # Keys and clicks

    def keypress(self, size: Any, key: str) -> str | None:
        """Choose another game, or do something with the chosen one."""
        is_used = True
        if self._name_field is not None:
            self._type(self._name_field, key)
        elif self._is_confirming:
            self._remove(confirmed=key in _REMOVE_KEYS)
        else:
            self._message = ""
            is_used = self._do(key)
        self.refresh()
        return None if is_used else key

    def paste(self, text: str) -> None:
        """Put pasted text into the name that is being typed."""
        if self._name_field is not None:
            self._name_field.paste(text)
            self._message = ""
            self.refresh()

    def _do(self, key: str) -> bool:
        """Do what a key stands for; return False if it stands for nothing."""
        page = max(len(self._visible) - 1, 1)
        steps = {"up": -1, "down": 1, "page up": -page, "page down": page}
        steps |= {"home": -len(self._games), "end": len(self._games)}
        if key in steps:
            self._choose(self._chosen + steps[key])
        elif key == "esc":
            self._close()
        elif key == _RESTORE_KEY:
            self._restore()
        elif (at := self._games.find_key(key)) is not None:
            self._open(at)
        else:
            return bool(len(self._games)) and self._do_with_chosen(key)
        return True

    def _do_with_chosen(self, key: str) -> bool:
        if key in _OPEN_KEYS:
            self._open(self._chosen)
        elif key in _NAME_KEYS and self._games.row(self._chosen).game is not None:
            self._name_field = LineField(self._games.row(self._chosen).name, MAX_NAME_LENGTH)
        elif key in _REMOVE_KEYS:
            self._message = self._games.removal_warning(self._chosen)
            self._is_confirming = bool(self._message)
            if not self._is_confirming:
                self._remove(confirmed=True)
        else:
            return False
        return True

    def _choose(self, at: int) -> None:
        self._chosen = max(min(at, len(self._games) - 1), 0)

    def _open(self, at: int) -> None:
        self._choose(at)
        self._message = self._games.open(at)

    def _remove(self, *, confirmed: bool) -> None:
        """Remove the chosen game, or leave it alone."""
        self._is_confirming = False
        self._message = self._games.remove(self._chosen) if confirmed else ""
        self._choose(self._chosen)

    def _restore(self) -> None:
        at, self._message = self._games.restore()
        self._choose(self._chosen if at is None else at)

    def _type(self, field: LineField, key: str) -> None:
        if key == "esc":
            self._name_field, self._message = None, ""
        elif key == "enter":
            try:
                name = parse_name(field.edit_text)
            except FreecellError as error:
                self._message = str(error)
                return
            self._name_field = None
            at, self._message = self._games.rename(self._chosen, name)
            self._choose(at)
        else:
            self._message = ""
            field.press(key)

    def _open_clicked(self, at: int | None = None) -> None:
        """Open a game, the chosen one by default, unless there is a name to type or a removal to confirm."""
        if self._name_field is None and not self._is_confirming:
            self._open(self._chosen if at is None else at)

    def _choose_clicked(self, at: int) -> None:
        if self._name_field is None and not self._is_confirming:
            self._choose(at)

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw the list, the picture and the message."""
        width, body = drawing.width, drawing.height
        list_width = min(max(width // 3 + 6, _SMALLEST_LIST), _LARGEST_LIST)
        if not len(self._games):
            for y, line in enumerate(wrap(drawing.displayable(self._games.empty_text), max(width - 4, 1)), 1):
                drawing.write(2, y, line)
        elif width >= list_width + 3 + NARROWEST:
            self._draw_list(drawing, Box(1, 0, list_width, body - 1), rows=2)
            self._draw_beside(drawing, Box(list_width + 2, 0, width - list_width - 3, body))
        else:
            rows = max(int(body * _LIST_SHARE), 1)
            self._draw_list(drawing, Box(0, 0, width, rows), rows=1)
            self._draw_below(drawing, Box(0, rows, width, body - rows))
        self._draw_foot(drawing)

    def _draw_list(self, drawing: DrawContext, box: Box, rows: int) -> None:
        """Draw as many games as there is room for, with `rows` rows for each."""
        count, room = len(self._games), max(box.height // rows, 1)
        self._choose(self._chosen)
        self._visible = scrolled_window(self._visible.start, self._chosen, count, room)
        scrolls = count > room
        # Without colours a line is between the list and the picture beside it.
        has_line = rows > 1 and self.glyphs.is_for_one_colour
        right = box.x + box.width - 1
        if has_line:
            drawing.surface.fill(right, box.y, 1, box.height + 1, "bar quiet", self.glyphs.frame[-1])
        for row, at in enumerate(self._visible):
            place = Box(box.x, box.y + row * rows, box.width - (scrolls or has_line), rows)
            drawing.on_click(place, partial(self._open_clicked, at), partial(self._choose_clicked, at))
            self._draw_row(drawing, place, self._games.row(at), is_chosen=at == self._chosen)
        if scrolls:
            bar = Box(right, box.y, 1, room * rows)
            draw_scroll_bar(drawing.surface, bar, self._visible, count, self.glyphs)

    def _draw_row(self, drawing: DrawContext, box: Box, row: GameRow, *, is_chosen: bool) -> None:
        background = "chosen" if is_chosen else "bar"
        drawing.surface.fill(box.x, box.y, box.width, box.height, f"{background} text")
        drawing.surface.text(box.x + 1, box.y, row.key, f"{background} title")
        left, right = box.x + 3, box.x + box.width - 1
        title, when = row.name or row.title, drawing.displayable(row.when)
        if len(title) + len(when) >= right - left:
            when = when.removesuffix(" ago")
        drawing.surface.text(right - len(when), box.y, when, f"{background} quiet")
        title = drawing.cut(title, right - len(when) - 1 - left)
        drawing.surface.text(left, box.y, title, f"{background} {'warning' if row.game is None else 'title'}")
        if box.height > 1:
            facts = (row.title, *row.facts) if row.name else row.facts
            text = " · ".join(facts) or row.error
            drawing.surface.text(left, box.y + 1, drawing.cut(text, right - left), f"{background} quiet")
        if is_chosen:
            drawing.cursor = (box.x + 1, box.y)

    def _draw_beside(self, drawing: DrawContext, box: Box) -> None:
        """Draw the picture under a caption of two rows."""
        row = self._games.row(self._chosen)
        facts = [fact for fact in (row.title if row.name else "", *row.facts, row.when) if fact]
        if len(" · ".join(facts)) > box.width and row.when:
            # The list shows it, too.
            facts.pop()
        drawing.surface.text(box.x, box.y, drawing.cut(row.name or row.title, box.width), "bar title")
        drawing.surface.text(box.x, box.y + 1, drawing.cut(" · ".join(facts), box.width), "bar text")
        self._draw_picture(drawing, Box(box.x, box.y + _CAPTION, box.width, box.height - _CAPTION - 1), row)

    def _draw_below(self, drawing: DrawContext, box: Box) -> None:
        """Draw the picture under a caption of one row."""
        row = self._games.row(self._chosen)
        caption = " · ".join((row.title, *row.facts))
        if len(caption) > box.width - 2 and row.game is not None:
            # `Seahaven #617` says enough here.
            words = row.title.split()
            caption = " · ".join((f"{words[0].rstrip(',')} {words[-1]}", *row.facts))
        if self.glyphs.is_for_one_colour:
            # Nothing else tells where the list ends and the picture begins.
            drawing.surface.fill(box.x, box.y, box.width, 1, "bar quiet", self.glyphs.rule)
            caption += " "
        drawing.surface.text(1, box.y, drawing.cut(caption, box.width - 2), "bar text")
        self._draw_picture(drawing, Box(box.x, box.y + 1, box.width, box.height - 1), row)

    def _draw_picture(self, drawing: DrawContext, box: Box, row: GameRow) -> None:
        if row.game is not None:
            self._preview.draw(drawing.surface, box, row.game)
            drawing.on_click(box, self._open_clicked)
            return
        lines = wrap(drawing.displayable(row.error), max(box.width - 2, 1))
        for y, line in enumerate(lines[: box.height], box.y):
            drawing.surface.text(box.x + 1, y, line, "bar text")

    def _draw_foot(self, drawing: DrawContext) -> None:
        """Draw the line to type a name in, and the message."""
        y = drawing.height
        if self._name_field is not None:
            y -= 1
            drawing.surface.fill(0, y, drawing.width, 1, "bar text")
            self._name_field.draw(drawing, (1, y), _NAME_LABEL)
        message = wrap(drawing.displayable(self._message), max(drawing.width - 2, 1))
        for row, line in enumerate(message, y - len(message)):
            drawing.surface.fill(0, row, drawing.width, 1, "bar text")
            drawing.surface.text(1, row, line, "bar warning")
            drawing.on_click(Box(0, row, drawing.width, 1))

    def key_hints(self) -> Sequence[KeyHint]:
        """Return what can be done with the chosen game, or how what was begun is ended."""
        games = self._games
        if self._name_field is not None:
            return self.hint("enter", "keep this name"), self.hint("esc", "back")
        if self._is_confirming:
            return self.hint("x", games.remove_label), self.hint("esc", "back")
        with_chosen = (self.hint("enter", games.open_label), self.hint("e", "name"), self.hint("x", games.remove_label))
        restore = (self.hint(_RESTORE_KEY, "undo"),) if games.can_restore else ()
        return *(with_chosen if len(games) else ()), *restore, self.hint("esc", "back")
