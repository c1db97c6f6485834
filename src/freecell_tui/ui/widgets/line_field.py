"""The line to type or paste a name or a note in."""

from typing import Final

import urwid

from freecell_tui.engine.text import one_line
from freecell_tui.ui.widgets.canvas_dialog import DrawContext

_ROW: Final = (10_000,)
"""The width at which the text is in one row."""


class LineField(urwid.Edit):
    """A text in one line, with the cursor at its end. Of what is pasted, it takes in up to `longest` characters."""

    def __init__(self, text: str, longest: int) -> None:
        super().__init__(edit_text=text, edit_pos=len(text))
        self._longest = longest

    def press(self, key: str) -> None:
        """Type a key, wherever the line is drawn."""
        self.keypress(_ROW, key)

    def paste(self, text: str) -> None:
        """Put in pasted text as one line, as much as there is room for."""
        self.insert_text(one_line(text)[: max(self._longest - len(self.edit_text), 0)])

    def draw(self, drawing: DrawContext, at: tuple[int, int], label: str) -> None:
        """Draw a label and the line in one row; the end of a long text stays in sight."""
        x = drawing.write(*at, label)
        room = max(min(drawing.width - at[0] - x, self._longest + 1), 1)
        start = max(self.edit_pos - room + 1, 0)
        text = drawing.displayable(self.edit_text)[start : start + room]
        drawing.write(x, at[1], text.ljust(room), "title", background="chosen")
        drawing.cursor = (x + self.edit_pos - start, at[1])
