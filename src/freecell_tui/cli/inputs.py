"""What the command line names: deals by number, ranges of them, positions and saves in files."""

import errno
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from freecell_tui.cli.options import DEAL_PATTERN, UsageError
from freecell_tui.engine import FREECELL, Board, FreecellError, Variant, deal, parse_deal, read_position
from freecell_tui.engine.text import printable, quoted
from freecell_tui.storage import saves
from freecell_tui.storage.files import FileTooLarge, read_regular, reason
from freecell_tui.storage.saves import SavedGame

STANDARD_INPUT: Final = "-"
MAX_BYTES: Final = 4 * 2**20
"""The size up to which a file is read: no position and no game is longer."""

DESCRIPTOR: Final = re.compile(r"/dev/(stdin|fd/[0-9]+)")
_DEALS: Final = re.compile(rf"(?P<first>{DEAL_PATTERN})(\.\.(?P<last>{DEAL_PATTERN}))?")


class InputError(UsageError):
    """A word or a file that is no deal, position or game; `str()` is a sentence that names it."""


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position with its name: a deal's number, or the name of the file that `file_board` was read from."""

    name: int | str
    variant: Variant
    file_board: Board | None = None

    @property
    def board(self) -> Board:
        """The board, dealt anew each time if the position is a deal."""
        if self.file_board is not None:
            return self.file_board
        assert isinstance(self.name, int)
        return deal(self.name, self.variant)


@dataclass(frozen=True, slots=True)
class DealRange:
    """The deals from `first` to `last`, both included. There is no deal 0, so a range leaves it out."""

    first: int
    last: int
    variant: Variant

    def __len__(self) -> int:
        return self.last - self.first + 1 - (self.first < 0 < self.last)

    def __iter__(self) -> Iterator[NamedPosition]:
        return (NamedPosition(number, self.variant) for number in range(self.first, self.last + 1) if number)


def read_positions(word: str, variant: Variant | None) -> DealRange | list[NamedPosition]:
    """Return the positions that one word names; raise InputError if it names none.

    A number or `first..last` is deals, and everything else is a file: `./617` is a file of that name. A save must be
    of the `variant` if one was asked for; deals and positions without one are of FreeCell.
    """
    numbers = _DEALS.fullmatch(word)
    if numbers is None:
        return [_read_position_file(word, variant)]
    first, last = read_deal(numbers["first"]), read_deal(numbers["last"] or numbers["first"])
    if last < first:
        raise InputError(f"The range {word} runs backwards: write {last}..{first}.")
    return DealRange(first, last, variant or FREECELL)


def is_single(words: Sequence[str]) -> bool:
    """Return whether these words ask about one position alone, and not about a range or a list."""
    return len(words) == 1 and ".." not in Path(words[0]).name


def read_deal(text: str) -> int:
    """Return the deal number in a text; raise InputError if no deal has it."""
    try:
        return parse_deal(text)
    except FreecellError as error:
        raise InputError(str(error)) from None


def input_title(name: str) -> str:
    """Return what a sentence that begins with the name of a file calls it: `Standard input` for `-`."""
    return "Standard input" if name == STANDARD_INPUT else name


def no_moves_in(name: str) -> InputError:
    """Return the error that there are no moves in a file."""
    return InputError(f"No moves in {'standard input' if name == STANDARD_INPUT else name}.")


def read_bytes(name: str, limit: int) -> bytes:
    """Return the bytes of a file, or of standard input for `-`; raise FileTooLarge, another OSError or ValueError.

    A descriptor of the shell's, as `/dev/fd/63` for `<(…)`, is read to its end like standard input. Of other names
    only files are read: a pipe may never end.
    """
    if name == STANDARD_INPUT:
        content = sys.stdin.buffer.read(limit + 1)
    elif DESCRIPTOR.fullmatch(name):
        with Path(name).open("rb") as file:
            content = file.read(limit + 1)
    else:
        return read_regular(Path(name), limit)
    if len(content) > limit:
        raise FileTooLarge(errno.EFBIG, "it is too large", name)
    return content


def read_text(name: str) -> str:
    """Return the text of what `read_bytes` reads; raise InputError if it cannot be read, or is no text."""
    title = input_title(name)
    try:
        text = read_bytes(name, MAX_BYTES)
    except FileTooLarge:
        raise InputError(f"{title} is too large: a position or a game has at most {MAX_BYTES // 2**20} MiB.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{title} cannot be read: {reason(error)}.") from None
    if b"\0" in text:
        raise InputError(f"{title} is not text.")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{title} is not text.") from None


def is_save(text: str) -> bool:
    """Return whether a text means to be a save: no position and no written game begins with a brace."""
    return text.lstrip().startswith("{")


def read_save(name: str, text: str) -> SavedGame:
    """Return the game in the text of a save; raise InputError if it is none."""
    try:
        return saves.decode(text)
    except saves.SaveError as error:
        raise InputError(f"{input_title(name)} cannot be read as a save. {printable(str(error))}") from None


def check_variant(name: str, found: Variant, expected: Variant | None) -> None:
    """Raise InputError if a file is about another game than the `expected` one; None expects none in particular."""
    if expected is not None and (found.name, found.cells) != (expected.name, expected.cells):
        raise InputError(f"{input_title(name)} is a game of {found.full_title}, not of {expected.full_title}.")


def _read_position_file(name: str, variant: Variant | None) -> NamedPosition:
    if name != STANDARD_INPUT and not (Path(name).exists() or Path(name).is_symlink()):
        raise InputError(f"{quoted(name)} is neither a deal number, nor a range like 1..1000, nor a file.")
    text = read_text(name)
    if is_save(text):
        game = read_save(name, text).game
        check_variant(name, game.variant, variant)
        return NamedPosition(name, game.variant, game.board)
    variant = variant or FREECELL
    try:
        return NamedPosition(name, variant, read_position(text, variant))
    except FreecellError as error:
        raise InputError(f"{input_title(name)} holds no position. {printable(str(error))}") from None
