"""The journeys: how far the player has come on each, and the deals that are not won yet."""

from collections.abc import Sequence
from typing import Final

from freecell_tui.controller.features.journeys import JourneyProgress, journeys_progress, play, skip
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

# A part of a journey as a winding path: a station for each deal, and where the player is.


_WIDE: Final = 90  # from this width on there are four cells from one station to the next, otherwise two
_ENDS: Final = 2  # the cells at either end of a row, where the path turns


def stations_shown(size: Size, progress: JourneyProgress) -> range:
    """Return which deals of a journey, by their index, are on a map of `size` cells: a whole part of the path."""
    deals, shown = progress.journey.deals, _stations(size[0])[0] * size[1]
    here = len(deals) - 1 if progress.next_deal is None else deals.index(progress.next_deal)
    first = here // shown * shown
    return range(first, min(first + shown, len(deals)))


def draw_map(surface: Surface, box: Box, progress: JourneyProgress, glyphs: Glyphs) -> None:
    """Draw the part of the path on which the player is; the next part comes when this one is left behind.

    Every other row goes from right to left, so that each station is beside the one before.
    """
    columns, step = _stations(box.width)
    shown = stations_shown((box.width, box.height), progress)
    here = -2 if progress.next_deal is None else progress.journey.deals.index(progress.next_deal)
    length = (columns - 1) * step + 2 * _ENDS
    corners = glyphs.well[1::-1] + glyphs.well[2:4]
    # A stroke that looks like a station would hide them.
    stroke = " " if glyphs.rule in glyphs.verdicts else glyphs.rule
    for row, first in enumerate(range(0, len(shown), columns)):
        y, stations, is_back = box.y + row, shown[first : first + columns], row % 2
        # The line as it goes, with the corners to the rows before and after it.
        line = (corners[2 + is_back] + glyphs.rule) * bool(row) + stroke * ((len(stations) - 1) * step + 1)
        if first + columns < len(shown):
            line += glyphs.rule + corners[is_back]
        x = box.x + (length + 1 - len(line) if is_back else 0 if row else _ENDS)
        surface.text(x, y, line[::-1] if is_back else line, "bar line")
        for at, station in enumerate(stations):
            mark, role = _station(progress, station, glyphs)
            number, room = f"{station + 1}", 2 * step - 1
            if station == here:
                shown_as = f" {number} ", number, f" {glyphs.arrows[not is_back]} "
                mark = next(mark for mark in shown_as if len(mark) <= room)
            elif not (station + 1) % 10 and len(number) <= room and station not in (here - 1, here + 1):
                # Each tenth station has its number in place of its mark.
                mark, role = number, role.replace("line", "quiet")
            x = _ENDS + at * step
            surface.text(box.x + (length - x if is_back else x) - len(mark) // 2, y, mark, role)


def _stations(width: int) -> tuple[int, int]:
    """Return how many stations there are in a row of a map, and the cells from one to the next."""
    step = 4 if width >= _WIDE else 2
    return max((width - 2 * _ENDS - 1) // step + 1, 1), step


def _station(progress: JourneyProgress, at: int, glyphs: Glyphs) -> tuple[str, str]:
    """Return the mark of a station and its role."""
    deal = progress.journey.deals[at]
    if deal == progress.next_deal:
        return "", filled("bar title")
    if deal in progress.won:
        return glyphs.verdicts[0], "bar winnable"
    if deal in progress.journey.unwinnable:
        return glyphs.rule, "bar quiet"
    if deal in progress.skipped:
        return glyphs.markers[1], "bar warning"
    return glyphs.verdicts[1], "bar line"


_BAR: Final = 20
_MOST_MAP_ROWS: Final = 16
_BESIDE: Final = 12


class JourneysScreen(Rows[JourneyProgress]):
    """The journeys, with a map of where the player is on the chosen one."""

    items: Sequence[JourneyProgress] = ()
    columns = (Column(weight=1, ink="title"), Column(ink="winnable"), Column())
    item_rows = 3
    narrow_below = 70
    has_picture = True
    open_label = "play"
    close_label = "close"

    def __init__(self, ui: Ui) -> None:
        self._begun = ui.controller.store.unfinished_deals(FREECELL.name)
        super().__init__(ui, "Journeys")

    def on_shown(self) -> None:
        if not self.items:
            self.scope.start(self._read())

    async def _read(self) -> None:
        self.tell(await self._controller.recorder.query(journeys_progress))

    def tell(self, travels: Sequence[JourneyProgress], message: str = "") -> None:
        self.items, self.message = travels, message

    def wanted(self) -> Size:
        width = max(self.window[0] - _BESIDE, 74)
        columns, _ = _stations(width)
        whole = max((-(-len(travel.journey.deals) // columns) for travel in self.items), default=_MOST_MAP_ROWS)
        return width, len(JOURNEYS) * self.item_rows + min(whole, _MOST_MAP_ROWS)

    def row(self, item: JourneyProgress) -> Row:
        part = item.won_count / item.journey.length
        marks = marks_of(self.glyphs)
        # What is still ahead is there to be seen, too.
        told = f"{bar(part, marks.bar, _BAR).ljust(_BAR, marks.track)} {percent(part):>5}"
        count = f"{item.won_count:,} of {item.journey.length:,}"
        cells = [item.journey.title, "" if self.is_narrow else told, count.rjust(0 if self.is_narrow else 17)]
        deal, skipped = item.next_deal, len(item.skipped)
        if deal is None:
            return Row(cells, "Every deal is won.")
        how = ", which was skipped" if deal in item.skipped else ", unfinished" if deal in self._begun else ""
        next_one = f"Next is #{deal}{how}."
        return Row(cells, f"{next_one} {skipped:,} skipped." if skipped else next_one)

    def beside(self, drawing: DrawContext, box: Box, item: JourneyProgress) -> None:
        draw_map(drawing, Box(box.x + 1, box.y, box.width - 2, min(box.height, _MOST_MAP_ROWS)), item, self.glyphs)

    def open(self, item: JourneyProgress) -> None:
        if item.next_deal is None:
            self.message = "Every deal of this journey is won."
        else:
            play(self._controller, item, item.next_deal)

    def keys(self) -> Sequence[Choice]:
        ui, chosen = self._ui, self.chosen
        if chosen is None:
            return ()

        def skip_deal() -> None:
            recorder = ui.controller.recorder
            is_skipped = recorder.ask(lambda history: skip(history, chosen))
            if (found := recorder.ask(journeys_progress)) is not None:
                self.tell(found, "" if is_skipped else "There is no other deal left.")

        return Choice("x", "skip", skip_deal), Choice("l", "list", lambda: ui.push(NotWonScreen(ui, chosen)))


class NotWonScreen(Rows[int]):
    """The deals of a journey that are not won, beginning near where the player is; one of them can be played."""

    items: Sequence[int] = ()
    flow = 8
    pad = 0
    open_label = "play"
    nothing = "Every deal of this journey is won."
    offered = ("new-game", "daily")

    def __init__(self, ui: Ui, travel: JourneyProgress) -> None:
        self._travel, self.items = travel, travel.not_won
        self._begun = ui.controller.store.unfinished_deals(FREECELL.name)
        here = travel.next_deal
        at = travel.not_won.index(here) if here in travel.not_won else 0
        super().__init__(ui, f"{travel.journey.title}: not won yet", at)

    def wanted(self) -> Size:
        if not self.items:
            return super().wanted()
        return max(self.window[0] - _BESIDE, self.columns_wanted), max(self.window[1] - _BESIDE, 17)

    @property
    def head(self) -> str:  # type: ignore[override]
        told = f"{len(self.items):,} not won; {self.glyphs.arrows[1]} next, {self.glyphs.markers[1]} skipped"
        return f"{told}, {self.glyphs.flags[0]} unfinished" if self._begun.intersection(self.items) else told

    def row(self, item: int) -> Row:
        is_next, is_skipped = item == self._travel.next_deal, item in self._travel.skipped
        mark = self.glyphs.flags[0] if item in self._begun else self.glyphs.markers[1] if is_skipped else " "
        mark = self.glyphs.arrows[1] if is_next else mark
        return Row([(f"{mark}{item}", "quiet" if is_skipped and not is_next else "text")])

    def open(self, item: int) -> None:
        play(self._controller, self._travel, item)
