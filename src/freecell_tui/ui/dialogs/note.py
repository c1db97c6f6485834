"""The line to write a note on the position in."""

import urwid

from freecell_tui.controller.branches import set_note
from freecell_tui.engine import FreecellError
from freecell_tui.engine.bookmarks import MAX_NOTE_LENGTH
from freecell_tui.engine.text import one_line
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import RowDialog


class NotePrompt(RowDialog):
    """The note on the present position, to write or to change; without any text it is removed."""

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._field = urwid.Edit(edit_text=ui.controller.session.note)
        self._field.set_edit_pos(len(self._field.edit_text))
        hint = "Enter keeps it, Esc goes back. An empty line removes it."
        self._hint = urwid.Text(("bar quiet", ui.glyphs.displayable(hint)))
        rows = [urwid.AttrMap(self._field, "bar title"), urwid.Divider(), self._hint]
        super().__init__("Note on this position", rows, len(hint), ui.glyphs, ui.close_screen, {"enter": self._keep})

    def paste(self, text: str) -> None:
        """Put pasted text into the note, as much as there is room for."""
        self._field.insert_text(one_line(text)[: max(MAX_NOTE_LENGTH - len(self._field.edit_text), 0)])

    def _keep(self) -> None:
        try:
            set_note(self._ui.controller, self._field.edit_text)
        except FreecellError as error:
            self._hint.set_text(("bar warning", self.glyphs.displayable(str(error))))
        else:
            self._ui.close_screen()
