"""The signals that end a program, for every front end to save the game and leave in order."""

import signal
from typing import Final

_NAMES: Final = "HUP INT QUIT ABRT USR1 USR2 ALRM TERM VTALRM PROF XCPU POLL PWR STKFLT SYS TRAP"

ENDING: Final = tuple(number for name in _NAMES.split() if (number := getattr(signal, f"SIG{name}", None)) is not None)
"""Every signal that would end the program and leave the terminal as it is, as far as the system has it.

`abort()` within a library still does that: it ends the program when the handler returns.
"""
