"""The statistics in three pages: figures, a calendar, and deals."""

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import Any, Final

from freecell_tui.controller.features.games import begun_deals
from freecell_tui.controller.features.share import best_win, share_game
from freecell_tui.controller.features.statistics import find_breakdown, find_deals
from freecell_tui.controller.records.sections import AREA, Section, arranged, calendar_page, figures_page
from freecell_tui.controller.records.sections import Line as PageLine
from freecell_tui.controller.records.statistics import best_time, fewest_moves, headlines, with_help
from freecell_tui.engine import FREECELL, Game, Variant
from freecell_tui.engine.positions import deal_mark
from freecell_tui.engine.text import counted
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics import Breakdown, DealOrder, DealStatistics, Statistics
from freecell_tui.ui.dialogs.win import KeptWinSummary
from freecell_tui.ui.drawing.appearance import NARROWEST
from freecell_tui.ui.drawing.cards.pixels import figure_rows, figure_width
from freecell_tui.ui.drawing.charts import marks_of
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Size, fits
from freecell_tui.ui.parts import Choice, DrawContext, step_choices
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.lines import BLANK, Line, Lines, Span, drawing, width_of
from freecell_tui.ui.widgets.rows import READING, ChoiceList, Column, Row, RowList

_NORMAL: Final = (88, 29)
_BESIDE: Final = (10, 8)
_LARGEST: Final = (164, 50)
_FEWEST_GAMES: Final = 20  # with fewer games the pages do not fill a large window
_ROOMY: Final = 14
_FIGURE_GAP: Final = 3
_SMALL_HEADLINE: Final = 2  # the rows of the figures that matter most, where they are not large
_ORDERS: Final = {DealOrder.DEAL: 10, DealOrder.WINS: 6, DealOrder.TIME: 8, DealOrder.MOVES: 6, DealOrder.PLAYED: 10}
"""The orders of the deals, with the cells of each column."""

_NARROW: Final = 64
_TABLE_WIDTH: Final = 67
_BETWEEN: Final = 2
_CAPTION_ROWS: Final = 2
_BEGUN: Final = "unfinished"  # the word for a deal with an unfinished game

_TABS: Final = ("Overview", "Calendar", "Deals")
_FIGURES, _CALENDAR, _DEALS = range(3)
"""The numbers of the pages."""


class StatisticsScreen(RowList[DealStatistics], Lines):
    """The statistics of all games or of one variant, read in the background."""

    close_label = "close"
    _tab = _FIGURES
    _variant: Variant | None = None
    _order, _is_reversed = DealOrder.PLAYED, False
    _trouble = ""
    _note = ""

    def __init__(self, ui: Ui) -> None:
        self._found: dict[tuple[Variant | None, DealOrder | None], Any] = {}
        """The figures by variant and order, as `_find` returns them."""
        self._begun = cache(partial(begun_deals, ui.controller))
        self._page = lru_cache(32)(self._arranged)  # each variant and size of the window has its own
        next_ones = [ui.choice(name) for name in ("new-game", "daily", "deal-by-number")]
        self._next = ChoiceList(lambda: next_ones)
        super().__init__(ui, "Statistics")

    def on_shown(self) -> None:
        """Read the figures, as they decide how large the first picture is."""
        self._breakdown_of(None)

    def _breakdown_of(self, variant: Variant | None) -> Breakdown | None:
        """Return all figures without the deals, or None while reading."""
        found: Breakdown | None = self._find(variant, None)
        return found

    def _find(self, variant: Variant | None, order: DealOrder | None) -> Any:
        """Return the deals of a variant in an order, or all other figures without an order.

        None while reading. Without a variant, all games count. Figures that cannot be read are not read again.
        """
        key = variant, order
        if key in self._found:
            return self._found[key]
        self._found[key] = None
        self.scope.start(self._read(variant, order))
        return self._found[key]

    async def _read(self, variant: Variant | None, order: DealOrder | None) -> None:
        if order is not None:
            self._found[variant, order] = await find_deals(self._controller, variant, order)
            return
        self._found[variant, order] = await find_breakdown(self._controller, variant)
        self._page.cache_clear()
        self._find(variant, self._order)  # the deals are ready before their page is opened

    def refuse(self, why: str) -> None:
        self._trouble = why

    @property
    def _kinds(self) -> list[Variant | None]:
        """None for all games, then each variant if there are several."""
        breakdown = self._breakdown_of(None)
        variants = () if breakdown is None else tuple(breakdown.variants)
        return [None, *variants] if len(variants) > 1 else [None]

    @property
    def _is_empty(self) -> bool:
        breakdown = self._breakdown_of(None)
        return breakdown is not None and breakdown.is_empty

    @property
    def items(self) -> Sequence[DealStatistics]:
        """The deals in their order, on their page and when they are read."""
        deals: Sequence[DealStatistics] = ()
        if self._tab == _DEALS:
            deals = self._find(self._variant, self._order) or ()
        return deals[::-1] if self._is_reversed else deals

    def press(self, key: str) -> str | None:
        self._note = ""
        shown: RowList[Any] = self._next if self._is_empty else self
        if shown.items and shown.press_in_list(key):
            return None
        return super().press(key)

    def keys(self) -> Sequence[Choice]:
        pages = [Choice(number, "", partial(self._open, tab)) for tab, number in enumerate("123")]
        if self._is_empty:
            return [*self._next.items, *pages]
        first: list[Choice] = []
        if (deal := self.chosen) is not None:
            first = [
                Choice("enter", "play again", self.open_chosen),
                self._ui.choice("watch", "watch best", partial(self._watch_best, deal)),
                self._ui.choice("share", "share", partial(self._share_best, deal)),
            ]
        elif self._last:
            first = [Choice("↑ ↓", "scroll", partial(self.press, "page down"))]
        ways = {"left": -1, "right": 1, "shift tab": -1, "tab": 1}
        return [
            *first,
            Choice("1–3", "page", partial(self._open, (self._tab + 1) % len(_TABS))),
            *pages,
            *step_choices("← →", "game" if len(self._kinds) > 1 else "", self._turn, ways),
            *([Choice("s", "sort", self._sort_on)] if self._tab == _DEALS else []),
        ]

    def key_hints(self) -> Sequence[Choice]:
        return [self.hint("enter", "choose"), self.hint("esc", "close")] if self._is_empty else super().key_hints()

    def _watch_best(self, deal: DealStatistics) -> None:
        if (saved := self._best_win(deal)) is not None:
            self._ui.push(KeptWinSummary(self._ui, saved))

    def _share_best(self, deal: DealStatistics) -> None:
        if (saved := self._best_win(deal)) is not None:
            share_game(self._controller, saved)

    def _best_win(self, deal: DealStatistics) -> SavedGame | None:
        """Return the best win of a deal, or say why it cannot be shown."""
        saved = best_win(self._controller, deal.deal, deal.variant)
        if isinstance(saved, str):
            self._note = saved
            return None
        return saved

    def _open(self, tab: int) -> None:
        self._tab, self._top = tab, 0
        self.choose(0)

    def _turn(self, by: int) -> None:
        kinds = self._kinds
        self._variant, self._top = kinds[(kinds.index(self._variant) + by) % len(kinds)], 0
        self.choose(0)

    def _sort(self, order: DealOrder) -> None:
        """Sort the deals by an order, or reverse that order."""
        self._order, self._is_reversed = order, order is self._order and not self._is_reversed
        self.choose(0)

    def _sort_on(self) -> None:
        """Reverse the deals, or sort by the next column if already reversed."""
        orders = list(_ORDERS)
        index = orders.index(self._order) + self._is_reversed
        self._sort(orders[index % len(orders)])

    def wanted(self) -> Size:
        breakdown = self._breakdown_of(None)
        if breakdown is None:
            return _NORMAL
        if self._is_empty:
            return 60, 10 if self.window[0] < _NARROW else 9
        columns, rows = _NORMAL[0], _LARGEST[1]
        if breakdown.total.played < _FEWEST_GAMES:
            # Below the names of the pages, the game and a blank row.
            rows = 3 + len(self._page(None, _FIGURES, columns, 0))
        if fits(self.window, (120, 40)):
            columns = min(self.window[0] - _BESIDE[0], _LARGEST[0])
        return columns, max(min(rows, self.window[1] - _BESIDE[1]), 22)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        breakdown, deals = self._breakdown_of(self._variant), self.items
        head = self._head(breakdown, width)
        if self._is_empty or height >= _ROOMY:
            head.append(BLANK)
        self.pinned = len(head)
        rows = height - len(head)
        text = self._trouble
        if not text and (breakdown is None or (self._tab == _DEALS and not deals and breakdown.total.played)):
            text = READING
        if text:
            return [*head, *self.wrapped(text, width)]
        if self._is_empty:
            none = "No finished games yet. A game counts from its first move, and is finished when you win or give up."
            above = [*self.wrapped(none, width), BLANK]
            return [*head, *above, *drawing(max(rows - len(above), 1), self._next.draw_items)]
        if self._tab == _DEALS:
            return [*head, *drawing(rows, self._draw_deals)]
        return [*head, *self._page(self._variant, self._tab, width, rows)]

    def _head(self, breakdown: Breakdown | None, width: int) -> list[Line]:
        tabs: list[Span] = []
        for tab, name in enumerate(_TABS):
            role = "chosen title" if tab == self._tab else "bar quiet"
            tabs += [Span(f"{tab + 1} {name}", role, partial(self._open, tab)), Span("  ")]
        left, right = tuple(self.glyphs.arrows) if len(self._kinds) > 1 else ("", "")
        variants = () if breakdown is None else tuple(breakdown.variants)
        title = self.glyphs.displayable(variants[0].title_with_rules) if len(variants) == 1 else "All games"
        game = [
            Span(left, "bar title", partial(self._turn, -1)),
            Span(f" {title} " if left else title, "bar title"),
            Span(right, "bar title", partial(self._turn, 1)),
        ]
        count = ""
        if deals := self.items:
            count = f"{self.chosen_index + 1:,} of {counted(len(deals), 'deal')}"
        text = self.glyphs.displayable(self._note or count)
        room = width - width_of(game)
        if len(text) + 2 <= room:
            game.append(Span(text.rjust(room), "bar quiet"))
        return [Line(tabs), Line(game)]

    def _arranged(self, variant: Variant | None, tab: int, width: int, height: int) -> Sequence[Line]:
        """Return the lines of a page, which takes long after years of play."""
        breakdown, marks = self._find(variant, None), marks_of(self.glyphs)
        if not breakdown.total.played:
            page = figures_page(breakdown, marks)
        elif tab == _FIGURES:
            figures = headline(breakdown.total, self.glyphs, width)
            # The last games have a table of their own.
            omitted = ("last games", *(("played", "won", "time") if len(figures) > _SMALL_HEADLINE else ()))
            page = figures_page(breakdown, marks, omitted)
            page.insert(0, [Section(lambda *_: figures)])
        else:
            page = calendar_page(breakdown, marks, width)
        return [Line([self._span(*part) for part in line]) for line in arranged(page, width, height)]

    def _span(self, text: str, name: str) -> Span:
        """Return a text of a page in the role of an ink."""
        # Without colours a large reversed block would glare.
        ink = "quiet" if name.startswith(AREA) and not self.glyphs.has_colour else name.removeprefix(AREA)
        # The terminal has the marks of charts, whatever else it lacks.
        is_chart = set(text) <= set("".join(marks_of(self.glyphs)) + " ")
        shown = text if is_chart else self.glyphs.displayable(text)
        return Span(shown, f"{ink} bar winnable" if ink.startswith("heat") else f"bar {ink}")

    def row(self, item: DealStatistics) -> Row:
        facts = deal_mark(item.deal), f"{item.won}/{item.won + item.lost}", best_time(item), fewest_moves(item)
        begun = _BEGUN if item.deal in self._begun(item.variant) else ""
        helped = f"{item.helped:,} with help" if item.helped else ""
        title = "" if self._variant or item.variant == FREECELL else item.variant.title_with_rules
        return Row((*facts, item.last_played or "–", " · ".join(filter(None, (title, begun, helped)))))

    def open(self, item: DealStatistics) -> None:
        self._controller.play_game(Game.new(item.deal, item.variant))

    def _draw_deals(self, drawing: DrawContext, box: Box) -> None:
        """Draw the deals, and the chosen deal beside them if there is room."""
        deal, table = self.chosen, box.width
        if deal is not None and box.width >= _TABLE_WIDTH + _BETWEEN + NARROWEST:
            table = _TABLE_WIDTH
            facts = [f"won {deal.won:,} of {deal.won + deal.lost:,}"]
            if deal.deal in self._begun(deal.variant):
                facts.insert(0, _BEGUN)
            if deal.helped:
                facts.append(with_help(deal))
            if deal.won:
                best = "" if deal.best_seconds is None else f"{best_time(deal)}, "
                facts.append(f"best {best}{deal.fewest_moves:,} moves")
            if deal.par is not None:
                facts.append(f"par {deal.par}")
            x, width = table + _BETWEEN, box.width - table - _BETWEEN
            title = f"{deal.variant.title_with_rules} {deal_mark(deal.deal)}"
            drawing.write(x, box.y, drawing.glyphs.cut(title, width), "title")
            drawing.write(x, box.y + 1, drawing.glyphs.cut(" · ".join(facts), width), "quiet")
            # More rows would be felt without cards.
            picture = Box(x, box.y + _CAPTION_ROWS, width, min(box.height - _CAPTION_ROWS, width // 3))
            self._ui.draw_table(drawing, picture, Game.new(deal.deal, deal.variant))
        columns, is_narrow = list[Column](), table < _NARROW
        for order, width in _ORDERS.items():
            is_spaced = order not in (DealOrder.DEAL, DealOrder.WINS)
            # In a narrow table the deal has a cell less, else most columns one more.
            cells = width - (order is DealOrder.DEAL) if is_narrow else width + is_spaced
            name = order.name.lower()
            head = name, "quiet"
            if order is self._order:
                mark = ("▾▴" if self.glyphs.bars else "v^")[self._is_reversed]
                head = f"{name}{mark.rjust(2 if len(name) + 2 <= cells else 1)}", "title"
            columns.append(Column(cells, heading=head, is_right=True, action=partial(self._sort, order)))
        self.columns = [*columns, Column(weight=1, ink="quiet", least=9)]
        self.draw_items(drawing, box._replace(width=table))


def headline(total: Statistics, glyphs: Glyphs, width: int) -> list[PageLine]:
    """Return the most important figures side by side.

    Where there is little room, small figures stand two in a row.
    """
    figures = headlines(total)
    widths = [max(figure_width(figure, glyphs), len(label), len(more)) for figure, label, more in figures]
    spare = width - sum(widths)
    if spare < _FIGURE_GAP * (len(figures) - 1):
        first = max(width // 2, *(len(figure) + len(label) + 2 for figure, label, _ in figures[::2]))
        lines: list[PageLine] = [[], []]
        for index, (figure, label, _) in enumerate(figures):
            room = (width - first if index % 2 else first) - len(figure)
            lines[index // 2] += [(figure, "title"), (f" {label}"[: max(room - 1, 0)].ljust(room), "quiet")]
        return lines
    even, gap = width // len(figures), spare // (len(figures) - 1)
    # Columns of one width stay where they are from game to game.
    columns = [even if max(widths) + _FIGURE_GAP <= even else needed + gap for needed in widths]
    rows = [*zip(*((*figure_rows(figure, glyphs), *words) for figure, *words in figures), strict=True)]
    inks = (*["title"] * (len(rows) - 2), "text", "quiet")
    return [
        [(text.ljust(column), ink) for text, column in zip(row, columns, strict=True)]
        for row, ink in zip(rows, inks, strict=True)
    ]
