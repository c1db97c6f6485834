"""How long the program waits, and the clock that games are measured by, in one value."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar


@dataclass(frozen=True)
class Times:
    """The times of a program, in seconds."""

    usual: ClassVar["Times"]
    """The times of a program that is given no other times."""

    now: Callable[[], float] = monotonic
    """The time, from any origin."""
    first_look: float = 0.015
    """How long the history is waited for before keys are heard again: a short one answers at once."""
    busy_history: float = 2.0
    """How long another program may use the history before the player is told."""
    deal_search: float = 30.0
    """How long deals are tried for one that the player wants."""
    drawing: float = 30.0
    """How long a picture may take, which usually takes less than a second."""
    last_picture: float = 10.0
    """How long the end of the program waits for a picture."""


Times.usual = Times()
