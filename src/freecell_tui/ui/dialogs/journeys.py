"""The journeys: how far the player has come on each, and the deals that are not won yet."""

from collections.abc import Callable, Sequence
from functools import partial
from textwrap import wrap
from typing import Final

from freecell_tui.controller.features.journeys import JourneyProgress, journeys_progress, play, skip
from freecell_tui.controller.records.sections import bar
from freecell_tui.controller.records.statistics import percent
from freecell_tui.engine.deals import Journey
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, fits
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.themes.theme import filled
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.parts import Action, KeyHint, centred_window, chooser, draw_scroll_bar

# A part of a journey as a winding path: a station for each deal, and where the player is.


_STEP: Final = 2
"""The cells from one station to the next."""

_ENDS: Final = 2
"""The cells at either end of a row, where the path turns."""


def stations_shown(size: tuple[int, int], progress: JourneyProgress) -> range:
    """Return which deals of a journey, by their index, are on a map of `size` cells: a whole part of the path."""
    deals, (columns, rows) = progress.journey.deals, _stations(size)
    here = len(deals) - 1 if progress.next_deal is None else deals.index(progress.next_deal)
    first = here // (columns * rows) * columns * rows
    return range(first, min(first + columns * rows, len(deals)))


def draw_map(surface: Surface, box: Box, progress: JourneyProgress, glyphs: Glyphs) -> None:
    """Draw the part of the path on which the player is; the next part comes when this one is left behind.

    Every other row goes from right to left, so that each station is beside the one before.
    """
    columns, _ = _stations((box.width, box.height))
    shown = stations_shown((box.width, box.height), progress)
    quiet = "bar quiet"
    for row, first in enumerate(range(0, len(shown), columns)):
        y, count = box.y + row, min(columns, len(shown) - first)
        left, right = box.x, box.x + (columns - 1) * _STEP + 2 * _ENDS
        start = left + _ENDS if row % 2 == 0 else right - _ENDS - (count - 1) * _STEP
        # A stroke that looks like a station would hide them.
        stroke = " " if glyphs.rule in glyphs.verdicts else glyphs.rule
        surface.text(start, y, stroke * ((count - 1) * _STEP + 1), quiet)
        for at in range(count):
            x = left + _ENDS + at * _STEP if row % 2 == 0 else right - _ENDS - at * _STEP
            mark, role = _station(progress, shown[first + at], glyphs, is_back=row % 2 == 1)
            surface.text(x, y, mark, role)
        left_top, right_top, left_bottom, right_bottom = tuple(glyphs.well[:4])
        goes_on = first + columns < len(shown)
        turns = {"right": (goes_on, right_top) if row % 2 == 0 else (True, right_bottom)}
        turns["left"] = (row > 0, left_bottom) if row % 2 == 0 else (goes_on, left_top)
        for side, (is_there, corner) in turns.items():
            if is_there:
                text, x = (f"{glyphs.rule}{corner}", right - 1) if side == "right" else (f"{corner}{glyphs.rule}", left)
                surface.text(x, y, text, quiet)


def path_rows(width: int, progress: JourneyProgress) -> int:
    """Return the rows of a map of `width` cells that shows the whole journey."""
    columns, _ = _stations((width, 1))
    return -(-len(progress.journey.deals) // columns)


def _stations(size: tuple[int, int]) -> tuple[int, int]:
    """Return how many stations there are in a row of a map, and how many rows."""
    return max((size[0] - 2 * _ENDS - 1) // _STEP + 1, 1), size[1]


def _station(progress: JourneyProgress, at: int, glyphs: Glyphs, *, is_back: bool) -> tuple[str, str]:
    """Return the mark of a station and its role; the path goes to the left if it `is_back`."""
    deal = progress.journey.deals[at]
    if deal == progress.next_deal:
        return glyphs.arrows[not is_back], filled("bar title")
    if deal in progress.won:
        return glyphs.verdicts[0], "bar winnable"
    if deal in progress.journey.unwinnable:
        return glyphs.rule, "bar quiet"
    if deal in progress.skipped:
        return glyphs.markers[1], "bar warning"
    return glyphs.verdicts[1], "bar quiet"


_SIZE: Final = (74, 21)
_LIST_SIZE: Final = (62, 17)
_LARGE_SIZE: Final = (84, 23)
_LARGE_WINDOW: Final = (140, 45)
_BESIDE_LIST: Final = (52, 15)
"""The columns and rows of a large window beside the list."""

_SCROLL_BAR: Final = 2
_CELL_WIDTH: Final = 8
_LINES: Final = 3
"""The rows of a journey besides its map: its title, its bar, and what is next."""

_MOST_MAP_ROWS: Final = 10
_ROOMY: Final = 40
_BAR: Final = "▏▎▍▌▋▊▉█"
"""The parts of a cell in the bar of a journey."""


class JourneysScreen(CanvasDialog):
    """The journeys, of which one is chosen; `message` is what there is to say of the last key.

    How far the player has come is told with `tell`; until then no key of theirs does anything.
    """

    def __init__(
        self,
        glyphs: Glyphs,
        close: Action,
        *,
        play: Callable[[JourneyProgress, int], None],
        skip: Callable[[JourneyProgress], None],
        open_list: Callable[[JourneyProgress], None],
    ) -> None:
        self._travels: tuple[JourneyProgress, ...] = ()
        self._at = 0
        self._play = play
        self._skip = skip
        self._open_list = open_list
        self.message = "Reading your games…"
        actions: dict[str, Action] = {
            "up": lambda: self._step(-1),
            "down": lambda: self._step(1),
            "enter": self._go_on,
            "x": self._skip_this,
            "l": self._list,
        }
        super().__init__("Journeys", _SIZE, glyphs, close, {key: self._if_told(act) for key, act in actions.items()})

    def use_window(self, size: tuple[int, int]) -> None:
        """Show more of the paths in a large window."""
        self.wish(_LARGE_SIZE if fits(size, _LARGE_WINDOW) else _SIZE)

    def _if_told(self, act: Action) -> Action:
        return lambda: act() if self._travels else None

    def tell(self, travels: Sequence[JourneyProgress], message: str = "") -> None:
        """Show how far the player has come by now, and what there is to say."""
        self._travels, self.message = tuple(travels), message
        self.refresh()

    @property
    def _chosen(self) -> JourneyProgress:
        return self._travels[self._at]

    def _step(self, by: int) -> None:
        self.message = ""
        self._at = (self._at + by) % len(self._travels)

    def _go_on(self) -> None:
        deal = self._chosen.next_deal
        if deal is None:
            self.message = "Every deal of this journey is won."
        else:
            self._play(self._chosen, deal)

    def _skip_this(self) -> None:
        self._skip(self._chosen)

    def _list(self) -> None:
        self._open_list(self._chosen)

    def _chooser(self, at: int) -> Action:
        return chooser(lambda: at == self._at, lambda: self._step(at - self._at), self._go_on)

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw each journey with a map and a bar."""
        said = wrap(self.message, drawing.width)[:2]
        count = max(len(self._travels), 1)
        y, room = 0, drawing.height - len(said) - (count - 1) - count * _LINES
        for at, rows in enumerate(self._map_rows(drawing.width, room)):
            self._draw_journey(drawing, Box(0, y, drawing.width, rows + _LINES), self._travels[at], at)
            y += rows + _LINES + 1
        for y, line in enumerate(said, drawing.height - len(said)):
            drawing.write(0, y, line, "warning")

    def key_hints(self) -> Sequence[KeyHint]:
        """Return what can be done with the chosen journey."""
        return [
            ("Enter", "play", self._if_told(self._go_on)),
            ("x", "skip", self._if_told(self._skip_this)),
            ("l", "list", self._if_told(self._list)),
            ("↑ ↓", "journey", self._if_told(lambda: self._step(1))),
            ("Esc", "close", self._close),
        ]

    def _map_rows(self, width: int, room: int) -> list[int]:
        """Return the rows of each journey's map: equal shares of `room`, but a path that needs less leaves the rest."""
        left = _left(width)
        needed = [path_rows(width - left, travel) for travel in self._travels]
        rows = dict.fromkeys(range(len(needed)), 1)
        for done, at in enumerate(sorted(rows, key=needed.__getitem__)):
            rows[at] = max(min(needed[at], room // (len(needed) - done), _MOST_MAP_ROWS), 1)
            room -= rows[at]
        return list(rows.values())

    def _draw_journey(self, drawing: DrawContext, box: Box, travel: JourneyProgress, at: int) -> None:
        """Draw one journey; the chosen one has its title lit, and a bar beside all of it.

        To light all of it would send ten times as much.
        """
        is_chosen = at == self._at
        ground, journey = ("chosen" if is_chosen else "bar"), travel.journey
        drawing.surface.fill(box.x, box.y, box.width, 1, f"{ground} text")
        if is_chosen:
            drawing.surface.fill(box.x, box.y, 1, box.height, filled("bar title"))
        left, right = _left(drawing.width), drawing.width
        drawing.write(left, box.y, journey.title, "title", background=ground)
        won = f"{travel.won_count:,} of {journey.length:,}"
        drawing.write(right - len(won), box.y, won, "text", background=ground)
        map_box = Box(left, box.y + 1, right - left, box.height - _LINES)
        draw_map(drawing.surface, map_box, travel, self.glyphs)
        y = map_box.y + map_box.height
        part = travel.won_count / journey.length
        told = percent(part)
        room = right - left - len(told) - 1
        # What is still ahead is there to be seen, too.
        drawing.write(left, y, self.glyphs.dot * room, "quiet")
        drawing.write(left, y, bar(part, _BAR if self.glyphs.bars else "#", room), "winnable")
        drawing.write(right - len(told), y, told)
        drawing.write(left, y + 1, _where(travel), "text" if is_chosen else "quiet")
        drawing.on_click(box, self._chooser(at))
        if is_chosen:
            drawing.cursor = (left, box.y)


def _left(width: int) -> int:
    """Return where a journey begins in a dialog of `width` cells."""
    return 1 + (width >= _ROOMY)


def _where(travel: JourneyProgress) -> str:
    deal = travel.next_deal
    if deal is None:
        return "Every deal is won."
    skipped = len(travel.skipped)
    return f"Next is #{deal}{', which was skipped' if deal in travel.skipped else ''}." + (
        f" {skipped:,} skipped." if skipped else ""
    )


class NotWonScreen(CanvasDialog):
    """The deals of a journey that are not won, beginning near where the player is; one of them can be played."""

    def __init__(
        self, travel: JourneyProgress, glyphs: Glyphs, close: Action, play: Callable[[JourneyProgress, int], None]
    ) -> None:
        self._travel = travel
        self._deals = travel.not_won
        self._here = travel.next_deal
        self._play = play
        self._at = self._deals.index(self._here) if self._here in self._deals else 0
        self._columns = self._rows_shown = 1
        actions: dict[str, Action] = {
            "left": lambda: self._step(-1),
            "right": lambda: self._step(1),
            "up": lambda: self._step(-self._columns),
            "down": lambda: self._step(self._columns),
            "page up": lambda: self._step(-self._columns * self._rows_shown),
            "page down": lambda: self._step(self._columns * self._rows_shown),
            "home": lambda: self._step(-len(self._deals)),
            "end": lambda: self._step(len(self._deals)),
            "enter": self._play_chosen,
        }
        super().__init__(_titled(travel.journey), _LIST_SIZE, glyphs, close, actions)

    def use_window(self, size: tuple[int, int]) -> None:
        """Show more deals in a large window."""
        in_large = size[0] - _BESIDE_LIST[0], size[1] - _BESIDE_LIST[1]
        self.wish(in_large if fits(size, _LARGE_WINDOW) else _LIST_SIZE)

    def _step(self, by: int) -> None:
        self._at = max(min(self._at + by, len(self._deals) - 1), 0)

    def _play_chosen(self) -> None:
        if self._deals:
            self._play(self._travel, self._deals[self._at])

    def _chooser(self, at: int) -> Action:
        return chooser(lambda: at == self._at, lambda: self._step(at - self._at), self._play_chosen)

    def draw(self, drawing: DrawContext) -> None:
        """Draw as many as have room, with the chosen one among them."""
        self._columns = max((drawing.width - _SCROLL_BAR) // _CELL_WIDTH, 1)
        self._rows_shown = max(drawing.height - 1, 1)
        if not self._deals:
            drawing.write(0, 0, "Every deal of this journey is won.")
        else:
            skipped, pointer = self.glyphs.markers[1], self.glyphs.arrows[1]
            told = f"{len(self._deals):,} not won; {pointer} next, {skipped} skipped"
            drawing.write(0, 0, told, "quiet")
        row = self._at // self._columns
        count = -(-len(self._deals) // self._columns)
        window = centred_window(row, count, self._rows_shown)
        if len(window) < count:
            draw_scroll_bar(drawing.surface, Box(drawing.width - 1, 1, 1, len(window)), window, count, self.glyphs)
        for y, shown in enumerate(window, 1):
            for column in range(self._columns):
                at = shown * self._columns + column
                if at < len(self._deals):
                    self._draw_deal(drawing, column * _CELL_WIDTH, y, at)

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of the list."""
        return [
            ("Enter", "play", self._play_chosen),
            ("↑ ↓ ← →", "choose", lambda: self._step(1)),
            ("Esc", "back", self._close),
        ]

    def _draw_deal(self, drawing: DrawContext, x: int, y: int, at: int) -> None:
        deal = self._deals[at]
        mark = " "
        if deal == self._here:
            mark = self.glyphs.arrows[1]
        elif deal in self._travel.skipped:
            mark = self.glyphs.markers[1]
        is_chosen = at == self._at
        background, ink = (
            ("chosen", "title") if is_chosen else ("bar", "quiet" if mark == self.glyphs.markers[1] else "text")
        )
        drawing.write(x, y, f"{mark}{deal:<6}", ink, background=background, action=self._chooser(at))
        if is_chosen:
            drawing.cursor = (x + 1, y)


def _titled(journey: Journey) -> str:
    return f"{journey.title}: not won yet"


def open_journeys(ui: Ui) -> None:
    """Show the journeys."""
    controller, recorder = ui.controller, ui.controller.recorder

    def play_deal(progress: JourneyProgress, deal: int) -> None:
        play(controller, progress, deal)

    def skip_deal(progress: JourneyProgress) -> None:
        is_skipped = recorder.ask(lambda history: skip(history, progress))
        message = "" if is_skipped else "There is no other deal left."
        if (found := recorder.ask(journeys_progress)) is not None:
            dialog.tell(found, message)

    def open_list(progress: JourneyProgress) -> None:
        ui.push(NotWonScreen(progress, ui.glyphs, ui.close_screen, play_deal))

    dialog = JourneysScreen(ui.glyphs, ui.close_screen, play=play_deal, skip=skip_deal, open_list=open_list)
    ui.push(dialog)
    recorder.find_out(journeys_progress, dialog.tell, partial(dialog.tell, ()))
