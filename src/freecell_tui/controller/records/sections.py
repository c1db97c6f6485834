"""The statistics as sections of text, each a table or a chart, which windows and the command line put together.

A section is lines of texts in named inks, drawn in as many characters as it is given.
"""

from bisect import bisect_left
from calendar import monthrange
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import chain, groupby, pairwise, zip_longest
from textwrap import wrap
from typing import Final, NamedTuple

from freecell_tui.controller.records.marks import Marks, bar, column
from freecell_tui.controller.records.statistics import (
    WEEKDAYS,
    HistogramBin,
    Unit,
    best_time,
    by_weekday,
    fewest_moves,
    histogram_bins,
    percent,
    quarters,
    round_numbers,
    runs_of_wins,
    summary,
    with_help,
    won_of,
)
from freecell_tui.engine.positions import deal_mark
from freecell_tui.engine.text import counted
from freecell_tui.storage.daily import read_day
from freecell_tui.storage.statistics import Breakdown, DealStatistics, Statistics, Tally

Line = list[tuple[str, str]]
"""Texts side by side, each with the name of its ink; that of a large filled area begins with `area`."""

Lines = list[Line]

AREA: Final = "area "
_GAP: Final = 4
"""The cells between two sections beside each other."""
_ANY: Final = 10_000
"""The width of a section that takes in whatever there is."""
_LEAST: Final = 30

_FEWEST_OF_WEEKDAYS: Final = 7
"""With fewer games a table of the days of the week would be empty rows."""


class Section(NamedTuple):
    """A part of a page, which `draw` returns as lines in so many cells.

    `width` are the least and the most cells that it has use for. It can be up to `stretch` rows higher than it needs to
    be: how many more it is to have is the second argument of `draw`.
    """

    draw: Callable[[int, int], Lines]
    width: tuple[int, int] = (_LEAST, _ANY)
    stretch: int = 0


Page = list[list[Section]]
"""Groups of sections, one below the other."""


def arranged(page: Page, width: int, height: int) -> Lines:
    """Return a page in `width` cells.

    Sections of a group stand side by side where they fit, some stretched to `height`.
    """
    rows: list[list[Section]] = []
    for group in page:
        room = -1
        for section in group:
            if section.width[0] > room:
                rows.append([])
                room = width
            rows[-1].append(section)
            room -= section.width[0] + _GAP
    shared = [_shared(row, width) for row in rows]
    drawn = [[section.draw(cells, 0) for section, cells in row] for row in shared]
    spare = height - sum(max(map(len, parts)) + 1 for parts in drawn if any(parts)) + 1
    lines: Lines = []
    for row, parts in zip(shared, drawn, strict=True):
        shown = parts
        if spare > 0 and any(section.stretch for section, _ in row):  # the first ones first
            shown = [section.draw(cells, min(section.stretch, spare)) for section, cells in row]
            spare -= max(map(len, shown)) - max(map(len, parts))
        if any(shown):
            lines += [[], *_beside(shown, [cells for _, cells in row])]
    return lines[1:]


def _shared(row: Sequence[Section], width: int) -> list[tuple[Section, int]]:
    """Return sections beside each other with their widths.

    Each gets the least that it needs and a share of the rest.
    """
    spare = width - sum(section.width[0] for section in row) - _GAP * (len(row) - 1)
    shared = []
    for at, section in enumerate(row):
        least, most = section.width
        more = max(min(spare // (len(row) - at), most - least), 0)
        shared.append((section, min(least + more, width)))
        spare -= more
    return shared


def _beside(parts: Sequence[Lines], widths: Sequence[int]) -> Iterator[Line]:
    for lines in zip_longest(*parts, fillvalue=Line()):
        *others, last = lines
        padded = (
            [*line, (" " * (cells + _GAP - _width(line)), "quiet")] for line, cells in zip(others, widths, strict=False)
        )
        yield [*chain.from_iterable(padded), *last]


def _width(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def figures_page(breakdown: Breakdown, marks: Marks, told: Collection[str] = ()) -> Page:
    """Return the figures of all games.

    Without the figures of the summary that are `told` elsewhere.
    """
    outcomes, every = breakdown.total.outcomes, len(breakdown.total.outcomes)
    counts = {f"last {count:,}": count for count in _LAST_GAMES if count < every} | {f"all {every:,}": every}
    rates = {label: sum(outcomes[-count:]) / count for label, count in counts.items() if count}
    last_rates = [Row(label, (percent(rate),), rate, is_rate=True) for label, rate in rates.items()]
    figures = [figure for figure in summary(breakdown.total, breakdown.strokes) if figure[0] not in told]
    if breakdown.positions and not breakdown.total.played:
        return [positions_section(breakdown, marks)]
    return [
        rate_section(breakdown.total, marks),
        [Section(partial(last_games, outcomes, marks))] if outcomes else [],
        [Section(partial(words, "Details", figures), (_LEAST, 76)), *variants_section(breakdown, marks)],
        [
            *table("Last games", last_rates, marks),
            *histograms(breakdown, marks),
            *table("Winning streaks", histogram_rows(runs_of_wins(outcomes)), marks),
            *positions_section(breakdown, marks),
        ],
    ]


def calendar_page(breakdown: Breakdown, marks: Marks, width: int) -> Page:
    """Return the page of days and months played."""
    known = sorted(day.toordinal() for day in map(read_day, breakdown.days) if day is not None)
    if not known:
        return [[Section(partial(words, "It is not known when these games ended.", ()))]]
    maps, fewest = [], _fewest_wins(breakdown.days)
    room = width - _DAY_NAME
    for mondays in _maps(known, min(max(room // _DAY_WIDTH, 1), _YEAR)):
        # A blank column between weeks lets single days be picked out.
        day_width = _DAY_WIDTH + 1 if (_DAY_WIDTH + 1) * len(mondays) <= room + 1 else _DAY_WIDTH
        cells = min(_DAY_NAME + len(mondays) * day_width, width)
        maps.append([Section(partial(_map, breakdown, fewest, marks, known[-1], mondays, day_width), (cells, cells))])
    last = maps[0][0]._replace(stretch=min(breakdown.total.played // _FULL_MONTH, _MOST_MORE_MONTH_ROWS))
    days = Section(partial(by_day, breakdown, marks))
    has_weekdays = breakdown.total.played >= _FEWEST_OF_WEEKDAYS
    weekdays = table("By day of the week", _period_rows(by_weekday(breakdown.days)), marks) if has_weekdays else [days]
    has_room = last.width[0] + _GAP + weekdays[0].width[0] <= width
    return [
        [last, *weekdays] if has_room else [last],
        [Section(partial(_legend, breakdown.days, fewest, marks))],
        [] if has_room else weekdays,
        *maps[1:],
        [days] if has_weekdays else [],
    ]


def printed(
    title: str, breakdown: Breakdown, deals: Iterable[DealStatistics], marks: Marks, width: int
) -> Iterator[Line]:
    """Yield the lines of the statistics, one section below the other.

    The lines under their titles are indented.
    """
    months = dict([*breakdown.months.items()][-_MOST_MONTHS:])
    deals = list(deals)
    positions = positions_section(breakdown, marks)
    sections = [
        Section(partial(words, title, summary(breakdown.total, breakdown.strokes))),
        *variants_section(breakdown, marks),
        *rate_section(breakdown.total, marks),
        *table("By month", _period_rows(months), marks, note=_told_of_help(months.values(), "counted separately")),
        *histograms(breakdown, marks),
        *table("Deals", _deal_rows(deals), marks, heads=_DEAL_HEADS, note=_told_of_help(deals, "counted separately")),
        *positions,
    ]
    for at, section in enumerate(sections if breakdown.total.played else positions):
        if at:
            yield []
        for row, line in enumerate(section.draw(width, 0)):
            yield [("  ", "text"), *line] if row else line


_DEAL_HEADS: Final = ("played", "won", "best", "fewest", "last played")
_MOST_POSITIONS: Final = 10
_MOST_MONTHS: Final = 12
_NAME: Final = 14


def words(title: str, figures: Iterable[tuple[str, str]], width: int, _: int) -> Lines:
    """Return figures as `summary` names and tells them."""
    lines: Lines = [[(part, "title")] for part in wrap(title, width)]
    for name, text in figures:
        for row, part in enumerate(wrap(text, width - _NAME)):
            lines.append([(("" if row else name).ljust(_NAME), "quiet"), (part, "text")])
    return lines


_BETWEEN: Final = 2
_BARS: Final = (6, 40)
"""The lengths of the shortest and of the longest bar."""
_LAST_GAMES: Final = (10, 20, 50, 100, 200, 500, 1000)
_POOR: Final = 0.5
_GOOD: Final = 0.75


class Row(NamedTuple):
    """A row of a table: a label, figures, and perhaps a bar.

    `part` (0–1) is the bar's length.
    """

    label: str
    figures: Sequence[str]
    part: float | None = None
    is_rate: bool = False


def table(
    title: str, rows: Sequence[Row], marks: Marks, *, heads: Sequence[str] = (), note: str = "", align: str = "<"
) -> list[Section]:
    """Return a table with `heads` above its figures.

    Nothing without rows. Labels too long for a row stand above it, and the last figures are left out where there is no
    room for all.
    """
    if not rows:
        return []
    label = max(len(row.label) for row in rows)
    figures = zip(*filter(None, (heads, *(row.figures for row in rows))), strict=True)
    cells = [max(map(len, column)) for column in figures]
    taken = sum(cells) + _BETWEEN * len(cells)

    def draw(width: int, _: int) -> Lines:
        before = label if label + taken <= width else 0
        between = " " * (_BETWEEN if before + taken <= width else 1)

        def told(texts: Sequence[str]) -> str:
            row = ""
            for text, room in zip(texts, cells, strict=True):
                longer = f"{row}{between}{text:>{room}}"
                if before + len(longer) > width:
                    break
                row = longer
            return row

        room = min(width - before - taken - _BETWEEN, _BARS[1])
        lines: Lines = [[(title[:width], "title")], *([(part, "quiet")] for part in wrap(note, width))]
        if heads:
            lines.append([(" " * before + told(heads), "quiet")])
        for row in rows:
            if not before:
                lines.append([(row.label[:width], "quiet")])
            shown = row.label if before else ""
            line: Line = [(f"{shown:{align}{before}}", "quiet"), (told(row.figures), "text")]
            if row.part is not None and room >= _BARS[0]:
                line += [(" " * _BETWEEN, "quiet"), *_drawn_bar(row, room, marks)]
            lines.append(line)
        return lines

    least, most = (max(label + taken + (_BETWEEN + room) * (rows[0].part is not None), len(title)) for room in _BARS)
    return [Section(draw, (least, most))]


def _deal_rows(deals: Iterable[DealStatistics]) -> list[Row]:
    """Return a row for each deal or position."""
    rows = []
    for deal in deals:
        figures = f"{deal.played:,}", won_of(deal), best_time(deal), fewest_moves(deal), deal.last_played
        rows.append(Row(f"{deal.variant.title_with_rules} {deal_mark(deal.deal)}", figures))
    return rows


def positions_section(breakdown: Breakdown, marks: Marks) -> list[Section]:
    """Return the positions of the player's own that were played last, if any."""
    shown = breakdown.positions[:_MOST_POSITIONS]
    note = "They count apart from your deals."
    if len(breakdown.positions) > len(shown):
        note = f"The last of {len(breakdown.positions):,}. {note}"
    return table("Your own positions", _deal_rows(shown), marks, heads=_DEAL_HEADS, note=note)


def _drawn_bar(row: Row, width: int, marks: Marks) -> Line:
    """Return the bar of a row.

    The bar of a rate has the rest of the way to 100 % behind it.
    """
    part = row.part or 0
    text = bar(part, marks.bar, width)
    if not row.is_rate:
        return [(text, "winnable")]
    return [(text, rate_ink(part)), (marks.track * (width - len(text)), "line")]


def rate_ink(rate: float) -> str:
    """Return the ink of a win rate (0–1).

    Below 50 %, up to 75 %, and above.
    """
    return "lost" if rate < _POOR else "text" if rate <= _GOOD else "winnable"


def variants_section(breakdown: Breakdown, marks: Marks) -> list[Section]:
    """Return a table of the variants played.

    Nothing for a single variant.
    """
    rows = []
    for variant, total in breakdown.variants.items():
        best = best_time(total), fewest_moves(total)
        figures = f"{total.played:,}", won_of(total), percent(total.win_rate), *best
        rows.append(Row(variant.title_with_rules, figures, total.win_rate or 0, is_rate=True))
    note = _told_of_help(breakdown.variants.values(), "counted separately")
    return table("Games", rows[1:] and rows, marks, heads=("played", "won", "rate", "best", "fewest"), note=note)


def _period_rows(by_period: Mapping[str, Tally]) -> list[Row]:
    """Return a row for each month or day, with the number of wins and the win rate."""
    rows = []
    for period, tally in by_period.items():
        figures = won_of(tally), percent(tally.win_rate)
        rows.append(Row(period, figures, tally.win_rate or 0, is_rate=True))
    return rows


def _more(tally: Tally) -> str:
    """Return the wins with help, as a column shows them."""
    return f" +{tally.helped:,}" if tally.helped else ""


def _told_of_help(games: Iterable[Tally | DealStatistics], how: str) -> str:
    """Return the sentence about the numbers behind +.

    '' without wins with help.
    """
    helped = sum(each.helped for each in games)
    return f"+ {with_help(Tally(helped=helped))}: {how}" if helped else ""


def histograms(breakdown: Breakdown, marks: Marks) -> list[Section]:
    times = histogram_rows(histogram_bins(breakdown.times, 30), Unit.SECONDS)
    moves = histogram_rows(histogram_bins(breakdown.moves, 5))
    return [
        *table("Winning times", times, marks, note=quarters(breakdown.times, Unit.SECONDS), align=">"),
        *table("Moves per win", moves, marks, note=quarters(breakdown.moves), align=">"),
    ]


def histogram_rows(bins: Sequence[HistogramBin], unit: Unit = Unit.NUMBER) -> list[Row]:
    """Return a row for each bin, with its range.

    A range of numbers ends with the last number below the bin's limit, a range of seconds with the limit.
    """
    below = 0 if unit is Unit.SECONDS else 1
    most = max((each.count for each in bins), default=0)
    rows = []
    for each in bins:
        low = "" if each.low is None else unit.text(each.low)
        high = "" if each.high is None else unit.text(each.high - below)
        if low and high:
            label = low if low == high else f"{low} – {high}"
        else:
            label = f"{low} or more" if low else f"up to {high}" if high else "any"
        rows.append(Row(label, (f"{each.count:,}",), each.count / most))
    return rows


_AXIS: Final = 6
"""The cells to the left of the columns, for their scale."""
_RATE_ROWS: Final = 7
_MOST_MORE_ROWS: Final = 12
_GAMES_A_COLUMN: Final = 2
"""The fewest games of a column; fuller columns stand for the next round number."""
_FEWEST_COLUMNS: Final = 10
_LEAST_PITCH: Final = 3
_WIDEST_PITCH: Final = 6


def rate_section(total: Statistics, marks: Marks) -> list[Section]:
    """Return the win rate over time as columns.

    Nothing without games won or lost.
    """
    return [Section(partial(_rate, total, marks), stretch=_MOST_MORE_ROWS)] if total.outcomes else []


def _rate(total: Statistics, marks: Marks, width: int, more: int) -> Lines:
    """Return a column for each group of games.

    There is room for the first groups that are still to come.
    """
    outcomes = total.outcomes
    games, room = len(outcomes), width - _AXIS
    rows = _RATE_ROWS + more // 2 * 2  # an odd number, so that one is at 50 %
    steps = (step for step in round_numbers(1) if step >= _GAMES_A_COLUMN)
    step = next(step for step in steps if -(-games // step) <= room // _LEAST_PITCH)
    shares = [outcomes[first : first + step] for first in range(0, games, step)]
    shown = max(len(shares), min(_FEWEST_COLUMNS, room // _LEAST_PITCH))
    pitch = min(room // shown, _WIDEST_PITCH)
    wide = pitch - 1
    middle, edge = marks.grid[1], marks.grid[2]
    # The line of 100 % is in a row above the columns, which stand on that of 0 %.
    scale = {0: ("100 %", edge), rows // 2 + 1: ("50 %", middle), rows: ("0 %", edge)}
    columns: list[tuple[Sequence[str], str]] = []
    numbers, every = "", -(-(len(f"{games:,}") + 2) // pitch)
    for at, share in enumerate(shares):
        rate, first = sum(share) / len(share), f"{at * step + 1:,}"
        cells = ["", *(mark * wide for mark in column(rate, rows, marks.columns))]
        columns.append((cells, f"{AREA}{rate_ink(rate)}"))
        if at % every == 0 and at * pitch + len(first) <= room:
            numbers = f"{numbers:<{at * pitch}}{first}"
    if games < step:
        numbers = f"{games} of {counted(step, 'game')} so far"
    columns += [([""] * (rows + 1), "line")] * (room // pitch - len(shares))
    about = f"  {step:,} games a column"
    if total.helped:
        longer = f"{about}, without {with_help(total)}"
        about = longer if len("Win rate" + longer) <= width else about
    lines: Lines = [[("Win rate", "title"), (about, "quiet")]]
    for row in range(rows + 1):
        told, rule = scale.get(row, ("", " "))
        lines.append([(f"{told:>{_AXIS - 1}} ", "quiet")])
        for texts, ink in columns:
            lines[-1] += [(texts[row], ink) if texts[row].strip() else (rule * wide, "line"), (rule, "line")]
    return [*lines, [(" " * _AXIS + numbers, "quiet")]]


def last_games(outcomes: bytes, marks: Marks, width: int, _: int) -> Lines:
    """Return a mark for each of the last games.

    A win stands above the line, a loss below.
    """
    shown = outcomes[-(width - len("last games ")) :]
    # Alone, a mark above or below the line would hang beside the words.
    won, lost = tuple(marks.outcomes if len(set(shown)) > 1 else marks.bar[-1] * 2)
    line: Line = [(f"last game{'s' * (len(shown) > 1)} ", "quiet")]
    for outcome, run in groupby(shown):
        mark, ink = (won, "winnable") if outcome else (lost, "lost")
        line.append((mark * len(list(run)), ink))
    return [line]


# The days with games as maps: weeks are columns, the more wins on a day the stronger, and months are below them


_WEEK: Final = 7
_YEAR: Final = 53
"""The weeks that a year touches."""
_FEWEST_WEEKS: Final = 13
_FULL_MONTH: Final = 5
"""The fewest games that a column of full height stands for: one game is no tower."""
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS: Final = ("Mo", "", "We", "", "Fr", "", "Su")
_DAY_NAME: Final = 3
_DAY_WIDTH: Final = 2
_MONTH_ROWS: Final = 2
_MOST_MORE_MONTH_ROWS: Final = 4
_STRENGTHS: Final = 4
"""The strengths of a day with a win; the best days have the last one."""
_DAY_COLUMN: Final = 26
_DAY_LABEL: Final = 8


def _maps(known: Sequence[int], most: int) -> list[range]:
    """Return the Mondays of maps of months, the last first.

    `known` are days as ordinals. A map has up to `most` weeks.
    """
    maps: list[range] = []
    while known:
        # The first days of a month may be in the week of the last Monday of the month before.
        last = _mondays(_monday(known[-1]) if maps else known[-1])[-1]
        quarter = last - (min(_FEWEST_WEEKS, most) - 1) * _WEEK  # the last map is of a quarter of a year or more
        first = _mondays(_monday(known[0]) if maps else max(min(_monday(known[0]), quarter), 1))[0]
        start = max(last - (most - 1) * _WEEK, first)
        if start > first:
            start = next((monday for monday in range(start, last + 1, _WEEK) if _mondays(monday)[0] == monday), start)
        maps.append(range(start, last + _WEEK, _WEEK))
        known = known[: bisect_left(known, start)]
    return maps


def _monday(day: int) -> int:
    return day - (day - 1) % _WEEK


def _mondays(day: int) -> range:
    begin = date.fromordinal(day).replace(day=1)
    first = begin.toordinal()
    return range(_monday(first + _WEEK - 1), first + monthrange(begin.year, begin.month)[1], _WEEK)


def _map(
    breakdown: Breakdown,
    fewest: Sequence[int],
    marks: Marks,
    last: int,
    mondays: range,
    day_width: int,
    _: int,
    more: int,
) -> Lines:
    """Return weeks up to the day `last`, with columns of wins and losses."""
    names, rows = "", _MONTH_ROWS + more
    figures: Lines = [[(" " * _DAY_NAME, "quiet")] for _ in range(rows + 2)]
    most = max((max(tally.won, tally.lost) for tally in breakdown.months.values()), default=0)
    # Half a row between the days and the highest column keeps them apart.
    full = max(most, _FULL_MONTH) * rows / (rows - 0.5)
    for month, weeks in groupby(mondays, key=lambda monday: date.fromordinal(monday).isoformat()[:7]):
        year, number = month.split("-")
        tally, cells = breakdown.months.get(month, Tally()), day_width * len(list(weeks))
        names += (_MONTHS[int(number) - 1] if number > "01" else year).ljust(cells)
        wide, decided = cells // 2 - 1, tally.won + tally.lost
        columns = column(tally.won / full, rows, marks.columns), column(tally.lost / full, rows, marks.second)
        for line, won, lost in zip(figures, *columns, strict=False):
            line += [(won * wide, f"{AREA}winnable"), (lost * wide, f"{AREA}lost"), ("  ", "quiet")]
        won = f"{tally.won}/{decided}{_more(tally)}"
        won = won if len(won) < cells else f"{tally.won}/{decided}"
        told = (won, "text"), (percent(tally.win_rate), rate_ink(tally.win_rate or 0))
        for line, (text, ink) in zip(figures[rows:], told, strict=True):
            is_shown = tally.played and len(text) < cells
            line.append(((text if is_shown else "").ljust(cells), ink))
    lines: Lines = [[(" " * _DAY_NAME + names.rstrip(), "quiet")]]
    for weekday, name in enumerate(_DAYS):
        shown = (date.fromordinal(monday + weekday) for monday in mondays if monday + weekday <= last)
        lines.append([(f"{name:<{_DAY_NAME}}", "quiet")])
        for day in shown:
            lines[-1] += [_day(breakdown.days.get(day.isoformat()), fewest, marks, day_width - 1), (" ", "quiet")]
    return lines + figures


def _fewest_wins(days: Mapping[str, Tally]) -> Sequence[int]:
    """Return the fewest wins of each strength of a day, which are quartiles of the player's own days."""
    wins = sorted(won for tally in days.values() if (won := tally.won + tally.helped))
    return sorted({wins[len(wins) * quarter // _STRENGTHS] for quarter in range(_STRENGTHS)} if wins else ())


def _day(tally: Tally | None, fewest: Sequence[int], marks: Marks, cells: int = _DAY_WIDTH) -> tuple[str, str]:
    if tally is None or not tally.played:
        return f"{marks.days[0]:<{cells}}", "quiet"
    if not (won := tally.won + tally.helped):
        return f"{marks.days[1]:<{cells}}", "lost"
    strength = _STRENGTHS - sum(won < least for least in fewest)
    return marks.days[1 + strength] * cells, f"heat{strength}"


def _wins(fewest: Sequence[int], most: int) -> Iterator[tuple[int, str]]:
    """Yield the fewest wins of each strength, and the wins as a text."""
    for least, after in pairwise((*fewest, most + 1)):
        most_here = after - 1
        wins = f"{least}" if least == most_here else f"{least}–{most_here}"
        yield least, f"{wins} {'win' if most_here == 1 else 'wins'}" if least == fewest[0] else wins


def _legend(days: Mapping[str, Tally], fewest: Sequence[int], marks: Marks, width: int, _: int) -> Lines:
    """Return the meanings of a map's marks, and its number of days."""
    best = max(days, key=lambda day: days[day].won)
    most = max(tally.won + tally.helped for tally in days.values())
    told = [f"{counted(sum(tally.played > 0 for tally in days.values()), 'day')} played"]
    told.append(_told_of_help(days.values(), "coloured, but counted separately"))
    if days[best].won:
        told.append(f"best day {best}: {counted(days[best].won, 'win')}")
    won, lost = marks.columns[-1] * _DAY_WIDTH, marks.second[-1] * _DAY_WIDTH
    of_months = [(won, f"{AREA}winnable"), (" won  ", "quiet"), (lost, f"{AREA}lost"), (" lost", "quiet")]
    parts: Lines = [
        [_day(Tally(lost=1), fewest, marks), ("no win", "quiet")],
        *([_day(Tally(wins), fewest, marks), (f" {text}", "quiet")] for wins, text in _wins(fewest, most)),
        [("each month: ", "quiet"), *of_months],
        *([(text, "quiet")] for text in told if text),
    ]
    lines: Lines = []
    for part in parts:
        if not lines or _width(lines[-1]) + _DAY_NAME + _width(part) > width:
            lines.append([])
        lines[-1] += [(" " * _DAY_NAME, "quiet"), *part]
    return lines


def by_day(breakdown: Breakdown, marks: Marks, width: int, _: int) -> Lines:
    """Return each month with its days of several games below, the last first."""
    count = max((width + _GAP) // (_DAY_COLUMN + _GAP), 1)
    cells = (width + _GAP) // count - _GAP
    lines: Lines = [[("By day", "title")]]
    for month, group in groupby(sorted(breakdown.days, reverse=True), key=lambda day: day[:7]):
        (whole,) = _period_rows({month: breakdown.months.get(month, Tally())})
        lines.append([*_period(whole, "title"), *_drawn_bar(whole, max(width - _DAY_COLUMN, 0), marks)])
        several = {day: breakdown.days[day] for day in group if breakdown.days[day].played > 1}
        rows = [_period(row, "quiet") for row in _period_rows(several)]
        for at in range(0, len(rows), count):
            lines += _beside([[row] for row in rows[at : at + count]], [cells] * count)
    return lines


def _period(row: Row, ink: str) -> Line:
    """Return the name and the figures of a month or day in _DAY_COLUMN cells."""
    day = read_day(row.label)
    label = row.label if day is None else f"{WEEKDAYS[day.weekday()][:2]} {day.day:>2}"
    counts, rate = row.figures
    return [(f"{label:<{_DAY_LABEL}}", ink), (f"{counts:>10} ", "text"), (f"{rate:>5}  ", rate_ink(row.part or 0))]
