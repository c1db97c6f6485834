"""The dialogs after a win and after giving up: figures, records, and what to do next."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
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
from freecell_tui.controller.frontend import Action, Watching
from freecell_tui.controller.play.game import PlayedGame
from freecell_tui.controller.records.statistics import BEST_TIME, FEWEST_MOVES
from freecell_tui.engine import Game
from freecell_tui.engine.text import clock_text, counted_or_no
from freecell_tui.solver.analysis import GameCourse
from freecell_tui.storage.saves import SavedGame, time_ago
from freecell_tui.ui.dialogs.share import PictureDialog
from freecell_tui.ui.drawing.cards.pixels import figure_rows
from freecell_tui.ui.drawing.charts import curve
from freecell_tui.ui.drawing.fans import Poster
from freecell_tui.ui.drawing.surface import Box, Size, Surface
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import BLANK, Line, Question, Span, beside, drawing, spaced, width_of

_ACTIONS: Final = ("new-game", "next-deal", "where-lost")
_LOW_CURVE: Final = 2
_STILL_LOOKING: Final = "looking for detours…"
"""The text in place of the curve's figures until all positions are known, as each shorter line changes the figures."""

_FIGURE_GAPS: Final = (5, 3)
"""The columns between two figures, the most first."""
_PART_GAP: Final = 4
"""The columns between two parts of the plate that are side by side."""
_CHOICE_WIDTH: Final = 30
"""The columns of the choices on the right of the curve."""
_NARROWEST_CURVE: Final = 12
_LEAST_NOTES: Final = 24
"""The columns beside the choices that are kept for notes."""


class _Head(NamedTuple):
    """The figures side by side."""

    labels: Sequence[str]
    rows: Sequence[Sequence[str]]
    """The rows of each figure."""
    columns: Sequence[int]
    """The cells of each figure."""
    gap: int

    @property
    def width(self) -> int:
        return sum(self.columns) + self.gap * (len(self.columns) - 1)

    @property
    def height(self) -> int:
        """The rows of the figures and of their labels."""
        return len(self.rows[0]) + 1


class WinSummary(PictureDialog, Question):
    """The summary of a win, and what to do next.

    On the game on the table, keys of commands keep their meaning, except those that move cards. Right after a win no
    key does anything for a second, as it was meant for the table or for the celebration.
    """

    _par: tuple[str, ...] = ()
    _message = ""
    _course: GameCourse | None = None
    _is_final = False
    """Whether the course will not change any more."""
    _takes_keys = True
    _look: object = None
    """The window's size, the appearance and the glyphs of the poster."""

    def __init__(self, ui: Ui, session: PlayedGame, choices: Sequence[Choice]) -> None:
        controller = ui.controller
        self._game = session.game
        self._session = session
        self.further: Mapping[str, Choice] = {}
        """The choices without a row of their own, by the names of their commands."""
        super().__init__(ui, f"You won {session.game.title}!", (), choices)
        self._figures = list(_figures(session, self.notes, has_clock=controller.settings.clock))
        self._search = self.scope.child()
        self._waits_for_par = self._has_solver = controller.advisor.is_in_use
        self.scope.start(self._compare_with_par(may_search=self._waits_for_par))

    @property
    def notes(self) -> Sequence[str]:
        """Sentences on the win.

        The goal of the day may be added later.
        """
        return self._controller.table.win_notes

    async def ignore_keys(self) -> None:
        """Take no key and no click for a second."""
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
        # The solver knows positions of the variant of the game on the table, and counts moves with its autoplay.
        self._has_solver = controller.advisor.is_in_use
        table = controller.session if self._has_solver and controller.has_game else None
        if table is None or (table.game.variant, table.autoplay) != (self._game.variant, self._session.autoplay):
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

    def commands(self) -> Sequence[Choice]:
        return [*self.choices, *self.further.values()]

    def keys(self) -> Sequence[Choice]:
        return [*self.further.values(), *super().keys()]

    @property
    def _poster(self) -> Poster:
        """The poster on a screen of the window's size."""
        look = (self.window, self._ui.appearance, self.glyphs)
        if self._look != look:
            self._look, self._shown = look, Poster(*look)
        return self._shown

    def wanted(self) -> Size:
        plate = self._poster.plate
        return plate.width - self.around, plate.height - self.rows_around

    def first_row(self, size: Size, width: int, height: int) -> int | None:
        return self._poster.plate.y

    def backdrop(self, size: Size) -> Surface | None:
        self.window = size
        return self._poster.picture

    def render(self, size: Size) -> Surface:
        drawn = super().render(size)
        if not self._takes_keys:
            drawn.cursor = None
        return drawn

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Return figures, the curve, notes and the choices.

        Where there is little room, notes and the curve are left out, and the figures are small.
        """
        poster = self._poster
        arrange = self._wide if poster.is_wide else self._narrow if poster.is_narrow else self._medium
        large = arrange(width, height, poster.scale)
        return large if len(large) <= height else arrange(width, height, 0)

    def _choice_width(self, width: int) -> int:
        """Return the columns of the choices, which wrap only where they would leave no room for notes."""
        return min(max(len(choice.text) for choice in self.choices) + self._key_width + 3, width - _LEAST_NOTES)

    def _wide(self, width: int, height: int, scale: int) -> list[Line]:
        """Return figures above notes, the curve, and the choices side by side."""
        choice_width = max(self._choice_width(width), _CHOICE_WIDTH)
        head = self._head(width - choice_width - 2 * _PART_GAP - _NARROWEST_CURVE, scale)
        figures = drawing(head.height, partial(self._draw_head, head))
        left = [*figures, *self._note_lines(head.width, height - len(figures))]
        right = [*self.choice_lines(choice_width), BLANK, *self._further_rows()]
        curve_width = width - head.width - choice_width - 2 * _PART_GAP
        curve = drawing(min(height, len(right)), self._draw_curve)
        return beside(((head.width, left), (curve_width, curve), (choice_width, right)), _PART_GAP)

    def _medium(self, width: int, height: int, scale: int) -> list[Line]:
        """Return figures beside the curve, above the choices beside notes."""
        head = self._head(width, scale)
        figures = drawing(head.height, partial(self._draw_head, head))
        curve_width = width - head.width - _PART_GAP
        if curve_width >= _NARROWEST_CURVE and self._has_solver:
            curve = drawing(len(figures), self._draw_curve)
            figures = beside(((head.width, figures), (curve_width, curve)), _PART_GAP)
        choice_width = self._choice_width(width)
        choices, note_width = self.choice_lines(choice_width), width - choice_width - _PART_GAP
        notes = self._note_lines(note_width, len(choices))
        choices = beside(((choice_width, choices), (note_width, notes)), _PART_GAP)
        return spaced([figures, choices, self._further_lines(width)], height)

    def _narrow(self, width: int, height: int, scale: int) -> list[Line]:
        """Return everything one below the other."""
        head = self._head(width, scale)
        figures = drawing(head.height, partial(self._draw_head, head))
        further = [line.centred(width) for line in self._further_lines(width)]
        choices = self.choice_lines(width, max((width - 40) // 2, 0))  # in the middle, 40 columns wide
        spare = height - len(figures) - len(choices) - len(further)
        if self._message and len(self.wrapped(self._message, width)) > spare:
            # A message that is too long for its row takes those of the further choices for a while.
            spare, further = spare + len(further), []
        notes = [line.centred(width) for line in self._note_lines(width, spare)]
        spare -= len(notes)
        curve = drawing(min(spare, 4) if spare > _LOW_CURVE else 0, self._draw_curve)
        return spaced([figures, notes, curve, choices, further], height)

    def _note_lines(self, width: int, rows: int) -> list[Line]:
        """Return par and the notes, as far as they fit."""
        texts = [(self._message, "title")] if self._message else []
        if self._waits_for_par:
            # A blank row is kept for par, which is known a moment later, so that nothing moves then.
            texts.append(("", "text"))
        texts += [
            (note, "winnable" if note.startswith((BEST_TIME, FEWEST_MOVES)) else "text")
            for note in (*self._par, *self.notes)
        ]
        lines: list[Line] = []
        for note, ink in texts:
            rows_of_note = self.wrapped(note, width, f"bar {ink}") or [BLANK]
            if len(lines) + len(rows_of_note) <= rows:
                lines += rows_of_note
        return lines

    def _named_further(self) -> Iterator[tuple[str, str, Action]]:
        """Yield the key, the word and the action of each further choice."""
        for name, row in self.further.items():
            if name not in ("undo", "quit"):  # the player knows their keys by then
                yield self.glyphs.key_names(key_name(row.key)), BY_NAME[name].label or name, row.action

    def _further_rows(self) -> list[Line]:
        return [
            Line((Span(f"{key:>{self._key_width}}  ", "bar title"), Span(word, "bar quiet")), action)
            for key, word, action in self._named_further()
        ]

    def _further_lines(self, width: int) -> list[Line]:
        lines: list[list[Span]] = []
        for key, word, action in self._named_further():
            spans = [Span(f"{key} ", "bar title", action), Span(word, "bar quiet", action)]
            longer = [*lines[-1], Span("  "), *spans] if lines else []
            if longer and width_of(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(spans)
        return [Line(spans) for spans in lines]

    def _head(self, width: int, scale: int) -> _Head:
        """Return the figures in `width` columns, with records if there is room.

        Figures too wide for that are smaller, or text as with a `scale` of 0.
        """
        texts = [figure.text for figure in self._figures]
        scales = range(scale, 0, -1)
        sizes = [[figure_rows(text, self.glyphs, scale) for text in texts] for scale in scales]
        sizes.append([(text,) for text in texts])
        for rows, with_records, gap in product(sizes, (True, False), _FIGURE_GAPS):
            labels = [(with_records and figure.record) or figure.label for figure in self._figures]
            # A label may be wider than its figure by a cell on either side.
            columns = [max(len(row), len(label) - 2) for (row, *_), label in zip(rows, labels, strict=True)]
            above = [""] * (len(sizes[0][0]) - len(rows[0]))
            head = _Head(labels, [(*above, *figure) for figure in rows], columns, gap + max(scale - 1, 0))
            if head.width <= width:
                break
        return head

    def _draw_head(self, head: _Head, inside: DrawContext, box: Box) -> None:
        x = box.x + max((box.width - head.width) // 2, 0)
        for figure, label, rows, column in zip(self._figures, head.labels, head.rows, head.columns, strict=True):
            ink = "winnable" if figure.record else "title"
            inside.block(x + (column - len(rows[-1])) // 2, box.y, rows, f"bar {ink}")
            label_ink = "winnable" if figure.record else "quiet"
            inside.write(max(x + (column - len(label)) // 2, box.x), box.y + len(rows), label, label_ink)
            x += column + head.gap

    def _draw_curve(self, inside: DrawContext, box: Box) -> None:
        """Draw the moves needed at each position, from deal to win, above a caption."""
        course = self._course
        if course is None or course.needed[0] is None:
            return
        most = course.most_needed or 1
        values = [None if needed is None else needed / most for needed in course.needed]
        # Without colours a large reversed block would glare.
        role = "bar winnable" if self.glyphs.has_colour else "bar quiet"
        inside.block(box.x, box.y, curve(values, box.width, box.height - 1, self.glyphs), role)
        detours = counted_or_no(len(course.detours), "detour") if self._is_final else _STILL_LOOKING
        captions = (f"moves still needed · {detours}", detours, "")
        caption = next(text for text in captions if len(text) <= box.width)
        inside.write(box.x, box.bottom - 1, caption, "quiet")


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


def _offered(ui: Ui, names: Sequence[str]) -> list[str]:
    """Return the commands to offer: a position has no next deal."""
    return [name for name in names if name != "next-deal" or BY_NAME[name].disabled(ui.controller) is None]


def summary(ui: Ui, *, is_new: bool = False) -> Dialog:
    """Return the summary of the won game on the table.

    Right after the win the summary takes no key for a moment.
    """
    rows = {name: ui.choice(name) for name in _offered(ui, AFTER_WIN)}
    next_ones = [*_next_in_tournament(ui), *_journeys(ui)][: len(_ACTIONS)]
    shown = [*next_ones, *(rows.pop(name) for name in _offered(ui, _ACTIONS)[: len(_ACTIONS) - len(next_ones)])]
    controller = ui.controller
    dialog = WinSummary(ui, controller.session, shown)
    rows["picture"] = rows["picture"]._replace(action=dialog.save_picture)
    dialog.further = rows
    if is_new:
        dialog.scope.start(dialog.ignore_keys())
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
    won = f" ({status.score.won} of {len(status.deals)} won)" if status.deals else ""
    text = f"next deal of the tournament{won}"
    return [ui.choice("tournaments", text, partial(tournaments.play_next, controller, status.tournament))]


def given_up(ui: Ui) -> Dialog:
    """Return the dialog after giving up: what to do next."""
    controller = ui.controller
    *rows, leave = (ui.choice(name) for name in _offered(ui, AFTER_GIVING_UP))
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
