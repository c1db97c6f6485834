"""The result of a finished game, and a row of the database for it.

A game counts from its first move on. It is finished when it is won, or when it is left for good: deleted, or replaced
by another without being saved. However often it is restarted, saved, copied or won again, it is one game with one id,
and has one result:

- a win stays a win whatever follows, and a loss becomes a win if the game is won after all;
- a win without help replaces one with help, so help after the win does not spoil it;
- of two wins both with or both without help, each figure is the better of the two: the shorter time, the fewer moves,
  the fewer undos, the earlier end;
- of two losses, the one that was played longer counts.

Which result came first does not matter, so two programs, or a crash between them, cannot disagree.
"""

from collections.abc import Set as AbstractSet
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple

from freecell_tui.engine import FREECELL, FreecellError, Game, Variant, find_variant
from freecell_tui.engine.deals import daily_deal
from freecell_tui.engine.variants import HOUSE_RULES
from freecell_tui.storage import saves
from freecell_tui.storage.saves import TIMESTAMP_FORMAT, SavedGame

NO_TIME_SECONDS: Final = 1.0
"""The longest time that is no record: nobody plays a game in a second, so its moves came from elsewhere."""


class Result(NamedTuple):
    """The result of a finished game: what statistics count.

    `is_helped` means that a move was shown. `started` and `ended` are timestamps as in a save, `day` is the local
    date of the end, `2026-11-20`; each is '' if unknown.
    """

    id: str
    variant: Variant
    deal: int
    is_won: bool
    seconds: float
    moves: int
    undos: int = 0
    is_helped: bool = False
    started: str = ""
    ended: str = ""
    day: str = ""

    @property
    def is_own_win(self) -> bool:
        return self.is_won and not self.is_helped

    @property
    def has_time(self) -> bool:
        """Whether its time can be a record."""
        return self.seconds > NO_TIME_SECONDS


def local_day(timestamp: str) -> str:
    """Return the local date of a timestamp; '' if there is no such time."""
    try:
        return datetime.strptime(timestamp, TIMESTAMP_FORMAT).replace(tzinfo=UTC).astimezone().date().isoformat()
    except (ValueError, OverflowError):
        return ""


def result_of(saved_game: SavedGame, ended: str = "") -> Result:
    """Return the result of a finished game, a loss if not won; it ended when it was saved, or at `ended`."""
    game, ended = saved_game.game, ended or saved_game.saved
    figures = saves.tenths(saved_game.elapsed), game.moves_made, saved_game.undos, saved_game.helped
    times = saved_game.started, ended, local_day(ended)
    return Result(saved_game.game_id, game.variant, game.deal, game.is_won, *figures, *times)


def merged(one: Result, other: Result) -> Result:
    """Return the one result of a game that has two, in whatever order they are given."""
    best, worse = sorted((one, other), key=rank)
    if not worse.is_won or worse.is_helped != best.is_helped:
        return best
    ended, day = min((best.ended, best.day), (worse.ended, worse.day), key=lambda end: (not end[0], end))
    return best._replace(
        started=min(best.started, worse.started, key=lambda timestamp: (not timestamp, timestamp)),
        seconds=min(best.seconds, worse.seconds),
        moves=min(best.moves, worse.moves),
        undos=min(best.undos, worse.undos),
        ended=ended,
        day=day,
    )


def rank(result: Result) -> tuple[Any, ...]:
    """Return a key that sorts the results of one game, the best first, whose save is kept."""
    timestamps = (not result.ended, result.ended, result.day, not result.started, result.started)
    if result.is_won:
        return (0, result.is_helped, result.moves, result.seconds, result.undos, timestamps)
    return (1, -result.seconds, -result.moves, -result.undos, result.is_helped, timestamps)


COLUMNS: Final = (
    "id", "variant", "cells", "house_rules", "deal", "result", "seconds", "moves", "undos", "helped", "started",
    "ended", "day",
)  # fmt: skip
INSERT: Final = (
    f"INSERT OR REPLACE INTO games ({', '.join(COLUMNS)}, record) "  # noqa: S608 - its own columns
    f"VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
)


def to_row(result: Result) -> tuple[object, ...]:
    game_id, variant, deal, is_won, seconds, moves, undos, is_helped, *times = result
    game = game_id, *variant_columns(variant), deal, "won" if is_won else "lost"
    return (*game, seconds, moves, undos, int(is_helped), *times)


def variant_columns(variant: Variant) -> tuple[str, int, str]:
    """Return the columns of a variant: name, cells, house rules separated by spaces."""
    return variant.name, variant.cells, " ".join(variant.house_rules)


def variant_of(name: object, cells: object, house_rules: object) -> Variant | None:
    """Return the variant of its columns; None if there is none, or its columns would be different."""
    if not (isinstance(name, str) and isinstance(cells, int) and isinstance(house_rules, str)):
        return None
    try:
        variant = find_variant(name, cells, [rule for rule in HOUSE_RULES if rule in house_rules])
    except FreecellError:
        return None
    return variant if variant_columns(variant) == (name, cells, house_rules) else None


# The daily deals that a player has won, found among all games of FreeCell with four cells and no house rules.
#
# A daily deal is won on its day, and counts for the streak, if its game ended on that local date and was won without
# help. Any day up to today can be played, but a win on another day does not count. How the player came to the deal
# does not matter.


def today() -> date:
    """Return the date where the player is."""
    return datetime.now().astimezone().date()


def occasion(game: Game) -> str:
    """Return how a game of today's daily deal, or of yesterday's, is called; '' for any other game."""
    if game.variant != FREECELL:
        return ""
    day = today()
    if game.deal == deal_of(day):
        return "Daily deal"
    return "Yesterday’s daily deal" if day > date.min and game.deal == deal_of(day - timedelta(days=1)) else ""


def seconds_to_midnight() -> float:
    """Return how long the date where the player is stays what it is."""
    now = datetime.now().astimezone()
    return (datetime.combine(now.date() + timedelta(days=1), time()).astimezone() - now).total_seconds()


@lru_cache(maxsize=4096)
def deal_of(day: date) -> int:
    return daily_deal(day.isoformat())


class DayState(Enum):
    """What became of the deal of a day; the value is a sentence."""

    WON = "Won on its day."
    LATER = "Won, but not on its day."
    KEPT = "Its unfinished game is kept."
    HELPED = "Won with help."
    LOST = "Lost so far."
    NEW = "Not played yet."


class DailyRecord(NamedTuple):
    """The days whose deals were won on the day itself, and the deals that were ever won, finished, or begun and kept.

    Deals are won without help, but `helped` with or without it.
    """

    on_the_day: frozenset[date]
    won: frozenset[int]
    helped: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()

    @classmethod
    def of(cls, wins: AbstractSet[tuple[str, int]], *others: frozenset[int]) -> "DailyRecord":
        """Return the daily deals among a player's wins of FreeCell, each the day of the win and its deal.

        `others` are the deals `helped`, `lost` and `kept`, in this order; none if they are left out.
        """
        days = {text: day for text, _ in wins if (day := read_day(text)) is not None}
        on_the_day = {day for text, day in days.items() if (text, deal_of(day)) in wins}
        return cls(frozenset(on_the_day), frozenset(deal for _, deal in wins), *others)

    def state(self, day: date) -> DayState:
        """Return what became of the deal of a day up to today."""
        deal = deal_of(day)
        if day in self.on_the_day:
            return DayState.WON
        if deal in self.won:
            return DayState.LATER
        rest = {DayState.KEPT: self.kept, DayState.HELPED: self.helped, DayState.LOST: self.lost}
        return next((state for state, deals in rest.items() if deal in deals), DayState.NEW)

    def streak(self, today: date) -> int:
        """Return how many days in a row up to today were won on the day; today counts only once it is won."""
        days = {day.toordinal() for day in self.on_the_day}
        last = today.toordinal() - (today not in self.on_the_day)
        return next(number for number in count() if last - number not in days)

    @property
    def longest_streak(self) -> int:
        longest = length = before = 0
        for day in sorted(day.toordinal() for day in self.on_the_day):
            length = length + 1 if day == before + 1 else 1
            longest, before = max(longest, length), day
        return longest


def read_day(text: str) -> date | None:
    """Return the day of an ISO date, or None for any other text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
