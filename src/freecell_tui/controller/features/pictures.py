"""A picture of the game being played, in a file."""

from collections.abc import Callable
from typing import Final

from freecell_tui.controller.background import BackgroundTask
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.game import top_row
from freecell_tui.engine import NotationError
from freecell_tui.engine.text import clock_text, quoted
from freecell_tui.pictures.cards import Colours
from freecell_tui.pictures.game_picture import GamePicture
from freecell_tui.pictures.svg import NoPng, has_png, to_png
from freecell_tui.solver.analysis import GameCourse
from freecell_tui.storage.files import documents_folder, reason, save_new, short_path
from freecell_tui.storage.saves import SavedGame

FORMATS: Final = ("svg", "png")


def picture_of(saved: SavedGame, colours: Colours, course: GameCourse | None, time: str, undos: int | None) -> str:
    """Return a picture of a game as SVG, without a `time` that is '', and without `undos` that are None."""
    game = saved.game
    return GamePicture(game, top_row(game.variant), colours, game.moves_made, time, undos, saved.helped, course).svg()


def save_picture(controller: Controller, tell: Callable[[Message], None], text: str = "") -> None:
    """Save a picture of the game as PNG if that can be made, else as SVG, or as the argument says.

    `tell` is told where it is, or why there is none: at a table first that it is being saved, and the rest later. Raise
    NotationError for any other argument.
    """
    kind = text.lower() or ("png" if has_png() else "svg")
    if kind not in FORMATS:
        raise NotationError(f"{quoted(kind)} is not a picture format: try svg or png.")
    saved = controller.table.saved_game()
    time = clock_text(saved.elapsed) if controller.settings.clock else ""
    of_theme = controller.frontend.colours
    colours = Colours.named(of_theme) if of_theme else Colours()
    game = controller.game
    course = controller.advisor.analysis.course_so_far(game)

    def save() -> str:
        try:
            svg = picture_of(saved, colours, course, time, saved.undos)
            content = to_png(svg) if kind == "png" else svg.encode()
            path = save_new(documents_folder("pictures"), f"{game.variant.name}-{game.deal}", kind, content)
        except NoPng as error:
            return str(error)
        except OSError as error:
            return f"The picture could not be saved: {reason(error)}."
        return f"Saved: {short_path(path)}"

    if controller.picture is not None and controller.picture.is_running:
        tell(Message("The last picture is still being saved."))
        return
    frontend = controller.frontend
    seconds = 0.0 if frontend.has_screen else None
    if frontend.has_screen:
        tell(Message("Saving a picture…", "progress"))
    controller.picture = BackgroundTask(frontend.call_later, save, seconds=seconds)
    controller.scope.start(_tell_of(controller.picture, tell))


async def _tell_of(picture: BackgroundTask[str], tell: Callable[[Message], None]) -> None:
    tell(Message(await picture))
