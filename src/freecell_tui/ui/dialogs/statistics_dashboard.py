"""The first page of the statistics, to be taken in at a glance, and the days as a map."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from freecell_tui.controller import statistics_text
from freecell_tui.controller.clock import clock_text
from freecell_tui.controller.statistics_text import RECENT_GAMES, BarGlyphs
from freecell_tui.storage.daily_record import read_day
from freecell_tui.storage.statistics import Breakdown, Statistics, Tally, rolling_win_rate
from freecell_tui.ui.dialogs.statistics_pages import Line, StatisticsPages
from freecell_tui.ui.drawing.curves import curve
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.ornaments import FIGURE_ROWS, figure_rows, figure_width, has_half_cells
from freecell_tui.ui.drawing.theme import HEAT

_GAP: Final = 3
_AXIS: Final = 6
_CURVE_ROWS: Final = 4
_LOW_CURVE: Final = 2
_WIDE: Final = 60
_HEAD_ROWS: Final = 3
"""The rows above a page: the pages' names, the game, and a blank one."""

_FEWEST_ROWS: Final = 22
_EMPTY_ROWS: Final = 14

_WEEK: Final = 7
_DAYS: Final = ("Mo", "", "We", "", "Fr", "", "Su")
_DAY_NAME: Final = 3
_DAY_WIDTH: Final = 2
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# The most wins that each strength stands for, and the marks where there are too few colours for strengths.
_MOST_WINS: Final = (1, 3, 6)
_MARKS: Final = "░▒▓█"
_ASCII_MARKS: Final = ":+*#"


class _Figure(NamedTuple):
    text: str
    label: str
    more: str


def dashboard(total: Statistics, glyphs: Glyphs, width: int) -> list[Line]:
    """Return four figures, the win rate of every ten games in a row, and the last games one by one."""
    figures = _figures(total)
    return [
        *_figure_lines(figures, glyphs, width),
        *_curve(total.outcomes, glyphs, width),
        *_strip(total, glyphs, width),
    ]


def first_page(breakdown: Breakdown, glyphs: Glyphs, blocks: BarGlyphs, width: int) -> list[Line]:
    """Return the dashboard, and below it what all games come to in words and what those of each variant do."""
    return dashboard(breakdown.total, glyphs, width) + StatisticsPages(breakdown, blocks).figures(width)


def rows_for(breakdown: Breakdown, glyphs: Glyphs, blocks: BarGlyphs, width: int) -> int:
    """Return the rows for the statistics of all games: their first page has room, and the others have as many."""
    if not breakdown.total.played:
        return _EMPTY_ROWS
    return max(_HEAD_ROWS + len(first_page(breakdown, glyphs, blocks, width)), _FEWEST_ROWS)


def _figures(total: Statistics) -> list[_Figure]:
    streaks = total.streaks
    is_one = (streaks.winning or streaks.losing) == 1
    streak, longest = (
        ("win" if is_one else "wins", streaks.longest_winning)
        if streaks.winning
        else ("loss" if is_one else "losses", streaks.longest_losing)
    )
    average = "" if total.average_seconds is None else f"average {clock_text(total.average_seconds)}"
    rate = statistics_text.percent(total.win_rate).replace(" ", "")
    return [
        _Figure(f"{total.played:,}", "played", f"{total.helped:,} with help" if total.helped else ""),
        _Figure(rate, "won", f"{total.won:,} of {total.won + total.lost:,}"),
        _Figure(f"{streaks.winning or streaks.losing:,}", f"{streak} in a row", f"longest {longest:,}"),
        _Figure(statistics_text.best_time(total), "best time", average),
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


def _curve(outcomes: Sequence[int], glyphs: Glyphs, width: int) -> list[Line]:
    """Return the win rate of every ten games in a row as a line."""
    rates = rolling_win_rate(outcomes, RECENT_GAMES)
    if not rates[1:]:
        return []
    room = width - _AXIS
    height = _CURVE_ROWS if width >= _WIDE else _LOW_CURVE
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


# The map of days


def heat_map(days: Mapping[str, Tally], glyphs: Glyphs, width: int) -> list[Line]:
    """Return the last weeks with games as columns, the more wins on a day the stronger, with the months above."""
    known = sorted(day for day in map(read_day, days) if day is not None)
    if not known:
        return []
    weeks = max((width - _DAY_NAME) // _DAY_WIDTH, 1)
    last = known[-1]
    monday = last - timedelta(days=last.weekday())
    span = min((monday - known[0]).days // _WEEK + 2, weeks)
    first = monday - timedelta(weeks=span - 1) if (monday - date.min).days >= _WEEK * span else monday
    mondays = [first + timedelta(weeks=week) for week in range((monday - first).days // _WEEK + 1)]
    lines: list[Line] = [[(" " * _DAY_NAME + _month_names(mondays, width - _DAY_NAME), "quiet")]]
    for weekday, name in enumerate(_DAYS):
        line: Line = [(name.ljust(_DAY_NAME), "quiet")]
        for week in mondays:
            day = week + timedelta(days=weekday)
            line.append(_cell(days.get(day.isoformat()), glyphs) if day <= last else ("  ", "quiet"))
        lines.append(line)
    return [*lines, []]


def _month_names(mondays: Sequence[date], room: int) -> str:
    """Return the names of months, each above the first week that begins in it, if they have room."""
    names = [" "] * room
    free_from = 0
    for at, monday in enumerate(mondays):
        x = at * _DAY_WIDTH
        is_first = not at or mondays[at - 1].month != monday.month
        name = _MONTHS[monday.month - 1]
        if is_first and free_from <= x <= room - len(name):
            names[x : x + len(name)] = name
            free_from = x + len(name) + 1
    return "".join(names).rstrip()


def _cell(tally: Tally | None, glyphs: Glyphs) -> tuple[str, str]:
    """Return the two cells of a day and their ink: how much was won, that nothing was, or that nothing was played."""
    if tally is None or not tally.played:
        return f"{glyphs.dot} ", "quiet"
    won = tally.won + tally.helped
    if not won:
        return f"{glyphs.verdicts[1]} ", "lost"
    strength = sum(won > most for most in _MOST_WINS)
    mark = (_MARKS if has_half_cells(glyphs) else _ASCII_MARKS)[strength]
    return mark * _DAY_WIDTH, HEAT[strength].strip()
