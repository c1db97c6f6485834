"""Cards that fly from the deck as a game is dealt, one after the other, row by row."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from freecell_tui.engine import CELLS, COLUMNS, Board, Card, Pile, PileKind
from freecell_tui.ui.drawing.layout import Layout

Point = tuple[int, int]

# In seconds, at the normal pace.
_WHOLE_DEAL: Final = 0.35
_FLIGHT: Final = 0.06


class Dealing:
    """A deal in flight. `seconds` is how long all of it takes, `duration_scale` times as long as usual."""

    def __init__(self, board: Board, layout: Layout, *, duration_scale: float) -> None:
        self.seconds = _WHOLE_DEAL * duration_scale
        self._flight = _FLIGHT * duration_scale
        self._board = board
        self._order = list(_in_order(board))
        self._places = list(self._places_in(layout))
        # From the middle below, where a dealer sits.
        self._deck = (layout.width - layout.card_width) // 2, layout.bar_y - layout.shape.height

    def _places_in(self, layout: Layout) -> Iterator[Point]:
        """Yield where each card lands."""
        dealt = [0] * len(self._board.columns)
        for pile, _ in self._order:
            if pile.kind is PileKind.COLUMN:
                dealt[pile.index] += 1
                box = layout.fan(pile, dealt[pile.index]).spots[-1].box
            else:
                box = layout.top_boxes[pile]
            yield box.x, box.y

    def at(self, seconds: float) -> tuple[Board, tuple[tuple[Card, Point], ...]]:
        """Return the board without the cards that have not landed at a moment, and those in the air."""
        between = (self.seconds - self._flight) / max(len(self._order) - 1, 1)
        dealt = [0] * len(self._board.columns)
        cells: list[Card | None] = [None] * len(self._board.free_cells)
        flying = []
        for number, ((pile, card), place) in enumerate(zip(self._order, self._places, strict=True)):
            part = (seconds - number * between) / self._flight
            if part < 0:
                break
            if part < 1:
                flying.append((card, self._on_the_way(place, part)))
            elif pile.kind is PileKind.COLUMN:
                dealt[pile.index] += 1
            else:
                cells[pile.index] = card
        columns = tuple(column[:count] for column, count in zip(self._board.columns, dealt, strict=True))
        return Board(columns, tuple(cells), self._board.foundations), tuple(flying)

    def _on_the_way(self, place: Point, part: float) -> Point:
        (x, y), (end_x, end_y) = self._deck, place
        return round(x + (end_x - x) * part), round(y + (end_y - y) * part)


def _in_order(board: Board) -> Iterator[tuple[Pile, Card]]:
    """Yield the cards as they are dealt: a row of the columns after the other, and then those in free cells."""
    for row in zip_longest(*board.columns):
        yield from ((COLUMNS[at], card) for at, card in enumerate(row) if card is not None)
    yield from ((CELLS[at], card) for at, card in enumerate(board.free_cells) if card is not None)
