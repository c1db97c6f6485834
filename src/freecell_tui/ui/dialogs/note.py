"""The line to write a note on the position in."""

from collections.abc import Sequence
from typing import Final

import urwid

from freecell_tui.controller.features.branches import set_note
from freecell_tui.engine import FreecellError
from freecell_tui.engine.game import MAX_NOTE_LENGTH
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.canvas_dialog import LineField
from freecell_tui.ui.widgets.dialog import RowDialog
from freecell_tui.ui.widgets.parts import KeyHint

_WIDTH: Final = 56


class NotePrompt(RowDialog):
    """The note on the present position, to write or to change; without any text it is removed."""

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._field = LineField(ui.controller.session.note, MAX_NOTE_LENGTH)
        self._hint = urwid.Text(("bar quiet", ui.glyphs.displayable("You see it when you come here again.")))
        rows = [urwid.AttrMap(self._field, "chosen title"), urwid.Divider(), self._hint]
        super().__init__("Note on this position", rows, _WIDTH, ui.glyphs, ui.close_screen, {"enter": self._keep})

    def key_hints(self) -> Sequence[KeyHint]:
        """Return how to keep the note, and how not to."""
        removes = self._ui.controller.session.note and not self._field.edit_text.strip()
        return [("Enter", "remove" if removes else "keep", self._keep), ("Esc", "back", self._ui.close_screen)]

    def paste(self, text: str) -> None:
        """Put pasted text into the note."""
        self._field.paste(text)

    def _keep(self) -> None:
        try:
            set_note(self._ui.controller, self._field.edit_text)
        except FreecellError as error:
            self._hint.set_text(("bar warning", self.glyphs.displayable(str(error))))
        else:
            self._ui.close_screen()
