"""How far the terminal is behind what it was sent.

Every frame ends with a question that terminals answer when they have come to it (the device status report of ECMA-48).
What is not answered is not shown yet: on a slow line the next frame waits until it can be seen, and shows what is true
by then, instead of queueing up. A terminal that does not answer is taken to be quick.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

QUESTION: Final = "\x1b[5n"
ANSWER: Final = "status ok"
"""The answer as urwid names it among the keys."""

PATIENCE_SECONDS: Final = 3.0
"""A question that was not answered for so long will not be."""

# So much may be under way before the next frame waits: a few steps of the cursor.
_MOST_BYTES: Final = 1000
# An answer that takes longer than this comes over a line on which cards that fly would stutter.
_SLOW_SECONDS: Final = 0.15


class FlowControl:
    """The questions that were put to the terminal, and what its answers tell."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._sent: deque[tuple[float, int]] = deque()
        self._has_answered = False
        self._delay = 0.0

    @property
    def asks(self) -> bool:
        """Whether a frame should end with the question: not if the first was never answered."""
        return self._has_answered or not self._sent

    def sent(self, size: int) -> None:
        """Note that a frame of so many bytes was sent, with the question at its end."""
        self._sent.append((self._now(), size))

    def answered(self) -> None:
        """Note an answer: the oldest frame under way is shown."""
        self._has_answered = True
        if self._sent:
            sent, _ = self._sent.popleft()
            self._delay = self._now() - sent

    @property
    def awaits(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._sent) and self._now() - self._sent[0][0] < PATIENCE_SECONDS

    @property
    def under_way(self) -> int:
        """How many frames have not been answered."""
        return len(self._sent)

    @property
    def is_behind(self) -> bool:
        """Whether the next frame should wait for an answer."""
        if not self._has_answered:
            return False
        if self._sent and not self.awaits:
            self._sent.clear()
        return sum(size for _, size in self._sent) > _MOST_BYTES

    @property
    def is_slow(self) -> bool:
        """Whether the line is too slow for cards that fly."""
        return self._delay > _SLOW_SECONDS or self.is_behind
