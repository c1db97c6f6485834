"""The errors of the engine. `str()` of each is a sentence for the player."""


class FreecellError(ValueError):
    """The base class of every error that the engine raises for what a player wrote or tried."""


class NotationError(FreecellError):
    """A text that is no card, move, position, deal number or variant."""


class NoSuchDeal(FreecellError):
    """A deal number that no generator knows."""


class IllegalMove(FreecellError):
    """A well-formed move that the rules refuse on this board."""
