"""The pages of the statistics in a large window: charts as wide and as high as it, and more sections below."""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise, zip_longest
from typing import Final, NamedTuple

from freecell_tui.controller.records import statistics
from freecell_tui.controller.records.statistics import HistogramBar, percent
from freecell_tui.engine.text import clock_text, counted
from freecell_tui.storage.results import read_day
from freecell_tui.storage.statistics import Breakdown, Tally
from freecell_tui.ui.dialogs.statistics.pages import (
    AREA,
    MAP_WIDTH,
    MONTHS,
    MOST_BINS,
    Line,
    StatisticsPages,
    bars_of,
    blocks_of,
    dashboard,
    legend,
    rate_columns,
    second_blocks_of,
    spaced,
    year_maps,
)
from freecell_tui.ui.drawing.glyphs import Glyphs

# What the pages of the statistics are made of in a large window: columns over an axis, and sections side by side.


AXIS: Final = 6
"""The cells to the left of a chart, for its scale."""

GAP: Final = 4
"""The cells between two sections."""

_WIDEST_PITCH: Final = 24
_GAPS: Final = (3, 8, 16)
"""From these widths of a column on it has a gap of one, two and three cells to its right."""

_SHORTEST_BAR: Final = 4


class Column(NamedTuple):
    """Bars side by side, each its length (0–1) and its ink, with a line of text below for each label."""

    bars: Sequence[tuple[float, str]]
    labels: Sequence[str]


def column_chart(columns: Sequence[Column], scale: Sequence[str], size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return columns over an axis in `size` cells and rows, their labels among them.

    `scale` are the texts beside the axis from its top to its foot, at even distances.
    """
    width, rows = size[0] - AXIS, size[1] - len(columns[0].labels)
    width = min(width, _WIDEST_PITCH * len(columns))
    bounds = [at * width // len(columns) for at in range(len(columns) + 1)]
    pitches = [end - start for start, end in pairwise(bounds)]
    axis = {round(at * (rows - 1) / (len(scale) - 1)): text for at, text in enumerate(scale)}
    drawn = [_drawn(column, pitch, rows, glyphs) for column, pitch in zip(columns, pitches, strict=True)]
    lines: list[Line] = [
        [(axis.get(row, "").rjust(AXIS - 1) + " ", "quiet"), *_joined(chain.from_iterable(each[row] for each in drawn))]
        for row in range(rows)
    ]
    labels = zip(*(each.labels for each in columns), strict=True)
    return lines + [
        [(" " * AXIS + _labels(texts, pitches), "text" if at else "quiet")] for at, texts in enumerate(labels)
    ]


def _drawn(column: Column, pitch: int, rows: int, glyphs: Glyphs) -> list[Line]:
    """Return the rows of a column's bars, with a gap to the right."""
    gap = bisect(_GAPS, pitch)
    each, more = divmod(pitch - gap, len(column.bars))
    bars = []
    for at, (part, ink) in enumerate(column.bars):
        cells = each + (at < more)
        chart = statistics.bar_chart([part], rows, second_blocks_of(glyphs) if at else blocks_of(glyphs))
        bars.append([(row * cells, ink) for row in chart])
    return [[*row, (" " * gap, "quiet")] for row in zip(*bars, strict=True)]


def _joined(line: Iterable[tuple[str, str]]) -> Line:
    """Return a line in as few parts as there can be; the ink of a blank part does not matter."""
    parts: Line = []
    for text, ink in line:
        if parts and (ink == parts[-1][1] or not text.strip()):
            parts[-1] = (parts[-1][0] + text, parts[-1][1])
        else:
            parts.append((text, ink))
    return parts


def _labels(texts: Sequence[str], pitches: Sequence[int]) -> str:
    """Return texts below their columns; where they are too long, those of every second column, or of fewer."""
    every = max(-(-(max(map(len, texts)) + 1) // min(pitches)), 1)
    rooms = [sum(pitches[at : at + every]) for at in range(0, len(texts), every)]
    return "".join(text.ljust(room) for text, room in zip(texts[::every], rooms, strict=True)).rstrip()


def section(title: str, bars: Sequence[HistogramBar], width: int, glyphs: Glyphs) -> list[Line]:
    """Return a title, and below it a line with a bar for each label; nothing without any."""
    if not bars:
        return []
    label = max(len(bar.label) for bar in bars)
    figures = [max(len(bar.figures[at]) for bar in bars) for at in range(len(bars[0].figures))]
    room = width - label - sum(figures) - len(figures) - 1
    if room < _SHORTEST_BAR:
        room = 0
    lines: list[Line] = [[(title, "title")]]
    for bar in bars:
        told = " ".join(text.rjust(cells) for text, cells in zip(bar.figures, figures, strict=True))
        drawn = statistics.bar(bar.part, bars_of(glyphs), room)
        lines.append([(bar.label.ljust(label) + " ", "quiet"), (told + " ", "text"), (drawn, "winnable")])
    return lines


def side_by_side(sections: Sequence[Sequence[Line]], share: int) -> list[Line]:
    """Return sections beside each other, each `share` cells wide."""
    rows = zip_longest(*sections, fillvalue=())
    return [list(chain.from_iterable(padded(line, share + GAP) for line in row)) for row in rows]


def share_of(width: int, sections: int) -> int:
    """Return the width of one of several sections beside each other."""
    return (width - GAP * (sections - 1)) // sections


def padded(line: Sequence[tuple[str, str]], width: int) -> Line:
    """Return a line with blanks up to a width."""
    return [*line, (" " * (width - sum(len(text) for text, _ in line)), "quiet")]


WINDOW: Final = (120, 40)
"""The smallest window that has room for these pages."""

FEWEST_GAMES: Final = 20
"""With fewer games there is too little to show on them."""

_BESIDE: Final = 10, 8
_WIDEST, _HIGHEST = 164, 50

_LEAST_CURVE: Final = 4
_HIGHEST_STROKES: Final = 10
_LEAST_CHART: Final = 8
_COLUMN: Final = 7
_YEAR: Final = 12
_FEWEST_MONTHS: Final = 6
_LEAST_BESIDE: Final = 30
_NARROWEST_WORDS: Final = 40
_LONGEST_BAR: Final = 40
_DAY_COLUMN: Final = 33
_WEEKDAYS: Final = "by day of the week"


def size_in(window: tuple[int, int]) -> tuple[int, int]:
    """Return the columns and rows inside the dialog in a window that is large enough."""
    return min(window[0] - _BESIDE[0], _WIDEST), min(window[1] - _BESIDE[1], _HIGHEST)


class LargePages:
    """The pages of one breakdown, each of `width` cells and, where it need not scroll, of `height` rows."""

    def __init__(self, breakdown: Breakdown, glyphs: Glyphs, width: int, height: int) -> None:
        self._breakdown = breakdown
        self._glyphs = glyphs
        self._width = width
        self._height = height
        self._pages = StatisticsPages(breakdown, glyphs)

    def figures(self) -> list[Line]:
        """Return the dashboard, and below it all figures in words beside those of each variant or of the last games."""
        total = self._breakdown.total
        variants, half = self._variants(), share_of(self._width, 2)
        beside = max((sum(len(text) for text, _ in line) for line in variants), default=half)
        room = self._width - GAP - beside
        words = side_by_side([self._pages.summary(room), variants or self._last_games(half)], room)
        least = len(dashboard(total, self._glyphs, self._width, _LEAST_CURVE)) - _LEAST_CURVE
        rows = max(self._height - len(words) - least, _LEAST_CURVE)
        if not self._glyphs.has_full_unicode:
            rows = min(rows, _HIGHEST_STROKES)
        return dashboard(total, self._glyphs, self._width, rows) + words

    def _variants(self) -> list[Line]:
        """Return the table of variants with bars for their win rates, if there are several."""
        if not self._breakdown.variants:
            return []
        head, *rows = statistics.variant_table(self._breakdown.variants)
        if not rows[1:] or len(head) > self._width - _NARROWEST_WORDS:
            return self._pages.variants(share_of(self._width, 2))
        room = min(self._width // 2 - len(head) - 2, _LONGEST_BAR)
        bars = bars_of(self._glyphs)
        lines: list[Line] = [[(head, "quiet")]]
        for row, total in zip(rows, self._breakdown.variants.values(), strict=True):
            bar = statistics.bar(total.win_rate or 0, bars, room) if room >= _COLUMN else ""
            lines.append([(f"{row}  ".ljust(len(head) + 2), "text"), (bar.ljust(max(room, 0)), "winnable")])
        return lines

    def _last_games(self, width: int) -> list[Line]:
        return section("win rate", statistics.last_games(self._breakdown.total.outcomes), width, self._glyphs)

    def rate(self) -> list[Line]:
        """Return the win rate over time as columns, and below it that of the last games, and the wins in a row."""
        outcomes = self._breakdown.total.outcomes
        room = (self._width - AXIS) // _COLUMN
        rates = statistics.win_rates(outcomes, min(rate_columns(len(outcomes)), room))
        if not rates[1:]:
            return self._pages.rate(self._width, self._height)
        width = share_of(self._width, 2)
        runs = section("wins in a row: how often", statistics.run_histogram(outcomes), width, self._glyphs)
        below = side_by_side([self._last_games(width), runs], width)
        firsts = (f"{at * len(outcomes) // len(rates) + 1:,}" for at in range(len(rates)))
        columns = [Column([(rate, AREA)], [first]) for rate, first in zip(rates, firsts, strict=True)]
        caption = "by number of the game" + statistics.games_a_column(len(outcomes), len(rates))
        rows = max(self._height - len(below) - 2, _LEAST_CHART)
        chart = column_chart(columns, ("100 %", "50 %", "0 %"), (self._width, rows), self._glyphs)
        return [*chart, [(" " * AXIS + caption, "quiet")], [], *below]

    def wins(self) -> list[Line]:
        """Return the times and the moves of wins as columns, one chart above the other."""
        if not self._breakdown.total.won:
            return self._pages.wins(self._width)
        times, moves = self._breakdown.times, self._breakdown.moves
        most = min((self._width - AXIS) // _COLUMN, MOST_BINS)
        upper = (self._height - 1) // 2
        return [
            *self._histogram(
                "time",
                statistics.time_histogram(self._breakdown, most),
                upper,
                statistics.quarters(times, clock_text),
            ),
            [],
            *self._histogram(
                "moves",
                statistics.move_histogram(self._breakdown, most),
                self._height - 1 - upper,
                statistics.quarters(moves, str),
            ),
        ]

    def _histogram(self, name: str, bars: list[HistogramBar], height: int, told: str) -> list[Line]:
        most = next((bar.figures[0] for bar in bars if bar.part == 1), "0")
        columns = [Column([(bar.part, AREA)], [bar.short, bar.figures[0]]) for bar in bars]
        title: Line = [(f"{name} of the wins", "title"), (f"  {told}"[: self._width - len(name) - 12], "quiet")]
        rows = max(height - 1, _LEAST_CHART)
        return [title, *column_chart(columns, (most, "0"), (self._width, rows), self._glyphs)]

    def months(self) -> list[Line]:
        """Return how many games were won and lost in each month as columns, and the win rates as bars."""
        listed = self._pages.periods(self._breakdown.months, self._width)
        shown = _with_empty_months(self._breakdown.months, (self._width - AXIS) // _COLUMN)
        if not shown:
            return listed
        most = max(max(tally.won, tally.lost) for tally in shown.values())
        columns = [
            Column(
                [(tally.won / max(most, 1), "winnable"), (tally.lost / max(most, 1), "lost")],
                [_month_name(month), percent(tally.win_rate) if tally.win_rate is not None else ""],
            )
            for month, tally in shown.items()
        ]
        listed = spaced(listed, min(2 * len(listed), self._height // 2 - 1))
        rows = max(self._height - len(listed) - 2, self._height // 2)
        won, lost = (blocks(self._glyphs).full * 2 for blocks in (blocks_of, second_blocks_of))
        key: Line = [(" " * AXIS, "quiet"), (won, "winnable"), (" won   ", "quiet"), (lost, "lost"), (" lost", "quiet")]
        chart = column_chart(columns, (f"{most:,}", "0"), (self._width, rows), self._glyphs)
        return [key, *chart, [], *listed]

    def days(self) -> list[Line]:
        """Return the days of the last years as maps, what their marks mean, and the days beside the weekdays."""
        days = self._breakdown.days
        if not days:
            return self._pages.periods(days, self._width)
        maps = year_maps(days, self._glyphs, self._width, self._height // 2)
        weekdays = statistics.period_bars(statistics.by_weekday(days))
        played = sum(tally.played > 0 for tally in days.values())
        best = max(days, key=lambda day: days[day].won)
        told = f"{counted(played, 'day')} with games"
        if days[best].won:
            told += f"; best day {best}: {counted(days[best].won, 'win')}"
        beside = self._width - MAP_WIDTH - GAP
        columns = (self._width + GAP) // (_DAY_COLUMN + GAP)
        width = share_of(self._width, columns)
        listed = self._pages.periods(days, width)
        if beside >= _LEAST_BESIDE:
            bars = section(_WEEKDAYS, weekdays, beside, self._glyphs)
            pairs = zip_longest(maps, bars, fillvalue=Line())
            maps = [[*padded(line, MAP_WIDTH + GAP), *bar] for line, bar in pairs]
            parts = [listed[at::columns] for at in range(columns)]
        else:
            parts = [listed[at :: columns - 1] for at in range(columns - 1)]
            parts.append(section(_WEEKDAYS, weekdays, width, self._glyphs))
        below = side_by_side(parts, width)
        return [*maps, legend(self._glyphs, told, self._width), [], *below]


def _with_empty_months(months: Mapping[str, Tally], most: int) -> dict[str, Tally]:
    """Return the last months without a gap, six or more and at most `most`; nothing if it is not known which."""
    known = [first for month in months if (first := read_day(f"{month}-01")) is not None]
    if not known:
        return {}
    earliest, last = (day.year * _YEAR + day.month - 1 for day in (min(known), max(known)))
    start = max(last - min(max(last - earliest + 1, _FEWEST_MONTHS), most) + 1, _YEAR)
    names = (f"{at // _YEAR:04}-{at % _YEAR + 1:02}" for at in range(start, last + 1))
    return {name: months.get(name, Tally()) for name in names}


def _month_name(month: str) -> str:
    """Return the short name of a month, as `2026-11`; of a January its year."""
    year, _, number = month.partition("-")
    return MONTHS[int(number) - 1] if number != "01" else year
