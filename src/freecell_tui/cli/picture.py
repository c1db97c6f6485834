"""A game as a picture, in the colours of the player's theme."""

from typing import Final

from freecell_tui.cli.game_source import LoadedGame
from freecell_tui.cli.inputs import InputError, NamedPosition
from freecell_tui.cli.recording import player_look
from freecell_tui.cli.search import SearchOptions, search
from freecell_tui.controller.features.pictures import picture_of
from freecell_tui.engine import Autoplay, Game
from freecell_tui.pictures.svg import NoPng, to_png
from freecell_tui.solver import Budget, Solved, Unsolvable
from freecell_tui.solver.analysis import GameCourse, Verdict
from freecell_tui.ui.drawing.picture_colours import picture_colours

_STATES: Final = 2_000
_ALL_STATES: Final = 200_000
"""What the solver may spend on a position and on a game: a curve is worth a few seconds, and the rest is left open."""

_LONGEST: Final = 500
"""The moves up to which a game has a curve."""


def svg_picture(loaded: LoadedGame) -> str:
    """Return the picture of a game as SVG; a game that is only written down has no time and no undos."""
    _, appearance = player_look()
    return picture_of(
        loaded.saved,
        picture_colours(appearance),
        _course(loaded.game.without_undone()),
        is_played=not loaded.is_written,
    )


def png_picture(loaded: LoadedGame) -> bytes:
    """Return the picture of a game as PNG; raise InputError if there is no library for that."""
    try:
        return to_png(svg_picture(loaded))
    except NoPng as error:
        raise InputError(str(error)) from None


def _course(game: Game) -> GameCourse | None:
    """Return what the solver finds out of a game with little effort; None if the game is too long for that."""
    if len(game.turns) > _LONGEST:
        return None
    budget = Budget(states=min(_STATES, _ALL_STATES // len(game.boards)))
    options = SearchOptions(Autoplay.SAFE, short=False, budget=budget)
    found: list[Verdict | None] = [None] * len(game.boards)
    lengths: list[int | None] = [None] * len(game.boards)
    for at, board in enumerate(game.boards):
        result = search(NamedPosition(game.deal, game.variant, board), options)
        if isinstance(result, Unsolvable):
            found[at] = Verdict.LOST
            break
        lengths[at] = result.length if isinstance(result, Solved) else None
    moves = [turn.move for turn in game.turns if turn.move is not None]
    return GameCourse.infer(moves, found, lengths)
