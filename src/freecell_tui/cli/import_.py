"""`freecell import`: a game that is written down, put among the unfinished ones."""

from collections.abc import Sequence
from dataclasses import replace

from freecell_tui.cli.game_source import add_game, named_game
from freecell_tui.cli.inputs import InputError
from freecell_tui.cli.options import YES, command_parser, complain
from freecell_tui.engine.text import counted
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import new_id, now


def import_(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser(
        "import",
        "Put a game that is written down, or a save, among your unfinished games.",
        "A win of such a game counts as helped. One that is won already is not taken: freecell replay shows it.",
    )
    add_game(parser)
    options = parser.parse_args(arguments)
    try:
        found = named_game(parser, options)
    except InputError as error:
        return complain(str(error))
    if found.failure is not None:
        return complain(str(found.failure))
    game = found.game
    if game.is_won:
        return complain(f"{options.game} is won already: watch it with freecell replay.")
    record = found.record
    if found.is_written:
        moment = now()
        record = replace(record, started=moment, saved=moment, helped=True, id=new_id())
    save_file = SaveStore.of_player().new_file(record)
    try:
        save_file.stage(record)
        save_file.commit()
    except OSError as error:
        return complain(f"The game cannot be kept: {error.strerror or error}.")
    moves = counted(game.moves_made, "move")
    print(f"{game.variant.full_title} #{game.deal}, {moves}: freecell --resume goes on with it.")
    return YES
