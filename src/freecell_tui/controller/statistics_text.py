"""Statistics as they are shown: figures for people, and charts in block characters or in ASCII."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from freecell_tui.controller.clock import clock_text
from freecell_tui.engine import Variant
from freecell_tui.storage.statistics import DealStatistics, Statistics

_WIDTH: Final = 40
"""The cells of the longest bar and of the line."""

_ROWS: Final = 8
"""The most rows of a histogram."""

_MONTHS: Final = 12
_DEALS: Final = 10
"""How many months and deals are shown: the last ones."""

_STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class BarGlyphs:
    """The marks of bars: a full cell, its parts from the smallest, and the heights of a line, from the lowest."""

    full: str
    parts: Sequence[str]
    heights: str


UNICODE: Final = BarGlyphs("█", ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉"), "▁▂▃▄▅▆▇█")
ASCII: Final = BarGlyphs("#", ("",), "_.-=+*%#")


def for_encoding(encoding: str) -> BarGlyphs:
    """The marks that a text in this encoding can have."""
    try:
        "".join((UNICODE.full, *UNICODE.parts, UNICODE.heights)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def title(variant: Variant) -> str:
    """A game's title, with its cells and house rules where they are not the usual ones."""
    return ", ".join([variant.full_title, *(rule.replace("_", " ") for rule in variant.house_rules)])


def percent(rate: float | None) -> str:
    """A part of a whole in percent; a dash if there is none. Only the whole is 100, and only nothing is 0."""
    if rate is None:
        return "–"
    return f"{round(rate * 100) if rate in (0, 1) else min(max(round(rate * 100), 1), 99)} %"


def summary(statistics: Statistics) -> Iterator[tuple[str, str]]:
    """The figures of some games, each with what it is."""
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
    if statistics.best_seconds is not None and statistics.average_seconds is not None:
        yield "time", f"best {clock_text(statistics.best_seconds)}, average {clock_text(statistics.average_seconds)}"
    if statistics.fewest_moves is not None and statistics.average_moves is not None:
        yield "moves", f"fewest {statistics.fewest_moves:,}, average {statistics.average_moves:,.0f}"


def _streaks(statistics: Statistics) -> str:
    streaks = statistics.streaks
    now = counted(streaks.winning, "win") if streaks.winning else counted(streaks.losing, "loss", "losses")
    most = f"{counted(streaks.longest_winning, 'win')} and {counted(streaks.longest_losing, 'loss', 'losses')}"
    return f"now {now}, at most {most}"


def counted(count: int, thing: str, things: str = "") -> str:
    """A number of things."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"


def rates(outcomes: Sequence[bool], most: int) -> list[float]:
    """The win rate of each part of the games, from the first to the last, in at most so many parts."""
    parts = min(len(outcomes), most)
    bounds = [len(outcomes) * part // parts for part in range(parts + 1)] if parts > 0 else []
    return [sum(outcomes[a:b]) / (b - a) for a, b in pairwise(bounds)]


def bar_chart(parts: Sequence[float], height: int, blocks: BarGlyphs) -> list[str]:
    """Parts of a whole as columns, in so many rows, the topmost first; what is not nothing can be seen."""
    steps = len(blocks.heights) if blocks is UNICODE else 1
    rows = []
    for row in reversed(range(height)):
        filled = [max(round(part * height * steps), bool(part)) - row * steps for part in parts]
        rows.append("".join(_column(min(max(of_row, 0), steps), blocks) for of_row in filled))
    return rows


def _column(eighths: int, blocks: BarGlyphs) -> str:
    if not eighths:
        return " "
    return blocks.heights[eighths - 1] if blocks is UNICODE else blocks.full


def rate_line(outcomes: Sequence[bool], blocks: BarGlyphs) -> Iterator[str]:
    """How the win rate went: a mark for each part of the games, from the first to the last."""
    of_parts = rates(outcomes, _WIDTH)
    if len(of_parts) < 2:  # noqa: PLR2004 - a line has two ends
        return
    yield "".join(blocks.heights[round(rate * (len(blocks.heights) - 1))] for rate in of_parts)
    yield f"from the first game to the last; {blocks.heights[-1]} is all won, {blocks.heights[0]} all lost"


@dataclass(frozen=True, slots=True)
class HistogramBin:
    """A row of a histogram: how many values are at least `low` and less than `high`, where None is no bound."""

    low: int | None
    high: int | None
    count: int


def histogram(values: Sequence[float], unit: int) -> list[HistogramBin]:
    """The values in rows as wide as `unit` or a round multiple of it, at most eight.

    The rows at both ends take what lies far out, so that a few such values do not squeeze all others into one row.
    """
    if not values:
        return []
    ordered = sorted(values)
    low, high = ordered[len(ordered) // 50], ordered[-1 - len(ordered) // 50]
    width = next(width for width in _widths(unit) if high // width - low // width < _ROWS)
    first, last = int(low // width), int(high // width)
    counts = Counter(min(max(int(value // width), first), last) for value in values)
    return [
        HistogramBin(
            None if row == first and ordered[0] < first * width else row * width,
            None if row == last and ordered[-1] >= (last + 1) * width else (row + 1) * width,
            counts[row],
        )
        for row in range(first, last + 1)
    ]


def _widths(unit: int) -> Iterator[int]:
    scale = unit
    while True:
        yield from (step * scale for step in _STEPS)
        scale *= 10


def bar(part: float, blocks: BarGlyphs, width: int = _WIDTH) -> str:
    """A bar that is so long of the longest, which has so many cells; what is not nothing can be seen."""
    steps = len(blocks.parts)
    length = round(part * width * steps) if part == 0 else max(round(part * width * steps), 1)
    return blocks.full * (length // steps) + blocks.parts[length % steps]


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """A row with a bar: what it is of, its figures, and how long the bar is of the longest there can be."""

    label: str
    figures: tuple[str, ...]
    part: float


def time_histogram(statistics: Statistics) -> list[HistogramBar]:
    """The histogram of the times of wins."""
    return _bars(histogram(statistics.times, 30), clock_text, clock_text)


def move_histogram(statistics: Statistics) -> list[HistogramBar]:
    """The histogram of the moves of wins."""
    return _bars(histogram(statistics.moves, 5), str, lambda high: str(high - 1))


def _bars(rows: Sequence[HistogramBin], first: Callable[[int], str], last: Callable[[int], str]) -> list[HistogramBar]:
    most = max((row.count for row in rows), default=0)
    return [HistogramBar(_span(row, first, last), (f"{row.count:,}",), row.count / most) for row in rows]


def _span(row: HistogramBin, first: Callable[[int], str], last: Callable[[int], str]) -> str:
    if row.low is not None and row.high is not None:
        return f"{first(row.low)} – {last(row.high)}"
    if row.low is not None:
        return f"{first(row.low)} and more"
    return "any" if row.high is None else f"up to {last(row.high)}"


def periods(by_period: Mapping[str, Statistics]) -> list[HistogramBar]:
    """A bar for each month or day: how many games were won, and the win rate."""
    return [
        HistogramBar(
            period, (f"{of_it.won:,} of {of_it.won + of_it.lost:,}", percent(of_it.win_rate)), of_it.win_rate or 0
        )
        for period, of_it in by_period.items()
    ]


def histogram_lines(bars: Sequence[HistogramBar], blocks: BarGlyphs) -> Iterator[str]:
    """A histogram as lines."""
    for row in bars:
        yield f"{row.label:>17}  {row.figures[0]:>5}  {bar(row.part, blocks)}".rstrip()


def months(by_month: Mapping[str, Statistics], blocks: BarGlyphs) -> Iterator[str]:
    """A line for each of the last months in which a game ended: how many were won, and the win rate as a bar."""
    for row in periods(by_month)[-_MONTHS:]:
        won, rate = row.figures
        yield f"{row.label}  {won:>14}  {rate:>5}  {bar(row.part, blocks)}".rstrip()


def best_time(statistics: Statistics) -> str:
    """The best time of some games; a dash without a win."""
    return "–" if statistics.best_seconds is None else clock_text(statistics.best_seconds)


def fewest(statistics: Statistics) -> str:
    """The fewest moves of some games; a dash without a win."""
    return "–" if statistics.fewest_moves is None else f"{statistics.fewest_moves:,}"


def variant_table(by_variant: Mapping[Variant, Statistics]) -> Iterator[str]:
    """A line for each game: played, won, win rate, best time and fewest moves."""
    width = max(map(len, map(title, by_variant)))
    yield f"{'':<{width}}  played    won   rate       best  fewest"
    for variant, of_it in by_variant.items():
        figures = (
            f"{of_it.played:>6,} {of_it.won:>6,}  {percent(of_it.win_rate):>5}  {best_time(of_it):>9}  "
            f"{fewest(of_it):>6}"
        )
        yield f"{title(variant):<{width}}  {figures}"


def deal_table(by_deal: Sequence[DealStatistics]) -> Iterator[str]:
    """A line for each of the deals that were played last."""
    yield f"{'':>13}  played    won       best  fewest  last played"
    for deal in by_deal[:_DEALS]:
        name, of_it = f"#{deal.deal}", deal.statistics
        figures = f"{deal.played:>6,} {deal.won:>6,}  {best_time(of_it):>9}  {fewest(of_it):>6}"
        yield f"{name:>13}  {figures}  {deal.last_played:<10}  {title(deal.variant)}"


def sections(sections: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    """Sections under their headings, with a line between them; one that has nothing to say is left out."""
    is_first = True
    for heading, lines in sections:
        body = list(lines)
        if not body:
            continue
        if not is_first:
            yield ""
        is_first = False
        yield heading
        yield from (f"  {line}" for line in body)
