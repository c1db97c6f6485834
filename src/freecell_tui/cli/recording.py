"""A game as an asciicast, drawn as the player's settings say."""

import sys

from freecell_tui.cli.inputs import InputError
from freecell_tui.cli.options import print_error
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.controller.play.replay import Replay
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings_file import SettingsFile
from freecell_tui.ui.asciicast import record
from freecell_tui.ui.drawing.appearance import Appearance, appearance_from
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import SMALLEST


def recorded(saved: SavedGame, size: tuple[int, int], speed: float, *, ascii_only: bool) -> str:
    """Return the recording for a screen of `size`, at `speed` moves a second; raise InputError if that is too small.

    How far it is is shown on standard error, if that is a terminal.
    """
    if any(given < least for given, least in zip(size, SMALLEST, strict=True)):
        raise InputError(f"The table needs a screen of at least {SMALLEST[0]}x{SMALLEST[1]}.")
    glyphs, appearance = player_look(ascii_only=ascii_only)
    replay = Replay(saved)
    bar = ProgressBar(replay.count, sys.stderr)

    def show() -> None:
        bar.step()
        bar.draw()

    recording = "".join(record(replay, size, glyphs, appearance, speed=speed, on_move=show))
    bar.clear()
    return recording


def player_look(*, ascii_only: bool = False) -> tuple[Glyphs, Appearance]:
    """Return how the player wants a table to look; say so if the theme cannot be loaded."""
    settings = SettingsFile.of_player().load().settings
    if ascii_only:
        settings = settings.with_value("marks", "ascii")
    glyphs, appearance, problem = appearance_from(settings, UNICODE)
    if problem:
        print_error(problem)
    return glyphs, appearance
