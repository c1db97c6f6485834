"""Statistics of a player's results: totals, streaks, and figures by day, month, variant and deal.

A win with help, where a move was shown, is counted separately, as neither won nor lost: it changes no win rate, streak,
time or best result of a deal. A lost game is lost with help or without.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import Any, Final, NamedTuple

from freecell_tui.engine import Variant
from freecell_tui.storage.database import READABLE
from freecell_tui.storage.results import NO_TIME_SECONDS, Result, variant_of


@dataclass(frozen=True, slots=True)
class Streaks:
    """How many games in a row were won or lost, now and at most; `winning` or `losing` is 0."""

    winning: int = 0
    losing: int = 0
    longest_winning: int = 0
    longest_losing: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were won, lost and won with help."""

    won: int = 0
    lost: int = 0
    helped: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost + self.helped

    @property
    def win_rate(self) -> float | None:
        """The share of wins, 0 to 1, among the games won or lost, or None without any."""
        return self.won / (self.won + self.lost) if self.won or self.lost else None

    def plus(self, other: "Tally") -> "Tally":
        return Tally(self.won + other.won, self.lost + other.lost, self.helped + other.helped)


@dataclass(frozen=True, slots=True)
class Statistics(Tally):
    """The figures of some games; everything about wins is without help.

    Without a win `best_seconds` and `fewest_moves` are None; `seconds` and `moves` are those of all wins together.
    `best_seconds` is also None where no time can be a record.
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
        """The mean time of a win, or None without a win."""
        return self.seconds / self.won if self.won else None

    @property
    def average_moves(self) -> float | None:
        return self.moves / self.won if self.won else None

    @property
    def streaks(self) -> Streaks:
        wins, losses = self.outcomes.split(b"\0"), self.outcomes.split(b"\1")
        return Streaks(len(wins[-1]), len(losses[-1]), max(map(len, wins)), max(map(len, losses)))


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The figures of some games: together, by variant, by month and by day.

    Variants stand in the order in which each was first finished; months, as `2026-11`, and days, as `2026-11-20`, in
    order, without games of unknown end. `times` and `moves` count the wins without help by whole seconds and by moves.
    `strokes` are the number of won deals with a known par, and the moves over par of their best wins.
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

    `won` counts the wins without help, and the best of them are `best_seconds` and `fewest_moves`, None without one;
    `helped` counts those with help.
    """

    deal: int
    variant: Variant
    played: int
    won: int
    best_seconds: float | None
    fewest_moves: int | None
    last_played: str
    par: int | None = None
    helped: int = 0

    @property
    def lost(self) -> int:
        return self.played - self.won - self.helped


class DealOrder(Enum):
    """What deals are sorted by, the best first and those never won last; of equals, the last played first.

    The values are in SQL.
    """

    DEAL = "deal, last DESC"
    WINS = "own DESC, played, last DESC"
    TIME = "best_seconds IS NULL, best_seconds, last DESC"
    MOVES = "fewest_moves IS NULL, fewest_moves, last DESC"
    PLAYED = "last DESC"


class Best(NamedTuple):
    """The shortest time in seconds that can be a record, None without one, and the fewest moves of some wins."""

    seconds: float | None
    moves: int


def best_of(results: Iterable[Result]) -> Best | None:
    """Return the best of the wins without help, or None if there is none."""
    wins = [result for result in results if result.is_own_win]
    times = (win.seconds for win in wins if win.has_time)
    return Best(min(times, default=None), min(win.moves for win in wins)) if wins else None


# The figures of a history, computed by the database, so that a hundred thousand games take a fraction of a second.
#
# They are read from the index `games_by_end`, which has only rows that are results, and from it alone: the table with
# the records is ten times as large.

FROM: Final = f"FROM games INDEXED BY games_by_end WHERE {READABLE}"
_KIND: Final = "variant, cells, house_rules"
IS_KIND: Final = f"({_KIND}) = (?, ?, ?)"
OWN_WIN: Final = "result = 'won' AND helped = 0"
_OUTCOME: Final = "CASE WHEN result = 'lost' THEN 0 WHEN helped THEN 2 ELSE 1 END"
_LOST, _WON, _HELPED = b"\0\1\2"
_TIME: Final = f"CASE WHEN {OWN_WIN} AND seconds > {NO_TIME_SECONDS} THEN seconds END"
"""The time of a win without help, NULL if it cannot be a record."""
_OF_WINS: Final = f"sum(undos = 0), min({_TIME}), total(seconds), min(moves), total(moves)"  # a total overflows never
"""The figures of wins, in the order of the fields of Statistics."""
_HAS_PAR: Final = "deal IN (SELECT deal FROM pars)"
_TALLY: Final = f"sum({OWN_WIN}), sum(result = 'lost'), sum(result = 'won' AND helped)"
"""How many games were won, lost and won with help."""

_Kind = tuple[Any, ...]  # the columns of a variant


class Figures:
    """The figures of the games whose variants are `wanted`, by default of all; valid while the connection is open.

    Games of a variant that this program does not know are left out.
    """

    def __init__(self, connection: sqlite3.Connection, wanted: Callable[[Variant], bool] | None = None) -> None:
        self._connection = connection
        found = connection.execute(f"SELECT DISTINCT {_KIND} {FROM}").fetchall()
        variants = {kind: variant for kind in found if (variant := variant_of(*kind)) is not None}
        self._unknown_kinds = [kind for kind in found if kind not in variants]
        self._kinds: Mapping[_Kind, Variant] = {
            kind: variant for kind, variant in variants.items() if wanted is None or wanted(variant)
        }
        self._are_all_wanted = len(self._kinds) == len(found)
        # The number of a variant is sorted in half the time of its three columns, which are known names and numbers
        # here: so they are written into the statement, as older versions of SQLite take few values.
        cases = (
            f"WHEN ({_KIND}) = ('{name}', {cells:d}, '{house_rules}') THEN {number}"
            for number, (name, cells, house_rules) in enumerate(self._kinds)
        )
        self._kind = f"CASE {' '.join(cases)} END"
        # All text from here on is checked by the index or of a known variant, so strict decoding cannot fail.
        connection.text_factory = str

    @property
    def is_complete(self) -> bool:
        """Whether every row of the table, wanted or not, is a result."""
        (rows,) = self._connection.execute("SELECT count(*) FROM games").fetchone()
        (results,) = self._connection.execute(f"SELECT count(*) {FROM}").fetchone()
        return not self._unknown_kinds and rows == results

    def breakdown(self) -> Breakdown:
        every, of_kinds = bytearray(), defaultdict[int, bytearray](bytearray)
        for kind, outcome in self._ask(f"{self._kind}, {_OUTCOME}", "ORDER BY ended, id"):
            every.append(outcome)
            of_kinds[kind].append(outcome)
        days = {day: Tally(*tally) for day, *tally in self._ask(f"day, {_TALLY}", "AND day > '' GROUP BY 1 ORDER BY 1")}
        months: dict[str, Tally] = {}
        for day, tally in days.items():
            months[day[:7]] = months.get(day[:7], Tally()).plus(tally)
        wins, variants = self._wins(self._kind), list(self._kinds.values())
        by_number = f"AND {OWN_WIN} GROUP BY 1 ORDER BY 1"
        return Breakdown(
            _statistics(every, chain(*wins.values())),
            {variants[kind]: _statistics(outcomes, wins.get(kind, [])) for kind, outcomes in of_kinds.items()},
            months,
            days,
            dict(self._ask("CAST(seconds AS INTEGER), count(*)", by_number)),
            dict(self._ask("moves, count(*)", by_number)),
            self._strokes(),
        )

    def _wins(self, group: str) -> dict[Any, list[list[Any]]]:
        """Return the figures of the wins of each group of games, as `_statistics` takes them."""
        rows = self._ask(f"{group}, {_OF_WINS}", f"AND {OWN_WIN} GROUP BY 1")
        return {key: [figures] for key, *figures in rows}

    def _strokes(self) -> tuple[int, int]:
        """Return how many won deals have a par, and how many moves over it their best wins without help took."""
        pars = self._pars()
        which = f"AND {OWN_WIN} AND {_HAS_PAR} GROUP BY deal, {self._kind}"
        bests = self._ask(f"deal, {_KIND}, min(moves)", which) if pars else ()
        over = [moves - pars[tuple(key)] for *key, moves in bests if tuple(key) in pars]
        return len(over), sum(over)

    def _pars(self) -> dict[tuple[object, ...], int]:
        rows = self._connection.execute("SELECT deal, variant, cells, house_rules, moves FROM pars").fetchall()
        return {tuple(key): moves for *key, moves in rows if type(moves) is int}

    def months(self) -> dict[str, Statistics]:
        """Return all figures of each month in which a game ended, as `2026-11`, the earliest first."""
        months = defaultdict[str, bytearray](bytearray)
        for month, outcome in self._ask(f"substr(day, 1, 7), {_OUTCOME}", "AND day > '' ORDER BY ended, id"):
            months[month].append(outcome)
        wins = self._wins("substr(day, 1, 7)")
        return {month: _statistics(months[month], wins.get(month, [])) for month in sorted(months)}

    def deals(self, order: DealOrder = DealOrder.PLAYED, count: int = -1) -> list[DealStatistics]:
        """Return the first `count` of the deals of each variant that were played; by default all."""
        which = self._last_deals(count) if order is DealOrder.PLAYED and count > 0 else ""
        rows = self._ask(
            f"deal, {_KIND}, count(*) AS played, sum({OWN_WIN}) AS own,"
            f" min({_TIME}) AS best_seconds,"
            f" min(CASE WHEN {OWN_WIN} THEN moves END) AS fewest_moves,"
            " max(ended || ' ' || id || ' ' || day) AS last, sum(result = 'won' AND helped)",
            f"{which} GROUP BY deal, {self._kind} ORDER BY {order.value} LIMIT {count:d}",
        )
        pars, found = self._pars(), list[DealStatistics]()
        for deal, *kind, played, won, seconds, moves, last, helped in rows:
            day, par = last.rpartition(" ")[2], pars.get((deal, *kind))
            variant = self._kinds[tuple(kind)]
            found.append(DealStatistics(deal, variant, played, won, seconds, moves, day, par, helped))
        return found

    def _last_deals(self, count: int) -> str:
        """Return the condition that a deal is one of those played last: sorting all for these takes the longest."""
        last = dict[tuple[int, int], None]()
        for deal, kind in self._ask(f"deal, {self._kind}", "ORDER BY ended DESC, id DESC"):
            last[deal, kind] = None
            if len(last) == count:
                break
        deals, pairs = ", ".join(str(deal) for deal, _ in last), ", ".join(map(str, last))
        return f"AND deal IN ({deals}) AND (deal, {self._kind}) IN (VALUES {pairs})" if last else ""

    def won_games(self) -> list[str]:
        """Return the ids of all wins, with help too: the last first."""
        return [game_id for (game_id,) in self._ask("id", "AND result = 'won' ORDER BY ended DESC, id DESC")]

    def _ask(self, what: str, then: str = "") -> Iterable[tuple[Any, ...]]:
        """Yield columns of the wanted games, a row at a time: a million rows would fill the memory."""
        if not self._kinds:
            return ()
        condition = "" if self._are_all_wanted else f"AND {self._kind} IS NOT NULL"
        return self._connection.execute(f"SELECT {what} {FROM} {condition} {then}")


def _statistics(outcomes: bytearray, of_wins: Iterable[Sequence[Any]]) -> Statistics:
    """Return the figures of games with these outcomes; `of_wins` are those of groups of their wins."""
    figures = list(zip(*of_wins, strict=True)) or [(0,), (None,), (0.0,), (None,), (0.0,)]
    without_undo, best_seconds, seconds, fewest_moves, moves = figures
    won, lost, helped = (outcomes.count(kind) for kind in (_WON, _LOST, _HELPED))
    best_time = min((each for each in best_seconds if each is not None), default=None)
    times_and_moves = best_time, sum(seconds), min(fewest_moves), sum(moves)
    won_and_lost = bytes(outcomes.translate(None, bytes([_HELPED])))
    return Statistics(won, lost, helped, sum(without_undo), *times_and_moves, won_and_lost)
