"""What the program tells its caller when it ends."""

from typing import Final

YES: Final = 0
NO: Final = 1
USAGE: Final = 2
CRASHED: Final = 70
INTERRUPTED: Final = 130
