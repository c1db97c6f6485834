"""The dialogs after a win and after giving up: how the game went, what is a record in it, and what to do next."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from freecell_tui.controller.actions import start_over
from freecell_tui.controller.autosave import session_as_played
from freecell_tui.controller.background import pause
from freecell_tui.controller.commands import AFTER_GIVING_UP, AFTER_WIN, BY_NAME, execute
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.games import bring_back
from freecell_tui.controller.features.journeys import continued_journeys, play
from freecell_tui.controller.features.par import compare_win, find_line, known_par, take_line
from freecell_tui.controller.features.share import share_game
from freecell_tui.controller.frontend import Watching
from freecell_tui.controller.play.game import PlayedGame
from freecell_tui.controller.records.statistics import BEST_TIME, FEWEST_MOVES
from freecell_tui.engine import Game
from freecell_tui.engine.text import clock_text, counted_or_no
from freecell_tui.solver.analysis import GameCourse
from freecell_tui.storage.saves import SavedGame, time_ago
from freecell_tui.ui.dialogs.share import save_picture
from freecell_tui.ui.drawing.cards.pixels import FIGURE_ROWS, SUIT_ORDER, draw_suit_plate, figure_rows, figure_width
from freecell_tui.ui.drawing.charts import curve
from freecell_tui.ui.drawing.surface import Box, Size
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import BLANK, Line, Question, Span, drawing, spaced, width_of

_ACTIONS: Final = ("new-game", "next-deal", "where-lost")
_LOW_CURVE: Final = 2
_STILL_LOOKING: Final = "looking for detours…"
"""What stands for the figures of the curve until all positions are known: each shorter line found changes them."""

_FIGURE_GAPS: Final = (5, 3)  # the columns between two figures, and the fewest of them unless the window is narrow


class WinSummary(Question):
    """What there is to say of a win, and what to do next; what else can be done is a key away.

    The key of a command does at the table what it always does. Right after a win, for a second no key does anything:
    it was meant for the table, or for the show before.
    """

    columns_wanted = 84
    _par: tuple[str, ...] = ()
    _told = ""
    _course: GameCourse | None = None
    _is_final = False
    _takes_keys = True

    def __init__(
        self, ui: Ui, session: PlayedGame, choices: Sequence[Choice], notes: Callable[[], Sequence[str]]
    ) -> None:
        controller = ui.controller
        self._game = session.game
        self._session = session
        self._notes = notes
        self._figures = list(_figures(session, notes(), has_clock=controller.settings.clock))
        self.further: Mapping[str, Choice] = {}
        """What else can be done, by the names of the commands."""
        super().__init__(ui, f"You won {session.game.title}!", (), choices)
        self._search = self.scope.child()
        self._waits_for_par = controller.advisor.is_in_use
        self.scope.start(self._compare_with_par(may_search=self._waits_for_par))

    def ignore_keys(self) -> None:
        """Take no key and no click for a second."""
        self.scope.start(self._ignore_keys())

    async def _ignore_keys(self) -> None:
        self._takes_keys = False
        await pause(self._ui.call_later, 1.0)
        self._takes_keys = True

    def say(self, what: str) -> None:
        self._told = what

    async def _compare_with_par(self, *, may_search: bool) -> None:
        controller, session = self._controller, self._session
        if may_search and known_par(controller, session) is None:
            await find_line(controller, session)
        if par := compare_win(controller, session):
            self._par = (par,)
            self._waits_for_par = False

    def on_shown(self) -> None:
        self._search.restart(self._find_course())

    async def _find_course(self) -> None:
        controller, advisor = self._controller, self._controller.advisor
        await pause(self._ui.call_later, 0.3)  # whoever goes on at once does not need it
        # The solver counts moves with the autoplay of the game on the table.
        if not advisor.is_in_use or controller.session.autoplay != self._session.autoplay:
            return
        advisor.allow()
        while not self._is_final:
            left = advisor.queries_left(self._game)
            self._course, self._is_final = advisor.analysis.course(self._game), not left
            if left:
                await advisor.find_more(self._game)
        take_line(controller, self._session)
        await self._compare_with_par(may_search=False)

    def press(self, key: str) -> str | None:
        if not self._takes_keys:
            return None
        self._controller.notify(None)
        left, controller = super().press(key), self._controller
        command = self._keymap.find(left) if left is not None else None
        if command is None or command.group == "Moving cards" or self._game is not controller.game:
            return left
        execute(controller, command)
        if self._ui.top is self and controller.game is not self._game:
            self._ui.close_screen()
        return None

    def mouse_event(self, event: MouseEvent) -> None:
        if self._takes_keys:
            super().mouse_event(event)

    def key_hints(self) -> Sequence[Choice]:
        return super().key_hints() if self._takes_keys else ()

    def commands(self) -> Sequence[Choice]:
        return [*self.choices, *self.further.values()]

    def keys(self) -> Sequence[Choice]:
        return [*self.further.values(), *super().keys()]

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Return figures between the suits, notes, the curve and the choices, or less where there is little room.

        Notes are what became of the last key, and what is special, as far as they fit.
        """
        choices = self.choice_lines(width, max((width - 40) // 2, 0))  # in the middle, 40 columns wide
        further = self._further_lines(width)
        head = max(self._head(width)[-1][1], self._figure_rows + 1)
        spare = height - head - len(choices) - len(further)
        told = [(self._told, "warning")] if self._told else []
        # A blank row is kept for par, which is known a moment later, so that nothing moves then.
        told += [("", "text")] * self._waits_for_par
        told += [
            (note, "winnable" if note.startswith((BEST_TIME, FEWEST_MOVES)) else "text")
            for note in (*self._par, *self._notes())
        ]
        notes: list[Line] = []
        for note, ink in told[:3]:  # three at most
            rows_of_note = [line.centred(width) for line in self.wrapped(note, width, f"bar {ink}")] or [BLANK]
            if len(notes) + len(rows_of_note) <= spare:
                notes += rows_of_note
        spare -= len(notes)
        # The curve has three rows or two, with a blank one; or two without it, or none.
        rows = next((rows for rows in (3, _LOW_CURVE) if spare > rows), _LOW_CURVE * (spare >= _LOW_CURVE))
        curve = drawing(rows, self._draw_curve)
        return spaced([drawing(head, self._draw_head), notes, curve, choices, further], height)

    def _further_lines(self, width: int) -> list[Line]:
        lines: list[list[Span]] = []
        for name, row in self.further.items():
            if name in ("undo", "quit"):  # their keys are known by then
                continue
            key, word = self.glyphs.key_names(key_name(row.key)), BY_NAME[name].label or name
            spans = [Span(f"{key} ", "bar title", row.action), Span(word, "bar quiet", row.action)]
            longer = [*lines[-1], Span("  "), *spans] if lines else []
            if longer and width_of(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(spans)
        return [Line(spans).centred(width) for spans in lines]

    def _head(self, width: int) -> tuple[list[str], list[int], Size]:
        """Return the labels of the figures, records if there is room, their columns, and the size of the plates."""
        for with_records in (True, False):
            labels = [(with_records and best) or label for _, label, best in self._figures]
            figures = [figure_width(figure, self.glyphs) for figure, _, _ in self._figures]
            # A label may be wider than its figure by a cell on either side.
            columns = [max(cells, len(label) - 2) for cells, label in zip(figures, labels, strict=True)]
            room = width - sum(columns) - _FIGURE_GAPS[1] * (len(labels) - 1)
            if room >= 0:
                break
        # Of the suits' plates, two on either side of the figures.
        plates = ((9, 5), (5, 3)) if self.glyphs.half.strip() else ()
        fitting = (plate for plate in plates if 4 * plate[0] + 2 + 2 * _FIGURE_GAPS[1] <= room)
        return labels, columns, next(fitting, (0, 0))

    @property
    def _figure_rows(self) -> int:
        return FIGURE_ROWS if self.glyphs.half.strip() else 1

    def _draw_head(self, inside: DrawContext, box: Box) -> None:
        labels, columns, (width, height) = self._head(box.width)
        y, right = box.y, box.width
        if width:
            lefts = (0, width + 1, right - 2 * width - 1, right - width)
            for x, suit in zip(lefts, SUIT_ORDER, strict=True):
                draw_suit_plate(inside, Box(x, y, width, height), suit, self.glyphs)
            y += max(height - self._figure_rows - 1, 0)
        room = right - 4 * width - (2 + 2 * _FIGURE_GAPS[1]) * bool(width) - sum(columns)
        gap = min(max(room // max(len(columns) - 1, 1), 1), _FIGURE_GAPS[0])
        x = max((right - sum(columns) - gap * (len(columns) - 1)) // 2, 0)
        for (figure, _, best), label, column in zip(self._figures, labels, columns, strict=True):
            ink = "winnable" if best else "title"
            start = x + (column - figure_width(figure, self.glyphs)) // 2
            inside.block(start, y, figure_rows(figure, self.glyphs), f"bar {ink}")
            inside.write(max(x + (column - len(label)) // 2, 0), y + self._figure_rows, label, ink if best else "quiet")
            x += column + gap

    def _draw_curve(self, inside: DrawContext, box: Box) -> None:
        """Draw the moves still needed at each position, from the deal to the win."""
        course = self._course
        if course is None or course.needed[0] is None:
            return
        most = course.most_needed or 1
        label, bottom = f"{most} ", box.bottom - 1
        values = [None if needed is None else needed / most for needed in course.needed]
        width = box.width - len(label) - len(_STILL_LOOKING) - 1
        if self._is_final:
            inside.write(0, box.y, label, "quiet")
        inside.write(len(label) - 2, bottom, "0", "quiet")
        # Without colours a large reversed block would glare.
        role = "bar winnable" if self.glyphs.has_colour else "bar quiet"
        inside.block(len(label), box.y, curve(values, width, box.height, self.glyphs), role)
        inside.write(len(label) + width + 1, bottom - 1, "moves still needed", "quiet")
        detours = counted_or_no(len(course.detours), "detour") if self._is_final else _STILL_LOOKING
        inside.write(len(label) + width + 1, bottom, detours, "text")


def _figures(session: PlayedGame, notes: Sequence[str], *, has_clock: bool) -> Iterator[tuple[str, str, str]]:
    """Yield each figure with its label, and what stands there instead if it is a record, or ''."""
    moves, undos = session.game.moves_made, session.undos
    is_record = {sign: any(note.startswith(sign) for note in notes) for sign in (FEWEST_MOVES, BEST_TIME)}
    yield f"{moves}", "move" if moves == 1 else "moves", "fewest moves" * is_record[FEWEST_MOVES]
    if has_clock:
        yield clock_text(session.clock.elapsed), "time", "best time" * is_record[BEST_TIME]
    yield f"{undos}", "undo" if undos == 1 else "undos", ""


def summary(ui: Ui, *, is_new: bool = False) -> Dialog:
    """Return the summary of the won game on the table; right after the win it takes no key for a moment."""
    rows = {name: ui.choice(name) for name in AFTER_WIN}
    next_ones = [*_next_in_tournament(ui), *_journeys(ui)][: len(_ACTIONS)]
    shown = [*next_ones, *(rows.pop(name) for name in _ACTIONS[: len(_ACTIONS) - len(next_ones)])]
    controller = ui.controller
    # The goal of the day may be known only later.
    dialog = WinSummary(ui, controller.session, shown, lambda: controller.table.win_notes)
    rows["picture"] = rows["picture"]._replace(action=partial(save_picture, ui, dialog, dialog.say))
    dialog.further = rows
    if is_new:
        dialog.ignore_keys()
    return dialog


def open_kept_win(ui: Ui, saved: SavedGame) -> None:
    """Show the summary of a win that is not on the table."""
    controller, game = ui.controller, saved.game
    choices = (
        ui.choice("watch", action=lambda: ui.show(Watching(saved))),
        ui.choice("share", action=lambda: share_game(controller, saved)),
        Choice("r", "play this deal as a new game", lambda: controller.play_game(Game.new(game.deal, game.variant))),
        Choice("esc", "back", ui.close_screen),
    )
    when = time_ago(saved.saved)
    session = session_as_played(saved, controller.settings)
    ui.push(WinSummary(ui, session, choices, lambda: [f"Won {when}."] if when else ()))


def _journeys(ui: Ui) -> list[Choice]:
    found = continued_journeys(ui.controller)
    keys = [ui.choice("journeys").key, *[""] * len(found)]
    return [
        Choice(key, f"next on the journey “{progress.journey.title}”", partial(play, ui.controller, progress))
        for key, progress in zip(keys, found, strict=False)
    ]


def _next_in_tournament(ui: Ui) -> list[Choice]:
    """Return the choice that plays the next deal of the game's tournament; none if no deal of it is left."""
    controller = ui.controller
    found = tournaments.continued_tournament(controller)
    if found is None:
        return []
    text = f"next in tournament, {found.score.won} of {len(found.deals)}" if found.deals else "next in tournament"

    def play_next() -> None:
        controller.table.scope.start(tournaments.play(controller, found.tournament, None))

    return [ui.choice("tournaments", text, play_next)]


def given_up(ui: Ui) -> Dialog:
    controller = ui.controller
    *rows, leave = (ui.choice(name) for name in AFTER_GIVING_UP)
    is_attempt = tournaments.tournament_of(controller) is not None
    play_on = "play on in a game of your own" if is_attempt else "bring it back to play on"
    choices = (
        *_next_in_tournament(ui),
        *rows,
        ui.choice("restart", "play this deal as a new game", partial(start_over, controller)),
        ui.choice("undo", play_on, ui.closing(partial(bring_back, controller))),
        leave,
        Choice("esc", "back to the table", ui.close_screen),
    )
    return Question(ui, "Given up", [f"{controller.game.title} {tournaments.how_given_up(controller)}."], choices)
