"""The dialogs after a win and after giving up: figures, records, and what to do next."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from freecell_tui.controller.actions import start_over
from freecell_tui.controller.autosave import session_as_played
from freecell_tui.controller.background import pause
from freecell_tui.controller.commands import AFTER_GIVING_UP, AFTER_WIN, BY_NAME, execute
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.games import bring_back
from freecell_tui.controller.features.journeys import continued_journeys, play
from freecell_tui.controller.features.par import compare_win, find_line, known_par, take_line
from freecell_tui.controller.features.review import follow_course
from freecell_tui.controller.features.share import share_game
from freecell_tui.controller.frontend import Watching
from freecell_tui.controller.play.game import PlayedGame
from freecell_tui.controller.records.statistics import BEST_TIME, FEWEST_MOVES
from freecell_tui.engine import Game
from freecell_tui.engine.text import clock_text, counted_or_no
from freecell_tui.solver.analysis import GameCourse
from freecell_tui.storage.saves import SavedGame, time_ago
from freecell_tui.ui.dialogs.share import PictureDialog
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
"""The text in place of the curve's figures until all positions are known, as each shorter line changes the figures."""

_FIGURE_GAPS: Final = (5, 3)  # the columns between two figures, and the fewest unless the window is narrow


class _Head(NamedTuple):
    """The arrangement of the figures in the head of the summary."""

    labels: Sequence[str]
    columns: Sequence[int]
    """The cells of each figure."""
    plate: Size
    """The size of a suit's plate; (0, 0) without plates."""


class WinSummary(PictureDialog, Question):
    """The summary of a win, and what to do next.

    On the game on the table, keys of commands keep their meaning, except those that move cards. Right after a win no
    key does anything for a second, as it was meant for the table or for the celebration.
    """

    columns_wanted = 84
    _par: tuple[str, ...] = ()
    _message = ""
    _course: GameCourse | None = None
    _is_final = False
    """Whether the course will not change any more."""
    _takes_keys = True

    def __init__(self, ui: Ui, session: PlayedGame, choices: Sequence[Choice]) -> None:
        controller = ui.controller
        self._game = session.game
        self._session = session
        self.further: Mapping[str, Choice] = {}
        """The choices without a row of their own, by the names of their commands."""
        super().__init__(ui, f"You won {session.game.title}!", (), choices)
        self._figures = list(_figures(session, self.notes, has_clock=controller.settings.clock))
        self._search = self.scope.child()
        self._waits_for_par = controller.advisor.is_in_use
        self.scope.start(self._compare_with_par(may_search=self._waits_for_par))

    @property
    def notes(self) -> Sequence[str]:
        """Sentences on the win.

        The goal of the day may be added later.
        """
        return self._controller.table.win_notes

    def ignore_keys(self) -> None:
        """Take no key and no click for a second."""
        self.scope.start(self._ignore_keys())

    async def _ignore_keys(self) -> None:
        self._takes_keys = False
        await pause(self._ui.call_later, 1.0)
        self._takes_keys = True

    def say(self, message: str) -> None:
        """Show a message in place of the first note."""
        self._message = message

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
        controller = self._controller
        await pause(self._ui.call_later, 0.3)  # a player who goes on at once does not need the course
        # The solver counts moves with the autoplay of the game on the table.
        if not controller.advisor.is_in_use or controller.session.autoplay != self._session.autoplay:
            return
        async for found in follow_course(controller, self._game):
            self._course, self._is_final = found.course, not found.queries_left
        take_line(controller, self._session)
        await self._compare_with_par(may_search=False)

    def press(self, key: str) -> str | None:
        if not self._takes_keys:
            return None
        controller = self._controller
        controller.notify(None)
        unused = super().press(key)
        command = self._keymap.find(unused) if unused is not None else None
        if command is None or command.group == "Moving cards" or self._game is not controller.game:
            return unused
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
        """Return figures between the suits, notes, the curve and the choices.

        Where there is little room, notes and the curve are left out.
        """
        choices = self.choice_lines(width, max((width - 40) // 2, 0))  # in the middle, 40 columns wide
        further = self._further_lines(width)
        head = max(self._head(width).plate[1], self._figure_rows + 1)
        spare = height - head - len(choices) - len(further)
        texts = [(self._message, "warning")] if self._message else []
        if self._waits_for_par:
            # A blank row is kept for par, which is known a moment later, so that nothing moves then.
            texts.append(("", "text"))
        texts += [
            (note, "winnable" if note.startswith((BEST_TIME, FEWEST_MOVES)) else "text")
            for note in (*self._par, *self.notes)
        ]
        notes: list[Line] = []
        for note, ink in texts[:3]:  # three at most
            rows_of_note = [line.centred(width) for line in self.wrapped(note, width, f"bar {ink}")] or [BLANK]
            if len(notes) + len(rows_of_note) <= spare:
                notes += rows_of_note
        spare -= len(notes)
        # The curve has three rows or two, with a blank row; or two without a blank row, or none.
        lowest = _LOW_CURVE if spare >= _LOW_CURVE else 0
        rows = next((rows for rows in (3, _LOW_CURVE) if spare > rows), lowest)
        curve = drawing(rows, self._draw_curve)
        return spaced([drawing(head, self._draw_head), notes, curve, choices, further], height)

    def _further_lines(self, width: int) -> list[Line]:
        lines: list[list[Span]] = []
        for name, row in self.further.items():
            if name in ("undo", "quit"):  # the player knows their keys by then
                continue
            key, word = self.glyphs.key_names(key_name(row.key)), BY_NAME[name].label or name
            spans = [Span(f"{key} ", "bar title", row.action), Span(word, "bar quiet", row.action)]
            longer = [*lines[-1], Span("  "), *spans] if lines else []
            if longer and width_of(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(spans)
        return [Line(spans).centred(width) for spans in lines]

    def _head(self, width: int) -> _Head:
        """Return the arrangement of the figures, with records if there is room."""
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
        return _Head(labels, columns, next(fitting, (0, 0)))

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
        room = right - sum(columns)
        if width:
            room -= 4 * width + 2 + 2 * _FIGURE_GAPS[1]
        gap = min(max(room // max(len(columns) - 1, 1), 1), _FIGURE_GAPS[0])
        x = max((right - sum(columns) - gap * (len(columns) - 1)) // 2, 0)
        for (figure, _, best), label, column in zip(self._figures, labels, columns, strict=True):
            ink = "winnable" if best else "title"
            start = x + (column - figure_width(figure, self.glyphs)) // 2
            inside.block(start, y, figure_rows(figure, self.glyphs), f"bar {ink}")
            inside.write(max(x + (column - len(label)) // 2, 0), y + self._figure_rows, label, ink if best else "quiet")
            x += column + gap

    def _draw_curve(self, inside: DrawContext, box: Box) -> None:
        """Draw the moves needed at each position, from deal to win."""
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


class _Figure(NamedTuple):
    """A large figure, its label, and the label of a record or ''."""

    text: str
    label: str
    record: str = ""


def _figures(session: PlayedGame, notes: Sequence[str], *, has_clock: bool) -> Iterator[_Figure]:
    moves, undos = session.game.moves_made, session.undos
    has_fewest_moves = any(note.startswith(FEWEST_MOVES) for note in notes)
    yield _Figure(f"{moves}", "move" if moves == 1 else "moves", "fewest moves" if has_fewest_moves else "")
    if has_clock:
        has_best_time = any(note.startswith(BEST_TIME) for note in notes)
        yield _Figure(clock_text(session.clock.elapsed), "time", "best time" if has_best_time else "")
    yield _Figure(f"{undos}", "undo" if undos == 1 else "undos")


def summary(ui: Ui, *, is_new: bool = False) -> Dialog:
    """Return the summary of the won game on the table.

    Right after the win the summary takes no key for a moment.
    """
    rows = {name: ui.choice(name) for name in AFTER_WIN}
    next_ones = [*_next_in_tournament(ui), *_journeys(ui)][: len(_ACTIONS)]
    shown = [*next_ones, *(rows.pop(name) for name in _ACTIONS[: len(_ACTIONS) - len(next_ones)])]
    controller = ui.controller
    dialog = WinSummary(ui, controller.session, shown)
    rows["picture"] = rows["picture"]._replace(action=dialog.save_picture)
    dialog.further = rows
    if is_new:
        dialog.ignore_keys()
    return dialog


class KeptWinSummary(WinSummary):
    """The summary of a win that is not on the table."""

    def __init__(self, ui: Ui, saved: SavedGame) -> None:
        self._saved = saved
        choices = (
            ui.choice("watch", action=partial(ui.show, Watching(saved))),
            ui.choice("share", action=partial(share_game, ui.controller, saved)),
            Choice("r", "play this deal as a new game", self._play_again),
            Choice("esc", "back", ui.close_screen),
        )
        super().__init__(ui, session_as_played(saved, ui.controller.settings), choices)

    @property
    def notes(self) -> Sequence[str]:
        when = time_ago(self._saved.saved)
        return [f"Won {when}."] if when else []

    def _play_again(self) -> None:
        game = self._saved.game
        self._controller.play_game(Game.new(game.deal, game.variant))


def _journeys(ui: Ui) -> list[Choice]:
    """Return a choice for each journey that goes on from this deal."""
    found = continued_journeys(ui.controller)
    keys = [ui.choice("journeys").key, *[""] * len(found)]
    return [
        Choice(key, f"next on the journey “{progress.journey.title}”", partial(play, ui.controller, progress))
        for key, progress in zip(keys, found, strict=False)
    ]


def _next_in_tournament(ui: Ui) -> list[Choice]:
    """Return the choice that plays the tournament's next deal, if any is left."""
    controller = ui.controller
    status = tournaments.continued_tournament(controller)
    if status is None:
        return []
    text = f"next in tournament, {status.score.won} of {len(status.deals)}" if status.deals else "next in tournament"
    return [ui.choice("tournaments", text, partial(tournaments.play_next, controller, status.tournament))]


def given_up(ui: Ui) -> Dialog:
    """Return the dialog after giving up: what to do next."""
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
