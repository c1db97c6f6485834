"""The statistics in three pages: what all games come to, when they were played, and the deals."""

from collections.abc import Sequence
from enum import Enum
from functools import partial
from textwrap import wrap
from typing import Any, Final, NamedTuple

from freecell_tui.controller.features.share import best_win, share_game
from freecell_tui.controller.records.sections import AREA, Line, Section, arranged, calendar_page, figures_page
from freecell_tui.controller.records.statistics import best_time, fewest_moves, headlines
from freecell_tui.engine import Game, Variant
from freecell_tui.engine.text import counted
from freecell_tui.storage.history import History
from freecell_tui.storage.statistics import Breakdown, DealOrder, DealStatistics, Figures, Statistics
from freecell_tui.ui.dialogs.win import open_kept_win
from freecell_tui.ui.drawing.cards.pixels import FIGURE_ROWS, figure_rows, figure_width
from freecell_tui.ui.drawing.charts import marks_of
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, fits
from freecell_tui.ui.drawing.preview import NARROWEST, Preview
from freecell_tui.ui.drawing.surface import narrow
from freecell_tui.ui.menus import answer
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.dialog import Dialog, DrawContext
from freecell_tui.ui.widgets.parts import KeyHint, draw_scroll_bar
from freecell_tui.ui.widgets.rows import Column, Row, RowList, answer_list

_NORMAL: Final = (88, 29)
_EMPTY: Final = (60, 11)
_FEWEST_ROWS: Final = 22
_WINDOW: Final = (120, 40)
_BESIDE: Final = (10, 8)
_LARGEST: Final = (164, 50)
_FEWEST_GAMES: Final = 20
"""With fewer games the pages do not fill a large window."""

_HEAD_ROWS: Final = 3
"""The rows above a page: the pages' names, the game, and a blank one."""

_ROOMY: Final = 14
_FIGURE_GAP: Final = 3
_MOST_PAGES: Final = 32
"""The pages that are kept as lines: each variant and size of the window has its own."""

_TOLD: Final = ("played", "won", "time")
"""The figures of the summary that the large ones tell."""

_NEXT: Final = ("new-game", "daily", "deal-by-number")
_ORDERS: Final = {DealOrder.DEAL: 11, DealOrder.WINS: 6, DealOrder.TIME: 8, DealOrder.MOVES: 6, DealOrder.PLAYED: 10}
"""What the deals are sorted by, and the cells of the column."""

_NARROW: Final = 64
_NARROW_DEAL: Final = 9
_SHORTEST_TITLE: Final = 9
_TABLE_WIDTH: Final = 70
_BETWEEN: Final = 3
_CAPTION_ROWS: Final = 2
_LEAST_PICTURE: Final = 6


class Tab(Enum):
    """A page of the statistics, under the number that is its key."""

    FIGURES = "Figures"
    CALENDAR = "Calendar"
    DEALS = "Deals"


class Question(NamedTuple):
    """What is to be known of the games of a variant, or of all: the deals in an order, or all other figures."""

    variant: Variant | None = None
    order: DealOrder | None = None

    def ask(self, history: History) -> Breakdown | list[DealStatistics]:
        """Return what a history says; raise HistoryError."""
        order, wanted = self.order, None if self.variant is None else self.variant.__eq__
        if order is None:
            return history.figures(Figures.breakdown, wanted)
        return history.figures(lambda figures: figures.deals(order), wanted)


class StatisticsScreen(Dialog):
    """The statistics of all games, or of one variant; they are read in the background."""

    scroll_gap = 1
    _ui: Ui

    def __init__(self, ui: Ui) -> None:
        self._preview = Preview(ui.glyphs, ui.appearance, colour=ui.has_colour)
        self._asked = set[Question]()
        self._breakdowns: dict[Variant | None, Breakdown] = {}
        self._sorted: tuple[Question, list[DealStatistics]] = (Question(), [])
        self._trouble = self._note = ""
        self._tab = Tab.FIGURES
        self._kind = 0
        self._order, self._is_reversed = DealOrder.PLAYED, False
        self._pages: dict[tuple[object, ...], list[Line]] = {}
        self._top = self._last_top = 0
        self._page_rows = 1
        self.list = RowList(
            (), self._shown_deals, self._row, lambda deal: ui.controller.play_game(Game.new(deal.deal, deal.variant))
        )
        self._answers = [answer(ui, name) for name in _NEXT]
        self._next = answer_list(lambda: self._answers)
        super().__init__(ui, "Statistics", _NORMAL)

    # What is known

    def on_shown(self) -> None:
        """Ask for the figures: an answer that is there at once tells how large the first picture has to be."""
        self._breakdown_of(None)

    def _breakdown_of(self, variant: Variant | None) -> Breakdown | None:
        """Return all figures but those of deals; None while they are being found out."""
        if variant not in self._breakdowns:
            self._want(Question(variant))
        return self._breakdowns.get(variant)

    def _want(self, question: Question) -> None:
        if question not in self._asked:
            self._asked.add(question)
            tell = partial(self._tell, question)
            self._ui.controller.recorder.find_out(question.ask, tell, tell)

    def _tell(self, question: Question, answer: Breakdown | list[DealStatistics] | str) -> None:
        """Show an answer, or why there is none."""
        self._asked.discard(question)
        if isinstance(answer, str):
            self._asked.add(question)
            self._trouble = answer
        elif isinstance(answer, Breakdown):
            self._breakdowns[question.variant] = answer
            self._pages.clear()
            self._want(Question(question.variant, self._order))  # so that they are there when they are wanted
        else:
            self._sorted = (question, answer[::-1] if self._is_reversed else answer)
        self.refresh()

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
    def _is_empty(self) -> bool:
        breakdown = self._breakdown_of(None)
        return breakdown is not None and not breakdown.total.played

    def _shown_deals(self) -> Sequence[DealStatistics]:
        """Return the deals in their order; none while they are being found out, or of another page."""
        question = Question(self._variant, self._order)
        if self._tab is not Tab.DEALS:
            return ()
        if self._sorted[0] != question:
            self._want(question)
            return ()
        return self._sorted[1]

    # Keys

    def keypress(self, size: Any, key: str) -> str | None:
        self._note = ""
        tabs = {str(number): tab for number, tab in enumerate(Tab, 1)}
        turns = {"left": -1, "shift tab": -1, "right": 1, "tab": 1}
        steps = {"up": -1, "down": 1, "page up": -self._page_rows, "page down": self._page_rows}
        steps |= {"home": -self._last_top, "end": self._last_top}
        answers = {key: action for each in self._answers for key, action in each.actions.items()}
        keymap = self._ui.keymap
        for_best_win = dict.fromkeys(keymap.in_dialog("watch"), False) | dict.fromkeys(keymap.in_dialog("share"), True)
        deal = self.list.chosen
        if key in tabs:
            self._open(tabs[key])
        elif key in turns:
            self._turn(turns[key])
        elif self._is_empty and key in answers:
            answers[key]()
        elif deal is not None and key in for_best_win:
            self._show_best(deal, to_share=for_best_win[key])
        elif deal is not None and key == "s":
            self._sort_on()
        elif key in steps and self._tab is not Tab.DEALS and not self._is_empty:
            self._top = max(min(self._top + steps[key], self._last_top), 0)
        elif not (self._next if self._is_empty else self.list).press(key):
            return super().keypress(size, key)
        self.refresh()
        return None

    def _show_best(self, deal: DealStatistics, *, to_share: bool) -> None:
        """Show how the best win of a deal went, or its code, or say why neither can be shown."""
        saved = best_win(self._ui.controller, deal.deal, deal.variant)
        if isinstance(saved, str):
            self._note = saved
        elif to_share:
            share_game(self._ui.controller, saved)
        else:
            open_kept_win(self._ui, saved)

    def _open(self, tab: Tab) -> None:
        self._tab, self._top = tab, 0
        self.list.choose(0)

    def _turn(self, by: int) -> None:
        self._kind, self._top = (self._kind + by) % len(self._kinds), 0
        self.list.choose(0)

    def _sort(self, order: DealOrder) -> None:
        """Sort the deals by an order, or the other way round if that is the order already."""
        question, deals = self._sorted
        if order is self._order:
            self._sorted = question, deals[::-1]
            self._is_reversed = not self._is_reversed
        else:
            self._sorted = Question(), []
            self._order, self._is_reversed = order, False
        self.list.choose(0)

    def _sort_on(self) -> None:
        """Sort the deals the other way round, and then by the next column."""
        orders = list(_ORDERS)
        at = orders.index(self._order) + self._is_reversed
        self._sort(orders[at % len(orders)])

    def key_hints(self) -> Sequence[KeyHint]:
        hints: list[KeyHint] = []
        if self._is_empty:
            return [self.hint("enter", "choose"), self.hint("esc", "close")]
        if self._shown_deals():
            best = (("watch", "best win"), ("share", "share"))
            hints.append(self.hint("enter", "play again"))
            hints += [self.hint(key, text) for name, text in best for key in self._ui.keymap.in_dialog(name)[:1]]
        elif self._last_top:
            hints.append(("↑ ↓", "scroll", partial(self.press, "page down")))
        tabs = list(Tab)
        hints.append(("1–3", "page", partial(self._open, tabs[(tabs.index(self._tab) + 1) % len(tabs)])))
        if len(self._kinds) > 1:
            hints.append(("← →", "game", partial(self._turn, 1)))
        if self._tab is Tab.DEALS:
            hints.append(self.hint("s", "sort"))
        return [*hints, self.hint("esc", "close")]

    # Size and drawing

    def use_window(self, size: tuple[int, int]) -> None:
        breakdown = self._breakdown_of(None)
        if breakdown is None or self._is_empty:
            self.wish(_NORMAL if breakdown is None else _EMPTY)
            return
        columns, rows = _NORMAL[0], _LARGEST[1]
        if breakdown.total.played < _FEWEST_GAMES:
            rows = _HEAD_ROWS + len(self._lines(None, Tab.FIGURES, columns - self.scroll_gap, 0))
        elif fits(size, _WINDOW):
            columns = min(size[0] - _BESIDE[0], _LARGEST[0])
        self.wish((columns, max(min(rows, size[1] - _BESIDE[1]), _FEWEST_ROWS)))

    def draw(self, drawing: DrawContext) -> None:
        breakdown, deals = self._breakdown_of(self._variant), self._shown_deals()
        width = drawing.width - self.scroll_gap
        self._draw_head(drawing, breakdown, width)
        rows = range(2 + (self._is_empty or drawing.height >= _ROOMY), drawing.height)
        self._page_rows = max(len(rows) - 1, 1)
        said = self._trouble
        if not said and (breakdown is None or (self._tab is Tab.DEALS and not deals and breakdown.total.played)):
            said = "Reading your games…"
        if self._is_empty and not said:
            said = "No finished games yet. A game counts from its first move, and is finished when you win or give up."
            lines = wrap(said, width)
            below = rows.start + len(lines) + 1
            self._next.draw(drawing, Box(0, below, width, max(drawing.height - below, 1)))
        if said:
            for y, line in enumerate(wrap(said, width), rows.start):
                drawing.write(0, y, line)
        elif self._tab is Tab.DEALS:
            self._draw_deals(drawing, width, rows)
        else:
            self._draw_lines(drawing, width, rows)

    def _draw_head(self, drawing: DrawContext, breakdown: Breakdown | None, width: int) -> None:
        """Draw the names of the pages, and whose games these are."""
        x = 0
        for number, tab in enumerate(Tab, 1):
            background, ink = ("chosen", "title") if tab is self._tab else ("bar", "quiet")
            label, action = f"{number} {tab.value}", partial(self._open, tab)
            x = drawing.write(x, 0, label, ink, background=background, action=action) + 2
        left, right = tuple(self.glyphs.arrows) if len(self._kinds) > 1 else ("", "")
        variants = () if breakdown is None else tuple(breakdown.variants)
        title = variants[0].title_with_rules if len(variants) == 1 else "All games"
        x = drawing.write(0, 1, left, "title", action=partial(self._turn, -1)) + bool(left)
        x = drawing.write(x, 1, title, "title") + bool(left)
        x = drawing.write(x, 1, right, "title", action=partial(self._turn, 1))
        told = "" if breakdown is None else counted(breakdown.total.played, "game")
        if deals := self._shown_deals():
            told = f"{self.list.at + 1:,} of {counted(len(deals), 'deal')}"
        told = self._note or told
        if x + 2 + len(told) <= width:
            drawing.write(width - len(told), 1, told, "quiet")

    def _draw_lines(self, drawing: DrawContext, width: int, rows: range) -> None:
        """Draw the lines of a page, and where they scroll, a scroll bar with a blank column to its left."""
        lines = self._lines(self._variant, self._tab, width - 1, len(rows))
        if len(lines) <= len(rows):
            lines = self._lines(self._variant, self._tab, width, len(rows))
        self._last_top = max(len(lines) - len(rows), 0)
        self._top = min(self._top, self._last_top)
        if self._last_top:
            window = range(self._top, self._top + len(rows))
            bar = Box(width, rows.start, 1, len(rows))
            draw_scroll_bar(drawing.surface, bar, window, len(lines), self.glyphs)
        chart = set("".join(marks_of(self.glyphs)) + " ")
        for y, line in zip(rows, lines[self._top :], strict=False):
            x = 0
            for text, name in line:
                # Without colours a large reversed block would glare.
                ink = "quiet" if name.startswith(AREA) and self.glyphs.is_for_one_colour else name.removeprefix(AREA)
                role = f"{ink} bar winnable" if ink.startswith("heat") else f"bar {ink}"
                # What charts are drawn with is there, whatever else is not.
                shown = narrow(text if set(text) <= chart else self.glyphs.displayable(text))
                drawing.surface.text(x, y, shown, role)
                x += len(shown)

    def _lines(self, variant: Variant | None, tab: Tab, width: int, height: int) -> list[Line]:
        """Return the lines of a page; those of years of days are made once."""
        key = (variant, tab, width, height)
        if key not in self._pages:
            if len(self._pages) >= _MOST_PAGES:
                self._pages.clear()
            breakdown, marks = self._breakdowns[variant], marks_of(self.glyphs)
            if tab is Tab.FIGURES:
                figures = headline(breakdown.total, self.glyphs, width)
                page = figures_page(breakdown, marks, _TOLD if len(figures) > FIGURE_ROWS else ())
                page.insert(0, [Section(lambda *_: figures)])
            else:
                page = calendar_page(breakdown, marks, width)
            self._pages[key] = arranged(page, width, height)
        return self._pages[key]

    # The deals: a table in an order, and a picture of the chosen deal

    def _row(self, deal: DealStatistics) -> Row:
        facts = f"#{deal.deal}", f"{deal.won}/{deal.played}", best_time(deal), fewest_moves(deal)
        return Row((*facts, deal.last_played or "–", "" if self._variant else deal.variant.title_with_rules))

    def _draw_deals(self, drawing: DrawContext, width: int, rows: range) -> None:
        deal, table = self.list.chosen, width
        if deal is not None and width >= _TABLE_WIDTH + _BETWEEN + NARROWEST:
            table = _TABLE_WIDTH
            self._draw_picture(drawing, Box(table + _BETWEEN, rows[0], width - table - _BETWEEN, len(rows)), deal)
        columns = [self._column(order, is_narrow=table < _NARROW) for order in _ORDERS]
        self.list.columns = [*columns, Column(weight=1, ink="quiet", least=_SHORTEST_TITLE)]
        self.list.draw(drawing, Box(0, rows[0], table + 1, len(rows)))

    def _column(self, order: DealOrder, *, is_narrow: bool) -> Column:
        width = _NARROW_DEAL if is_narrow and order is DealOrder.DEAL else _ORDERS[order] + (not is_narrow)
        head = order.value, "quiet"
        if order is self._order:
            mark = ("▾▴" if self.glyphs.bars else "v^")[self._is_reversed]
            head = f"{order.value}{mark.rjust(2 if len(order.value) + 2 <= width else 1)}", "title"
        return Column(width, heading=head, is_right=True, action=partial(self._sort, order))

    def _draw_picture(self, drawing: DrawContext, box: Box, deal: DealStatistics) -> None:
        facts = [f"won {deal.won:,} of {deal.played:,}"]
        if deal.won:
            facts.append(f"best {best_time(deal)}, {deal.fewest_moves:,} moves")
        if deal.par is not None:
            facts.append(f"par {deal.par}")
        title = f"{deal.variant.title_with_rules} #{deal.deal}"
        drawing.write(box.x, box.y, drawing.cut(title, box.width), "title")
        drawing.write(box.x, box.y + 1, drawing.cut(" · ".join(facts), box.width), "quiet")
        # More rows would be felt without cards.
        rows = min(box.height - _CAPTION_ROWS, _LEAST_PICTURE + box.width // 3)
        picture = Box(box.x, box.y + _CAPTION_ROWS, box.width, rows)
        self._preview.draw(drawing.surface, picture, Game.new(deal.deal, deal.variant))


def headline(total: Statistics, glyphs: Glyphs, width: int) -> list[Line]:
    """Return the figures that matter most side by side; two in a row, and not large, where there is little room."""
    figures = headlines(total)
    widths = [max(figure_width(figure, glyphs), len(label), len(more)) for figure, label, more in figures]
    spare = width - sum(widths)
    if spare < _FIGURE_GAP * (len(figures) - 1):
        first = max(width // 2, *(len(figure) + len(label) + 2 for figure, label, _ in figures[::2]))
        lines: list[Line] = [[], []]
        for at, (figure, label, _) in enumerate(figures):
            room = (width - first if at % 2 else first) - len(figure)
            lines[at // 2] += [(figure, "title"), (f" {label}"[: max(room - 1, 0)].ljust(room), "quiet")]
        return lines
    even, gap = width // len(figures), spare // (len(figures) - 1)
    lines = [[] for _ in range(FIGURE_ROWS + 2)]
    for (figure, *words), needed in zip(figures, widths, strict=True):
        # Columns of one width stay where they are from game to game.
        column = even if max(widths) + _FIGURE_GAP <= even else needed + gap
        inks = (*("title",) * FIGURE_ROWS, "text", "quiet")
        for line, text, ink in zip(lines, (*figure_rows(figure, glyphs), *words), inks, strict=True):
            line.append((text.ljust(column), ink))
    return lines
