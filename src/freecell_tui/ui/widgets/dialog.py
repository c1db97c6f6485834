"""A box over the table with a frame, a title and its keys, and what is around it: the dimmed screen and a shadow.

Every dialog is used by keyboard and by mouse, and closes with Esc.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol

from freecell_tui.controller.frontend import Action
from freecell_tui.ui.drawing.cards.strokes import cast_shadow, draw_frame
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, Point, Size
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.themes.theme import dimmed, on_sheet
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import WHEEL
from freecell_tui.ui.widgets.parts import FRAME, GAPS, Clicks, KeyHint, click, cut, draw_key_hints, hints_width


class Answer(NamedTuple):
    """One thing to choose: its key or '', its text, and what it does.

    `detail` stands beside the text more quietly, `more_keys` do the same without being shown.
    """

    key: str
    text: str
    action: Action
    detail: str = ""
    more_keys: tuple[str, ...] = ()

    @property
    def actions(self) -> dict[str, Action]:
        return {key: self.action for key in (self.key, *self.more_keys) if key}


class Host(Protocol):
    """What a dialog needs of the program that shows it."""

    glyphs: Glyphs

    def close_screen(self) -> None:
        """Close the top screen, and show the one below."""


class DrawContext:
    """What a dialog draws on; `cursor` is where the terminal's cursor is to stand, or None."""

    def __init__(self, size: Size, glyphs: Glyphs) -> None:
        self.width, self.height = size
        self.surface = Surface(*size, "bar text")
        self.cursor: Point | None = None
        self.clicks: Clicks = []
        self.glyphs = glyphs

    def write(
        self, x: int, y: int, text: str, ink: str = "text", *, background: str = "bar", action: Action | None = None
    ) -> int:
        """Write `text`, let a click on it do `action`, and return where it ends."""
        text = self.glyphs.key_names(text)
        self.surface.text(x, y, text, f"{background} {ink}")
        if action is not None:
            self.on_click(Box(x, y, len(text), 1), action)
        return x + len(text)

    def cut(self, text: str, width: int) -> str:
        return cut(self.glyphs.displayable(text), width, self.glyphs)

    def on_click(self, box: Box, action: Action | None = None) -> None:
        """Let a click in a box do something, or nothing; later boxes cover earlier ones."""
        self.clicks.append((box, action))


class Dialog:
    """A framed box that would like to have `size` columns and rows inside, and does with less.

    Esc closes it; subclasses have further `keys`. The wheel stands for the arrow keys up and down.
    """

    align: Literal["center", "right"] = "center"
    """Where on the table it is."""

    is_opaque = False
    runs_clock = False
    after_close: Action | None = None
    """What to do when it is closed."""

    take_pasted: Callable[[str], None] | None = None
    """What to do with pasted text; None for nothing, where there is no field to type in."""

    margin = 2
    """The blank columns on either side inside the frame."""

    scroll_gap = 0
    """How many blank columns on the right belong to the content, so that no scroll bar touches it."""

    close_label = "back"
    """What Esc does, in a word or two."""

    dims = True
    """Whether the screen behind it is dimmed."""

    aside = ""
    """What stands on the right of the bottom bar while it is open, if there is room."""

    _ui: Host

    def __init__(self, ui: Host, title: str, size: Size = (1, 1)) -> None:
        self._ui = ui
        self._title = title
        self._actions: dict[str, Action] = {"esc": ui.close_screen}
        self._drawing = DrawContext((0, 0), ui.glyphs)
        self.wish(size)

    @property
    def glyphs(self) -> Glyphs:
        return self._ui.glyphs

    @property
    def title(self) -> str:
        return self._title

    @property
    def takes_any_key(self) -> bool:
        """Whether it asks for a key, whichever that is."""
        return False

    @property
    def takes_text(self) -> bool:
        """Whether keys are text in it, or asked for."""
        return self.takes_any_key

    @abstractmethod
    def draw(self, drawing: DrawContext) -> None:
        """Draw everything inside the frame."""

    def keys(self) -> Sequence[Answer]:
        """Return what keys do now, besides Esc; those with a text are shown in the bottom bar."""
        return ()

    def key_hints(self) -> Sequence[KeyHint]:
        """Return its keys, for the bottom bar; the last is the way out."""
        shown = [self.hint(answer.key, answer.text) for answer in self.keys() if answer.key and answer.text]
        return [*shown, self.hint("esc", self.close_label)]

    def commands(self) -> Sequence[KeyHint]:
        """Return what can be done in it: for the list of everything that can be done."""
        return [hint for hint in self.key_hints() if hint[1]]

    def hint(self, key: str, text: str) -> KeyHint:
        """Return the hint of a key; a click on it does what the key does."""
        return key_name(key), text, lambda: self.press(key)

    @classmethod
    def outer_width(cls, width: int) -> int:
        """Return the width of a dialog with `width` cells inside its frame."""
        return width + 2 * (FRAME + cls.margin)

    @classmethod
    def inner_width(cls, width: int) -> int:
        """Return the cells inside the frame of a dialog of this width."""
        return max(width - 2 * (FRAME + cls.margin), 1)

    def wish(self, size: Size) -> None:
        """Set the columns and rows that it would like to have inside."""
        self.width, self._rows_wanted = self.outer_width(size[0]), size[1]

    def use_window(self, size: Size) -> None:
        """Take in how large the window is, before the width and the height of the dialog are asked for."""

    def height(self, width: int) -> int:
        """Return the rows that it would like to have at a width, with its frame."""
        return self._rows_wanted + 2 * FRAME

    def after_input(self) -> None:
        """React to what a key, a click or a paste has done."""

    def on_shown(self) -> None:
        """Do nothing."""

    def on_closed(self) -> None:
        if self.after_close is not None:
            self.after_close()

    def paste(self, text: str) -> None:
        """Take pasted text, if there is a use for it."""
        if self.take_pasted is not None:
            self.take_pasted(text)

    def press(self, key: str) -> None:
        self.keypress((), key)

    def keypress(self, size: Any, key: str) -> str | None:
        answer = next((answer for answer in self.keys() if key in answer.actions), None)
        action = self._actions.get(key) if answer is None else answer.action
        if action is not None:
            action()
        return key if action is None else None

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int) -> None:
        """Do what a click means, and take the wheel for arrow keys."""
        x, y = col - FRAME - self.margin, row - FRAME
        if event != "mouse press":
            return
        if button in WHEEL:
            self.keypress(size, "up" if WHEEL[button] < 0 else "down")
        elif x in range(self._drawing.width) and y in range(self._drawing.height):
            click(self._drawing.clicks, x, y, button)

    def render(self, size: Size) -> Surface:
        width, height = size
        inside = self._drawing = DrawContext(
            (self.inner_width(width) + self.scroll_gap, max(height - 2 * FRAME, 0)), self.glyphs
        )
        self.draw(inside)
        whole = Surface(width, height, "bar text")
        draw_frame(whole, Box(0, 0, width, height), self.glyphs.dialog, "bar text")
        title = f" {inside.cut(self.title, width - 2 * FRAME - 2)} "
        whole.text(FRAME + -(-(width - 2 * FRAME - len(title)) // 2), 0, title, "bar title")
        left = FRAME + self.margin
        whole.paste(inside.surface, left, FRAME, range(inside.height))
        if inside.cursor is not None:
            whole.cursor = inside.cursor[0] + left, inside.cursor[1] + FRAME
        return whole


# What is around a dialog: the screen behind it, dimmed, its shadow, and its keys in the bottom bar.


_MARGIN: Final = 1


def draw_key_bar(
    surface: Surface, hints: Iterable[KeyHint], aside: str, glyphs: Glyphs, more: Sequence[KeyHint] = ()
) -> Clicks:
    """Draw the bottom bar while a dialog is open: its keys, side by side and clickable, and on the right an aside.

    `more` comes last where there is room for all. Return what a click in the bar does.
    """
    clicks: Clicks = []
    y = surface.height - 1
    surface.fill(0, y, surface.width, 1, "bar text")
    hints, aside = list(hints), glyphs.displayable(aside)
    room = surface.width - 2 * _MARGIN
    named = [(glyphs.key_names(key), text, action) for key, text, action in hints]
    if aside and hints_width(named, GAPS[-1]) + len(aside) + 2 <= room:
        surface.text(surface.width - _MARGIN - len(aside), y, aside, "bar quiet")
        room -= len(aside) + 2
    if hints_width([*named, *more], GAPS[1]) <= room:
        hints += more
    draw_key_hints(surface, clicks, Box(_MARGIN, y, room, 1), hints, glyphs)
    return clicks


def put_dialog(surface: Surface, dialog: Surface, box: Box, glyphs: Glyphs, *, dims: bool) -> None:
    """Put a dialog in its place on the screen behind it, which it may dim, with its shadow or else a gap."""
    if dims:
        surface.change_roles(dimmed, 0, 0, surface.width, surface.height)
    if glyphs.is_for_one_colour:
        dialog.change_roles(on_sheet, 0, 0, box.width, box.height)
        # The frame and the lines of cards would run together.
        surface.fill(box.x - 1, box.y, box.width + 2, box.height, "felt")
    else:
        cast_shadow(surface, box, glyphs)
    surface.paste(dialog, box.x, box.y, range(box.height))
    surface.cursor = None if dialog.cursor is None else (box.x + dialog.cursor[0], box.y + dialog.cursor[1])
