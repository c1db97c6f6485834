"""The dialogs after a win and after giving up: how the game went, what is a record in it, and what to do next."""

from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from typing import Any, Final, NamedTuple

from freecell_tui.controller.actions import start_over
from freecell_tui.controller.commands import AFTER_GIVING_UP, AFTER_WIN
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.journeys import JourneyProgress, continued_journeys, play_next
from freecell_tui.controller.features.par import ParFinder
from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.controller.records.statistics import BEST_TIME, FEWEST_MOVES
from freecell_tui.engine.text import capitalised, clock_text, counted_or_no
from freecell_tui.solver.analysis import GameCourse
from freecell_tui.ui.dialogs.share import save_picture
from freecell_tui.ui.drawing.charts import curve
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.ornaments import FIGURE_ROWS, SUIT_ORDER, draw_figure, draw_suit_plate, figure_width
from freecell_tui.ui.drawing.surface import narrow
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.menus import answer
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.dialog import Answer, Dialog
from freecell_tui.ui.widgets.lines import Question
from freecell_tui.ui.widgets.parts import Action, KeyHint

_SIZE: Final = (84, 20)
_ACTIONS: Final = ("new-game", "next-deal", "where-lost")
_MORE_KEY: Final = "m"
_REVIEW_SECONDS: Final = 0.3
"""When to begin the game review: whoever goes on at once does not need it."""

_KEY_WIDTH: Final = 6
_CURVE_ROWS: Final = 3
_LOW_CURVE: Final = 2
_CAPTION: Final = "moves still needed"
_MOST_NOTES: Final = 3
_LABEL_ROWS: Final = 1
_FIGURE_GAP: Final = 3

# The suits' plates on either side of the figures, from the largest: width and height of each, and the room that the
# figures need between them.
_PLATES: Final = ((9, 5), (7, 4), (5, 3))


class _Figure(NamedTuple):
    """A figure with its label, and what stands there instead if it is a record."""

    text: str
    label: str
    best: str = ""


class WinDialog(CanvasDialog):
    """What there is to say of the game that was just won, and what to do next."""

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        controller = ui.controller
        saved = controller.saved_game()
        self._notes = controller.recorder.win_notes
        self._figures = _figures(controller, self._notes)
        self._labels = [figure.label for figure in self._figures]
        self._told = ""
        self._course: GameCourse | None = None
        rows = {name: answer(ui, name) for name in AFTER_WIN}
        rows["picture"] = rows["picture"]._replace(action=self._save_picture)
        shown = [*_next_in_tournament(ui), *_journeys(ui), *(rows.pop(name) for name in _ACTIONS)][: len(_ACTIONS)]
        self._others = [row for row in rows.values() if row not in shown]
        taken = {key for row in (*shown, *self._others) for key in row.actions}
        more = Answer("" if _MORE_KEY in taken else _MORE_KEY, "more…", self._open_more)
        self._rows = (*shown, more)
        self._at = 0
        actions = {key: action for row in (*self._rows, *self._others) for key, action in row.actions.items()}
        title = f"You won {saved.game.variant.full_title} #{saved.game.deal}!"
        super().__init__(title, _SIZE, ui.glyphs, ui.close_screen, actions)
        self.after_close = self._end_review
        self._waits_for_par = controller.has_advisor
        controller.finder(ParFinder).tell_win(saved.game, self._tell_par, may_search=controller.has_advisor)

    def _tell_par(self, par: str) -> None:
        self._notes = (f"{capitalised(par)}.", *self._notes)
        self._waits_for_par = False
        self.refresh()

    def _save_picture(self) -> None:
        save_picture(self._ui, self, self._tell_picture)
        if self._ui.stack.top is not self:
            self._ui.close_screen()

    def _tell_picture(self, told: str) -> None:
        self._told = told
        self.refresh()

    def _open_more(self) -> None:
        self._ui.push(_more(self._ui, self._others))

    # The game review

    def on_shown(self) -> None:
        """Find out how the game went, in a moment."""
        self._ui.call_later(_REVIEW_SECONDS, self._review)

    def _review(self) -> None:
        controller = self._ui.controller
        if self._ui.stack.top is self and controller.session.game.is_won:
            controller.advisor.review(controller.session.game, self._tell)

    def _end_review(self) -> None:
        if self._ui.controller.has_advisor:
            self._ui.controller.advisor.end_review()

    def _tell(self, course: GameCourse, _left: int) -> None:
        self._course = course
        self.refresh()

    # Keys

    def keypress(self, size: Any, key: str) -> str | None:
        """Choose another answer, give the chosen one, or do what a key stands for."""
        steps = {"up": -1, "down": 1, "shift tab": -1, "tab": 1}
        if key in steps:
            self._step(steps[key])
        elif key in ("enter", " "):
            self._rows[self._at].action()
        else:
            return super().keypress(size, key)
        self.refresh()
        return None

    def _step(self, by: int) -> None:
        self._at = (self._at + by) % len(self._rows)

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of every question."""
        choose = self._rows[self._at].action
        return [("↑ ↓", "move", lambda: self._step(1)), ("Enter", "choose", choose), self.hint("esc", "back")]

    # Drawing

    def height(self, width: int) -> int:
        """Return the rows that all of it takes."""
        inner = self.inner_width(width)
        wanted = self._head_rows(inner) + len(self._note_lines(inner)) + _CURVE_ROWS + len(self._rows) + 5
        return wanted + 2

    def draw(self, drawing: DrawContext) -> None:
        """Draw figures between the suits, notes, the curve and the answers; where there is little room, less of it."""
        width = drawing.width
        self._choose_labels(width)
        head = self._head_rows(width)
        spare = drawing.height - head - len(self._rows)
        notes = self._note_lines(width, spare)
        spare -= len(notes)
        curve = next((rows for rows in (_CURVE_ROWS, _LOW_CURVE) if spare > rows), _LOW_CURVE * (spare >= _LOW_CURVE))
        spare -= curve
        parts = [head, len(notes), curve]
        gaps = [min(max(spare - at, 0), 1) * bool(rows) for at, rows in enumerate(parts)]
        y = int(spare > sum(gaps))
        self._draw_head(drawing, y)
        y += head + gaps[0]
        for line, ink in notes:
            drawing.write(max((width - len(line)) // 2, 0), y, line, ink)
            y += 1
        y += gaps[1]
        self._draw_curve(drawing, y, curve)
        y += curve + gaps[2]
        self._draw_answers(drawing, min(y, drawing.height - len(self._rows)))

    def _choose_labels(self, width: int) -> None:
        """Let the figures say what is a record, where there is room."""
        self._labels = [figure.best or figure.label for figure in self._figures]
        if self._figures_width() > width:
            self._labels = [figure.label for figure in self._figures]

    def _plates(self, width: int) -> tuple[int, int]:
        """Return the size of the suits' plates beside the figures; nothing where they have no room."""
        figures = self._figures_width()
        fitting = (plate for plate in _PLATES if figures + 4 * plate[0] + 2 + 2 * _FIGURE_GAP <= width)
        return next(fitting, (0, 0))

    def _figures_width(self) -> int:
        return sum(self._column_widths()) + _FIGURE_GAP * (len(self._figures) - 1)

    def _column_widths(self) -> list[int]:
        widths = (figure_width(figure.text, self.glyphs) for figure in self._figures)
        return [max(width, len(label)) for width, label in zip(widths, self._labels, strict=True)]

    def _head_rows(self, width: int) -> int:
        plate = self._plates(width)[1]
        return max(plate, FIGURE_ROWS + _LABEL_ROWS) if plate else FIGURE_ROWS + _LABEL_ROWS + 2

    def _draw_head(self, drawing: DrawContext, y: int) -> None:
        """Draw the figures, with two suits on either side, or the suits in a row above them."""
        width, height = self._plates(drawing.width)
        places = [Box(x, y, width, height) for x in self._plate_places(drawing.width, width)]
        if not width:
            middle = drawing.width // 2
            places = [Box(middle - 9 + at * 5, y, 3, 1) for at in range(len(SUIT_ORDER))]
            y += 2
        for box, suit in zip(places, SUIT_ORDER, strict=True):
            draw_suit_plate(drawing.surface, box, suit, self.glyphs, colour=self._ui.has_colour)
        columns = self._column_widths()
        gap = min(max((drawing.width - sum(columns)) // max(len(columns) - 1, 1), 1), _FIGURE_GAP)
        x = max((drawing.width - sum(columns) - gap * (len(columns) - 1)) // 2, 0)
        y += max(height - FIGURE_ROWS - _LABEL_ROWS, 0)
        for figure, label, column in zip(self._figures, self._labels, columns, strict=True):
            ink = "winnable" if figure.best else "title"
            start = x + (column - figure_width(figure.text, self.glyphs)) // 2
            draw_figure(drawing.surface, start, y, figure.text, f"bar {ink}", self.glyphs)
            label_ink = ink if figure.best else "quiet"
            drawing.write(x + (column - len(label)) // 2, y + FIGURE_ROWS, label, label_ink)
            x += column + gap

    @staticmethod
    def _plate_places(room: int, width: int) -> tuple[int, int, int, int]:
        return 0, width + 1, room - 2 * width - 1, room - width

    def _note_lines(self, width: int, room: int = 99) -> list[tuple[str, str]]:
        """Return what there is to say, with its inks: what became of the last key, and what is special.

        A note that does not fit into `room` lines is left out.
        """
        told: list[tuple[str, str]] = [(self._told, "warning")] if self._told else []
        # A blank row is kept for par, which is known a moment later, so that nothing moves then.
        told += [("", "text")] * self._waits_for_par
        told += [(note, "winnable" if note.startswith((BEST_TIME, FEWEST_MOVES)) else "text") for note in self._notes]
        lines: list[tuple[str, str]] = []
        for note, ink in told[:_MOST_NOTES]:
            wrapped = wrap(narrow(self.glyphs.displayable(note)), max(width, 1)) or [""]
            if len(lines) + len(wrapped) <= room:
                lines += ((line, ink) for line in wrapped)
        return lines

    def _draw_curve(self, drawing: DrawContext, y: int, height: int) -> None:
        """Draw the moves still needed at each position, from the deal to the win."""
        course = self._course
        if not height or course is None or course.needed[0] is None:
            return
        most = max((needed for needed in course.needed if needed is not None), default=0) or 1
        label = f"{most} "
        values = [None if needed is None else needed / most for needed in course.needed]
        width = drawing.width - len(label) - len(_CAPTION) - 1
        drawing.write(0, y, label, "quiet")
        drawing.write(len(label) - 2, y + height - 1, "0", "quiet")
        for row, line in enumerate(curve(values, width, height, self.glyphs), y):
            drawing.surface.text(len(label), row, line, "bar winnable")
        x, y = len(label) + width + 1, y + height - 2
        drawing.write(x, y, _CAPTION, "quiet")
        drawing.write(x, y + 1, counted_or_no(len(course.detours), "detour"), "text")

    def _draw_answers(self, drawing: DrawContext, y: int) -> None:
        for at, row in enumerate(self._rows):
            ground = "chosen" if at == self._at else "bar"
            drawing.surface.fill(0, y + at, drawing.width, 1, f"{ground} text")
            drawing.on_click(Box(0, y + at, drawing.width, 1), row.action)
            left = max((drawing.width - 40) // 2, 0)
            key = self.glyphs.key_names(key_name(row.key))
            drawing.write(left + _KEY_WIDTH - len(key), y + at, key, "title", background=ground)
            ink = "title" if at == self._at else "text"
            drawing.write(left + _KEY_WIDTH + 2, y + at, drawing.displayable(row.text), ink, background=ground)
            if at == self._at:
                drawing.cursor = (left + _KEY_WIDTH + 2, y + at)


def _figures(controller: Controller, notes: Sequence[str]) -> list[_Figure]:
    saved = controller.saved_game()
    moves, undos = saved.game.moves_made, saved.undos
    is_record = {sign: any(note.startswith(sign) for note in notes) for sign in (FEWEST_MOVES, BEST_TIME)}
    figures = [_Figure(f"{moves}", "move" if moves == 1 else "moves", "fewest moves" * is_record[FEWEST_MOVES])]
    if controller.settings.clock:
        figures.append(_Figure(clock_text(saved.elapsed), "time", "best time" * is_record[BEST_TIME]))
    return [*figures, _Figure(f"{undos}", "undo" if undos == 1 else "undos")]


def _more(ui: Ui, answers: Sequence[Answer]) -> Dialog:
    """Return what else there is to do after a win."""
    return Question(ui, "After a win", (), (*answers, Answer("esc", "back", ui.close_screen)))


def _journeys(ui: Ui) -> list[Answer]:
    """Return the answers that go on with the journeys whose next deal was won."""
    key = next(iter(ui.keymap.in_dialog("journeys")), "")
    return [
        Answer("" if at else key, f"next on the journey “{progress.journey.title}”", _player(ui, progress))
        for at, progress in enumerate(continued_journeys(ui.controller))
    ]


def _player(ui: Ui, progress: JourneyProgress) -> Action:
    return partial(play_next, ui.controller, progress)


def _next_in_tournament(ui: Ui) -> list[Answer]:
    """Return the answer that plays the next deal of the game's tournament; none if no deal of it is left."""
    if ui.controller.contest is None:
        return []
    found = tournaments.continued_tournament(ui.controller)
    if found is None:
        return []

    game = ui.controller.session.game

    def tell(problem: str) -> None:
        ui.controller.notify(Message(problem, Severity.REFUSAL))

    def play() -> None:
        tournaments.play(ui.controller, found.tournament, None, tell, lambda: ui.controller.session.game is game)

    text = f"next in tournament, {found.score.won} of {len(found.deals)}" if found.deals else "next in tournament"
    return [Answer(next(iter(ui.keymap.in_dialog("tournaments")), ""), text, play)]


def given_up(ui: Ui) -> Dialog:
    """Return what to do after giving up."""
    controller, game = ui.controller, ui.controller.session.game

    def take_back() -> None:
        ui.close_screen()
        controller.take_back_giving_up()

    def key(name: str) -> str:
        return next(iter(ui.keymap.in_dialog(name)), "")

    *rows, leave = (answer(ui, name) for name in AFTER_GIVING_UP)
    answers = (
        *_next_in_tournament(ui),
        *rows,
        Answer(key("restart"), "play this deal again", partial(start_over, controller)),
        Answer(key("undo"), "don’t give up: play on", take_back),
        leave,
        Answer("esc", "back to the table", ui.close_screen),
    )
    text = f"{game.variant.full_title} #{game.deal} counts as lost."
    return Question(ui, "Given up", [text], answers)
