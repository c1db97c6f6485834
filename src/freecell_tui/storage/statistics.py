"""Statistics: what the results of a player's games come to.

A win with help, where a solution was shown, is kept apart: it is counted as such, and is neither won nor lost, so that
it does not touch the win rate, the streaks, the times and the records of deals. A game that is lost is lost with help
or without.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from freecell_tui.engine import Variant
from freecell_tui.storage.results import Result


@dataclass(slots=True)
class Streaks:
    """How many games in a row were won, or lost: now, and at most. One of the first two is 0."""

    winning: int = 0
    losing: int = 0
    longest_winning: int = 0
    longest_losing: int = 0

    def add(self, *, is_won: bool) -> None:
        """Count the next game."""
        self.winning, self.losing = (self.winning + 1, 0) if is_won else (0, self.losing + 1)
        self.longest_winning = max(self.longest_winning, self.winning)
        self.longest_losing = max(self.longest_losing, self.losing)


@dataclass(slots=True)
class Statistics:
    """The figures of some games; `of` counts them.

    `won` and all that is said of wins is about those without help; `helped` are the wins with help. `outcomes` has a
    place for each game that was won or lost, in the order in which they ended, true for a win; `times` and `moves` are
    the seconds and the moves of each win.
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
        """The figures of these games, whatever order they come in."""
        statistics = cls()
        for result in chronological(results):
            statistics.add(result)
        return statistics

    def add(self, result: Result) -> None:
        """Count a game that ended after all those counted before."""
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
        """How many games there are."""
        return self.won + self.lost + self.helped

    @property
    def win_rate(self) -> float | None:
        """The part of the games that was won, 0 to 1; None if none was won or lost."""
        return self.won / len(self.outcomes) if self.outcomes else None

    @property
    def best_seconds(self) -> float | None:
        """The shortest time of a win; None without one."""
        return min(self.times, default=None)

    @property
    def average_seconds(self) -> float | None:
        """The time of a win on average; None without one."""
        return sum(self.times) / self.won if self.won else None

    @property
    def fewest_moves(self) -> int | None:
        """The fewest moves of a win; None without one."""
        return min(self.moves, default=None)

    @property
    def average_moves(self) -> float | None:
        """The moves of a win on average; None without one."""
        return sum(self.moves) / self.won if self.won else None


def chronological(results: Iterable[Result]) -> list[Result]:
    """Results in the order in which the games ended; those whose end is not known come first."""
    return sorted(results, key=lambda result: (result.ended, result.id))


def by_variant(results: Iterable[Result]) -> dict[Variant, Statistics]:
    """The figures of each game with its cells and house rules, in the order in which the first of each kind ended."""
    kinds: dict[Variant, Statistics] = {}
    for result in chronological(results):
        kinds.setdefault(result.variant, Statistics()).add(result)
    return kinds


@dataclass(frozen=True, slots=True)
class DealStatistics:
    """What a player has made of one deal of one game: its best time and fewest moves are those of wins without help.

    `last_played` is the day on which the last of its games ended; empty if that is not known.
    """

    deal: int
    variant: Variant
    statistics: Statistics
    last_played: str

    @property
    def played(self) -> int:
        """How often it was played to an end."""
        return self.statistics.played

    @property
    def won(self) -> int:
        """How often it was won without help."""
        return self.statistics.won

    @property
    def best_seconds(self) -> float | None:
        """The shortest time; None if it was never won."""
        return self.statistics.best_seconds

    @property
    def fewest_moves(self) -> int | None:
        """The fewest moves; None if it was never won."""
        return self.statistics.fewest_moves


@dataclass(slots=True)
class Breakdown:
    """The figures of some games together, by day, by month and by deal; `of` counts them.

    `days` are named `2026-11-20` and `months` `2026-11`, each in the order in which its first game ended; a game whose
    end is not known is on none of them.
    """

    total: Statistics = field(default_factory=Statistics)
    days: dict[str, Statistics] = field(default_factory=dict)
    months: dict[str, Statistics] = field(default_factory=dict)
    _deals: dict[tuple[int, Variant], DealStatistics] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Breakdown":
        """The figures of these games, whatever order they come in."""
        account = cls()
        for result in chronological(results):
            account.add(result)
        return account

    def add(self, result: Result) -> None:
        """Count a game that ended after all those counted before."""
        self.total.add(result)
        if result.day:
            self.days.setdefault(result.day, Statistics()).add(result)
            self.months.setdefault(result.day[:7], Statistics()).add(result)
        key = (result.deal, result.variant)
        before = self._deals.pop(key, None)
        statistics = Statistics() if before is None else before.statistics
        statistics.add(result)
        # What is put in again comes last.
        self._deals[key] = DealStatistics(*key, statistics, result.day)

    @property
    def deals(self) -> list[DealStatistics]:
        """The deals that were played, each with its game, cells and house rules: the one played last first."""
        return list(reversed(self._deals.values()))


def by_day(results: Iterable[Result]) -> dict[str, Statistics]:
    """The figures of each day, as `2026-11-20`, on which a game ended, the earliest first."""
    return dict(sorted(Breakdown.of(results).days.items()))


def by_month(results: Iterable[Result]) -> dict[str, Statistics]:
    """The figures of each month, as `2026-11`, in which a game ended, the earliest first."""
    return dict(sorted(Breakdown.of(results).months.items()))


def by_deal(results: Iterable[Result]) -> list[DealStatistics]:
    """The deals that were played, each with its game, cells and house rules: the one played last first."""
    return Breakdown.of(results).deals


def never_won(results: Iterable[Result]) -> list[DealStatistics]:
    """The deals that were played and not once won without help."""
    return [figures for figures in by_deal(results) if not figures.won]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a win compares with the earlier ones of the same deal: what was the best, and what is better now.

    `seconds` and `moves` are the best before, None if the deal had not been won; with help nothing is better.
    """

    seconds: float | None
    moves: int | None
    is_fastest: bool
    is_shortest: bool


def compare(win: Result, of_deal: Iterable[Result]) -> Comparison:
    """Compare a win with the other games of its deal, game, cells and house rules; itself among them does not count."""
    others = Statistics.of(
        other for other in of_deal if (other.deal, other.variant) == (win.deal, win.variant) and other.id != win.id
    )
    seconds, moves = others.best_seconds, others.fewest_moves
    return Comparison(
        seconds,
        moves,
        is_fastest=win.is_own_win and seconds is not None and win.seconds < seconds,
        is_shortest=win.is_own_win and moves is not None and win.moves < moves,
    )
