"""The dialog that looks back on a game: its strip, a sentence on the whole, and one on the move that is chosen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import Any, Final

import urwid

from freecell_tui.controller.actions import HINTS_ARE_OFF, jump_refusal
from freecell_tui.controller.advice.analysis import NOT_DECIDED, UNWINNABLE
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.engine import Game, Move
from freecell_tui.engine.notation import count_moves, describe_move, write_line
from freecell_tui.engine.text import counted
from freecell_tui.solver.analysis import GameCourse, Verdict
from freecell_tui.ui.dialogs.share import save_picture
from freecell_tui.ui.drawing.charts import AXIS_WIDTH, ProgressChart
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import fits
from freecell_tui.ui.drawing.surface import Surface, SurfaceCanvas
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import WHEEL
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.dialog import Dialog
from freecell_tui.ui.widgets.parts import Action, KeyHint

_NARROWEST: Final = 62
_WIDE: Final = 74
_WIDEST: Final = 108
_HIGHEST: Final = 8
_LARGE_WINDOW: Final = (150, 45)
_HIGHEST_IN_LARGE: Final = 16
_LINE_SHOWN: Final = 8
_PAGE: Final = 10
_STEPS: Final = {"left": -1, "right": 1, "page up": -_PAGE, "page down": _PAGE}


class GameReview(Dialog):
    """A game's course. It is told what is known, again and again, and `go` is called with where the player wants to be.

    `instead` gives the moves that win from a position, counted as the game counts them, or none if hints are off.
    """

    def __init__(
        self,
        game: Game,
        instead: Callable[[int], tuple[Move, ...]],
        go: Callable[[int], None],
        glyphs: Glyphs,
        close: Action,
    ) -> None:
        self._page = _Page(game, instead, go, glyphs)
        self._offers: list[KeyHint] = []
        step = self._page.step
        actions: dict[str, Action] = {key: lambda by=by: step(by) for key, by in _STEPS.items()}  # type: ignore[misc]
        actions |= {
            "home": lambda: step(-len(game.boards)),
            "end": lambda: step(len(game.boards)),
            "up": lambda: self._page.step_to_mark(-1),
            "down": lambda: self._page.step_to_mark(1),
            "enter": self._page.go,
        }
        self._positions = len(game.boards)
        super().__init__("Game review", self._page, _width(self._positions), glyphs, close, actions)

    def offer_picture(self, keys: Sequence[str], action: Action) -> None:
        """Let keys save a picture of the game, and show the first of them."""
        self._offer(keys, "picture", action)

    def say(self, what: str) -> None:
        """Say something until another position is chosen."""
        self._page.say(what)
        self.refresh()

    def offer_sharing(self, keys: Sequence[str], action: Action) -> None:
        """Let keys share the game, and show the first of them, as people write it."""
        self._offer(keys, "share", action)

    def _offer(self, keys: Sequence[str], word: str, action: Action) -> None:
        self.add_action(keys, action)
        self._offers += [(key_name(key), word, action) for key in keys[:1]]

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys, with where Enter leads."""
        page = self._page
        back = page.back
        there = f"{'back' if back > 0 else 'forward'} {counted(abs(back), 'move')}" if back else "stay here"
        steps: list[KeyHint] = [("← →", "move", lambda: page.step(1)), ("↑ ↓", "mark", lambda: page.step_to_mark(1))]
        return [("Enter", there, page.go), *self._offers, *steps, ("Esc", "close", self._close)]

    @property
    def aside(self) -> str:  # type: ignore[override]
        """How many positions are left to be looked at."""
        return self._page.left

    def use_window(self, size: tuple[int, int]) -> None:
        """Have a larger chart in a large window."""
        is_large = fits(size, _LARGE_WINDOW)
        self._page.highest = _HIGHEST_IN_LARGE if is_large else _HIGHEST
        self.width = self.outer_width(_width(self._positions, _WIDEST if is_large else _WIDE))

    def height(self, width: int) -> int:
        """Return the rows it would like to have at a width."""
        return self._page.most_rows(self.inner_width(width)) + 2

    def show_notes(self, notes: Mapping[int, str]) -> None:
        """Show notes with the positions that they are on, counted as the game counts them."""
        self._page.notes = notes

    def tell(self, course: GameCourse, *, left: int, trouble: str = "") -> None:
        """Show what is known by now, how many positions are left to be looked at, or why there is no solver."""
        self._page.tell(course, left, trouble)
        self._invalidate()


class _Page(urwid.Widget):
    """What is in the dialog's frame."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(
        self,
        game: Game,
        instead: Callable[[int], tuple[Move, ...]],
        go: Callable[[int], None],
        glyphs: Glyphs,
    ) -> None:
        super().__init__()
        self._game = game
        self._instead = instead
        self._go = go
        self._glyphs = glyphs
        self._course = GameCourse((), (None,), (None,))
        self._left = 0
        self._trouble = ""
        self._chosen: int | None = None
        self._told = ""
        self.notes: Mapping[int, str] = {}
        self.highest = _HIGHEST
        self._strip: ProgressChart | None = None
        self._strip_rows = range(0)

    def tell(self, course: GameCourse, left: int, trouble: str) -> None:
        """Take in what is known by now."""
        self._course, self._left, self._trouble = course, left, trouble
        self._invalidate()

    def say(self, what: str) -> None:
        """Say something until another position is chosen."""
        self._told = what
        self._invalidate()

    @property
    def left(self) -> str:
        """How many positions are left to be looked at, in words; '' if none is."""
        return f"thinking: {self._left} left" if self._left and not self._trouble else ""

    @property
    def back(self) -> int:
        """How many moves the table stands after the chosen position."""
        return self._here - self._at

    # What is chosen

    @property
    def _here(self) -> int:
        """Where the table stands."""
        return self._game.position - self._course.start

    @property
    def _last(self) -> int:
        return len(self._course.moves)

    @property
    def _at(self) -> int:
        """The position that is chosen: at first where it was lost, if that is known, or where the table stands."""
        if self._chosen is not None:
            return self._chosen
        losing = self._course.losing_position
        return self._here if losing is None else losing

    def choose(self, position: int) -> None:
        """Choose a position, or the nearest that there is."""
        self._chosen = min(max(position, 0), self._last)
        self._told = ""
        self._invalidate()

    def step(self, by: int) -> None:
        """Choose another position."""
        self.choose(self._at + by)

    def step_to_mark(self, way: int) -> None:
        """Choose the next position this way with something to see: a mark, the table as it is now, or an end."""
        odd = {0, self._last, self._here, *self._course.detours}
        if self._course.losing_position is not None:
            odd.add(self._course.losing_position)
        there = [position for position in odd if (position - self._at) * way > 0]
        if there:
            self.choose(min(there, key=lambda position: abs(position - self._at)))

    def go(self) -> None:
        """Go where is chosen."""
        self._go(self._course.start + self._at)

    # Drawing

    def _chart(self, width: int) -> ProgressChart:
        return ProgressChart(self._course, self._glyphs, width, self.highest)

    def most_rows(self, width: int) -> int:
        """Return the rows that it would fill."""
        strip = self._chart(width)
        return _rows_told(width) + 2 + _rows_said(width) + strip.heights[-1] + len(_EXTRAS)

    def render(self, size: Any, focus: bool = False) -> SurfaceCanvas:
        """Draw it; where there is little room the bars are lower, and nothing stands between the parts."""
        width, height = size
        surface = Surface(width, height, "bar text")
        strip = self._strip = self._chart(width)
        room = height - _rows_told(width) - 2 - _rows_said(width) - strip.heights[0]
        # High figures on a low screen leave less for words about the whole game.
        whole = self._whole(width, max(_rows_told(width) + min(room, 0), 1))
        extras = _EXTRAS[: max(room, 0)]
        bars = min(strip.heights[0] + max(room - len(extras), 0), strip.heights[-1])
        y = 0
        for line in whole:
            surface.text(0, y, line, "bar text")
            y += 1
        y += "above the strip" in extras
        self._strip_rows = range(y, y + bars + 2)
        strip.draw(surface, y, bars, self._at)
        cursor = (strip.x(self._at), y + bars + 1)
        y += bars + 2 + ("below the strip" in extras)
        for line in self._fitting(self._said(), width, _rows_said(width)):
            surface.text(0, y, line, "bar title")
            y += 1
        return SurfaceCanvas.of(surface, cursor if focus else None)

    def mouse_event(
        self,
        size: Any,
        event: str,
        button: int,
        col: int,
        row: int,
        focus: bool,
    ) -> bool:
        """Choose the move that is clicked; the wheel steps."""
        if event == "mouse press" and button in WHEEL:
            self.step(WHEEL[button])
        elif event in ("mouse press", "mouse drag") and button == 1 and row in self._strip_rows and self._strip:
            position = self._strip.position_at(col)
            if position is not None:
                self.choose(position)
        return True

    # Saying

    def _whole(self, width: int, rows: int) -> list[str]:
        """Return what there is to say of the whole game, always in as many rows."""
        lines = self._fitting(_told(self._course, self._trouble, is_done=not self._left), width, rows)
        return lines + [""] * (rows - len(lines))

    def _fitting(self, texts: Iterator[str], width: int, rows: int) -> list[str]:
        """Return the first of the texts, longest first, that fits; the last is cut."""
        lines: list[str] = []
        for text in texts:
            lines = wrap(self._glyphs.displayable(text), max(width, 1))
            if len(lines) <= rows:
                break
        return lines[:rows]

    def _said(self) -> Iterator[str]:
        """Return what there is to say of the chosen position: the note on it, and the move that was played there."""
        if self._told:
            yield self._told
            return
        note = self.notes.get(self._course.start + self._at)
        if note is None:
            yield from self._said_of_move()
        else:
            yield from (f"Note: {note} · {text}" for text in self._said_of_move())
            yield f"Note: {note}"

    def _said_of_move(self) -> Iterator[str]:
        course, at = self._course, self._at
        needed, verdict = course.needed[at], course.verdicts[at]
        before = ""
        if verdict is not Verdict.WON:
            before = "The game was lost." if verdict is Verdict.LOST else self._not_known
            if course.verdicts[0] is Verdict.LOST:
                before = UNWINNABLE
        if at == self._last:
            yield ("The end. " if self._game.is_won else "Now. ") + (
                before or (f"{counted(needed, 'move')} to go." if needed else "The game was won.")
            )
            return
        game = self._game.seek(course.start + at)
        move = f"Move {at + 1}: {describe_move(course.moves[at], game.board, game.variant)}."
        if verdict is not Verdict.WON or needed is None:
            yield f"{move} {before.replace('was lost', 'was lost before')}"
            return
        if at == course.losing_position:
            odd, would = " It lost the game.", f" {counted(needed, 'move')} would have won"
        elif course.cost(at):
            odd = f" A detour of {course.cost(at)}: {needed} to go before it, {course.needed[at + 1]} after."
            would = " Shorter"
        else:
            after = course.needed[at + 1]
            yield f"{move} {counted(needed, 'move')} to go before it{'' if after is None else f', {after} after'}."
            return
        line = self._instead(course.start + at)
        if not line:
            yield f"{move}{odd} {HINTS_ARE_OFF} The winning move is not shown."
            yield f"{move}{odd} {HINTS_ARE_OFF}"
        for shown in range(min(count_moves(line), _LINE_SHOWN), 0, -1):
            yield f"{move}{odd}{would}: {write_line(line, shown)}"
        yield move + odd

    @property
    def _not_known(self) -> str:
        if self._trouble:
            return f"Not analysed: {self._trouble[0].lower()}{self._trouble[1:]}."
        return "Thinking…" if self._left else NOT_DECIDED


# What is left out where there is no room, the last first.
_EXTRAS: Final = ("below the strip", "above the strip", "at the end")


def _width(positions: int, wide: int = _WIDE) -> int:
    """How wide a dialog on a game of so many positions would like to be: two cells for each if that is not much."""
    doubled, single = 2 * positions + AXIS_WIDTH, positions + AXIS_WIDTH
    return max(doubled if doubled <= wide else min(single, _WIDEST), _NARROWEST)


def _rows_told(width: int) -> int:
    """How many rows there are for the whole game."""
    return 2 if width >= _NARROWEST else 3


def _rows_said(width: int) -> int:
    """How many rows there are for the chosen move."""
    return 2 if width >= _NARROWEST else 3


def _told(course: GameCourse, trouble: str, *, is_done: bool) -> Iterator[str]:
    """Return a game in a sentence, in its longest form and in shorter ones."""
    last, end = len(course.moves), course.verdicts[-1]
    if end is Verdict.WON:
        yield from _told_of_won(course, trouble, is_done=is_done)
    elif course.verdicts[0] is Verdict.LOST:
        yield UNWINNABLE
    elif course.losing_position is not None:
        text = f"Move {course.losing_position + 1} of {last} lost the game."
        yield from (f"{text}{_told_of_detours(course)}", text)
    elif trouble:
        yield f"{trouble}."
    elif end is None:
        yield "Thinking…"
    elif end is Verdict.LOST and course.verdicts[0] is None:
        yield "The game is lost. Thinking…"
    elif not is_done:
        yield "The game is lost; looking for the move that lost it…" if end is Verdict.LOST else "Thinking…"
    else:
        yield "The game is lost; the solver could not tell where." if end is Verdict.LOST else NOT_DECIDED


def _told_of_won(course: GameCourse, trouble: str, *, is_done: bool) -> Iterator[str]:
    needed, left = course.needed[0], course.needed[-1]
    played = f"You needed {counted(course.length, 'move')}"
    if left:
        played = f"You have made {counted(course.length, 'move')}, and {left} more would win"
    if trouble:
        text = f"{played}. {trouble}."
    elif needed is None:
        text = f"{played}."
    elif not is_done:
        text = f"{played}; looking for shorter solutions…"
    elif needed < course.length + (left or 0):
        text = f"{played}; the shortest solution found needs {needed}.{_told_of_detours(course)}"
    else:
        text = f"{played}; no shorter solution was found."
    yield f"{text} Cards sent home are not counted."
    yield text
    brief = f"{counted(course.length, 'move')}, {left} to go" if left else counted(course.length, "move")
    yield f"{brief}; the shortest found: {needed}." if needed is not None and is_done else f"{brief}."


def _told_of_detours(course: GameCourse) -> str:
    cost = sum(map(course.cost, course.detours))
    return f" {counted(len(course.detours), 'detour')} cost {counted(cost, 'extra move')}." if cost else ""


def open_review(ui: Ui) -> None:
    """Show the game review, and go on finding it out while that is shown."""
    controller, advisor = ui.controller, ui.controller.advisor
    game = controller.session.game

    def better_moves(at: int) -> tuple[Move, ...]:
        return advisor.analysis.line(game.seek(at)) if controller.settings.hints else ()

    def go(position: int) -> None:
        ui.show_table()
        count = controller.session.game.position - position
        if count > 0 and (refusal := jump_refusal(controller)):
            controller.notify(Message(refusal, Severity.REFUSAL))
            return
        controller.session.seek(position)
        if count > 0:
            controller.notify(Message(f"{counted(count, 'move')} undone; redo plays them again."))
        elif count < 0:
            controller.notify(Message(f"{counted(-count, 'move')} played again."))
        controller.game_changed()

    def tell(course: GameCourse, left: int) -> None:
        dialog.tell(course, left=left, trouble=advisor.trouble)

    dialog = GameReview(game, better_moves, go, ui.glyphs, ui.close_screen)
    dialog.offer_sharing(ui.keymap.in_dialog("share"), lambda: execute(controller, BY_NAME["share"]))
    dialog.offer_picture(ui.keymap.in_dialog("picture"), partial(save_picture, ui, dialog, dialog.say))
    notes = controller.session.notes
    dialog.show_notes({at: notes[place] for at in range(len(game.boards)) if (place := game.place_at(at)) in notes})
    dialog.after_close = advisor.end_review
    ui.push(dialog)
    advisor.review(game, tell)
