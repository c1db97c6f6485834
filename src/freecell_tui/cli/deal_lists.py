"""Lists of deals in files, each with or without a word beside it: published ones, or what `freecell solve` printed."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from freecell_tui.cli.inputs import DealRange, InputError, read_deal, read_positions
from freecell_tui.cli.options import DEAL_PATTERN
from freecell_tui.engine.text import printable
from freecell_tui.storage.files import reason
from freecell_tui.surveys import LOST, OPEN, WON, DealSet

_LINE: Final = re.compile(rf"(?P<deal>{DEAL_PATTERN})(?:[\s,:]+(?P<word>[^\s,:]+).*)?")
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

    Lines that are empty or begin with `#` and a space are left out.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                text = line.strip()
                if not text or text.startswith("# "):
                    continue
                match = _LINE.fullmatch(text)
                if match is None:
                    raise InputError(f"{path}, line {number}, does not begin with a deal number.")
                word = match["word"]
                yield read_deal(match["deal"]), word and _WORDS.get(word.lower(), word)
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {printable(reason(error))}.") from None
