"""The clock of one game."""

from collections.abc import Callable
from time import monotonic


class Clock:
    """A stopwatch, paused at first. `elapsed` is what it starts from, and `now` the time in seconds from any origin."""

    def __init__(self, elapsed: float = 0.0, now: Callable[[], float] = monotonic) -> None:
        self._before = elapsed
        self._now = now
        self._since: float | None = None

    @property
    def elapsed(self) -> float:
        """The seconds played so far."""
        return self._before + (0.0 if self._since is None else self._now() - self._since)

    @property
    def is_running(self) -> bool:
        """Whether the clock is not paused."""
        return self._since is not None

    def start(self) -> None:
        """Start the clock, if it is paused."""
        if self._since is None:
            self._since = self._now()

    def pause(self) -> None:
        """Pause the clock."""
        self._before, self._since = self.elapsed, None


def clock_text(seconds: float) -> str:
    """Return a time in minutes and seconds, with hours from the first on.

    >>> clock_text(154.9), clock_text(3754)
    ('2:34', '1:02:34')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
