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
    """Return the unfinished game that a player may want to resume instead of a new one; None if there is none.

    One that stands at its beginning, because every move was undone, is not worth a question.
    """
    found = store.find_unfinished(game.deal, game.variant)
    return found if found is not None and found[1].game.moves_made else None
