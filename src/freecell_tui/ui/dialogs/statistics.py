"""The statistics in three pages: what all games come to, when they were played, and the deals."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any, Final

from freecell_tui.controller.features.share import best_win, share_game
from freecell_tui.controller.records.sections import AREA, Section, arranged, calendar_page, figures_page
from freecell_tui.controller.records.sections import Line as PageLine
from freecell_tui.controller.records.statistics import best_time, fewest_moves, headlines, with_help
from freecell_tui.engine import FREECELL, Game, Variant
from freecell_tui.engine.text import counted
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics import Breakdown, DealOrder, DealStatistics, Figures, Statistics
from freecell_tui.ui.dialogs.win import open_kept_win
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
"""What the deals are sorted by, and the cells of the column."""

_NARROW: Final = 64
_TABLE_WIDTH: Final = 67
_BETWEEN: Final = 2
_CAPTION_ROWS: Final = 2
_BEGUN: Final = "unfinished"  # what is said of a deal of which a game is kept

_TABS: Final = ("Overview", "Calendar", "Deals")
_FIGURES, _CALENDAR, _DEALS = range(3)
"""The pages, under the numbers that are their keys."""


class StatisticsScreen(RowList[DealStatistics], Lines):
    """The statistics of all games, or of one variant; they are read in the background."""

    close_label = "close"
    _tab = _FIGURES
    _variant: Variant | None = None
    _order, _is_reversed = DealOrder.PLAYED, False
    _trouble = ""
    _note = ""

    def __init__(self, ui: Ui) -> None:
        self._found: dict[tuple[Variant | None, DealOrder | None], Any] = {}
        self._begun = cache(ui.controller.store.unfinished_deals)
        self._page = lru_cache(32)(self._arranged)  # each variant and size of the window has its own
        next_ones = [ui.choice(name) for name in ("new-game", "daily", "deal-by-number")]
        self._next = ChoiceList(lambda: next_ones)
        super().__init__(ui, "Statistics")

    def on_shown(self) -> None:
        """Ask for the figures: an answer that is there at once tells how large the first picture has to be."""
        self._breakdown_of(None)

    def _breakdown_of(self, variant: Variant | None) -> Breakdown | None:
        """Return all figures but those of deals; None while they are being found out."""
        found: Breakdown | None = self._find(variant, None)
        return found

    def _find(self, variant: Variant | None, order: DealOrder | None) -> Any:
        """Return the deals of a variant, or of all, in an order, or else all other figures; None as long as that takes.

        What cannot be found is not asked for again.
        """
        question = variant, order
        if question in self._found:
            return self._found[question]
        self._found[question] = None
        self.scope.start(self._read(variant, order))
        return self._found[question]

    async def _read(self, variant: Variant | None, order: DealOrder | None) -> None:
        wanted = None if variant is None else variant.__eq__

        def ask(history: History) -> Breakdown | list[DealStatistics]:
            if order is None:
                return history.figures(Figures.breakdown, wanted)
            return history.figures(lambda figures: figures.deals(order), wanted)

        self._found[variant, order] = await self._controller.recorder.query(ask)
        if order is None:
            self._page.cache_clear()
            self._find(variant, self._order)  # so that they are there when they are wanted

    def refuse(self, why: str) -> None:
        self._trouble = why

    @property
    def _kinds(self) -> list[Variant | None]:
        """The games there are figures of: all together, then those of each variant if there are several."""
        breakdown = self._breakdown_of(None)
        variants = () if breakdown is None else tuple(breakdown.variants)
        return [None, *variants] if len(variants) > 1 else [None]

    @property
    def _is_empty(self) -> bool:
        breakdown = self._breakdown_of(None)
        return breakdown is not None and not breakdown.total.played

    @property
    def items(self) -> Sequence[DealStatistics]:
        """The deals in their order; none while they are being found out, or of another page."""
        found = self._find(self._variant, self._order) if self._tab == _DEALS else None
        deals: Sequence[DealStatistics] = found or ()
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
            show_kept, share_kept = partial(open_kept_win, self._ui), partial(share_game, self._controller)
            first = [
                Choice("enter", "play again", self.open_chosen),
                self._ui.choice("watch", "watch best", partial(self._show_best, deal, show_kept)),
                self._ui.choice("share", "share", partial(self._show_best, deal, share_kept)),
            ]
        elif self._last:
            first = [Choice("↑ ↓", "scroll", partial(self.press, "page down"))]
        ways = {"left": -1, "right": 1, "shift tab": -1, "tab": 1}
        return [
            *first,
            Choice("1–3", "page", partial(self._open, (self._tab + 1) % len(_TABS))),
            *pages,
            *step_choices("← →", "game" * (len(self._kinds) > 1), self._turn, ways),
            *([Choice("s", "sort", self._sort_on)] if self._tab == _DEALS else []),
        ]

    def key_hints(self) -> Sequence[Choice]:
        return [self.hint("enter", "choose"), self.hint("esc", "close")] if self._is_empty else super().key_hints()

    def _show_best(self, deal: DealStatistics, show: Callable[[SavedGame], None]) -> None:
        """Show the best win of a deal in some way, or say why it cannot be shown."""
        saved = best_win(self._controller, deal.deal, deal.variant)
        if isinstance(saved, str):
            self._note = saved
        else:
            show(saved)

    def _open(self, tab: int) -> None:
        self._tab, self._top = tab, 0
        self.choose(0)

    def _turn(self, by: int) -> None:
        kinds = self._kinds
        self._variant, self._top = kinds[(kinds.index(self._variant) + by) % len(kinds)], 0
        self.choose(0)

    def _sort(self, order: DealOrder) -> None:
        """Sort the deals by an order, or the other way round if that is the order already."""
        self._order, self._is_reversed = order, order is self._order and not self._is_reversed
        self.choose(0)

    def _sort_on(self) -> None:
        """Reverse the order of the deals, or sort by the next column if it is reversed already."""
        orders = list(_ORDERS)
        at = orders.index(self._order) + self._is_reversed
        self._sort(orders[at % len(orders)])

    def wanted(self) -> Size:
        breakdown = self._breakdown_of(None)
        if breakdown is None or self._is_empty:
            return _NORMAL if breakdown is None else (60, 11)  # where there are no games yet
        columns, rows = _NORMAL[0], _LARGEST[1]
        if breakdown.total.played < _FEWEST_GAMES:
            # Below the names of the pages, the game and a blank row.
            rows = 3 + len(self._page(None, _FIGURES, columns - self.scroll_gap, 0))
        elif fits(self.window, (120, 40)):
            columns = min(self.window[0] - _BESIDE[0], _LARGEST[0])
        return columns, max(min(rows, self.window[1] - _BESIDE[1]), 22)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        breakdown, deals = self._breakdown_of(self._variant), self.items
        head = [*self._head(breakdown, width), *[BLANK] * (self._is_empty or height >= _ROOMY)]
        self.pinned = len(head)
        rows = height - len(head)
        said = self._trouble
        if not said and (breakdown is None or (self._tab == _DEALS and not deals and breakdown.total.played)):
            said = READING
        if said:
            return [*head, *self.wrapped(said, width)]
        if self._is_empty:
            none = "No finished games yet. A game counts from its first move, and is finished when you win or give up."
            told = [*self.wrapped(none, width), BLANK]
            return [*head, *told, *drawing(max(rows - len(told), 1), self._next.draw_items)]
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
        told = "" if breakdown is None else counted(breakdown.total.played, "game")
        if deals := self.items:
            told = f"{self.chosen_index + 1:,} of {counted(len(deals), 'deal')}"
        told = self.glyphs.displayable(self._note or told)
        room = width - width_of(game)
        if len(told) + 2 <= room:
            game.append(Span(told.rjust(room), "bar quiet"))
        return [Line(tabs), Line(game)]

    def _arranged(self, variant: Variant | None, tab: int, width: int, height: int) -> Sequence[Line]:
        """Return the lines of a page; it takes long where there are years of days."""
        breakdown, marks = self._find(variant, None), marks_of(self.glyphs)
        if tab == _FIGURES:
            figures = headline(breakdown.total, self.glyphs, width)
            told = ("played", "won", "time") if len(figures) > _SMALL_HEADLINE else ()
            page = figures_page(breakdown, marks, told)
            page.insert(0, [Section(lambda *_: figures)])
        else:
            page = calendar_page(breakdown, marks, width)
        return [Line([self._span(*part) for part in line]) for line in arranged(page, width, height)]

    def _span(self, text: str, name: str) -> Span:
        """Return a text of a page in the role of its ink."""
        # Without colours a large reversed block would glare.
        ink = "quiet" if name.startswith(AREA) and not self.glyphs.has_colour else name.removeprefix(AREA)
        # What charts are drawn with is there, whatever else is not.
        is_chart = set(text) <= set("".join(marks_of(self.glyphs)) + " ")
        shown = text if is_chart else self.glyphs.displayable(text)
        return Span(shown, f"{ink} bar winnable" if ink.startswith("heat") else f"bar {ink}")

    def row(self, item: DealStatistics) -> Row:
        facts = f"#{item.deal}", f"{item.won}/{item.won + item.lost}", best_time(item), fewest_moves(item)
        begun = _BEGUN if item.deal in self._begun(item.variant.name) else ""
        helped = f"{item.helped:,} with help" * (item.helped > 0)
        title = "" if self._variant or item.variant == FREECELL else item.variant.title_with_rules
        return Row((*facts, item.last_played or "–", " · ".join(filter(None, (title, begun, helped)))))

    def open(self, item: DealStatistics) -> None:
        self._controller.play_game(Game.new(item.deal, item.variant))

    def _draw_deals(self, drawing: DrawContext, box: Box) -> None:
        """Draw the deals, and where there is room the chosen one beside them."""
        deal, table = self.chosen, box.width
        if deal is not None and box.width >= _TABLE_WIDTH + _BETWEEN + NARROWEST:
            table = _TABLE_WIDTH
            facts = [_BEGUN] * (deal.deal in self._begun(deal.variant.name))
            facts.append(f"won {deal.won:,} of {deal.won + deal.lost:,}")
            facts += [with_help(deal)] * (deal.helped > 0)
            if deal.won:
                best = "" if deal.best_seconds is None else f"{best_time(deal)}, "
                facts.append(f"best {best}{deal.fewest_moves:,} moves")
            if deal.par is not None:
                facts.append(f"par {deal.par}")
            x, width = table + _BETWEEN, box.width - table - _BETWEEN
            title = f"{deal.variant.title_with_rules} #{deal.deal}"
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
        self.draw_items(drawing, box._replace(width=table + 1))


def headline(total: Statistics, glyphs: Glyphs, width: int) -> list[PageLine]:
    """Return the figures that matter most side by side; two in a row, and not large, where there is little room."""
    figures = headlines(total)
    widths = [max(figure_width(figure, glyphs), len(label), len(more)) for figure, label, more in figures]
    spare = width - sum(widths)
    if spare < _FIGURE_GAP * (len(figures) - 1):
        first = max(width // 2, *(len(figure) + len(label) + 2 for figure, label, _ in figures[::2]))
        lines: list[PageLine] = [[], []]
        for at, (figure, label, _) in enumerate(figures):
            room = (width - first if at % 2 else first) - len(figure)
            lines[at // 2] += [(figure, "title"), (f" {label}"[: max(room - 1, 0)].ljust(room), "quiet")]
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
