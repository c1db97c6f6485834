"""What can go wrong between a text and the rules, each with a sentence that a player understands."""

from typing import Final

_SHOWN: Final = 24


def printable(text: str) -> str:
    """A text with nothing in it that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def quoted(text: str) -> str:
    """A word from outside in quotation marks, cut short, and with nothing in it that a terminal would obey."""
    return f"“{printable(text[:_SHOWN])}{'…' * (len(text) > _SHOWN)}”"


class FreecellError(ValueError):
    """The parent of everything that this game refuses; `str()` is always a sentence for the player."""


class NotationError(FreecellError):
    """A text that cannot be read as a card, a move, a position or a variant."""


class NoSuchDeal(FreecellError):
    """A deal number that no generator knows."""


class IllegalMove(FreecellError):
    """A move that can be read and that the rules refuse."""
