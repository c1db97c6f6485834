"""How sentences are spoken: with cards in words or as marks, and with nothing in them that a terminal would obey."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from freecell_tui.controller.arguments import RANK_WORDS
from freecell_tui.engine import Suit
from freecell_tui.engine.cards import RANK_TEXTS
from freecell_tui.engine.text import capitalised, printable

_WORD_OF_RANK: Final = dict(zip(RANK_TEXTS, RANK_WORDS, strict=True))
_WORD_OF_SUIT: Final = {suit.symbol: suit.name.lower() for suit in Suit}
_RANK: Final = "10|[2-9AJQK]"
_CARD: Final = re.compile(rf"(?P<before>\b(?:at|before|by|on|onto|takes|under) )?\b(?P<rank>{_RANK})(?P<suit>[♣♦♥♠])")
_ANY_SUIT: Final = re.compile(rf"\b(?P<colour>a (?:black|red)) (?P<rank>{_RANK})\b")


class OutputGone(Exception):
    """Nobody hears what is said: the reader has left, or the disk that it is written to is full."""


@contextmanager
def _output_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputGone from error


class Speech:
    """Speaks a sentence a line. While it `is_brief`, cards are marks, as in 7♥; otherwise they are words."""

    def __init__(self, out: TextIO) -> None:
        self.is_brief = False
        self._out = out
        self._said: list[str] = []

    def say(self, sentence: str) -> None:
        """Speak a sentence."""
        self._said.append(sentence)
        text = sentence if self.is_brief else in_words(sentence)
        with _output_errors():
            self._out.write(printable(text) + "\n")

    @property
    def is_terminal(self) -> bool:
        """Whether it speaks to a terminal."""
        return self._out.isatty()

    def send(self, sequence: str) -> None:
        """Send a control sequence to the terminal."""
        self._out.write(sequence)

    def end_line(self) -> None:
        """Begin a new line, after a prompt that nobody has answered."""
        with _output_errors():
            self._out.write("\n")

    def flush(self) -> None:
        """Write out what was said."""
        with _output_errors():
            self._out.flush()

    def take_said(self) -> list[str]:
        """Return what was said since this was called last."""
        said, self._said = self._said, []
        return said


def in_words(sentence: str) -> str:
    """Return a sentence with its cards in words.

    >>> in_words("Cell a is taken by 9♠. 7♥ to column 5, on 8♠.")
    'Cell a is taken by the nine of spades. Seven of hearts to column 5, on the eight of spades.'
    """
    sentence = _CARD.sub(_card_in_words, sentence)
    return _ANY_SUIT.sub(lambda match: f"{match['colour']} {_WORD_OF_RANK[match['rank']]}", sentence)


def _card_in_words(match: re.Match[str]) -> str:
    card = f"{_WORD_OF_RANK[match['rank']]} of {_WORD_OF_SUIT[match['suit']]}"
    if match["before"]:
        return f"{match['before']}the {card}"
    begins = not match.start() or match.string[: match.start()].endswith(". ")
    return capitalised(card) if begins else card
