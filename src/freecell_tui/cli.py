"""The command line: `freecell` plays, `freecell show` prints deals, `freecell verify` replays a written game.

Each command imports the floor it needs when it needs it, so that only playing waits for the terminal's library.
"""

import argparse
import codecs
import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NoReturn, TextIO

from freecell_tui import __version__
from freecell_tui.engine import (
    VARIANTS,
    Autoplay,
    Dialect,
    FreecellError,
    Game,
    IllegalMove,
    Variant,
    deal,
    find_variant,
    parse_deal,
    read_move,
    write_position,
)
from freecell_tui.engine.notation import words

YES: Final = 0
NO: Final = 1
USAGE: Final = 2
_INTERRUPTED: Final = 130
_PLAIN: Final = dict(zip("♣♦♥♠“”’−", 'CDHS""\'-', strict=True)) | {"…": "..."}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 yes, 1 no, 2 for a usage error."""
    _prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = _COMMANDS.get(given[0]) if given else None
    try:
        code = _play(given) if command is None else command(given[1:])
        sys.stdout.flush()
    except OSError as error:
        # The disk is full, or the reader has seen enough; nothing is left to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO if isinstance(error, BrokenPipeError) else _complain(f"{error.strerror or error}.")
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code


def _prepare_streams() -> None:
    """Have streams to read and write, even if closed ones were given, and write to any encoding."""
    sys.stdin = sys.stdin or _nothing()
    sys.stdout = sys.stdout or _nothing()
    sys.stderr = sys.stderr or _nothing()
    codecs.register_error("plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _nothing() -> TextIO:
    """A stream that has nothing to read, and swallows what is written."""
    return Path(os.devnull).open("w+", encoding="utf-8")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """In ASCII what the encoding of a stream has no letters for: suits as in `6S`, simple quotation marks."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


def _printable(text: str) -> str:
    """A text with nothing in it that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


class _Parser(argparse.ArgumentParser):
    """argparse, with errors as sentences."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {_printable(message)}\nTry {self.prog} --help.\n")


def _parser(command: str, description: str, epilog: str = "") -> _Parser:
    prog = f"freecell {command}".strip()
    parser = _Parser(prog=prog, description=description, epilog=epilog, allow_abbrev=False)
    parser.add_argument("--variant", metavar="GAME", help=f"the game: {', '.join(VARIANTS)}")
    parser.add_argument("--cells", type=int, metavar="N", help="how many free cells it has, 0 to 8")
    return parser


def _variant(parser: _Parser, options: argparse.Namespace) -> Variant:
    try:
        variant = find_variant(options.variant or "freecell")
        return variant if options.cells is None else variant.with_cells(options.cells)
    except FreecellError as error:
        parser.error(str(error))


def _deal_number(text: str) -> int:
    try:
        return parse_deal(text)
    except FreecellError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


# freecell show


def _show(arguments: Sequence[str]) -> int:
    parser = _parser("show", "Print the position at the start of deals.")
    parser.add_argument("deals", nargs="+", type=_deal_number, metavar="DEAL", help="a deal number")
    options = parser.parse_args(arguments)
    variant = _variant(parser, options)
    for number in options.deals:
        if len(options.deals) > 1:
            print(f"#{number}")
        print(write_position(deal(number, variant)), end="")
    return YES


# freecell verify


def _verify(arguments: Sequence[str]) -> int:
    parser = _parser("verify", "Replay the moves of a written game, and say whether they win.")
    parser.add_argument("deal", type=_deal_number, metavar="DEAL", help="the deal number")
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="the moves; - or nothing for standard input"
    )
    parser.add_argument("--dialect", choices=[dialect.value for dialect in Dialect], default=Dialect.STANDARD.value)
    parser.add_argument(
        "--autoplay",
        choices=[autoplay.value for autoplay in Autoplay],
        help="what goes home after each move by itself: safe, unless the dialect writes every move",
    )
    options = parser.parse_args(arguments)
    variant = _variant(parser, options)
    dialect = Dialect(options.dialect)
    usual = Autoplay.SAFE if dialect is Dialect.STANDARD else Autoplay.NONE
    autoplay = Autoplay(options.autoplay) if options.autoplay else usual
    try:
        text = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        parser.error(f"{options.file} cannot be read: {error.strerror or error}.")
    return _replay(Game.new(options.deal, variant), text.decode("utf-8-sig", errors="replace"), dialect, autoplay)


def _replay(game: Game, text: str, dialect: Dialect, autoplay: Autoplay) -> int:
    for number, word in enumerate(words(text), 1):
        try:
            game = game.play(read_move(word, game.board, dialect), autoplay)
        except IllegalMove as error:
            print(f"move {number} ({word}) fails: {error}")
            return NO
        except FreecellError as error:
            print(f"move {number} fails: {error}")
            return NO
    moves = f"{game.moves_made} move{'s' * (game.moves_made != 1)}"
    if not game.is_won:
        print(f"not won: {sum(game.board.foundations)} of 52 cards are home after {moves}")
        return NO
    print(f"won in {moves}")
    return YES


# freecell


def _play(arguments: Sequence[str]) -> int:
    parser = _parser(
        "",
        "FreeCell in a terminal. Without a deal it offers to go on with the unfinished game, or deals a random one.",
        "Other commands: freecell show, freecell verify; each has its own --help.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("deal", nargs="?", type=_deal_number, metavar="DEAL", help="play the deal of this number")
    which.add_argument("--new", action="store_true", help="play a random deal")
    which.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with the saved game, or the one in FILE"
    )
    parser.add_argument("--ascii", action="store_true", help="draw with letters and plain lines")
    parser.add_argument("--version", action="version", version=f"freecell-tui {__version__}")
    options = parser.parse_args(arguments)
    variant = _variant(parser, options)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return _complain("The table needs a terminal that can draw; freecell show prints deals anywhere.")
    return _at_the_table(options, variant)


def _at_the_table(options: argparse.Namespace, variant: Variant) -> int:  # noqa: PLR0911 - a return a way to begin
    from freecell_tui.storage.shelf import SaveError, Shelf  # noqa: PLC0415 - only here is a table to be drawn
    from freecell_tui.ui import start  # noqa: PLC0415

    shelf = Shelf.of_player()
    marks = start.marks(ascii_only=options.ascii)
    if options.deal is not None:
        return start.deal(shelf, marks, Game.new(options.deal, variant))
    if options.new:
        return start.random_deal(shelf, marks, variant)
    troubles: list[SaveError] = []
    if options.resume:
        try:
            found = shelf.open(Path(options.resume))
        except SaveError as error:
            return _complain(str(error))
        if not _is_asked_for(options, found[1].game.variant):
            return _complain(f"{options.resume} is a game of {found[1].game.variant.full_title}.")
    elif (latest := shelf.latest(partial(_is_asked_for, options), troubles)) is not None:
        found = latest
    elif options.resume is None:
        return start.random_deal(shelf, marks, variant, troubles)
    else:
        return _complain(" ".join(["No unfinished game is saved.", *map(str, troubles)]))
    return start.resume(shelf, marks, *found, troubles, ask=options.resume is None)


def _complain(sentence: str) -> int:
    print(f"freecell: {_printable(sentence)}", file=sys.stderr)
    return NO


def _is_asked_for(options: argparse.Namespace, variant: Variant) -> bool:
    """Whether a saved game is of the variant, and has the cells, that were asked for, if any were."""
    return options.variant in (None, variant.name) and options.cells in (None, variant.cells)


_COMMANDS: Final[dict[str, Callable[[Sequence[str]], int]]] = {"show": _show, "verify": _verify}
