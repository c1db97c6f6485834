"""Games played by their moves in standard notation."""

from functools import cache

from freecell_tui.engine import Autoplay, Game, Move
from support.solutions import STANDARD


def played(game: Game, words: str, autoplay: Autoplay = Autoplay.SAFE) -> Game:
    """A game some moves on."""
    for word in words.split():
        game = game.play(Move.parse(word), autoplay)
    return game


@cache
def solved_game(number: int) -> Game:
    """A deal of FreeCell, won."""
    game = played(Game.new(number), STANDARD[number])
    assert game.is_won
    return game
