"""The first page of the statistics, to be taken in at a glance."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from freecell_tui.controller.play.game import clock_text
from freecell_tui.controller.records import statistics
from freecell_tui.controller.records.statistics import RECENT_GAMES
from freecell_tui.storage.statistics import Breakdown, Statistics, rolling_win_rate
from freecell_tui.ui.dialogs.statistics_pages import Line, StatisticsPages
from freecell_tui.ui.drawing.charts import curve
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.ornaments import FIGURE_ROWS, figure_rows, figure_width, has_half_cells

_GAP: Final = 3
_AXIS: Final = 6
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
