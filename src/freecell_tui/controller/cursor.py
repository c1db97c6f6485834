"""The cursor on the table: where it is, whether it is shown, and how it moves."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from freecell_tui.controller.table_rows import columns, top_row
from freecell_tui.engine import COLUMNS, Board, Pile, PileKind, Variant


class Cursor(NamedTuple):
    """A place on the table. `depth` counts cards from the end of the pile: 1 is the last card, or an empty pile."""

    pile: Pile
    depth: int = 1


class CursorMove(Enum):
    """A direction of the cursor; the value is the name of the command for it."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    OTHER_ROW = "other-row"

    @property
    def target_step(self) -> int:
        """How far this goes among the targets of selected cards: 1 to the next, -1 to the one before."""
        return -1 if self in (CursorMove.LEFT, CursorMove.UP) else 1


class TableCursor(NamedTuple):
    """The cursor of one game, immutable: each move returns a new one, so that a copied session has its own.

    `selected_from` is where it was when cards were selected; None until it leaves that place to choose a target.
    """

    place: Cursor = Cursor(COLUMNS[0])
    is_shown: bool = False
    selected_from: Cursor | None = None

    def depths(self, board: Board, variant: Variant) -> range:
        """Return the depths of the cards it would select: down to the last card, or its own if that is no sequence."""
        depth = self.place.depth
        in_sequence = depth <= variant.sequence_length(board.cards(self.place.pile))
        return range(1 if in_sequence else depth, depth + 1)

    def shown(self, *, is_shown: bool = True) -> "TableCursor":
        """Return it shown, or hidden."""
        return self._replace(is_shown=is_shown)

    def put(self, pile: Pile, depth: int = 1) -> "TableCursor":
        """Return it at a place of the table."""
        return self._replace(place=Cursor(pile, depth))

    def on_last_card(self) -> "TableCursor":
        """Return it at the end of its pile."""
        return self.put(self.place.pile)

    def moved(self, move: CursorMove, board: Board, variant: Variant) -> "TableCursor":
        """Return it one step on. Both rows wrap around, and beyond either end of a column it changes rows."""
        if move in (CursorMove.LEFT, CursorMove.RIGHT):
            return self._moved_sideways(1 if move is CursorMove.RIGHT else -1, variant)
        if move is CursorMove.OTHER_ROW or self.place.pile.kind is not PileKind.COLUMN:
            return self._in_other_row(variant)
        return self._moved_in_column(1 if move is CursorMove.UP else -1, board, variant)

    def _moved_sideways(self, by: int, variant: Variant) -> "TableCursor":
        row = columns(variant) if self.place.pile in columns(variant) else top_row(variant)
        return self.put(row[(row.index(self.place.pile) + by) % len(row)])

    def _moved_in_column(self, deeper: int, board: Board, variant: Variant) -> "TableCursor":
        depth = self.place.depth + deeper
        if 1 <= depth <= len(board.cards(self.place.pile)):
            return self.put(self.place.pile, depth)
        return self._in_other_row(variant)

    def _in_other_row(self, variant: Variant) -> "TableCursor":
        """Return it at the same fraction of the other row's width."""
        here, there = columns(variant), top_row(variant)
        if self.place.pile not in here:
            here, there = there, here
        index = here.index(self.place.pile) * (len(there) - 1) / max(len(here) - 1, 1)
        return self.put(there[round(index)])

    def to_target(self, targets: Sequence[Pile], step: int = 0) -> "TableCursor":
        """Return it `step` targets further, round and round; on the first if it is on none, and back if none exist."""
        selected_from = self.selected_from or self.place
        if self.place.pile in targets:
            place = Cursor(targets[(targets.index(self.place.pile) + step) % len(targets)])
        else:
            place = Cursor(targets[0]) if targets else selected_from
        return self._replace(place=place, selected_from=selected_from)

    def back(self) -> "TableCursor":
        """Return it where the cards were selected, if it left there to choose a target."""
        return self._replace(place=self.selected_from or self.place, selected_from=None)
