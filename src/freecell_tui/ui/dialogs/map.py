"""The map of the game with the table of the chosen position, and the prompt for a note."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final

from freecell_tui.controller.features import branches
from freecell_tui.controller.features.branches import GameMap, MapPoint, MapRow, go_to, outcome, tree_verdicts
from freecell_tui.engine import Game, Place
from freecell_tui.engine.game import MAX_NOTE_LENGTH
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.text import capitalised, counted
from freecell_tui.solver.analysis import Verdict
from freecell_tui.ui.drawing.surface import Box, Size, fits
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import Choice, DrawContext, ScrollBar, scrolled_window, step_choices, steps
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.lines import LineField, Prompt
from freecell_tui.ui.widgets.rows import Column, Row, Rows

_WIDE: Final = 96  # from this width on the table is beside the map
_AROUND: Final = 3  # the blank columns beside the map and the table
_CAPTION: Final = 3
_ROOMY_WINDOW: Final = 22  # in fewer rows the frame says where the cursor is, and at most one line is above the table
_LIST_HEAD: Final = 2  # the rows above the list of branches: a blank one and its headings
_LIST_WIDTH: Final = 33
_PITCH: Final = 2  # the cells between two moves where there is room; otherwise they stand side by side

_INKS: Final = {Verdict.WON: "winnable", Verdict.LOST: "lost"}


class MapScreen(Rows[MapRow]):
    """The map of the game being played, with the cursor on a position.

    The player can play from there, or cut the branch off. In a wide window the branches are listed below the map.
    """

    items: Sequence[MapRow] = ()
    columns = (
        Column(1, ink="title"),
        Column(6, heading="branch", is_right=True, ink="title"),
        Column(9, is_right=True),
        Column(heading="last move", weight=1, ink="quiet", least=9),
        Column(12, is_right=True),
    )
    has_picture = True
    open_label = "play from here"

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._session = ui.controller.session
        self._first_row = self._first_column = 0
        self._place = self._session.game.place
        super().__init__(ui, "Map of the game")
        self._search = self.scope.child()
        self._learn()

    @property
    def _largest_table(self) -> Size:
        """The columns and rows of the largest table."""
        columns, rows = self.window
        return (columns - 56, rows - 13) if fits(self.window, (150, 46)) else (72, 19)

    def wanted(self) -> Size:
        width, height = self._largest_table
        if self._has_list:
            columns = self._map_width + width + _AROUND
            rows = max(2 * len(self.items) + _LIST_HEAD, _CAPTION + height)
        else:
            # The table has up to 27 rows, in a window with 12 more.
            columns, rows = self._map_width, 1 + _CAPTION + max(height, min(self.window[1] - 12, 27))
        # Four columns of the window stay free.
        return min(max(columns, _WIDE), max(self.window[0] - 4, _WIDE)), rows

    @property
    def _has_list(self) -> bool:
        """Whether there are branches to list.

        A single branch has the table below it, however wide the window is.
        """
        return len(self.items) > 1

    @property
    def _map_width(self) -> int:
        """The cells of the map where it has room, with the list of branches below."""
        width = self._map.width * _PITCH + 2
        return max(width, _LIST_WIDTH) if self._has_list else width

    def _learn(self) -> None:
        game = self._session.game
        self._tree = game.tree
        self._map = GameMap(self._tree)
        self.items = self._map.rows
        self._chosen_game = game.at(self._place)
        self._end = cache(game.at)  # the game at the end of a branch, by its place
        self._take_verdicts()
        self._search.restart(self._explore([row.places[-1] for row in self.items]))

    async def _explore(self, ends: Sequence[Place]) -> None:
        """Find the verdicts of the lines of play that end at these places."""
        game = self._session.game
        for end in ends:
            while await self._controller.advisor.explore(game.at(end)):
                self._take_verdicts()

    def _take_verdicts(self) -> None:
        """Show the known verdicts.

        With a thousand positions this takes 3 ms.
        """
        self._verdicts = tree_verdicts(self._tree, self._session.game.boards[0], self._controller.advisor.outcome)

    @property
    def title(self) -> str:
        count = len(self._tree.ends)
        if self.window[1] < _ROOMY_WINDOW:
            return next(self._caption(self._chosen_game))
        return f"Map of the game: {count} branches" if count > 1 else "Map of the game"

    def keys(self) -> Sequence[Choice]:
        has_branches = self._has_list
        return (
            *step_choices("← →", "step", self._walk, steps(10, "left", "right")),
            *step_choices("↑ ↓", "branch" if has_branches else "", self._cross, {"up": -1, "down": 1}),
            Choice("x", "delete branch" if has_branches else "", self._ask_to_cut, more_keys=("delete",)),
            Choice("u", "undo" if self._session.can_restore_cut else "", self._restore),
        )

    def _walk(self, by: int) -> None:
        game = self._chosen_game
        self._choose(game.seek(game.position + by).place)

    def _cross(self, by: int) -> None:
        """Choose the neighbouring place on a branch above or below."""
        point = self._map.point(self._place)
        self._choose(self._map.place(point._replace(row=point.row + by)))

    def _choose(self, place: Place) -> None:
        """Put the cursor on a place.

        Left and right stay on the line that the cursor was on, if they can.
        """
        self._place, self._chosen_game = place, self._chosen_game.at(place)

    def open(self, item: MapRow) -> None:
        self._ui.show_table()
        go_to(self._controller, self._place)
        self._controller.game_changed()

    def _ask_to_cut(self) -> None:
        game = self._session.game
        if refusal := branches.cut_refusal(game, self._place):
            self.message = refusal
        else:
            self.ask_first(branches.cut_question(game, self._place), "delete it", self._cut)

    def _cut(self) -> None:
        stem = self._tree.stem(self._place)
        assert stem is not None
        stays = self._tree.parent(stem)
        self.confirm(f"{branches.cut_off(self._controller, self._place)}.")
        self._place = stays
        self._learn()

    def _restore(self) -> None:
        message = branches.restore(self._controller)
        if message.severity == "refusal":
            self.message = message.text
        else:
            self.confirm(message.text)
        self._learn()

    def draw_list(self, drawing: DrawContext, box: Box, list_rows: int) -> None:
        width, body, count = box.width, box.height, len(self.items)
        if width >= _WIDE and self._has_list:
            table = min(max(50, width - self._map_width - _AROUND), self._largest_table[0])
            of_map = width - table - _AROUND
            rows = min(count, max((body - _LIST_HEAD) // 2, body - _LIST_HEAD - count))
            map_box = Box(1, 0, of_map, rows)
            self.choose(self._map.point(self._place).row)
            self.draw_items(drawing, Box(0, rows + 1, of_map + 1, body - rows - 1))
            self._draw_table(drawing, Box(width - table - 1, 0, table, min(body, self._largest_table[1] + _CAPTION)))
        else:
            rows = min(count, max(int(body * 0.34), 1))  # its share, at most, above its table
            map_box = Box(1, 0, width - 2, rows)
            self._draw_table(drawing, Box(0, rows, width, body - rows))
        self._draw_map(drawing, map_box)

    def mouse_event(self, event: MouseEvent) -> None:
        shown = self.chosen_index
        super().mouse_event(event)
        if self.chosen_index != shown:
            self._choose(self.items[self.chosen_index].places[-1])

    def row(self, item: MapRow) -> Row:
        """Return the row of a branch: number, moves, last move and standing."""
        place = item.places[-1]
        end = self._end(place)
        marker = self.glyphs.markers[2] if self._session.game.place in item.places else ""
        standing = self._standing(end, place)
        ink = "winnable" if standing in ("won", "winnable") else "lost"
        return Row([marker, str(place.branch), counted(end.moves_made, "move"), self._last_keys(end), (standing, ink)])

    def _draw_map(self, drawing: DrawContext, box: Box) -> None:
        point, count = self._map.point(self._place), len(self.items)
        # The trunk stays in sight.
        pinned = 1 if count > box.height > 1 else 0
        rows = scrolled_window(self._first_row, max(point.row - pinned, 0), count - pinned, box.height - pinned)
        self._first_row = rows.start
        rows = range(rows.start + pinned, rows.stop + pinned)
        room = box.width
        pitch = _PITCH if (self._map.width - 1) * _PITCH < room else 1
        columns = scrolled_window(self._first_column, point.column, self._map.width, (room + pitch - 1) // pitch)
        self._first_column = columns.start
        left, top = box.x - columns.start * pitch, box.y + pinned - rows.start
        dash = self.glyphs.rule * (pitch - 1)
        corner, down, fork = self.glyphs.frame[2], self.glyphs.frame[5], self.glyphs.fork
        ends = set[MapPoint]()
        for point_of_way, is_end in self._map.connectors(rows):
            if point_of_way.column in columns:
                text = corner + dash if is_end else fork if point_of_way in ends else down
                drawing.text(left + point_of_way.column * pitch, top + point_of_way.row, text, "bar quiet")
            if is_end:
                ends.add(point_of_way)
        for number in (*range(pinned), *rows):
            row, y = self.items[number], box.y if number < pinned else top + number
            end = min(row.end, columns.stop)
            for column in range(max(row.column, columns.start), end):
                place, x = row.places[column - row.column], left + column * pitch
                char, ink = self._mark(place)
                drawing.text(x, y, char, f"{'chosen' if place == self._place else 'bar'} {ink}")
                drawing.text(x + 1, y, dash if column + 1 < end else "", "bar quiet")
                drawing.on_click(Box(x, y, pitch, 1), partial(self._choose, place))
                if place == self._place:
                    drawing.cursor = (x, y)
        if len(rows) < count:
            drawing.scroll_bars.append(ScrollBar(box, rows, count))

    def _mark(self, place: Place) -> tuple[str, str]:
        """Return the character of a place and its ink.

        The character marks the present position, a bookmark, a note, or the verdict.
        """
        verdict = self._verdicts.get(place)
        ink = _INKS.get(verdict, "text") if verdict is not None else "text"
        if place == self._session.game.place:
            return self.glyphs.markers[2], "title"
        if self._session.bookmarks.at(place) is not None:
            return self.glyphs.flags[0], "title"
        if place in self._session.notes:
            return self.glyphs.flags[1], "title"
        return (self.glyphs.verdict(ink) if verdict in _INKS else self.glyphs.dot), ink

    def _draw_table(self, drawing: DrawContext, box: Box) -> None:
        lines = list(self._caption(self._chosen_game))
        lines = lines[1:][-1:] if self.window[1] < _ROOMY_WINDOW else lines
        for y, line in enumerate(lines, box.y):
            text = drawing.glyphs.cut(line, box.width - 2)
            drawing.text(box.x + 1, y, text, "bar title" if line == lines[0] else "bar text")
        table = box._replace(y=box.y + len(lines), height=box.height - len(lines))
        self._ui.draw_table(drawing, table, self._chosen_game)
        drawing.on_click(table, self.open_chosen)

    def _caption(self, game: Game) -> Iterator[str]:
        """Yield lines on a position: place and standing, last move, bookmark and note."""
        session = self._session
        # The bar above the window counts the moves.
        place = "you are here" if self._place == session.game.place else branches.place_title(game)
        yield capitalised(" · ".join(filter(None, (place, self._standing(game, self._place)))))
        if move := self._last_move(game):
            yield move
        bookmark, note = session.bookmarks.at(self._place), session.notes.get(self._place)
        marks = ([capitalised(bookmark.title)] if bookmark else []) + ([f"Note: {note}"] if note else [])
        if marks:
            yield " · ".join(marks)

    @staticmethod
    def _last_move(game: Game) -> str:
        turn = game.last_turn
        if turn is None:
            return ""
        return (turn.move and describe_move(turn.move, game.boards[game.position - 1], game.variant)) or "A restart"

    def _last_keys(self, game: Game) -> str:
        """Return the last move as card and piles, like `3♠ 7→4`."""
        turn = game.last_turn
        if turn is None or turn.move is None:
            return "" if turn is None else "restart"
        source, target = turn.move.source, turn.move.target
        card = game.boards[game.position - 1].cards(source)[-1]
        return f"{self.glyphs.card(card)} {source.letter}→{target.letter}"

    def _standing(self, game: Game, place: Place) -> str:
        """Return the standing of a game at a place in a word, or ''."""
        if game.is_won or game.is_lost:
            return outcome(self._controller, game)
        verdict = self._verdicts.get(place)
        return _INKS.get(verdict, "") if verdict else ""


class NotePrompt(Prompt):
    """The prompt for the note on the present position.

    An empty text removes the note.
    """

    def __init__(self, ui: Ui) -> None:
        self._before = ui.controller.session.note
        super().__init__(
            ui,
            "Note on this position",
            LineField(self._before, MAX_NOTE_LENGTH),
            partial(branches.set_note, ui.controller),
            about="Shown whenever you return to this position.",
            word="save",
            label="Note: ",
        )

    @property
    def word(self) -> str:
        return "save" if self._field.text.strip() or not self._before else "remove"
