"""A box over the table that draws itself: marks at places of its own, some of which can be clicked."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

import urwid

from freecell_tui.ui.drawing.canvas import SurfaceCanvas
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.mouse import WHEEL
from freecell_tui.ui.widgets.dialog import Action, Dialog

KeyHint = tuple[str, str, Action]
"""A key's name, what it does in a word, and that itself, for a click."""

_GAP: Final = 2


class DrawContext:
    """What a page draws on; `cursor` is where the terminal's cursor is to stand."""

    def __init__(self, size: tuple[int, int], glyphs: Glyphs) -> None:
        self.width, self.height = size
        self.surface = Surface(*size, "bar text")
        self.cursor: tuple[int, int] | None = None
        self._glyphs = glyphs
        self._places: list[tuple[range, int, Action]] = []

    def write(
        self, x: int, y: int, text: str, ink: str = "text", *, background: str = "bar", action: Action | None = None
    ) -> int:
        """Write a text, which a click on does `action`; return where it ends."""
        text = self._glyphs.key_names(text)
        self.surface.text(x, y, text, f"{background} {ink}")
        if action is not None:
            self.place(range(x, x + len(text)), y, action)
        return x + len(text)

    def place(self, xs: range, y: int, action: Action) -> None:
        """Let a click on these cells of a row do something; what is told last lies on top."""
        self._places.append((xs, y, action))

    def clicked(self, x: int, y: int) -> Action | None:
        """What a click does."""
        return next((action for xs, at, action in reversed(self._places) if at == y and x in xs), None)

    def hints(self, y: int, hints: Sequence[KeyHint]) -> None:
        """Write keys and what they do in a row; where not all has room, the last is its key alone, and some are not."""
        named = [(self._glyphs.key_names(key), text, action) for key, text, action in hints]
        if sum(map(_width, named)) + _GAP * (len(named) - 1) > self.width:
            named[-1] = (named[-1][0], "", named[-1][2])
        *first, last = named
        room = self.width - _width(last)
        x = 0
        for hint in first:
            if x + _width(hint) + _GAP > room:
                break
            x = self._hint(x, y, hint) + _GAP
        self._hint(x, y, last)

    def _hint(self, x: int, y: int, hint: KeyHint) -> int:
        key, text, action = hint
        end = self.write(x, y, key, "title", action=action)
        return self.write(end + 1, y, text, "quiet", action=action)

    def canvas(self, *, focus: bool) -> SurfaceCanvas:
        """The finished drawing."""
        return SurfaceCanvas.of(self.surface, self.cursor if focus else None)


def _width(hint: KeyHint) -> int:
    key, text, _ = hint
    return len(f"{key} {text}".rstrip())


class CanvasDialog(Dialog):
    """A box that would like to have so many columns and rows inside, and does with less; the wheel is up and down."""

    def __init__(
        self, title: str, size: tuple[int, int], glyphs: Glyphs, close: Action, actions: Mapping[str, Action]
    ) -> None:
        self.glyphs = glyphs
        self._wanted = size[1]
        self._sheet = _Sheet(self)
        super().__init__(title, self._sheet, size[0], glyphs, close, actions)

    @abstractmethod
    def draw(self, drawing: DrawContext) -> None:
        """Draw what there is to see."""

    def height(self, width: int) -> int:
        """The rows it would like to have."""
        return self._wanted + 2

    def refresh(self) -> None:
        """Have it drawn again."""
        self._sheet._invalidate()  # noqa: SLF001 - its own part
        self._invalidate()

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key stands for."""
        rest = super().keypress(size, key)
        self.refresh()
        return rest


class _Sheet(urwid.Widget):
    """What is in the frame."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(self, page: CanvasDialog) -> None:
        super().__init__()
        self._page = page
        self._drawing: DrawContext | None = None

    def render(self, size: Any, focus: bool = False) -> SurfaceCanvas:
        self._drawing = DrawContext(size, self._page.glyphs)
        self._page.draw(self._drawing)
        return self._drawing.canvas(focus=focus)

    def keypress(self, size: Any, key: str) -> str | None:
        return key

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        if event == "mouse press" and button in WHEEL:
            self._page.keypress(size, "up" if WHEEL[button] < 0 else "down")
        elif event == "mouse press" and button == 1 and self._drawing is not None:
            action = self._drawing.clicked(col, row)
            if action is not None:
                action()
                self._page.refresh()
        return True
