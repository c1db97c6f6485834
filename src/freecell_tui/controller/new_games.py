"""Which deal is played when nobody names one."""

from typing import Final

from freecell_tui.engine import Game, Variant

RANDOM_DEALS: Final = 1_000_000
"""Random deals are 1 to this: numbers that are easily typed and told."""


def random_game(variant: Variant) -> Game:
    """A game of a random deal."""
    import random  # noqa: PLC0415 - it takes milliseconds, and most starts are for a game that was begun

    return Game.new(random.randint(1, RANDOM_DEALS), variant)  # noqa: S311 - a card game
