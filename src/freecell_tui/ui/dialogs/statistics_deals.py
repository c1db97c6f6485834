"""The page of the statistics with the deals that were played: a table in an order, and a picture of the chosen deal."""

from collections.abc import Callable, Sequence
from typing import Final

from freecell_tui.controller.records import statistics
from freecell_tui.engine import Game
from freecell_tui.storage.statistics import DealOrder, DealStatistics
from freecell_tui.ui.dialogs.statistics_pages import TWO_COLUMNS
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.preview import NARROWEST, Preview
from freecell_tui.ui.widgets.canvas_dialog import DrawContext
from freecell_tui.ui.widgets.parts import Action, centred_window, chooser, draw_scroll_bar

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
        title = f"{statistics.variant_title(deal.variant)} #{deal.deal}"
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
                title = drawing.cut(statistics.variant_title(deal.variant), width - end)
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
