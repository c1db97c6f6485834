"""The common parts of all commands: exit codes, standard streams, colours, progress, the parser, shared options."""

import argparse
import codecs
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from types import MappingProxyType
from typing import Final, NoReturn, TextIO

from freecell_tui.controller.terminal import is_accessible, knows_sequences, terminal_name
from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Dialect, FreecellError, Variant, find_variant, parse_deal
from freecell_tui.engine.text import clock_text, counted, did_you_mean, printable, quoted
from freecell_tui.engine.variants import VariantFilter

# Exit codes

YES: Final = 0
NO: Final = 1
USAGE: Final = 2
CRASHED: Final = 70


_PLAIN: Final = dict(zip("♣♦♥♠“”’−–—▁▂▃▄▅▆▇█", 'CDHS""\'---_.-=+*%#', strict=True)) | {"…": "..."}


def prepare_streams() -> None:
    """Make the three standard streams usable for any text.

    A closed stream becomes one to nowhere. An unusable encoding, such as that of domain names, is replaced
    by UTF-8.
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
    """Return whether a stream's encoding can write and read text.

    At a terminal the encoding has to agree with ASCII, too.
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


# Text for people at a terminal: its colours and its width. Programs that read it get neither.

_INKS: Final = {
    "title": ("\x1b[1m", "\x1b[22m"),
    "winnable": ("\x1b[32m", "\x1b[39m"),
    "lost": ("\x1b[35m", "\x1b[39m"),
    "warning": ("\x1b[30;43m", "\x1b[39;49m"),
    "area warning": ("\x1b[33m", "\x1b[39m"),
    "red": ("\x1b[31m", "\x1b[39m"),
    "line": ("\x1b[2m", "\x1b[22m"),
}
"""What switches an ink on and off, in the 16 colours that a palette makes fit its background.

Yellow letters cannot be read on white, so in words `warning` is black on yellow.
"""

_RED_CARD: Final = re.compile(r"(?:10|[2-9AJQKT])?[♥♦]|\b(?:10|[2-9AJQKT])[DH]\b")
_NARROWEST: Final = 30
_WIDEST: Final = 100
"""The characters of a line that can still be read well."""


def is_for_people(stream: TextIO | None = None) -> bool:
    """Return whether a stream, or else standard output, is a terminal that is not dumb."""
    return (stream or sys.stdout).isatty() and (os.environ.get("TERM") or "dumb") != "dumb"


def has_colours(stream: TextIO | None = None) -> bool:
    """Return whether text on a stream, or else on standard output, is coloured."""
    wishes = os.environ.get
    if wishes("NO_COLOR"):
        return False
    is_forced = {wishes("FORCE_COLOR"), wishes("CLICOLOR_FORCE")} - {None, "", "0"}
    return bool(is_forced) or (is_for_people(stream) and wishes("CLICOLOR") != "0")


def painted(text: str, ink: str = "text", stream: TextIO | None = None) -> str:
    """Return a text in an ink, with red suits, where text is coloured; elsewhere unchanged."""
    if not text or not has_colours(stream):
        return text
    red_on, red_off = _INKS["red"]
    on, off = _INKS.get(ink) or _INKS.get(ink.removeprefix("area "), ("", ""))
    text = _RED_CARD.sub(rf"{red_on}\g<0>{red_off}", text)
    return f"{on}{text}{off}"


def painted_line(line: Iterable[tuple[str, str]]) -> str:
    """Return texts side by side, each in its ink, without blanks at the end."""
    return "".join(painted(text, ink) for text, ink in line).rstrip()


def text_width() -> int:
    """Return the characters of a line for people: the terminal's, as long as they can be read."""
    from shutil import get_terminal_size  # noqa: PLC0415 - likewise

    return min(max(get_terminal_size().columns, _NARROWEST), _WIDEST)


def wrapped(text: str, indent: str = "", stream: TextIO | None = None) -> str:
    """Return a text with lines wrapped between words at a terminal, elsewhere unchanged.

    `indent` stands before the further lines.
    """
    if not is_for_people(stream):
        return text
    from textwrap import TextWrapper  # noqa: PLC0415 - the table has no such text

    wrapper = TextWrapper(text_width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(wrapper.fill(line) for line in text.split("\n"))


def write_error(text: str) -> None:
    """Print a text on standard error, wrapped between words on a terminal.

    A closed or full stream is ignored.
    """
    try:
        program, colon, rest = wrapped(text, stream=sys.stderr).partition(":")
        print(f"{painted(f'{program}{colon}', 'title', sys.stderr)}{rest}", file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def print_error(sentence: str, program: str = "freecell") -> int:
    """Print a program's sentence on standard error, and return NO."""
    write_error(f"{program}: {printable(sentence)}")
    return NO


def finish_streams() -> None:
    """Flush the output streams, and ignore streams that take no more.

    Otherwise Python would change the exit code.
    """
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
    """Return whether standard input and output are a terminal that can draw."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or terminal_name(os.environ) == "dumb":
        return False
    return knows_sequences()


def _replace_with_plain(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding lacks by ASCII.

    Suits become letters, as in `6S`, and quotation marks plain ones.
    """
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


_WIDTH: Final = 24
_PAUSE: Final = 0.1
"""The seconds from one drawing to the next."""


class ProgressBar:
    """A progress bar on standard error, with a title before it.

    Without a terminal nothing is shown.
    """

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
        """Show the progress of a run with a new total."""
        self._done, self._total = done, total
        self.draw()

    def draw(self, states: int | None = None, seconds: float = 0.0) -> None:
        """Show the progress, at most ten times a second.

        A single search shows its `states` and `seconds` instead: the positions visited, and the time.
        """
        now = monotonic()
        if not self._is_visible or now - self._drawn < _PAUSE:
            return
        self._drawn = now
        if self._total == 1 and states is not None:
            self._write(f"{counted(states, 'position')} in {seconds:.0f} s")
            return
        full = _WIDTH * self._done // self._total
        text = f"{self._title}[{'#' * full}{'.' * (_WIDTH - full)}] {self._done:,} of {self._total:,}"
        if rate := (self._done - self._skipped) / (now - self._start):
            text += f", {rate:.0f} a second, {clock_text((self._total - self._done) / rate)} to go"
        self._write(text[: text_width() - 1])

    def clear(self) -> None:
        if self._text:
            # After Ctrl-C the terminal has written ^C behind the bar.
            self._write(" " * (len(self._text) + len("^C")))
            self._write("")
            self._write("")

    def print_above(self, line: str, stream: TextIO) -> None:
        """Print a line at once.

        The bar is drawn below the line if both are on terminals.
        """
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


DEAL_PATTERN: Final = r"(?:#|[Mm][Ss])?[-−]?[0-9][0-9,]*"
"""The pattern of deal numbers of any size; any other word may name a file."""

NEAR: Final = 0.7
"""The least similarity of a mistyped word to the word that is suggested."""


class UsageError(Exception):
    """Arguments with which a command cannot run.

    `str()` is a sentence.
    """

    @classmethod
    @contextmanager
    def instead(cls, prefix: str = "") -> Iterator[None]:
        """Raise this error instead of a FreecellError in the block.

        The `prefix` stands before the sentence.
        """
        try:
            yield
        except FreecellError as error:
            raise cls(f"{prefix}{error}") from None


class InputError(UsageError):
    """A word or file that is missing, or has unexpected content.

    `str()` is a sentence that names the word or file.
    """


class Options(argparse.Namespace):
    """The options of a command.

    An option of several commands is None where the command lacks the option.
    """

    variant: str | None = None
    cells: int | None = None
    deal: int | str | None = None
    dialect: str | None = None
    autoplay: str | None = None
    theme: str | None = None
    verdict: str | None = None
    plain: bool = False
    table: bool = False
    why_lines = ""
    """Why line mode was chosen, as a sentence; '' if the player named a front end."""

    def explicit_variant(self) -> Variant | None:
        """Return the variant that the options name; raise UsageError for an unknown variant.

        None stands for no `--variant` and no `--cells`.
        """
        if self.variant is None and self.cells is None:
            return None
        with UsageError.instead():
            variant = find_variant(self.variant or FREECELL.name)
            return variant if self.cells is None else variant.with_cells(self.cells)

    def chosen_variant(self) -> Variant:
        """Return the explicit variant, or FreeCell; raise UsageError for an unknown variant."""
        return self.explicit_variant() or FREECELL

    @property
    def variant_filter(self) -> VariantFilter:
        """The variants that agree with `--variant` and `--cells`."""
        return VariantFilter(self.variant or "", self.cells)

    def explicit_dialect(self) -> Dialect | None:
        return Dialect(self.dialect) if self.dialect else None

    def explicit_autoplay(self) -> Autoplay | None:
        return Autoplay(self.autoplay) if self.autoplay else None

    def choose_front_end(self, instead: str) -> None:
        """Choose line mode if no front end is named and the table cannot be drawn or is not wanted.

        Raise FreecellError if a table is named that cannot be drawn. The sentence names `instead`, the command for line
        mode.
        """
        if self.plain:
            return
        if not can_draw():
            if self.table:
                raise FreecellError(f"The table needs a terminal that can draw; {instead} in lines of text anywhere.")
            self.plain, self.why_lines = True, "This is line mode: no terminal here can draw the table."
        elif not self.table and is_accessible(os.environ):
            self.plain, self.why_lines = True, "This is line mode, as ACCESSIBLE is set; freecell --table draws."


_NO_BREAK: Final = "\xa0"
_HEADS: Final = re.compile(r"^[a-z][a-z ]*:|(?<=^  )\S+(?: \S+)*(?=  |$)", re.MULTILINE)
"""What stands out in a help text: headings, and the names of arguments and commands."""


class Parser(argparse.ArgumentParser):
    """A parser of arguments whose errors are sentences."""

    reads_ranges = False
    """Whether arguments may be ranges of deals."""

    example = ""
    """An example for the help, which works on a new machine."""

    commands: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({})
    """The names and helps of commands by group, listed at the end of the help."""

    def parse(self, words: Sequence[str]) -> Options:
        try:
            if not self.reads_ranges:
                return self.parse_args(words, Options())
            # argparse takes -3..-1 for an option, but not with a real minus sign in front.
            words = [re.sub(r"^-(?=[0-9]+\.\.)", "−", word) for word in words]
            return self.parse_intermixed_args(words, Options())
        except UsageError as error:
            self.error(str(error))

    @property
    def color(self) -> bool:
        """Whether argparse has colours of its own, as from Python 3.14 on: these are the program's."""
        return False

    @color.setter
    def color(self, value: bool) -> None:
        """Ignore the default."""

    def _get_formatter(self) -> argparse.HelpFormatter:
        formatter = super()._get_formatter()
        if is_for_people():
            formatter._width = text_width() - 2  # noqa: SLF001 - as argparse chooses it, but readable
        return formatter

    def format_help(self) -> str:
        return _HEADS.sub(lambda head: painted(head[0], "title"), self._plain_help())

    def _plain_help(self) -> str:
        text = super().format_help()
        if is_for_people() and not self.commands:
            # argparse breaks a usage in two parts at most, which may be wider than the terminal.
            usage, gap, rest = text.partition("\n\n")
            parts = (part.replace(" ", _NO_BREAK) for part in re.findall(r"\[[^]]*\]|\S+", usage))
            text = f"{wrapped(' '.join(parts), ' ' * 7).replace(_NO_BREAK, ' ')}{gap}{rest}"
        if self.example:
            text += wrapped(f"\nexample:\n  {self.example}\n", "    ")
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
        # argparse quotes values in the syntax of Python.
        message = re.sub(
            r"invalid int value: '(.*)'", lambda match: f"{quoted(match[1])} is not a whole number.", message
        )
        message = re.sub(
            r"invalid choice: '(.*?)' \(choose from (.*)\)",
            lambda match: f"{quoted(match[1])} is not one of " + match[2].replace("'", "") + ".",
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

    def add_front_end_choice(self, verb: str) -> None:
        choice = self.add_mutually_exclusive_group()
        choice.add_argument(
            "--plain", action="store_true", help=f"{verb} in plain lines of text, without drawing a table"
        )
        choice.add_argument(
            "--table", action="store_true", help=f"{verb} at the table, also where ACCESSIBLE is set for screen readers"
        )

    def add_front_end(self) -> None:
        self.add_front_end_choice("play")
        self.add_ascii()
        self.add_argument("--theme", metavar="THEME", help="the colours of the table: felt, midnight, paper…")
        self.add_argument(
            "--verdict",
            choices=("on", "off"),
            help="show whether the game can still be won (default: on; off with --plain, where you can type “verdict”)",
        )


def maybe_deal(word: str) -> int | str:
    """Return the deal number in a word, or the word itself; raise InputError.

    A number beyond all deals is an error, and so is a word that no file can have as its name.
    """
    return deal_number(word) if re.fullmatch(DEAL_PATTERN, word) else file_name(word)


def file_name(word: str) -> str:
    """Return a word unchanged; raise InputError for an impossible file name."""
    try:
        can_be = b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        can_be = False
    if not can_be:
        raise InputError(f"No file can have the name {quoted(word)}.")
    return word


def suggestion(word: str, names: Sequence[str], cutoff: float = NEAR) -> str:
    """Return ` Did you mean a or b?` for a mistyped word, or ''."""
    return did_you_mean(word.lower(), names, cutoff)


def deal_number(text: str) -> int:
    """Return the deal number in a text; raise InputError for any other text."""
    with InputError.instead():
        return parse_deal(text)
