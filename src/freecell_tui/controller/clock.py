"""How long a game has been played."""

from collections.abc import Callable
from datetime import date, datetime
from time import monotonic


class Clock:
    """The time that a game has been played for, in seconds; it stands still while paused."""

    def __init__(self, elapsed: float = 0.0, now: Callable[[], float] = monotonic) -> None:
        self._before = elapsed
        self._now = now
        self._since: float | None = None

    @property
    def elapsed(self) -> float:
        """How long the clock has run."""
        return self._before + (0.0 if self._since is None else self._now() - self._since)

    @property
    def is_running(self) -> bool:
        """Whether time is passing."""
        return self._since is not None

    def start(self) -> None:
        """Let time pass."""
        if self._since is None:
            self._since = self._now()

    def pause(self) -> None:
        """Stop the time."""
        self._before, self._since = self.elapsed, None


def clock_text(seconds: float) -> str:
    """A time in seconds as a clock shows it: `2:34`, `1:02:34`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def today() -> date:
    """Return the date where the player is."""
    return datetime.now().astimezone().date()
