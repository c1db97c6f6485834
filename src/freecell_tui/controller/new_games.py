"""New games: of random deals, and of deals that are not finished."""

from typing import Final

from freecell_tui.engine import Game, Variant
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame

RANDOM_DEALS: Final = 1_000_000
"""The highest number of a random deal; the lowest is 1. Such numbers are easy to type and to tell others."""


def random_game(variant: Variant) -> Game:
    """Return a new game of a random deal."""
    import random  # noqa: PLC0415 - it takes milliseconds, and most starts are for a game that was begun

    return Game.new(random.randint(1, RANDOM_DEALS), variant)


def unfinished_game(store: SaveStore, game: Game) -> tuple[SaveFile, SavedGame] | None:
    """Return the unfinished game of the same deal that was played last; None if there is none."""
    return store.find_unfinished(game.deal, game.variant)
