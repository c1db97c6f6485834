"""A share code replayed, for `freecell verify`."""

from freecell_tui.cli.game_source import GameSpec, read_game
from freecell_tui.cli.inputs import InputError
from freecell_tui.cli.options import NO, YES, print_error
from freecell_tui.controller.share_text import claims, replayed
from freecell_tui.engine import Variant
from freecell_tui.storage import saves


def verify_code(code: str, variant: Variant | None) -> int:
    """Print what a share code holds, replayed by the rules, and whether it is a win; return the exit code.

    What its player says beside the moves stands apart: nobody can verify that.
    """
    try:
        loaded = read_game(code, GameSpec(variant=variant))
        # Saves are read by replaying every move through the rules, however the code was read.
        game = saves.decode(saves.encode(loaded.saved)).game
    except (InputError, saves.SaveError) as error:
        return print_error(str(error))
    assert loaded.shared is not None
    print(f"{replayed(game)} — verified")
    if said := claims(loaded.shared):
        print(f"Its player says, which cannot be checked: {', '.join(said)}.")
    return YES if game.is_won else NO
