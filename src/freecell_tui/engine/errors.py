"""What can go wrong between a text and the rules, each with a sentence that a player understands."""


class FreecellError(ValueError):
    """The parent of everything that this game refuses; `str()` is always a sentence for the player."""


class NotationError(FreecellError):
    """A text that cannot be read as a card, a move, a position or a variant."""


class NoSuchDeal(FreecellError):
    """A deal number that no generator knows."""


class IllegalMove(FreecellError):
    """A move that can be read and that the rules refuse."""
