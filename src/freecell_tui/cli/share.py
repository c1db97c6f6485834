"""Games from player to player: `freecell share`, `import`, `replay` and `race`."""

import os
import sys
from contextlib import suppress
from dataclasses import replace

from freecell_tui.cli.game_source import (
    LoadedGame,
    add_game_options,
    check_attempt,
    input_title,
    nothing_in,
    read_game,
)
from freecell_tui.cli.options import (
    CRASHED,
    YES,
    InputError,
    Options,
    Parser,
    UsageError,
    can_draw,
    is_for_people,
    maybe_deal,
    painted,
    print_error,
    wrapped,
)
from freecell_tui.cli.own_games import add_game_or_deal, from_file, load_game_or_deal, own_deal, own_win, player_history
from freecell_tui.cli.play import CrashReporter, prepare_start, watch
from freecell_tui.controller.autosave import session_as_played
from freecell_tui.controller.features.par import kept_par
from freecell_tui.controller.features.share import clipboard_sequence, copy_note, make_share, own_ghost, shared_game
from freecell_tui.controller.features.tournaments import find_contest, own_copy
from freecell_tui.engine import FREECELL, FreecellError, Game
from freecell_tui.engine.positions import StartPosition
from freecell_tui.engine.share_code import MAX_SIGNATURE, encode
from freecell_tui.engine.text import counted
from freecell_tui.storage.daily import deal_of, today
from freecell_tui.storage.files import HistoryError, reason
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, new_id, now
from freecell_tui.storage.settings import player_settings
from freecell_tui.storage.tournaments import TournamentStore


def share_arguments(parser: Parser) -> None:
    parser.example = "freecell solve 617 | freecell share -"
    parser.epilog = "Others can replay the code with freecell replay, and check it with freecell verify."
    parser.add_variant()
    parser.add_argument(
        "game",
        nargs="?",
        type=maybe_deal,
        metavar="DEAL|FILE",
        help="a deal (your last win of it) or a file with a game (- is standard input); without it, your last win",
    )
    parser.add_argument("--best", action="store_true", help="your best win of that deal, instead of your last")
    parser.add_argument("--name", default="", help=f"add your name, of at most {MAX_SIGNATURE} characters")
    parser.add_argument(
        "--daily",
        action="store_true",
        help="your win of today’s daily deal, as a line of text that reveals no moves, without a code",
    )
    add_game_options(parser)


def run_share(options: Options) -> int:
    saved = _find_game(options)
    settings = player_settings()
    share = make_share(saved, options.name, par=kept_par(player_history(), session_as_played(saved, settings)))
    if not options.daily:
        print(painted(share.code, "title") if is_for_people() else share.code)
    print(share.line)
    if sys.stdout.isatty():
        # The first line of the output is copied.
        sequence = clipboard_sequence(share.line if options.daily else share.code, settings.clipboard, os.environ)
        sys.stdout.write(sequence)
        sys.stdout.flush()
        note = copy_note(settings.clipboard, "text" if options.daily else "code", is_sent=bool(sequence))
        print(wrapped(note, stream=sys.stderr), file=sys.stderr)
    return YES


def _find_game(options: Options) -> SavedGame:
    """Return the game that the options name; raise UsageError or InputError."""
    variant, name = options.explicit_variant(), options.game
    if options.daily:
        if name is not None or variant is not None:
            raise UsageError("argument --daily: it always means today’s deal.")
        return own_win(deal_of(today()), FREECELL, best=options.best, has_house_rules=False)
    if name is None and options.best:
        raise UsageError("argument --best: name a deal.")
    deal = None if name is None else own_deal(name, options)
    if deal is not None or name is None:
        return own_win(deal, variant, best=options.best)
    if options.best:
        raise UsageError("argument --best: a file holds only one game.")
    loaded = read_game(name, options).complete().as_on_table()
    # Written moves may be another player's, so such a win counts as helped.
    return replace(loaded.saved, helped=True) if loaded.dialect is not None else loaded.saved


def import_arguments(parser: Parser) -> None:
    parser.example = "echo 83 8a 83 | freecell import - --deal 617"
    parser.epilog = (
        "Winning an imported game counts as a win with help, unless you began it here. A won game is not imported: "
        "watch it with freecell replay. A win that could not be saved, and was kept in another folder, is counted."
    )
    parser.add_variant()
    parser.add_argument(
        "game",
        metavar="FILE|CODE",
        help="a file with a save, moves or a position (- is standard input), or a share code",
    )
    add_game_options(parser)


def run_import(options: Options) -> int:
    loaded = read_game(options.game, options, takes_position=True).complete().as_on_table()
    game, store = loaded.game, SaveStore.of_player()
    if game.is_won and loaded.saved.is_rescued and (sentence := _count_rescued_win(loaded.saved, store)):
        print(wrapped(sentence))
        return YES
    if game.is_won:
        title = "This game" if loaded.shared else input_title(options.game)
        return print_error(f"{title} is already won: watch it with freecell replay.")
    saved, note = _as_imported(loaded, store)
    file = store.file_for(saved)
    try:
        file.stage(replace(saved, is_rescued=False))
        file.commit()
    except OSError as error:
        return print_error(f"The game could not be saved: {reason(error)}.")
    print(wrapped(f"{game.title}, {counted(game.moves_made, 'move')}: freecell --resume resumes it."))
    if note:
        print(wrapped(note))
    return YES


def _as_imported(loaded: LoadedGame, store: SaveStore) -> tuple[SavedGame, str]:
    """Return the game to import, and a note or ''.

    Written moves become a new game, which counts as helped. An attempt in a tournament becomes a copy.
    """
    saved, moment = loaded.saved, now()
    if isinstance(saved.game.deal, StartPosition) and not saved.started and not loaded.is_written:
        return replace(saved, started=moment, saved=moment, id=new_id()), ""
    if loaded.is_written:
        return replace(saved, started=moment, saved=moment, helped=True, id=new_id()), ""
    if not saved.is_rescued and TournamentStore(store).of_game(saved.game_id) is not None:
        note = "It was an attempt in a tournament. This copy does not count there; a win of it counts with help."
        return own_copy(saved), note
    return from_file(saved)


def _count_rescued_win(saved: SavedGame, store: SaveStore) -> str:
    """Keep and count a rescued win, and return a sentence; raise InputError.

    Return '' for an attempt in a tournament that is over, which does not count.
    """
    if not store.has_game(saved, won=True):
        entrance = find_contest(store, saved, store.file_for(saved))
        if entrance.note:
            return ""
        file = entrance.save_file or store.new_file(saved)
        try:
            file.stage(replace(saved, is_rescued=False))
            file.commit()
        except OSError as error:
            raise InputError(f"The win is not counted, as it could not be saved: {reason(error)}.") from None
    try:
        player_history().record_win(saved)
    except HistoryError as error:
        raise InputError(
            f"The win is saved, but not counted yet; the game counts it when it is next started. {error}"
        ) from None
    return f"{saved.game.title}, won in {counted(saved.game.moves_made, 'move')}, is counted."


def replay_arguments(parser: Parser) -> None:
    parser.example = "freecell solve 617 | freecell replay -"
    parser.epilog = "Replays are not saved or counted. If you play on from a replay and win, that is a win with help."
    parser.add_variant()
    add_game_or_deal(parser)
    parser.add_ascii()


def run_replay(options: Options) -> int:
    loaded = load_game_or_deal(options).as_on_table()
    check_attempt(loaded.saved, "look")
    if not loaded.game.without_undone().turns:
        raise nothing_in("moves", options.game) if loaded.failure is None else InputError(str(loaded.failure))
    if not sys.stdin.isatty():
        # The game was read from standard input, so the keyboard has to become standard input again.
        with suppress(OSError):
            terminal = os.open("CONIN$" if sys.platform == "win32" else "/dev/tty", os.O_RDWR)
            os.dup2(terminal, 0)
            os.close(terminal)
            sys.stdin = os.fdopen(0, closefd=False)
    if not can_draw():
        raise FreecellError("A replay needs a terminal that can draw; freecell export writes a game anywhere.")
    return watch(loaded.saved, str(loaded.failure or ""), ascii_only=options.ascii)


def race_arguments(parser: Parser) -> None:
    parser.epilog = (
        "A ghost replays that win while you play. A code does not record when each move was made, so the ghost’s moves "
        "are spread evenly over its time."
    )
    parser.add_variant()
    parser.add_argument(
        "game",
        type=maybe_deal,
        metavar="CODE|DEAL|FILE",
        help="a share code, a deal (your best win of it), or a file with a game",
    )
    parser.add_front_end()


def run_race(options: Options) -> int:
    options.choose_front_end("freecell race --plain plays")
    variant = options.explicit_variant()
    if (deal := own_deal(options.game, options)) is not None:
        shared = own_ghost(own_win(deal, variant, best=True), "best")
    else:
        loaded = read_game(options.game, options).complete().as_on_table()
        shared = loaded.shared or shared_game(loaded.saved)
    if not shared.game.is_won:
        return print_error("That game is not won; only a win can be raced.")
    code, game = encode(shared), Game.new(shared.game.deal, shared.game.variant)
    options.variant = options.cells = None
    with CrashReporter():
        start = prepare_start(options)
        return start.finish(start.launcher.execute("race", code, game))
    return CRASHED
