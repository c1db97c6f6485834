"""A box over the table with games to choose from, each a few words in a list, and the table of the one that is chosen.

Beside the list there is the picture, or below it on a small screen. What is in the list, and what becomes of it, is for
a `GameList` to say; only what is on the screen is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final, Protocol

import urwid

from freecell_tui.engine import FreecellError, Game, parse_name
from freecell_tui.ui.drawing.canvas import SurfaceCanvas
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.preview import NARROWEST, Preview
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.mouse import WHEEL
from freecell_tui.ui.widgets.dialog import Action, Dialog, framed

_FRAME: Final = 1
_WIDTH: Final = 120
_HEIGHT: Final = 40
_SMALLEST_LIST: Final = 35
_LARGEST_LIST: Final = 44
_CAPTION: Final = 2
# The share of the rows that a list has which stands above its picture.
_LIST_SHARE: Final = 0.4
_LEFT_BUTTON, _RIGHT_BUTTON = 1, 3
_PICTURE: Final = "picture"
_ENTRY: Final = "entry "
_DELETES: Final = ("x", "delete")
_NAMES: Final = ("e", "f2")


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: its key, if it has one, what it is, its name, if it has one, what else there is to say of it,
    and when it was. `game` is what its picture shows; without one, `trouble` says why there is none.
    """

    key: str
    title: str
    name: str = ""
    facts: Sequence[str] = ()
    when: str = ""
    game: Game | None = None
    trouble: str = ""


class GameList(Protocol):
    """The games of a gallery, counted from 0. What the methods return as text is for the player."""

    title: str
    nothing: str
    take_word: str
    remove_word: str

    def __len__(self) -> int: ...

    def entry(self, at: int) -> GameRow:
        """What to show of a game."""

    def with_key(self, key: str) -> int | None:
        """The game of a key."""

    def take(self, at: int) -> str:
        """Go to a game; return why not, if that cannot be."""

    def rename(self, at: int, name: str) -> tuple[int, str]:
        """Give a game a name; return where it is then, and why that could not be, if so."""

    def question(self, at: int) -> str:
        """What the player should agree to before a game is removed; empty if that is nothing."""

    def remove(self, at: int) -> str:
        """Remove a game; return what to say then."""

    @property
    def can_bring_back(self) -> bool:
        """Whether a game was removed that can come back."""

    def bring_back(self) -> tuple[int | None, str]:
        """Bring back the game that was removed last; return where it is then, and what to say."""


class GameBrowser(Dialog):
    """The games of a collection. `at` is the one that is chosen at first."""

    def __init__(self, games: GameList, preview: Preview, glyphs: Glyphs, close: Action, at: int = 0) -> None:
        self._page = _Page(games, preview, glyphs, close, at)
        self._games = games
        self._glyphs = glyphs
        super().__init__(games.title, self._page, _WIDTH, glyphs, close, {})
        self.width = _WIDTH
        self._frame()

    def _frame(self) -> None:
        self._w = framed(self._glyphs.displayable(self._page.title), self._page, self._glyphs, margin=0)

    def height(self, width: int) -> int:
        """The rows it would like to have."""
        return _HEIGHT

    def keypress(self, size: Any, key: str) -> str | None:
        """Choose another game, or do something with the one that is chosen."""
        self._page.press(key)
        self._frame()
        return None

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """Take the game that is clicked, or do what the key does that is clicked; the wheel chooses."""
        if event == "mouse press":
            self._page.click(button, col - _FRAME, row - _FRAME)
            self._frame()
        return True


class _Page(urwid.Widget):
    """What is in the frame."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(self, games: GameList, preview: Preview, glyphs: Glyphs, close: Action, at: int) -> None:
        super().__init__()
        self._games = games
        self._preview = preview
        self._glyphs = glyphs
        self._close = close
        self._chosen = at
        self._first = 0
        self._shown = 1
        self._said = ""
        self._asks = False
        self._field: urwid.Edit | None = None
        self._places: list[tuple[Box, str]] = []

    @property
    def title(self) -> str:
        """The title, and which game of how many is chosen."""
        count = len(self._games)
        return f"{self._games.title}: {self._chosen + 1} of {count}" if count else self._games.title

    # Keys and clicks

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        if self._field is not None:
            self._type(self._field, key)
        elif self._asks:
            self._answer(yes=key in _DELETES)
        else:
            self._said = ""
            self._do(key)
        self._invalidate()

    def _do(self, key: str) -> None:
        page = max(self._shown - 1, 1)
        steps = {"up": -1, "down": 1, "page up": -page, "page down": page}
        steps |= {"home": -len(self._games), "end": len(self._games)}
        if key in steps:
            self._choose(self._chosen + steps[key])
        elif key == "esc":
            self._close()
        elif key == "u":
            self._bring_back()
        elif (at := self._games.with_key(key)) is not None:
            self._take(at)
        elif len(self._games):
            self._do_with_chosen(key)

    def _do_with_chosen(self, key: str) -> None:
        if key in ("enter", " "):
            self._take(self._chosen)
        elif key in _NAMES and self._games.entry(self._chosen).game is not None:
            self._field = urwid.Edit(edit_text=self._games.entry(self._chosen).name)
            self._field.set_edit_pos(len(self._field.edit_text))
        elif key in _DELETES:
            self._said = self._games.question(self._chosen)
            self._asks = bool(self._said)
            if not self._asks:
                self._answer(yes=True)

    def click(self, button: int, x: int, y: int) -> None:
        """Do what lies at a point; with the right button a game is only chosen."""
        if button in WHEEL and self._field is None:
            self.press("up" if WHEEL[button] < 0 else "down")
            return
        # What was drawn last lies on top.
        found = next((key for box, key in reversed(self._places) if _is_in(box, x, y)), "")
        if found in (key for key, _, _ in self._keys()):
            if button == _LEFT_BUTTON:
                self.press(found)
        elif self._field is None and not self._asks:
            at = self._chosen if found == _PICTURE else self._entry_of(found)
            if at is not None and button == _LEFT_BUTTON:
                self._take(at)
            elif at is not None and button == _RIGHT_BUTTON:
                self._choose(at)
        self._invalidate()

    @staticmethod
    def _entry_of(place: str) -> int | None:
        """The game whose place in the list it is."""
        return int(place.removeprefix(_ENTRY)) if place.startswith(_ENTRY) else None

    def _choose(self, at: int) -> None:
        self._chosen = max(min(at, len(self._games) - 1), 0)

    def _take(self, at: int) -> None:
        self._choose(at)
        self._said = self._games.take(at)

    def _answer(self, *, yes: bool) -> None:
        """Remove the chosen game, or let it be."""
        self._asks = False
        self._said = self._games.remove(self._chosen) if yes else ""
        self._choose(self._chosen)

    def _bring_back(self) -> None:
        at, self._said = self._games.bring_back()
        self._choose(self._chosen if at is None else at)

    def _type(self, field: urwid.Edit, key: str) -> None:
        if key == "esc":
            self._field, self._said = None, ""
        elif key == "enter":
            try:
                name = parse_name(field.edit_text)
            except FreecellError as error:
                self._said = str(error)
                return
            self._field = None
            at, self._said = self._games.rename(self._chosen, name)
            self._choose(at)
        else:
            self._said = ""
            field.keypress((10_000,), key)

    # Drawing

    def render(self, size: Any, focus: bool = False) -> SurfaceCanvas:
        """Draw the list, the picture, what there is to say, and the keys."""
        width, height = size
        surface = Surface(width, height, "bar text")
        self._places = []
        body = height - 1
        list_width = min(max(width // 3 + 6, _SMALLEST_LIST), _LARGEST_LIST)
        if not len(self._games):
            for y, line in enumerate(wrap(self._glyphs.displayable(self._games.nothing), max(width - 4, 1)), 1):
                surface.text(2, y, line, "bar text")
        elif width >= list_width + 3 + NARROWEST:
            self._draw_list(surface, Box(1, 0, list_width, body - 1), rows=2)
            self._draw_beside(surface, Box(list_width + 2, 0, width - list_width - 3, body))
        else:
            rows = max(int(body * _LIST_SHARE), 1)
            self._draw_list(surface, Box(0, 0, width, rows), rows=1)
            self._draw_below(surface, Box(0, rows, width, body - rows))
        cursor = self._draw_foot(surface) or self._place_of_chosen()
        return SurfaceCanvas.of(surface, cursor if focus else None)

    def _place_of_chosen(self) -> tuple[int, int] | None:
        places = (box for box, key in self._places if key == f"{_ENTRY}{self._chosen}")
        return next(((box.x + 1, box.y) for box in places), None)

    def _draw_list(self, surface: Surface, box: Box, rows: int) -> None:
        """Draw as many games as there is room for, the chosen one among them, with so many rows for each."""
        count, self._shown = len(self._games), max(box.height // rows, 1)
        self._choose(self._chosen)
        first = min(max(self._first, self._chosen - self._shown + 1), self._chosen)
        self._first = max(min(first, count - self._shown), 0)
        scrolls = count > self._shown
        for row, at in enumerate(range(self._first, min(self._first + self._shown, count))):
            place = Box(box.x, box.y + row * rows, box.width - scrolls, rows)
            self._places.append((place, f"{_ENTRY}{at}"))
            self._draw_entry(surface, place, self._games.entry(at), is_chosen=at == self._chosen)
        if scrolls:
            self._draw_bar(surface, Box(box.x + box.width - 1, box.y, 1, self._shown * rows))

    def _draw_bar(self, surface: Surface, box: Box) -> None:
        """Draw which part of the list is in sight."""
        count = len(self._games)
        length = max(box.height * self._shown // count, 1)
        top = (box.height - length) * self._first // max(count - self._shown, 1)
        surface.fill(box.x, box.y, 1, box.height, "bar quiet", self._glyphs.frame[-1])
        surface.fill(box.x, box.y + top, 1, length, "bar title", self._glyphs.cursor_frame[-1])

    def _draw_entry(self, surface: Surface, box: Box, entry: GameRow, *, is_chosen: bool) -> None:
        background = "chosen" if is_chosen else "bar"
        surface.fill(box.x, box.y, box.width, box.height, f"{background} text")
        surface.text(box.x + 1, box.y, entry.key, f"{background} title")
        left, right = box.x + 3, box.x + box.width - 1
        title, when = entry.name or entry.title, self._text(entry.when)
        if len(title) + len(when) >= right - left:
            when = when.removesuffix(" ago")
        surface.text(right - len(when), box.y, when, f"{background} quiet")
        title = self._cut(title, right - len(when) - 1 - left)
        surface.text(left, box.y, title, f"{background} {'warning' if entry.game is None else 'title'}")
        if box.height > 1:
            facts = (entry.title, *entry.facts) if entry.name else entry.facts
            text = " · ".join(facts) or entry.trouble
            surface.text(left, box.y + 1, self._cut(text, right - left), f"{background} quiet")

    def _draw_beside(self, surface: Surface, box: Box) -> None:
        """Draw the picture under a caption of two rows."""
        entry = self._games.entry(self._chosen)
        heading = entry.name or entry.title
        facts = [fact for fact in (entry.title if entry.name else "", *entry.facts, entry.when) if fact]
        if len(" · ".join(facts)) > box.width and entry.when:
            # The list says it, too.
            facts.pop()
        surface.text(box.x, box.y, self._cut(heading, box.width), "bar title")
        surface.text(box.x, box.y + 1, self._cut(" · ".join(facts), box.width), "bar text")
        self._draw_picture(surface, Box(box.x, box.y + _CAPTION, box.width, box.height - _CAPTION - 1), entry)

    def _draw_below(self, surface: Surface, box: Box) -> None:
        """Draw the picture under a caption of one row."""
        entry = self._games.entry(self._chosen)
        fitting = " · ".join((entry.title, *entry.facts))
        if len(fitting) > box.width - 2 and entry.game is not None:
            # `Seahaven #617` says enough here.
            words = entry.title.split()
            fitting = " · ".join((f"{words[0].rstrip(',')} {words[-1]}", *entry.facts))
        surface.text(1, box.y, self._cut(fitting, box.width - 2), "bar text")
        self._draw_picture(surface, Box(box.x, box.y + 1, box.width, box.height - 1), entry)

    def _draw_picture(self, surface: Surface, box: Box, entry: GameRow) -> None:
        if entry.game is not None:
            self._preview.draw(surface, box, entry.game)
            self._places.append((box, _PICTURE))
            return
        lines = wrap(self._text(entry.trouble), max(box.width - 2, 1))
        for y, line in enumerate(lines[: box.height], box.y):
            surface.text(box.x + 1, y, line, "bar text")

    def _draw_foot(self, surface: Surface) -> tuple[int, int] | None:
        """Draw the keys, and above them what there is to say; return where the cursor is in a line that is typed."""
        y = surface.height - 1
        surface.fill(0, y, surface.width, 1, "bar text")
        self._draw_keys(surface, y, self._keys())
        cursor = None
        if self._field is not None:
            y -= 1
            cursor = self._draw_field(surface, y, self._field)
        said = wrap(self._text(self._said), max(surface.width - 2, 1))
        for row, line in enumerate(said, y - len(said)):
            surface.fill(0, row, surface.width, 1, "bar text")
            surface.text(1, row, line, "bar warning")
            self._places.append((Box(0, row, surface.width, 1), ""))
        return cursor

    def _draw_field(self, surface: Surface, y: int, field: urwid.Edit) -> tuple[int, int]:
        label = "Name: "
        room = surface.width - 2 - len(label) - 1
        # What was typed last is in sight.
        start = max(field.edit_pos - room, 0)
        text = narrow(field.edit_text)[start : start + room]
        surface.fill(0, y, surface.width, 1, "bar text")
        surface.text(1, y, label, "bar text")
        surface.text(1 + len(label), y, self._glyphs.displayable(text).ljust(room + 1), "chosen title")
        return 1 + len(label) + field.edit_pos - start, y

    def _keys(self) -> list[tuple[str, str, str]]:
        """The keys with what they do, in a word."""
        games = self._games
        if self._field is not None:
            return [("enter", "Enter", "keep this name"), ("esc", "Esc", "back")]
        if self._asks:
            return [("x", "x", games.remove_word), ("esc", "Esc", "back")]
        with_chosen = [
            ("enter", "Enter", games.take_word),
            ("e", "e", "name"),
            ("x", "x", games.remove_word),
        ]
        back = [("u", "u", "undo")] if games.can_bring_back else []
        return (with_chosen if len(games) else []) + back + [("esc", "Esc", "back")]

    def _draw_keys(self, surface: Surface, y: int, keys: Sequence[tuple[str, str, str]]) -> None:
        """Draw them in a row, closer together and with fewer words where there is less room."""
        without = [(key, name, "" if key in ("enter", "esc") else word) for key, name, word in keys]
        for shown, gap in ((keys, 3), (keys, 2), (keys, 1), (without, 2), (without, 1)):
            texts = [f"{name} {word}".strip() for _, name, word in shown]
            if sum(map(len, texts)) + gap * (len(texts) - 1) <= surface.width - 2:
                break
        x = 1
        for (key, name, _), text in zip(shown, texts, strict=True):
            surface.text(x, y, text, "bar quiet")
            surface.text(x, y, name, "bar title")
            self._places.append((Box(x, y, len(text), 1), key))
            x += len(text) + gap

    def _text(self, text: str) -> str:
        return narrow(self._glyphs.displayable(text))

    def _cut(self, text: str, width: int) -> str:
        """A text in so many cells: what is too long ends in dots."""
        text, dots = self._text(text), self._glyphs.displayable("…")
        return text if len(text) <= width else text[: max(width - len(dots), 0)].rstrip() + dots


def _is_in(box: Box, x: int, y: int) -> bool:
    return box.x <= x < box.x + box.width and box.y <= y < box.y + box.height
