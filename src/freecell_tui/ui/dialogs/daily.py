"""The daily deals: a calendar with the state of each day, and the streaks."""

from calendar import Calendar, monthrange
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from textwrap import wrap
from typing import Final

from freecell_tui.controller.background import pause
from freecell_tui.controller.features.daily import find_earlier_goal, find_record, goal_of_day, play_daily
from freecell_tui.engine.text import capitalised
from freecell_tui.storage.daily import DailyRecord, DayState, deal_of, seconds_to_midnight, today
from freecell_tui.ui.drawing.cards.pixels import figure_rows
from freecell_tui.ui.drawing.surface import Box, Size, fits
from freecell_tui.ui.drawing.themes.theme import filled
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.rows import READING

_MONTH_GAP: Final = 3
_DAY_WIDTH: Final = 6
_WEEK: Final = 7
_WEEKS: Final = 6
_STREAK_WIDTH: Final = 13
_STREAK_WINDOW: Final = 76  # the width of a window from which on the streak is in large figures beside the month
_HEAD_ROWS: Final = 4
_MONTH_HEAD: Final = 2
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class DailyScreen(Dialog):
    """The daily deals up to today's, with the state of each.

    At midnight the deal of today changes.
    """

    close_label = "close"
    _dailies: DailyRecord | None = None
    _trouble = ""
    _goal = ""
    _goals_reached = frozenset[str]()  # of days as `2026-11-22`

    def __init__(self, ui: Ui) -> None:
        self._today = self._day = today()
        self._month = (self._today.year, self._today.month)
        self._months_shown, self._streak_width = 1, 0
        super().__init__(ui, "Daily deal")

    def on_shown(self) -> None:
        if self._dailies is None:
            self.scope.start(self._read_record())
            self.scope.start(self._find_goal())
            self.scope.start(self._wait_for_midnight())

    async def _read_record(self) -> None:
        self._dailies, self._goals_reached = await find_record(self._controller)

    async def _find_goal(self) -> None:
        day = self._today
        await pause(self._ui.call_later, 0.1)  # a short look starts no solver
        goal = await goal_of_day(self._controller, day)
        if goal is None or day != self._today:
            return
        self._goal = f"{goal}."
        if self._state(day) is DayState.WON and find_earlier_goal(self._controller, day, goal):
            self._goals_reached |= {day.isoformat()}

    def refuse(self, why: str) -> None:
        self._trouble = why

    def _follow_the_day(self) -> None:
        """Go on to the new day after midnight.

        The chosen day stays chosen, unless it was the day that is over.
        """
        before, self._today = self._today, today()
        if before == self._today:
            return
        self._goal = ""
        if self._day == before or self._day > self._today:
            self._month = (self._today.year, self._today.month)
            self._day = self._today
        self.scope.start(self._find_goal())

    async def _wait_for_midnight(self) -> None:
        """Draw each new day at midnight, without a key."""
        while True:
            await pause(self._ui.call_later, seconds_to_midnight() + 1)

    def wanted(self) -> Size:
        self._months_shown = 3 if fits(self.window, (158, 45)) else 1
        self._streak_width = _STREAK_WIDTH + _MONTH_GAP if self.window[0] >= _STREAK_WINDOW else 0
        width = self._months_shown * (_DAY_WIDTH * _WEEK + _MONTH_GAP) - _MONTH_GAP + self._streak_width
        rows = _HEAD_ROWS + _MONTH_HEAD + _WEEKS + 2  # with the legend
        if self.window[1] >= rows + _WEEKS + 3:
            # With a blank row between two weeks, and three rows around the dialog.
            rows += _WEEKS - 1
        return max(width, 50), rows

    def _state(self, day: date) -> DayState:
        return DayState.NEW if self._dailies is None or day > self._today else self._dailies.state(day)

    def press(self, key: str) -> str | None:
        self._follow_the_day()
        return super().press(key)

    def _play_chosen(self) -> None:
        self._follow_the_day()  # no key comes before a click
        play_daily(self._controller, self._day)

    def _go(self, days: int) -> None:
        with suppress(OverflowError):
            self._choose(self._day + timedelta(days=days))

    def _choose(self, day: date) -> None:
        if day <= self._today:
            self._day = day
            month = (day.year, day.month)
            if not _after(self._month, 1 - self._months_shown) <= month <= self._month:
                self._month = month

    def _turn(self, by: int) -> None:
        """Turn the calendar by some months, and choose a day in the last month."""
        year, month = last = _after(self._month, by)
        if (date.min.year, 1) <= last <= (self._today.year, self._today.month):
            self._month = last
            day = date(year, month, min(self._day.day, monthrange(year, month)[1]))
            self._choose(min(day, self._today))

    def draw(self, drawing: DrawContext) -> None:
        self._follow_the_day()
        day, width = self._day, drawing.width
        title = f"{day.day} {_MONTHS[day.month - 1]} {day.year}: #{deal_of(day)}"
        lines = [(title, "title")]
        if not self._trouble:
            lines += ((line if len(line) <= width else short, "text") for line, short in self._standing())
        for y, (line, ink) in enumerate(lines):
            drawing.write(max((width - len(line)) // 2, 0), y, line, ink)
        if self._trouble:
            drawing.block(0, 1, wrap(self._trouble, width)[: drawing.height - 1], "bar warning")
            return
        fewest = _HEAD_ROWS - 1 + _MONTH_HEAD + _WEEKS
        pitch = 2 if drawing.height >= fewest + _WEEKS + 1 else 1
        spare = drawing.height - fewest - (pitch - 1) * (_WEEKS - 1)
        y = _HEAD_ROWS - (spare <= 1)
        self._draw_months(drawing, y, pitch)
        if self._dailies is None:
            return
        streaks = {"streak": self._dailies.streak(self._today), "longest": self._dailies.longest_streak}
        for index, (label, days) in enumerate(streaks.items() if self._streak_width else ()):
            # A figure and its label take four rows, and two more where the weeks have blank rows between.
            x, top = width - _STREAK_WIDTH, y + _MONTH_HEAD + 2 * index * (1 + pitch)
            rows = figure_rows(str(days), self.glyphs)
            drawing.block(x, top, rows, "bar winnable" if days else "bar quiet")
            drawing.write(x, top + len(rows), label, "quiet")
        if spare:
            self._draw_legend(drawing, drawing.height - 1)

    def _standing(self) -> list[tuple[str, str]]:
        """Return two lines on the player's standing, each with a shorter form."""
        if self._dailies is None:
            return [(READING, READING)]
        streak = f" Streak {self._dailies.streak(self._today)}, longest {self._dailies.longest_streak}."
        streak = "" if self._streak_width else streak
        if self._day != self._today:
            state = self._state(self._day).value
            return [(state, state), (f"Does not count for the streak.{streak}", "Does not count for the streak.")]
        won = {DayState.WON: "Won", DayState.HELPED: "Won with help"}.get(self._state(self._today), "Not won yet")
        won = f"{won}.{streak}"
        past = ("Past days can be played, too, but not for the streak.", "Past days can be played, too.")
        goal = "Goal reached" if self._today.isoformat() in self._goals_reached else "Goal"
        return [(won, won), (f"{goal}: {self._goal}", capitalised(self._goal)) if self._goal else past]

    @property
    def _marked(self) -> dict[DayState, tuple[str, str, str]]:
        """The mark, the word in the legend and the ink of each state."""
        won, later, helped = tuple(self.glyphs.verdicts)
        lost, kept, _ = tuple(self.glyphs.markers)
        return {
            DayState.WON: (won, "won", "winnable"),
            DayState.LATER: (later, "won later", "text"),
            DayState.KEPT: (kept, "unfinished", "text"),
            DayState.HELPED: (helped, "with help", "quiet"),
            DayState.LOST: (lost, "lost", "lost"),
        }

    def _months(self) -> list[tuple[int, int]]:
        months = (_after(self._month, by) for by in range(1 - self._months_shown, 1))
        return [month for month in months if month[0] >= date.min.year]

    def _draw_legend(self, drawing: DrawContext, y: int) -> None:
        days = [date(*month, day) for month in self._months() for day in range(1, monthrange(*month)[1] + 1)]
        seen = {self._state(day) for day in days}
        parts = [legend for state, legend in self._marked.items() if state in seen]
        if any(day.isoformat() in self._goals_reached for day in days):
            parts.append((self.glyphs.markers[-1], "goal reached", "winnable"))
        x = max(drawing.width - sum(len(f"{mark} {text}  ") for mark, text, _ in parts) + 2, 0) // 2
        for mark, text, ink in parts:
            x = drawing.write(drawing.write(x, y, mark, ink), y, f" {text}  ", "quiet")

    def _draw_months(self, drawing: DrawContext, y: int, pitch: int) -> None:
        """Draw the chosen month and the months before.

        The weeks are `pitch` rows apart.
        """
        day_width = _DAY_WIDTH if drawing.width >= _DAY_WIDTH * _WEEK else 4  # where there is little room
        of_month = day_width * _WEEK
        shown = self._months()
        width = drawing.width - self._streak_width
        left = max((width - len(shown) * (of_month + _MONTH_GAP) + _MONTH_GAP) // 2, 0)
        back, on = tuple(self.glyphs.arrows)
        drawing.write(left, y, back, "title", action=partial(self._turn, -1))
        for index, (year, month) in enumerate(shown):
            x = left + index * (of_month + _MONTH_GAP)
            name = f"{_MONTHS[month - 1]} {year}"
            drawing.write(x + (of_month - len(name)) // 2, y, name, "title")
            for column, head in enumerate(("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")):
                drawing.write(x + column * day_width + (day_width - 3), y + 1, head, "quiet")
            for row, week in enumerate(Calendar().monthdayscalendar(year, month)):
                for column, day in enumerate(week):
                    if day:
                        box = Box(x + column * day_width, y + _MONTH_HEAD + row * pitch, day_width, 1)
                        self._draw_day(drawing, box, date(year, month, day))
        if self._month < (self._today.year, self._today.month):
            right = left + len(shown) * (of_month + _MONTH_GAP) - _MONTH_GAP
            drawing.write(right - 1, y, on, "title", action=partial(self._turn, 1))

    def _draw_day(self, drawing: DrawContext, box: Box, day: date) -> None:
        """Draw a day.

        Won days are filled, so that days in a row make a ribbon.
        """
        state, is_chosen = self._state(day), day == self._day
        plain = "quiet" if day > self._today else "title" if is_chosen else "text"
        mark, _, ink = self._marked.get(state, (" ", "", plain))
        ground = filled("bar") if state in (DayState.WON, DayState.LATER) else "bar"
        goal = self.glyphs.markers[-1] if day.isoformat() in self._goals_reached else ""
        # A blank cell keeps days apart, and holds the frame of today.
        text = f"{goal}{day.day}".rjust(box.width - 2) + mark
        action = self._play_chosen if is_chosen else partial(self._choose, day) if day <= self._today else None
        if day == self._today:
            left, right = "▐▌" if self.glyphs.half.strip() else "[]"
            drawing.write(box.x, box.y, left, "warning")
            drawing.write(box.right, box.y, right, "warning")
        x = box.right - len(text)
        drawing.write(x, box.y, text, ink, background="chosen" if is_chosen else ground, action=action)
        if is_chosen:
            drawing.cursor = (box.right - 3, box.y)

    def keys(self) -> Sequence[Choice]:
        is_won = self._state(self._day) in (DayState.WON, DayState.LATER)
        ways = {"left": -1, "right": 1, "up": -_WEEK, "down": _WEEK}
        return (
            Choice("enter", "play again" if is_won else "play", self._play_chosen, more_keys=(" ",)),
            Choice("← →", "day", partial(self._go, -1)),
            *(Choice(key, "", partial(self._go, by)) for key, by in ways.items()),
            Choice("page up", "month before", partial(self._turn, -1)),
            Choice("page down", "", partial(self._turn, 1)),
            Choice("home", "", partial(self._choose, self._today)),
        )


def _after(month: tuple[int, int], by: int) -> tuple[int, int]:
    """Return the year and the month `by` months after another."""
    months = month[0] * 12 + month[1] - 1 + by
    return months // 12, months % 12 + 1
