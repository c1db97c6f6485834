"""The daily deal: today's, yesterday's, the days in a row, and a month with the days that were won."""

from calendar import Calendar
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from textwrap import wrap
from typing import Final

from freecell_tui.storage.daily_record import DailyRecord, deal_of
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.parts import Action, KeyHint

_SIZE: Final = (46, 14)
_DAY_WIDTH: Final = 4
_WEEK_WIDTH: Final = 7 * _DAY_WIDTH
_WEEKS: Final = 6
_BLANK_ROWS: Final = 3
"""One between each two parts."""
_DAY: Final = timedelta(days=1)
_HEADS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class DailyScreen(CanvasDialog):
    """The daily deals up to `today`; `tell` it which were won, and `play` is called with the deal to be played."""

    def __init__(self, today: date, glyphs: Glyphs, close: Action, play: Callable[[int], None]) -> None:
        self._today = today
        self._play = play
        self._dailies: DailyRecord | None = None
        self._trouble = ""
        self._month = (today.year, today.month)
        actions: dict[str, Action] = {
            "enter": self._play_today,
            "y": self._play_yesterday,
            "left": lambda: self._turn(-1),
            "right": lambda: self._turn(1),
        }
        super().__init__("Daily deal", _SIZE, glyphs, close, actions)

    def tell(self, dailies: DailyRecord | None, trouble: str = "") -> None:
        """Show which days were won, once that is known; or what is the matter with the history."""
        self._dailies, self._trouble = dailies, trouble
        self.refresh()

    @property
    def _marks(self) -> tuple[str, str]:
        """The marks of a day that was won on the day, and of one that was made up."""
        return self.glyphs.verdicts[0], self.glyphs.verdicts[1]

    @property
    def _can_make_up(self) -> bool:
        return self._dailies is not None and self._dailies.can_be_made_up(self._today)

    def _play_today(self) -> None:
        self._play(deal_of(self._today))

    def _play_yesterday(self) -> None:
        if self._can_make_up:
            self._play(deal_of(self._today - _DAY))

    def _turn(self, by: int) -> None:
        year, month = self._month
        months = year * 12 + month - 1 + by
        there = (months // 12, months % 12 + 1)
        if (date.min.year, 1) <= there <= (self._today.year, self._today.month):
            self._month = there

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw it; where there is room, with blank rows between the parts."""
        blank = drawing.height - (5 + _WEEKS) >= _BLANK_ROWS
        today = self._today
        drawing.write(0, 0, f"{today.day} {_MONTHS[today.month - 1]} {today.year}: #{deal_of(today)}", "title")
        if self._trouble:
            for y, line in enumerate(wrap(self._trouble, drawing.width)[: drawing.height - 2], 1):
                drawing.write(0, y, line, "warning")
            return
        for y, line in enumerate(self._said(), 1):
            drawing.write(0, y, line)
        y = self._draw_month(drawing, 3 + blank)
        if blank and self._dailies is not None:
            won, made_up = self._marks
            x = drawing.write(0, y, won, "winnable")
            x = drawing.write(x, y, " won on the day  ", "quiet")
            x = drawing.write(x, y, made_up, "warning")
            drawing.write(x, y, " made up", "quiet")

    def _said(self) -> list[str]:
        """Two lines on where the player stands."""
        if self._dailies is None:
            return ["Reading your games…"]
        is_won = self._today in self._dailies.on_the_day
        streak = self._dailies.streak(self._today)
        won = "Won" if is_won else "Not won yet"
        lines = [f"{won}. Streak {streak}, best {self._dailies.longest_streak}."]
        if self._can_make_up:
            lines.append("y: yesterday’s, not for the streak.")
        elif self._today > date.min:
            lines.append("Yesterday’s deal is won.")
        return lines

    def _draw_month(self, drawing: DrawContext, y: int) -> int:
        """Draw the month that is chosen; return the row below it."""
        year, month = self._month
        name = f"{_MONTHS[month - 1]} {year}"
        back, on = tuple(self.glyphs.arrows)
        drawing.write(0, y, back, "title", action=lambda: self._turn(-1))
        drawing.write((_WEEK_WIDTH - len(name)) // 2, y, name, "title")
        if self._month < (self._today.year, self._today.month):
            drawing.write(_WEEK_WIDTH - 2, y, on, "title", action=lambda: self._turn(1))
        for column, head in enumerate(_HEADS):
            drawing.write(column * _DAY_WIDTH, y + 1, head, "quiet")
        for row, week in enumerate(Calendar().monthdayscalendar(year, month), y + 2):
            for column, day in enumerate(week):
                if day:
                    self._draw_day(drawing, column * _DAY_WIDTH, row, date(year, month, day))
        return y + 2 + _WEEKS

    def _draw_day(self, drawing: DrawContext, x: int, y: int, day: date) -> None:
        is_today = day == self._today
        background, ink = ("chosen", "title") if is_today else ("bar", "quiet" if day > self._today else "text")
        drawing.write(x, y, f"{day.day:>2}", ink, background=background, action=self._play_today if is_today else None)
        if is_today:
            drawing.cursor = (x, y)
        if self._dailies is None:
            return
        won, made_up = self._marks
        if day in self._dailies.on_the_day:
            drawing.write(x + 2, y, won, "winnable")
        elif day in self._dailies.made_up:
            drawing.write(x + 2, y, made_up, "warning")

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of today's deal, of yesterday's, and of the months."""
        is_won = self._dailies is not None and self._today in self._dailies.on_the_day
        hints: list[KeyHint] = [("Enter", "again" if is_won else "play", self._play_today)]
        if self._can_make_up:
            hints.append(("y", "yesterday", self._play_yesterday))
        return [*hints, ("← →", "month", lambda: self._turn(-1)), ("Esc", "close", self._close)]
