"""Statistics of a player's results: totals, streaks, and figures by day, month, variant and deal.

A win with help, where a solution was shown, is counted apart, as neither won nor lost: it changes no win rate, streak,
time or best result of a deal. A lost game is lost with help or without.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate
from typing import NamedTuple

from freecell_tui.engine import Variant
from freecell_tui.storage.results import Result


@dataclass(frozen=True, slots=True)
class Streaks:
    """How many games in a row were won or lost, now and at most; `winning` or `losing` is 0."""

    winning: int = 0
    losing: int = 0
    longest_winning: int = 0
    longest_losing: int = 0

    @classmethod
    def of(cls, outcomes: bytes) -> "Streaks":
        """Return the streaks of games, each 1 if it was won and 0 if it was lost, in the order of their ends."""
        wins, losses = outcomes.split(b"\0"), outcomes.split(b"\1")
        return cls(len(wins[-1]), len(losses[-1]), max(map(len, wins)), max(map(len, losses)))


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were won, lost and won with help."""

    won: int = 0
    lost: int = 0
    helped: int = 0

    @property
    def played(self) -> int:
        """The number of games: won, lost and won with help."""
        return self.won + self.lost + self.helped

    @property
    def win_rate(self) -> float | None:
        """The share of wins, 0 to 1, among the games won or lost; None without any."""
        return self.won / (self.won + self.lost) if self.won or self.lost else None

    def plus(self, other: "Tally") -> "Tally":
        """Return what both come to together."""
        return Tally(self.won + other.won, self.lost + other.lost, self.helped + other.helped)


@dataclass(frozen=True, slots=True)
class Statistics(Tally):
    """The figures of some games; everything about wins is without help.

    Without a win `best_seconds` and `fewest_moves` are None; `seconds` and `moves` are those of all wins together.
    `outcomes` is 1 for each win and 0 for each loss, in the order in which the games ended.
    """

    without_undo: int = 0
    best_seconds: float | None = None
    seconds: float = 0.0
    fewest_moves: int | None = None
    moves: float = 0.0
    outcomes: bytes = b""

    @property
    def average_seconds(self) -> float | None:
        """The mean time of a win in seconds; None without a win."""
        return self.seconds / self.won if self.won else None

    @property
    def average_moves(self) -> float | None:
        """The mean number of moves of a win; None without a win."""
        return self.moves / self.won if self.won else None

    @property
    def streaks(self) -> Streaks:
        """How many games in a row were won or lost."""
        return Streaks.of(self.outcomes)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The figures of some games: together, by variant, by month and by day.

    Variants stand in the order in which each was first finished. Months, as `2026-11`, and days, as `2026-11-20`, are
    in order; a game of unknown end is in none of them. `times` and `moves` say how many wins without help took so many
    whole seconds and so many moves. `strokes` are how many won deals have a par, and how many moves over it their best
    wins took.
    """

    total: Statistics = field(default_factory=Statistics)
    variants: Mapping[Variant, Statistics] = field(default_factory=dict)
    months: Mapping[str, Tally] = field(default_factory=dict)
    days: Mapping[str, Tally] = field(default_factory=dict)
    times: Mapping[int, int] = field(default_factory=dict)
    moves: Mapping[int, int] = field(default_factory=dict)
    strokes: tuple[int, int] = (0, 0)


class DealStatistics(NamedTuple):
    """The figures of one deal of one variant; `last_played` is the day when its last game ended, '' if unknown.

    `won` counts the wins without help, and the best of them are `best_seconds` and `fewest_moves`, None without one.
    `par` is what the solver needs, None if that is not known.
    """

    deal: int
    variant: Variant
    played: int
    won: int
    best_seconds: float | None
    fewest_moves: int | None
    last_played: str
    par: int | None = None


class DealOrder(Enum):
    """What deals are sorted by, the best first and those never won last; of equal ones the one played last is first."""

    DEAL = "deal"
    WINS = "wins"
    TIME = "time"
    MOVES = "moves"
    PLAYED = "played"


def rolling_win_rate(outcomes: Sequence[int], games: int = 10) -> list[float]:
    """Return the win rate (0–1) of every `games` games in a row; `outcomes` are 1 and 0, as in Statistics.

    >>> rolling_win_rate(bytes([1, 0, 1, 1]), 2)
    [0.5, 0.5, 1.0]
    """
    sums = list(accumulate(outcomes, initial=0))
    return [(after - before) / games for before, after in zip(sums, sums[games:], strict=False)]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a win compares with the earlier wins of its deal.

    `seconds` and `moves` are the best before it, None if the deal was never won; a win with help is never the best.
    """

    seconds: float | None
    moves: int | None
    is_fastest: bool
    is_shortest: bool


def best_of(results: Iterable[Result]) -> tuple[float, int] | None:
    """Return the shortest time in seconds and the fewest moves of the wins without help; None if there is none."""
    wins = [result for result in results if result.is_own_win]
    return (min(win.seconds for win in wins), min(win.moves for win in wins)) if wins else None


def compare(win: Result, of_deal: Iterable[Result]) -> Comparison:
    """Compare a win with the other games of its deal and variant; the win itself among them is ignored."""
    seconds, moves = best_of(
        other for other in of_deal if (other.deal, other.variant) == (win.deal, win.variant) and other.id != win.id
    ) or (None, None)
    return Comparison(
        seconds,
        moves,
        is_fastest=win.is_own_win and seconds is not None and win.seconds < seconds,
        is_shortest=win.is_own_win and moves is not None and win.moves < moves,
    )
