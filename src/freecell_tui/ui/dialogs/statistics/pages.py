"""The pages of the statistics as lines of text: a first page with what matters, histograms, and a map of days."""

from collections.abc import Mapping, Sequence
from datetime import date
from textwrap import wrap
from typing import Final, NamedTuple

from freecell_tui.controller.records import statistics
from freecell_tui.controller.records.statistics import RECENT_GAMES, BarGlyphs, HistogramBar
from freecell_tui.engine.text import clock_text
from freecell_tui.storage.results import read_day
from freecell_tui.storage.statistics import Breakdown, Statistics, Tally, rolling_win_rate
from freecell_tui.ui.drawing.charts import curve
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.ornaments import FIGURE_ROWS, figure_rows, figure_width, has_half_cells
from freecell_tui.ui.drawing.themes.theme import HEAT

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
            lines.append([(kind.title_with_rules[:width], "quiet")])
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


# The days with games as a map: weeks are columns, and the more wins on a day the stronger it is.


MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_WEEK: Final = 7
_YEAR: Final = 53
"""The weeks that a year touches."""

_DAYS: Final = ("Mo", "", "We", "", "Fr", "", "Su")
_DAY_NAME: Final = 3
_DAY_WIDTH: Final = 2
MAP_WIDTH: Final = _DAY_NAME + _YEAR * _DAY_WIDTH
"""The cells of the map of a year."""

_MAP_ROWS: Final = 1 + _WEEK + 1
# The most wins that each strength stands for, and the marks where there are too few colours for strengths.
_MOST_WINS: Final = (1, 3, 6)
_MEANINGS: Final = ("1 win", "2–3", "4–6", "more")
_MARKS: Final = "░▒▓█"
_ASCII_MARKS: Final = ":+*#"


def heat_map(days: Mapping[str, Tally], glyphs: Glyphs, width: int) -> list[Line]:
    """Return the last weeks with games as columns, the more wins on a day the stronger, with the months above."""
    known = sorted(day for day in map(read_day, days) if day is not None)
    if not known:
        return []
    weeks = max((width - _DAY_NAME) // _DAY_WIDTH, 1)
    span = min((_monday(known[-1]) - _monday(known[0])) // _WEEK + 1, weeks)
    return _map(days, glyphs, _mondays(known[-1], span), known[-1], width)


def year_maps(days: Mapping[str, Tally], glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Return maps of a year each, the last first, back to the first game or as far as `height` rows have room.

    In fewer cells than a year takes, each is of fewer weeks.
    """
    known = sorted(day for day in map(read_day, days) if day is not None)
    if not known:
        return []
    weeks = min(max((width - _DAY_NAME) // _DAY_WIDTH, 1), _YEAR)
    lines: list[Line] = []
    last = known[-1]
    while not lines or (known[0] <= last and len(lines) + _MAP_ROWS <= height):
        mondays = _mondays(last, weeks)
        lines += _map(days, glyphs, mondays, last, width)
        if mondays[0] <= 1:
            break
        last = date.fromordinal(mondays[0] - 1)
    return lines


def legend(glyphs: Glyphs, told: str, width: int) -> Line:
    """Return what the marks of a map mean, and a text to the right of it."""
    line: Line = [(" " * _DAY_NAME, "quiet"), (glyphs.verdicts[1], "lost"), (" no win   ", "quiet")]
    for wins, meaning in zip((*_MOST_WINS, _MOST_WINS[-1] + 1), _MEANINGS, strict=True):
        line += [_cell(Tally(wins), glyphs), (f" {glyphs.displayable(meaning)}   ", "quiet")]
    room = width - sum(len(text) for text, _ in line)
    return [*line, (told.rjust(room) if len(told) <= room else "", "quiet")]


def _monday(day: date) -> int:
    """Return the ordinal of the Monday on or before a day."""
    return day.toordinal() - day.weekday()


def _mondays(last: date, weeks: int) -> list[int]:
    """Return the ordinals of the Mondays of the weeks up to that of `last`."""
    return [monday for week in range(weeks) if (monday := _monday(last) - (weeks - 1 - week) * _WEEK) >= 1]


def _map(days: Mapping[str, Tally], glyphs: Glyphs, mondays: Sequence[int], last: date, width: int) -> list[Line]:
    """Return the map of some weeks up to a day."""
    lines: list[Line] = [[(" " * _DAY_NAME + _month_names(mondays, width - _DAY_NAME), "quiet")]]
    for weekday, name in enumerate(_DAYS):
        line: Line = [(name.ljust(_DAY_NAME), "quiet")]
        for monday in mondays:
            day = monday + weekday
            is_past = day <= last.toordinal()
            played = days.get(date.fromordinal(day).isoformat()) if is_past else None
            line.append(_cell(played, glyphs) if is_past else (" " * _DAY_WIDTH, "quiet"))
        lines.append(line)
    return [*lines, []]


def _month_names(mondays: Sequence[int], room: int) -> str:
    """Return the names of months, for a January its year, each above the first week that begins in it, if it fits."""
    names = [" "] * room
    free_from, before = 0, 0
    for at, monday in enumerate(map(date.fromordinal, mondays)):
        x = at * _DAY_WIDTH
        name = MONTHS[monday.month - 1] if monday.month > 1 else f"{monday.year:04}"
        if monday.month != before and free_from <= x <= room - len(name):
            names[x : x + len(name)] = name
            free_from = x + len(name) + 1
        before = monday.month
    return "".join(names).rstrip()


def _cell(tally: Tally | None, glyphs: Glyphs) -> tuple[str, str]:
    """Return the cells of a day and their ink: how much was won, that nothing was, or that nothing was played."""
    if tally is None or not tally.played:
        return glyphs.dot.ljust(_DAY_WIDTH), "quiet"
    won = tally.won + tally.helped
    if not won:
        return glyphs.verdicts[1].ljust(_DAY_WIDTH), "lost"
    strength = sum(won > most for most in _MOST_WINS)
    mark = (_MARKS if has_half_cells(glyphs) else _ASCII_MARKS)[strength]
    return mark * _DAY_WIDTH, HEAT[strength].strip()


# The first page of the statistics, to be taken in at a glance.


_GAP: Final = 3
_CURVE_ROWS: Final = 4
_LOW_CURVE: Final = 2
_WIDE: Final = 60
_HEAD_ROWS: Final = 3
"""The rows above a page: the pages' names, the game, and a blank one."""

_FEWEST_ROWS: Final = 22
_EMPTY_ROWS: Final = 14


class _Figure(NamedTuple):
    text: str
    label: str
    more: str


def dashboard(total: Statistics, glyphs: Glyphs, width: int, curve_rows: int | None = None) -> list[Line]:
    """Return four figures, the win rate of every ten games in a row, and the last games one by one.

    The win rate is a curve of `curve_rows` rows, by default of a few.
    """
    figures = _figures(total)
    if curve_rows is None:
        curve_rows = _CURVE_ROWS if width >= _WIDE else _LOW_CURVE
    return [
        *_figure_lines(figures, glyphs, width),
        *_curve(total.outcomes, glyphs, width, curve_rows),
        *_strip(total, glyphs, width),
    ]


def first_page(breakdown: Breakdown, glyphs: Glyphs, width: int) -> list[Line]:
    """Return the dashboard, and below it what all games come to in words and what those of each variant do."""
    return dashboard(breakdown.total, glyphs, width) + StatisticsPages(breakdown, glyphs).figures(width)


def rows_for(breakdown: Breakdown, glyphs: Glyphs, width: int) -> int:
    """Return the rows for the statistics of all games: their first page has room, and the others have as many."""
    if not breakdown.total.played:
        return _EMPTY_ROWS
    return max(_HEAD_ROWS + len(first_page(breakdown, glyphs, width)), _FEWEST_ROWS)


def _figures(total: Statistics) -> list[_Figure]:
    streaks = total.streaks
    is_one = (streaks.winning or streaks.losing) == 1
    streak, longest = (
        ("win" if is_one else "wins", streaks.longest_winning)
        if streaks.winning
        else ("loss" if is_one else "losses", streaks.longest_losing)
    )
    average = "" if total.average_seconds is None else f"average {clock_text(total.average_seconds)}"
    rate = statistics.percent(total.win_rate).replace(" ", "")
    return [
        _Figure(f"{total.played:,}", "played", f"{total.helped:,} with help" if total.helped else ""),
        _Figure(rate, "won", f"{total.won:,} of {total.won + total.lost:,}"),
        _Figure(f"{streaks.winning or streaks.losing:,}", f"{streak} in a row", f"longest {longest:,}"),
        _Figure(statistics.best_time(total), "best time", average),
    ]


def _figure_lines(figures: Sequence[_Figure], glyphs: Glyphs, width: int) -> list[Line]:
    """Return the figures side by side with their labels; two in a row, and not large, where there is little room."""
    widths = [max(figure_width(each.text, glyphs), len(each.label), len(each.more)) for each in figures]
    spare = width - sum(widths)
    if spare < _GAP * (len(figures) - 1):
        first = max(width // 2, *(len(f"{each.text} {each.label}") + 1 for each in figures[::2]))
        pairs = zip(figures[::2], figures[1::2], strict=True)
        return [[*_small(left, first), *_small(right, width - first)] for left, right in pairs] + [[]]
    even, gap = width // len(figures), spare // (len(figures) - 1)
    # Columns of one width stay where they are from game to game.
    columns = [even] * len(figures) if max(widths) + _GAP <= even else [each + gap for each in widths]
    rows: list[Line] = [[] for _ in range(FIGURE_ROWS + 2)]
    for figure, column in zip(figures, columns, strict=True):
        texts = (*figure_rows(figure.text, glyphs), figure.label, figure.more)
        inks = (*("title",) * FIGURE_ROWS, "text", "quiet")
        for row, text, ink in zip(rows, texts, inks, strict=True):
            row.append((text.ljust(column), ink))
    return [*rows, []]


def _small(figure: _Figure, width: int) -> list[tuple[str, str]]:
    room = width - len(figure.text) - 1
    return [(figure.text, "title"), (f" {figure.label}"[:room].ljust(room + 1), "quiet")]


def _curve(outcomes: Sequence[int], glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Return the win rate of every ten games in a row as a line."""
    rates = rolling_win_rate(outcomes, RECENT_GAMES)
    if not rates[1:]:
        return []
    room = width - _AXIS
    rows = curve(rates, room, height, glyphs)
    axis = {0: "100 %", len(rows) - 1: "0 %"}
    lines: list[Line] = [
        [(axis.get(row, "").rjust(_AXIS - 1) + " ", "quiet"), (dots, "winnable")] for row, dots in enumerate(rows)
    ]
    caption = f"won of {RECENT_GAMES} games in a row" if width >= _WIDE else f"of {RECENT_GAMES} in a row"
    return [*lines, [(" " * _AXIS, "quiet"), (caption, "quiet")], []]


def _strip(total: Statistics, glyphs: Glyphs, width: int) -> list[Line]:
    """Return a mark for each of the last games: above the line a win, below it a loss."""
    if not total.outcomes:
        return []
    name = "last "
    shown = total.outcomes[len(name) - width :]
    won, lost = ("▀", "▄") if has_half_cells(glyphs) else (glyphs.verdicts[0], glyphs.verdicts[1])
    line: Line = [(name, "quiet")]
    for outcome in shown:
        mark, ink = (won, "winnable") if outcome else (lost, "lost")
        if line[-1][1] == ink:
            line[-1] = (line[-1][0] + mark, ink)
        else:
            line.append((mark, ink))
    told = f"{sum(shown)} of {len(shown)} won"
    return [line, [(" " * len(name), "quiet"), (told, "quiet")], []]
