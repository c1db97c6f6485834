"""The dialog that shares a game: its code and a line of text, to be copied and signed with a name, and its picture.

What others have shared is pasted: the moves of a game, or the code of one to race.
"""

from collections.abc import Callable, Sequence
from functools import partial
from textwrap import wrap
from typing import Any, Final

from freecell_tui.controller.features import pictures
from freecell_tui.controller.features.race import begin, raced_code
from freecell_tui.controller.features.share import (
    CHECKING,
    COPIED,
    can_look_ahead,
    copy_note,
    look_ahead,
    play_pasted,
    read_pasted,
    result_line,
)
from freecell_tui.controller.frontend import Message, Severity, Shareable
from freecell_tui.controller.records.statistics import ASCII, UNICODE
from freecell_tui.engine import FreecellError
from freecell_tui.engine.share_code import MAX_SIGNATURE, code_lines
from freecell_tui.engine.text import counted
from freecell_tui.ui.drawing.surface import narrow
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext, LineField
from freecell_tui.ui.widgets.dialog import Answer, Dialog
from freecell_tui.ui.widgets.lines import Question
from freecell_tui.ui.widgets.parts import KeyHint

_SIZE: Final = (71, 8)
_NAME_LABEL: Final = "Signed by: "
_ASCII_HEIGHTS: Final = str.maketrans(UNICODE.heights, ASCII.heights)


class ShareScreen(CanvasDialog):
    """A game that is shared, and what became of the last key."""

    def __init__(self, ui: Ui, share: Shareable) -> None:
        self._ui = ui
        self._share = share
        self._note = ""
        self._name_field: LineField | None = None
        actions = {
            "c": lambda: self._copy(self._share.code),
            "t": lambda: self._copy(self._share.line),
            "n": self._ask_name,
        }
        super().__init__("Share this game", _SIZE, ui.glyphs, ui.close_screen, actions)

    def _copy(self, text: str) -> None:
        is_sent = self._ui.controller.frontend.copy(text)
        self._note = copy_note(self._ui.controller.settings.clipboard, is_sent=is_sent)

    # Signing

    def _ask_name(self) -> None:
        self._name_field = LineField(self._share.shared.name, MAX_SIGNATURE)

    def _sign(self, name: str) -> None:
        try:
            signed = self._share.signed(name)
            # With a name, a game may be too long for a code.
            assert signed.code
        except FreecellError as error:
            self._note = str(error)
        else:
            self._share = signed
            self._name_field = None

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key stands for, or type it into the name."""
        self._note = ""
        field = self._name_field
        if field is None:
            return super().keypress(size, key)
        if key == "esc":
            self._name_field = None
        elif key == "enter":
            self._sign(field.edit_text)
        else:
            field.press(key)
        self.refresh()
        return None

    def paste(self, text: str) -> None:
        """Put pasted text into the name that is being typed."""
        if self._name_field is not None:
            self._name_field.paste(text)
            self._note = ""
            self.refresh()

    # Drawing

    def height(self, width: int) -> int:
        """Return the rows that it would like to have, which depend on how the texts are broken."""
        inner = self.inner_width(width)
        return len(self._lines(inner)) + len(wrap(COPIED, inner)) + 4

    def _lines(self, width: int) -> list[tuple[str, str]]:
        """Return the line of text and the code, broken into lines, with their inks."""
        line = self._share.line if self.glyphs.bars else self._share.line.translate(_ASCII_HEIGHTS)
        told = wrap(narrow(self.glyphs.displayable(line)), max(width, 1))
        code = code_lines(self._share.code, width)
        return [*((text, "text") for text in told), ("", "text"), *((text, "title") for text in code)]

    def draw(self, drawing: DrawContext) -> None:
        """Draw the texts, and what became of the last key or the name that is typed."""
        for y, (text, ink) in enumerate(self._lines(drawing.width)):
            drawing.write(0, y, text, ink)
        note = wrap(drawing.displayable(self._note), max(drawing.width, 1))
        y = drawing.height - len(note)
        for row, text in enumerate(note, y):
            drawing.write(0, row, text.ljust(drawing.width), "warning")
        if self._name_field is not None:
            self._name_field.draw(drawing, (0, y - 1), _NAME_LABEL)

    def key_hints(self) -> Sequence[KeyHint]:
        """Return what can be copied, or how the name is ended that is typed."""
        if self._name_field is not None:
            return [self.hint("enter", "sign"), self.hint("esc", "back")]
        keys = (("c", "copy code"), ("t", "text"), ("n", "sign"), ("esc", "close"))
        return [self.hint(key, text) for key, text in keys]


# Saving a picture of the game from a dialog that says where it is.


def save_picture(ui: Ui, dialog: Dialog, say: Callable[[str], None]) -> None:
    """Save a picture of the game; the dialog is to `say` what there is to say, and the screen if that is closed."""

    def tell(message: Message) -> None:
        if ui.stack.has(dialog):
            say(message.text)
        else:
            ui.controller.notify(message)

    pictures.save_picture(ui.controller, tell)


def ask_pasted(ui: Ui, text: str) -> None:
    """Ask whether to play the moves in a pasted text, or to race its share code, or say why neither can be done."""
    controller = ui.controller
    (moves, problem), raced = read_pasted(text, controller.session), raced_code(text)
    race = () if raced is None else (Answer("r", "race it", partial(begin, controller, raced)),)
    if not moves:
        if raced is None:
            controller.notify(Message(problem, Severity.REFUSAL))
        else:
            answers = (*race, Answer("esc", "back to the game", ui.close_screen))
            ui.push(Question(ui, "Race this game?", [f"{result_line(raced)}."], answers))
        return

    def play() -> None:
        ui.close_screen()
        play_pasted(controller, moves)

    count = len(moves)
    title = f"Play {counted(count, 'pasted move')}?"
    play_text = "play them" if count > 1 else "play it"
    if problem:
        title = f"Play only the first {counted(count, 'move') if count > 1 else 'move'}?"
        play_text += ", and leave out the rest"
    answers = (Answer("y", play_text, play), *race, Answer("esc", "play nothing", ui.close_screen))
    warns = can_look_ahead(controller)

    def tell(said: str) -> None:
        question.text[0] = said
        question.refresh()

    question = Question(ui, title, [CHECKING if warns else "", problem], answers)
    if warns:
        question.after_close = controller.advisor.end_review
        look_ahead(controller, moves, tell)
    ui.push(question)
