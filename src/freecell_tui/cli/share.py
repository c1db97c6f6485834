"""Games from player to player: `freecell share` and `verify`, and `import`, `replay` and `race`, which take one."""

import argparse
import os
import sys
from dataclasses import replace
from typing import Final

from freecell_tui.cli.game_source import (
    add_game_options,
    add_game_or_deal,
    input_title,
    is_code_word,
    load_game_or_deal,
    no_moves_in,
    read_deal,
    read_game,
    read_moves,
    read_text,
)
from freecell_tui.cli.options import (
    NO,
    YES,
    Command,
    InputError,
    Parser,
    UsageError,
    add_ascii,
    add_dialect,
    add_front_end,
    add_variant,
    can_draw,
    check_table,
    chosen_variant,
    deal_number,
    explicit_dialect,
    explicit_variant,
    is_deal_number,
    print_error,
    read_keyboard,
)
from freecell_tui.cli.play import start, watch
from freecell_tui.cli.stats import known_par, own_win
from freecell_tui.controller.features.daily import today
from freecell_tui.controller.features.share import (
    Share,
    clipboard_sequence,
    copy_note,
    make_share,
    shared_game,
)
from freecell_tui.engine import FREECELL, Autoplay, Dialect, FreecellError, Game, Variant
from freecell_tui.engine.notation import TranscriptError, dialect_autoplay, replay_moves
from freecell_tui.engine.share_code import MAX_SIGNATURE, SharedGame, encode, replayed
from freecell_tui.engine.text import counted
from freecell_tui.storage import saves
from freecell_tui.storage.files import reason
from freecell_tui.storage.results import deal_of
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, new_id, now
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
    loaded = read_game(name, options.deal, variant, explicit_dialect(options))
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


# `freecell verify`


def _verify_arguments(parser: Parser) -> None:
    add_variant(parser)
    parser.add_argument("deal", type=_deal_or_code, metavar="DEAL|CODE", help="the deal number, or just a share code")
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a file with the moves; - or nothing for standard input"
    )
    add_dialect(parser)
    parser.add_argument(
        "--autoplay",
        choices=[autoplay.value for autoplay in Autoplay],
        help="which cards go home automatically after each move (default: safe, unless the dialect writes every move)",
    )


def _run_verify(options: argparse.Namespace) -> int:
    if isinstance(options.deal, str):
        for name, value in (("FILE", options.file), ("--dialect", options.dialect), ("--autoplay", options.autoplay)):
            if value is not None:
                raise UsageError(f"argument {name}: a share code has its own moves.")
        return _verify_code(options.deal, explicit_variant(options))
    file = "-" if options.file is None else options.file
    variant = chosen_variant(options)
    dialect = explicit_dialect(options)
    autoplay = Autoplay(options.autoplay) if options.autoplay else None
    text = read_text(file)
    header, count = read_moves(file, text)
    if header is not None and header.deal != options.deal:
        print(f"these moves are of deal {header.deal}, not of {options.deal}")
        return NO
    if not count:
        raise no_moves_in(file)
    dialects = [dialect] if dialect else list(Dialect)
    outcomes = [
        replay_moves(Game.new(options.deal, variant), text, dialect, autoplay or dialect_autoplay(dialect))
        for dialect in dialects
    ]
    # Where neither dialect wins, the standard one is meant.
    return _print_outcome(*next((outcome for outcome in outcomes if outcome[0].is_won), outcomes[0]))


def _deal_or_code(text: str) -> int | str:
    return text if is_code_word(text) else deal_number(text)


def _print_outcome(game: Game, failure: TranscriptError | None) -> int:
    """Print whether the moves have won, and if not why; return the exit code."""
    if failure is not None:
        # A word that cannot be read is named by its error already.
        word = f" ({failure.word})" if failure.is_illegal else ""
        print(f"move {failure.number}{word} fails: {failure.error}")
        return NO
    moves = counted(game.moves_made, "move")
    if not game.is_won:
        print(f"not won: {sum(game.board.foundations)} of 52 cards are home after {moves}")
        return NO
    print(f"won in {moves}")
    return YES


def _verify_code(code: str, variant: Variant | None) -> int:
    """Print what a share code holds, replayed by the rules, and whether it is a win; return the exit code.

    What its player says beside the moves stands apart: nobody can verify that.
    """
    try:
        loaded = read_game(code, variant=variant)
        # Saves are read by replaying every move through the rules, however the code was read.
        game = saves.decode(saves.encode(loaded.saved)).game
    except (InputError, saves.SaveError) as error:
        return print_error(str(error))
    assert loaded.shared is not None
    print(f"{replayed(game)} — verified")
    if said := [*loaded.shared.figures, *loaded.shared.signature]:
        print(f"Its player says, which cannot be checked: {', '.join(said)}.")
    return YES if game.is_won else NO


# `freecell import`


def _import_arguments(parser: Parser) -> None:
    parser.epilog = (
        "Winning an imported game counts as helped. A won game is not imported: watch it with freecell replay."
    )
    add_variant(parser)
    parser.add_argument(
        "game", metavar="FILE|CODE", help="a file with a save or moves, or a share code; - for standard input"
    )
    add_game_options(parser)


def _run_import(options: argparse.Namespace) -> int:
    try:
        loaded = read_game(options.game, options.deal, explicit_variant(options), explicit_dialect(options))
    except InputError as error:
        return print_error(str(error))
    if loaded.failure is not None:
        return print_error(str(loaded.failure))
    game = loaded.game
    if game.is_won:
        what = "This game" if loaded.shared else input_title(options.game)
        return print_error(f"{what} is already won: watch it with freecell replay.")
    saved = loaded.saved
    if loaded.is_written:
        moment = now()
        saved = replace(saved, started=moment, saved=moment, helped=True, id=new_id())
    file = SaveStore.of_player().new_file(saved)
    try:
        file.stage(saved)
        file.commit()
    except OSError as error:
        return print_error(f"The game could not be saved: {reason(error)}.")
    moves = counted(game.moves_made, "move")
    print(f"{game.variant.full_title} #{game.deal}, {moves}: freecell --resume resumes it.")
    return YES


# `freecell replay`


def _replay_arguments(parser: Parser) -> None:
    parser.epilog = "Replays are not saved or counted. A game that you play on from a replay counts as helped."
    add_variant(parser)
    add_game_or_deal(parser)
    add_ascii(parser)


def _run_replay(options: argparse.Namespace) -> int:
    try:
        loaded = load_game_or_deal(options)
    except InputError as error:
        return print_error(str(error))
    if not loaded.game.without_undone().turns:
        return print_error(str(loaded.failure or no_moves_in(options.game)))
    read_keyboard()
    if not can_draw():
        return print_error("A replay needs a terminal that can draw; freecell export writes a game anywhere.")
    return watch(loaded.saved, str(loaded.failure or ""), ascii_only=options.ascii)


# `freecell race`


def _race_arguments(parser: Parser) -> None:
    parser.epilog = "A code has no time for each move: the ghost’s moves are spread evenly over its time."
    add_variant(parser)
    parser.add_argument(
        "game", metavar="CODE|DEAL|FILE", help="a share code, a deal for your best win of it, or a file with a game"
    )
    add_front_end(parser)


def _run_race(options: argparse.Namespace) -> int:
    check_table(options, "freecell race --plain plays")
    try:
        shared = _find_rival(options)
        if not shared.game.is_won:
            return print_error("That game is not won; only a win can be raced.")
        code = encode(shared)
    except (InputError, FreecellError) as error:
        return print_error(str(error))
    options.variant = options.cells = None
    return start(options, lambda launcher, *_: launcher.race(code))


def _find_rival(options: argparse.Namespace) -> SharedGame:
    """Return the game that the arguments name; raise InputError if there is none, or UsageError."""
    variant = explicit_variant(options)
    if is_deal_number(options.game):
        saved = own_win(read_deal(options.game), variant, best=True)
        return shared_game(saved, "your best")
    loaded = read_game(options.game, variant=variant)
    if loaded.failure is not None:
        raise InputError(str(loaded.failure))
    return loaded.shared or shared_game(loaded.saved)


COMMANDS: Final = {
    "share": Command(_share_arguments, _run_share),
    "verify": Command(_verify_arguments, _run_verify),
    "import": Command(_import_arguments, _run_import),
    "replay": Command(_replay_arguments, _run_replay),
    "race": Command(_race_arguments, _run_race),
}
