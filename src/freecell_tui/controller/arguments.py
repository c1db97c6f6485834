"""What a player writes behind a command: piles, cards, ranks, numbers and bookmarks."""

import re
from collections.abc import Sequence
from typing import Final

from freecell_tui.engine import Bookmark, Bookmarks, Card, NotationError, Pile, Suit
from freecell_tui.engine.cards import RANK_TEXTS, RANKS
from freecell_tui.engine.text import quoted

RANK_WORDS: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
"""The ranks in words, from ace to king."""


def read_pile(words: Sequence[str]) -> Pile:
    """Return the pile of `3`, `a`, `column 3`, `cell a` or `home`; raise NotationError."""
    named = [word for word in map(str.lower, words) if word not in ("column", "cell", "the")]
    text = " ".join(named)
    return Pile.parse({"10": "0", "home": "h", "foundations": "h"}.get(text, text.removesuffix("?")))


def read_card(words: Sequence[str]) -> Card:
    """Return the card of `7h`, `seven of hearts` or `10 spades`; raise NotationError."""
    named = [word for word in map(str.lower, words) if word not in ("of", "the")]
    match named:
        case [rank, suit]:
            letter = next((s.letter for s in Suit if suit.rstrip("s") == s.name.lower().rstrip("s")), suit)
            if rank in RANK_WORDS:
                rank = RANK_TEXTS[RANK_WORDS.index(rank)]
            named = [rank + letter]
    try:
        return Card.parse(" ".join(named))
    except NotationError:
        raise NotationError(f"{quoted(' '.join(words))} is not a card: try 7h or seven of hearts.") from None


def read_rank(words: Sequence[str]) -> int:
    """Return the rank, 1 to 13, of `7`, `seven`, `sevens` or `k`; raise NotationError."""
    text = " ".join(words).lower()
    for rank, (word, letter, printed) in enumerate(zip(RANK_WORDS, RANKS, RANK_TEXTS, strict=True), 1):
        plural = f"{word}es" if word.endswith("x") else f"{word}s"
        if text in (word, plural, letter.lower(), printed.lower()):
            return rank
    raise NotationError(f"{quoted(text)} is not a rank: try 7, seven or king.")


def read_count(words: Sequence[str]) -> int:
    """Return a number from 1 up, written in at most six digits; raise NotationError."""
    text = " ".join(words)
    if not re.fullmatch("[0-9]{1,6}", text) or not int(text):
        raise NotationError(f"{quoted(text)} is not a number: try 1 or more.")
    return int(text)


def read_bookmark(bookmarks: Bookmarks, words: Sequence[str]) -> Bookmark:
    """Return the bookmark of a number; raise NotationError if there is none."""
    text = " ".join(words)
    bookmark = bookmarks.get(int(text)) if re.fullmatch("[0-9]{1,6}", text) else None
    if bookmark is None:
        raise NotationError(f"There is no bookmark {quoted(text)}.")
    return bookmark
