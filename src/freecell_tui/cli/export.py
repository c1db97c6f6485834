"""`freecell export`: a game written down, to be read or watched elsewhere."""

import argparse
import re
import sys
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from freecell_tui.cli.game_source import LoadedGame, add_game, named_game
from freecell_tui.cli.inputs import STANDARD_INPUT, InputError
from freecell_tui.cli.options import YES, command_parser, complain
from freecell_tui.engine import Dialect, IllegalMove
from freecell_tui.engine.transcript import write_game
from freecell_tui.storage import saves
from freecell_tui.storage.files import atomic_write

_SIZE: Final = re.compile(r"([0-9]{1,3})[x×]([0-9]{1,3})")
_SPEED: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?")
_SLOWEST: Final = 0.01


class Format(Enum):
    """What a game may be written as."""

    STANDARD = "standard"
    FC_SOLVE = "fc-solve"
    SAVE = "save"
    ASCIICAST = "asciicast"


def export(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser(
        "export",
        "Write a game down: as moves that other programs read, as a save, or as a recording to watch in a terminal.",
        "A game is written as far as it is played, without what was undone. An asciicast is played by asciinema.",
    )
    add_game(parser, own="your own last finished game of it")
    parser.add_argument(
        "--format",
        choices=[form.value for form in Format],
        default=Format.STANDARD.value,
        help="standard notation, unless it is said",
    )
    parser.add_argument("-o", "--output", metavar="OUT", default="-", help="a file to write; - for standard output")
    parser.add_argument("--size", type=_size, default=(80, 24), metavar="CxR", help="of an asciicast: 80x24")
    parser.add_argument(
        "--speed", type=_speed, default=1.0, metavar="N", help="moves a second in an asciicast; 1, unless it is said"
    )
    parser.add_argument("--ascii", action="store_true", help="draw an asciicast with letters and plain lines")
    options = parser.parse_args(arguments)
    try:
        found = named_game(parser, options)
        if found.failure is not None:
            return complain(str(found.failure))
        text = _written(found, options)
    except InputError as error:
        return complain(str(error))
    except IllegalMove as error:
        return complain(f"This game cannot be written in this notation: {error} A save keeps it as it is.")
    return _put(text, options.output)


def _size(text: str) -> tuple[int, int]:
    """A size of a screen, as `80x24`."""
    match = _SIZE.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError("write columns and rows, like 80x24.")
    return int(match[1]), int(match[2])


def _speed(text: str) -> float:
    """How many moves a second."""
    speed = float(text) if _SPEED.fullmatch(text) else 0.0
    if speed < _SLOWEST:
        raise argparse.ArgumentTypeError("write how many moves a second, like 2 or 0.5.")
    return speed


def _written(found: LoadedGame, options: argparse.Namespace) -> str:
    """The game in the format that was asked for; raise IllegalMove or Unreadable if it has none."""
    match Format(options.format):
        case Format.STANDARD:
            return write_game(found.game, Dialect.STANDARD)
        case Format.FC_SOLVE:
            return write_game(found.game, Dialect.FC_SOLVE)
        case Format.SAVE:
            return saves.encode(found.record)
        case Format.ASCIICAST:
            return _recorded(found, options)


def _recorded(found: LoadedGame, options: argparse.Namespace) -> str:
    from freecell_tui.storage.settings_file import SettingsFile  # noqa: PLC0415 - only a drawing needs to know tastes
    from freecell_tui.ui.asciicast import record  # noqa: PLC0415
    from freecell_tui.ui.drawing.appearance import appearance_from  # noqa: PLC0415
    from freecell_tui.ui.drawing.glyphs import UNICODE  # noqa: PLC0415
    from freecell_tui.ui.drawing.layout import SMALLEST  # noqa: PLC0415

    if any(given < least for given, least in zip(options.size, SMALLEST, strict=True)):
        raise InputError(f"The table needs a screen of {SMALLEST[0]}x{SMALLEST[1]} at least.")
    settings = SettingsFile.of_player().load().settings
    if options.ascii:
        settings = settings.with_value("marks", "ascii")
    glyphs, appearance, trouble = appearance_from(settings, UNICODE)
    if trouble:
        complain(trouble)
    return "".join(record(found.record, options.size, glyphs, appearance, speed=options.speed))


def _put(text: str, name: str) -> int:
    """Write it whole or not at all; what is no file, like a pipe, is written into."""
    if name == STANDARD_INPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        return YES
    path = Path(name).resolve()
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(text.encode())
        else:
            atomic_write(path, text.encode())
    except (OSError, ValueError) as error:
        return complain(f"{name} cannot be written: {getattr(error, 'strerror', None) or error}.")
    return YES
