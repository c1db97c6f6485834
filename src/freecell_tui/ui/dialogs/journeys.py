"""The journeys: the player's progress, and the deals not won yet."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from freecell_tui.controller.features.games import begun_deals
from freecell_tui.controller.features.journeys import (
    ABOUT,
    JourneyProgress,
    find_journeys,
    play,
    read_journeys,
    skip_deal,
)
from freecell_tui.controller.records.marks import bar, column
from freecell_tui.controller.records.statistics import percent, round_numbers
from freecell_tui.engine import FREECELL
from freecell_tui.engine.deals import JOURNEYS
from freecell_tui.ui.drawing.charts import marks_of
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Size, Surface
from freecell_tui.ui.drawing.themes.theme import filled
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.rows import Column, Row, Rows

# A part of a journey as a winding path with a station for each deal, and the whole journey as a strip below.


_STEPS: Final = (12, 8, 7)
"""The cells from one station to the next, in wide windows first."""
_FEWEST_STATIONS: Final = 8
"""The stations of a row for which a wider step is chosen."""
_ENDS: Final = 2  # the cells at either end of a row, where the path turns
_ROAD_ROWS: Final = 3
"""The rows of stations around the next one, at most; above each are the numbers."""
_STRIP_ROWS: Final = 3
"""The rows of the strip, with a blank row and a caption."""


def stations_shown(size: Size, progress: JourneyProgress) -> range:
    """Return the stations on a map of `size` cells, as indexes of deals."""
    deals, columns = progress.journey.deals, _station_row(size[0]).stations
    present = len(deals) - 1 if progress.next_deal is None else deals.index(progress.next_deal)
    shown, rows = min(max(size[1] // 2, 1), _ROAD_ROWS), -(-len(deals) // columns)
    first = max(min(present // columns - shown // 2, rows - shown), 0)
    return range(first * columns, min((first + shown) * columns, len(deals)))


def draw_map(surface: Surface, box: Box, progress: JourneyProgress, glyphs: Glyphs) -> None:
    """Draw the path around the next deal to play and, where there is room, the whole journey below.

    Every other row goes from right to left, so that neighbours on the path are neighbours on the map.
    """
    columns, step = _station_row(box.width)
    shown = stations_shown((box.width, box.height), progress)
    present = -2 if progress.next_deal is None else progress.journey.deals.index(progress.next_deal)
    length = (columns - 1) * step + 2 * _ENDS
    corners = glyphs.well[1::-1] + glyphs.well[2:4]
    # A stroke that looks like a station would hide the stations.
    stroke = " " if glyphs.rule in glyphs.verdicts else glyphs.rule
    y = box.y + 1
    for first in range(0, len(shown), columns):
        stations, is_back = shown[first : first + columns], shown[first] // columns % 2
        # The line in the direction of the path, with the corners to the rows before and after.
        line = stroke * ((len(stations) - 1) * step + 1)
        if first:
            line = corners[2 + is_back] + glyphs.rule + line
            surface.text(box.x + (length if is_back else 0), y - 1, glyphs.well[5], "bar line")
        if first + columns < len(shown):
            line += glyphs.rule + corners[is_back]
        start = 0 if first else _ENDS
        x = box.x + (length + 1 - start - len(line) if is_back else start)
        surface.text(x, y, line[::-1] if is_back else line, "bar line")
        for index, station in enumerate(stations):
            mark, role = _station_mark(progress, station, glyphs)
            number, x = f"{station + 1}", _ENDS + index * step
            middle = box.x + (length - x if is_back else x)
            if station == present:
                mark = f" {number} "
            else:
                surface.text(middle - len(number) // 2, y - 1, number, "bar quiet")
            surface.text(middle - len(mark) // 2, y, mark, role)
        y += 2
    if box.bottom - y + 1 >= _STRIP_ROWS:
        _draw_strip(surface, box._replace(y=y, height=2), progress, present, glyphs)


def _draw_strip(surface: Surface, box: Box, progress: JourneyProgress, present: int, glyphs: Glyphs) -> None:
    """Draw a column for each stretch of the journey, as high as its share of wins."""
    deals, marks = progress.journey.deals, marks_of(glyphs)
    step = next(step for step in round_numbers(1) if -(-len(deals) // step) <= box.width)
    for x, first in enumerate(range(0, len(deals), step), box.x):
        stretch = deals[first : first + step]
        won = len(progress.won.intersection(stretch))
        ink = "title" if present in range(first, first + step) else "winnable" if won else "quiet"
        surface.text(x, box.y, column(won / len(stretch), 1, marks.columns).strip() or marks.grid[-1], f"bar {ink}")
    stretches = "a deal" if step == 1 else f"{step:,} deals"
    surface.text(box.x, box.y + 1, glyphs.displayable(f"1 – {len(deals):,}, a column for {stretches}"), "bar quiet")


class _StationRow(NamedTuple):
    """A row of a map: its number of stations, and the cells between stations."""

    stations: int
    step: int


def _station_row(width: int) -> _StationRow:
    rows = [_StationRow(max((width - 2 * _ENDS - 1) // step + 1, 1), step) for step in _STEPS]
    return next((row for row in rows if row.stations >= _FEWEST_STATIONS), rows[-1])


def _station_mark(progress: JourneyProgress, station: int, glyphs: Glyphs) -> tuple[str, str]:
    """Return the mark of a station and its role."""
    deal = progress.journey.deals[station]
    if deal == progress.next_deal:
        return "", filled("bar title")
    if deal in progress.won:
        return glyphs.verdicts[0], "bar winnable"
    if deal in progress.journey.unwinnable:
        return glyphs.rule, "bar quiet"
    if deal in progress.skipped:
        return glyphs.markers[1], "bar quiet"
    return glyphs.verdicts[1], "bar line"


_BAR: Final = 20
_BESIDE: Final = 12
_HEAD_ROWS: Final = 2


class JourneysScreen(Rows[JourneyProgress]):
    """The journeys, with a map of the chosen journey."""

    items: Sequence[JourneyProgress] = ()
    columns = (Column(weight=1, ink="title"), Column(ink="winnable"), Column())
    item_rows = 3
    narrow_below = 70
    has_picture = True
    head = ABOUT
    open_label = "play"
    close_label = "close"

    def __init__(self, ui: Ui) -> None:
        self._begun = begun_deals(ui.controller, FREECELL)
        super().__init__(ui, "Journeys")

    def on_shown(self) -> None:
        if not self.items:
            self.scope.start(self._find())

    async def _find(self) -> None:
        self.items = await find_journeys(self._controller)

    def wanted(self) -> Size:
        width = max(self.window[0] - _BESIDE, 74)
        return width, _HEAD_ROWS + len(JOURNEYS) * self.item_rows + 2 * _ROAD_ROWS + _STRIP_ROWS

    def row(self, item: JourneyProgress) -> Row:
        part = item.won_count / item.journey.length
        marks = marks_of(self.glyphs)
        # The track shows the part that is still ahead.
        track = f"{bar(part, marks.bar, _BAR).ljust(_BAR, marks.track)} {percent(part):>5}"
        count = f"{item.won_count:,} of {item.journey.length:,}"
        cells = [item.journey.title, "" if self.is_narrow else track, count.rjust(0 if self.is_narrow else 17)]
        deal, skipped = item.next_deal, len(item.skipped)
        if deal is None:
            return Row(cells, "Every deal is won.")
        state = ", which was skipped" if deal in item.skipped else ", unfinished" if deal in self._begun else ""
        sentence = f"Next is #{deal}{state}."
        return Row(cells, f"{sentence} {skipped:,} skipped." if skipped else sentence)

    def beside(self, drawing: DrawContext, box: Box, item: JourneyProgress) -> None:
        draw_map(drawing, Box(box.x + 1, box.y, box.width - 2, box.height), item, self.glyphs)

    def open(self, item: JourneyProgress) -> None:
        if item.next_deal is None:
            self.message = "Every deal of this journey is won."
        else:
            play(self._controller, item, item.next_deal)

    def keys(self) -> Sequence[Choice]:
        chosen = self.chosen
        if chosen is None:
            return ()
        return (
            Choice("x", "skip", partial(self._skip_deal, chosen)),
            Choice("l", "list", partial(self._show_not_won, chosen)),
        )

    def _skip_deal(self, progress: JourneyProgress) -> None:
        message = skip_deal(self._controller, progress)
        if journeys := read_journeys(self._controller):
            self.items, self.message = journeys, message

    def _show_not_won(self, progress: JourneyProgress) -> None:
        self._ui.push(NotWonScreen(self._ui, progress))


class NotWonScreen(Rows[int]):
    """The deals of a journey not won yet, with the cursor on the next deal."""

    items: Sequence[int] = ()
    flow = 8
    pad = 0
    open_label = "play"
    nothing = "Every deal of this journey is won."
    offered = ("new-game", "daily")

    def __init__(self, ui: Ui, progress: JourneyProgress) -> None:
        self._progress, self.items = progress, progress.not_won
        self._begun = begun_deals(ui.controller, FREECELL)
        next_deal = progress.next_deal
        index = progress.not_won.index(next_deal) if next_deal in progress.not_won else 0
        super().__init__(ui, f"{progress.journey.title}: not won yet", index)

    def wanted(self) -> Size:
        if not self.items:
            return super().wanted()
        return max(self.window[0] - _BESIDE, self.columns_wanted), max(self.window[1] - _BESIDE, 17)

    @property
    def head(self) -> str:  # type: ignore[override]
        legend = f"{len(self.items):,} not won; {self.glyphs.arrows[1]} next, {self.glyphs.markers[1]} skipped"
        return f"{legend}, {self.glyphs.flags[0]} unfinished" if self._begun.intersection(self.items) else legend

    def row(self, item: int) -> Row:
        is_next, is_skipped = item == self._progress.next_deal, item in self._progress.skipped
        mark = self.glyphs.flags[0] if item in self._begun else self.glyphs.markers[1] if is_skipped else " "
        mark = self.glyphs.arrows[1] if is_next else mark
        return Row([(f"{mark}{item}", "quiet" if is_skipped and not is_next else "text")])

    def open(self, item: int) -> None:
        play(self._controller, self._progress, item)
