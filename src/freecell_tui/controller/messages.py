"""What a game says to its player: a sentence, how serious it is, and the pile it is about."""

from enum import Enum
from typing import NamedTuple

from freecell_tui.engine import Card, Pile


class Severity(Enum):
    """The kind of a message, which decides how it looks and how long it stays."""

    INFO = "info"
    REFUSAL = "refusal"
    PROGRESS = "progress"
    """Shown while the player waits, and dropped when the waiting is over."""


class Step(NamedTuple):
    """One move of a line: the cards that move, the target, and the card there, None if it is empty."""

    cards: tuple[Card, ...]
    target: Pile
    onto: Card | None


class Message(NamedTuple):
    """A sentence for the player. `pile` is the pile that a refusal is about.

    If it `asks`, the player agrees by doing the same again, or as `how_to_agree` says.

    A front end that draws cards may show the `steps` of a line and `rest` in place of the sentence.
    """

    text: str
    severity: Severity = Severity.INFO
    pile: Pile | None = None
    steps: tuple[Step, ...] = ()
    rest: str = ""
    asks: bool = False
