"""A picture of the game being played, in a file."""

from collections.abc import AsyncIterator
from typing import Final, NamedTuple

from freecell_tui.controller.actions import review_refusal
from freecell_tui.controller.advice.analysis import GameAnalysis
from freecell_tui.controller.background import BackgroundTask
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.game import top_row
from freecell_tui.engine import Game, NotationError
from freecell_tui.engine.game import likeliest_rule
from freecell_tui.engine.text import clock_text, quoted
from freecell_tui.pictures.cards import Colours
from freecell_tui.pictures.game_picture import GamePicture
from freecell_tui.pictures.svg import NoPng, has_png, to_png
from freecell_tui.solver import Budget, Unsolvable
from freecell_tui.solver.analysis import GameCourse
from freecell_tui.solver.solve import solve
from freecell_tui.storage.files import documents_folder, reason, save_new, short_path
from freecell_tui.storage.saves import SavedGame

FORMATS: Final = ("svg", "png")


def picture_of(saved: SavedGame, colours: Colours, course: GameCourse | None, time: str, undos: int | None) -> str:
    """Return a picture of a game as SVG.

    Without a time if `time` is '', and without undos if `undos` is None.
    """
    game = saved.game
    return GamePicture(game, top_row(game.variant), colours, game.moves_made, time, undos, saved.helped, course).svg()


_STATES: Final = 2_000
_ALL_STATES: Final = 200_000
"""What the solver may spend on a position and on a game: a curve is worth a few seconds, and the rest is left open."""

_LONGEST: Final = 500
"""The moves up to which a game has a curve."""


def course_of(game: Game) -> GameCourse | None:
    """Return an attempt's course, as found with little effort.

    None without moves, or with too many.
    It depends on the game alone, so that every picture of the game has the same curve.
    """
    game = game.without_undone()
    if len(game.turns) not in range(1, _LONGEST + 1):
        return None
    rule = likeliest_rule(list(zip(game.turns, game.boards, strict=False)), game.variant)
    budget = Budget(states=min(_STATES, _ALL_STATES // len(game.boards)))
    known = GameAnalysis(game.variant, rule)
    for board in game.boards:
        result = solve(board, game.variant, autoplay=rule.policy, budget=budget)
        known.record_answer(board, result)
        if isinstance(result, Unsolvable):
            break
    return known.course(game)


class _Drawn(NamedTuple):
    """A picture as the content of a file."""

    kind: str
    content: bytes
    remark: str = ""
    """Why it is no PNG although nobody asked for SVG, or ''."""


def _drawn(svg: str, wish: str, seconds: float) -> _Drawn:
    """Return a picture in the wished format, or without a wish as PNG, else as SVG; raise NoPng or OSError."""
    if wish == "svg":
        return _Drawn(wish, svg.encode())
    try:
        return _Drawn("png", to_png(svg, seconds))
    except NoPng:
        if wish:
            raise
        why = "as PNG it could not be drawn" if has_png() else "PNG, which phones open, needs resvg_py"
        return _Drawn("svg", svg.encode(), f"; {why}")


async def save_picture(controller: Controller, text: str = "") -> AsyncIterator[Message]:
    """Save a picture of the game as PNG or SVG; raise NotationError.

    The argument names the format. Without an argument it is PNG, or SVG with a remark if no PNG can be made.
    Yield where the picture is, or why there is none; at a table, first that it is being saved.
    """
    wish = text.lower()
    if wish and wish not in FORMATS:
        raise NotationError(f"{quoted(wish)} is not a picture format: try svg or png.")
    saved = controller.table.saved_game()
    time = clock_text(saved.elapsed) if controller.settings.clock else ""
    of_theme = controller.frontend.colours
    colours = Colours.named(of_theme) if of_theme else Colours()
    game = controller.game
    has_curve = review_refusal(controller) is None  # the curve says which move lost the game

    seconds_to_draw = controller.times.drawing

    def save() -> str:
        try:
            course = course_of(game) if has_curve else None
            drawn = _drawn(picture_of(saved, colours, course, time, saved.undos), wish, seconds_to_draw)
            name = f"{game.variant.name}-{game.deal}"
            path = save_new(documents_folder("pictures"), name, drawn.kind, drawn.content)
        except NoPng as error:
            return str(error)
        except OSError as error:
            return f"The picture could not be saved: {reason(error)}."
        return f"Saved: {short_path(path)}{drawn.remark}"

    if controller.picture is not None and controller.picture.is_running:
        yield Message("The last picture is still being saved.")
        return
    frontend = controller.frontend
    seconds = 0.0 if frontend.has_screen else None
    if frontend.has_screen:
        yield Message("Saving a picture…", "progress")
    controller.picture = BackgroundTask(frontend.call_later, save, seconds=seconds)
    yield Message(await controller.picture)


async def tell_picture(controller: Controller, text: str) -> None:
    """Save a picture of the game, and tell the player so; raise NotationError."""
    async for message in save_picture(controller, text):
        controller.notify(message)
