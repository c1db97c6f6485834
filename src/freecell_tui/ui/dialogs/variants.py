"""The chooser of variants: each with its rules and a picture of its deal. Nothing changes before Enter."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from freecell_tui.controller.features.games import (
    HOUSE_RULE_NOTES,
    HOUSE_RULE_TITLES,
    OFFERS,
    VariantChoice,
    VariantOffer,
    table_note,
    take,
)
from freecell_tui.engine import Game
from freecell_tui.engine.text import counted
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.preview import NARROWEST, Preview
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.parts import FRAME, KeyHint, draw_scroll_bar, scrolled_window

_SIZE: Final = (150, 42)
_BESIDE: Final = (12, 8)
"""The columns and rows beside it in a window that is larger than that."""

_FEWEST_ROWS: Final = 16
_LIST_WIDTH: Final = 36
_GAP: Final = 2
_PICTURE_DEAL: Final = 1
"""The deal in the picture."""

_FULL_CELLS: Final = 12
"""The cells that `◂ 4 cells ▸` needs."""

_SCROLL_BAR: Final = 2
"""The columns of the scroll bar, with a blank one before it."""

_STEPS: Final = {"up": -1, "down": 1, "shift tab": -1, "tab": 1}
_CHANGES: Final = {"left": -1, "right": 1}


class VariantChooser(CanvasDialog):
    """The variants and the house rules in a list. ← → change the free cells, or the house rule at the cursor."""

    margin = 1

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._now = self._choice = VariantChoice.from_settings(ui.controller.settings)
        self._rows: tuple[VariantOffer | str, ...] = (*OFFERS, *HOUSE_RULE_TITLES)
        self._at = self._rows.index(self._choice.offer)
        self._visible = range(0)
        self._preview = Preview(ui.glyphs, ui.appearance, colour=ui.has_colour)
        super().__init__("Variant for new games", _SIZE, ui.glyphs, ui.close_screen, {"enter": self._take})

    def use_window(self, size: tuple[int, int]) -> None:
        """Have a larger picture in a larger window."""
        self.wish((max(size[0] - _BESIDE[0], _SIZE[0]), max(size[1] - _BESIDE[1], _SIZE[1])))

    def height(self, width: int) -> int:
        """Return rows in proportion to the width that the picture has."""
        picture = self.inner_width(width) - _LIST_WIDTH - _GAP
        return min(max(picture // 3, _FEWEST_ROWS), self._rows_wanted) + 2 * FRAME

    def _take(self) -> None:
        self._ui.close_screen()
        take(self._ui.controller, self._choice)

    def keypress(self, size: Any, key: str) -> str | None:
        """Go to another row, or change what the one at the cursor says."""
        last = len(self._rows) - 1
        if key in _STEPS:
            self._go_to((self._at + _STEPS[key]) % (last + 1))
        elif key in ("home", "page up", "end", "page down"):
            self._go_to(0 if key in ("home", "page up") else last)
        elif key in _CHANGES:
            self._change(_CHANGES[key])
        elif key == " ":
            self._change(1) if isinstance(self._rows[self._at], str) else self._take()
        else:
            return super().keypress(size, key)
        self.refresh()
        return None

    def _go_to(self, at: int) -> None:
        row = self._rows[at]
        self._at = at
        if isinstance(row, VariantOffer) and row != self._choice.offer:
            self._choice = self._choice.with_offer(row)

    def _change(self, by: int) -> None:
        row = self._rows[self._at]
        self._choice = self._choice.toggled(row) if isinstance(row, str) else self._choice.with_cells(by)

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw list and rules, and beside them the deal if there is room."""
        has_picture = drawing.width >= _LIST_WIDTH + _GAP + NARROWEST
        width = _LIST_WIDTH if has_picture else drawing.width
        rows = self._rows_for_text(width)
        self._draw_list(drawing, width, max(drawing.height - rows - 1, 1))
        for y, line in enumerate(self._text(width)[:rows], len(self._visible) + 1):
            drawing.write(0, y, line)
        if has_picture:
            x = width + _GAP
            box = Box(x, 0, drawing.width - x, drawing.height)
            drawing.surface.fill(*box, "felt")
            self._preview.draw(drawing.surface, box, Game.new(_PICTURE_DEAL, self._choice.variant))

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of the row at the cursor."""
        change = ("← →", self._change_word, lambda: self.press("right"))
        return [self.hint("enter", "choose"), change, self.hint("esc", "cancel")]

    @property
    def _change_word(self) -> str:
        return "on, off" if isinstance(self._rows[self._at], str) else "free cells"

    def _text(self, width: int) -> list[str]:
        """Return the rules of what is at the cursor, and that the game on the table stays as it is."""
        row = self._rows[self._at]
        about = HOUSE_RULE_NOTES[row] if isinstance(row, str) else self._choice.description
        return [*self._wrapped(about, width), *self._wrapped(table_note(self._ui.controller), width)]

    def _rows_for_text(self, width: int) -> int:
        """Return the rows of the longest text, so that the list does not change its height."""
        texts = (self._choice.with_offer(offer).description for offer in OFFERS)
        longest = max(len(self._wrapped(text, width)) for text in (*texts, *HOUSE_RULE_NOTES.values()))
        return longest + len(self._wrapped(table_note(self._ui.controller), width))

    def _wrapped(self, text: str, width: int) -> list[str]:
        return wrap(self.glyphs.displayable(text), width)

    def _draw_list(self, drawing: DrawContext, width: int, room: int) -> None:
        self._visible = scrolled_window(self._visible.start, self._at, len(self._rows), room)
        if len(self._visible) < len(self._rows):
            width -= _SCROLL_BAR
            box = Box(width + _SCROLL_BAR - 1, 0, 1, len(self._visible))
            draw_scroll_bar(drawing.surface, box, self._visible, len(self._rows), self.glyphs)
        for y, at in enumerate(self._visible):
            row = self._rows[at]
            ground = "chosen" if at == self._at else "bar"
            drawing.surface.fill(0, y, width, 1, f"{ground} text")
            drawing.on_click(Box(0, y, width, 1), lambda at=at: self._click(at))  # type: ignore[misc]
            if isinstance(row, str):
                self._draw_house_rule(drawing, y, width, row, ground)
            else:
                self._draw_offer(drawing, y, width, row, ground)
            if at == self._at:
                drawing.cursor = (0, y)

    def _click(self, at: int) -> None:
        """Go to the row that is clicked; a second click takes the variant, or changes the house rule."""
        if at != self._at:
            self._go_to(at)
        elif isinstance(self._rows[at], str):
            self._change(1)
        else:
            self._take()

    def _draw_offer(self, drawing: DrawContext, y: int, width: int, offer: VariantOffer, ground: str) -> None:
        is_chosen = offer == self._choice.offer
        mark = self.glyphs.verdicts[0 if is_chosen else 1]
        ink = "title" if is_chosen else "text"
        end = drawing.write(0, y, f"{mark} {offer.title}", ink, background=ground)
        cells = self._choice.variant.cells if is_chosen else offer.variant.cells
        left, right = tuple(self.glyphs.arrows if ground == "chosen" else "  ")
        has_room = width - end >= _FULL_CELLS
        counts = counted(cells, "cell").ljust(7) if has_room else str(cells) if ground == "chosen" else " "
        x = width - len(counts) - 4
        back, more = (lambda: self._change(-1)), (lambda: self._change(1))
        drawing.write(x, y, f"{left} ", ink, background=ground, action=back if ground == "chosen" else None)
        drawing.write(x + 2, y, counts, ink, background=ground)
        drawing.write(width - 2, y, f" {right}", ink, background=ground, action=more if ground == "chosen" else None)

    def _draw_house_rule(self, drawing: DrawContext, y: int, width: int, rule: str, ground: str) -> None:
        is_on = getattr(self._choice.variant, rule)
        drawing.write(2, y, HOUSE_RULE_TITLES[rule], "title" if is_on else "text", background=ground)
        left, right = tuple(self.glyphs.arrows if ground == "chosen" else "  ")
        text = f"{left} {'on ' if is_on else 'off'} {right}"
        drawing.write(width - len(text), y, text, "title" if is_on else "quiet", background=ground)
