"""The daily deal: today's, yesterday's, the days in a row, and a month with the days that were won."""

from calendar import Calendar
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from textwrap import wrap
from typing import Final

from freecell_tui.controller.features.daily import GoalFinder, today
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.engine import FREECELL
from freecell_tui.engine.text import capitalised
from freecell_tui.storage.history import History
from freecell_tui.storage.results import DailyRecord, deal_of
from freecell_tui.ui.drawing.layout import Box, fits
from freecell_tui.ui.drawing.themes.theme import filled
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.dialog import Dialog, DrawContext, Host
from freecell_tui.ui.widgets.parts import KeyHint

_SIZE: Final = (50, 19)
_HIGH_WINDOW: Final = 26
_LARGE_WINDOW: Final = (150, 45)
_MONTHS_IN_LARGE: Final = 3
_MONTH_GAP: Final = 3
_WEEK: Final = 7
_DAY_WIDTHS: Final = (6, 4)
_WEEKS: Final = 6
_HEAD_ROWS: Final = 3
_MONTH_HEAD: Final = 2
_DAY: Final = timedelta(days=1)
_HEADS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class DailyScreen(Dialog):
    """The daily deals up to `today`; `tell` it which were won, and `play` is called with the deal to be played."""

    def __init__(self, ui: Host, today: date, play: Callable[[int], None]) -> None:
        self._today = today
        self._play = play
        self._dailies: DailyRecord | None = None
        self._trouble = ""
        self._goal = ""
        self._goals_reached: frozenset[str] = frozenset()
        self._month = (today.year, today.month)
        self._months_shown = 1
        super().__init__(ui, "Daily deal", _SIZE)
        self._actions |= {
            "enter": self._play_today,
            "y": self._play_yesterday,
            "left": lambda: self._turn(-1),
            "right": lambda: self._turn(1),
        }

    def use_window(self, size: tuple[int, int]) -> None:
        self._months_shown = _MONTHS_IN_LARGE if fits(size, _LARGE_WINDOW) else 1
        width = self._months_shown * (_DAY_WIDTHS[0] * _WEEK + _MONTH_GAP) - _MONTH_GAP
        self.wish((max(width, _SIZE[0]), _SIZE[1] + (size[1] >= _HIGH_WINDOW)))

    def tell(self, dailies: DailyRecord | None, trouble: str = "") -> None:
        """Show which days were won, once that is known; or what is the matter with the history."""
        self._dailies, self._trouble = dailies, trouble
        self.refresh()

    def tell_goal(self, goal: str) -> None:
        """Show the goal of today, a sentence."""
        self._goal = goal
        self.refresh()

    def tell_goals_reached(self, days: frozenset[str]) -> None:
        """Mark the days, as `2026-11-22`, whose goals were reached."""
        self._goals_reached = days
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
        there = self._month_at(by)
        if (date.min.year, 1) <= there <= (self._today.year, self._today.month):
            self._month = there

    def _month_at(self, by: int) -> tuple[int, int]:
        """Return the year and the month that lies `by` months after the chosen one."""
        year, month = self._month
        months = year * 12 + month - 1 + by
        return months // 12, months % 12 + 1

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        today, width = self._today, drawing.width
        self._write_centred(
            drawing, 0, f"{today.day} {_MONTHS[today.month - 1]} {today.year}: #{deal_of(today)}", "title"
        )
        if self._trouble:
            for y, line in enumerate(wrap(self._trouble, width)[: drawing.height - 1], 1):
                drawing.write(0, y, line, "warning")
            return
        fewest = _HEAD_ROWS + _MONTH_HEAD + _WEEKS
        said = [*self._said(), *self._goal_lines(width)]
        if drawing.height <= fewest:
            # The key for yesterday's deal stands below, too.
            del said[1 : len(said) - 1]
        for y, line in enumerate(said, 1):
            self._write_centred(drawing, y, line)
        head = max(_HEAD_ROWS, 1 + len(said))
        fewest += head - _HEAD_ROWS
        pitch = 2 if drawing.height >= fewest + _WEEKS + 1 else 1
        spare = drawing.height - fewest - (pitch - 1) * (_WEEKS - 1)
        self._draw_months(drawing, head + (spare > 1), pitch)
        if spare and self._dailies is not None:
            self._draw_legend(drawing, drawing.height - 1)

    def _goal_lines(self, width: int) -> list[str]:
        """Return the goal as far as it is known, in fewer words where there is no room."""
        short = capitalised(self._goal.partition(": ")[2])
        return [self._goal if len(self._goal) <= width else short] if self._goal else []

    @staticmethod
    def _write_centred(drawing: DrawContext, y: int, text: str, ink: str = "text") -> None:
        drawing.write(max((drawing.width - len(text)) // 2, 0), y, text, ink)

    def _draw_legend(self, drawing: DrawContext, y: int) -> None:
        won, made_up = self._marks
        goal = self._goal_mark if self._goals_reached else ""
        parts = [won, " won on the day  ", made_up, " made up", *([f"  {goal}", " its goal"] if goal else [])]
        x = (drawing.width - sum(map(len, parts))) // 2
        for part, ink in zip(parts, ("winnable", "quiet", "warning", "quiet", "winnable", "quiet"), strict=False):
            x = drawing.write(x, y, part, ink)

    @property
    def _goal_mark(self) -> str:
        return self.glyphs.markers[-1]

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

    def _draw_months(self, drawing: DrawContext, y: int, pitch: int) -> None:
        """Draw the month that is chosen after those before it, with a week in every `pitch` rows."""
        day_width = next((width for width in _DAY_WIDTHS if width * _WEEK <= drawing.width), _DAY_WIDTHS[-1])
        of_month = day_width * _WEEK
        shown = [month for at in range(1 - self._months_shown, 1) if (month := self._month_at(at))[0] >= date.min.year]
        left = max((drawing.width - len(shown) * (of_month + _MONTH_GAP) + _MONTH_GAP) // 2, 0)
        back, on = tuple(self.glyphs.arrows)
        drawing.write(left, y, back, "title", action=lambda: self._turn(-1))
        for at, month in enumerate(shown):
            self._draw_month(drawing, month, (left + at * (of_month + _MONTH_GAP), y), day_width, pitch)
        if self._month < (self._today.year, self._today.month):
            right = left + len(shown) * (of_month + _MONTH_GAP) - _MONTH_GAP
            drawing.write(right - 1, y, on, "title", action=lambda: self._turn(1))

    def _draw_month(
        self, drawing: DrawContext, which: tuple[int, int], at: tuple[int, int], day_width: int, pitch: int
    ) -> None:
        (year, month), (left, y) = which, at
        name = f"{_MONTHS[month - 1]} {year}"
        drawing.write(left + (day_width * _WEEK - len(name)) // 2, y, name, "title")
        for column, head in enumerate(_HEADS):
            drawing.write(left + column * day_width + (day_width - 3), y + 1, head, "quiet")
        for row, week in enumerate(Calendar().monthdayscalendar(year, month)):
            for column, day in enumerate(week):
                if day:
                    box = Box(left + column * day_width, y + _MONTH_HEAD + row * pitch, day_width, 1)
                    self._draw_day(drawing, box, date(year, month, day))

    def _draw_day(self, drawing: DrawContext, box: Box, day: date) -> None:
        """Draw a day; one that was won is filled, so that days in a row make a ribbon."""
        is_today = day == self._today
        ground, ink, mark = "bar", "quiet" if day > self._today else "text", ""
        if self._dailies is not None and day in self._dailies.on_the_day:
            ground, ink, mark = filled("bar"), "winnable", self._marks[0]
        elif self._dailies is not None and day in self._dailies.made_up:
            ground, ink, mark = filled("bar"), "warning", self._marks[1]
        elif is_today:
            ground, ink = "chosen", "title"
        goal = self._goal_mark if day.isoformat() in self._goals_reached else ""
        # Days that were won are filled, too: without colours an arrow tells today from them.
        pointer = self.glyphs.arrows[1] if is_today else ""
        text = f"{pointer}{goal}{day.day}"[-(box.width - 1) :].rjust(box.width - 1) + f"{mark:1}"
        drawing.write(box.x, box.y, text, ink, background=ground, action=self._play_today if is_today else None)
        if is_today:
            drawing.cursor = (box.x + box.width - 3, box.y)

    def key_hints(self) -> Sequence[KeyHint]:
        is_won = self._dailies is not None and self._today in self._dailies.on_the_day
        hints: list[KeyHint] = [("Enter", "again" if is_won else "play", self._play_today)]
        if self._can_make_up:
            hints.append(("y", "yesterday", self._play_yesterday))
        return [*hints, ("← →", "month", lambda: self._turn(-1)), self.hint("esc", "close")]


_GOAL_SECONDS: Final = 0.1
"""When the goal of the day is looked for: who only passes by starts no solver."""


def open_daily(ui: Ui) -> None:
    """Show the daily deal."""
    dialog = DailyScreen(ui, today(), partial(resume_or_play, ui.controller))

    def ask(history: History) -> DailyRecord:
        return DailyRecord.of(history.wins_by_day(FREECELL))

    def find_goal() -> None:
        if ui.stack.top is dialog:
            ui.controller.finder(GoalFinder).find(today(), lambda goal: dialog.tell_goal(f"Goal: {goal}."))

    ui.push(dialog)
    recorder = ui.controller.recorder
    recorder.find_out(ask, dialog.tell, partial(dialog.tell, None))
    recorder.find_out(History.goals_reached, dialog.tell_goals_reached, lambda _: None)
    ui.call_later(_GOAL_SECONDS, find_goal)
