"""Statistics as they are reckoned in Python, game by game: the second opinion on what the database says.

A win with help, where a move was shown, is counted apart, as neither won nor lost: it changes no win rate, streak,
time or best result of a deal. A lost game is lost with help or without.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from freecell_tui.engine import Variant
from freecell_tui.storage.results import Result


@dataclass(slots=True)
class Streaks:
    """How many games in a row were won or lost, now and at most; `winning` or `losing` is 0."""

    winning: int = 0
    losing: int = 0
    longest_winning: int = 0
    longest_losing: int = 0

    def add(self, *, is_won: bool) -> None:
        """Add the next game."""
        self.winning, self.losing = (self.winning + 1, 0) if is_won else (0, self.losing + 1)
        self.longest_winning = max(self.longest_winning, self.winning)
        self.longest_losing = max(self.longest_losing, self.losing)


@dataclass(slots=True)
class Statistics:
    """The figures of some games.

    `won` and everything about wins is without help; `helped` counts the wins with help. `outcomes` has True for each
    win and False for each loss, in the order in which the games ended; `times` and `moves` are the seconds and moves of
    each win.
    """

    won: int = 0
    lost: int = 0
    helped: int = 0
    without_undo: int = 0
    streaks: Streaks = field(default_factory=Streaks)
    outcomes: list[bool] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Statistics":
        """Return the figures of games in any order."""
        statistics = cls()
        for result in chronological(results):
            statistics.add(result)
        return statistics

    def add(self, result: Result) -> None:
        """Add a game that ended after all that were added before."""
        if result.is_won and result.is_helped:
            self.helped += 1
            return
        self.outcomes.append(result.is_won)
        self.streaks.add(is_won=result.is_won)
        if not result.is_won:
            self.lost += 1
            return
        self.won += 1
        self.without_undo += not result.undos
        self.times.append(result.seconds)
        self.moves.append(result.moves)

    @property
    def played(self) -> int:
        """The number of games: won, lost and won with help."""
        return self.won + self.lost + self.helped

    @property
    def win_rate(self) -> float | None:
        """The share of wins, 0 to 1, among the games won or lost; None without any."""
        return self.won / len(self.outcomes) if self.outcomes else None

    @property
    def best_seconds(self) -> float | None:
        """The shortest time of a win in seconds; None without a win."""
        return min(self.times, default=None)

    @property
    def average_seconds(self) -> float | None:
        """The mean time of a win in seconds; None without a win."""
        return sum(self.times) / self.won if self.won else None

    @property
    def fewest_moves(self) -> int | None:
        """The fewest moves of a win; None without a win."""
        return min(self.moves, default=None)

    @property
    def average_moves(self) -> float | None:
        """The mean number of moves of a win; None without a win."""
        return sum(self.moves) / self.won if self.won else None


def chronological(results: Iterable[Result]) -> list[Result]:
    """Return results in the order in which the games ended, those of unknown end first."""
    return sorted(results, key=lambda result: (result.ended, result.id))


def by_variant(results: Iterable[Result]) -> dict[Variant, Statistics]:
    """Return the figures of each variant, with its cells and house rules, the one that was finished first first."""
    kinds: dict[Variant, Statistics] = {}
    for result in chronological(results):
        kinds.setdefault(result.variant, Statistics()).add(result)
    return kinds


@dataclass(frozen=True, slots=True)
class DealStatistics:
    """The figures of one deal of one variant; `last_played` is the day when its last game ended, '' if unknown."""

    deal: int
    variant: Variant
    statistics: Statistics
    last_played: str

    @property
    def played(self) -> int:
        """The number of finished games."""
        return self.statistics.played

    @property
    def won(self) -> int:
        """The number of wins without help."""
        return self.statistics.won

    @property
    def best_seconds(self) -> float | None:
        """The shortest time of a win in seconds; None without a win."""
        return self.statistics.best_seconds

    @property
    def fewest_moves(self) -> int | None:
        """The fewest moves of a win; None without a win."""
        return self.statistics.fewest_moves


@dataclass(slots=True)
class Breakdown:
    """The figures of some games: together, by day, by month and by deal.

    Days are written `2026-11-20` and months `2026-11`, in the order in which their first games ended. A game of unknown
    end is in none of them.
    """

    total: Statistics = field(default_factory=Statistics)
    days: dict[str, Statistics] = field(default_factory=dict)
    months: dict[str, Statistics] = field(default_factory=dict)
    _deals: dict[tuple[int, Variant], DealStatistics] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Breakdown":
        """Return the figures of games in any order."""
        breakdown = cls()
        for result in chronological(results):
            breakdown.add(result)
        return breakdown

    def add(self, result: Result) -> None:
        """Add a game that ended after all that were added before."""
        self.total.add(result)
        if result.day:
            self.days.setdefault(result.day, Statistics()).add(result)
            self.months.setdefault(result.day[:7], Statistics()).add(result)
        key = (result.deal, result.variant)
        before = self._deals.pop(key, None)
        statistics = Statistics() if before is None else before.statistics
        statistics.add(result)
        # Removed and inserted again, so that the deal played last is last.
        self._deals[key] = DealStatistics(*key, statistics, result.day)

    @property
    def deals(self) -> list[DealStatistics]:
        """The deals of each variant that were played, the one played last first."""
        return list(reversed(self._deals.values()))


def by_day(results: Iterable[Result]) -> dict[str, Statistics]:
    """Return the figures of each day on which a game ended, as `2026-11-20`, the earliest first."""
    return dict(sorted(Breakdown.of(results).days.items()))


def by_month(results: Iterable[Result]) -> dict[str, Statistics]:
    """Return the figures of each month in which a game ended, as `2026-11`, the earliest first."""
    return dict(sorted(Breakdown.of(results).months.items()))


def by_deal(results: Iterable[Result]) -> list[DealStatistics]:
    """Return the deals of each variant that were played, the one played last first."""
    return Breakdown.of(results).deals


def never_won(results: Iterable[Result]) -> list[DealStatistics]:
    """Return the deals that were played and never won without help."""
    return [figures for figures in by_deal(results) if not figures.won]
