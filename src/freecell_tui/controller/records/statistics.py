"""Statistics as text: summaries and tables, charts in block characters or in ASCII, and what a win adds to them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, pairwise
from typing import Final

from freecell_tui.engine import FREECELL, Variant
from freecell_tui.engine.text import clock_text, counted
from freecell_tui.storage.results import Result, deal_of, read_day, result_of
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics import Breakdown, DealStatistics, Statistics, Tally, compare

_WIDTH: Final = 40
"""The width of the longest bar, and of the line of win rates, in cells."""

_MAX_BINS: Final = 8
_MAX_MONTHS: Final = 12
MAX_DEALS: Final = 10
"""How many bins a histogram has at most by default, and how many of the latest months and deals are shown."""

_ONE_PERCENT: Final = 0.01
RECENT_GAMES: Final = 10
"""How many games the present form is made of."""

_ROUND_STEPS: Final = (1, 2, 5)
_LAST_GAMES: Final = (10, 20, 50, 100, 200, 500, 1000)
_LONGEST_RUNS: Final = (1, 2, 4, 9, 19)
_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class BarGlyphs:
    """The characters of charts.

    `full` is a whole cell of a bar; `parts` are fractions of one from nothing up; `heights` are those of a column,
    lowest first.
    """

    full: str
    parts: Sequence[str]
    heights: str


UNICODE: Final = BarGlyphs("█", ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉"), "▁▂▃▄▅▆▇█")
APART: Final = BarGlyphs("▄", ("",), UNICODE.heights)
"""Bars in rows one below the other, with half a row between them."""
CONSOLE: Final = BarGlyphs("█", ("", "▌"), "▄█")
"""What the Linux console's default font has."""
ASCII: Final = BarGlyphs("#", ("",), "_.-=+*%#")
SHADED: Final = BarGlyphs("░", ("",), "░")
SHADED_ASCII: Final = BarGlyphs(":", ("",), ":")
"""Bars beside others, where there are no colours to tell them apart."""


def glyphs_for(encoding: str) -> BarGlyphs:
    """Return block characters if an encoding has them, otherwise ASCII."""
    try:
        "".join((UNICODE.full, *UNICODE.parts, UNICODE.heights)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def percent(rate: float | None) -> str:
    """Return a rate (0–1) in percent, or a dash for None; only exactly 0 and 1 are shown as 0 % and 100 %."""
    if rate is None:
        return "–"
    if 0 < rate < _ONE_PERCENT:
        return "<1 %"
    return f"{round(rate * 100) if rate in (0, 1) else min(max(round(rate * 100), 1), 99)} %"


def summary(statistics: Statistics) -> Iterator[tuple[str, str]]:
    """Return the figures of some games, each as its name and its text."""
    won, lost = statistics.won, statistics.lost
    yield "played", f"{statistics.played:,}"
    yield "won", f"{won:,}{f', {percent(statistics.win_rate)} of {won + lost:,}' if won + lost else ''}"
    yield "lost", f"{lost:,}"
    if statistics.helped:
        yield "helped", f"{statistics.helped:,} won after a solution was shown; not counted below"
    if won:
        yield "no undo", f"{statistics.without_undo:,} of the wins"
    if won + lost:
        yield "streaks", _streaks(statistics)
    if won + lost > RECENT_GAMES:
        recent = statistics.outcomes[-RECENT_GAMES:]
        yield "last", f"{sum(recent)} of the last {RECENT_GAMES} games won"
    if statistics.best_seconds is not None and statistics.average_seconds is not None:
        yield "time", f"best {clock_text(statistics.best_seconds)}, average {clock_text(statistics.average_seconds)}"
    if statistics.fewest_moves is not None and statistics.average_moves is not None:
        yield "moves", f"fewest {statistics.fewest_moves:,}, average {statistics.average_moves:,.0f}"


def overview(statistics: Statistics, strokes: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """Return a summary, with how the best wins compare with par; `strokes` are as in a Breakdown."""
    yield from summary(statistics)
    deals, over = strokes
    if deals:
        how = "level" if not over else f"{over:,} over" if over > 0 else f"{-over:,} under"
        yield "par", f"{how} in {counted(deals, 'deal')}"


def _streaks(statistics: Statistics) -> str:
    streaks = statistics.streaks
    now = counted(streaks.winning, "win") if streaks.winning else counted(streaks.losing, "loss", "losses")
    most = f"{counted(streaks.longest_winning, 'win')} and {counted(streaks.longest_losing, 'loss', 'losses')}"
    return f"now {now}, best {most}"


def win_rates(outcomes: Sequence[int], max_parts: int) -> list[float]:
    """Return the win rates (0–1) of successive parts of the games, all of about the same size."""
    parts = min(len(outcomes), max_parts)
    bounds = [len(outcomes) * part // parts for part in range(parts + 1)] if parts > 0 else []
    return [sum(outcomes[a:b]) / (b - a) for a, b in pairwise(bounds)]


def bar_chart(parts: Sequence[float], height: int, glyphs: BarGlyphs) -> list[str]:
    """Return a chart of vertical bars as `height` rows, topmost first; `parts` (0–1) above 0 show at least a little."""
    steps = 1 if glyphs is ASCII else len(glyphs.heights)
    rows = []
    for row in reversed(range(height)):
        filled = [max(round(part * height * steps), bool(part)) - row * steps for part in parts]
        rows.append("".join(_chart_cell(min(max(of_row, 0), steps), steps, glyphs) for of_row in filled))
    return rows


def _chart_cell(filled: int, steps: int, glyphs: BarGlyphs) -> str:
    if not filled:
        return " "
    return glyphs.full if filled == steps else glyphs.heights[filled - 1]


def win_rate_line(outcomes: Sequence[int], glyphs: BarGlyphs) -> Iterator[str]:
    """Return the course of the win rate as a line of heights, and what they mean; nothing for fewer than two games."""
    rates = win_rates(outcomes, _WIDTH)
    if not rates[1:]:
        return
    yield "".join(glyphs.heights[round(rate * (len(glyphs.heights) - 1))] for rate in rates)
    yield f"from the first game to the last; {glyphs.heights[-1]} is all won, {glyphs.heights[0]} all lost"


@dataclass(frozen=True, slots=True)
class HistogramBin:
    """The number of values from `low` up to but not including `high`; None is no limit."""

    low: int | None
    high: int | None
    count: int


def histogram_bins(values: Mapping[int, int], unit: int, most: int = _MAX_BINS) -> list[HistogramBin]:
    """Return at most `most` bins of how often each value occurs, each as wide as a round multiple of `unit`.

    The first and the last bin take outliers, 2 % at either end, which would squeeze all other values into one bin.
    """
    if not values:
        return []
    ordered = sorted(values)
    outliers = sum(values.values()) // 50
    low, high = _nth(values, ordered, outliers), _nth(values, ordered[::-1], outliers)
    width = next(width for width in _widths(unit) if high // width - low // width < most)
    first, last = low // width, high // width
    counts = Counter[int]()
    for value, count in values.items():
        counts[min(max(value // width, first), last)] += count
    return [
        HistogramBin(
            None if index == first and ordered[0] < first * width else index * width,
            None if index == last and ordered[-1] >= (last + 1) * width else (index + 1) * width,
            counts[index],
        )
        for index in range(first, last + 1)
    ]


def _nth(values: Mapping[int, int], ordered: Sequence[int], number: int) -> int:
    """Return the value that has `number` occurrences of others before it, in the order of `ordered`."""
    before = accumulate(values[value] for value in ordered)
    return next(value for value, so_far in zip(ordered, before, strict=True) if so_far > number)


def _widths(unit: int) -> Iterator[int]:
    scale = unit
    while True:
        yield from (step * scale for step in _ROUND_STEPS)
        scale *= 10


def bar(part: float, glyphs: BarGlyphs, width: int = _WIDTH) -> str:
    """Return a bar of `part` (0–1) of `width` cells; anything above 0 draws at least the smallest piece."""
    steps = len(glyphs.parts)
    length = round(part * width * steps) if part == 0 else max(round(part * width * steps), 1)
    return glyphs.full * (length // steps) + glyphs.parts[length % steps]


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """A labelled bar with its figures; `part` (0–1) is its length. `short` is the label where there is little room."""

    label: str
    figures: tuple[str, ...]
    part: float
    short: str = ""


def time_histogram(breakdown: Breakdown, most: int = _MAX_BINS) -> list[HistogramBar]:
    """Return a histogram of the times of wins, of at most `most` bars."""
    return _bars(histogram_bins(breakdown.times, 30, most), clock_text, clock_text)


def move_histogram(breakdown: Breakdown, most: int = _MAX_BINS) -> list[HistogramBar]:
    """Return a histogram of the numbers of moves of wins, of at most `most` bars."""
    return _bars(histogram_bins(breakdown.moves, 5, most), str, lambda high: str(high - 1))


def _bars(bins: Sequence[HistogramBin], first: Callable[[int], str], last: Callable[[int], str]) -> list[HistogramBar]:
    most = max((each.count for each in bins), default=0)
    return [
        HistogramBar(_span(each, first, last), (f"{each.count:,}",), each.count / most, _lower_end(each, first))
        for each in bins
    ]


def _lower_end(values: HistogramBin, told: Callable[[int], str]) -> str:
    if values.low is None:
        return "" if values.high is None else f"<{told(values.high)}"
    return told(values.low) + "+" * (values.high is None)


def _span(values: HistogramBin, first: Callable[[int], str], last: Callable[[int], str]) -> str:
    if values.low is not None and values.high is not None:
        return f"{first(values.low)} – {last(values.high)}"
    if values.low is not None:
        return f"{first(values.low)} or more"
    return "any" if values.high is None else f"up to {last(values.high)}"


def period_bars(by_period: Mapping[str, Tally]) -> list[HistogramBar]:
    """Return a bar for the win rate of each month or day, with the number of wins and the rate as figures."""
    return [
        HistogramBar(
            period, (f"{tally.won:,} of {tally.won + tally.lost:,}", percent(tally.win_rate)), tally.win_rate or 0
        )
        for period, tally in by_period.items()
    ]


def last_games(outcomes: Sequence[int]) -> list[HistogramBar]:
    """Return a bar for the win rate of the last 10 games, the last 20 and so on, and of all."""
    counts = [count for count in _LAST_GAMES if count < len(outcomes)]
    shares = {f"last {count:,}": sum(outcomes[-count:]) / count for count in counts}
    if outcomes:
        shares["all"] = sum(outcomes) / len(outcomes)
    return [HistogramBar(label, (percent(rate),), rate) for label, rate in shares.items()]


def run_histogram(outcomes: bytes) -> list[HistogramBar]:
    """Return how often so many games were won in a row; `outcomes` are as in Statistics."""
    runs = list(map(len, outcomes.split(b"\0")))
    lows = (1, *(longest + 1 for longest in _LONGEST_RUNS))
    bins = [
        HistogramBin(low, high, sum(low <= run < (high or run + 1) for run in runs))
        for low, high in zip(lows, (*lows[1:], None), strict=True)
    ]
    while bins and not bins[-1].count:
        bins.pop()
    most = max((each.count for each in bins), default=0)
    return [HistogramBar(_run(each), (f"{each.count:,}",), each.count / most) for each in bins]


def _run(runs: HistogramBin) -> str:
    assert runs.low is not None
    if runs.high is None:
        return f"{runs.low} or more"
    return str(runs.low) if runs.high == runs.low + 1 else f"{runs.low} – {runs.high - 1}"


def by_weekday(days: Mapping[str, Tally]) -> dict[str, Tally]:
    """Return what the days of each weekday come to together, from Monday on; `days` are as in a Breakdown."""
    sums = dict.fromkeys(_WEEKDAYS, Tally())
    for text, tally in days.items():
        if (day := read_day(text)) is not None:
            name = _WEEKDAYS[day.weekday()]
            sums[name] = sums[name].plus(tally)
    return sums


def quarters(values: Mapping[int, int], told: Callable[[int], str]) -> str:
    """Return in words the least, the greatest and the quartiles of values, given how often each occurs; '' for none."""
    ordered = sorted(values)
    if not ordered:
        return ""
    count = sum(values.values())
    if len(ordered) == 1:
        return f"always {told(ordered[0])}" if count > 1 else told(ordered[0])
    first, half, third = (told(_nth(values, ordered, count * part // 4)) for part in (1, 2, 3))
    return f"{told(ordered[0])} to {told(ordered[-1])}; half of them {first} to {third}, median {half}"


def games_a_column(games: int, columns: int) -> str:
    """Return how many games a column of a chart stands for, as the end of a caption; '' for one each."""
    return f"; each column: {counted(round(games / columns), 'game')}" if games > columns else ""


def histogram_lines(bars: Sequence[HistogramBar], glyphs: BarGlyphs) -> Iterator[str]:
    """Return a histogram as lines of text."""
    for each in bars:
        yield f"{each.label:>17}  {each.figures[0]:>5}  {bar(each.part, glyphs)}".rstrip()


def month_lines(by_month: Mapping[str, Tally], glyphs: BarGlyphs) -> Iterator[str]:
    """Return a line for each of the last 12 months with games, with the win rate as a bar."""
    for each in period_bars(by_month)[-_MAX_MONTHS:]:
        won, rate = each.figures
        yield f"{each.label}  {won:>14}  {rate:>5}  {bar(each.part, glyphs)}".rstrip()


def best_time(statistics: Statistics | DealStatistics) -> str:
    """Return the best time of some games, or a dash without a win."""
    return "–" if statistics.best_seconds is None else clock_text(statistics.best_seconds)


_MOVES_WIDTH: Final = 6


def fewest_moves(statistics: Statistics | DealStatistics) -> str:
    """Return the fewest moves of some games, or a dash without a win; of a deal with how much that is over par.

    That is left out where it would not fit into a column of six: `52 +4`.
    """
    fewest = statistics.fewest_moves
    if fewest is None:
        return "–"
    par = statistics.par if isinstance(statistics, DealStatistics) else None
    text = "" if par is None else f"{fewest} {fewest - par:+}"
    return text if 0 < len(text) <= _MOVES_WIDTH else f"{fewest:,}"


def variant_table(by_variant: Mapping[Variant, Statistics]) -> Iterator[str]:
    """Return a table of the variants played, with a line of headings."""
    width = max(len(variant.title_with_rules) for variant in by_variant)
    yield f"{'':<{width}}  played    won   rate       best  fewest"
    for variant, statistics in by_variant.items():
        counts = f"{statistics.played:>6,} {statistics.won:>6,}  {percent(statistics.win_rate):>5}"
        best = f"{best_time(statistics):>9}  {fewest_moves(statistics):>6}"
        yield f"{variant.title_with_rules:<{width}}  {counts}  {best}"


def deal_table(by_deal: Sequence[DealStatistics]) -> Iterator[str]:
    """Return a table of the 10 deals played last, with a line of headings."""
    yield f"{'':>13}  played    won       best  fewest  last played"
    for deal in by_deal[:MAX_DEALS]:
        number = f"#{deal.deal}"
        best = f"{best_time(deal):>9}  {fewest_moves(deal):>6}"
        counts = f"{deal.played:>6,} {deal.won:>6,}"
        yield f"{number:>13}  {counts}  {best}  {deal.last_played:<10}  {deal.variant.title_with_rules}"


def sections(parts: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    """Return the lines of sections, each a heading and its lines, with blank lines between; empty ones are left out."""
    is_first = True
    for heading, lines in parts:
        body = list(lines)
        if not body:
            continue
        if not is_first:
            yield ""
        is_first = False
        yield heading
        yield from (f"  {line}" for line in body)


# Sentences about a win: a first win, a record, a streak.


BEST_TIME: Final = "Your best time on this deal"
FEWEST_MOVES: Final = "Your fewest moves on this deal"
"""How the notes on records begin."""


def notes_of(saved: SavedGame, of_deal: Sequence[Result], streak: int, *, tells_time: bool) -> tuple[str, ...]:
    """Return sentences about a game that was won; see `win_notes`."""
    return tuple(win_notes(result_of(saved), of_deal, streak, tells_time=tells_time))


def win_notes(win: Result, of_deal: Sequence[Result], streak: int, *, tells_time: bool = True) -> Iterator[str]:
    """Return sentences about a win, without the best time unless `tells_time`.

    `of_deal` are the results of its deal before this win, and `streak` is the number of games won in a row with it.
    """
    if win.is_helped:
        yield "A solution was shown: this win counts as helped."
        return
    if win.variant == FREECELL and win.day and win.deal == deal_of(date.fromisoformat(win.day)):
        yield "This is today’s daily deal."
    earlier = [result for result in of_deal if result.id != win.id]
    if any(result.is_own_win for result in of_deal if result.id == win.id):
        yield "You won this game before; its best time and fewest moves count."
    elif not any(result.is_own_win for result in earlier):
        losses = sum(not result.is_won for result in earlier)
        after = f", after {losses} {'loss' if losses == 1 else 'losses'}" if losses else ""
        yield f"Your first win on this deal{after}."
    before = compare(win, of_deal)
    if tells_time and before.is_fastest and before.seconds is not None:
        yield f"{BEST_TIME}: {clock_text(win.seconds)}, before {clock_text(before.seconds)}."
    if before.is_shortest:
        yield f"{FEWEST_MOVES}: {win.moves}, before {before.moves}."
    if streak > 1:
        yield f"{streak:,} wins in a row."
