"""The days with games as a map: weeks are columns, and the more wins on a day the stronger it is."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from freecell_tui.storage.results import read_day
from freecell_tui.storage.statistics import Tally
from freecell_tui.ui.dialogs.statistics_pages import Line
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.ornaments import has_half_cells
from freecell_tui.ui.drawing.themes.theme import HEAT

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
