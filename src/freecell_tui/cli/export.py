"""`freecell export`: a game as a file for other programs, or as a picture."""

import argparse
import re
import sys
from dataclasses import replace
from typing import Final

from freecell_tui.cli.game_source import LoadedGame, check_attempt
from freecell_tui.cli.options import YES, InputError, Options, Parser, ProgressBar, print_error
from freecell_tui.cli.output import Output, add_output
from freecell_tui.cli.own_games import add_game_or_deal, load_game_or_deal
from freecell_tui.controller.features.pictures import course_of, picture_of
from freecell_tui.controller.play.replay import Replay
from freecell_tui.controller.times import Times
from freecell_tui.engine import Dialect, IllegalMove, write_position
from freecell_tui.engine.text import clock_text, counted
from freecell_tui.engine.transcripts import write_game
from freecell_tui.pictures.cards import Colours
from freecell_tui.pictures.svg import NoPng, to_png
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import player_settings
from freecell_tui.ui.asciicast import record
from freecell_tui.ui.drawing.appearance import Appearance, appearance_from
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.surface import SMALLEST

_MIN_SPEED: Final = 0.01
_SUFFIXES: Final = {"save": "json", "asciicast": "cast", "svg": "svg", "png": "png"}
"""The suffixes of file names by format; moves are text."""

_LARGEST: Final = 480, 135
"""The largest screen of an asciicast: 3840 by 2160 pixels with characters of 8 by 16."""


def export_arguments(parser: Parser) -> None:
    parser.example = "freecell solve 617 | freecell export - --format svg -o game.svg"
    parser.epilog = (
        "Undone moves are left out. fc-solve and PySolFC can go on from a board. asciinema plays an asciicast; svg and "
        "png are pictures to share."
    )
    parser.add_variant()
    add_game_or_deal(parser)
    parser.add_argument(
        "--format",
        choices=("standard", "fc-solve", "board", "save", "asciicast", "svg", "png"),
        default="standard",
        help="standard and fc-solve are lists of moves, board is the position that they lead to (default: standard)",
    )
    parser.add_argument(
        "--move", type=_move, metavar="N", help="the game only up to its move N, as for the position of that move"
    )
    add_output(parser, "the game", usual="standard output")
    parser.add_argument(
        "--size",
        type=_size,
        default=(80, 24),
        metavar="CxR",
        help="size of an asciicast (default: 80x24; at most {}x{})".format(*_LARGEST),
    )
    parser.add_argument(
        "--speed", type=_speed, default=1.0, metavar="N", help="moves per second in an asciicast (default: 1)"
    )
    parser.add_ascii("draw an asciicast in ASCII")


def run_export(options: Options) -> int:
    output = Output.chosen(options)
    output.check()
    loaded = load_game_or_deal(options).complete()
    if options.move is not None:
        loaded = _up_to(loaded, options.move)
    if options.format in ("board", "asciicast", "svg", "png"):
        check_attempt(loaded.saved, "look")
        if options.format in ("svg", "png"):
            check_attempt(loaded.saved, "verdict")  # a picture has the curve of verdicts
    try:
        content = _formatted(loaded, options)
    except IllegalMove as error:
        return print_error(f"This game cannot be exported in this notation: {error} Export it as a save instead.")
    content = content if isinstance(content, bytes) else content.encode()
    output.write(content, _SUFFIXES.get(options.format, "txt"))
    return YES


def _move(text: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", text):
        raise argparse.ArgumentTypeError("write the number of a move, like 12; 0 is the start.")
    return int(text)


def _up_to(loaded: LoadedGame, move: int) -> LoadedGame:
    """Return a game up to a move, counted as on the table; raise InputError for a move it does not have."""
    loaded = loaded.as_on_table()
    game = loaded.game
    if move > game.moves_made:
        raise InputError(f"This game has only {counted(game.moves_made, 'move')}.")
    return loaded._replace(saved=replace(loaded.saved, game=game.seek(game.attempt_start + move)))


def _size(text: str) -> tuple[int, int]:
    if (match := re.fullmatch(r"([0-9]{1,3})[x×]([0-9]{1,3})", text)) is None:
        raise argparse.ArgumentTypeError("write columns and rows, like 80x24.")
    size = int(match[1]), int(match[2])
    if any(length > most for length, most in zip(size, _LARGEST, strict=True)):
        raise argparse.ArgumentTypeError("no screen is larger than {}x{}.".format(*_LARGEST))
    return size


def _speed(text: str) -> float:
    speed = float(text) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) else 0.0
    if speed < _MIN_SPEED:
        raise argparse.ArgumentTypeError("write moves per second, like 2 or 0.5.")
    return speed


def _formatted(loaded: LoadedGame, options: Options) -> str | bytes:
    """Return the game in the chosen format; raise IllegalMove or InputError."""
    on_table = loaded.as_on_table()
    match options.format:
        case "board":
            return write_position(loaded.game.board)
        case "save":
            return saves.encode(on_table.saved)
        case "asciicast":
            return _recorded(on_table.saved, options)
        case "svg" | "png":
            is_png = options.format == "png"
            if is_png and Output.chosen(options).is_standard and sys.stdout.isatty():
                raise InputError("A PNG cannot be printed: add -o and a file name.")
            colours, course = Colours.named(_player_look()[1].colours), course_of(on_table.game)
            # Written moves have no time and no undos.
            figures = ("", None) if loaded.is_written else (clock_text(loaded.saved.elapsed), loaded.saved.undos)
            picture = picture_of(on_table.saved, colours, course, *figures)
            try:
                return to_png(picture, Times.usual.drawing) if is_png else picture
            except NoPng as error:
                raise InputError(str(error)) from None
        case dialect:
            return write_game(loaded.game, Dialect(dialect), loaded.saved.notes, loaded.counting_rule)


def _player_look(*, ascii_only: bool = False) -> tuple[Glyphs, Appearance]:
    settings = player_settings()
    if ascii_only:
        settings = settings.with_value("cards", "ascii")
    glyphs, appearance, problem = appearance_from(settings, UNICODE)
    if problem:
        print_error(problem)
    return glyphs, appearance


def _recorded(saved: SavedGame, options: Options) -> str:
    """Return an asciicast of a game; raise InputError if the screen is too small."""
    if any(length < least for length, least in zip(options.size, SMALLEST, strict=True)):
        raise InputError(f"The table needs a screen of at least {SMALLEST[0]}x{SMALLEST[1]}.")
    glyphs, appearance = _player_look(ascii_only=options.ascii)
    replay = Replay(saved)
    bar = ProgressBar(replay.count)
    recording = "".join(record(replay, options.size, glyphs, appearance, speed=options.speed, on_move=bar.step))
    bar.clear()
    return recording
