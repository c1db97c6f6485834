"""Games of random deals."""

from typing import Final

from freecell_tui.engine import Game, Variant

RANDOM_DEALS: Final = 1_000_000
"""The highest number of a random deal; the lowest is 1. Such numbers are easy to type and to tell others."""


def random_game(variant: Variant) -> Game:
    """Return a new game of a random deal."""
    import random  # noqa: PLC0415 - it takes milliseconds, and most starts are for a game that was begun

    return Game.new(random.randint(1, RANDOM_DEALS), variant)  # noqa: S311 - a card game
