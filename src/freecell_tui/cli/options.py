"""What the commands have in common: exit codes, the standard streams, the parser and its errors, shared options."""

import argparse
import codecs
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, NoReturn, TextIO

from freecell_tui.engine import FREECELL, VARIANTS, Dialect, FreecellError, Variant, find_variant, parse_deal
from freecell_tui.engine.text import did_you_mean, printable, quoted

# Exit codes

YES: Final = 0
NO: Final = 1
USAGE: Final = 2
CRASHED: Final = 70
INTERRUPTED: Final = 130


# The standard streams, whatever they are: closed, in ASCII, or a terminal that must not obey what is printed

_PLAIN: Final = dict(zip("♣♦♥♠“”’−–—▁▂▃▄▅▆▇█", 'CDHS""\'---_.-=+*%#', strict=True)) | {"…": "..."}


def prepare_streams() -> None:
    """Make all three streams usable, even closed ones, and able to write to any encoding."""
    sys.stdin = sys.stdin or _open_null()
    sys.stdout = sys.stdout or _open_null()
    sys.stderr = sys.stderr or _open_null()
    codecs.register_error("plain", _replace_with_plain)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def write_error(text: str) -> None:
    """Print a text on standard error, if that can still be written to."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def print_error(sentence: str) -> int:
    """Print a sentence on standard error; return the exit code for no."""
    write_error(f"freecell: {printable(sentence)}")
    return NO


def finish_streams() -> None:
    """Write what is still to be written, and drop what no stream takes: Python would change the exit code for it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _discard(stream)


def _discard(stream: TextIO) -> None:
    """Let nothing more, and nothing that waits in it, come to where a stream leads."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def write_ascii() -> None:
    """Make standard output ASCII, whatever its encoding was."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="ascii", errors="plain")


def can_draw() -> bool:
    """Return whether there is a terminal to draw the table on, and to play at."""
    try:
        import termios  # noqa: F401, PLC0415 - some systems have none; and it is loaded with the table anyway
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty() and (os.environ.get("TERM") or "dumb") != "dumb"


def read_keyboard() -> None:
    """Make the keyboard standard input again, if there is one, where a file was read from standard input."""
    if sys.stdin.isatty():
        return
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = os.fdopen(0, closefd=False)


def _open_null() -> TextIO:
    return Path(os.devnull).open("w+", encoding="utf-8")


def _replace_with_plain(error: UnicodeError) -> tuple[str, int]:
    """Replace what an encoding has no characters for by ASCII: suits as in `6S`, plain quotation marks."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


# The parser, and what commands raise

DEAL_PATTERN: Final = r"#?[-−]?[0-9][0-9,]*"
"""What is read as a deal number, of whatever size, and not as the name of a file."""

NEAR: Final = 0.7
"""How much a mistyped word must be like one that there is."""

_NEGATIVE_RANGE: Final = re.compile(r"^-(?=[0-9]+\.\.)")

_INVALID_NUMBER: Final = re.compile(r"invalid int value: '(.*)'")
_INVALID_CHOICE: Final = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")
"""What argparse says as Python writes values."""


class UsageError(Exception):
    """Arguments with which a command cannot run; `str()` is a sentence."""


class InputError(UsageError):
    """A word or a file that is no deal, position or game; `str()` is a sentence that names it."""


class NoTable(Exception):
    """There is no terminal to draw the table on; `str()` is a sentence."""


class Parser(argparse.ArgumentParser):
    """argparse, with errors as sentences, and with ranges of deals among the arguments if `reads_ranges`.

    Its help lists `commands`, which have parsers of their own: their names, with what each is for.
    """

    reads_ranges = False
    commands: Mapping[str, str] = MappingProxyType({})

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the options that the words of a command line stand for; leave the program if they are wrong."""
        try:
            if not self.reads_ranges:
                return self.parse_args(words)
            # To argparse −3..−1 is an option, unless it begins with a real minus sign.
            return self.parse_intermixed_args([_NEGATIVE_RANGE.sub("−", word) for word in words])
        except UsageError as error:
            self.error(str(error))

    def format_help(self) -> str:
        """Return the help, with the commands at its end."""
        text = super().format_help()
        if not self.commands:
            return text
        formatter = self._get_formatter()
        formatter.start_section("commands")
        formatter.add_arguments(argparse.Action([], name, metavar=name, help=it) for name, it in self.commands.items())
        formatter.end_section()
        formatter.add_text(f"{self.prog} COMMAND --help explains a command, {self.prog} help everything else.")
        return f"{text}\n{formatter.format_help()}"

    def error(self, message: str) -> NoReturn:
        """Print what is wrong with the arguments, and leave with the exit code for a usage error."""
        message = _INVALID_NUMBER.sub(lambda found: f"{quoted(found[1])} is not a whole number.", message)
        message = _INVALID_CHOICE.sub(lambda found: f"{quoted(found[1])} is not one of {_bare(found[2])}.", message)
        self.exit(USAGE, f"{self.prog}: {printable(message)}\nTry {self.prog} --help.\n")


class Command(NamedTuple):
    """What runs a command; each module has its own in `COMMANDS`, by the words that name them.

    `add_arguments` gives a parser the arguments, and an epilog if there is one. `run` returns the exit code; it raises
    UsageError if the command cannot run with these options, or NoTable.
    """

    add_arguments: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]


def _bare(values: str) -> str:
    return values.replace("'", "")


# Options that several commands have


def add_variant(parser: Parser) -> None:
    """Give a command `--variant` and `--cells`."""
    parser.add_argument("--variant", metavar="GAME", help=f"the game: {', '.join(VARIANTS)}")
    parser.add_argument("--cells", type=int, metavar="N", help="how many free cells it has, 0 to 8")


def explicit_variant(options: argparse.Namespace) -> Variant | None:
    """Return the variant that `--variant` and `--cells` name, None without them; raise UsageError if it is none."""
    if options.variant is None and options.cells is None:
        return None
    try:
        variant = find_variant(options.variant or FREECELL.name)
        return variant if options.cells is None else variant.with_cells(options.cells)
    except FreecellError as error:
        raise UsageError(str(error)) from None


def chosen_variant(options: argparse.Namespace) -> Variant:
    """Return the variant that `--variant` and `--cells` name, FreeCell without them; raise UsageError likewise."""
    return explicit_variant(options) or FREECELL


def add_dialect(parser: Parser, help_text: str = "how the moves are written (default: detected)") -> None:
    """Give a command `--dialect`, None by default."""
    parser.add_argument("--dialect", choices=[dialect.value for dialect in Dialect], help=help_text)


def explicit_dialect(options: argparse.Namespace) -> Dialect | None:
    """Return the dialect that `--dialect` names, or None without it."""
    return Dialect(options.dialect) if options.dialect else None


def add_ascii(parser: Parser, help_text: str = "draw in ASCII") -> None:
    """Give a command `--ascii`."""
    parser.add_argument("--ascii", action="store_true", help=help_text)


def add_front_end(parser: Parser) -> None:
    """Give a command that plays `--plain`, and the options of how the game looks."""
    parser.add_argument("--plain", action="store_true", help="play in plain lines of text, without drawing a table")
    add_ascii(parser)
    parser.add_argument("--theme", metavar="THEME", help="the colours of the table: felt, midnight, paper…")
    parser.add_argument(
        "--verdict",
        choices=("on", "masked", "off"),
        help="show whether the game can still be won: always, when asked (the default with --plain), or never",
    )


def check_table(options: argparse.Namespace, instead: str) -> None:
    """Raise NoTable if the table is to be drawn and cannot be; `instead` says what is possible in lines of text."""
    if not options.plain and not can_draw():
        raise NoTable(f"The table needs a terminal that can draw; {instead} in lines of text anywhere.")


def is_deal_number(word: str) -> bool:
    """Return whether a word is a deal number, of whatever size, and not a file."""
    return re.fullmatch(DEAL_PATTERN, word) is not None


def suggestion(word: str, names: Sequence[str]) -> str:
    """Return ` Did you mean a or b?` for a mistyped word of the command line, or ''."""
    return did_you_mean(word.lower(), names, NEAR)


def deal_number(text: str) -> int:
    """Return the deal number of an argument."""
    try:
        return parse_deal(text)
    except FreecellError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
