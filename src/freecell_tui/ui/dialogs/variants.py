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
    set_new_games,
    table_note,
)
from freecell_tui.engine import Game
from freecell_tui.engine.text import counted
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.preview import NARROWEST, Preview
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.dialog import Dialog, DrawContext
from freecell_tui.ui.widgets.parts import FRAME, KeyHint
from freecell_tui.ui.widgets.rows import Column, Row, RowList

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


class VariantChooser(Dialog):
    """The variants and the house rules in a list. ← → change the free cells, or the house rule at the cursor."""

    margin = 1
    _ui: Ui

    def __init__(self, ui: Ui) -> None:
        self._choice = VariantChoice.from_settings(ui.controller.settings)
        rows: tuple[VariantOffer | str, ...] = (*OFFERS, *HOUSE_RULE_TITLES)
        self.list = RowList[VariantOffer | str](
            (Column(weight=1),),
            lambda: rows,
            self._row,
            lambda row: self._change(1) if isinstance(row, str) else self._take(),
            paint=self._paint,
        )
        self.list.pad = 0
        self.list.choose(rows.index(self._choice.offer))
        self._preview = Preview(ui.glyphs, ui.appearance, colour=ui.has_colour)
        super().__init__(ui, "Variant for new games", _SIZE)
        self._actions["enter"] = self._take

    def use_window(self, size: tuple[int, int]) -> None:
        self.wish((max(size[0] - _BESIDE[0], _SIZE[0]), max(size[1] - _BESIDE[1], _SIZE[1])))

    def height(self, width: int) -> int:
        picture = self.inner_width(width) - _LIST_WIDTH - _GAP
        return min(max(picture // 3, _FEWEST_ROWS), self._rows_wanted) + 2 * FRAME

    @property
    def _at(self) -> VariantOffer | str:
        at = self.list.chosen
        assert at is not None
        return at

    def _take(self) -> None:
        self._ui.close_screen()
        set_new_games(self._ui.controller, self._choice)

    def _change(self, by: int) -> None:
        row = self._at
        self._choice = self._choice.toggled(row) if isinstance(row, str) else self._choice.with_cells(by)

    def _follow(self) -> None:
        row = self._at
        if not isinstance(row, str) and row != self._choice.offer:
            self._choice = self._choice.with_offer(row)

    def keypress(self, size: Any, key: str) -> str | None:
        steps = {"up": -1, "down": 1, "shift tab": -1, "tab": 1}
        if key in ("left", "right"):
            self._change(-1 if key == "left" else 1)
        elif key in steps:
            self.list.choose((self.list.at + steps[key]) % len(self.list.items))
        elif key in self._actions or not self.list.press(key):
            return super().keypress(size, key)
        self._follow()
        self.refresh()
        return None

    def key_hints(self) -> Sequence[KeyHint]:
        word = "on, off" if isinstance(self._at, str) else "free cells"
        change = ("← →", word, lambda: self.press("right"))
        return [self.hint("enter", "choose"), change, self.hint("esc", "cancel")]

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        self._follow()
        has_picture = drawing.width >= _LIST_WIDTH + _GAP + NARROWEST
        width = _LIST_WIDTH if has_picture else drawing.width
        note = wrap(self.glyphs.displayable(table_note(self._ui.controller)), width)

        def rules(text: str) -> list[str]:
            return wrap(self.glyphs.displayable(text), width)

        row = self._at
        about = rules(HOUSE_RULE_NOTES[row] if isinstance(row, str) else self._choice.description)
        texts = (*(self._choice.with_offer(offer).description for offer in OFFERS), *HOUSE_RULE_NOTES.values())
        # The longest text has room, so that the list does not change its height.
        rows = max(len(rules(text)) for text in texts) + len(note)
        room = min(max(drawing.height - rows - 1, 1), len(self.list.items))
        self.list.draw(drawing, Box(0, 0, width, room))
        for y, line in enumerate([*about, *note][:rows], room + 1):
            drawing.write(0, y, line)
        if has_picture:
            x = width + _GAP
            box = Box(x, 0, drawing.width - x, drawing.height)
            drawing.surface.fill(*box, "felt")
            self._preview.draw(drawing.surface, box, Game.new(_PICTURE_DEAL, self._choice.variant))

    def _row(self, row: VariantOffer | str) -> Row:
        if isinstance(row, str):
            ink = "title" if getattr(self._choice.variant, row) else "text"
            return Row([(f"  {HOUSE_RULE_TITLES[row]}", ink)])
        is_chosen = row == self._choice.offer
        mark = self.glyphs.verdicts[0 if is_chosen else 1]
        return Row([(f"{mark} {row.title}", "title" if is_chosen else "text")])

    def _paint(self, drawing: DrawContext, box: Box, row: VariantOffer | str) -> None:
        """Draw the free cells of a variant or the state of a house rule on the right, with arrows at the cursor."""
        is_at = row == self._at
        left, right = tuple(self.glyphs.arrows if is_at else "  ")
        if isinstance(row, str):
            is_on = getattr(self._choice.variant, row)
            value, ink = ("on " if is_on else "off"), "title" if is_on else "quiet"
        else:
            is_chosen = row == self._choice.offer
            cells = self._choice.variant.cells if is_chosen else row.variant.cells
            has_room = box.width - len(row.title) - 2 >= _FULL_CELLS
            value = counted(cells, "cell").ljust(7) if has_room else str(cells) if is_at else " "
            ink = "title" if is_chosen else "text"
        background, end = ("chosen" if is_at else "bar"), box.x + box.width
        x = end - len(value) - 4
        drawing.write(x, box.y, f"{left} {value} {right}", ink, background=background)
        if is_at:
            drawing.on_click(Box(x, box.y, 2, 1), lambda: self._change(-1))
            drawing.on_click(Box(end - 2, box.y, 2, 1), lambda: self._change(1))
