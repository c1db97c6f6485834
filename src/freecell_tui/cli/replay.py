"""`freecell replay`: a game on the table, move by move."""

import os
import sys
from collections.abc import Sequence

from freecell_tui.cli.crash_log import run_with_crash_log
from freecell_tui.cli.game_source import add_game, named_game
from freecell_tui.cli.inputs import InputError
from freecell_tui.cli.options import command_parser, complain
from freecell_tui.cli.play import can_draw


def replay(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser(
        "replay",
        "Watch a game on the table: Space plays and pauses, the arrows step, Enter plays on from there.",
        "Nothing of a replay is kept or counted. A game that you take over from one counts as helped.",
    )
    add_game(parser, own="your own last finished game of it")
    parser.add_argument("--ascii", action="store_true", help="draw with letters and plain lines")
    options = parser.parse_args(arguments)
    try:
        found = named_game(parser, options)
    except InputError as error:
        return complain(str(error))
    if not found.game.without_undone().turns:
        return complain(str(found.failure) if found.failure else f"{options.game} has no move to watch.")
    _listen_to_terminal()
    if not can_draw():
        return complain("A replay needs a terminal that can draw; freecell export writes a game anywhere.")
    from freecell_tui.storage.save_store import SaveStore  # noqa: PLC0415
    from freecell_tui.storage.settings_file import SettingsFile  # noqa: PLC0415 - only here is a table to be drawn
    from freecell_tui.ui.run import Launcher  # noqa: PLC0415

    file = SettingsFile.of_player()
    loaded = file.load()
    settings = loaded.settings
    if options.ascii:
        settings = settings.with_value("marks", "ascii")
    sitting = Launcher(SaveStore.of_player(), settings, file, loaded.problems)
    return run_with_crash_log(lambda: sitting.replay(found.record, str(found.failure or "")))


def _listen_to_terminal() -> None:
    """Hear the keyboard, also where the game came by standard input."""
    if sys.stdin.isatty():
        return
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = os.fdopen(0, closefd=False)
