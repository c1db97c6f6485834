"""Statistics of a player's results: totals, streaks, and figures by day, month, variant and deal.

A win with help, where a move was shown, is counted separately, as neither won nor lost.
It changes no win rate, streak, time or best result of a deal.
A lost game is lost with or without help.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import Any, Final, NamedTuple

from freecell_tui.engine import Variant
from freecell_tui.engine.positions import Deal
from freecell_tui.storage.database import READABLE, Connection
from freecell_tui.storage.results import NO_TIME_SECONDS, Result, variant_of


@dataclass(frozen=True, slots=True)
class Streaks:
    """The streaks of wins and losses, in games."""

    winning: int = 0
    """The present streak of wins; 0 after a loss."""

    losing: int = 0
    """The present streak of losses; 0 after a win."""

    longest_winning: int = 0
    longest_losing: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of games won, lost, and won with help."""

    won: int = 0
    lost: int = 0
    helped: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost + self.helped

    @property
    def win_rate(self) -> float | None:
        """The share of wins, 0 to 1, among games won or lost.

        None without any.
        """
        return self.won / (self.won + self.lost) if self.won or self.lost else None

    def plus(self, other: "Tally") -> "Tally":
        return Tally(self.won + other.won, self.lost + other.lost, self.helped + other.helped)


@dataclass(frozen=True, slots=True)
class Statistics(Tally):
    """The figures of some games.

    All figures of wins are of wins without help.
    """

    without_undo: int = 0
    """The number of wins without undo."""

    best_seconds: float | None = None
    """The shortest time, or None without a win whose time can be a record."""

    seconds: float = 0.0
    """The time of all wins together."""

    fewest_moves: int | None = None
    """The fewest moves of a win, or None without a win."""

    moves: float = 0.0
    """The moves of all wins together."""

    outcomes: bytes = b""
    """1 for each win and 0 for each loss, in the order in which the games ended."""

    @property
    def average_seconds(self) -> float | None:
        """The mean time of a win, or None without a win."""
        return self.seconds / self.won if self.won else None

    @property
    def average_moves(self) -> float | None:
        """The mean number of moves of a win, or None."""
        return self.moves / self.won if self.won else None

    @property
    def streaks(self) -> Streaks:
        wins, losses = self.outcomes.split(b"\0"), self.outcomes.split(b"\1")
        return Streaks(len(wins[-1]), len(losses[-1]), max(map(len, wins)), max(map(len, losses)))


class Strokes(NamedTuple):
    """The moves over par in the won deals whose par is known."""

    deals: int = 0
    """The number of these deals."""

    over_par: int = 0
    """The moves over par of the best wins without help, together."""


NO_STROKES: Final = Strokes()


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The figures of some games: together, and in groups."""

    total: Statistics = field(default_factory=Statistics)
    variants: Mapping[Variant, Statistics] = field(default_factory=dict)
    """The figures by variant, in the order in which each was first finished."""

    months: Mapping[str, Tally] = field(default_factory=dict)
    """The tallies by month, as `2026-11`, in order, without games of unknown end."""

    days: Mapping[str, Tally] = field(default_factory=dict)
    """The tallies by day, as `2026-11-20`, in order, without games of unknown end."""

    times: Mapping[int, int] = field(default_factory=dict)
    """The number of wins without help by whole seconds."""

    moves: Mapping[int, int] = field(default_factory=dict)
    """The number of wins without help by moves."""

    strokes: Strokes = NO_STROKES
    positions: "Sequence[DealStatistics]" = ()
    """The figures of each position of the player's own, which none of the others count, the last played first."""

    @property
    def is_empty(self) -> bool:
        """Whether no game was finished, neither of a deal nor of a position."""
        return not self.total.played and not self.positions


class DealStatistics(NamedTuple):
    """The figures of one deal of one variant, or of one position."""

    deal: Deal
    variant: Variant
    played: int
    won: int
    """The number of wins without help."""

    best_seconds: float | None
    """The shortest time of a win without help, or None without a time that can be a record."""

    fewest_moves: int | None
    """The fewest moves of a win without help, or None without one."""

    last_played: str
    """The day when the last game ended, or '' if unknown."""

    par: int | None = None
    helped: int = 0
    """The number of wins with help."""

    @property
    def lost(self) -> int:
        return self.played - self.won - self.helped


class DealOrder(Enum):
    """An order of deals: the best first, deals never won last.

    Of equal deals, the one played last is first.
    The values are in SQL.
    """

    DEAL = "deal, last DESC"
    WINS = "own DESC, played, last DESC"
    TIME = "best_seconds IS NULL, best_seconds, last DESC"
    MOVES = "fewest_moves IS NULL, fewest_moves, last DESC"
    PLAYED = "last DESC"


class Best(NamedTuple):
    """The best figures of some wins."""

    seconds: float | None
    """The shortest time that can be a record, or None without one."""

    moves: int
    """The fewest moves."""


def best_of(results: Iterable[Result]) -> Best | None:
    """Return the best of the wins without help, or None without any."""
    wins = [result for result in results if result.is_own_win]
    times = (win.seconds for win in wins if win.has_time)
    return Best(min(times, default=None), min(win.moves for win in wins)) if wins else None


def statistics_of_positions(results: Iterable[Result]) -> list[DealStatistics]:
    """Return the figures of each position among results, the last played first.

    The results are in the order in which the games ended.
    """
    groups: dict[tuple[Deal, Variant], list[Result]] = {}
    for result in results:
        key = result.deal, result.variant
        groups[key] = [*groups.pop(key, []), result]
    figures = list[DealStatistics]()
    for (deal, variant), games in reversed(groups.items()):
        won, helped = (
            sum(each.is_won and each.is_helped is with_help for each in games) for with_help in (False, True)
        )
        seconds, moves = best_of(games) or (None, None)
        day = games[-1].day
        figures.append(DealStatistics(deal, variant, len(games), won, seconds, moves, day, helped=helped))
    return figures


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
_OF_WINS: Final = (
    f"sum(undos = 0), min({_TIME}), total(seconds), min(moves), total(moves)"  # unlike sum, total cannot overflow
)
"""The figures of wins, in the order of the fields of Statistics."""
_HAS_PAR: Final = "deal IN (SELECT deal FROM pars)"
_TALLY: Final = f"sum({OWN_WIN}), sum(result = 'lost'), sum(result = 'won' AND helped)"
"""The numbers of games won, lost and won with help."""

_Kind = tuple[Any, ...]  # the columns of a variant


class Figures:
    """The figures of games whose variants are `wanted`, by default of all.

    The figures can be read while the connection is open.
    Games of variants unknown to this program are left out.
    """

    def __init__(self, connection: Connection, wanted: Callable[[Variant], bool] | None = None) -> None:
        self._connection = connection
        kinds = connection.execute(f"SELECT DISTINCT {_KIND} {FROM}").fetchall()
        variants = {kind: variant for kind in kinds if (variant := variant_of(*kind)) is not None}
        self._unknown_kinds = [kind for kind in kinds if kind not in variants]
        self._kinds: Mapping[_Kind, Variant] = {
            kind: variant for kind, variant in variants.items() if wanted is None or wanted(variant)
        }
        self._are_all_wanted = len(self._kinds) == len(kinds)
        # Sorting by the number of a variant takes half the time of sorting by its three columns. Their values are known
        # names and numbers here, so they can stand in the statement: older versions of SQLite take few parameters.
        cases = (
            f"WHEN ({_KIND}) = ('{name}', {cells:d}, '{house_rules}') THEN {number}"
            for number, (name, cells, house_rules) in enumerate(self._kinds)
        )
        self._kind = f"CASE {' '.join(cases)} END"
        # From here on all text is checked by the index or belongs to a known variant, so strict decoding cannot fail.
        connection.text_factory = str

    @property
    def is_complete(self) -> bool:
        """Whether every row of the table, wanted or not, is a result."""
        (rows,) = self._connection.execute("SELECT count(*) FROM games").fetchone()
        (results,) = self._connection.execute(f"SELECT count(*) {FROM}").fetchone()
        return not self._unknown_kinds and rows == results

    def breakdown(self) -> Breakdown:
        """Return all figures of the wanted games."""
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
            total=_statistics(every, chain(*wins.values())),
            variants={variants[kind]: _statistics(outcomes, wins.get(kind, [])) for kind, outcomes in of_kinds.items()},
            months=months,
            days=days,
            times=dict(self._ask("CAST(seconds AS INTEGER), count(*)", by_number)),
            moves=dict(self._ask("moves, count(*)", by_number)),
            strokes=self._strokes(),
        )

    def _wins(self, group: str) -> dict[Any, list[list[Any]]]:
        """Return the figures of the wins of each group, for `_statistics`.

        `group` is an expression in SQL.
        """
        rows = self._ask(f"{group}, {_OF_WINS}", f"AND {OWN_WIN} GROUP BY 1")
        return {key: [figures] for key, *figures in rows}

    def _strokes(self) -> Strokes:
        """Return the strokes of the wanted games."""
        pars = self._pars()
        by_deal = f"AND {OWN_WIN} AND {_HAS_PAR} GROUP BY deal, {self._kind}"
        bests = self._ask(f"deal, {_KIND}, min(moves)", by_deal) if pars else ()
        over = [moves - pars[tuple(key)] for *key, moves in bests if tuple(key) in pars]
        return Strokes(len(over), sum(over))

    def _pars(self) -> dict[tuple[object, ...], int]:
        rows = self._connection.execute("SELECT deal, variant, cells, house_rules, moves FROM pars").fetchall()
        return {tuple(key): moves for *key, moves in rows if type(moves) is int}

    def months(self) -> dict[str, Statistics]:
        """Return all figures of each month with a finished game.

        Months are written `2026-11`, the earliest first.
        """
        months = defaultdict[str, bytearray](bytearray)
        for month, outcome in self._ask(f"substr(day, 1, 7), {_OUTCOME}", "AND day > '' ORDER BY ended, id"):
            months[month].append(outcome)
        wins = self._wins("substr(day, 1, 7)")
        return {month: _statistics(months[month], wins.get(month, [])) for month in sorted(months)}

    def deals(self, order: DealOrder = DealOrder.PLAYED, count: int = -1) -> list[DealStatistics]:
        """Return the first `count` deals in an order, by default all.

        A deal is counted for each variant in which it was played.
        """
        condition = self._last_deals(count) if order is DealOrder.PLAYED and count > 0 else ""
        rows = self._ask(
            f"deal, {_KIND}, count(*) AS played, sum({OWN_WIN}) AS own,"
            f" min({_TIME}) AS best_seconds,"
            f" min(CASE WHEN {OWN_WIN} THEN moves END) AS fewest_moves,"
            " max(ended || ' ' || id || ' ' || day) AS last, sum(result = 'won' AND helped)",
            f"{condition} GROUP BY deal, {self._kind} ORDER BY {order.value} LIMIT {count:d}",
        )
        pars, deals = self._pars(), list[DealStatistics]()
        for deal, *kind, played, won, seconds, moves, last, helped in rows:
            day, par = last.rpartition(" ")[2], pars.get((deal, *kind))
            variant = self._kinds[tuple(kind)]
            deals.append(DealStatistics(deal, variant, played, won, seconds, moves, day, par, helped))
        return deals

    def _last_deals(self, count: int) -> str:
        """Return a condition in SQL for the `count` deals played last.

        The condition saves sorting all deals, the most expensive part of the query.
        """
        last = dict[tuple[int, int], None]()
        for deal, kind in self._ask(f"deal, {self._kind}", "ORDER BY ended DESC, id DESC"):
            last[deal, kind] = None
            if len(last) == count:
                break
        deals, pairs = ", ".join(str(deal) for deal, _ in last), ", ".join(map(str, last))
        return f"AND deal IN ({deals}) AND (deal, {self._kind}) IN (VALUES {pairs})" if last else ""

    def won_games(self) -> list[str]:
        """Return the ids of all wins, with help too, the last first."""
        return [game_id for (game_id,) in self._ask("id", "AND result = 'won' ORDER BY ended DESC, id DESC")]

    def _ask(self, columns: str, clauses: str = "") -> Iterable[tuple[Any, ...]]:
        """Yield columns of the wanted games, a row at a time.

        `clauses` follow the condition for the wanted games.
        A million rows at once would fill the memory.
        """
        if not self._kinds:
            return ()
        condition = "" if self._are_all_wanted else f"AND {self._kind} IS NOT NULL"
        return self._connection.execute(f"SELECT {columns} {FROM} {condition} {clauses}")


def _statistics(outcomes: bytearray, of_wins: Iterable[Sequence[Any]]) -> Statistics:
    """Return the figures of games with these outcomes.

    `of_wins` has the figures of groups of their wins, a sequence for each.
    """
    figures = list(zip(*of_wins, strict=True)) or [(0,), (None,), (0.0,), (None,), (0.0,)]
    without_undo, best_seconds, seconds, fewest_moves, moves = figures
    won, lost, helped = (outcomes.count(kind) for kind in (_WON, _LOST, _HELPED))
    return Statistics(
        won,
        lost,
        helped,
        without_undo=sum(without_undo),
        best_seconds=min((time for time in best_seconds if time is not None), default=None),
        seconds=sum(seconds),
        fewest_moves=min(fewest_moves),
        moves=sum(moves),
        outcomes=bytes(outcomes.translate(None, bytes([_HELPED]))),
    )
