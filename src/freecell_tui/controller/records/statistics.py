"""The statistics in words and numbers, and sentences about what a win adds to them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from typing import Final

from freecell_tui.engine import FREECELL
from freecell_tui.engine.positions import StartPosition, deal_word
from freecell_tui.engine.text import clock_text, counted
from freecell_tui.storage.daily import deal_of, read_day
from freecell_tui.storage.results import Result
from freecell_tui.storage.statistics import NO_STROKES, DealStatistics, Statistics, Strokes, Tally, best_of

_MOST_BINS: Final = 8
_ONE_PERCENT: Final = 0.01
_RECENT_GAMES: Final = 10
_FEWEST_FOR_QUARTILES: Final = 8
_LONGEST_RUNS: Final = (1, 2, 4, 9, 19)
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def percent(rate: float | None) -> str:
    """Return a rate (0–1) in percent, or a dash for None.

    Only exactly 0 and 1 are shown as 0 % and 100 %.
    """
    if rate is None:
        return "–"
    if 0 < rate < _ONE_PERCENT:
        return "<1 %"
    return f"{round(rate * 100) if rate in (0, 1) else min(max(round(rate * 100), 1), 99)} %"


def best_time(statistics: Statistics | DealStatistics) -> str:
    return "–" if statistics.best_seconds is None else clock_text(statistics.best_seconds)


_MOVES_WIDTH: Final = 6


def fewest_moves(statistics: Statistics | DealStatistics) -> str:
    """Return the fewest moves, or a dash.

    Of a deal with moves over par, `52 +4`, if six characters have room for it.
    """
    if (fewest := statistics.fewest_moves) is None:
        return "–"
    par = statistics.par if isinstance(statistics, DealStatistics) else None
    text = "" if par is None else f"{fewest} {fewest - par:+}"
    return text if 0 < len(text) <= _MOVES_WIDTH else f"{fewest:,}"


def with_help(games: Tally | DealStatistics) -> str:
    """Return the number of games won with help. '' for none.

    They are not among the games won.
    """
    return f"{counted(games.helped, 'win')} with help" if games.helped else ""


def won_of(games: Tally | DealStatistics) -> str:
    """Return the wins out of the games of their rate: `3 of 4`.

    Wins with help follow, as `+2`.
    """
    return f"{games.won:,} of {games.won + games.lost:,}{f' +{games.helped:,}' if games.helped else ''}"


def summary(statistics: Statistics, strokes: Strokes = NO_STROKES) -> Iterator[tuple[str, str]]:
    """Return the name and the text of each figure.

    `strokes` are as in a Breakdown.
    """
    won, lost = statistics.won, statistics.lost
    yield "played", f"{statistics.played:,}"
    yield "won", f"{won:,}{f', {percent(statistics.win_rate)} of {won + lost:,}' if won + lost else ''}"
    yield "lost", f"{lost:,}"
    if statistics.helped:
        yield "with help", f"{counted(statistics.helped, 'win')}, counted separately"
    if won:
        yield "without undo", f"{statistics.without_undo:,} of {counted(won, 'win')}"
    if won + lost:
        streaks = statistics.streaks
        now = counted(streaks.winning, "win") if streaks.winning else counted(streaks.losing, "loss", "losses")
        most = [(streaks.longest_winning, "win", ""), (streaks.longest_losing, "loss", "losses")]
        yield "streak", f"now {now}; longest: {', '.join(counted(*each) for each in most if each[0])}"
    if won + lost > _RECENT_GAMES:
        yield "last games", f"{sum(statistics.outcomes[-_RECENT_GAMES:])} of {_RECENT_GAMES} won"
    if statistics.best_seconds is not None and statistics.average_seconds is not None:
        yield "time", f"best {clock_text(statistics.best_seconds)}, average {clock_text(statistics.average_seconds)}"
    if statistics.fewest_moves is not None and statistics.average_moves is not None:
        yield "moves", f"fewest {statistics.fewest_moves:,}, average {statistics.average_moves:,.0f}"
    deals, over = strokes
    if deals:
        how = f"{counted(abs(over), 'move')} {'over' if over > 0 else 'under'} par" if over else "level with par"
        yield "par", f"{how} in {counted(deals, 'deal')}; par is the fewest moves the solver knows"


def headlines(total: Statistics) -> list[tuple[str, str, str]]:
    """Return the four figures that matter most.

    Each with its name and a further word.
    """
    streaks = total.streaks
    lost = f", now {counted(streaks.losing, 'loss', 'losses')}" if streaks.losing else ""
    average = ""
    if total.best_seconds is not None and total.average_seconds is not None:
        average = f"average {clock_text(total.average_seconds)}"
    of = f"{total.won:,} won, {total.lost:,} lost" if total.won + total.lost else ""
    return [
        (f"{total.played:,}", "played", with_help(total)),
        (percent(total.win_rate).replace(" ", ""), f"of {total.won + total.lost:,} won" if of else "won", of),
        (f"{streaks.winning:,}", "winning streak", f"longest {streaks.longest_winning:,}{lost}"),
        (best_time(total), "best time", average),
    ]


def by_weekday(days: Mapping[str, Tally]) -> dict[str, Tally]:
    """Return the sums of each weekday, from Monday on.

    `days` are as in a Breakdown.
    """
    sums = dict.fromkeys(WEEKDAYS, Tally())
    for text, tally in days.items():
        if day := read_day(text):
            name = WEEKDAYS[day.weekday()]
            sums[name] = sums[name].plus(tally)
    return sums


@dataclass(frozen=True, slots=True)
class HistogramBin:
    """The number of values from `low` to below `high`.

    None is no limit.
    """

    low: int | None
    high: int | None
    count: int


def histogram_bins(values: Mapping[int, int], unit: int) -> list[HistogramBin]:
    """Return at most eight bins of how often each value occurs.

    Each is as wide as a round multiple of `unit`.
    The first and the last bin take outliers, 2 % at either end, which would squeeze all other values into one bin.
    """
    if not values:
        return []
    ordered = sorted(Counter(values).elements())
    outliers = len(ordered) // 50
    low, high = ordered[outliers], ordered[-1 - outliers]
    width = next(width for width in round_numbers(unit) if high // width - low // width < _MOST_BINS)
    first, last = low // width, high // width
    counts = Counter(min(max(value // width, first), last) for value in ordered)
    return [
        HistogramBin(
            None if index == first and ordered[0] < first * width else index * width,
            None if index == last and ordered[-1] >= (last + 1) * width else (index + 1) * width,
            counts[index],
        )
        for index in range(first, last + 1)
    ]


def round_numbers(unit: int) -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on times `unit`."""
    while True:
        yield from (step * unit for step in (1, 2, 5))
        unit *= 10


def runs_of_wins(outcomes: bytes) -> list[HistogramBin]:
    """Return how often each length of winning streak occurs.

    `outcomes` are as in Statistics.
    """
    runs = list(map(len, outcomes.split(b"\0")))
    lows = (1, *(longest + 1 for longest in _LONGEST_RUNS))
    bins = [
        HistogramBin(low, high, sum(low <= run < (high or run + 1) for run in runs))
        for low, high in zip(lows, (*lows[1:], None), strict=True)
    ]
    while bins and not bins[-1].count:
        bins.pop()
    return bins


class Unit(Enum):
    """The unit of values in a histogram."""

    NUMBER = "number"
    SECONDS = "seconds"

    def text(self, value: int) -> str:
        return clock_text(value) if self is Unit.SECONDS else str(value)


def quarters(values: Mapping[int, int], unit: Unit = Unit.NUMBER) -> str:
    """Return the quartiles of values in words. '' without values.

    Fewer than eight values have only a least and a greatest.
    """
    if not (ordered := sorted(Counter(values).elements())):
        return ""
    count, least, greatest = len(ordered), unit.text(ordered[0]), unit.text(ordered[-1])
    if ordered[0] == ordered[-1]:
        return f"always {least}" if count > 1 else f"1 win: {least}"
    least_and_greatest = f"{least} to {greatest}"
    if count < _FEWEST_FOR_QUARTILES:
        return f"from {least_and_greatest}"
    first, half, third = (unit.text(ordered[count * part // 4]) for part in (1, 2, 3))
    return f"{least_and_greatest}; half of them {first} to {third}, median {half}"


def positions_summary(positions: Sequence[DealStatistics]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the figures of a player's own positions, if there are any."""
    if positions:
        tally = Tally()
        for each in positions:
            tally = tally.plus(Tally(each.won, each.lost, each.helped))
        more = f", {tally.helped:,} with help" if tally.helped else ""
        yield "your own positions", f"{counted(tally.played, 'game')}, {tally.won:,} won{more}, apart from your deals"


BEST_TIME: Final = "Your best time on this deal"
FEWEST_MOVES: Final = "Your fewest moves on this deal"
"""How the notes on records begin."""


def win_notes(win: Result, of_deal: Sequence[Result], streak: int, *, tells_time: bool = True) -> Iterator[str]:
    """Return sentences about a win beside the deal's earlier results.

    The best time is told if `tells_time`.
    """
    if win.is_helped:
        yield "You had help: this is a win with help."
        return
    if isinstance(win.deal, StartPosition):
        yield "A position of your own: it counts apart from deals."
    if win.variant == FREECELL and (day := read_day(win.day)) is not None:
        if win.deal == deal_of(day):
            yield f"This is the daily deal of {day.isoformat()}."
        elif day > date.min and win.deal == deal_of(eve := day - timedelta(days=1)):
            yield f"This is the daily deal of {eve.isoformat()}, won a day late: it does not count for the streak."
    earlier = [result for result in of_deal if result.id != win.id]
    if any(result.is_own_win for result in of_deal if result.id == win.id):
        yield "You won this game before; its best time and fewest moves count."
    elif not any(result.is_own_win for result in earlier):
        losses = sum(not result.is_won for result in earlier)
        after = f", after {losses} {'loss' if losses == 1 else 'losses'}" if losses else ""
        yield f"Your first win on this {deal_word(win.deal)}{after}."
    if (before := best_of(earlier)) is not None:
        seconds, moves = before
        if tells_time and win.has_time and seconds is not None and win.seconds < seconds:
            yield f"{BEST_TIME}: {clock_text(win.seconds)}, down from {clock_text(seconds)}."
        if win.moves < moves:
            yield f"{FEWEST_MOVES}: {win.moves}, down from {moves}."
    if streak > 1:
        yield f"Winning streak: {streak:,}."
