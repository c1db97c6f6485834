"""The dialog that shares a game: its code and a line of text, to be copied and signed with a name, and its picture.

What others have shared is pasted: the moves of a game, or the code of one to race.
"""

from collections.abc import Callable, Sequence
from functools import partial

from freecell_tui.controller.advice.advisor import HELP_RULE
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import pictures
from freecell_tui.controller.features.race import begin, win_to_race
from freecell_tui.controller.features.share import (
    CHECKING,
    COPIED,
    PastedMoves,
    copy,
    look_ahead,
    play_pasted,
    read_pasted,
    result_line,
)
from freecell_tui.controller.frontend import Message, Sharing
from freecell_tui.engine import FreecellError, Move
from freecell_tui.engine.share_code import MAX_SIGNATURE, code_lines, decode, find_code
from freecell_tui.engine.text import counted
from freecell_tui.ui.drawing.glyphs import UNICODE
from freecell_tui.ui.drawing.surface import Box, Size, fits
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import BLANK, Line, LineField, Lines, Prompt, Question, Span, drawing, spaced


class ShareScreen(Lines):
    """A game that is shared, and what became of the last key."""

    close_label = "close"
    _note = ""

    def __init__(self, ui: Ui, share: Sharing) -> None:
        self._share = share
        game = decode(share.code).game
        self._deal, self._what_for = game.seek(0), "Open this deal and paste the code to play these moves."
        if game.is_won:
            self._what_for = "Anyone who pastes this code into a game can race against it."
        super().__init__(ui, "Share this game")

    @property
    def columns_wanted(self) -> int:
        return self._wished[0]

    @property
    def _wished(self) -> Size:
        """The columns of the dialog and the rows of a picture of the deal, by the least window, the largest first."""
        wishes = ((120, 40), (92, 25)), ((80, 24), (71, 10))
        return next((wish for least, wish in wishes if fits(self.window, least)), (71, 0))

    def lines(self, width: int, height: int) -> Sequence[Line]:
        line = self._share.line
        if not self.glyphs.bars:
            line = line.translate(str.maketrans(UNICODE.bars, "_.-=+*%#"))
        code = [Line((Span(text, "bar title"),)) for text in code_lines(self._share.code, width)]
        note = self.wrapped(self._note, width, "bar warning") or self.wrapped(self._what_for, width, "bar quiet")
        rows = max(len(self.wrapped(text, width)) for text in (COPIED, self._what_for))

        def draw_deal(inside: DrawContext, box: Box) -> None:
            inside.fill(*box, "felt")
            self._ui.draw_table(inside, box, self._deal)

        picture = drawing(self._wished[1], draw_deal)
        # Room is kept for what becomes of a key.
        return spaced([self.wrapped(line, width), picture, code, [*note, *[BLANK] * (rows - len(note))]], height)

    def keys(self) -> Sequence[Choice]:
        share = self._share
        return (
            Choice("c", "copy code", partial(self._copy, share.code)),
            Choice("t", "text", partial(self._copy, share.line)),
            Choice("e", "name", self._ask_name),
        )

    def press(self, key: str) -> str | None:
        self._note = ""
        return super().press(key)

    def _copy(self, text: str) -> None:
        self._note = copy(self._controller, text)

    def _ask_name(self) -> None:
        def sign(name: str) -> None:
            self._share = self._share.sign(name)

        field, label = LineField(self._share.name, MAX_SIGNATURE), "Name: "
        about = "Your name goes with the code and the text."
        self._ui.push(Prompt(self._ui, "Add your name", field, sign, about=about, word="add it", label=label))


def save_picture(ui: Ui, dialog: Dialog, say: Callable[[str], None]) -> None:
    """Save a picture of the game; the dialog is to `say` what there is to say, and the screen if that is closed."""

    def tell(message: Message) -> None:
        if ui.has(dialog):
            say(message.text)
        else:
            ui.controller.notify(message)

    pictures.save_picture(ui.controller, tell)


def ask_pasted(ui: Ui, text: str) -> None:
    """Ask whether to play the moves in a pasted text, or to race its share code, or say why neither can be done.

    Where no game is played its moves cannot be.
    """
    controller, raced, problem = ui.controller, None, ""
    pasted = PastedMoves(())
    try:
        raced = win_to_race(text)
    except FreecellError as error:
        problem = str(error)
    if ui.shows_game:
        pasted = read_pasted(text, controller.session)
        problem = pasted.problem
    race = () if raced is None else (Choice("r", "race it", partial(begin, controller, raced)),)
    if not pasted.moves:
        if raced is None:
            ui.controller.refuse(problem)
        else:
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
    warns = controller.settings.warn and not controller.advisor.trouble
    question = Question(ui, title, [CHECKING if warns else "", problem, HELP_RULE if tells_rule else ""], choices)
    if warns:
        question.scope.start(_look_ahead(question, controller, pasted.moves))
    ui.push(question)


async def _look_ahead(question: Question, controller: Controller, moves: Sequence[Move]) -> None:
    question.text[0] = await look_ahead(controller, moves)
