"""The pages of the statistics as lines of text: figures, win rate, histograms of wins, months and days."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final

from freecell_tui.controller.records import statistics
from freecell_tui.controller.records.statistics import BarGlyphs, HistogramBar
from freecell_tui.storage.statistics import Breakdown, Tally
from freecell_tui.ui.drawing.glyphs import Glyphs

Line = list[tuple[str, str]]
"""Texts, each with its ink, side by side."""

AREA: Final = "area"
"""The ink of large filled surfaces: that of wins, but faint without colours, as a large reversed block would glare."""

_NAME_WIDTH: Final = 10
TWO_COLUMNS: Final = 64
_AXIS: Final = 6
_WIDEST_COLUMN: Final = 3
_RECENT: Final = 20
MOST_BINS: Final = 20
"""The columns of a histogram, and those of a curve of few games."""
_GAMES_A_COLUMN: Final = 10
_MOST_BLANK: Final = 2


def blocks_of(glyphs: Glyphs) -> BarGlyphs:
    """Return what bars are drawn with."""
    if glyphs.has_full_unicode:
        return statistics.UNICODE
    return statistics.CONSOLE if glyphs.bars else statistics.ASCII


def bars_of(glyphs: Glyphs) -> BarGlyphs:
    """Return what bars in rows one below the other are drawn with."""
    return statistics.APART if glyphs.bars else statistics.ASCII


def second_blocks_of(glyphs: Glyphs) -> BarGlyphs:
    """Return what the second of two bars is drawn with: the same where their colours tell them apart."""
    if not glyphs.bars:
        return statistics.SHADED_ASCII
    return statistics.SHADED if glyphs.is_for_one_colour else blocks_of(glyphs)


def rate_columns(games: int) -> int:
    """Return how many columns a chart of the win rate has at most: where each is of few games they tell nothing."""
    return max(games // _GAMES_A_COLUMN, MOST_BINS)


class StatisticsPages:
    """The pages of one breakdown."""

    def __init__(self, breakdown: Breakdown, glyphs: Glyphs) -> None:
        self._breakdown = breakdown
        self._by_variant = breakdown.variants if len(breakdown.variants) > 1 else {}
        self._blocks, self._bars = blocks_of(glyphs), bars_of(glyphs)

    def figures(self, width: int) -> list[Line]:
        """Return what all games come to, and what the games of each variant do."""
        variants = self.variants(width)
        return self.summary(width) + ([[], *variants] if variants else [])

    def summary(self, width: int) -> list[Line]:
        """Return what all games come to."""
        lines: list[Line] = []
        for name, text in statistics.overview(self._breakdown.total, self._breakdown.strokes):
            for row, part in enumerate(wrap(text, width - _NAME_WIDTH)):
                lines.append([(("" if row else name).ljust(_NAME_WIDTH), "quiet"), (part, "text")])
        return lines

    def variants(self, width: int) -> list[Line]:
        """Return a line for each variant, or two where that is too long; nothing if there is only one."""
        if not self._by_variant:
            return []
        head, *rows = statistics.variant_table(self._by_variant)
        if len(head) <= width:
            return [[(head, "quiet")], *([(row, "text")] for row in rows)]
        lines: list[Line] = []
        for kind, total in self._by_variant.items():
            lines.append([(statistics.variant_title(kind)[:width], "quiet")])
            rate, best = statistics.percent(total.win_rate), statistics.best_time(total)
            told = f"{total.played:,}, {rate} won, best {best}"
            lines.append([(f"  {told}", "text")])
        return lines

    def rate(self, width: int, height: int) -> list[Line]:
        """Return the win rate over time, as a chart of `height` rows with its caption."""
        outcomes = self._breakdown.total.outcomes
        room, most = width - _AXIS, rate_columns(len(outcomes))
        wide = max(min(-(-room // most), _WIDEST_COLUMN), 1)
        rates = statistics.win_rates(outcomes, min(room // wide, most))
        if not rates[1:]:
            return [[("This chart needs two finished games.", "text")]]
        wide = max(min(room // len(rates), _WIDEST_COLUMN), 1)
        caption = "from the first game to the last" + statistics.games_a_column(len(outcomes), len(rates))
        recent = outcomes[-_RECENT:]
        last = f"the last {len(recent)}: {statistics.percent(sum(recent) / len(recent))}"
        below = [part for text in (caption, last) for part in wrap(text, width - _AXIS)]
        rows = max(height - len(below), 3)
        columns = statistics.bar_chart([rate for rate in rates for _ in range(wide)], rows, self._blocks)
        axis = {0: "100 %", rows // 2: "50 %", rows - 1: "0 %"}
        lines: list[Line] = [
            [(axis.get(row, "").rjust(_AXIS - 1) + " ", "quiet"), (marks, AREA)] for row, marks in enumerate(columns)
        ]
        return lines + [[(" " * _AXIS, "quiet"), (text, "quiet")] for text in below]

    def wins(self, width: int) -> list[Line]:
        """Return histograms of the times and the moves of wins."""
        if not self._breakdown.total.won:
            return [[("No wins without help yet.", "text")]]
        both = (
            ("time", statistics.time_histogram(self._breakdown)),
            ("moves", statistics.move_histogram(self._breakdown)),
        )
        if width < TWO_COLUMNS:
            first, second = (self._histogram(name, bars, width) for name, bars in both)
            return [*first, [], *second]
        half = (width - 2) // 2
        left, right = (self._histogram(name, bars, half) for name, bars in both)
        longest = max(len(left), len(right))
        pairs = zip(left + [[]] * (longest - len(left)), right + [[]] * (longest - len(right)), strict=True)
        return [_beside(one, other, half + 2) for one, other in pairs]

    def _histogram(self, name: str, bars: Sequence[HistogramBar], width: int) -> list[Line]:
        label = max(len(bar.label) for bar in bars)
        count = max(len(bar.figures[0]) for bar in bars)
        room = width - label - count - 2
        return [
            [(f"{name} of the wins", "title")],
            *(
                [
                    (f"{bar.label:>{label}} ", "quiet"),
                    (f"{bar.figures[0]:>{count}} ", "text"),
                    (statistics.bar(bar.part, self._bars, room), "winnable"),
                ]
                for bar in bars
            ),
        ]

    def periods(self, by_period: Mapping[str, Tally], width: int) -> list[Line]:
        """Return a bar for each month or day, the last first."""
        by_period = dict(sorted(by_period.items(), reverse=True))
        bars = statistics.period_bars(by_period)
        if not bars:
            return [[("It is not known when these games ended.", "text")]]
        won = max(len(bar.figures[0]) for bar in bars)
        room = width - len(bars[0].label) - won - len("100 %") - 3
        return [
            [
                (f"{bar.label} ", "quiet"),
                (f"{bar.figures[0]:>{won}} {bar.figures[1]:>5} ", "text"),
                (statistics.bar(bar.part, self._bars, room), "winnable"),
            ]
            for bar in bars
        ]


def spaced(lines: list[Line], height: int) -> list[Line]:
    """Return lines with one or two blank ones below each, if they have that much room."""
    blank: list[Line] = [[]] * min(height // max(len(lines), 1) - 1, _MOST_BLANK)
    return [part for line in lines for part in (line, *blank)]


def evenly_wrapped(text: str, width: int) -> list[str]:
    """Return a text in as few lines of up to `width` cells as it needs, about equally long."""
    lines = wrap(text, width)
    while width > 1 and len(narrower := wrap(text, width - 1)) == len(lines):
        lines, width = narrower, width - 1
    return lines


def _beside(one: Line, other: Line, at: int) -> Line:
    used = sum(len(text) for text, _ in one)
    return [*one, (" " * (at - used), "text"), *other]
