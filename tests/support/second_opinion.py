"""Statistics as they are reckoned in Python, game by game: the second opinion on what the database says.

A win with help, where a move was shown, is counted apart, as neither won nor lost: it changes no win rate, streak,
time or best result of a deal. A lost game is lost with help or without.
"""

from collections.abc import Callable, Iterable
from typing import Any

from freecell_tui.storage.results import Result
from freecell_tui.storage.statistics import DealStatistics


class Statistics:
    """The figures of some games in any order."""

    def __init__(self, results: Iterable[Result]) -> None:
        games = chronological(results)
        counted = [each for each in games if not (each.is_won and each.is_helped)]
        wins = [each for each in counted if each.is_won]
        self.outcomes = [each.is_won for each in counted]
        self.played, self.helped = len(games), len(games) - len(counted)
        self.won, self.lost = len(wins), len(counted) - len(wins)
        self.win_rate = len(wins) / len(counted) if counted else None
        self.without_undo = sum(not each.undos for each in wins)
        self.times, self.moves = [each.seconds for each in wins], [each.moves for each in wins]
        self.best_seconds, self.fewest_moves = min(self.times, default=None), min(self.moves, default=None)
        self.average_seconds = sum(self.times) / len(wins) if wins else None
        self.average_moves = sum(self.moves) / len(wins) if wins else None

    @property
    def streaks(self) -> tuple[int, int, int, int]:
        """The games won and lost in a row, now and at most."""
        word = "".join("lw"[is_won] for is_won in self.outcomes)
        now = [len(word) - len(word.rstrip(kind)) for kind in "wl"]
        longest = [max(map(len, word.split(kind))) for kind in "lw"]
        return now[0], now[1], longest[0], longest[1]


def chronological(results: Iterable[Result]) -> list[Result]:
    """Return results in the order in which the games ended, those of unknown end first."""
    return sorted(results, key=lambda result: (result.ended, result.id))


def grouped(results: Iterable[Result], key: Callable[[Result], Any]) -> dict[Any, list[Result]]:
    """Return results by what a key says of them, the one that was finished first first."""
    groups: dict[Any, list[Result]] = {}
    for each in chronological(results):
        groups.setdefault(key(each), []).append(each)
    return groups


def by_variant(results: Iterable[Result]) -> dict[Any, Statistics]:
    return {variant: Statistics(games) for variant, games in grouped(results, lambda each: each.variant).items()}


def by_date(results: Iterable[Result], length: int) -> dict[str, Statistics]:
    """Return the figures of each day or month on which a game ended, the earliest first."""
    groups = grouped((each for each in results if each.day), lambda each: each.day[:length])
    return {name: Statistics(groups[name]) for name in sorted(groups)}


def by_deal(results: Iterable[Result]) -> list[DealStatistics]:
    """Return the deals of each variant that were played, the one played last first."""
    groups = grouped(results, lambda each: (each.deal, each.variant))
    found = []
    for deal, variant in sorted(groups, key=lambda key: (groups[key][-1].ended, groups[key][-1].id), reverse=True):
        games = groups[deal, variant]
        of = Statistics(games)
        figures = (of.played, of.won, of.best_seconds, of.fewest_moves)
        found.append(DealStatistics(deal, variant, *figures, games[-1].day))
    return found
