"""The signals that end a program, for every front end to save the game and leave in order."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_NAMES: Final = "HUP INT QUIT BREAK ABRT USR1 USR2 ALRM TERM VTALRM PROF XCPU POLL PWR STKFLT SYS TRAP"

ENDING: Final = tuple(number for name in _NAMES.split() if (number := getattr(signal, f"SIG{name}", None)) is not None)
"""Every signal that would end the program and leave the terminal as it is, as far as the system has it.

`abort()` within a library still does that: it ends the program when the handler returns.
"""


@contextmanager
def signals_handled(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Let `handler` handle the signals in `ENDING`, and give them back at the end.

    A signal whose handler Python cannot give back, as `faulthandler`'s, is left alone.
    """
    before = {number: signal.signal(number, handler) for number in ENDING if signal.getsignal(number) is not None}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)
