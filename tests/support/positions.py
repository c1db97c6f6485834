"""Positions of deal 1 with a move that loses the game."""

from freecell_tui.engine import FREECELL, Autoplay, Game, Move

_TO_THE_FORK = "6a 6b 7b 76 7c 67 87 56 52"


def at_the_fork() -> Game:
    """Return a winnable game: 8d keeps it winnable; 18, and 1d, 4d and 5d to the last free cell, lose it."""
    return played(_TO_THE_FORK)


def with_one_way_for_6h() -> Game:
    """Return a winnable game in which the 6♥ of column 4 can only go to column 8, and that loses."""
    return played(f"{_TO_THE_FORK} 8d")


def played(moves: str, deal: int = 1) -> Game:
    """Return a game of FreeCell after some moves."""
    game = Game.new(deal, FREECELL)
    for word in moves.split():
        game = game.play(Move.parse(word), Autoplay.SAFE, finish=True)
    return game
