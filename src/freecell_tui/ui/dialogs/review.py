"""The review of a game: its chart, and sentences on the game and the chosen move."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from freecell_tui.controller.actions import HINTS_ARE_OFF, jump_refusal
from freecell_tui.controller.advice.analysis import NOT_DECIDED, GameAnalysis
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.features.par import take_line
from freecell_tui.controller.features.review import CourseSoFar, follow_course
from freecell_tui.controller.frontend import Step
from freecell_tui.engine import Game
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.text import counted
from freecell_tui.solver.analysis import GameCourse, Verdict
from freecell_tui.ui.dialogs.share import PictureDialog
from freecell_tui.ui.drawing.charts import AXIS_WIDTH, ProgressChart
from freecell_tui.ui.drawing.surface import Box
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import LEFT_BUTTON, MouseEvent
from freecell_tui.ui.parts import Choice, DrawContext, move_slots, step_choices, steps
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.lines import BLANK, Line, Lines, Span, drawing, spaced, width_of

_WIDE_WORDS: Final = 90  # the columns in which most sentences are in one row
_BESIDE_IN_LARGE: Final = 16  # the columns of a large window beside the dialog
_VERDICTS_AND_MARKS: Final = 2
_SUMMARY_ROWS: Final = 2
_MOVE_ROWS: Final = 3


class GameReview(PictureDialog, Lines):
    """The course of a game, which is completed while it is shown.

    Positions are counted from the beginning of the course.
    """

    close_label = "close"
    _course = GameCourse((), (None,), (None,))
    _queries_left = 0
    """The number of moves that the solver has still to check."""
    _trouble = ""
    """Why there is no solver, or ''."""
    _chosen: int | None = None
    _message = ""
    """A message in place of the sentence on the chosen move."""
    _chart_rows = range(0)

    def __init__(self, ui: Ui, game: Game) -> None:
        self._game = game
        self._notes: Mapping[int, str] = {}
        self._chart = ProgressChart(self._course, ui.glyphs, 0)
        super().__init__(ui, "Game review")
        self._search = self.scope.child()

    def on_shown(self) -> None:
        notes = self._controller.session.notes
        by_position = ((index, notes.get(self._game.place_at(index), "")) for index in range(len(self._game.boards)))
        self._notes = {position: note for position, note in by_position if note}
        self._search.restart(self._find_course())

    async def _find_course(self) -> None:
        async for found in follow_course(self._controller, self._game):
            self.take(found)
        take_line(self._controller, self._controller.session)

    def take(self, found: CourseSoFar) -> None:
        """Show the part of the course that is known."""
        self._course, self._queries_left, self._trouble = found
        self._note_shown()

    def _note_shown(self) -> None:
        """Count a shorter way than the player's win as help, if shown."""
        if self._game.is_won and self._is_mistake and self.instead()[1]:
            self._controller.session.mark_shown()

    @property
    def aside(self) -> str:  # type: ignore[override]
        is_searching = self._queries_left and not self._trouble
        return f"{counted(self._queries_left, 'move')} left to check" if is_searching else ""

    @property
    def _present(self) -> int:
        """The position on the table."""
        return self._game.position - self._course.start

    @property
    def _undone(self) -> int:
        """The number of undone moves."""
        return max(len(self._course.moves) - self._present, 0)

    @property
    def _position(self) -> int:
        """The chosen position.

        At first this is the position before the losing move, if known, or the position on the table.
        """
        if self._chosen is not None:
            return self._chosen
        losing = self._course.losing_position
        return self._present if losing is None else losing

    @property
    def _is_at_losing_move(self) -> bool:
        return self._position == self._course.losing_position

    def say(self, message: str) -> None:
        """Show a message until another position is chosen."""
        self._message = message

    def _choose(self, position: int) -> None:
        self._chosen = min(max(position, 0), len(self._course.moves))
        self._message = ""
        self._note_shown()

    def _choose_by(self, step: int) -> None:
        self._choose(self._position + step)

    def _step_to_mark(self, way: int) -> None:
        """Choose the next marked position, forward or backward.

        Marked are mistakes, the position on the table, and both ends.
        """
        course, position = self._course, self._position
        marked = {0, len(course.moves), self._present, *course.detours, course.losing_position or 0}
        ahead = [mark for mark in marked if (mark - position) * way > 0]
        if ahead:
            self._choose(min(ahead, key=lambda mark: abs(mark - position)))

    def keys(self) -> Sequence[Choice]:
        ui, back = self._ui, self._present - self._position
        marks = "mistakes" if self._course.losing_position is not None else "detours" if self._course.detours else ""
        label = f"{'undo' if back > 0 else 'redo'} {counted(abs(back), 'move')}" if back else ""
        label = "undo the mistake" if self._is_at_losing_move else label
        offers = []
        if self._is_mistake:
            # The player can ask for a winning line until it is shown, unless hints are off. The line counts as help.
            count, shown = self.instead()
            question = "what wins" if self._is_at_losing_move else "shorter way"
            offers.append(ui.choice("hint", question if count and not shown else "", self._show_better_line))
        return (
            Choice("enter", label, self.go),
            *step_choices("← →", "step", self._choose_by, steps(10, "left", "right")),
            *step_choices("↑ ↓", marks, self._step_to_mark, {"up": -1, "down": 1}),
            *offers,
            ui.choice("share", "share", partial(execute, self._controller, BY_NAME["share"])),
            ui.choice("picture", "picture", self.save_picture),
        )

    def _show_better_line(self) -> None:
        self._controller.session.mark_shown(self._course.start + self._position)

    def mouse_event(self, event: MouseEvent) -> None:
        if event.wheel:
            self._choose(self._position + event.wheel)
            return
        inside = self.seen_inside(event)
        if event.kind != "release" and event.button == LEFT_BUTTON and inside.y in self._chart_rows:
            position = self._chart.position_at(inside.x)
            if position is not None:
                self._choose(position)

    def instead(self) -> tuple[int, Sequence[Step]]:
        """Return the length of a winning line from the chosen position, and its first 12 moves.

        The length is 0 with hints off. Without help the moves are left out until the game is won.
        """
        controller, game = self._controller, self._game.seek(self._course.start + self._position)
        analysis = self._analysis
        line = analysis.line(game) if controller.settings.hints else ()
        shown = line[:12] if self._game.is_won or controller.session.helped else ()
        return len(line), tuple(analysis.steps(game, shown))

    def go(self) -> None:
        """Go to the chosen position on the table."""
        controller = self._controller
        self._ui.show_table()
        back = controller.game.position - self._course.start - self._position
        if back > 0 and (refusal := jump_refusal(controller)):
            self._controller.refuse(refusal)
            return
        controller.session.seek(self._course.start + self._position)
        if self._is_at_losing_move:
            controller.say("You are before the losing move. Play another one; redo plays it again.")
        elif back > 0:
            rest = "" if controller.session.own_win is None else " Another win of this game counts as a win with help."
            controller.say(f"{counted(back, 'move')} undone; redo plays them again.{rest}")
        elif back < 0:
            controller.say(f"{counted(-back, 'move')} played again.")
        controller.game_changed()

    @property
    def columns_wanted(self) -> int:
        """The columns of the widest chart that has room.

        They are at least 62, or in a wide window as many as the sentences need.
        """
        room = min(self.room, max(self.window[0] - _BESIDE_IN_LARGE, 74))
        widths = [pitch * len(self._game.boards) + AXIS_WIDTH for pitch in (5, 4, 3, 2)]
        least = min(room, _WIDE_WORDS) if self.window[0] > _WIDE_WORDS + _BESIDE_IN_LARGE else 62
        return max(next((width for width in widths if width <= room), room), least)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Return a sentence on the game, the chart, and a sentence on the chosen move.

        The number of lines is the same for all moves.
        Where there is little room the bars are lower, and no blank rows stand between the parts.
        """
        self._chart = ProgressChart(self._course, self.glyphs, width)
        room = height - _SUMMARY_ROWS - _MOVE_ROWS - _VERDICTS_AND_MARKS
        highest = min(max((self.window[1] - 8) // 2, 8), 20)  # half of the rows that a window has for the bars
        bars = min(max(room - 2, 2), highest)
        summaries = list(self._summary())
        if self._undone:
            summaries[:0] = [f"{text} Undone moves are counted, too." for text in summaries]
        summary = self._fitting(summaries, width, _SUMMARY_ROWS)
        # A better line than the chosen move, in little cards.
        line: list[Line] = []
        count, steps = self.instead() if self._is_mistake and not self._message else (0, ())
        for shown in range(len(steps), 0, -1):
            slots = move_slots(steps[:shown], self.glyphs, self._ui.appearance.suit_inks)
            spans = [Span(text, role) for slot in slots for text, role in slot]
            if count > shown:
                spans.append(Span(f" and {count - shown} more", "bar quiet"))
            line = [Line(spans)]
            if width_of(spans) <= width:
                break
        about_move = [*self._fitting(self._sentences(), width, _MOVE_ROWS - len(line), "bar title"), *line]
        picture = drawing(bars + _VERDICTS_AND_MARKS, partial(self._draw_chart, bars=bars))
        return spaced([summary, picture, about_move], height)

    def _draw_chart(self, inside: DrawContext, box: Box, bars: int) -> None:
        self._chart_rows = range(box.y, box.y + bars + _VERDICTS_AND_MARKS)
        self._chart.draw(inside, box.y, bars, self._position)
        inside.cursor = (self._chart.x(self._position), box.y + bars + 1)

    def _fitting(self, texts: Iterable[str], width: int, rows: int, role: str = "bar text") -> list[Line]:
        """Return the first text that fits into `rows` rows, or else the last text cut.

        Blank rows fill the rest.
        """
        lines: list[Line] = []
        for text in texts:
            lines = self.wrapped(text, width, role)
            if len(lines) <= rows:
                break
        return [*lines[:rows], *[BLANK] * (rows - len(lines))]

    def _sentences(self) -> Iterator[str]:
        """Yield the text on the chosen position, the longest form first.

        The text is a note, and a sentence on the move that was played there.
        """
        if self._message:
            yield self._message
            return
        note = self._notes.get(self._course.start + self._position)
        if note is None:
            yield from self._move_sentences()
        else:
            yield from (f"Note: {note} · {text}" for text in self._move_sentences())
            yield f"Note: {note}"

    def _move_sentences(self) -> Iterator[str]:
        course, position = self._course, self._position
        needed, verdict = course.needed[position], course.verdicts[position]
        before = ""
        if course.verdicts[0] is Verdict.LOST:
            before = self._analysis.unwinnable(self._game)
        elif verdict is Verdict.LOST:
            before = self._of_autoplay("The game was lost.", position)
        elif verdict is not Verdict.WON and self._trouble:
            before = f"Not analysed, as {self._trouble[0].lower()}{self._trouble[1:]}."
        elif verdict is not Verdict.WON:
            before = "Thinking…" if self._queries_left else NOT_DECIDED
        if position == len(course.moves):
            moment = "After the last move" if self._game.is_won or self._undone else "Now"
            standing = before or (f"{counted(needed, 'move')} from a win." if needed else "you won.")
            yield f"{moment}: {standing[0].lower()}{standing[1:]}"
            return
        game = self._game.seek(course.start + position)
        move = f"Move {position + 1}: {describe_move(course.moves[position], game.board, game.variant)}."
        if verdict is not Verdict.WON or needed is None:
            yield f"{move} {before.replace('was lost', 'was already lost')}"
            return
        if position == course.losing_position:
            verdict_text = f" {self._of_autoplay('It lost the game.', position + 1)}"
            alternative = f" You could still have won in {counted(needed, 'move')}"
        elif course.cost(position):
            cost, left = counted(course.cost(position), "move"), counted(course.needed[position + 1] or 0, "move")
            verdict_text = f" A detour, which cost {cost}: after it, a win was {left} away."
            alternative = " A shorter way"
        else:
            after = course.needed[position + 1]
            yield f"{move} {counted(needed, 'move')} from a win before it{'' if after is None else f', {after} after'}."
            return
        count, steps = self.instead()
        key = key_name(self._ui.choice("hint").key)
        if steps:
            yield from (f"{move}{verdict_text}{alternative}:", f"Move {position + 1}:{verdict_text}{alternative}:")
        elif count and key:
            # The rule is shown before it applies, even where there is no room for more.
            gain = (
                "a shorter way"
                if course.cost(position)
                else f"how you could still have won in {counted(needed, 'move')}"
            )
            offer = f" Press {key} to see {gain}; that counts as help."
            yield from (
                f"{move}{verdict_text}{offer}",
                f"Move {position + 1}:{verdict_text}{offer}",
                f"Move {position + 1}:{offer}",
            )
        elif not count:
            yield f"{move}{verdict_text} {HINTS_ARE_OFF} The winning move is not shown."
            yield f"{move}{verdict_text} {HINTS_ARE_OFF}"
        yield move + verdict_text

    @property
    def _is_mistake(self) -> bool:
        """Whether a better move was known than the move played at the chosen position."""
        return self._is_at_losing_move or self._course.cost(self._position) > 0

    @property
    def _analysis(self) -> GameAnalysis:
        return self._controller.advisor.analysis

    def _of_autoplay(self, sentence: str, position: int) -> str:
        """Return a sentence on a lost position, with the autoplay if that lost the game."""
        return self._analysis.of_autoplay(sentence, self._game.seek(self._course.start + position))

    def _summary(self) -> Iterator[str]:
        """Yield a sentence on the game, the longest form first."""
        course, is_done = self._course, not self._queries_left
        last, end, losing = len(course.moves), course.verdicts[-1], course.losing_position
        if end is Verdict.WON:
            yield from _won_summary(course, self._trouble, is_done=is_done)
        elif course.verdicts[0] is Verdict.LOST:
            yield self._analysis.unwinnable(self._game)
        elif losing is not None:
            text = self._of_autoplay(f"Move {losing + 1} of {last} lost the game.", losing + 1)
            yield from (f"{text}{_detour_sentence(course)}", text)
        elif self._trouble:
            yield f"{self._trouble}."
        elif end is None:
            yield "Thinking…"
        elif end is not Verdict.LOST:
            yield NOT_DECIDED if is_done else "Thinking…"
        elif course.verdicts[0] is None:
            yield self._of_autoplay("The game is lost. Thinking…", last)
        elif not is_done:
            yield self._of_autoplay("The game is lost; looking for the move that lost it…", last)
        else:
            yield self._of_autoplay("The game is lost; the solver could not tell where.", last)


def _won_summary(course: GameCourse, trouble: str, *, is_done: bool) -> Iterator[str]:
    needed, left, last = course.needed[0], course.needed[-1], len(course.moves)
    moves = counted(last, "move")
    played = f"{moves} made. You can win in {left} more" if left else f"You won in {moves}"
    if trouble:
        text = f"{played}. {trouble}."
    elif needed is None:
        text = f"{played}."
    elif not is_done:
        text = f"{played}; looking for shorter solutions…"
    elif needed < last + (left or 0):
        text = f"{played}; the shortest solution found takes {needed}.{_detour_sentence(course)}"
    else:
        text = f"{played}; no shorter solution was found."
    yield text
    brief = f"{moves}, {left} to go" if left else moves
    found = f"; the shortest found: {needed}.{_detour_sentence(course)}" if needed is not None and is_done else "."
    yield f"{brief}{found}"


def _detour_sentence(course: GameCourse) -> str:
    cost = sum(map(course.cost, course.detours))
    return f" {counted(len(course.detours), 'detour')} wasted {counted(cost, 'move')}." if cost else ""
