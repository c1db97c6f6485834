"""The chooser of variants, each with its rules and a picture of its deal."""

from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from typing import Final

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
from freecell_tui.ui.drawing.surface import Box, Size
from freecell_tui.ui.parts import Choice, DrawContext, step_choices
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.rows import Column, Row, Rows

_LIST_WIDTH: Final = 34
_LONG_TITLE: Final = 21  # the letters of a title from which on there is room for the number of free cells alone


class VariantChooser(Rows[VariantOffer | str]):
    """The variants and the house rules in a list.

    Nothing changes before Enter. ← → change the free cells of a variant, or the house rule at the cursor.
    """

    items: Sequence[VariantOffer | str] = (*OFFERS, *HOUSE_RULE_TITLES)
    columns = (Column(weight=1), Column())
    list_width = widest_list = _LIST_WIDTH
    pad = 0
    open_label = "choose"
    close_label = "cancel"

    def __init__(self, ui: Ui) -> None:
        self._choice = VariantChoice.from_settings(ui.controller.settings)
        super().__init__(ui, "Variants and rules for new games", self.items.index(self._choice.offer))

    def wanted(self) -> Size:
        self.has_picture = self.room >= 2 * _LIST_WIDTH + 4 and not self.is_spoken
        return super().wanted()

    def row(self, item: VariantOffer | str) -> Row:
        if isinstance(item, str):
            ink = "title" if getattr(self._choice.variant, item) else "text"
            title = f"  {HOUSE_RULE_TITLES[item]}"
        else:
            is_chosen = item == self._choice.offer
            ink = "title" if is_chosen else "text"
            title = f"{self.glyphs.verdicts[0 if is_chosen else 1]} {item.title}"
        return Row([(title, ink), (self._value(item), ink)])

    def _value(self, item: VariantOffer | str) -> str:
        """Return the free cells of a variant, or the state of a house rule.

        At the cursor the text has arrows.
        """
        if isinstance(item, str):
            value = "on " if getattr(self._choice.variant, item) else "off"
        else:
            cells = (self._choice if item == self._choice.offer else item).variant.cells
            value = f"{cells}" if len(item.title) >= _LONG_TITLE else counted(cells, "cell").ljust(7)
        left, right = tuple(self.glyphs.arrows if item == self.chosen else "  ")
        return f"{left} {value} {right}"

    def paint(self, drawing: DrawContext, box: Box, item: VariantOffer | str) -> None:
        if item == self.chosen:
            end = box.right
            drawing.on_click(Box(end - len(self._value(item)), box.y, 2, 1), partial(self._change, -1))
            drawing.on_click(Box(end - 2, box.y, 2, 1), partial(self._change, 1))

    def about(self, item: VariantOffer | str) -> tuple[str, str]:
        about = HOUSE_RULE_NOTES[item] if isinstance(item, str) else self._choice.description
        return f"{about}\n{table_note(self._controller)}", "text"

    def note(self) -> tuple[str, str]:
        """Return the note, which stands below the list where the picture is beside."""
        return ("", "text") if self.has_picture else super().note()

    def all_notes(self) -> Sequence[str]:
        if self.has_picture:
            return ()
        abouts = (*(self._choice.with_offer(offer).description for offer in OFFERS), *HOUSE_RULE_NOTES.values())
        return [f"{about}\n{table_note(self._controller)}" for about in abouts]

    def beside(self, drawing: DrawContext, box: Box, item: VariantOffer | str) -> None:
        drawing.fill(*box, "felt")
        self._ui.draw_table(drawing, box, Game.new(1, self._choice.variant))
        text, ink = self.about(item)
        lines = [line for part in text.split("\n") for line in (*wrap(part, _LIST_WIDTH - self.pad), "")]
        for y, line in enumerate(lines, self.line_count + 1):
            drawing.write(self.pad, y, line, ink)

    def open(self, item: VariantOffer | str) -> None:
        if isinstance(item, str):
            self._change(1)
        else:
            self._take()

    def _take(self) -> None:
        self._ui.close_screen()
        set_new_games(self._controller, self._choice)

    def _change(self, by: int) -> None:
        chosen = self.chosen
        self._choice = self._choice.toggled(chosen) if isinstance(chosen, str) else self._choice.with_cells(by)

    def choose(self, at: int) -> None:
        super().choose(at)
        chosen = self.chosen
        if isinstance(chosen, VariantOffer) and chosen != self._choice.offer:
            self._choice = self._choice.with_offer(chosen)

    def keys(self) -> Sequence[Choice]:
        word = "on, off" if isinstance(self.chosen, str) else "free cells"
        ways = step_choices("← →", word, self._change, {"left": -1, "right": 1})
        return [Choice("enter", "", self._take), *ways]
