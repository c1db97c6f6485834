"""What may be asked about on the command line: deals by number, ranges of them, positions and saves in files."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freecell_tui.engine import Board, FreecellError, Variant, deal, parse_deal, read_position
from freecell_tui.engine.text import printable, quoted

if TYPE_CHECKING:
    from freecell_tui.storage.saves import SavedGame

STANDARD_INPUT: Final = "-"
LARGEST: Final = 4 * 2**20
"""How much is read of a file: what is longer is neither a position nor a game."""

_DEAL: Final = r"#?[-−]?[0-9][0-9,]*"
_NUMBERS: Final = re.compile(rf"(?P<first>{_DEAL})(\.\.(?P<last>{_DEAL}))?")


class InputError(ValueError):
    """Words or files that say nothing that could be asked; `str()` is a sentence that names them."""


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position with its name: a deal's number, or the name of the file that `laid` was read from."""

    name: int | str
    variant: Variant
    laid: Board | None = None

    @property
    def board(self) -> Board:
        """Where the cards lie."""
        if self.laid is not None:
            return self.laid
        assert isinstance(self.name, int)
        return deal(self.name, self.variant)


@dataclass(frozen=True, slots=True)
class DealRange:
    """The deals from one number to another, both among them. There is no deal 0, so a range leaves it out."""

    first: int
    last: int
    variant: Variant

    def __len__(self) -> int:
        return self.last - self.first + 1 - (self.first < 0 < self.last)

    def __iter__(self) -> Iterator[NamedPosition]:
        return (NamedPosition(number, self.variant) for number in range(self.first, self.last + 1) if number)


def read_positions(word: str, variant: Variant, *, said: bool) -> DealRange | list[NamedPosition]:
    """The positions that one word names; raise Unreadable if it names none.

    What is a number or `first..last` is deals, and everything else is a file: `./617` is a file of that name. Whether
    the variant was `said` matters for a save, which knows its own.
    """
    numbers = _NUMBERS.fullmatch(word)
    if numbers is None:
        return [_in_file(word, variant, said=said)]
    try:
        first = parse_deal(numbers["first"])
        last = parse_deal(numbers["last"] or numbers["first"])
    except FreecellError as error:
        raise InputError(str(error)) from None
    if last < first:
        raise InputError(f"The range {word} runs backwards: write {last}..{first}.")
    return DealRange(first, last, variant)


def is_one(words: Sequence[str]) -> bool:
    """Whether these words ask about one position alone, and not about a range or a list."""
    return len(words) == 1 and ".." not in Path(words[0]).name


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`; raise Unreadable if it cannot be read."""
    try:
        if name == STANDARD_INPUT:
            text = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                text = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if len(text) > LARGEST:
        raise InputError(f"{name} is too large: neither a position nor a game has more than {LARGEST // 2**20} MiB.")
    if b"\0" in text:
        raise InputError(f"{name} is not text.")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{name} is not text.") from None


def is_save(text: str) -> bool:
    """Whether a text means to be a save: no position and no written game begins with a brace."""
    return text.lstrip().startswith("{")


def check_variant(name: str, found: Variant, asked: Variant, *, said: bool) -> None:
    """Raise Unreadable if a save is of another game than the one that was said."""
    if said and (found.name, found.cells) != (asked.name, asked.cells):
        raise InputError(f"{name} is a game of {found.full_title}, not of {asked.full_title}.")


def _in_file(name: str, variant: Variant, *, said: bool) -> NamedPosition:
    if name != STANDARD_INPUT and not Path(name).exists():
        raise InputError(f"{quoted(name)} is neither a deal number, nor a range like 1..1000, nor a file.")
    text = read_text(name)
    if not is_save(text):
        try:
            return NamedPosition(name, variant, read_position(text, variant))
        except FreecellError as error:
            raise InputError(f"{name} holds no position. {printable(str(error))}") from None
    game = read_record(name, text).game
    check_variant(name, game.variant, variant, said=said)
    return NamedPosition(name, game.variant, game.board)


def read_record(name: str, text: str) -> "SavedGame":
    """The record in the text of a save; raise Unreadable if it is none."""
    from freecell_tui.storage import saves  # noqa: PLC0415 - most who ask have no save

    try:
        return saves.decode(text)
    except saves.SaveError as error:
        raise InputError(f"{name} is no save that can be read. {printable(str(error))}") from None
