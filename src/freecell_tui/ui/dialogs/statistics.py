"""The statistics: what all games come to, how that went, and the deals that were played."""

from collections.abc import Callable, Sequence
from enum import Enum
from textwrap import wrap
from typing import Any, Final

from freecell_tui.controller import statistics_text
from freecell_tui.engine import Variant
from freecell_tui.storage.statistics import Breakdown, DealStatistics, Statistics
from freecell_tui.storage.statistics_loader import StatisticsLoader
from freecell_tui.ui.dialogs.statistics_pages import TWO_COLUMNS, Line, StatisticsPages
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.key_names import key_name
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.parts import Action, KeyHint, centred_window

DealAction = Callable[[int, Variant], None]

_SIZE: Final = (88, 29)
_ROOMY: Final = 14
_SHORTEST_TITLE: Final = 8


class Tab(Enum):
    """A page of the statistics, under the number that is its key."""

    FIGURES = "Figures"
    RATE = "Win rate"
    WINS = "Wins"
    MONTHS = "Months"
    DAYS = "Days"
    DEALS = "Deals"


class Order(Enum):
    """What the deals are sorted by: its key, its head, and the cells that it takes."""

    DEAL = ("d", "deal", 11)
    WINS = ("w", "wins", 6)
    TIME = ("t", "time", 8)
    MOVES = ("m", "moves", 6)
    PLAYED = ("p", "played", 10)

    @property
    def key(self) -> str:
        """The key that sorts by it."""
        return self.value[0]

    @property
    def head(self) -> str:
        """The head of its column."""
        return self.value[1]

    @property
    def width(self) -> int:
        """How wide its column is."""
        return self.value[2]

    def sorted(self, deals: Sequence[DealStatistics]) -> list[DealStatistics]:
        """Return the deals, which come with the last played first: the best first, those never won last."""
        match self:
            case Order.DEAL:
                return sorted(deals, key=lambda deal: deal.deal)
            case Order.WINS:
                return sorted(deals, key=lambda deal: (-deal.won, deal.played))
            case Order.TIME:
                return sorted(deals, key=lambda deal: (deal.best_seconds is None, deal.best_seconds or 0))
            case Order.MOVES:
                return sorted(deals, key=lambda deal: (deal.fewest_moves is None, deal.fewest_moves or 0))
            case Order.PLAYED:
                return list(deals)

    def text(self, deal: DealStatistics) -> str:
        """Return what stands in the column."""
        match self:
            case Order.DEAL:
                return f"#{deal.deal}"
            case Order.WINS:
                return f"{deal.won}/{deal.played}"
            case Order.TIME:
                return statistics_text.best_time(deal.statistics)
            case Order.MOVES:
                return statistics_text.fewest_moves(deal.statistics)
            case Order.PLAYED:
                return deal.last_played or "–"


class StatisticsScreen(CanvasDialog):
    """The statistics of a ledger, of which it is told again and again until that is complete.

    `play` is called with a deal to be played again, and `watch` with one whose best win is to be seen: it returns why
    that cannot be, or nothing.
    """

    def __init__(self, glyphs: Glyphs, close: Action, play: DealAction, watch: Callable[[int, Variant], str]) -> None:
        self._play = play
        self._watch = watch
        self._blocks = statistics_text.UNICODE if glyphs.bars else statistics_text.ASCII
        self._ledger: StatisticsLoader | None = None
        self._trouble = ""
        self._note = ""
        self._share_hints: list[KeyHint] = []
        self._tab = Tab.FIGURES
        self._kind = 0
        self._top = self._last_top = 0
        self._at = 0
        self._page_rows = 1
        self._order, self._reversed = Order.PLAYED, False
        self._sorted: tuple[object, list[DealStatistics]] = (None, [])
        super().__init__("Statistics", _SIZE, glyphs, close, self._keys())

    def _keys(self) -> dict[str, Action]:
        tabs: dict[str, Action] = {str(number): self._opener(tab) for number, tab in enumerate(Tab, 1)}
        orders: dict[str, Action] = {order.key: self._sorter(order) for order in Order}
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
            if self._tab is Tab.DEALS and self._deals:
                deal = self._deals[self._at]
                self._note = share(deal.deal, deal.variant)

        self.add_action(keys, share_chosen)
        self._share_hints = [(key_name(key), "share", share_chosen) for key in keys[:1]]

    def tell(self, ledger: StatisticsLoader, trouble: str = "") -> None:
        """Show what has been read by now; `trouble` is why nothing more can be."""
        self._ledger, self._trouble = ledger, trouble
        self.refresh()

    # What is chosen

    @property
    def _kinds(self) -> list[Variant | None]:
        """The games there are figures of, all together first, and alone if they are of one kind."""
        if self._ledger is None or not self._ledger.is_complete:
            return [None]
        kinds = list(self._ledger.breakdowns)
        return kinds if kinds[2:] else kinds[-1:]

    @property
    def _variant(self) -> Variant | None:
        return self._kinds[self._kind % len(self._kinds)]

    @property
    def _account(self) -> Breakdown:
        return self._ledger.breakdowns[self._variant] if self._ledger is not None else Breakdown()

    def _opener(self, tab: Tab) -> Action:
        def open_tab() -> None:
            self._tab, self._top, self._at = tab, 0, 0

        return open_tab

    def _turn(self, by: int) -> None:
        self._kind = (self._kind + by) % len(self._kinds)
        self._top = self._at = 0

    def _sorter(self, order: Order) -> Action:
        def sort() -> None:
            if self._tab is Tab.DEALS:
                self._reversed = order is self._order and not self._reversed
                self._order, self._at = order, 0

        return sort

    @property
    def _deals(self) -> list[DealStatistics]:
        """The deals as they are sorted; sorted once."""
        if self._ledger is None or not self._ledger.is_complete:
            return []
        wanted = (self._ledger, self._variant, self._order, self._reversed)
        if self._sorted[0] != wanted:
            deals = self._order.sorted(self._account.deals)
            self._sorted = (wanted, deals[::-1] if self._reversed else deals)
        return self._sorted[1]

    @property
    def _size_of_list(self) -> int:
        return len(self._deals) if self._tab is Tab.DEALS else self._last_top

    def _step(self, by: int) -> None:
        if self._tab is Tab.DEALS:
            self._at = max(min(self._at + by, len(self._deals) - 1), 0)
        else:
            self._top = max(min(self._top + by, self._last_top), 0)

    def _play_chosen(self) -> None:
        if self._tab is Tab.DEALS and self._deals:
            deal = self._deals[self._at]
            self._play(deal.deal, deal.variant)

    def _watch_chosen(self) -> None:
        if self._tab is Tab.DEALS and self._deals:
            deal = self._deals[self._at]
            self._note = self._watch(deal.deal, deal.variant)

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key stands for; what was said of the last one is said no more."""
        self._note = ""
        return super().keypress(size, key)

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw the page that is open."""
        is_roomy = drawing.height >= _ROOMY
        self._draw_tabs(drawing)
        self._draw_kind(drawing, 1)
        rows = range(2 + is_roomy, drawing.height)
        self._page_rows = max(len(rows) - 1, 1)
        said = self._said()
        if said:
            for y, line in zip(rows, wrap(said, drawing.width), strict=False):
                drawing.write(0, y, line)
        elif self._tab is Tab.DEALS:
            self._draw_deals(drawing, rows)
        else:
            self._draw_lines(drawing, rows, self._lines(drawing.width, len(rows)))

    def _said(self) -> str:
        """Return what there is to say in place of figures."""
        if self._trouble:
            return self._trouble
        if self._ledger is None or not self._ledger.is_complete:
            return "Reading your games…"
        if not self._ledger.results:
            return "No finished games yet. A game counts from its first move, and is finished when you win or give up."
        return ""

    def _draw_tabs(self, drawing: DrawContext) -> None:
        labels = [f"{number} {tab.value}" for number, tab in enumerate(Tab, 1)]
        if len("  ".join(labels)) > drawing.width:
            labels = [
                label if tab is self._tab else str(number)
                for number, (tab, label) in enumerate(zip(Tab, labels, strict=True), 1)
            ]
        x = 0
        for tab, label in zip(Tab, labels, strict=True):
            background, ink = ("chosen", "title") if tab is self._tab else ("bar", "quiet")
            x = drawing.write(x, 0, label, ink, background=background, action=self._opener(tab)) + 2

    def _draw_kind(self, drawing: DrawContext, y: int) -> None:
        variant = self._variant
        x = 0
        if len(self._kinds) > 1:
            x = drawing.write(0, y, self.glyphs.arrows[0], "title", action=lambda: self._turn(-1)) + 1
        x = drawing.write(x, y, "All games" if variant is None else statistics_text.variant_title(variant), "title") + 1
        if len(self._kinds) > 1:
            x = drawing.write(x, y, self.glyphs.arrows[1], "title", action=lambda: self._turn(1))
        count = self._account.total.played
        if self._ledger is not None and not self._ledger.is_complete:
            count = self._ledger.games_read
        told = statistics_text.number_of(count, "game")
        if self._tab is Tab.DEALS and self._deals:
            told = f"{self._at + 1:,} of {statistics_text.number_of(len(self._deals), 'deal')}"
        told = self._note or told
        if x + 2 + len(told) <= drawing.width:
            drawing.write(drawing.width - len(told), y, told, "quiet")

    def _draw_lines(self, drawing: DrawContext, rows: range, lines: Sequence[Line]) -> None:
        self._last_top = max(len(lines) - len(rows), 0)
        self._top = min(self._top, self._last_top)
        for y, line in zip(rows, lines[self._top :], strict=False):
            x = 0
            for text, ink in line:
                x = drawing.write(x, y, text, ink)

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of the page that is open."""
        hints: list[KeyHint] = []
        if self._tab is Tab.DEALS and self._deals:
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
        breakdown = self._account
        pages = StatisticsPages(breakdown, self._totals_by_variant(), self._blocks)
        match self._tab:
            case Tab.FIGURES:
                return pages.figures(width)
            case Tab.RATE:
                return pages.rate(width, height)
            case Tab.WINS:
                return pages.wins(width)
            case Tab.MONTHS:
                return pages.periods(breakdown.months, width)
            case Tab.DAYS:
                return pages.periods(breakdown.days, width)
            case Tab.DEALS:
                return []

    def _totals_by_variant(self) -> dict[Variant, Statistics]:
        """Return the totals of each variant where the games of several are shown together; otherwise none."""
        if self._ledger is None or self._variant is not None:
            return {}
        totals = {kind: each.total for kind, each in self._ledger.breakdowns.items() if kind is not None}
        return totals if len(totals) > 1 else {}

    # The deals

    def _draw_deals(self, drawing: DrawContext, rows: range) -> None:
        columns = self._columns(drawing.width)
        for order, x in columns.items():
            head, ink = order.head, "quiet"
            if order is self._order:
                mark = ("▾▴" if self.glyphs.bars else "v^")[self._reversed]
                ink = "title"
                head += mark.rjust(2 if len(head) + 2 <= order.width else 1)
            drawing.write(x + order.width - len(head), rows[0], head, ink, action=self._sorter(order))
        end = max(x + order.width for order, x in columns.items()) + 2
        has_game = self._variant is None and drawing.width - end > _SHORTEST_TITLE
        room = max(len(rows) - 1, 1)
        for y, at in zip(rows[1:], centred_window(self._at, len(self._deals), room), strict=False):
            deal, is_chosen = self._deals[at], at == self._at
            background = "chosen" if is_chosen else "bar"
            drawing.surface.fill(0, y, drawing.width, 1, f"{background} text")
            drawing.on_click(Box(0, y, drawing.width, 1), self._chooser(at))
            for order, x in columns.items():
                drawing.write(x, y, order.text(deal).rjust(order.width), "text", background=background)
            if has_game:
                drawing.write(
                    end,
                    y,
                    statistics_text.variant_title(deal.variant)[: drawing.width - end],
                    "quiet",
                    background=background,
                )
            if is_chosen:
                drawing.cursor = (0, y)

    @staticmethod
    def _columns(width: int) -> dict[Order, int]:
        """Where the columns begin that have room."""
        columns: dict[Order, int] = {}
        x = 0
        for order in Order:
            if x + order.width <= width:
                columns[order] = x
            x += order.width + 1 + (width >= TWO_COLUMNS)
        return columns

    def _chooser(self, at: int) -> Action:
        def choose() -> None:
            if at == self._at:
                self._play_chosen()
            else:
                self._at = at

        return choose
