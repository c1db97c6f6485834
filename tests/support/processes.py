"""The processes of the program: what to wait for, and how they are, where the system shows it as files, on Linux."""

import time
from collections.abc import Callable
from pathlib import Path

from support.pty_terminal import DEADLINE


def wait_until(condition: Callable[[], object], what: str = "something that never comes") -> None:
    """Wait until something is true; fail after the deadline."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, f"waited for {what}"
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    """Whether a process has not ended, even if nobody has asked how it did."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def sleeps(pid: int) -> bool:
    """Whether every thread of a process waits for something, or the process has ended."""
    stats = [stat.read_text() for stat in Path(f"/proc/{pid}/task").glob("*/stat")]
    return all(text.rpartition(")")[2].split()[0] in "SZX" for text in stats)


def wake_ups(pid: int) -> int:
    """How often the threads of a process have gone to sleep so far."""
    texts = [status.read_text() for status in Path(f"/proc/{pid}/task").glob("*/status")]
    return sum(int(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith("voluntary"))
