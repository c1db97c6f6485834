"""The clock of one game."""

from collections.abc import Callable
from time import monotonic
from typing import Final

IDLE_SECONDS: Final = 180.0
"""After so long without a key or a line the clock stops."""


class Clock:
    """A stopwatch, paused at first. `elapsed` is what it starts from, and `now` the time in seconds from any origin.

    Time passes for at most IDLE_SECONDS after each `start`, and not at all while the player `is_away`.
    """

    def __init__(self, elapsed: float = 0.0, now: Callable[[], float] = monotonic) -> None:
        self.is_away = False
        self._before = elapsed
        self._now = now
        self._since: float | None = None

    @property
    def elapsed(self) -> float:
        """The seconds played so far."""
        return self._before + min(self._waited, IDLE_SECONDS)

    @property
    def _waited(self) -> float:
        """The seconds since the last start; 0 while the clock is paused."""
        return 0.0 if self._since is None else self._now() - self._since

    @property
    def is_idle(self) -> bool:
        """Whether it has stopped because it was not started again for too long."""
        return self._waited >= IDLE_SECONDS

    @property
    def is_running(self) -> bool:
        """Whether time passes."""
        return self._since is not None and not self.is_idle

    def start(self) -> None:
        """Let time pass for the next IDLE_SECONDS, unless the player is away."""
        if not self.is_away:
            self._before, self._since = self.elapsed, self._now()

    def pause(self) -> None:
        """Pause the clock."""
        self._before, self._since = self.elapsed, None

    def leave(self) -> None:
        """Pause the clock until the player comes back, whatever moves meanwhile."""
        self.pause()
        self.is_away = True

    def come_back(self) -> None:
        """Let the clock be started again; who is away starts it in vain."""
        self.is_away = False


MOST_HOURS: Final = 999
MOST_COUNTED: Final = 99_999
"""What other people say of their games is not told in larger numbers."""


def claimed_time(seconds: int) -> str:
    """Return the time that somebody says a game took; one that nobody has played is cut short.

    >>> claimed_time(3754), claimed_time(2**32 - 1)
    ('1:02:34', 'over 999 hours')
    """
    return f"over {MOST_HOURS} hours" if seconds >= (MOST_HOURS + 1) * 3600 else clock_text(seconds)


def claimed_count(number: int) -> str:
    """Return how often somebody says that they did a thing; what nobody has done is cut short.

    >>> claimed_count(0), claimed_count(12), claimed_count(2**32 - 1)
    ('no', '12', 'over 99,999')
    """
    return f"over {MOST_COUNTED:,}" if number > MOST_COUNTED else str(number or "no")


def clock_text(seconds: float) -> str:
    """Return a time in minutes and seconds, with hours from the first on.

    >>> clock_text(154.9), clock_text(3754)
    ('2:34', '1:02:34')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
