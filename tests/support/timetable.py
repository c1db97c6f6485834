"""urwid's event loop with a clock of its own: nothing happens before the test lets it."""

import select
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import urwid


@dataclass(order=True)
class Alarm:
    """Something to do at a time; of two at the same time the one that was set first comes first."""

    due: float
    number: int
    ring: Callable[[], Any] = field(compare=False)


class Timetable(urwid.EventLoop):
    """What is to happen later, and the files that are watched. `now` is its time, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.alarms: list[Alarm] = []
        self.watched: dict[int, Callable[[], Any]] = {}
        self._count = 0

    def alarm(self, seconds: float, callback: Callable[[], Any]) -> Alarm:
        self._count += 1
        alarm = Alarm(self.now + seconds, self._count, callback)
        self.alarms.append(alarm)
        return alarm

    def remove_alarm(self, handle: Alarm) -> bool:
        is_there = handle in self.alarms
        if is_there:
            self.alarms.remove(handle)
        return is_there

    def watch_file(self, fd: int, callback: Callable[[], Any]) -> int:
        self.watched[fd] = callback
        return fd

    def remove_watch_file(self, handle: int) -> bool:
        return self.watched.pop(handle, None) is not None

    def enter_idle(self, callback: Callable[[], Any]) -> Callable[[], Any]:
        """Never call it: the test draws."""
        return callback

    def remove_enter_idle(self, handle: object) -> bool:
        return callable(handle)

    def run(self) -> None:
        raise NotImplementedError

    # What a test does

    def ring_next(self, before: float) -> bool:
        """Do what is due first, if it is due by a time; return whether anything was."""
        alarm = min(self.alarms, default=None)
        if alarm is None or alarm.due > before:
            return False
        self.alarms.remove(alarm)
        self.now = max(self.now, alarm.due)
        alarm.ring()
        return True

    def read(self, seconds: float) -> bool:
        """Wait so long in real time for something to read, and have it read; return whether there was anything."""
        ready, _, _ = select.select(list(self.watched), [], [], seconds)
        for descriptor in ready:
            self.watched[descriptor]()
        return bool(ready)
