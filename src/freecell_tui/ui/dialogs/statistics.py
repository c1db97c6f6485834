"""The statistics: what all games come to, how that went, and the deals that were played."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from freecell_tui.controller import statistics_text
from freecell_tui.engine import Variant
from freecell_tui.storage.figures import Figures
from freecell_tui.storage.history import History
from freecell_tui.storage.statistics import Breakdown, DealOrder, DealStatistics
from freecell_tui.ui.dialogs.statistics_dashboard import first_page, heat_map, rows_for
from freecell_tui.ui.dialogs.statistics_pages import (
    TWO_COLUMNS,
    Line,
    StatisticsPages,
    deal_cell,
    evenly_wrapped,
    spaced,
)
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.theme import HEAT
from freecell_tui.ui.key_names import key_name
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.parts import Action, KeyHint, centred_window, chooser

DealAction = Callable[[int, Variant], None]

_SIZE: Final = (88, 29)
_ROOMY: Final = 14
_SHORTEST_TITLE: Final = 8
_WIDEST_SAID: Final = 50


class Tab(Enum):
    """A page of the statistics, under the number that is its key."""

    FIGURES = "Figures"
    RATE = "Win rate"
    WINS = "Wins"
    MONTHS = "Months"
    DAYS = "Days"
    DEALS = "Deals"


# What the deals are sorted by: the key, and the cells of the column.
_ORDERS: Final = {
    DealOrder.DEAL: ("d", 11),
    DealOrder.WINS: ("w", 6),
    DealOrder.TIME: ("t", 8),
    DealOrder.MOVES: ("m", 6),
    DealOrder.PLAYED: ("p", 10),
}


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
    that cannot be, or nothing.
    """

    def __init__(
        self,
        glyphs: Glyphs,
        close: Action,
        play: DealAction,
        watch: Callable[[int, Variant], str],
        ask: Callable[[Question], None],
    ) -> None:
        self._ask = ask
        self._play = play
        self._watch = watch
        self._blocks = statistics_text.UNICODE if glyphs.bars else statistics_text.ASCII
        self._asked = set[Question]()
        self._breakdowns: dict[Variant | None, Breakdown] = {}
        self._sorted: tuple[Question, list[DealStatistics]] = (Question(), [])
        self._trouble = ""
        self._note = ""
        self._share_hints: list[KeyHint] = []
        self._tab = Tab.FIGURES
        self._kind = 0
        self._page: tuple[tuple[object, ...], list[Line]] | None = None
        self._top = self._last_top = 0
        self._at = 0
        self._page_rows = 1
        self._order, self._reversed = DealOrder.PLAYED, False
        super().__init__("Statistics", _SIZE, glyphs, close, self._keys())

    def _keys(self) -> dict[str, Action]:
        tabs: dict[str, Action] = {str(number): self._opener(tab) for number, tab in enumerate(Tab, 1)}
        orders: dict[str, Action] = {key: self._sorter(order) for order, (key, _) in _ORDERS.items()}
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
                deal = self._deal(self._at)
                self._note = share(deal.deal, deal.variant)

        self.add_action(keys, share_chosen)
        self._share_hints = [(key_name(key), "share", share_chosen) for key in keys[:1]]

    def tell(self, question: Question, answer: Answer) -> None:
        """Show the answer to a question."""
        self._asked.discard(question)
        if isinstance(answer, Breakdown):
            self._breakdowns[question.variant], self._page = answer, None
            if question.variant is None:
                self._rows_wanted = rows_for(answer, self.glyphs, self._blocks, _SIZE[0])
            self._want(Question(question.variant, self._order))  # so that they are there when they are wanted
        else:
            self._sorted = (question, answer)
        self.refresh()

    def on_shown(self) -> None:
        """Ask for the figures: an answer that is there at once tells how large the first picture has to be."""
        self._breakdown_of(None)

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
            self._tab, self._top, self._at = tab, 0, 0

        return open_tab

    def _turn(self, by: int) -> None:
        self._kind = (self._kind + by) % len(self._kinds)
        self._top = self._at = 0

    def _sorter(self, order: DealOrder) -> Action:
        def sort() -> None:
            if self._tab is Tab.DEALS:
                self._reversed = order is self._order and not self._reversed
                self._order, self._at = order, 0

        return sort

    @property
    def _deals(self) -> Sequence[DealStatistics]:
        """The deals in their order; none while they are being found out."""
        question = Question(self._variant, self._order)
        if self._sorted[0] != question:
            self._want(question)
        return self._sorted[1] if self._sorted[0] == question else ()

    def _deal(self, at: int) -> DealStatistics:
        return self._deals[-1 - at if self._reversed else at]

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
            deal = self._deal(self._at)
            self._play(deal.deal, deal.variant)

    def _watch_chosen(self) -> None:
        if self._tab is Tab.DEALS and self._deals:
            deal = self._deal(self._at)
            self._note = self._watch(deal.deal, deal.variant)

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key stands for; what was said of the last one is said no more."""
        self._note = ""
        return super().keypress(size, key)

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw the page that is open."""
        said = self._said()  # first: it asks for what is drawn
        is_roomy = drawing.height >= _ROOMY
        self._draw_tabs(drawing)
        self._draw_kind(drawing, 1)
        rows = range(2 + is_roomy, drawing.height)
        self._page_rows = max(len(rows) - 1, 1)
        if said:
            lines = evenly_wrapped(said, min(drawing.width, _WIDEST_SAID))
            for y, line in enumerate(lines, rows.start + max(len(rows) - len(lines), 0) // 3):
                drawing.write((drawing.width - len(line)) // 2, y, line)
        elif self._tab is Tab.DEALS:
            self._draw_deals(drawing, rows)
        else:
            self._draw_lines(drawing, rows, self._lines(drawing.width, len(rows)))

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
        x = 0
        if len(self._kinds) > 1:
            x = drawing.write(0, y, self.glyphs.arrows[0], "title", action=lambda: self._turn(-1)) + 1
        x = drawing.write(x, y, self._title_of_kind, "title") + 1
        if len(self._kinds) > 1:
            x = drawing.write(x, y, self.glyphs.arrows[1], "title", action=lambda: self._turn(1))
        told = "" if self._breakdown is None else statistics_text.number_of(self._breakdown.total.played, "game")
        if self._tab is Tab.DEALS and self._deals:
            told = f"{self._at + 1:,} of {statistics_text.number_of(len(self._deals), 'deal')}"
        told = self._note or told
        if x + 2 + len(told) <= drawing.width:
            drawing.write(drawing.width - len(told), y, told, "quiet")

    @property
    def _title_of_kind(self) -> str:
        variants = () if self._breakdown is None else tuple(self._breakdown.variants)
        return statistics_text.variant_title(variants[0]) if len(variants) == 1 else "All games"

    def _draw_lines(self, drawing: DrawContext, rows: range, lines: Sequence[Line]) -> None:
        self._last_top = max(len(lines) - len(rows), 0)
        self._top = min(self._top, self._last_top)
        for y, line in zip(rows, lines[self._top :], strict=False):
            x = 0
            for text, ink in line:
                is_heat = f"{ink} " in HEAT
                ground = f"{ink} bar" if is_heat else "bar"
                x = drawing.write(x, y, text, "winnable" if is_heat else ink, background=ground)

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
        """Return the lines of the page that is open; those of years of days are made once."""
        page = (self._variant, self._tab, width, height)
        if self._page is None or self._page[0] != page:
            self._page = page, self._new_lines(width, height)
        return self._page[1]

    def _new_lines(self, width: int, height: int) -> list[Line]:
        breakdown = self._breakdown or Breakdown()
        pages = StatisticsPages(breakdown, self._blocks)
        match self._tab:
            case Tab.FIGURES:
                return first_page(breakdown, self.glyphs, self._blocks, width)
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

    # The deals

    def _draw_deals(self, drawing: DrawContext, rows: range) -> None:
        columns = self._columns(drawing.width)
        for order, x in columns.items():
            width = _ORDERS[order][1]
            head, ink = order.value, "quiet"
            if order is self._order:
                mark = ("▾▴" if self.glyphs.bars else "v^")[self._reversed]
                ink = "title"
                head += mark.rjust(2 if len(head) + 2 <= width else 1)
            drawing.write(x + width - len(head), rows[0], head, ink, action=self._sorter(order))
        end = max(x + _ORDERS[order][1] for order, x in columns.items()) + 2
        has_game = self._variant is None and drawing.width - end > _SHORTEST_TITLE
        room = max(len(rows) - 1, 1)
        for y, at in zip(rows[1:], centred_window(self._at, len(self._deals), room), strict=False):
            deal, is_chosen = self._deal(at), at == self._at
            background = "chosen" if is_chosen else "bar"
            drawing.surface.fill(0, y, drawing.width, 1, f"{background} text")
            drawing.on_click(Box(0, y, drawing.width, 1), self._chooser(at))
            for order, x in columns.items():
                drawing.write(x, y, deal_cell(order, deal).rjust(_ORDERS[order][1]), "text", background=background)
            if has_game:
                title = statistics_text.variant_title(deal.variant)[: drawing.width - end]
                drawing.write(end, y, title, "quiet", background=background)
            if is_chosen:
                drawing.cursor = (0, y)

    @staticmethod
    def _columns(width: int) -> dict[DealOrder, int]:
        """Where the columns begin that have room."""
        columns: dict[DealOrder, int] = {}
        x = 0
        for order, (_, of_column) in _ORDERS.items():
            if x + of_column <= width:
                columns[order] = x
            x += of_column + 1 + (width >= TWO_COLUMNS)
        return columns

    def _chooser(self, at: int) -> Action:
        return chooser(lambda: at == self._at, lambda: self._step(at - self._at), self._play_chosen)
