"""Sharing a game by code, text or picture, and playing what others have shared."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Final

from freecell_tui.controller.advice.advisor import HELP_RULE
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import pictures
from freecell_tui.controller.features.positions import position_of_code, read_pasted_position
from freecell_tui.controller.features.race import begin, win_to_race
from freecell_tui.controller.features.share import (
    CHECKING,
    COPIED,
    PastedMoves,
    can_look_ahead,
    copy,
    look_ahead,
    play_pasted,
    read_pasted,
    result_line,
)
from freecell_tui.controller.frontend import FoundPosition, Sharing
from freecell_tui.engine import FreecellError, Move
from freecell_tui.engine.board import is_meant_as_board
from freecell_tui.engine.share_code import MAX_SIGNATURE, code_lines, decode, find_code
from freecell_tui.engine.text import counted
from freecell_tui.ui.drawing.glyphs import UNICODE
from freecell_tui.ui.drawing.surface import Box, Size, fits
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import BLANK, Line, LineField, Lines, Prompt, Question, Span, drawing, spaced

_WIDE: Final = 60
"""The columns of a window from which every hint has a verb."""


class ShareScreen(Lines):
    """A shared game, with the effect of the last key."""

    close_label = "close"
    shows_text_to_copy = True
    _note = ""

    def __init__(self, ui: Ui, share: Sharing) -> None:
        self._share = share
        game = decode(share.code).game
        self._deal, self._purpose = game.seek(0), "Open this deal and paste the code to play these moves."
        if game.is_won:
            self._purpose = "Anyone who pastes this code into a game can race against it."
        super().__init__(ui, "Share this game")

    @property
    def columns_wanted(self) -> int:
        return self._wished[0]

    @property
    def _wished(self) -> Size:
        """The columns of the dialog, and the rows of the deal's picture."""
        if fits(self.window, (120, 40)):
            return 92, 25
        return 71, 10 if fits(self.window, (80, 24)) else 0

    def lines(self, width: int, height: int) -> Sequence[Line]:
        line = self._share.line
        if not self.glyphs.bars:
            line = line.translate(str.maketrans(UNICODE.bars, "_.-=+*%#"))
        code = [Line((Span(text, "bar title"),)) for text in code_lines(self._share.code, width)]
        ink = "warning" if self._note.startswith("Not ") else "winnable"
        note = self.wrapped(self._note, width, f"bar {ink}") or self.wrapped(self._purpose, width, "bar quiet")
        rows = max(len(self.wrapped(text, width)) for text in (COPIED.format("code"), self._purpose))
        picture = drawing(self._wished[1], self._draw_deal)
        # Room is kept for the effect of a key.
        return spaced([self.wrapped(line, width), picture, code, [*note, *[BLANK] * (rows - len(note))]], height)

    def _draw_deal(self, inside: DrawContext, box: Box) -> None:
        inside.fill(*box, "felt")
        self._ui.draw_table(inside, box, self._deal)

    def keys(self) -> Sequence[Choice]:
        share = self._share
        return (
            Choice("c", "copy code", partial(self._copy, share.code, "code")),
            Choice("t", "copy text" if self.window[0] >= _WIDE else "text", partial(self._copy, share.line, "text")),
            Choice("e", "name", self._ask_name),
        )

    def press(self, key: str) -> str | None:
        self._note = ""
        return super().press(key)

    def _copy(self, text: str, name: str) -> None:
        self._note = copy(self._controller, text, name)

    def _ask_name(self) -> None:
        field = LineField(self._share.name, MAX_SIGNATURE)
        about = "Your name goes with the code and the text."
        self._ui.push(Prompt(self._ui, "Add your name", field, self._sign, about=about, word="add it", label="Name: "))

    def _sign(self, name: str) -> None:
        self._share = self._share.sign(name)


class PictureDialog(Dialog):
    """A dialog from which a picture of the game can be saved."""

    @abstractmethod
    def say(self, message: str) -> None:
        """Show a message in the dialog."""

    def save_picture(self) -> None:
        # The picture is saved even if the dialog has been closed, so the scope of the dialog cannot end it.
        self._controller.scope.start(self._save_picture())

    async def _save_picture(self) -> None:
        async for message in pictures.save_picture(self._controller):
            if self._ui.has(self):
                self.say(message.text)
            else:
                self._controller.notify(message)


def ask_pasted(ui: Ui, text: str) -> None:
    """Ask whether to play pasted moves or a position, or to race a pasted share code.

    A text without any is refused. Moves can be played only where a game is shown.
    """
    controller, raced, problem = ui.controller, None, ""
    pasted = PastedMoves(())
    try:
        raced = win_to_race(text)
    except FreecellError as error:
        problem = str(error)
    if _ask_position(ui, text, is_win=raced is not None):
        return
    if ui.shows_game:
        pasted = read_pasted(text, controller.session)
        problem = pasted.problem
    if not pasted.moves and raced is None:
        controller.refuse(problem)
        return
    race = () if raced is None else (Choice("r", "race it", partial(begin, controller, raced)),)
    if not pasted.moves:
        assert raced is not None
        choices = (*race, Choice("esc", "back to the game" if ui.shows_game else "back", ui.close_screen))
        ui.push(Question(ui, "Race this game?", [f"{result_line(raced)}."], choices))
        return

    is_code = bool(find_code(text))
    play, count = ui.closing(partial(play_pasted, controller, pasted.moves, is_code=is_code)), len(pasted.moves)
    title = f"Play {counted(count, 'pasted move')}?"
    play_text = "play them" if count > 1 else "play it"
    if problem:
        title = f"Play only the first {counted(count, 'move') if count > 1 else 'move'}?"
        play_text += ", and leave out the rest"
    choices = (Choice("y", play_text, play), *race, Choice("esc", "play nothing", ui.close_screen))
    tells_rule = (is_code or count > 1) and not controller.session.helped
    checks = can_look_ahead(controller)
    question = Question(ui, title, [CHECKING if checks else "", problem, HELP_RULE if tells_rule else ""], choices)
    if checks:
        question.scope.start(_check_moves(question, controller, pasted.moves))
    ui.push(question)


def _ask_position(ui: Ui, text: str, *, is_win: bool) -> bool:
    """Ask whether to play a pasted position, or that of a share code.

    Return whether the text has one.

    A code that `is_win` may also be raced. A board with a mistake is refused.
    """
    controller, code = ui.controller, find_code(text)
    try:
        reading = position_of_code(controller, code) if code else read_pasted_position(controller, text)
    except FreecellError as error:
        # A mistake in a code is told with its moves.
        if code or not is_meant_as_board(text):
            return False
        controller.refuse(str(error))
        return True
    if reading is not None:
        ui.show(FoundPosition(reading, win_code=code if is_win else ""))
    return reading is not None


async def _check_moves(question: Question, controller: Controller, moves: Sequence[Move]) -> None:
    """Show in a question's first text whether a move loses."""
    question.text[0] = await look_ahead(controller, moves)
