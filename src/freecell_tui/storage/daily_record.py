"""The daily deals that a player has won, as the wins of all games show.

A daily deal is won on its day if its game ended on that local date and was won without help, as FreeCell with four
cells and no house rules. On the day after it can be made up: then it is won, but does not count for the streak. How
the player came to the deal does not matter.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from freecell_tui.engine.deals import daily_deal

_DAY = timedelta(days=1)


@lru_cache(maxsize=4096)
def deal_of(day: date) -> int:
    """Return the daily deal of a date."""
    return daily_deal(day.year, day.month, day.day)


@dataclass(frozen=True, slots=True)
class DailyRecord:
    """The days whose deals were won, on the day itself or, made up, on the day after."""

    on_the_day: frozenset[date]
    made_up: frozenset[date]

    @classmethod
    def of(cls, wins: AbstractSet[tuple[str, int]]) -> "DailyRecord":
        """Return the daily deals among a player's wins of FreeCell, each the day when it was won and its deal."""
        days = {text: day for text, _ in wins if (day := read_day(text)) is not None}
        on_the_day = {day for text, day in days.items() if (text, deal_of(day)) in wins}
        before = {text: day - _DAY for text, day in days.items() if day > date.min}
        later = {day for text, day in before.items() if (text, deal_of(day)) in wins}
        return cls(frozenset(on_the_day), frozenset(later - on_the_day))

    def streak(self, today: date) -> int:
        """Return how many days in a row up to today were won on the day; today counts only once it is won."""
        day = today if today in self.on_the_day or today == date.min else today - _DAY
        return self._days_up_to(day)

    @property
    def longest_streak(self) -> int:
        """The longest row of days that were won on the day."""
        ends = (day for day in self.on_the_day if day == date.max or day + _DAY not in self.on_the_day)
        return max(map(self._days_up_to, ends), default=0)

    def can_be_made_up(self, today: date) -> bool:
        """Return whether yesterday's deal is not won yet."""
        return today > date.min and today - _DAY not in self.on_the_day | self.made_up

    def _days_up_to(self, last: date) -> int:
        count, day = 0, last
        while day in self.on_the_day:
            count += 1
            if day == date.min:
                break
            day -= _DAY
        return count


def read_day(text: str) -> date | None:
    """Return the day of an ISO date, or None for any other text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
