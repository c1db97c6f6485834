"""Lists of deals in files, each with or without a word beside it: published ones, or what `freecell solve` printed."""

import os
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from freecell_tui.cli.game_source import (
    InputError,
    read_deal,
    read_positions,
)
from freecell_tui.cli.options import DEAL_PATTERN
from freecell_tui.cli.runs import DealRange
from freecell_tui.engine.text import printable
from freecell_tui.lab.surveys import (
    LOST,
    OPEN,
    WON,
    DealSet,
)
from freecell_tui.storage.files import DESCRIPTOR, open_regular, reason

_LINE: Final = re.compile(rf"(?P<deal>{DEAL_PATTERN})(?:[\s,:]+(?P<word>[^\s,:]+).*)?")
_LONGEST_LINE: Final = 4096
_WORDS: Final = {
    **dict.fromkeys(("won", "solved", "solvable", "winnable", "solveable"), WON),
    **dict.fromkeys(("lost", "unsolvable", "impossible", "unsolveable", "unwinnable"), LOST),
    **dict.fromkeys(("open", "undecided", "intractable", "unknown", "?"), OPEN),
}


def read_deals(words: Iterable[str]) -> DealSet:
    """Return the deals that words name: numbers, ranges, and files of them, a line each; raise InputError."""
    ranges: list[tuple[int, int]] = []
    for word in words:
        if Path(word).is_file():
            ranges += ((deal, deal) for deal, _ in read_list(Path(word)))
            continue
        found = read_positions(word, None)
        if not isinstance(found, DealRange):
            raise InputError(f"{word} is not a list of deals.")
        ranges.append((found.first, found.last))
    return DealSet(ranges)


def read_list(path: Path) -> Iterator[tuple[int, str | None]]:
    """Yield the deals in a file, each with the word behind it, or None; raise InputError.

    Lines that are empty or begin with `#` and a space are left out. Files and a shell's descriptors are read, and
    nothing that may never end.
    """
    try:
        is_descriptor = DESCRIPTOR.fullmatch(str(path)) is not None
        with os.fdopen(
            os.open(path, os.O_RDONLY) if is_descriptor else open_regular(path), encoding="utf-8-sig"
        ) as file:
            for number, line in enumerate(iter(partial(file.readline, _LONGEST_LINE), ""), 1):
                text = line.strip()
                if len(line) == _LONGEST_LINE:
                    raise InputError(f"{path}, line {number}, is too long.")
                if not text or text.startswith("# "):
                    continue
                match = _LINE.fullmatch(text)
                if match is None:
                    raise InputError(f"{path}, line {number}, does not begin with a deal number.")
                yield read_deal(match["deal"]), match["word"] and plain_result(match["word"])
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {printable(reason(error))}.") from None


def plain_result(word: str) -> str:
    """Return the word of a survey for what other programs call a result, or the word itself."""
    return _WORDS.get(word.lower(), word)
