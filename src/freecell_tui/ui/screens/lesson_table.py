"""The table of the guided first game: the present step is written on a plate below the columns."""

from textwrap import wrap
from typing import Final

from freecell_tui.controller.frontend import Severity
from freecell_tui.controller.play.lesson import LONGEST_COLUMN, Lesson
from freecell_tui.engine import COLUMNS
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.strokes import frame_sheet, turn_plain
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, CardSize
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.screens.table_widget import Table, fitting

_TITLE: Final = "Learn to play"
_VERDICT: Final = "winnable"
"""The verdict of every position of the lesson."""

_WIDEST: Final = 64
_MARGIN: Final = 2
_NARROW_MARGIN: Final = 1
_ROWS: Final = 7
_NARROW_ROWS: Final = 5
"""The rows of the plate if the step needs no more: always the same, so that it does not move from step to step."""

_ROOM_BETWEEN: Final = 3
"""The blank rows that leave one for between the step and how it is done."""

_ROOMY: Final = 60
"""From this width on the plate has a wide margin, and the bottom bar all its figures."""


class LessonTable(Table):
    """The lesson on a screen of any size; `how` is how the present step is done."""

    def __init__(self, lesson: Lesson, glyphs: Glyphs, *, colour: bool, appearance: Appearance) -> None:
        super().__init__(lesson, glyphs, colour=colour, appearance=appearance)
        self.how = ""
        self._lesson = lesson
        self._has_colour = colour

    def _draw_top_bar(self, surface: Surface) -> None:
        """Draw the title, which step it is, and the verdict, which is lit while the step is about it."""
        surface.fill(0, 0, surface.width, 1, "bar")
        number, count = self._lesson.progress
        dot = self.glyphs.verdict(_VERDICT)
        right = (f"step {number} of {count}   {dot} {_VERDICT}", f"step {number} of {count}   {dot}")
        title, figures = fitting([_TITLE], right, surface.width - 2)
        surface.text(1, 0, title, "bar title")
        x = surface.width - 1 - len(figures)
        surface.text(x, 0, figures, "bar text")
        at = figures.index(dot)
        ground = "chosen" if self._lesson.is_about_verdict else "bar"
        surface.text(x + at, 0, figures[at:], f"{ground} {_VERDICT}")

    def _draw_bottom_bar(self, surface: Surface) -> None:
        if self._lesson.step is not None:
            self._draw_plate(surface)
        y = surface.height - 1
        surface.fill(0, y, surface.width, 1, "bar")
        self._footer_places = []
        figures = self.glyphs.displayable(self._figures(wide=surface.width >= _ROOMY))
        surface.text(surface.width - 1 - len(figures), y, figures, "bar text")
        self._draw_footer(surface, y, surface.width - len(figures) - 3)

    def _figures(self, *, wide: bool) -> str:
        carry = f"carry {self.session.supermove_limit}"
        board = self.session.game.board
        return f"free {board.free_cell_count} · empty {board.empty_column_count} · {carry}" if wide else carry

    def _draw_plate(self, surface: Surface) -> None:
        """Draw the step below the longest column that there is in any step."""
        room = self._room_for_plate(surface)
        margin = _MARGIN if surface.width >= _ROOMY else _NARROW_MARGIN
        text, how = self._lines(room.width - 2 * margin)
        rows = max(_ROWS if surface.width >= _ROOMY else _NARROW_ROWS, len(text) + len(how))
        height = min(room.height, rows)
        spare = height - len(text) - len(how)
        lines = [*text, *[("", "bar text")] * (spare >= _ROOM_BETWEEN), *how]
        blank = len(lines) + 2 <= height
        surface.fill(room.x, room.y, room.width, height, "bar")
        if self._has_colour and height < room.height and room.x:
            surface.fill(room.x + room.width, room.y + 1, 1, height - 1, "shadow")
            surface.text(room.x + 1, room.y + height, self.glyphs.half * room.width, "felt shadow")
        for y, (line, role) in enumerate(lines[:height], room.y + blank):
            surface.text(room.x + margin, y, line, role)
        if not self._has_colour and blank and margin > 1:
            plate = Box(room.x, room.y, room.width, height)
            turn_plain(surface, plate)
            frame_sheet(surface, plate, self.glyphs.dialog)

    def _room_for_plate(self, surface: Surface) -> Box:
        """Return where there is room below the columns, without the row that their places are lit in."""
        layout = self.layout((surface.width, surface.height))
        last = layout.fan(COLUMNS[0], LONGEST_COLUMN).spots[-1].box
        top = last.y + last.height + 1
        is_compact = layout.shape.size is CardSize.COMPACT
        bottom = layout.bar_y - (not is_compact)
        width = min(surface.width, _WIDEST)
        return Box((surface.width - width) // 2, top, width, bottom - top)

    def _lines(self, width: int) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Return the rows of the plate with their roles: a refusal or else the step, and how the step is done."""
        step, message = self._lesson.step, self.session.message
        assert step is not None
        text, role = step.text, "bar text"
        if message is not None:
            text, role = message.text, "bar warning" if message.severity is Severity.REFUSAL else "bar text"
        rows = wrap(narrow(self.glyphs.displayable(text)), width)
        return [(row, role) for row in rows], [
            (row, "bar title") for row in wrap(self.glyphs.key_names(self.how), width)
        ]
