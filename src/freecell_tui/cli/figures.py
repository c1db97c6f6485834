"""Statistics as they are printed: figures for people, bars and a line in block characters or in ASCII."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from freecell_tui.clock import clock_text
from freecell_tui.engine import Variant
from freecell_tui.storage.saves import house_rules_of
from freecell_tui.storage.statistics import DealFigures, Statistics

_WIDTH: Final = 40
"""The cells of the longest bar and of the line."""

_ROWS: Final = 8
"""The most rows of a histogram."""

_MONTHS: Final = 12
_DEALS: Final = 10
"""How many months and deals are shown: the last ones."""

_STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Blocks:
    """The marks of bars: a full cell, its parts from the smallest, and the heights of a line, from the lowest."""

    full: str
    parts: Sequence[str]
    heights: str


UNICODE: Final = Blocks("█", ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉"), "▁▂▃▄▅▆▇█")
ASCII: Final = Blocks("#", ("",), "_.-=+*%#")


def for_encoding(encoding: str) -> Blocks:
    """The marks that a text in this encoding can have."""
    try:
        "".join((UNICODE.full, *UNICODE.parts, UNICODE.heights)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def title(variant: Variant) -> str:
    """A game's title, with its cells and house rules where they are not the usual ones."""
    return ", ".join([variant.full_title, *(rule.replace("_", " ") for rule in house_rules_of(variant))])


def percent(rate: float | None) -> str:
    """A part of a whole in percent; a dash if there is none. Only the whole is 100, and only nothing is 0."""
    if rate is None:
        return "–"
    return f"{round(rate * 100) if rate in (0, 1) else min(max(round(rate * 100), 1), 99)} %"


def summary(statistics: Statistics) -> Iterator[str]:
    """The figures of some games, a line each."""
    won, lost = statistics.won, statistics.lost
    yield f"played    {statistics.played:,}"
    yield f"won       {won:,}{f', {percent(statistics.win_rate)} of {won + lost:,}' if won + lost else ''}"
    yield f"lost      {lost:,}"
    if statistics.helped:
        yield f"helped    {statistics.helped:,} won after a solution was shown; not counted below"
    if won:
        yield f"no undo   {statistics.without_undo:,} of the wins"
    if won + lost:
        yield f"streaks   {_streaks(statistics)}"
    if statistics.best_seconds is not None and statistics.average_seconds is not None:
        yield f"time      best {clock_text(statistics.best_seconds)}, average {clock_text(statistics.average_seconds)}"
    if statistics.fewest_moves is not None and statistics.average_moves is not None:
        yield f"moves     fewest {statistics.fewest_moves:,}, average {statistics.average_moves:,.0f}"


def _streaks(statistics: Statistics) -> str:
    streaks = statistics.streaks
    now = number(streaks.winning, "win") if streaks.winning else number(streaks.losing, "loss", "losses")
    most = f"{number(streaks.longest_winning, 'win')} and {number(streaks.longest_losing, 'loss', 'losses')}"
    return f"now {now}, at most {most}"


def number(count: int, thing: str, things: str = "") -> str:
    """A number of things."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"


def rate_line(outcomes: Sequence[bool], blocks: Blocks) -> Iterator[str]:
    """How the win rate went: a mark for each part of the games, from the first to the last."""
    parts = min(len(outcomes), _WIDTH)
    if parts < 2:  # noqa: PLR2004 - a line has two ends
        return
    bounds = [len(outcomes) * part // parts for part in range(parts + 1)]
    rates = [sum(outcomes[a:b]) / (b - a) for a, b in pairwise(bounds)]
    yield "".join(blocks.heights[round(rate * (len(blocks.heights) - 1))] for rate in rates)
    yield f"from the first game to the last; {blocks.heights[-1]} is all won, {blocks.heights[0]} all lost"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a histogram: how many values are at least `low` and less than `high`, where None is no bound."""

    low: int | None
    high: int | None
    count: int


def histogram(values: Sequence[float], unit: int) -> list[Row]:
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
        Row(
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


def bar(part: float, blocks: Blocks) -> str:
    """A bar that is so long of the longest; what is not nothing can be seen."""
    steps = len(blocks.parts)
    length = round(part * _WIDTH * steps) if part == 0 else max(round(part * _WIDTH * steps), 1)
    return blocks.full * (length // steps) + blocks.parts[length % steps]


def times(statistics: Statistics, blocks: Blocks) -> Iterator[str]:
    """The histogram of the times of wins."""
    return _rows(histogram(statistics.times, 30), clock_text, clock_text, blocks)


def moves(statistics: Statistics, blocks: Blocks) -> Iterator[str]:
    """The histogram of the moves of wins."""
    return _rows(histogram(statistics.moves, 5), str, lambda high: str(high - 1), blocks)


def _rows(
    rows: Sequence[Row], first: Callable[[int], str], last: Callable[[int], str], blocks: Blocks
) -> Iterator[str]:
    most = max((row.count for row in rows), default=0)
    for row in rows:
        if row.low is not None and row.high is not None:
            label = f"{first(row.low)} – {last(row.high)}"
        elif row.low is not None:
            label = f"{first(row.low)} and more"
        elif row.high is not None:
            label = f"up to {last(row.high)}"
        else:
            label = "any"
        yield f"{label:>17}  {row.count:>5,}  {bar(row.count / most, blocks)}".rstrip()


def months(by_month: dict[str, Statistics], blocks: Blocks) -> Iterator[str]:
    """A line for each of the last months in which a game ended: how many were won, and the win rate as a bar."""
    for month, statistics in list(by_month.items())[-_MONTHS:]:
        rate = statistics.win_rate
        won = f"{statistics.won:,} of {statistics.won + statistics.lost:,}"
        yield f"{month}  {won:>14}  {percent(rate):>5}  {bar(rate or 0, blocks)}".rstrip()


def variants(by_variant: dict[Variant, Statistics]) -> Iterator[str]:
    """A line for each game: played, won, win rate, best time and fewest moves."""
    width = max(map(len, map(title, by_variant)))
    yield f"{'':<{width}}  played    won   rate       best  fewest"
    for variant, statistics in by_variant.items():
        best = "–" if statistics.best_seconds is None else clock_text(statistics.best_seconds)
        fewest = "–" if statistics.fewest_moves is None else f"{statistics.fewest_moves:,}"
        figures = (
            f"{statistics.played:>6,} {statistics.won:>6,}  {percent(statistics.win_rate):>5}  {best:>9}  {fewest:>6}"
        )
        yield f"{title(variant):<{width}}  {figures}"


def deals(by_deal: Sequence[DealFigures]) -> Iterator[str]:
    """A line for each of the deals that were played last."""
    yield f"{'':>13}  played    won       best  fewest  last played"
    for figures in by_deal[:_DEALS]:
        best = "–" if figures.best_seconds is None else clock_text(figures.best_seconds)
        fewest = "–" if figures.fewest_moves is None else f"{figures.fewest_moves:,}"
        name = f"#{figures.deal}"
        row = f"{name:>13}  {figures.played:>6,} {figures.won:>6,}  {best:>9}  {fewest:>6}  {figures.last_played:<10}"
        yield f"{row}  {title(figures.variant)}"


def page(sections: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
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
