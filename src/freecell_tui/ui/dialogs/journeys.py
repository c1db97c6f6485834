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
from freecell_tui.controller.records.sections import bar
from freecell_tui.controller.records.statistics import percent
from freecell_tui.engine import FREECELL
from freecell_tui.engine.deals import JOURNEYS
from freecell_tui.ui.drawing.charts import marks_of
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Size, Surface
from freecell_tui.ui.drawing.themes.theme import filled
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.rows import Column, Row, Rows

# A part of a journey as a winding path, with a station for each deal.


_WIDE: Final = 90  # from this width on there are four cells from one station to the next, otherwise two
_ENDS: Final = 2  # the cells at either end of a row, where the path turns


def stations_shown(size: Size, progress: JourneyProgress) -> range:
    """Return the stations on a map of `size` cells, as indexes of deals."""
    deals, count = progress.journey.deals, _station_row(size[0]).stations * size[1]
    present = len(deals) - 1 if progress.next_deal is None else deals.index(progress.next_deal)
    first = present // count * count
    return range(first, min(first + count, len(deals)))


def draw_map(surface: Surface, box: Box, progress: JourneyProgress, glyphs: Glyphs) -> None:
    """Draw the part of the path with the next deal to play.

    Every other row goes from right to left, so that neighbours on the path are neighbours on the map.
    """
    columns, step = _station_row(box.width)
    shown = stations_shown((box.width, box.height), progress)
    present = -2 if progress.next_deal is None else progress.journey.deals.index(progress.next_deal)
    length = (columns - 1) * step + 2 * _ENDS
    corners = glyphs.well[1::-1] + glyphs.well[2:4]
    # A stroke that looks like a station would hide the stations.
    stroke = " " if glyphs.rule in glyphs.verdicts else glyphs.rule
    for row, first in enumerate(range(0, len(shown), columns)):
        y, stations, is_back = box.y + row, shown[first : first + columns], row % 2
        # The line in the direction of the path, with the corners to the rows before and after.
        line = stroke * ((len(stations) - 1) * step + 1)
        if row:
            line = corners[2 + is_back] + glyphs.rule + line
        if first + columns < len(shown):
            line += glyphs.rule + corners[is_back]
        x = box.x + (length + 1 - len(line) if is_back else 0 if row else _ENDS)
        surface.text(x, y, line[::-1] if is_back else line, "bar line")
        for index, station in enumerate(stations):
            mark, role = _station_mark(progress, station, glyphs)
            number, room = f"{station + 1}", 2 * step - 1
            if station == present:
                marks = f" {number} ", number, f" {glyphs.arrows[not is_back]} "
                mark = next(mark for mark in marks if len(mark) <= room)
            elif not (station + 1) % 10 and len(number) <= room and station not in (present - 1, present + 1):
                # Each tenth station has its number in place of its mark.
                mark, role = number, role.replace("line", "quiet")
            x = _ENDS + index * step
            surface.text(box.x + (length - x if is_back else x) - len(mark) // 2, y, mark, role)


class _StationRow(NamedTuple):
    """A row of a map: its number of stations, and the cells between stations."""

    stations: int
    step: int


def _station_row(width: int) -> _StationRow:
    step = 4 if width >= _WIDE else 2
    return _StationRow(max((width - 2 * _ENDS - 1) // step + 1, 1), step)


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
_MOST_MAP_ROWS: Final = 16
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
        columns, _ = _station_row(width)
        lengths = (len(progress.journey.deals) for progress in self.items)
        whole = max((-(-length // columns) for length in lengths), default=_MOST_MAP_ROWS)
        return width, _HEAD_ROWS + len(JOURNEYS) * self.item_rows + min(whole, _MOST_MAP_ROWS)

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
        draw_map(drawing, Box(box.x + 1, box.y, box.width - 2, min(box.height, _MOST_MAP_ROWS)), item, self.glyphs)

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
