"""What the commands have in common: exit codes, the standard streams, progress, the parser and shared options."""

import argparse
import codecs
import io
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from types import MappingProxyType
from typing import Final, NoReturn, TextIO

from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Dialect, FreecellError, Variant, find_variant, parse_deal
from freecell_tui.engine.text import clock_text, counted, did_you_mean, printable, quoted

YES: Final = 0
NO: Final = 1
USAGE: Final = 2
CRASHED: Final = 70


_PLAIN: Final = dict(zip("♣♦♥♠“”’−–—▁▂▃▄▅▆▇█", 'CDHS""\'---_.-=+*%#', strict=True)) | {"…": "..."}


def prepare_streams() -> None:
    """Make all three streams usable, even closed ones, and able to write to any encoding.

    An encoding that cannot be written or read here, such as that of domain names, becomes UTF-8.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "w+", encoding="utf-8"))
    codecs.register_error("plain", _replace_with_plain)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "plain"), (sys.stderr, "plain")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
            if not _is_usable(stream):
                stream.reconfigure(encoding="utf-8", errors=errors)


_SAMPLE: Final = "3a\n"


def _is_usable(stream: TextIO) -> bool:
    """Return whether text can be written and read in a stream's encoding.

    On a terminal it has to look like ASCII, too.
    """
    encoding = stream.encoding
    if encoding == "utf-8":
        return True
    try:
        "♥".encode(encoding, "plain")
        sample = _SAMPLE.encode(encoding)
        is_read = codecs.getincrementaldecoder(encoding)("replace").decode(sample) == _SAMPLE
    except (UnicodeError, LookupError):
        return False
    return is_read and (sample == _SAMPLE.encode() or not stream.isatty())


def write_error(text: str) -> None:
    """Print a text on standard error, if that still takes one; a terminal gets lines that end between words."""
    try:
        if sys.stderr.isatty():
            from shutil import get_terminal_size  # noqa: PLC0415 - most runs have no error
            from textwrap import TextWrapper  # noqa: PLC0415 - likewise

            wrapper = TextWrapper(get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)
            text = "\n".join(wrapper.fill(line) for line in text.split("\n"))
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def print_error(sentence: str, program: str = "freecell") -> int:
    """Print a sentence of a program on standard error; return the exit code for no."""
    write_error(f"{program}: {printable(sentence)}")
    return NO


def finish_streams() -> None:
    """Write what is still to be written, and drop what no stream takes: Python would change the exit code for it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _discard(stream)


def _discard(stream: TextIO) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def can_draw() -> bool:
    """Return whether there is a terminal to draw the table on, and to play at."""
    try:
        import termios  # noqa: F401, PLC0415 - some systems have none; and it is loaded with the table anyway
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty() and (os.environ.get("TERM") or "dumb") != "dumb"


def _replace_with_plain(error: UnicodeError) -> tuple[str, int]:
    """Replace what an encoding has no characters for by ASCII: suits as in `6S`, plain quotation marks."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


_WIDTH: Final = 24
_BETWEEN: Final = 0.1
"""Seconds from one drawing to the next."""


class ProgressBar:
    """A progress bar on standard error, which shows nothing unless that is a terminal; `title` stands before it."""

    def __init__(self, total: int, title: str = "") -> None:
        self._total = total
        self._title = title
        self._stream = sys.stderr
        self._is_visible = sys.stderr.isatty()
        self._start = self._drawn = monotonic()
        self._skipped = self._done = 0
        self._text = ""

    def skip(self, count: int = 1) -> None:
        self._skipped += count
        self._done += count

    def step(self, count: int = 1) -> None:
        self._done += count
        self.draw()

    def show(self, done: int, total: int) -> None:
        """Show how far a run is whose length only turns out now."""
        self._done, self._total = done, total
        self.draw()

    def draw(self, states: int | None = None, seconds: float = 0.0) -> None:
        """Show how far the run is, at most ten times a second; of a single search show the positions it has visited."""
        now = monotonic()
        if not self._is_visible or now - self._drawn < _BETWEEN:
            return
        self._drawn = now
        if self._total == 1 and states is not None:
            self._write(f"{counted(states, 'position')} in {seconds:.0f} s")
            return
        full = _WIDTH * self._done // self._total
        text = f"{self._title}[{'#' * full}{'.' * (_WIDTH - full)}] {self._done:,} of {self._total:,}"
        if rate := (self._done - self._skipped) / (now - self._start):
            text += f", {rate:.0f} a second, {clock_text((self._total - self._done) / rate)} to go"
        self._write(text)

    def clear(self) -> None:
        if self._text:
            # A terminal writes ^C behind the bar when that is pressed.
            self._write(" " * (len(self._text) + len("^C")))
            self._write("")
            self._write("")

    def print_above(self, line: str, stream: TextIO) -> None:
        """Print a line at once, with the bar below it if both are on terminals."""
        text = self._text
        if stream.isatty():
            self.clear()
        print(line, file=stream, flush=True)
        if text != self._text:
            self._write(text)

    def _write(self, text: str) -> None:
        self._stream.write(f"\r{text:<{len(self._text)}}")
        self._stream.flush()
        self._text = text


DEAL_PATTERN: Final = r"#?[-−]?[0-9][0-9,]*"
"""What is read as a deal number, of whatever size, and not as the name of a file."""

NEAR: Final = 0.7
"""How much a mistyped word must be like one that there is."""


class UsageError(Exception):
    """Arguments with which a command cannot run; `str()` is a sentence."""

    @classmethod
    @contextmanager
    def instead(cls, before: str = "") -> Iterator[None]:
        """Raise this in place of a FreecellError, with a text `before` its sentence."""
        try:
            yield
        except FreecellError as error:
            raise cls(f"{before}{error}") from None


class InputError(UsageError):
    """A word or a file that is no deal, position or game, or not to be found; `str()` is a sentence that names it."""


class Options(argparse.Namespace):
    """The options of a command; those that several commands have are None where one has not."""

    variant: str | None = None
    cells: int | None = None
    deal: int | None = None
    dialect: str | None = None
    autoplay: str | None = None
    theme: str | None = None
    verdict: str | None = None

    def explicit_variant(self) -> Variant | None:
        """Return the variant that `--variant` and `--cells` name, None without them; raise UsageError if it is none."""
        if self.variant is None and self.cells is None:
            return None
        with UsageError.instead():
            variant = find_variant(self.variant or FREECELL.name)
            return variant if self.cells is None else variant.with_cells(self.cells)

    def chosen_variant(self) -> Variant:
        """Return the variant that `--variant` and `--cells` name, or FreeCell; raise UsageError likewise."""
        return self.explicit_variant() or FREECELL

    def wants(self, variant: Variant) -> bool:
        """Return whether a variant has the name and the number of cells that are asked for, if any."""
        return self.variant in (None, "", variant.name) and self.cells in (None, variant.cells)

    def explicit_dialect(self) -> Dialect | None:
        return Dialect(self.dialect) if self.dialect else None

    def explicit_autoplay(self) -> Autoplay | None:
        return Autoplay(self.autoplay) if self.autoplay else None

    def check_table(self, instead: str) -> None:
        """Raise FreecellError if the table cannot be drawn where it has to be; `instead` plays in lines."""
        if not self.plain and not can_draw():
            raise FreecellError(f"The table needs a terminal that can draw; {instead} in lines of text anywhere.")


class Parser(argparse.ArgumentParser):
    """argparse with errors as sentences; arguments may be ranges of deals if it `reads_ranges`.

    Its help ends with an `example` that works on a new machine, and lists `commands`, which have parsers of their own,
    by their groups: the name of each, and what it is for.
    """

    reads_ranges = False
    example = ""
    commands: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({})

    def parse(self, words: Sequence[str]) -> Options:
        try:
            if not self.reads_ranges:
                return self.parse_args(words, Options())
            # To argparse −3..−1 is an option, unless it begins with a real minus sign.
            words = [re.sub(r"^-(?=[0-9]+\.\.)", "−", word) for word in words]
            return self.parse_intermixed_args(words, Options())
        except UsageError as error:
            self.error(str(error))

    def format_help(self) -> str:
        text = super().format_help()
        if self.example:
            text += f"\nexample:\n  {self.example}\n"
        if not self.commands:
            return text
        formatter = self._get_formatter()
        for group, listed in self.commands.items():
            formatter.start_section(group)
            formatter.add_arguments(argparse.Action([], name, metavar=name, help=text) for name, text in listed)
            formatter.end_section()
        formatter.add_text(f"{self.prog} COMMAND --help explains a command, and {self.prog} help everything else.")
        return f"{text}\n{formatter.format_help()}"

    def error(self, message: str) -> NoReturn:
        # argparse says values as Python writes them.
        message = re.sub(
            r"invalid int value: '(.*)'", lambda found: f"{quoted(found[1])} is not a whole number.", message
        )
        message = re.sub(
            r"invalid choice: '(.*?)' \(choose from (.*)\)",
            lambda found: f"{quoted(found[1])} is not one of " + found[2].replace("'", "") + ".",
            message,
        )
        write_error(f"{self.prog}: {printable(message)}\nTry {self.prog} --help.")
        self.exit(USAGE)

    def add_variant(self) -> None:
        self.add_argument("--variant", metavar="GAME", help=f"the variant: {', '.join(VARIANTS)}")
        self.add_argument("--cells", type=int, metavar="N", help="the number of free cells, 0 to 8")

    def add_dialect(self, help_text: str = "the notation of the moves (default: detected)") -> None:
        self.add_argument("--dialect", choices=[dialect.value for dialect in Dialect], help=help_text)

    def add_autoplay(self) -> None:
        self.add_argument(
            "--autoplay",
            choices=[autoplay.value for autoplay in Autoplay],
            help="which cards go home automatically after each move (default: safe, unless the dialect writes every "
            "move)",
        )

    def add_ascii(self, help_text: str = "draw in ASCII") -> None:
        self.add_argument("--ascii", action="store_true", help=help_text)

    def add_front_end(self) -> None:
        self.add_argument("--plain", action="store_true", help="play in plain lines of text, without drawing a table")
        self.add_ascii()
        self.add_argument("--theme", metavar="THEME", help="the colours of the table: felt, midnight, paper…")
        self.add_argument(
            "--verdict",
            choices=("on", "off"),
            help="show whether the game can still be won (default: on; off with --plain, where you can type “verdict”)",
        )


def maybe_deal(word: str) -> int | str:
    """Return the deal that a word names, or the word, which is something else; raise InputError if no deal has it."""
    return deal_number(word) if re.fullmatch(DEAL_PATTERN, word) else file_name(word)


def file_name(word: str) -> str:
    """Return a word unchanged; raise InputError if no file can have this name."""
    try:
        can_be = b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        can_be = False
    if not can_be:
        raise InputError(f"No file can have the name {quoted(word)}.")
    return word


def suggestion(word: str, names: Sequence[str], cutoff: float = NEAR) -> str:
    """Return ` Did you mean a or b?` for a mistyped word of the command line, or ''."""
    return did_you_mean(word.lower(), names, cutoff)


def deal_number(text: str) -> int:
    """Return the deal number in a text; raise InputError if no deal has it."""
    with InputError.instead():
        return parse_deal(text)
