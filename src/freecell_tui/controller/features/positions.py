"""Positions of the player's own: read from a pasted text or a share code, and played as they are or as their deals."""

from typing import Final

from freecell_tui.controller.controller import Controller
from freecell_tui.engine import Game
from freecell_tui.engine.positions import StartPosition, StartReading, find_number, read_start
from freecell_tui.engine.share_code import SharedGame, decode, encode

COUNTS_APART: Final = "Games of positions are not in the statistics of deals."


def read_pasted_position(controller: Controller, text: str) -> StartReading:
    """Return the position in a pasted text; raise NotationError.

    It is of the variant for new games if it can be.
    """
    return read_start(text, usual=controller.settings.new_game_variant)


def position_of_code(controller: Controller, code: str) -> StartReading | None:
    """Return the position where a share code's game begins; raise NotationError.

    None for the code of a numbered deal, or of the position on the table.
    """
    game = decode(code).game
    is_here = controller.has_game and (controller.game.deal, controller.game.variant) == (game.deal, game.variant)
    if is_here or not isinstance(game.deal, StartPosition):
        return None
    note = "Then paste the code again, to play its moves." if game.turns else ""
    return StartReading(game.deal, game.variant, find_number(game.deal.board, game.variant), note)


def code_of_position(reading: StartReading) -> str:
    """Return the share code of a position, or of the numbered deal that it is, without moves."""
    deal = reading.start if reading.number is None else reading.number
    return encode(SharedGame(Game.new(deal, reading.variant)))


def play_position(controller: Controller, reading: StartReading) -> None:
    """Play a position as a game of the player's own."""
    controller.play_game(Game.new(reading.start, reading.variant))


def play_as_deal(controller: Controller, reading: StartReading) -> None:
    """Play the numbered deal that a position is."""
    assert reading.number is not None
    controller.play_game(Game.new(reading.number, reading.variant))
