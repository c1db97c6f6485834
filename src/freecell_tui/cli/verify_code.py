"""A share code replayed, for `freecell verify`."""

from typing import Final

from freecell_tui.cli.exit_codes import NO, YES
from freecell_tui.cli.game_source import GameSpec, read_game
from freecell_tui.cli.inputs import InputError
from freecell_tui.cli.options import print_error
from freecell_tui.controller.share_text import result_line
from freecell_tui.engine import Variant
from freecell_tui.storage import saves

SENDERS_WORD: Final = "The moves were replayed. Time, undos and name cannot be checked."


def verify_code(code: str, variant: Variant | None) -> int:
    """Print what a share code holds, replayed by the rules, and whether it is a win; return the exit code."""
    try:
        loaded = read_game(code, GameSpec(variant=variant))
        # Saves are read by replaying every move through the rules, however the code was read.
        replayed = saves.decode(saves.encode(loaded.saved)).game
    except (InputError, saves.SaveError) as error:
        return print_error(str(error))
    assert loaded.shared is not None
    print(f"{result_line(loaded.shared._replace(game=replayed))} — verified")
    print(SENDERS_WORD)
    return YES if replayed.is_won else NO
