"""The two rows of piles on the table, from left to right."""

from typing import Final

from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, Pile, Suit, Variant

FOUNDATION_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The order of the foundations on the table."""


def top_row(variant: Variant) -> tuple[Pile, ...]:
    """Return the free cells, then the foundations."""
    return (*CELLS[: variant.cells], *(FOUNDATIONS[suit] for suit in FOUNDATION_ORDER))


def columns(variant: Variant) -> tuple[Pile, ...]:
    """Return the columns."""
    return COLUMNS[: variant.columns]
