"""The dialog that looks back on a game: its chart, a sentence on the whole, and one on the move that is chosen."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from freecell_tui.controller.actions import HINTS_ARE_OFF, jump_refusal
from freecell_tui.controller.advice.analysis import NOT_DECIDED, GameAnalysis
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.features.par import take_line
from freecell_tui.controller.frontend import Step
from freecell_tui.engine import Game
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.text import counted
from freecell_tui.solver.analysis import GameCourse, Verdict
from freecell_tui.ui.dialogs.share import save_picture
from freecell_tui.ui.drawing.charts import AXIS_WIDTH, ProgressChart
from freecell_tui.ui.drawing.surface import Box
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import LEFT_BUTTON, MouseEvent
from freecell_tui.ui.parts import FRAME, Choice, DrawContext, move_slots, step_choices, steps
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.lines import BLANK, Line, Lines, Span, drawing, spaced, width_of

_WIDE_WORDS: Final = 90  # the columns in which most sentences are in one row
_BESIDE_IN_LARGE: Final = 16  # the columns of a large window beside the dialog
_VERDICTS_AND_MARKS: Final = 2
_TOLD_ROWS: Final = 2
_SAID_ROWS: Final = 3


class GameReview(Lines):
    """A game's course, which is found out while it is shown. Positions are counted from where the course begins."""

    close_label = "close"
    _course = GameCourse((), (None,), (None,))
    _left = 0
    _trouble = ""
    _chosen: int | None = None
    _told = ""
    _chart_rows = range(0)

    def __init__(self, ui: Ui, game: Game) -> None:
        self._game = game
        self._notes: Mapping[int, str] = {}
        self._chart = ProgressChart(self._course, ui.glyphs, 0)
        super().__init__(ui, "Game review")
        self._search = self.scope.child()

    def on_shown(self) -> None:
        notes = self._controller.session.notes
        noted = ((at, notes.get(self._game.place_at(at), "")) for at in range(len(self._game.boards)))
        self._notes = {at: note for at, note in noted if note}
        self._search.restart(self._find_course())

    async def _find_course(self) -> None:
        controller, advisor = self._controller, self._controller.advisor
        advisor.allow()
        while True:
            left = advisor.queries_left(self._game)
            self.tell(advisor.analysis.course(self._game), left=left, trouble=advisor.trouble)
            if not left:
                break
            await advisor.find_more(self._game)
        take_line(controller, controller.session)

    def tell(self, course: GameCourse, *, left: int, trouble: str = "") -> None:
        """Show what is known by now, how many positions are left to be looked at, or why there is no solver."""
        self._course, self._left, self._trouble = course, left, trouble
        self._note_shown()

    def _note_shown(self) -> None:
        """Note that a shorter way than that of a win is shown, if it is."""
        if self._game.is_won and self._is_odd and self.instead()[1]:
            self._controller.session.mark_shown()

    @property
    def aside(self) -> str:  # type: ignore[override]
        return f"{counted(self._left, 'move')} left to check" if self._left and not self._trouble else ""

    @property
    def _here(self) -> int:
        return self._game.position - self._course.start

    @property
    def _undone(self) -> int:
        return max(len(self._course.moves) - self._here, 0)

    @property
    def _at(self) -> int:
        """The position that is chosen: at first where it was lost, if that is known, or where the table stands."""
        if self._chosen is not None:
            return self._chosen
        losing = self._course.losing_position
        return self._here if losing is None else losing

    @property
    def _is_at_losing_move(self) -> bool:
        return self._at == self._course.losing_position

    def say(self, what: str) -> None:
        """Show a message until another position is chosen."""
        self._told = what

    def _choose(self, position: int) -> None:
        self._chosen = min(max(position, 0), len(self._course.moves))
        self._told = ""
        self._note_shown()

    def _step_to_mark(self, way: int) -> None:
        """Choose the next position this way with something to see: a mark, the table as it is now, or an end."""
        course = self._course
        odd = {0, len(course.moves), self._here, *course.detours, course.losing_position or 0}  # 0 is there anyway
        there = [position for position in odd if (position - self._at) * way > 0]
        if there:
            self._choose(min(there, key=lambda position: abs(position - self._at)))

    def keys(self) -> Sequence[Choice]:
        ui, at = self._ui, self._at
        has_mistakes = bool(self._course.detours) or self._course.losing_position is not None
        back = self._here - at
        there = f"{'back' if back > 0 else 'forward'} {counted(abs(back), 'move')}" if back else ""
        there = "undo the mistake" if self._is_at_losing_move else there
        offers = []
        if self._is_odd:
            # What wins can be asked for until it is shown, unless hints are off; it counts as help.
            count, shown = self.instead()
            what = "what wins" if self._is_at_losing_move else "shorter way"
            text, position = what if count and not shown else "", self._course.start + at
            offers.append(ui.choice("hint", text, lambda: self._controller.session.mark_shown(position)))
        return (
            Choice("enter", there, self.go),
            *step_choices("← →", "step", lambda by: self._choose(at + by), steps(10, "left", "right")),
            *step_choices("↑ ↓", "mistakes" * has_mistakes, self._step_to_mark, {"up": -1, "down": 1}),
            *offers,
            ui.choice("share", "share", lambda: execute(self._controller, BY_NAME["share"])),
            ui.choice("picture", "picture", partial(save_picture, ui, self, self.say)),
        )

    def mouse_event(self, event: MouseEvent) -> None:
        if event.wheel:
            self._choose(self._at + event.wheel)
        elif event.kind != "release" and event.button == LEFT_BUTTON and event.y - FRAME in self._chart_rows:
            position = self._chart.position_at(event.x - FRAME - self.margin)
            if position is not None:
                self._choose(position)

    def instead(self) -> tuple[int, Sequence[Step]]:
        """Return how many moves win from the chosen position, 0 with hints off, and up to 12 if they may be seen."""
        controller, there = self._controller, self._game.seek(self._course.start + self._at)
        analysis = self._analysis
        line = analysis.line(there) if controller.settings.hints else ()
        shown = line[:12] if self._game.is_won or controller.session.helped else ()
        return len(line), tuple(analysis.steps(there, shown))

    def go(self) -> None:
        controller = self._controller
        self._ui.show_table()
        back = controller.game.position - self._course.start - self._at
        if back > 0 and (refusal := jump_refusal(controller)):
            self._controller.refuse(refusal)
            return
        controller.session.seek(self._course.start + self._at)
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
        """As many as the chart takes at its widest; at least 62, or in a wide window as the sentences need."""
        room = min(self.room, max(self.window[0] - _BESIDE_IN_LARGE, 74))
        widths = [pitch * len(self._game.boards) + AXIS_WIDTH for pitch in (5, 4, 3, 2)]
        least = min(room, _WIDE_WORDS) if self.window[0] > _WIDE_WORDS + _BESIDE_IN_LARGE else 62
        return max(next((width for width in widths if width <= room), room), least)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Return the whole game in words, the chart, and the chosen move in words, always in as many lines.

        Where there is little room the bars are lower, and nothing stands between the parts.
        """
        chart = self._chart = ProgressChart(self._course, self.glyphs, width)
        room = height - _TOLD_ROWS - _SAID_ROWS - _VERDICTS_AND_MARKS
        highest = min(max((self.window[1] - 8) // 2, 8), 20)  # half of what a window has for them
        bars = min(max(room - 2, 2), highest)
        told = list(self._summary())
        if self._undone:
            told[:0] = [f"{text} Undone moves are counted, too." for text in told]
        whole = self._fitting(told, width, _TOLD_ROWS)
        # What would have been better than the chosen move, as a line of little cards.
        line: list[Line] = []
        count, steps = self.instead() if self._is_odd and not self._told else (0, ())
        for shown in range(len(steps), 0, -1):
            slots = move_slots(steps[:shown], self.glyphs, self._ui.appearance.suit_inks)
            spans = [Span(text, role) for slot in slots for text, role in slot]
            spans += [Span(f" and {count - shown} more", "bar quiet")] * (count > shown)
            line = [Line(spans)]
            if width_of(spans) <= width:
                break
        said = [*self._fitting(self._said(), width, _SAID_ROWS - len(line), "bar title"), *line]

        def draw(inside: DrawContext, box: Box) -> None:
            self._chart_rows = range(box.y, box.y + bars + _VERDICTS_AND_MARKS)
            chart.draw(inside, box.y, bars, self._at)
            inside.cursor = (chart.x(self._at), box.y + bars + 1)

        return spaced([whole, drawing(bars + _VERDICTS_AND_MARKS, draw), said], height)

    def _fitting(self, texts: Iterable[str], width: int, rows: int, role: str = "bar text") -> list[Line]:
        """Return the first of the texts, longest first, that fits, in as many rows as it may have; the last is cut."""
        lines: list[Line] = []
        for text in texts:
            lines = self.wrapped(text, width, role)
            if len(lines) <= rows:
                break
        return [*lines[:rows], *[BLANK] * (rows - len(lines))]

    def _said(self) -> Iterator[str]:
        """Return what there is to say of the chosen position: the note on it, and the move that was played there."""
        if self._told:
            yield self._told
            return
        note = self._notes.get(self._course.start + self._at)
        if note is None:
            yield from self._said_of_move()
        else:
            yield from (f"Note: {note} · {text}" for text in self._said_of_move())
            yield f"Note: {note}"

    def _said_of_move(self) -> Iterator[str]:
        course, at = self._course, self._at
        needed, verdict = course.needed[at], course.verdicts[at]
        before = ""
        if course.verdicts[0] is Verdict.LOST:
            before = self._analysis.unwinnable(self._game)
        elif verdict is Verdict.LOST:
            before = self._of_autoplay("The game was lost.", at)
        elif verdict is not Verdict.WON and self._trouble:
            before = f"Not analysed, as {self._trouble[0].lower()}{self._trouble[1:]}."
        elif verdict is not Verdict.WON:
            before = "Thinking…" if self._left else NOT_DECIDED
        if at == len(course.moves):
            when = "After the last move" if self._game.is_won or self._undone else "Now"
            how = before or (f"{counted(needed, 'move')} from a win." if needed else "you won.")
            yield f"{when}: {how[0].lower()}{how[1:]}"
            return
        game = self._game.seek(course.start + at)
        move = f"Move {at + 1}: {describe_move(course.moves[at], game.board, game.variant)}."
        if verdict is not Verdict.WON or needed is None:
            yield f"{move} {before.replace('was lost', 'was already lost')}"
            return
        if at == course.losing_position:
            odd = f" {self._of_autoplay('It lost the game.', at + 1)}"
            would = f" You could still have won in {counted(needed, 'move')}"
        elif course.cost(at):
            cost, left = counted(course.cost(at), "move"), counted(course.needed[at + 1] or 0, "move")
            odd = f" A detour, which cost {cost}: after it, a win was {left} away."
            would = " A shorter way"
        else:
            after = course.needed[at + 1]
            yield f"{move} {counted(needed, 'move')} from a win before it{'' if after is None else f', {after} after'}."
            return
        count, steps = self.instead()
        key = key_name(self._ui.choice("hint").key)
        if steps:
            yield from (f"{move}{odd}{would}:", f"Move {at + 1}:{odd}{would}:")
        elif count and key:
            # The rule is told before it applies, even where there is no room for more.
            see = "a shorter way" if course.cost(at) else f"how you could still have won in {counted(needed, 'move')}"
            how = f" Press {key} to see {see}; that counts as help."
            yield from (f"{move}{odd}{how}", f"Move {at + 1}:{odd}{how}", f"Move {at + 1}:{how}")
        elif not count:
            yield f"{move}{odd} {HINTS_ARE_OFF} The winning move is not shown."
            yield f"{move}{odd} {HINTS_ARE_OFF}"
        yield move + odd

    @property
    def _is_odd(self) -> bool:
        """Whether something better was known than the move played at the chosen position."""
        return self._is_at_losing_move or self._course.cost(self._at) > 0

    @property
    def _analysis(self) -> GameAnalysis:
        return self._controller.advisor.analysis

    def _of_autoplay(self, sentence: str, position: int) -> str:
        """Return a sentence about the loss of a position, with the autoplay if only that lost it."""
        return self._analysis.of_autoplay(sentence, self._game.seek(self._course.start + position))

    def _summary(self) -> Iterator[str]:
        """Yield the game in a sentence, in its longest form and in shorter ones."""
        course, is_done = self._course, not self._left
        last, end, losing = len(course.moves), course.verdicts[-1], course.losing_position
        if end is Verdict.WON:
            yield from _told_of_won(course, self._trouble, is_done=is_done)
        elif course.verdicts[0] is Verdict.LOST:
            yield self._analysis.unwinnable(self._game)
        elif losing is not None:
            text = self._of_autoplay(f"Move {losing + 1} of {last} lost the game.", losing + 1)
            yield from (f"{text}{_told_of_detours(course)}", text)
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


def _told_of_won(course: GameCourse, trouble: str, *, is_done: bool) -> Iterator[str]:
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
        text = f"{played}; the shortest solution found takes {needed}.{_told_of_detours(course)}"
    else:
        text = f"{played}; no shorter solution was found."
    yield text
    brief = f"{moves}, {left} to go" if left else moves
    found = f"; the shortest found: {needed}.{_told_of_detours(course)}" if needed is not None and is_done else "."
    yield f"{brief}{found}"


def _told_of_detours(course: GameCourse) -> str:
    cost = sum(map(course.cost, course.detours))
    return f" {counted(len(course.detours), 'detour')} wasted {counted(cost, 'move')}." if cost else ""
