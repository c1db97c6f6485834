"""The statistics: what all games come to, how that went, and the deals that were played."""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import Any, Final, NamedTuple

from freecell_tui.controller.features.share import share_best, watch_best
from freecell_tui.controller.records import statistics
from freecell_tui.engine import Game, Variant
from freecell_tui.engine.text import counted
from freecell_tui.storage.history import History
from freecell_tui.storage.statistics import Breakdown, DealOrder, DealStatistics, Figures
from freecell_tui.ui.dialogs.statistics.large import (
    FEWEST_GAMES,
    WINDOW,
    LargePages,
    size_in,
)
from freecell_tui.ui.dialogs.statistics.pages import (
    AREA,
    TWO_COLUMNS,
    Line,
    StatisticsPages,
    evenly_wrapped,
    first_page,
    heat_map,
    rows_for,
    spaced,
)
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, fits
from freecell_tui.ui.drawing.preview import NARROWEST, Preview
from freecell_tui.ui.drawing.themes.theme import HEAT
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.parts import Action, KeyHint, centred_window, chooser, draw_scroll_bar

# The page of the statistics with the deals that were played: a table in an order, and a picture of the chosen deal.


ORDERS: Final = {
    DealOrder.DEAL: ("d", 11),
    DealOrder.WINS: ("w", 6),
    DealOrder.TIME: ("t", 8),
    DealOrder.MOVES: ("m", 6),
    DealOrder.PLAYED: ("p", 10),
}
"""What the deals are sorted by: the key, and the cells of the column."""

_SHORTEST_TITLE: Final = 8
_TABLE_WIDTH: Final = 71
_LEAST_ROWS: Final = 6
_BETWEEN: Final = 3
_CAPTION_ROWS: Final = 2


class DealTable:
    """Deals in an order, one of them chosen; `play` is called for a click on that one."""

    def __init__(
        self, glyphs: Glyphs, preview: Preview | None, play: Action, sort: Callable[[DealOrder], Action]
    ) -> None:
        self._glyphs = glyphs
        self._preview = preview
        self._play = play
        self._sort = sort
        self.deals: Sequence[DealStatistics] = ()
        self.at = 0
        self.order, self._is_reversed = DealOrder.PLAYED, False

    @property
    def chosen(self) -> DealStatistics:
        """The chosen deal."""
        return self._deal(self.at)

    def _deal(self, at: int) -> DealStatistics:
        return self.deals[-1 - at if self._is_reversed else at]

    def step(self, by: int) -> None:
        """Choose another deal."""
        self.at = max(min(self.at + by, len(self.deals) - 1), 0)

    def sort(self, order: DealOrder) -> None:
        """Sort by an order, or the other way round if that is the order already."""
        self._is_reversed = order is self.order and not self._is_reversed
        self.order, self.at = order, 0

    def draw(self, drawing: DrawContext, width: int, rows: range, *, has_games: bool) -> None:
        """Draw the table, and the picture where there is room; `has_games` is whether the deals' games may differ."""
        if self._preview is not None and width >= _TABLE_WIDTH + _BETWEEN + NARROWEST:
            self._draw_table(drawing, _TABLE_WIDTH, rows, has_games=has_games)
            left = _TABLE_WIDTH + _BETWEEN
            self._draw_picture(drawing, Box(left, rows[0], width - left, len(rows)), self._preview)
        else:
            self._draw_table(drawing, width, rows, has_games=has_games)

    def _draw_picture(self, drawing: DrawContext, box: Box, preview: Preview) -> None:
        deal = self.chosen
        title = f"{deal.variant.title_with_rules} #{deal.deal}"
        drawing.write(box.x, box.y, drawing.cut(title, box.width), "title")
        drawing.write(box.x, box.y + 1, drawing.cut(_told(deal), box.width), "quiet")
        rows = min(box.height - _CAPTION_ROWS, _LEAST_ROWS + box.width // 3)  # more would be felt without cards
        picture = Box(box.x, box.y + _CAPTION_ROWS, box.width, rows)
        preview.draw(drawing.surface, picture, Game.new(deal.deal, deal.variant))

    def _draw_table(self, drawing: DrawContext, width: int, rows: range, *, has_games: bool) -> None:
        room = max(len(rows) - 1, 1)
        # Columns that need all the width leave a blank one before the scroll bar; few deals have so long a number.
        shift = width < TWO_COLUMNS and len(self.deals) > room
        columns = {order: x - shift for order, x in _columns(width).items()}
        for order, x in columns.items():
            self._draw_head(drawing, x, rows[0], order)
        end = max(x + ORDERS[order][1] for order, x in columns.items()) + 2
        window = centred_window(self.at, len(self.deals), room)
        for y, at in zip(rows[1:], window, strict=False):
            deal, is_chosen = self._deal(at), at == self.at
            background = "chosen" if is_chosen else "bar"
            drawing.surface.fill(0, y, width, 1, f"{background} text")
            drawing.on_click(Box(0, y, width, 1), self._chooser(at))
            for order, x in columns.items():
                drawing.write(x, y, _deal_cell(order, deal).rjust(ORDERS[order][1]), "text", background=background)
            if has_games and width - end > _SHORTEST_TITLE:
                title = drawing.cut(deal.variant.title_with_rules, width - end)
                drawing.write(end, y, title, "quiet", background=background)
            if is_chosen:
                drawing.cursor = (0, y)
        if len(window) < len(self.deals):
            draw_scroll_bar(drawing.surface, Box(width, rows[1], 1, room), window, len(self.deals), self._glyphs)

    def _draw_head(self, drawing: DrawContext, x: int, y: int, order: DealOrder) -> None:
        width = ORDERS[order][1]
        head, ink = order.value, "quiet"
        if order is self.order:
            mark = ("▾▴" if self._glyphs.bars else "v^")[self._is_reversed]
            ink = "title"
            head += mark.rjust(2 if len(head) + 2 <= width else 1)
        drawing.write(x + width - len(head), y, head, ink, action=self._sort(order))

    def _chooser(self, at: int) -> Action:
        return chooser(lambda: at == self.at, lambda: self.step(at - self.at), self._play)


def _columns(width: int) -> dict[DealOrder, int]:
    """Return where the columns begin that have room."""
    columns: dict[DealOrder, int] = {}
    x = 0
    for order, (_, of_column) in ORDERS.items():
        if x + of_column <= width:
            columns[order] = x
        x += of_column + 1 + (width >= TWO_COLUMNS)
    return columns


def _deal_cell(order: DealOrder, deal: DealStatistics) -> str:
    """Return what stands in the column of deals that an order is about."""
    match order:
        case DealOrder.DEAL:
            return f"#{deal.deal}"
        case DealOrder.WINS:
            return f"{deal.won}/{deal.played}"
        case DealOrder.TIME:
            return statistics.best_time(deal)
        case DealOrder.MOVES:
            return statistics.fewest_moves(deal)
        case DealOrder.PLAYED:
            return deal.last_played or "–"


def _told(deal: DealStatistics) -> str:
    """Return what is known of a deal, in words."""
    parts = [f"won {deal.won:,} of {deal.played:,}"]
    if deal.won:
        parts.append(f"best {statistics.best_time(deal)}, {deal.fewest_moves:,} moves")
    if deal.par is not None:
        parts.append(f"par {deal.par}")
    return " · ".join(parts)


DealAction = Callable[[int, Variant], None]

_SIZE: Final = (88, 29)
_ROOMY: Final = 14
_WIDEST_SAID: Final = 50
_MOST_PAGES: Final = 32
"""The pages that are kept as lines: each variant and size of the window has its own."""


class Tab(Enum):
    """A page of the statistics, under the number that is its key."""

    FIGURES = "Figures"
    RATE = "Win rate"
    WINS = "Wins"
    MONTHS = "Months"
    DAYS = "Days"
    DEALS = "Deals"


class Question(NamedTuple):
    """What is to be known of the games of a variant, or of all: the deals in an order, or all other figures."""

    variant: Variant | None = None
    order: DealOrder | None = None

    def ask(self, history: History) -> "Answer":
        """Return what a history says; raise HistoryError."""
        order, wanted = self.order, None if self.variant is None else self.variant.__eq__
        if order is None:
            return history.figures(Figures.breakdown, wanted)
        return history.figures(lambda figures: figures.deals(order), wanted)


Answer = Breakdown | list[DealStatistics]


class StatisticsScreen(CanvasDialog):
    """The statistics. `ask` is called with what is to be known, and the answer is told with `tell`, soon.

    `play` is called with a deal to be played again, and `watch` with one whose best win is to be seen: it returns why
    that cannot be, or nothing. `preview` draws the chosen deal where there is room.
    """

    scroll_gap = 1

    def __init__(
        self,
        glyphs: Glyphs,
        close: Action,
        play: DealAction,
        watch: Callable[[int, Variant], str],
        ask: Callable[[Question], None],
        preview: Preview | None = None,
    ) -> None:
        self._ask = ask
        self._play = play
        self._watch = watch
        self._table = DealTable(glyphs, preview, self._play_chosen, self._sorter)
        self._asked = set[Question]()
        self._breakdowns: dict[Variant | None, Breakdown] = {}
        self._sorted: tuple[Question, list[DealStatistics]] = (Question(), [])
        self._trouble = ""
        self._note = ""
        self._share_hints: list[KeyHint] = []
        self._tab = Tab.FIGURES
        self._kind = 0
        self._pages: dict[tuple[object, ...], list[Line]] = {}
        self._top = self._last_top = 0
        self._page_rows = 1
        self._size = _SIZE
        self._has_many_games = self._has_large_pages = False
        super().__init__("Statistics", _SIZE, glyphs, close, self._keys())

    def _keys(self) -> dict[str, Action]:
        tabs: dict[str, Action] = {str(number): self._opener(tab) for number, tab in enumerate(Tab, 1)}
        orders: dict[str, Action] = {key: self._sorter(order) for order, (key, _) in ORDERS.items()}
        return {
            **tabs,
            **orders,
            "left": lambda: self._turn(-1),
            "right": lambda: self._turn(1),
            "tab": lambda: self._turn(1),
            "shift tab": lambda: self._turn(-1),
            "up": lambda: self._step(-1),
            "down": lambda: self._step(1),
            "page up": lambda: self._step(-self._page_rows),
            "page down": lambda: self._step(self._page_rows),
            "home": lambda: self._step(-self._size_of_list),
            "end": lambda: self._step(self._size_of_list),
            "enter": self._play_chosen,
            "b": self._watch_chosen,
        }

    def offer_sharing(self, keys: Sequence[str], share: Callable[[int, Variant], str]) -> None:
        """Let keys share the best win of the chosen deal; `share` returns why that cannot be, or nothing."""

        def share_chosen() -> None:
            if self._has_deals:
                deal = self._table.chosen
                self._note = share(deal.deal, deal.variant)

        self.add_action(keys, share_chosen)
        self._share_hints = [(key_name(key), "share", share_chosen) for key in keys[:1]]

    def tell(self, question: Question, answer: Answer) -> None:
        """Show the answer to a question."""
        self._asked.discard(question)
        if isinstance(answer, Breakdown):
            self._breakdowns[question.variant] = answer
            self._pages.clear()
            if question.variant is None:
                self._size = _SIZE[0], rows_for(answer, self.glyphs, _SIZE[0])
                self._has_many_games = answer.total.played >= FEWEST_GAMES
            self._want(Question(question.variant, self._table.order))  # so that they are there when they are wanted
        else:
            self._sorted = (question, answer)
        self.refresh()

    def on_shown(self) -> None:
        """Ask for the figures: an answer that is there at once tells how large the first picture has to be."""
        self._breakdown_of(None)

    def use_window(self, size: tuple[int, int]) -> None:
        """Be as large as a large window allows, if there are enough games to fill it."""
        self._has_large_pages = self._has_many_games and fits(size, WINDOW)
        self.wish(size_in(size) if self._has_large_pages else self._size)

    def tell_trouble(self, trouble: str) -> None:
        """Say why there is no answer."""
        self._trouble = trouble
        self.refresh()

    # What is chosen

    @property
    def _kinds(self) -> list[Variant | None]:
        """The games there are figures of: all together, then those of each variant if there are several."""
        breakdown = self._breakdown_of(None)
        variants = () if breakdown is None else tuple(breakdown.variants)
        return [None, *variants] if len(variants) > 1 else [None]

    @property
    def _variant(self) -> Variant | None:
        return self._kinds[self._kind % len(self._kinds)]

    @property
    def _breakdown(self) -> Breakdown | None:
        return self._breakdown_of(self._variant)

    def _breakdown_of(self, variant: Variant | None) -> Breakdown | None:
        """Return all figures but those of deals; None while they are being found out."""
        if variant not in self._breakdowns:
            self._want(Question(variant))
        return self._breakdowns.get(variant)

    def _want(self, question: Question) -> None:
        if question not in self._asked:
            self._asked.add(question)
            self._ask(question)

    def _opener(self, tab: Tab) -> Action:
        def open_tab() -> None:
            self._tab, self._top, self._table.at = tab, 0, 0

        return open_tab

    def _turn(self, by: int) -> None:
        self._kind = (self._kind + by) % len(self._kinds)
        self._top = self._table.at = 0

    def _sorter(self, order: DealOrder) -> Action:
        def sort() -> None:
            if self._tab is Tab.DEALS:
                self._table.sort(order)

        return sort

    @property
    def _deals(self) -> Sequence[DealStatistics]:
        """The deals in their order; none while they are being found out."""
        question = Question(self._variant, self._table.order)
        if self._sorted[0] != question:
            self._want(question)
        self._table.deals = self._sorted[1] if self._sorted[0] == question else ()
        return self._table.deals

    @property
    def _has_deals(self) -> bool:
        """Whether the page with the deals is open, and has some."""
        return self._tab is Tab.DEALS and bool(self._deals)

    @property
    def _size_of_list(self) -> int:
        return len(self._deals) if self._tab is Tab.DEALS else self._last_top

    def _step(self, by: int) -> None:
        if self._has_deals:
            self._table.step(by)
        elif self._tab is not Tab.DEALS:
            self._top = max(min(self._top + by, self._last_top), 0)

    def _play_chosen(self) -> None:
        if self._has_deals:
            deal = self._table.chosen
            self._play(deal.deal, deal.variant)

    def _watch_chosen(self) -> None:
        if self._has_deals:
            deal = self._table.chosen
            self._note = self._watch(deal.deal, deal.variant)

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key stands for; what was said of the last one is said no more."""
        self._note = ""
        return super().keypress(size, key)

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw the page that is open."""
        said = self._said()  # first: it asks for what is drawn
        width = drawing.width - self.scroll_gap
        is_roomy = drawing.height >= _ROOMY
        self._draw_tabs(drawing)
        self._draw_kind(drawing, 1)
        rows = range(2 + is_roomy, drawing.height)
        self._page_rows = max(len(rows) - 1, 1)
        if said:
            lines = evenly_wrapped(said, min(width, _WIDEST_SAID))
            for y, line in enumerate(lines, rows.start + max(len(rows) - len(lines), 0) // 3):
                drawing.write((width - len(line)) // 2, y, line)
        elif self._tab is Tab.DEALS:
            self._table.draw(drawing, width, rows, has_games=self._variant is None)
        else:
            self._draw_lines(drawing, width, rows)

    def _said(self) -> str:
        """Return what there is to say in place of figures."""
        breakdown, deals = self._breakdown, self._deals if self._tab is Tab.DEALS else ()
        if self._trouble:
            return self._trouble
        if breakdown is None or (self._tab is Tab.DEALS and not deals and breakdown.total.played):
            return "Reading your games…"
        if not breakdown.total.played:
            return "No finished games yet. A game counts from its first move, and is finished when you win or give up."
        return ""

    def _draw_tabs(self, drawing: DrawContext) -> None:
        labels = [f"{number} {tab.value}" for number, tab in enumerate(Tab, 1)]
        if len("  ".join(labels)) > drawing.width - self.scroll_gap:
            labels = [
                label if tab is self._tab else str(number)
                for number, (tab, label) in enumerate(zip(Tab, labels, strict=True), 1)
            ]
        x = 0
        for tab, label in zip(Tab, labels, strict=True):
            background, ink = ("chosen", "title") if tab is self._tab else ("bar", "quiet")
            x = drawing.write(x, 0, label, ink, background=background, action=self._opener(tab)) + 2

    def _draw_kind(self, drawing: DrawContext, y: int) -> None:
        x = 0
        if len(self._kinds) > 1:
            x = drawing.write(0, y, self.glyphs.arrows[0], "title", action=lambda: self._turn(-1)) + 1
        x = drawing.write(x, y, self._title_of_kind, "title") + 1
        if len(self._kinds) > 1:
            x = drawing.write(x, y, self.glyphs.arrows[1], "title", action=lambda: self._turn(1))
        told = "" if self._breakdown is None else counted(self._breakdown.total.played, "game")
        if self._has_deals:
            told = f"{self._table.at + 1:,} of {counted(len(self._deals), 'deal')}"
        told = self._note or told
        width = drawing.width - self.scroll_gap
        if x + 2 + len(told) <= width:
            drawing.write(width - len(told), y, told, "quiet")

    @property
    def _title_of_kind(self) -> str:
        variants = () if self._breakdown is None else tuple(self._breakdown.variants)
        return variants[0].title_with_rules if len(variants) == 1 else "All games"

    def _draw_lines(self, drawing: DrawContext, width: int, rows: range) -> None:
        """Draw the lines of a page, and where they scroll, a scroll bar with a blank column to its left."""
        lines = self._lines(width, len(rows))
        if len(lines) > len(rows):
            lines = self._lines(width - 1, len(rows))
        self._last_top = max(len(lines) - len(rows), 0)
        self._top = min(self._top, self._last_top)
        if self._last_top:
            window = range(self._top, self._top + len(rows))
            bar = Box(width, rows.start, 1, len(rows))
            draw_scroll_bar(drawing.surface, bar, window, len(lines), self.glyphs)
        area = "quiet" if self.glyphs.is_for_one_colour else "winnable"
        for y, line in zip(rows, lines[self._top :], strict=False):
            x = 0
            for text, name in line:
                ink = area if name == AREA else name
                is_heat = f"{ink} " in HEAT
                ground = f"{ink} bar" if is_heat else "bar"
                x = drawing.write(x, y, text, "winnable" if is_heat else ink, background=ground)

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of the page that is open."""
        hints: list[KeyHint] = []
        if self._has_deals:
            hints.append(("Enter", "play again", self._play_chosen))
            hints.append(("b", "best win", self._watch_chosen))
            hints += self._share_hints
        elif self._last_top:
            hints.append(("↑ ↓", "scroll", lambda: self._step(self._page_rows)))
        hints.append(("1–6", "page", self._opener(list(Tab)[(list(Tab).index(self._tab) + 1) % len(Tab)])))
        if len(self._kinds) > 1:
            hints.append(("← →", "game", lambda: self._turn(1)))
        if self._tab is Tab.DEALS:
            hints.append(("d w t m p", "sort", lambda: None))
        return [*hints, ("Esc", "close", self._close)]

    # The pages

    def _lines(self, width: int, height: int) -> list[Line]:
        """Return the lines of the page that is open; those of years of days are made once."""
        page = (self._variant, self._tab, width, height)
        if page not in self._pages:
            if len(self._pages) >= _MOST_PAGES:
                self._pages.clear()
            breakdown = self._breakdown or Breakdown()
            make = self._large_lines if self._has_large_pages else self._small_lines
            self._pages[page] = make(breakdown, width, height)
        return self._pages[page]

    def _small_lines(self, breakdown: Breakdown, width: int, height: int) -> list[Line]:
        pages = StatisticsPages(breakdown, self.glyphs)
        match self._tab:
            case Tab.FIGURES:
                return first_page(breakdown, self.glyphs, width)
            case Tab.RATE:
                return pages.rate(width, height)
            case Tab.WINS:
                return spaced(pages.wins(width), height)
            case Tab.MONTHS:
                return spaced(pages.periods(breakdown.months, width), height)
            case Tab.DAYS:
                return heat_map(breakdown.days, self.glyphs, width) + pages.periods(breakdown.days, width)
            case Tab.DEALS:
                return []

    def _large_lines(self, breakdown: Breakdown, width: int, height: int) -> list[Line]:
        pages = LargePages(breakdown, self.glyphs, width, height)
        match self._tab:
            case Tab.FIGURES:
                return pages.figures()
            case Tab.RATE:
                return pages.rate()
            case Tab.WINS:
                return pages.wins()
            case Tab.MONTHS:
                return pages.months()
            case Tab.DAYS:
                return pages.days()
            case Tab.DEALS:
                return []


def open_statistics(ui: Ui) -> None:
    """Show the statistics of all games."""

    def play_again(deal: int, variant: Variant) -> None:
        ui.controller.play_game(Game.new(deal, variant))

    def watch(deal: int, variant: Variant) -> str:
        return watch_best(ui.controller, deal, variant)

    def share(deal: int, variant: Variant) -> str:
        return share_best(ui.controller, deal, variant)

    def ask(question: Question) -> None:
        ui.controller.recorder.find_out(question.ask, partial(dialog.tell, question), dialog.tell_trouble)

    preview = Preview(ui.glyphs, ui.appearance, colour=ui.has_colour)
    dialog = StatisticsScreen(ui.glyphs, ui.close_screen, play_again, watch, ask, preview)
    dialog.offer_sharing(ui.keymap.in_dialog("share"), share)
    ui.push(dialog)
