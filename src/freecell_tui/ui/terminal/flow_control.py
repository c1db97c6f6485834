"""How far the terminal is behind what it was sent.

Every frame but the clock's ends with a query that terminals answer when they have processed it (the device status
report of ECMA-48). A frame without a reply is not shown yet: on a slow line the next frame waits for it, and shows the
state by then, instead of queueing up. A terminal that never replies is taken to be fast.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

STATUS_QUERY: Final = "\x1b[5n"
STATUS_REPLY: Final = "status ok"
"""The reply as urwid names it among the keys."""

REPLY_TIMEOUT: Final = 3.0
"""After so many seconds a reply is given up."""

# The bytes that may be in flight before the next frame waits: a few steps of the cursor.
_MOST_BYTES: Final = 1000
# A reply later than this comes over a line on which flying cards would stutter.
_SLOW_SECONDS: Final = 0.15
# How fast the line is, is told by frames of at least so many bytes: others mostly tell how far away the terminal is.
_MEASURED_BYTES: Final = 1000
_LEAST_SECONDS: Final = 0.001
# So few bytes, so long after the frame before, are shown before the next frame even on a slow line.
_SMALL_BYTES: Final = 100
_ALONE_SECONDS: Final = 0.5


class FlowControl:
    """The frames that were sent to the terminal, and its replies.

    `in_flight` are the frames without a reply, each as the time when it was sent and its bytes.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self.in_flight: deque[tuple[float, int]] = deque()
        self._last_frame = 0.0
        self._has_replied = False
        self._delay = 0.0
        self._replied = 0.0
        self._latency = 0.0
        self._seconds_a_byte = 0.0

    def should_query(self, size: int) -> bool:
        """Return whether a frame of `size` bytes should end with the query, and note that it is sent.

        It should not if the first was never answered, nor if it is alone and as small as the clock's.
        """
        now = self._now()
        is_alone, self._last_frame = now - self._last_frame > _ALONE_SECONDS, now
        if is_alone and size < _SMALL_BYTES and self._has_replied:
            return False
        return self._has_replied or not self.in_flight

    def frame_sent(self, size: int) -> None:
        """Note that a frame of `size` bytes was sent, with the query at its end."""
        self.in_flight.append((self._now(), size))

    def reply_received(self) -> None:
        """Note a reply: the oldest frame in flight is shown."""
        self._has_replied = True
        if self.in_flight:
            sent, size = self.in_flight.popleft()
            now = self._now()
            self._delay = now - sent
            if size >= _MEASURED_BYTES:
                # Behind another frame it only began to be sent when that one was shown.
                took = now - max(sent, self._replied) - self._latency
                self._seconds_a_byte = max(took, _LEAST_SECONDS) / size
            self._latency = min(self._delay, self._latency or self._delay)
            self._replied = now

    @property
    def is_waiting(self) -> bool:
        """Whether a reply is still to come."""
        return bool(self.in_flight) and self._now() - self.in_flight[0][0] < REPLY_TIMEOUT

    @property
    def is_behind(self) -> bool:
        """Whether the next frame should wait for a reply."""
        if not self._has_replied:
            return False
        if self.in_flight and not self.is_waiting:
            self.in_flight.clear()
        return sum(size for _, size in self.in_flight) > _MOST_BYTES

    def seconds_for(self, size: int) -> float:
        """Return how long `size` bytes take on this line, as the last large frame tells; 0 before one was shown."""
        return self._seconds_a_byte * size

    @property
    def is_slow(self) -> bool:
        """Whether the line is too slow for flying cards."""
        return self._delay > _SLOW_SECONDS or self.is_behind
