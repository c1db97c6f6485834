"""Finished games to count, of deal −3, which is won by sending home the last card of its fifth column."""

from freecell_tui.engine import FREECELL, Autoplay, Game, Move, Variant
from freecell_tui.storage.saves import SavedGame
from support.games import played

STARTED, ENDED = "2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z"
DELAYS = ("1a", "2b", "3c", "4d")
"""Moves after which the same move wins."""


def game_id(number: int) -> str:
    return f"{number:032x}"


def won_game(moves: int = 1, variant: Variant = FREECELL) -> Game:
    """A game won in 1 to 5 moves."""
    game = lost_game(moves - 1, variant).play(Move.parse("5h"))
    assert game.is_won
    assert game.moves_made == moves
    return game


def lost_game(moves: int = 1, variant: Variant = FREECELL) -> Game:
    """A game that is left after 0 to 4 moves."""
    return played(Game.new(-3, variant), " ".join(DELAYS[:moves]), Autoplay.NONE)


def record_of(game: Game, number: int = 1, *, elapsed: float = 60.0, undos: int = 0, helped: bool = False) -> SavedGame:
    """The record of a game whose id is that number."""
    return SavedGame(game, elapsed, undos, STARTED, ENDED, helped, game_id(number))
