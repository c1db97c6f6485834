"""The signals that end a program, for every front end to save the game and leave in order."""

import signal
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

_NAMES: Final = "HUP INT QUIT ABRT USR1 USR2 ALRM TERM VTALRM PROF XCPU POLL PWR STKFLT SYS TRAP"

ENDING: Final = tuple(number for name in _NAMES.split() if (number := getattr(signal, f"SIG{name}", None)) is not None)
"""Every signal that would end the program and leave the terminal as it is, as far as the system has it.

`abort()` within a library still does that: it ends the program when the handler returns.
"""


def take_over(handler: Callable[[int, FrameType | None], None]) -> dict[int, Any]:
    """Let `handler` have these signals; return their former handlers, for `give_back`.

    A signal whose handler is not Python's, as that of `faulthandler`, keeps it: Python could not give it back.
    """
    return {number: signal.signal(number, handler) for number in ENDING if signal.getsignal(number) is not None}


def give_back(handlers: dict[int, Any]) -> None:
    """Restore the handlers that there were before."""
    for number, handler in handlers.items():
        signal.signal(number, handler)
