"""The daily deals that a player has won.

They are found among all games of FreeCell with four cells and no house rules.
A daily deal is won on its day, and counts for the streak, if its game ended on that local date and was won without
help.
Any day up to today can be played, but a win on another day does not count for the streak.
The road by which the player came to the deal does not matter.
"""

from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache
from itertools import count
from time import localtime, mktime, time
from typing import NamedTuple

from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.deals import daily_deal
from freecell_tui.storage.saves import local_today


def today() -> date:
    """Return the local date."""
    return local_today()


def occasion(game: Game) -> str:
    """Return the title of today's or yesterday's daily deal.

    '' for any other game.
    """
    if game.variant != FREECELL:
        return ""
    day = today()
    if game.deal == deal_of(day):
        return "Daily deal"
    return "Yesterday’s daily deal" if day > date.min and game.deal == deal_of(day - timedelta(days=1)) else ""


def seconds_to_midnight() -> float:
    """Return the time until the local date changes."""
    now = time()
    year, month, day, hour, minute, second, *_ = localtime(now)
    try:
        # The local date may change by an hour more or less, and no calendar has a last day of 32.
        return mktime((year, month, day + 1, 0, 0, 0, -1, -1, -1)) - now
    except (OverflowError, ValueError):
        return 86400.0 - 3600 * hour - 60 * minute - second


@lru_cache(maxsize=4096)
def deal_of(day: date) -> int:
    return daily_deal(day.isoformat())


class DayState(Enum):
    """A player's success with the deal of a day, as a sentence."""

    WON = "Won on its day."
    LATER = "Won, but not on its day."
    KEPT = "Its unfinished game is kept."
    HELPED = "Won with help."
    LOST = "Lost so far."
    NEW = "Not played yet."


class DailyRecord(NamedTuple):
    """A player's daily deals."""

    on_the_day: frozenset[date]
    """The days whose deals were won on the day itself, without help."""

    won: frozenset[int]
    """The deals that were won without help, on any day."""

    helped: frozenset[int] = frozenset()
    """The deals that were won, with or without help."""

    lost: frozenset[int] = frozenset()
    """The deals that were lost."""

    kept: frozenset[int] = frozenset()
    """The deals with an unfinished game."""

    @classmethod
    def of(cls, wins: AbstractSet[tuple[str, int]], *others: frozenset[int]) -> "DailyRecord":
        """Return the daily record of a player's wins of FreeCell.

        `wins` has the local day and the deal of each win.
        `others` are the deals `helped`, `lost` and `kept`, in this order.
        """
        days = {text: day for text, _ in wins if (day := read_day(text)) is not None}
        on_the_day = {day for text, day in days.items() if (text, deal_of(day)) in wins}
        return cls(frozenset(on_the_day), frozenset(deal for _, deal in wins), *others)

    def state(self, day: date) -> DayState:
        """Return the player's success with the deal of a day.

        The day is not after today.
        """
        deal = deal_of(day)
        if day in self.on_the_day:
            return DayState.WON
        if deal in self.won:
            return DayState.LATER
        deals_by_state = {DayState.KEPT: self.kept, DayState.HELPED: self.helped, DayState.LOST: self.lost}
        return next((state for state, deals in deals_by_state.items() if deal in deals), DayState.NEW)

    def streak(self, today: date) -> int:
        """Return the number of days in a row that were won.

        They end today, or yesterday as long as today is not won.
        """
        days = {day.toordinal() for day in self.on_the_day}
        last = today.toordinal() if today in self.on_the_day else today.toordinal() - 1
        return next(number for number in count() if last - number not in days)

    @property
    def longest_streak(self) -> int:
        longest = length = before = 0
        for day in sorted(day.toordinal() for day in self.on_the_day):
            length = length + 1 if day == before + 1 else 1
            longest, before = max(longest, length), day
        return longest


def read_day(text: str) -> date | None:
    """Return the day of an ISO date, or None for other text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
