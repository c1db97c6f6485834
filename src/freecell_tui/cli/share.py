"""`freecell share`: a game as a share code and as a line of text."""

import argparse
import os
import sys
from dataclasses import replace
from typing import Final

from freecell_tui.cli.game_source import add_game_options, game_spec, read_game
from freecell_tui.cli.inputs import InputError, read_deal
from freecell_tui.cli.options import (
    YES,
    Command,
    Parser,
    UsageError,
    add_variant,
    explicit_variant,
    is_deal_number,
    print_error,
)
from freecell_tui.cli.own_games import known_par, own_win
from freecell_tui.controller.clipboard import clipboard_sequence, copy_note
from freecell_tui.controller.daily_deals import today
from freecell_tui.controller.share_text import Share, make_share
from freecell_tui.engine import FREECELL, FreecellError
from freecell_tui.engine.share_code import MAX_SIGNATURE
from freecell_tui.storage.results import deal_of
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings_file import SettingsFile


def _share_arguments(parser: Parser) -> None:
    parser.epilog = "Others can replay the code with freecell replay, and check it with freecell verify."
    add_variant(parser)
    parser.add_argument(
        "game",
        nargs="?",
        metavar="DEAL|FILE",
        help="a deal, for your last win of it, or a file with a game; without it, your last win",
    )
    parser.add_argument("--best", action="store_true", help="your best win of that deal, instead of your last")
    parser.add_argument("--name", default="", help=f"sign it with a name of at most {MAX_SIGNATURE} characters")
    parser.add_argument(
        "--daily",
        action="store_true",
        help="your win of today’s deal, as the line of text only, which gives no moves away",
    )
    add_game_options(parser)


def _run_share(options: argparse.Namespace) -> int:
    try:
        saved = _find_game(options)
        share = make_share(saved, options.name, par=known_par(saved))
        if not options.daily:
            print(share.code)
    except (InputError, FreecellError) as error:
        return print_error(str(error))
    print(share.line)
    if sys.stdout.isatty():
        _copy(share, options)
    return YES


def _find_game(options: argparse.Namespace) -> SavedGame:
    """Return the game that the arguments name; raise InputError if there is none, or UsageError."""
    variant, name = explicit_variant(options), options.game
    if options.daily:
        if name is not None or variant is not None:
            raise UsageError("argument --daily: it always means today’s deal.")
        return own_win(deal_of(today()), FREECELL, best=options.best)
    if name is None or is_deal_number(name):
        if name is None and options.best:
            raise UsageError("argument --best: name a deal.")
        return own_win(None if name is None else read_deal(name), variant, best=options.best)
    if options.best:
        raise UsageError("argument --best: a file holds only one game.")
    loaded = read_game(name, game_spec(options))
    if loaded.failure is not None:
        raise InputError(str(loaded.failure))
    # Moves that were written down need not have been found by whoever shares them.
    return replace(loaded.saved, helped=True) if loaded.dialect is not None else loaded.saved


def _copy(share: Share, options: argparse.Namespace) -> None:
    """Copy what was printed first, and say whether it could be."""
    settings = SettingsFile.of_player().load().settings
    sequence = clipboard_sequence(share.line if options.daily else share.code, settings.clipboard, os.environ)
    sys.stdout.write(sequence)
    sys.stdout.flush()
    print(copy_note(settings.clipboard, is_sent=bool(sequence)), file=sys.stderr)


COMMANDS: Final = {"share": Command(_share_arguments, _run_share)}
